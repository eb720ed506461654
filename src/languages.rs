//! The languages that are read.

use serde::Serialize;

/// A language this library reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    En,
    /// Portuguese, Brazilian or European.
    Pt,
}

impl Language {
    /// The ISO 639-1 code: `en` or `pt`.
    pub fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Pt => "pt",
        }
    }
}
