//! A JSON file: one object that is a document, or a list of such objects.

use std::io::BufRead;

use serde_json::Value;

use super::formats::{self, Head, Setup};
#[cfg(feature = "formats")]
use super::status;
use super::{Document, Fields};
use crate::bytes;
use crate::error::{Error, ErrorKind, Result};

/// Reads the entries of one JSON value.
#[derive(Debug)]
struct Reader {
    fields: Fields,
    /// The incidents, where the value is the export of a status page or a tracker.
    #[cfg(feature = "formats")]
    incidents: Option<status::Incidents>,
    entries: std::iter::Enumerate<std::vec::IntoIter<Value>>,
    /// Is the value a list, whose entries have names of their own?
    listed: bool,
    begun: bool,
}

/// Is it a list of objects, or an object of more than one line?
pub(super) fn looks_like(head: &Head<'_>) -> bool {
    let (line, ended) = head.line();
    let rest = line.get(1..).unwrap_or_default().trim_ascii_start();
    match line.first() {
        Some(b'{') if rest.is_empty() => true,
        // A pretty-printed object breaks off at the end of its first line; anything else wrong is one broken row.
        Some(b'{') if rest.starts_with(b"\"") && ended => {
            serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err_and(|error| error.is_eof())
        }
        Some(b'[') => rest.is_empty() || rest.starts_with(b"{"),
        _ => false,
    }
}

/// A reader of one JSON value.
pub(super) fn open(setup: &Setup<'_>) -> Box<dyn formats::Reader> {
    Box::new(Reader {
        fields: setup.fields.clone(),
        #[cfg(feature = "formats")]
        incidents: None,
        entries: Vec::new().into_iter().enumerate(),
        listed: false,
        begun: false,
    })
}

impl formats::Reader for Reader {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        if !std::mem::replace(&mut self.begun, true)
            && let Err(error) = self.begin(input)
        {
            return Some(Err(error));
        }
        #[cfg(feature = "formats")]
        if let Some(incidents) = &mut self.incidents {
            return incidents.next();
        }
        let (number, entry) = self.entries.next()?;
        let document = self.fields.document_of(&entry);
        if !self.listed {
            return Some(document);
        }
        Some(match document {
            Ok(mut document) => {
                document.source = document.id.clone().unwrap_or_else(|| number.to_string());
                Ok(document)
            }
            Err(error) => Err(Error::new(error.kind(), format!("entry {number}: {}", error.message()))),
        })
    }
}

impl Reader {
    fn begin(&mut self, input: &mut dyn BufRead) -> Result<()> {
        let value = parse(input)?;
        #[cfg(feature = "formats")]
        let value = match status::incidents(value, &self.fields) {
            Ok(incidents) => {
                self.incidents = Some(incidents);
                return Ok(());
            }
            Err(value) => value,
        };
        self.listed = value.is_array();
        let entries = if let Value::Array(entries) = value { entries } else { vec![value] };
        self.entries = entries.into_iter().enumerate();
        Ok(())
    }
}

/// The JSON value that an input is.
pub(super) fn parse(input: &mut dyn BufRead) -> Result<Value> {
    let decoded = bytes::decode(super::text::read_all(input, Vec::new())?)?;
    serde_json::from_str(&decoded.text).map_err(|error| {
        let at = error.line();
        Error::new(ErrorKind::Malformed, format!("not valid JSON: {error}")).at_line(at)
    })
}
