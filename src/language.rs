//! Which of the two languages a text is written in, if any.

use serde::Serialize;

use crate::tokens::Token;

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

/// A detected language and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detection {
    /// English, Portuguese, or neither.
    pub language: Option<Language>,
    /// 0 (a guess) to 1 (certain).
    pub confidence: f64,
}

/// Decide the language of `text`.
pub(crate) fn detect(text: &str, _tokens: &[Token]) -> Detection {
    let allowed = vec![whatlang::Lang::Eng, whatlang::Lang::Por, whatlang::Lang::Spa];
    let found = whatlang::Detector::with_allowlist(allowed).detect(text);
    let language = match found.as_ref().map(whatlang::Info::lang) {
        Some(whatlang::Lang::Eng) => Some(Language::En),
        Some(whatlang::Lang::Por) => Some(Language::Pt),
        _ => None,
    };
    Detection { language, confidence: found.map_or(0.0, |info| info.confidence()) }
}
