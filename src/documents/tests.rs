use std::io::{self, BufReader, Read};

use super::*;

fn read(source: &str, content: &[u8]) -> Vec<Result<Document>> {
    Documents::open(source, content, InputFormat::Auto, &Fields::default()).collect()
}

/// What a feed gives, in short: `source=text` or the error.
fn shown(source: &str, content: &[u8]) -> Vec<String> {
    read(source, content)
        .into_iter()
        .map(|item| item.map_or_else(|error| format!("! {error}"), |document| format!("{}={}", document.source, document.text)))
        .collect()
}

#[test]
fn a_broken_line_does_not_stop_the_feed() {
    let feed =
        b"\xef\xbb\xbf{\"text\": \"one\", \"id\": \"a\"}\r\n\r\n{\"text\": \n{\"body\": \"x\"}\n{\"text\": null}\n[1]\n{\"text\": \"two\"}";
    let found = shown("f.jsonl", feed);
    assert_eq!(found[0], "f.jsonl#a=one");
    assert!(found[1].starts_with("! f.jsonl:3: not a JSON object: EOF"), "{}", found[1]);
    assert_eq!(found[2], "! f.jsonl:4: no field `text`; there is `body`");
    assert_eq!(found[3], "! f.jsonl:5: field `text` is null, not a string");
    assert!(found[4].starts_with("! f.jsonl:6: not a JSON object"), "{}", found[4]);
    assert_eq!(found[5], "f.jsonl#7=two");
    assert_eq!(found.len(), 6);
}

#[test]
fn fields_are_found_by_name() {
    let fields = Fields { text: "body".into(), id: "key".into(), date: "when".into() };
    let feed =
        "{\"body\": \"b\", \"text\": \"t\", \"key\": 12, \"when\": \"2021-02-03T04:05:06Z\"}\n{\"body\": \"c\", \"when\": \"then\"}\n";
    let found: Vec<_> =
        Documents::open("<stdin>", feed.as_bytes(), InputFormat::JsonLines, &fields).map(|item| item.expect("a document")).collect();
    assert_eq!((found[0].id.as_deref(), found[0].text.as_str()), (Some("12"), "b"));
    assert_eq!(found[0].date.map(|date| date.to_string()).as_deref(), Some("2021-02-03T04:05:06"));
    assert_eq!(found[0].source, "<stdin>#12");
    assert_eq!((found[1].date, found[1].warnings.len()), (None, 1));
}

#[test]
fn feeds_in_other_encodings() {
    let feed = "{\"id\": 1, \"text\": \"indisponível\"}\n{\"id\": 2, \"text\": \"às 9h\"}\n";
    let expected = ["f#1=indisponível", "f#2=às 9h"];
    assert_eq!(shown("f", feed.as_bytes()), expected);
    for mark in ["\u{feff}", ""] {
        let little: Vec<u8> = mark.encode_utf16().chain(feed.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = mark.encode_utf16().chain(feed.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            let found: Vec<_> = Documents::open("f", bytes.as_slice(), InputFormat::JsonLines, &Fields::default())
                .map(|item| item.expect("a document").text)
                .collect();
            assert_eq!(found, ["indisponível", "às 9h"]);
        }
    }
    let latin = b"{\"id\": 1, \"text\": \"instala\xe7\xe3o\"}\n";
    let found = read("f", latin).remove(0).expect("a document");
    assert_eq!((found.text.as_str(), found.warnings.len()), ("instalação", 1));
}

#[test]
fn json_values_and_lists() {
    assert_eq!(shown("a.json", b"{\n \"text\": \"one\"\n}"), ["a.json=one"]);
    assert_eq!(shown("a.json", b"[{\"text\": \"one\"}, 5, {\"text\": \"two\", \"id\": \"z\"}]").len(), 3);
    assert_eq!(shown("a.json", b"[{\"text\": \"one\"}, {\"text\": \"two\", \"id\": \"z\"}]"), ["a.json#0=one", "a.json#z=two"]);
    assert!(shown("a.json", b"{\"text\": ")[0].starts_with("! a.json:1: not valid JSON"));
    assert!(
        shown("a.json", b"<html>busy</html>")[0].starts_with("! a.json:1: not valid JSON"),
        "an error page is an error, not an empty feed"
    );
    assert!(shown("a.json", b"[]").is_empty());
}

#[test]
fn text_is_kept_as_given() {
    let text = "---\ndate: 2024-01-02\n---\r\n# Fila\r\n";
    let found = read("x/y.md", text.as_bytes()).remove(0).expect("a document");
    assert_eq!((found.text.as_str(), found.source.as_str()), (text, "x/y.md"));
    assert_eq!(found.date, Some(civil::date(2024, 1, 2).at(0, 0, 0, 0)));
    assert_eq!(shown("notes", b""), ["notes="]);
    assert_eq!(shown("notes", b"\n\nplain\n"), ["notes=\n\nplain\n"]);
    assert!(shown("notes", b"\x7fELF\0\0")[0].starts_with("! notes: binary"));
}

/// A stream that breaks off after its content.
struct Breaking<'a>(&'a [u8]);

impl Read for Breaking<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::Error::other("cable pulled")) } else { self.0.read(buffer) }
    }
}

#[test]
fn a_broken_stream_is_said_once() {
    for content in ["", "{\"text\": \"a\"}\n", "plain text"] {
        let found: Vec<_> =
            Documents::open("s", BufReader::new(Breaking(content.as_bytes())), InputFormat::Auto, &Fields::default()).collect();
        let errors: Vec<_> = found.iter().filter_map(|item| item.as_ref().err()).collect();
        assert_eq!(errors.len(), 1, "{content}");
        assert_eq!(errors[0].kind(), ErrorKind::Io);
    }
}

/// Every format that this build reads.
const ALL: [InputFormat; 13] = [
    InputFormat::Auto,
    InputFormat::Text,
    InputFormat::Markdown,
    InputFormat::JsonLines,
    InputFormat::Json,
    InputFormat::Html,
    InputFormat::Csv,
    InputFormat::Parquet,
    InputFormat::Mail,
    InputFormat::Statuspage,
    InputFormat::Atom,
    InputFormat::Warc,
    InputFormat::Wet,
];

/// Beginnings that lead into the readers, and pieces that mean something to them.
const PIECES: [&str; 34] = [
    "From a@x Tue Mar  5 09:10:00 2024\n",
    "Subject: =?utf-8?q?down=21?=\n",
    "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n",
    "Content-Type: text/html; charset=latin1\n",
    "Content-Transfer-Encoding: base64\n\nPHA+",
    "Date: Tue, 31 Feb 2024 25:61:00 +9900\n\n",
    "WARC/1.0\r\nWARC-Type: response\r\n",
    "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\n",
    "Content-Type: application/http\r\nContent-Length: 60\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n",
    "Content-Length: 18446744073709551615\r\n\r\n",
    "ffffffffffffffff\r\n",
    "<html><body><table><tr><td>",
    "</table></td></ul>",
    "<ul><li><pre><code>",
    "<!-- <script> ]]>",
    "&#x110000;&notit;&",
    "<time datetime='2024-13-45T99:99'>",
    "id,text,date\n",
    "1,\"The disk\nwas full\",06/02/2024\n",
    "a;b;c\n\";\"\"\n",
    "sep=;\r\n",
    "{\"id\": 1, \"text\": \"a\"}\n",
    "[{\"text\": \"\\ud800\"},",
    "---\ndate: 2024-01-02\n---\n",
    "\u{feff}",
    "PAR1",
    "\u{1f}\u{8b}\u{8}",
    "\u{0}",
    "\r\n\r\n",
    "<?xml version='1.0'?><feed><entry>",
    "\u{301}\u{200d}é",
    "The API was down from 14:02 to 14:40 UTC. ",
    "9999999999999",
];

proptest::proptest! {
    #[test]
    fn whatever_the_bytes_they_come_to_an_end(
        pieces in proptest::collection::vec(0..PIECES.len(), 0..12),
        noise in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..40),
        at in 0..12_usize,
    ) {
        let mut bytes = Vec::new();
        for (number, &piece) in pieces.iter().enumerate() {
            if number == at {
                bytes.extend_from_slice(&noise);
            }
            bytes.extend_from_slice(PIECES[piece].as_bytes());
        }
        for format in ALL {
            let documents = Documents::open("x", bytes.as_slice(), format, &Fields::default()).unfiltered();
            proptest::prop_assert!(documents.take(10_000).count() < 10_000, "{format:?}: no end");
        }
    }
}
