//! JSON Lines: one object a line, read line by line, so that a feed of any length needs the memory of one line.

use std::io::{BufRead, Read};

use super::{Document, Fields, broken_stream};
use crate::bytes;
use crate::error::{Error, ErrorKind, Result};
use crate::tokens::LONGEST_DOCUMENT;

/// Reads the lines of a feed.
#[derive(Debug)]
pub(super) struct Reader<R> {
    input: R,
    /// Bytes that were read to tell the format: whole lines.
    head: std::io::Cursor<Vec<u8>>,
    fields: Fields,
    /// Number of the line read last, from 1.
    line: usize,
    done: bool,
    buffer: Vec<u8>,
}

impl<R: BufRead> Reader<R> {
    /// Read `head` and then the rest of `input`.
    pub(super) fn new(input: R, head: Vec<u8>, fields: Fields) -> Reader<R> {
        Reader { input, head: std::io::Cursor::new(head), fields, line: 0, done: false, buffer: Vec::new() }
    }

    pub(super) fn next(&mut self) -> Option<Result<Document>> {
        while !self.done {
            match self.read_line() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error.at_line(self.line))),
            }
            let number = self.line;
            if let Some(item) = self.document() {
                return Some(item.map_err(|error| error.at_line(number)));
            }
        }
        None
    }

    /// Read the next line into the buffer; `false` at the end.
    fn read_line(&mut self) -> Result<bool> {
        self.buffer.clear();
        self.line += 1;
        let limit = LONGEST_DOCUMENT as u64 + 1;
        let mut read = self.head.by_ref().take(limit).read_until(b'\n', &mut self.buffer).unwrap_or_default();
        if !self.buffer.ends_with(b"\n") {
            read += self.input.by_ref().take(limit - read as u64).read_until(b'\n', &mut self.buffer).map_err(|error| {
                self.done = true;
                broken_stream(&error)
            })?;
        }
        if self.line == 1 && bytes::sniff_encoding(&self.buffer) != encoding_rs::UTF_8 {
            self.decode_all()?;
            return self.read_line();
        }
        if self.buffer.len() > LONGEST_DOCUMENT {
            self.skip_line();
            return Err(Error::new(ErrorKind::Malformed, format!("a line of more than {LONGEST_DOCUMENT} bytes")));
        }
        self.done = read == 0;
        Ok(read > 0)
    }

    /// Bytes of UTF-16 cannot be cut into lines: take the whole input, as UTF-8.
    fn decode_all(&mut self) -> Result<()> {
        self.done = true;
        let mut all = std::mem::take(&mut self.buffer);
        let head = self.head.position() as usize;
        all.extend_from_slice(self.head.get_ref().get(head..).unwrap_or_default());
        let all = super::text::read_all(&mut self.input, all)?;
        self.head = std::io::Cursor::new(bytes::decode(all)?.text.into_bytes());
        self.line = 0;
        self.done = false;
        Ok(())
    }

    fn skip_line(&mut self) {
        loop {
            let (used, ended) = match self.input.fill_buf() {
                Ok([]) | Err(_) => {
                    self.done = true;
                    return;
                }
                Ok(buffer) => match buffer.iter().position(|&byte| byte == b'\n') {
                    Some(at) => (at + 1, true),
                    None => (buffer.len(), false),
                },
            };
            self.input.consume(used);
            if ended {
                return;
            }
        }
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
