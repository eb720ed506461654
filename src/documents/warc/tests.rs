use super::super::{Documents, Fields, InputFormat};
use super::*;

const REPORT: &str =
    "Status page\nThe API was down from 09:10 to 09:40 UTC because the disk was full. We restarted it; service was restored.\n";

/// A record with these headers and this body.
fn record(kind: &str, media: &str, uri: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2024-03-05T10:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:{uri}-id>\r\nContent-Type: {media}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body, b"\r\n\r\n"].concat()
}

fn wet(uri: &str, text: &str) -> Vec<u8> {
    record("conversion", "text/plain", uri, text.as_bytes())
}

fn answer(uri: &str, head: &str, body: &[u8]) -> Vec<u8> {
    record("response", "application/http; msgtype=response", uri, &[head.as_bytes(), b"\r\n\r\n", body].concat())
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::read::GzEncoder::new(bytes, flate2::Compression::fast());
    let mut out = Vec::new();
    packer.read_to_end(&mut out).expect("packed");
    out
}

/// What a crawl gives, in short: `entry=text` or the error; and what was left out.
fn read(name: &str, crawl: &[u8], filter: bool) -> (Vec<String>, Vec<(&'static str, usize)>) {
    let mut documents = Documents::open(name, crawl, InputFormat::Auto, &Fields::default());
    if !filter {
        documents = documents.unfiltered();
    }
    let found = documents
        .by_ref()
        .map(|item| {
            item.map_or_else(|error| format!("! {error}"), |document| format!("{}={}", document.source, document.text.replace('\n', "/")))
        })
        .collect();
    (found, documents.skipped().into_iter().collect())
}

#[test]
fn texts_of_a_crawl_one_packed_member_each() {
    let crawl = [
        packed(&record("warcinfo", "application/warc-fields", "", b"software: x")),
        packed(&wet("http://a.example/1", REPORT)),
        packed(&wet("http://b.example/", "Red shoes and blue shoes")),
        packed(&wet("http://c.example/", REPORT)),
    ]
    .concat();
    let (found, skipped) = read("x.warc.wet.gz", &crawl, true);
    let report = REPORT.replace('\n', "/");
    assert_eq!(found, [format!("x.warc.wet.gz#http://a.example/1={report}"), format!("x.warc.wet.gz#http://c.example/={report}")]);
    assert_eq!(skipped, [(crawl::REASON, 1)]);
    let (found, skipped) = read("x.warc.wet.gz", &crawl, false);
    assert_eq!((found.len(), skipped), (3, vec![]));
}

#[test]
fn what_a_record_says_of_itself() {
    let crawl = wet("http://a.example/1", REPORT);
    let found = Documents::open("c", crawl.as_slice(), InputFormat::Auto, &Fields::default()).next().expect("one").expect("a text");
    assert_eq!(found.id.as_deref(), Some("http://a.example/1-id"));
    assert_eq!(found.date.map(|date| date.to_string()).as_deref(), Some("2024-03-05T10:00:00"));
}

#[test]
fn pages_of_a_crawl() {
    let page = format!("<html><body><nav>Home</nav><p>{REPORT}</p></body></html>");
    let chunked = format!("{:x}\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n", 30, &page[..30], page.len() - 30, &page[30..]);
    let ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8";
    let crawl = [
        record("request", "application/http; msgtype=request", "p", b"GET / HTTP/1.1\r\n\r\n"),
        answer("plain", ok, page.as_bytes()),
        answer("chunked", &format!("{ok}\r\nTransfer-Encoding: chunked"), chunked.as_bytes()),
        answer("packed", &format!("{ok}\r\nContent-Encoding: gzip"), &packed(page.as_bytes())),
        answer("gone", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html", page.as_bytes()),
        answer("image", "HTTP/1.1 200 OK\r\nContent-Type: image/png", b"\x89PNG"),
        record("resource", "text/plain", "file", REPORT.as_bytes()),
    ]
    .concat();
    let (found, skipped) = read("x.warc", &crawl, true);
    let text = REPORT.trim_end().replace('\n', " ") + "/";
    let expected: Vec<String> = ["plain", "chunked", "packed"].map(|uri| format!("x.warc#{uri}={text}")).into();
    assert_eq!(found[..3], expected);
    assert_eq!(found[3], format!("x.warc#file={}", REPORT.replace('\n', "/")));
    assert_eq!(skipped, [("answer without a page", 1), ("neither a page nor text", 1)]);
}

#[test]
fn damage_is_one_error_and_the_rest_follows() {
    let mut crawl = wet("a", REPORT);
    crawl.extend_from_slice(b"garbage\r\nmore garbage\r\n");
    crawl.extend(wet("lost", REPORT));
    crawl.extend(wet("b", REPORT));
    crawl.extend_from_slice(b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: bare\r\n\r\n");
    crawl.extend(wet("c", REPORT));
    crawl.extend_from_slice(&wet("cut", REPORT)[..250]);
    let (found, _) = read("x.wet", &crawl, true);
    let short: Vec<&str> = found.iter().map(|item| item.split('=').next().unwrap_or_default()).collect();
    assert_eq!(
        short,
        [
            "x.wet#a",
            "! x.wet: what stands behind record 2 is no record; it was left out up to the next one",
            "x.wet#b",
            "! x.wet: record bare: it has no length (Content-Length)",
            "x.wet#c",
            "! x.wet: record cut: the crawl ends in the middle of this record",
        ]
    );
}
