//! What a quantity says about the incident: how long, how late, how many, how much was lost.

use super::draft::Draft;
use super::impact::{Place, REACH, cues_at, start_of_reach};
use super::reader::Reader;
use super::{FigureKind, FigureRole};

/// What the quantity says about the incident, by the cue that stands nearest.
pub(super) fn role(reader: &Reader<'_>, draft: &Draft, place: &Place<'_>) -> FigureRole {
    let first = start_of_reach(reader, draft, place);
    let end = place.sentence.end.min(draft.read + REACH);
    let mut nearest: Option<(usize, FigureRole)> = None;
    for at in (first..draft.first).chain(draft.read..end) {
        let distance = if at < draft.first { draft.first - at } else { at + 1 - draft.read };
        for name in cues_at(reader, at) {
            if let Some(role) = role_of(name, draft.kind)
                && nearest.is_none_or(|(least, _)| distance < least)
            {
                nearest = Some((distance, role));
            }
        }
    }
    match (nearest, draft.kind, draft.group) {
        (_, FigureKind::Count, "people" | "place") => {
            nearest.map_or(FigureRole::Affected, |(_, role)| if role == FigureRole::Lost { role } else { FigureRole::Affected })
        }
        (_, FigureKind::Count, "failure") => FigureRole::ErrorRate,
        (Some((_, role)), _, _) => role,
        _ => FigureRole::Other,
    }
}

/// The role that a cue speaks for.
fn role_of(cue: &str, kind: FigureKind) -> Option<FigureRole> {
    let length = kind == FigureKind::Duration;
    Some(match cue {
        "harm" | "failed" | "affected" | "lost" | "label" | "lasted" if length => FigureRole::Downtime,
        "harm" | "affected" => FigureRole::Affected,
        "failed" => FigureRole::ErrorRate,
        "lost" => FigureRole::Lost,
        "degraded" => FigureRole::Degraded,
        "delay" if matches!(kind, FigureKind::Duration | FigureKind::Count) => FigureRole::Delay,
        "uptime" if kind == FigureKind::Percentage => FigureRole::Uptime,
        _ => return None,
    })
}
