//! JSON Lines: one object a line, read line by line, so that a feed of any length needs the memory of one line.

use std::io::{BufRead, Cursor};

use super::formats::{self, Head, Setup};
#[cfg(feature = "formats")]
use super::status;
use super::{Document, Fields, lines};
use crate::bytes;
use crate::error::{Error, ErrorKind, Result};
use crate::tokens::LONGEST_DOCUMENT;

/// Reads the lines of a feed.
#[derive(Debug)]
struct Reader {
    /// The whole feed, where it is UTF-16 and had to be taken at once.
    decoded: Option<Cursor<Vec<u8>>>,
    fields: Fields,
    /// Incidents of a line that is the export of a status page or a tracker.
    #[cfg(feature = "formats")]
    incidents: Option<status::Incidents>,
    /// Number of the line read last, from 1.
    line: usize,
    done: bool,
    buffer: Vec<u8>,
}

/// Is the first line an object, or meant to be one?
pub(super) fn looks_like(head: &Head<'_>) -> bool {
    let (line, _) = head.line();
    line.strip_prefix(b"{").is_some_and(|rest| matches!(rest.trim_ascii_start().first(), Some(b'"' | b'}')))
}

/// Is the first line an object, and another one in the next?
pub(super) fn looks_like_many(head: &Head<'_>) -> bool {
    let (line, ended) = head.line();
    let rest = head.bytes.trim_ascii_start().get(line.len()..).unwrap_or_default().trim_ascii_start();
    ended && line.ends_with(b"}") && looks_like(head) && looks_like(&Head { bytes: rest, whole: head.whole })
}

/// A reader of JSON Lines.
pub(super) fn open(setup: &Setup<'_>) -> Box<dyn formats::Reader> {
    Box::new(Reader {
        decoded: None,
        fields: setup.fields.clone(),
        #[cfg(feature = "formats")]
        incidents: None,
        line: 0,
        done: false,
        buffer: Vec::new(),
    })
}

impl formats::Reader for Reader {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        #[cfg(feature = "formats")]
        if let Some(item) = self.incidents.as_mut().and_then(Iterator::next) {
            return Some(item.map_err(|error| error.at_line(self.line)));
        }
        while !self.done {
            match self.read_line(input) {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error.at_line(self.line))),
            }
            let number = self.line;
            if let Some(item) = self.document() {
                #[cfg(feature = "formats")]
                let item = if item.is_err() { self.incident().unwrap_or(item) } else { item };
                return Some(item.map_err(|error| error.at_line(number)));
            }
        }
        None
    }
}

impl Reader {
    /// Read the next line into the buffer; `false` at the end.
    fn read_line(&mut self, input: &mut dyn BufRead) -> Result<bool> {
        self.line += 1;
        let from: &mut dyn BufRead = match &mut self.decoded {
            Some(decoded) => decoded,
            None => input,
        };
        let read = lines::read(from, &mut self.buffer, LONGEST_DOCUMENT).inspect_err(|_| self.done = true)?;
        if self.line == 1 && self.decoded.is_none() && bytes::sniff_encoding(&self.buffer) != encoding_rs::UTF_8 {
            // Bytes of UTF-16 cannot be cut into lines.
            let all = super::text::read_all(input, std::mem::take(&mut self.buffer)).inspect_err(|_| self.done = true)?;
            let text = bytes::decode(all).inspect_err(|_| self.done = true)?.text;
            self.decoded = Some(Cursor::new(text.into_bytes()));
            self.line = 0;
            return self.read_line(input);
        }
        if read == lines::Read::TooLong {
            return Err(Error::new(ErrorKind::Malformed, format!("a line of more than {LONGEST_DOCUMENT} bytes")));
        }
        self.done = read == lines::Read::End;
        Ok(!self.done)
    }

    /// The first incident of the line that the buffer holds, where it is an export of some shape; the others are kept for later.
    #[cfg(feature = "formats")]
    fn incident(&mut self) -> Option<Result<Document>> {
        let text = bytes::decode(self.buffer.clone()).ok()?.text;
        let value = serde_json::from_str(&text).ok()?;
        let incidents = status::incidents(value, &self.fields).ok()?;
        self.incidents.insert(incidents.of_line(self.line)).next()
    }

    /// The document in the line that the buffer holds; none in an empty line.
    fn document(&mut self) -> Option<Result<Document>> {
        let mut line = self.buffer.as_slice();
        if self.line == 1 {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            return None;
        }
        let parsed = match std::str::from_utf8(line) {
            Ok(json) => self.fields.document(json),
            Err(_) => bytes::decode(line.to_vec()).and_then(|decoded| {
                let mut document = self.fields.document(&decoded.text)?;
                document.warnings.splice(0..0, decoded.warnings);
                Ok(document)
            }),
        };
        Some(parsed.map(|mut document| {
            document.source = document.id.clone().unwrap_or_else(|| self.line.to_string());
            document
        }))
    }
}
