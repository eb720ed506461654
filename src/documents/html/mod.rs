//! Web pages: their readable text, with its blocks, and what they say about themselves.
//!
//! A page is read as a stream of tags, without a tree, so that no nesting is too deep and time is linear.

mod elements;
mod page;
mod writer;

use encoding_rs::Encoding;

use super::formats::{self, Head, Setup};
use super::text::Reader;
use super::{Document, fields};
use crate::bytes::{self, Decoded};
use crate::error::Result;

/// So many bytes are searched for the name of the encoding.
const ENCODING_LOOK: usize = 4096;

/// A reader of pages.
pub(super) fn open(_: &Setup<'_>) -> Box<dyn formats::Reader> {
    Reader::of(|bytes| document(bytes, None))
}

/// Does it begin as a page?
pub(super) fn looks_like(head: &Head<'_>) -> bool {
    let mut rest = head.bytes.trim_ascii_start();
    // Declarations and comments come before the first element.
    while rest.starts_with(b"<?xml") || rest.starts_with(b"<!--") {
        let end: &[u8] = if rest.starts_with(b"<?xml") { b"?>" } else { b"-->" };
        let Some(at) = memchr::memmem::find(rest, end) else { return false };
        rest = rest[at + end.len()..].trim_ascii_start();
    }
    ["<!doctype html", "<html", "<head>", "<body", "<meta ", "<title>"]
        .iter()
        .any(|start| rest.get(..start.len()).is_some_and(|rest| rest.eq_ignore_ascii_case(start.as_bytes())))
}

/// The document in the bytes of a page; `encoding` is the name of the encoding where its carrier told it.
pub(super) fn document(bytes: Vec<u8>, encoding: Option<&str>) -> Result<Document> {
    let Decoded { text, warnings } = decode(bytes, encoding)?;
    let page = page::read(&text);
    let date = page.date.as_deref().and_then(fields::parse_date);
    Ok(Document { text: page.text, date, warnings, ..Document::default() })
}

/// The readable text of a piece of markup.
pub(super) fn text(markup: &str) -> String {
    page::read(markup).text
}

fn decode(bytes: Vec<u8>, encoding: Option<&str>) -> Result<Decoded> {
    if bytes::sniff_encoding(&bytes) != encoding_rs::UTF_8 || std::str::from_utf8(&bytes).is_ok() {
        return bytes::decode(bytes);
    }
    let told = encoding.map(str::as_bytes).or_else(|| declared(&bytes[..bytes.len().min(ENCODING_LOOK)]));
    match told.and_then(Encoding::for_label) {
        Some(encoding) if encoding != encoding_rs::UTF_8 && encoding != encoding_rs::REPLACEMENT => {
            let (text, _) = encoding.decode_without_bom_handling(&bytes);
            Ok(bytes::repair(Decoded { text: text.into_owned(), warnings: Vec::new() }))
        }
        _ => bytes::decode(bytes),
    }
}

/// The encoding that `<meta charset=...>` names, in either of its forms.
fn declared(head: &[u8]) -> Option<&[u8]> {
    let at = memchr::memmem::find(head, b"charset=")? + "charset=".len();
    let rest = head[at..].strip_prefix(b"\"").or(head[at..].strip_prefix(b"'")).unwrap_or(&head[at..]);
    let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'_'))?;
    Some(&rest[..end])
}

#[cfg(test)]
mod tests;
