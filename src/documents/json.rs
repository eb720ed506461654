//! A JSON file: one object that is a document, or a list of such objects.

use std::io::BufRead;

use serde_json::Value;

use super::{Document, Fields};
use crate::bytes;
use crate::error::{Error, ErrorKind, Result};

/// Reads the entries of one JSON value.
#[derive(Debug)]
pub(super) struct Reader<R> {
    input: Option<(R, Vec<u8>)>,
    fields: Fields,
    entries: std::iter::Enumerate<std::vec::IntoIter<Value>>,
    /// Is the value a list, whose entries have names of their own?
    listed: bool,
}

impl<R: BufRead> Reader<R> {
    /// Read `head` and then the rest of `input`.
    pub(super) fn new(input: R, head: Vec<u8>, fields: Fields) -> Reader<R> {
        Reader { input: Some((input, head)), fields, entries: Vec::new().into_iter().enumerate(), listed: false }
    }

    pub(super) fn next(&mut self) -> Option<Result<Document>> {
        if let Some((input, head)) = self.input.take() {
            match parse(input, head) {
                Ok(Value::Array(entries)) => {
                    self.listed = true;
                    self.entries = entries.into_iter().enumerate();
                }
                Ok(value) => self.entries = vec![value].into_iter().enumerate(),
                Err(error) => return Some(Err(error)),
            }
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

fn parse(input: impl BufRead, head: Vec<u8>) -> Result<Value> {
    let decoded = bytes::decode(super::text::read_all(input, head)?)?;
    serde_json::from_str(&decoded.text).map_err(|error| {
        let at = error.line();
        Error::new(ErrorKind::Malformed, format!("not valid JSON: {error}")).at_line(at)
    })
}
