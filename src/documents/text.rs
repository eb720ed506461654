//! Plain text and Markdown: the whole input is one document.

use std::io::{BufRead, Read};

use super::{Document, FrontMatter, broken_stream};
use crate::bytes;
use crate::error::{Error, ErrorKind, Result};
use crate::tokens::LONGEST_DOCUMENT;

/// Reads an input of one text.
#[derive(Debug)]
pub(super) struct Reader<R> {
    input: Option<(R, Vec<u8>)>,
}

impl<R: BufRead> Reader<R> {
    /// Read `head` and then the rest of `input`.
    pub(super) fn new(input: R, head: Vec<u8>) -> Reader<R> {
        Reader { input: Some((input, head)) }
    }

    pub(super) fn next(&mut self) -> Option<Result<Document>> {
        let (input, head) = self.input.take()?;
        Some(read_all(input, head).and_then(document))
    }
}

/// All bytes of an input, or an error where they are more than are read.
pub(super) fn read_all(input: impl BufRead, mut head: Vec<u8>) -> Result<Vec<u8>> {
    let room = (LONGEST_DOCUMENT + 1).saturating_sub(head.len());
    input.take(room as u64).read_to_end(&mut head).map_err(|error| broken_stream(&error))?;
    if head.len() > LONGEST_DOCUMENT {
        return Err(Error::new(ErrorKind::Malformed, format!("longer than {LONGEST_DOCUMENT} bytes; split it")));
    }
    Ok(head)
}

fn document(bytes: Vec<u8>) -> Result<Document> {
    let bytes::Decoded { text, warnings } = bytes::decode(bytes)?;
    let date = FrontMatter::find(&text).and_then(|front| front.date(&text));
    Ok(Document { text, date, warnings, ..Document::default() })
}
