//! Picking the text, the id and the date out of a JSON object, by the names of the fields.

use std::fmt;

use jiff::{Timestamp, civil};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::{Document, FrontMatter};
use crate::bytes::{self, Decoded};
use crate::error::{Error, ErrorKind, Result};

/// The names of the fields that containers keep a document in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    /// The field with the text.
    pub text: String,
    /// The field with the document's own id.
    pub id: String,
    /// The field with the date it was written.
    pub date: String,
}

impl Default for Fields {
    fn default() -> Fields {
        Fields { text: "text".to_owned(), id: "id".to_owned(), date: "date".to_owned() }
    }
}

impl Fields {
    /// The document in the JSON object `json`; its source is left empty.
    pub(super) fn document(&self, json: &str) -> Result<Document> {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let picked = PickFields(self).deserialize(&mut deserializer).and_then(|picked| deserializer.end().map(|()| picked));
        picked.map_err(|error| Error::new(ErrorKind::Malformed, format!("not a JSON object: {error}")))?.document(self)
    }

    /// The document in a JSON object that is parsed already; its source is left empty.
    pub(super) fn document_of(&self, value: &Value) -> Result<Document> {
        let picked = PickFields(self).deserialize(value);
        picked.map_err(|error| Error::new(ErrorKind::Malformed, format!("not a JSON object: {error}")))?.document(self)
    }
}

/// The three values, and the names of the others in case one is missing.
#[derive(Debug, Default)]
struct Picked {
    text: Option<Value>,
    id: Option<Value>,
    date: Option<Value>,
    others: Vec<String>,
}

impl Picked {
    fn document(self, fields: &Fields) -> Result<Document> {
        let text = match self.text {
            Some(Value::String(text)) => text,
            Some(other) => {
                let message = format!("field `{}` is {}, not a string", fields.text, type_name(&other));
                return Err(Error::new(ErrorKind::Malformed, message));
            }
            None => {
                let there = if self.others.is_empty() { "none".to_owned() } else { format!("`{}`", self.others.join("`, `")) };
                return Err(Error::new(ErrorKind::Malformed, format!("no field `{}`; there is {there}", fields.text)));
            }
        };
        let Decoded { text, mut warnings } = bytes::repair(Decoded { text, warnings: Vec::new() });
        let id = match self.id {
            None | Some(Value::Null) => None,
            Some(Value::String(id)) => Some(id),
            Some(other) => Some(other.to_string()),
        };
        let date = match &self.date {
            None | Some(Value::Null) => None,
            Some(value) => {
                let date = date_of(value);
                if date.is_none() {
                    warnings.push(format!("field `{}` is no date that is understood: {value}", fields.date));
                }
                date
            }
        };
        let date = date.or_else(|| FrontMatter::find(&text).and_then(|front| front.date(&text)));
        Ok(Document { id, text, date, warnings, ..Document::default() })
    }
}

/// Reads an object, keeping the wanted fields alone, so that rows with many large fields cost little.
struct PickFields<'a>(&'a Fields);

impl<'de> DeserializeSeed<'de> for PickFields<'_> {
    type Value = Picked;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Picked, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for PickFields<'_> {
    type Value = Picked;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Picked, A::Error> {
        let mut picked = Picked::default();
        while let Some(key) = map.next_key::<String>()? {
            // The same column may serve twice, such as a date that is the id too; the first use named wins.
            if key == self.0.text {
                picked.text = Some(map.next_value()?);
            } else if key == self.0.id {
                picked.id = Some(map.next_value()?);
            } else if key == self.0.date {
                picked.date = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
                if picked.others.len() < 12 {
                    picked.others.push(key);
                }
            }
        }
        Ok(picked)
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The local date and time that a field states: ISO 8601 or RFC 2822 text, or seconds or milliseconds since 1970.
pub(super) fn date_of(value: &Value) -> Option<civil::DateTime> {
    match value {
        Value::String(text) => parse_date(text),
        Value::Number(number) => {
            let number = number.as_i64()?;
            // Seconds reach this in the year 5138, milliseconds passed it in 1973.
            let stamp = if number.abs() >= 100_000_000_000 { Timestamp::from_millisecond(number) } else { Timestamp::from_second(number) };
            Some(jiff::tz::TimeZone::UTC.to_datetime(stamp.ok()?))
        }
        _ => None,
    }
}

/// Read a date or a date and time; an offset is dropped, the clock stays as written.
pub(super) fn parse_date(text: &str) -> Option<civil::DateTime> {
    let text = text.trim();
    if let Ok(pieces) = jiff::fmt::temporal::DateTimeParser::new().parse_pieces(text) {
        return Some(pieces.date().to_datetime(pieces.time().unwrap_or_default()));
    }
    if let Ok(zoned) = jiff::fmt::rfc2822::parse(text) {
        return Some(zoned.datetime());
    }
    // `2024-05-01 10:22:33 UTC`, `2024-05-01 10:22:33 +0100`: what is behind the clock is no use here.
    let (head, _) = text.rsplit_once(' ')?;
    head.contains('-').then(|| jiff::fmt::temporal::DateTimeParser::new().parse_datetime(head).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_the_forms_that_exports_use() {
        for (text, expected) in [
            ("2024-05-01", "2024-05-01T00:00:00"),
            ("2024-05-01T10:22:33Z", "2024-05-01T10:22:33"),
            ("2016-06-02T10:43:09.551-04:00", "2016-06-02T10:43:09.551"),
            ("2024-05-01 10:22:33", "2024-05-01T10:22:33"),
            ("2024-05-01 10:22:33 UTC", "2024-05-01T10:22:33"),
            ("Wed, 29 Oct 2025 16:00:00 +0100", "2025-10-29T16:00:00"),
        ] {
            assert_eq!(parse_date(text).map(|date| date.to_string()).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "soon", "12", "13/14/2022"] {
            assert_eq!(parse_date(text), None, "{text}");
        }
        assert_eq!(date_of(&Value::from(1_700_000_000)).map(|date| date.to_string()).as_deref(), Some("2023-11-14T22:13:20"));
        assert_eq!(date_of(&Value::from(1_700_000_000_000_i64)), date_of(&Value::from(1_700_000_000)));
    }
}
