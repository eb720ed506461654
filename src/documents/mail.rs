//! Mails: one (EML), or a mailbox of them (mbox); the text part where there is one, else the page.

use std::borrow::Cow;
use std::io::BufRead;

use jiff::civil;
use mail_parser::{Message, MessageParser, MessagePartId, PartType};

use super::formats::{self, Head, Setup};
use super::{Document, html, lines};
use crate::error::{Error, ErrorKind, Result};
use crate::tokens::LONGEST_DOCUMENT;

/// Headers that mail programs write and people do not.
const TECHNICAL: [&str; 6] = ["mime-version", "message-id", "received", "return-path", "delivered-to", "content-transfer-encoding"];

/// Reads the mails of an input.
#[derive(Debug, Default)]
struct Reader {
    /// Is it a mailbox?
    mailbox: bool,
    begun: bool,
    done: bool,
    /// Mails read so far.
    count: usize,
    /// Lines read so far.
    line: usize,
    buffer: Vec<u8>,
}

/// A reader of mails.
pub(super) fn open(_: &Setup<'_>) -> Box<dyn formats::Reader> {
    Box::new(Reader::default())
}

/// Does it begin with the headers of a mail?
pub(super) fn looks_like(head: &Head<'_>) -> bool {
    let mut lines = head.bytes.split(|&byte| byte == b'\n');
    let mut technical = false;
    for (number, line) in lines.by_ref().take(200).enumerate() {
        let line = line.trim_ascii_end();
        if line.is_empty() {
            return technical && number > 1;
        }
        if number == 0 && is_separator(line) || number > 0 && line.starts_with(b" ") || line.starts_with(b"\t") {
            continue;
        }
        let Some(colon) = memchr::memchr(b':', line) else { return false };
        let name = &line[..colon];
        if name.is_empty() || !name.iter().all(u8::is_ascii_graphic) {
            return false;
        }
        technical |= TECHNICAL.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
    }
    technical && lines.next().is_none()
}

impl formats::Reader for Reader {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        while !self.done {
            let from = self.line + 1;
            match self.read(input) {
                Ok(Some(mail)) => {
                    self.count += 1;
                    let number = self.count;
                    let item = document(&mail).ok_or_else(|| Error::new(ErrorKind::Malformed, "no mail: it has no headers"));
                    return Some(match item {
                        Ok(mut document) if self.mailbox => {
                            document.source = document.id.clone().unwrap_or_else(|| number.to_string());
                            Ok(document)
                        }
                        item => item.map_err(|error| error.at_line(from)),
                    });
                }
                Ok(None) => {}
                Err(error) => return Some(Err(error.at_line(from))),
            }
        }
        None
    }
}

impl Reader {
    /// The bytes of the next mail.
    fn read(&mut self, input: &mut dyn BufRead) -> Result<Option<Vec<u8>>> {
        let mut mail = Vec::new();
        let mut blank = true;
        loop {
            let room = LONGEST_DOCUMENT.saturating_sub(mail.len());
            let read = lines::read(input, &mut self.buffer, room.max(1024)).inspect_err(|_| self.done = true)?;
            if read == lines::Read::End {
                self.done = true;
                break;
            }
            self.line += 1;
            // A mail in a mailbox begins behind an empty line.
            if blank && is_separator(&self.buffer) && (self.mailbox || !self.begun) {
                self.mailbox = true;
                self.begun = true;
                if mail.iter().all(u8::is_ascii_whitespace) {
                    mail.clear();
                    continue;
                }
                break;
            }
            self.begun = true;
            blank = self.buffer.trim_ascii().is_empty();
            if read == lines::Read::TooLong || self.buffer.len() > room {
                self.done = !self.mailbox;
                return Err(Error::new(ErrorKind::Malformed, format!("a mail of more than {LONGEST_DOCUMENT} bytes")));
            }
            // Mailboxes write `>From` for a line of text that begins like the first line of a mail.
            let quotes = self.buffer.iter().take_while(|&&byte| byte == b'>').count();
            let quoted = self.mailbox && quotes > 0 && self.buffer[quotes..].starts_with(b"From ");
            mail.extend_from_slice(&self.buffer[usize::from(quoted)..]);
        }
        Ok((!mail.iter().all(u8::is_ascii_whitespace)).then_some(mail))
    }
}

/// Is it the line above a mail in a mailbox, `From`, an address and a date such as `Tue Mar  5 09:10:00 2024`?
fn is_separator(line: &[u8]) -> bool {
    let mut words = line.strip_prefix(b"From ").unwrap_or_default().trim_ascii().split(|&byte| byte == b' ').rev();
    let year = words.by_ref().take(2).any(|word| word.len() == 4 && word.iter().all(u8::is_ascii_digit));
    year && line.windows(3).any(|three| three[0].is_ascii_digit() && three[1] == b':' && three[2].is_ascii_digit())
}

/// A mail as a document: the subject above its text.
fn document(bytes: &[u8]) -> Option<Document> {
    let mail = MessageParser::default().parse(bytes)?;
    let mut text = String::new();
    if let Some(subject) = mail.subject() {
        text = format!("# {}\n\n", subject.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let plain = parts(&mail, &mail.text_body);
    let body = if plain.trim().is_empty() { parts(&mail, &mail.html_body) } else { plain };
    text.push_str(body.trim_start_matches(['\n', ' ']));
    let date = mail.date().and_then(|date| {
        let number = |value: u8| i8::try_from(value).ok();
        let day = civil::Date::new(i16::try_from(date.year).ok()?, number(date.month)?, number(date.day)?).ok()?;
        let clock = civil::Time::new(number(date.hour)?, number(date.minute)?, number(date.second)?.min(59), 0).ok()?;
        Some(day.to_datetime(clock))
    });
    Some(Document { id: mail.message_id().map(str::to_owned), text, date, ..Document::default() })
}

/// The text of body parts, one below the other.
fn parts(mail: &Message<'_>, parts: &[MessagePartId]) -> String {
    let mut text = String::new();
    for part in parts.iter().filter_map(|&part| mail.part(part)) {
        let part: Cow<'_, str> = match &part.body {
            PartType::Text(plain) if plain.contains('\r') => plain.replace("\r\n", "\n").into(),
            PartType::Text(plain) => Cow::Borrowed(plain),
            PartType::Html(page) => html::text(page).into(),
            _ => continue,
        };
        if !text.is_empty() && !text.ends_with("\n\n") {
            text.push_str("\n\n");
        }
        text.push_str(&part);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(mails: &[u8]) -> Vec<Document> {
        let (mut reader, mut input) = (Reader::default(), mails);
        std::iter::from_fn(|| formats::Reader::next(&mut reader, &mut input)).map(|item| item.expect("a mail")).collect()
    }

    #[test]
    fn parts_and_encodings() {
        let mail = "Message-ID: <7@ops.example>\r\nDate: Tue, 5 Mar 2024 09:10:00 -0300\r\nSubject: =?utf-8?q?Fila_cheia_=C3=A0s_9h?=\r\n\
                    MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>\r\n\
                    --b\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nA fila n=E3o dr=\r\nenou.\r\n--b--\r\n";
        let found = read(mail.as_bytes()).remove(0);
        assert_eq!(found.text.trim_end(), "# Fila cheia às 9h\n\nA fila não drenou.");
        assert_eq!((found.id.as_deref(), found.source.as_str()), (Some("7@ops.example"), ""));
        assert_eq!(found.date.map(|date| date.to_string()).as_deref(), Some("2024-03-05T09:10:00"));
        let page = "Subject: Down\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\nPHA+RGlzayBmdWxsPC9wPg==\n";
        assert_eq!(read(page.as_bytes())[0].text, "# Down\n\nDisk full\n");
    }

    #[test]
    fn mailboxes_are_cut_at_their_separators() {
        let mailbox = "From a@x Tue Mar  5 09:10:00 2024\nSubject: one\n\nThe disk\n>From the log: full\n\nFrom then on: down\n\nFrom b@x Wed Mar  6 09:10:00 2024 +0100\nSubject: two\n\nUp.\n";
        let found: Vec<_> = read(mailbox.as_bytes()).into_iter().map(|mail| (mail.source, mail.text)).collect();
        let expected = [("1", "# one\n\nThe disk\nFrom the log: full\n\nFrom then on: down\n\n"), ("2", "# two\n\nUp.\n")];
        assert_eq!(found, expected.map(|(source, text)| (source.to_owned(), text.to_owned())));
    }

    #[test]
    fn mails_are_told_from_texts() {
        let looks = |text: &str| looks_like(&Head { bytes: text.as_bytes(), whole: true });
        assert!(looks("Received: from a\n by b\nMessage-ID: <1>\nSubject: x\n\nText"));
        assert!(looks("From a@x Tue Mar  5 09:10:00 2024\nReturn-Path: <a>\nSubject: x\n\nText"));
        for text in ["Subject: Outage\nDate: today\n\nText", "From then on:\nReceived: nothing\nwas up\n\n", "Received: all\n\nText"] {
            assert!(!looks(text), "{text}");
        }
    }
}
