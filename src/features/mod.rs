//! Features: what the linear models see of a text. The only place that knows what a feature is.

pub(crate) mod cache;
pub(crate) mod concepts;
pub(crate) mod context;
pub(crate) mod cues;
pub(crate) mod meanings;
pub(crate) mod names;
pub(crate) mod openings;
pub(crate) mod phrases;
pub(crate) mod rows;
pub(crate) mod tenses;
pub(crate) mod text;
pub(crate) mod words;
