//! Crawls: WARC with the answers of servers, WET with the texts of pages.
//!
//! One record at a time is in memory. Records of other kinds (requests, metadata) hold no documents and are passed over;
//! answers without a page, and texts that the filter drops, are counted.

use std::io::{BufRead, Read};

use super::formats::{self, Head, Setup, Skipped};
use super::{Document, broken_stream, crawl, fields, html, lines};
use crate::bytes;
use crate::error::{Error, ErrorKind, Result};
use crate::tokens::LONGEST_DOCUMENT;

/// A header line of more bytes is none.
const LONGEST_HEADER: usize = 64 * 1024;
/// So much room is kept from one record to the next.
const KEPT: usize = 1 << 20;
/// Headers of an answer that are read.
const MOST_HEADERS: usize = 256;

/// Reads the records of a crawl.
#[derive(Debug)]
struct Reader {
    /// Are texts dropped that cannot be incident reports?
    filter: bool,
    skipped: Skipped,
    done: bool,
    /// Records read so far.
    count: usize,
    line: Vec<u8>,
    /// The body of the record, and room for a text that is decoded.
    body: Vec<u8>,
}

/// A reader of crawls.
pub(super) fn open(setup: &Setup<'_>) -> Box<dyn formats::Reader> {
    let (line, body) = (Vec::new(), Vec::new());
    Box::new(Reader { filter: setup.filter, skipped: Skipped::default(), done: false, count: 0, line, body })
}

/// Does it begin with a record of pages?
pub(super) fn looks_like(head: &Head<'_>) -> bool {
    head.bytes.starts_with(b"WARC/")
}

/// Does it begin with a record of texts?
pub(super) fn looks_like_wet(head: &Head<'_>) -> bool {
    looks_like(head) && memchr::memmem::find(head.bytes, b"WARC-Type: conversion").is_some()
}

/// What the headers of a record say.
#[derive(Debug, Default)]
struct Record {
    kind: String,
    uri: Option<String>,
    id: Option<String>,
    date: Option<String>,
    media: String,
    length: Option<u64>,
}

impl formats::Reader for Reader {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        while !self.done {
            match self.record(input) {
                Ok(None) => {}
                Ok(Some(document)) => return Some(Ok(document)),
                Err(error) => {
                    self.done |= error.kind() == ErrorKind::Io;
                    return Some(Err(error));
                }
            }
        }
        None
    }

    fn skipped(&self) -> Skipped {
        self.skipped.clone()
    }
}

impl Reader {
    /// Read the next record; none where it holds no document.
    fn record(&mut self, input: &mut dyn BufRead) -> Result<Option<Document>> {
        let Some(record) = self.headers(input)? else {
            self.done = true;
            return Ok(None);
        };
        let number = self.count;
        let named = |error: Error| {
            let name = record.uri.clone().unwrap_or_else(|| number.to_string());
            Error::new(error.kind(), format!("record {name}: {}", error.message()))
        };
        let length = record.length.ok_or_else(|| named(Error::new(ErrorKind::Malformed, "it has no length (Content-Length)")))?;
        if !matches!(record.kind.as_str(), "response" | "resource" | "conversion") {
            skip(input, length)?;
            return Ok(None);
        }
        if length > LONGEST_DOCUMENT as u64 {
            skip(input, length)?;
            return Err(named(Error::new(ErrorKind::Malformed, format!("longer than {LONGEST_DOCUMENT} bytes"))));
        }
        self.body.clear();
        self.body.shrink_to(KEPT);
        input.take(length).read_to_end(&mut self.body).map_err(|error| broken_stream(&error))?;
        if (self.body.len() as u64) < length {
            self.done = true;
            return Err(named(Error::new(ErrorKind::Malformed, "the crawl ends in the middle of this record")));
        }
        let document = match record.kind.as_str() {
            "conversion" => self.text(record.media.as_str()),
            _ => self.page(&record),
        };
        let Some(mut document) = document.map_err(named)? else { return Ok(None) };
        document.source = record.uri.unwrap_or_else(|| number.to_string());
        document.id = record.id;
        document.date = document.date.or_else(|| record.date.as_deref().and_then(fields::parse_date));
        Ok(Some(document))
    }

    /// The headers of the next record; none at the end. What stands before it and is no record is one error.
    fn headers(&mut self, input: &mut dyn BufRead) -> Result<Option<Record>> {
        let mut astray = false;
        loop {
            if lines::read(input, &mut self.line, LONGEST_HEADER)? == lines::Read::End {
                return if astray { Err(astray_error(self.count)) } else { Ok(None) };
            }
            if self.line.starts_with(b"WARC/") {
                break;
            }
            astray |= !self.line.trim_ascii().is_empty();
        }
        self.count += 1;
        let mut record = Record::default();
        loop {
            let read = lines::read(input, &mut self.line, LONGEST_HEADER)?;
            let line = self.line.trim_ascii();
            if read == lines::Read::End || line.is_empty() {
                break;
            }
            let Some(colon) = memchr::memchr(b':', line) else { continue };
            let value = || String::from_utf8_lossy(line[colon + 1..].trim_ascii()).into_owned();
            match line[..colon].to_ascii_lowercase().as_slice() {
                b"warc-type" => record.kind = value().to_ascii_lowercase(),
                b"warc-target-uri" => record.uri = Some(value().trim_matches(['<', '>']).to_owned()),
                b"warc-record-id" => record.id = Some(value().trim_matches(['<', '>']).trim_start_matches("urn:uuid:").to_owned()),
                b"warc-date" => record.date = Some(value()),
                b"content-type" => record.media = value().to_ascii_lowercase(),
                b"content-length" => record.length = value().parse().ok(),
                _ => {}
            }
        }
        if astray {
            // The record behind the damage is lost with it: one error, and on with the next.
            skip(input, record.length.unwrap_or_default())?;
            return Err(astray_error(self.count));
        }
        Ok(Some(record))
    }

    /// The document in a text of a page.
    fn text(&mut self, media: &str) -> Result<Option<Document>> {
        if !media.is_empty() && !media.starts_with("text/plain") {
            self.skipped.add("no text in the record");
            return Ok(None);
        }
        if self.dropped(crawl::may_report) {
            return Ok(None);
        }
        let bytes::Decoded { text, warnings } = bytes::decode(std::mem::take(&mut self.body))?;
        Ok(Some(Document { text, warnings, ..Document::default() }))
    }

    /// The document in the answer of a server, or in a resource.
    fn page(&mut self, record: &Record) -> Result<Option<Document>> {
        let mut media = record.media.clone();
        if media.starts_with("application/http") {
            let Some(answer) = answer(&self.body)? else {
                self.skipped.add("answer without a page");
                return Ok(None);
            };
            media = answer.media;
            self.body = answer.body;
        }
        let (kind, rest) = media.split_once(';').unwrap_or((&media, ""));
        let encoding = rest.split_once("charset=").map(|(_, name)| name.trim_matches(['"', '\'', ' ', ';']));
        let page = match kind.trim() {
            "text/html" | "application/xhtml+xml" => true,
            "text/plain" | "text/markdown" => false,
            "" => html::looks_like(&Head { bytes: &self.body, whole: true }),
            _ => {
                self.skipped.add("neither a page nor text");
                return Ok(None);
            }
        };
        // What has none of the words has none of them with its markup taken off.
        if self.dropped(if page { crawl::markup_may_report } else { crawl::may_report }) {
            return Ok(None);
        }
        let body = std::mem::take(&mut self.body);
        if !page {
            let bytes::Decoded { text, warnings } = bytes::decode(body)?;
            return Ok(Some(Document { text, warnings, ..Document::default() }));
        }
        let document = html::document(body, encoding)?;
        if document.text.trim().is_empty() {
            self.skipped.add("page without text");
            return Ok(None);
        }
        Ok((!self.dropped(|_| crawl::may_report(document.text.as_bytes()))).then_some(document))
    }

    /// Count what the filter drops.
    fn dropped(&mut self, passes: impl FnOnce(&[u8]) -> bool) -> bool {
        let dropped = self.filter && !passes(&self.body);
        if dropped {
            self.skipped.add(crawl::REASON);
        }
        dropped
    }
}

fn astray_error(count: usize) -> Error {
    if count == 0 {
        return Error::new(ErrorKind::Malformed, "there is no WARC record in it");
    }
    Error::new(ErrorKind::Malformed, format!("what stands behind record {count} is no record; it was left out up to the next one"))
}

/// Pass over `length` bytes.
fn skip(input: &mut dyn BufRead, length: u64) -> Result<()> {
    std::io::copy(&mut input.take(length), &mut std::io::sink()).map(|_| ()).map_err(|error| broken_stream(&error))
}

/// What a server answered.
struct Answer {
    media: String,
    body: Vec<u8>,
}

/// Take an answer apart; none where it is no page.
fn answer(bytes: &[u8]) -> Result<Option<Answer>> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let start = match response.parse(bytes) {
        Ok(httparse::Status::Complete(start)) => start,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(error) => return Err(Error::new(ErrorKind::Malformed, format!("its answer is no HTTP: {error}"))),
    };
    if response.code != Some(200) {
        return Ok(None);
    }
    let header = |name: &str| {
        let found = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name));
        found.map(|header| String::from_utf8_lossy(header.value).trim().to_ascii_lowercase()).unwrap_or_default()
    };
    let mut body = bytes[start..].to_vec();
    // Most crawlers store the body as it was meant, whatever the headers say; what looks packed is unpacked.
    if header("transfer-encoding").contains("chunked")
        && let Some(joined) = unchunked(&body)
    {
        body = joined;
    }
    if body.starts_with(b"\x1f\x8b\x08") {
        let mut unpacked = Vec::new();
        let read = flate2::read::MultiGzDecoder::new(body.as_slice()).take(LONGEST_DOCUMENT as u64 + 1).read_to_end(&mut unpacked);
        if unpacked.len() > LONGEST_DOCUMENT {
            return Err(Error::new(ErrorKind::Malformed, format!("longer than {LONGEST_DOCUMENT} bytes when unpacked")));
        }
        read.map_err(|error| Error::new(ErrorKind::Malformed, format!("its gzip is broken: {error}")))?;
        body = unpacked;
    }
    Ok(Some(Answer { media: header("content-type"), body }))
}

/// The chunks of a body as one; none where it is not in chunks.
fn unchunked(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::with_capacity(rest.len());
    while let Ok(httparse::Status::Complete((start, size))) = httparse::parse_chunk_size(rest) {
        let size = usize::try_from(size).ok()?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(start..start.checked_add(size)?)?);
        rest = rest.get(start + size..)?.strip_prefix(b"\r\n")?;
    }
    None
}

#[cfg(test)]
mod tests;
