//! The words for the state of an incident, as programs spell them and as pages write them.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The words that pages write, among other rows.
const ROWS: &str = include_str!("../../tables/incidents.tsv");

static STATUSES: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let is_status = |row: &&str| row.split('\t').nth(2) == Some("status");
    ROWS.lines().filter(is_status).filter_map(|row| row.split('\t').next()).collect()
});

/// Spellings of programs that are no words, and the word that stands for each.
const SPELLINGS: [(&str, &str); 20] = [
    ("backfilled", "Resolved"),
    ("detected", "Reported"),
    ("ended", "Completed"),
    ("fixing", "Identified"),
    ("informational", "Update"),
    ("inprogress", "In progress"),
    ("issue", "Update"),
    ("live", "Update"),
    ("maintenance", "Update"),
    ("maintenance complete", "Completed"),
    ("maintenance in progress", "In progress"),
    ("maintenance scheduled", "Scheduled"),
    ("note", "Update"),
    ("notice", "Update"),
    ("notstartedyet", "Scheduled"),
    ("ongoing", "Update"),
    ("open", "Update"),
    ("opened", "Reported"),
    ("operational", "Resolved"),
    ("started", "Reported"),
];

/// The word that heads an update of this status; none where the status is not known.
pub(super) fn word(status: &str) -> Option<String> {
    let plain: String = status.trim().chars().map(|c| if matches!(c, '_' | '-') { ' ' } else { c }).collect();
    let mut folded = String::new();
    for part in plain.split_whitespace() {
        let mut bytes = Vec::new();
        if !crate::tables::fold(part, &mut bytes) {
            return None;
        }
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(std::str::from_utf8(&bytes).ok()?);
    }
    if let Ok(at) = SPELLINGS.binary_search_by_key(&folded.as_str(), |(spelling, _)| spelling) {
        return Some(SPELLINGS[at].1.to_owned());
    }
    STATUSES.contains(folded.as_str()).then(|| sentence_case(&plain))
}

/// Does the word say that it is over?
pub(super) fn is_over(word: &str) -> bool {
    matches!(word, "Resolved" | "Completed" | "Available" | "Closed" | "Fixed" | "Resolvido" | "Resolvida" | "Concluido" | "Concluída")
}

/// Does the word say that it is being worked on?
pub(super) fn is_open(word: &str) -> bool {
    matches!(
        word,
        "Investigating" | "Identified" | "Monitoring" | "Triggered" | "Acknowledged" | "Investigando" | "Identificado" | "Monitorando"
    )
}

/// Does the word belong to planned work that has begun?
pub(super) fn has_begun(word: &str) -> bool {
    matches!(word, "In progress" | "Verifying" | "Completed" | "Em andamento" | "Concluída")
}

fn sentence_case(words: &str) -> String {
    let lower = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let mut chars = lower.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_programs_are_words_of_pages() {
        for (status, expected) in [
            ("investigating", "Investigating"),
            ("RESOLVED", "Resolved"),
            ("in_progress", "In progress"),
            ("INPROGRESS", "In progress"),
            ("SERVICE_OUTAGE", "Service outage"),
            ("post-mortem", "Post mortem"),
            ("Em andamento", "Em andamento"),
            ("NOTSTARTEDYET", "Scheduled"),
        ] {
            assert_eq!(word(status).as_deref(), Some(expected), "{status}");
        }
        for status in ["", "frobnicated", "🙂", "resolved by hand"] {
            assert_eq!(word(status), None, "{status}");
        }
    }

    #[test]
    fn spellings_are_sorted_and_stand_for_words_that_are_read() {
        assert!(SPELLINGS.is_sorted_by(|a, b| a.0 < b.0));
        for (spelling, word) in SPELLINGS {
            assert!(STATUSES.contains(word.to_lowercase().as_str()), "{spelling}: {word}");
        }
    }
}
