//! The impact: when it began and ended, how long it lasted, and the role of every timestamp.

use crate::figures::Figure;
use crate::incidents::Incident;
use crate::layout::Line;
use crate::record::Bases;
use crate::sentences::Sentence;
use crate::timestamps::{Moment, Timestamp};
use crate::tokens::Token;

/// The moments of one incident.
#[derive(Debug, Clone, Default)]
pub(crate) struct Impact {
    pub(crate) started: Option<Moment>,
    pub(crate) detected: Option<Moment>,
    pub(crate) identified: Option<Moment>,
    pub(crate) mitigated: Option<Moment>,
    pub(crate) resolved: Option<Moment>,
    pub(crate) basis: Bases,
    /// Length of the customer impact, in seconds.
    pub(crate) duration_s: Option<i64>,
    /// Contradictions met.
    pub(crate) warnings: Vec<String>,
}

/// What [`assess`] reads.
#[derive(Debug)]
pub(crate) struct Scene<'a> {
    pub(crate) text: &'a str,
    pub(crate) tokens: &'a [Token],
    pub(crate) lines: &'a [Line],
    pub(crate) sentences: &'a [Sentence],
    pub(crate) incident: &'a Incident,
    /// The figures inside the incident's span.
    pub(crate) figures: &'a [Figure],
}

/// Give each of the incident's timestamps its role and choose the impact's moments.
pub(crate) fn assess(_scene: &Scene<'_>, _timestamps: &mut [Timestamp]) -> Impact {
    Impact::default()
}
