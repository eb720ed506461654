//! Plain text and Markdown: the whole input is one document.

use std::io::{BufRead, Read};

use super::formats::{self, Setup};
use super::{Document, FrontMatter, broken_stream};
use crate::bytes;
use crate::error::{Error, ErrorKind, Result};
use crate::tokens::LONGEST_DOCUMENT;

/// Reads an input of one document.
#[derive(Debug)]
pub(super) struct Reader {
    done: bool,
    /// From the bytes to the document.
    document: fn(Vec<u8>) -> Result<Document>,
}

impl Reader {
    /// A reader of an input that is one document, as `document` makes it.
    pub(super) fn of(document: fn(Vec<u8>) -> Result<Document>) -> Box<dyn formats::Reader> {
        Box::new(Reader { done: false, document })
    }
}

/// A reader of text.
pub(super) fn open(_: &Setup<'_>) -> Box<dyn formats::Reader> {
    Reader::of(document)
}

impl formats::Reader for Reader {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        if std::mem::replace(&mut self.done, true) {
            return None;
        }
        Some(read_all(input, Vec::new()).and_then(self.document))
    }
}

/// All bytes of an input behind `head`, or an error where they are more than are read.
pub(super) fn read_all(input: &mut dyn BufRead, mut head: Vec<u8>) -> Result<Vec<u8>> {
    let room = (LONGEST_DOCUMENT + 1).saturating_sub(head.len());
    input.take(room as u64).read_to_end(&mut head).map_err(|error| broken_stream(&error))?;
    if head.len() > LONGEST_DOCUMENT {
        return Err(Error::new(ErrorKind::Malformed, format!("longer than {LONGEST_DOCUMENT} bytes; split it")));
    }
    Ok(head)
}

fn document(bytes: Vec<u8>) -> Result<Document> {
    let bytes::Decoded { text, warnings } = bytes::decode(bytes)?;
    let front = FrontMatter::find(&text);
    let date = front.and_then(|front| front.date(&text));
    #[cfg(feature = "formats")]
    let warnings = warnings.into_iter().chain(front.into_iter().flat_map(|front| super::status::cstate::warnings(&text, front))).collect();
    Ok(Document { text, date, warnings, ..Document::default() })
}
