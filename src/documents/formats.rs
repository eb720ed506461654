//! The formats that are read: the names and contents each is recognised by, and its reader.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::BufRead;

#[cfg(feature = "parquet")]
use super::parquet;
use super::{Document, Fields, InputFormat, compression, json, jsonl, text};
#[cfg(feature = "formats")]
use super::{csv, html, mail, status, warc};
use crate::bytes;
use crate::error::Result;

/// Reads the documents of one input, one at a time.
pub(super) trait Reader: fmt::Debug + Send {
    /// The next document, or what is wrong with it; none at the end.
    ///
    /// `input` is the same stream at every call. A document's `source` is the name of its entry, empty where the input is
    /// one document. Errors carry the line where there is one; the path is put in by the caller.
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>>;

    /// What has been left out so far.
    fn skipped(&self) -> Skipped {
        Skipped::default()
    }
}

/// How many entries of an input were left out, by reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Skipped(pub(super) BTreeMap<&'static str, usize>);

impl Skipped {
    /// Count one entry.
    #[cfg(feature = "formats")]
    pub(super) fn add(&mut self, reason: &'static str) {
        *self.0.entry(reason).or_default() += 1;
    }
}

/// What a reader is made with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setup<'a> {
    /// Names of the fields that a container keeps a document in.
    pub(super) fields: &'a Fields,
    /// The file, where the input is one, as it is; for formats that are not read from front to back.
    #[cfg_attr(not(feature = "parquet"), allow(dead_code))]
    pub(super) file: Option<&'a File>,
    /// Are texts of crawls dropped that cannot be incident reports?
    #[cfg_attr(not(feature = "formats"), allow(dead_code))]
    pub(super) filter: bool,
}

/// A row of the table of formats.
pub(super) struct Format {
    /// What it is called.
    pub(super) name: InputFormat,
    /// How the names of such files end.
    endings: &'static [&'static str],
    /// Can an input that begins like this be one? Asked in the order of the table.
    looks: fn(&Head<'_>) -> bool,
    /// Its reader.
    pub(super) open: fn(&Setup<'_>) -> Box<dyn Reader>,
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

/// The formats of this build. What a name leaves open, and what has no name, is decided by the first row that looks like it.
const FORMATS: &[Format] = &[
    #[cfg(feature = "parquet")]
    Format { name: InputFormat::Parquet, endings: &["parquet", "pq"], looks: parquet::looks_like, open: parquet::open },
    Format { name: InputFormat::JsonLines, endings: &["json", "jsonl"], looks: jsonl::looks_like_many, open: jsonl::open },
    Format { name: InputFormat::Json, endings: &["json"], looks: json::looks_like, open: json::open },
    Format { name: InputFormat::JsonLines, endings: &["jsonl", "ndjson", "jsonlines"], looks: jsonl::looks_like, open: jsonl::open },
    #[cfg(feature = "formats")]
    Format { name: InputFormat::Wet, endings: &["wet", "warc"], looks: warc::looks_like_wet, open: warc::open },
    #[cfg(feature = "formats")]
    Format { name: InputFormat::Warc, endings: &["warc"], looks: warc::looks_like, open: warc::open },
    #[cfg(feature = "formats")]
    Format { name: InputFormat::Mail, endings: &["eml", "mbox", "mbx"], looks: mail::looks_like, open: mail::open },
    #[cfg(feature = "formats")]
    Format { name: InputFormat::Atom, endings: &["atom", "rss"], looks: status::feed::looks_like, open: status::feed::open },
    // Asked for by name alone: the readers of JSON know such exports themselves.
    #[cfg(feature = "formats")]
    Format { name: InputFormat::Statuspage, endings: &[], looks: |_| false, open: status::open },
    #[cfg(feature = "formats")]
    Format { name: InputFormat::Html, endings: &["html", "htm", "xhtml"], looks: html::looks_like, open: html::open },
    #[cfg(feature = "formats")]
    Format { name: InputFormat::Csv, endings: &["csv", "tsv", "tab", "psv"], looks: csv::looks_like, open: csv::open },
    Format { name: InputFormat::Markdown, endings: &["md", "markdown", "mdx", "mkd"], looks: |_| false, open: text::open },
    Format { name: InputFormat::Text, endings: &["txt", "text"], looks: |_| true, open: text::open },
];

/// The beginning of an input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    /// Its bytes, without a byte-order mark; UTF-16 has been made UTF-8.
    pub(super) bytes: &'a [u8],
    /// Is this all of the input?
    pub(super) whole: bool,
}

impl<'a> Head<'a> {
    /// The first line that is not empty, trimmed, and whether its end is there.
    pub(super) fn line(self) -> (&'a [u8], bool) {
        let rest = self.bytes.trim_ascii_start();
        match rest.iter().position(|&byte| byte == b'\n') {
            Some(end) => (rest[..end].trim_ascii(), true),
            None => (rest.trim_ascii(), self.whole),
        }
    }
}

/// The format of the input that is called `source` and begins with `head`.
pub(super) fn recognise(source: &str, head: &[u8], whole: bool) -> &'static Format {
    let encoding = bytes::sniff_encoding(head);
    let decoded = (encoding != encoding_rs::UTF_8).then(|| encoding.decode(head).0);
    let bytes = decoded.as_ref().map_or_else(|| head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head), |text| text.as_bytes());
    let head = Head { bytes, whole };
    let ending = ending(source);
    let named = || FORMATS.iter().filter(|format| format.endings.contains(&ending.as_str()));
    let last = named().next_back();
    let mut open = FORMATS.iter().filter(|format| last.is_none() || format.endings.contains(&ending.as_str()));
    // The last row takes everything.
    open.find(|format| (format.looks)(&head)).or(last).unwrap_or(&FORMATS[FORMATS.len() - 1])
}

/// Is the format told by a head that is no longer than this? It is by a line that is a whole JSON object, where the name says
/// nothing, so that a stream which is fed line by line is read line by line.
pub(super) fn tells_enough(source: &str, head: &[u8]) -> bool {
    let (line, ended) = Head { bytes: head, whole: false }.line();
    ended && line.starts_with(b"{") && line.ends_with(b"}") && ending(source).is_empty()
}

/// The row of a format; none where this build cannot read it.
pub(super) fn of(name: InputFormat) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// How a name ends, in lower case, behind its last dot.
fn ending(source: &str) -> String {
    let source = compression::unpacked_name(source);
    let name = source.rsplit(['/', '\\']).next().unwrap_or(source);
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognised(source: &str, content: &[u8]) -> InputFormat {
        recognise(source, content, true).name
    }

    #[test]
    fn the_name_decides_first() {
        for (name, expected) in [
            ("feed.jsonl", InputFormat::JsonLines),
            ("a/b/FEED.NDJSON", InputFormat::JsonLines),
            ("x.json", InputFormat::Json),
            ("2024-05-01.md", InputFormat::Markdown),
            ("note.txt", InputFormat::Text),
        ] {
            assert_eq!(recognised(name, b"{\"text\": \"a\"}\n"), expected, "{name}");
        }
    }

    #[test]
    fn content_decides_what_a_name_leaves_open() {
        assert_eq!(recognised("x.json", b"{\"text\": \"a\"}\n{\"text\": \"b\"}\n"), InputFormat::JsonLines);
        assert_eq!(recognised("x.json", b"<html>busy</html>"), InputFormat::Json);
    }

    #[test]
    fn the_first_line_decides_else() {
        let cases: [(&[u8], InputFormat); 11] = [
            (b"{\"text\": \"a\"}\n{\"text\": \"b\"}\n", InputFormat::JsonLines),
            (b"{\"text\": \"a\"}", InputFormat::JsonLines),
            (b"\xef\xbb\xbf{\"text\": \"a\"}", InputFormat::JsonLines),
            (b"\r\n\n{\"text\": \"a\"}", InputFormat::JsonLines),
            (b"{\"text\" \"a\"}\n{\"text\": \"b\"}\n", InputFormat::JsonLines),
            (b"\xfe\xff\0{\0\n\0\"\0a\0\"\0:\x001\0}", InputFormat::Json),
            (b"{\n \"text\": \"a\"\n}", InputFormat::Json),
            (b"{\"id\": 1,\n \"text\": \"a\"\n}", InputFormat::Json),
            (b"[{\"text\": \"a\"}]", InputFormat::Json),
            (b"[12:04] paging the on-call engineer\n", InputFormat::Text),
            (b"{{< status >}}\nThe disk was full.\n", InputFormat::Text),
        ];
        for (content, expected) in cases {
            assert_eq!(recognised("<stdin>", content), expected, "{}", String::from_utf8_lossy(content));
        }
    }

    #[test]
    fn a_first_line_without_its_end_is_a_row() {
        assert_eq!(recognise("<stdin>", b"{\"text\": \"a long ", false).name, InputFormat::JsonLines);
        assert_eq!(recognise("<stdin>", b"{\"text\": \"cut off", true).name, InputFormat::Json);
    }
}
