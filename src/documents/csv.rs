//! Tables in text form: commas, semicolons, tabs or bars between the cells, in any of the common encodings.
//!
//! A row at a time is in memory; a quote that is never closed is an error at its row, not a reason to read on for ever.

use std::io::{BufRead, Cursor};

use csv_core::ReadRecordResult;

use super::columns::Columns;
use super::formats::{self, Head, Setup};
use super::text::read_all;
use super::{Document, Fields, broken_stream};
use crate::bytes;
use crate::error::{Error, ErrorKind, Result};
use crate::tokens::LONGEST_DOCUMENT;

/// What may stand between cells.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// More columns than any table has.
const MOST_COLUMNS: usize = 1 << 16;
/// So many bytes, and so many rows, are looked at to find the delimiter.
const LOOK: usize = 64 * 1024;
const LOOK_ROWS: usize = 50;
/// Stands between the cells of a row that is decoded as a whole.
const BETWEEN: u8 = 0x1b;

/// Reads the rows of a table.
#[derive(Debug)]
struct Reader {
    fields: Fields,
    rows: Option<Rows>,
    columns: Columns,
    /// The whole table, where it is UTF-16 and had to be taken at once.
    decoded: Option<Cursor<Vec<u8>>>,
    done: bool,
}

/// A reader of tables.
pub(super) fn open(setup: &Setup<'_>) -> Box<dyn formats::Reader> {
    Box::new(Reader { fields: setup.fields.clone(), rows: None, columns: Columns::default(), decoded: None, done: false })
}

/// Is it a table with well-known columns?
pub(super) fn looks_like(head: &Head<'_>) -> bool {
    let (start, delimiter) = delimiter(head.bytes);
    let rows = sample(&head.bytes[start..], delimiter, head.whole);
    let [header, rows @ ..] = rows.as_slice() else { return false };
    let fitting = rows.iter().filter(|row| row.len() == header.len()).count();
    let names: Vec<String> = header.iter().map(|name| decoded(name)).collect();
    let named = header.len() > 1 && names.iter().all(|name| !name.trim().is_empty());
    named && (fitting > 0 || !head.whole) && fitting * 10 >= rows.len() * 9 && Columns::recognise(&names)
}

impl formats::Reader for Reader {
    fn next(&mut self, input: &mut dyn BufRead) -> Option<Result<Document>> {
        if self.done {
            return None;
        }
        if self.rows.is_none()
            && let Err(error) = self.begin(input)
        {
            self.done = true;
            return Some(Err(error));
        }
        let input: &mut dyn BufRead = match &mut self.decoded {
            Some(decoded) => decoded,
            None => input,
        };
        let rows = self.rows.as_mut()?;
        let line = rows.line();
        match rows.read(input) {
            Ok(true) => {}
            Ok(false) => {
                self.done = true;
                return None;
            }
            Err(error) => {
                self.done = true;
                return Some(Err(error.at_line(line)));
            }
        }
        Some(rows.cells().map(|cells| document(&self.columns, &cells, line)).map_err(|error| error.at_line(line)))
    }
}

fn document(columns: &Columns, cells: &[String], line: usize) -> Document {
    let mut document = columns.document(|at| cells.get(at).map(String::as_str));
    document.source = document.id.clone().unwrap_or_else(|| line.to_string());
    if cells.len() != columns.count {
        document.warnings.push(format!(
            "the row has {} cells, the table {} columns; is there a quote missing?",
            cells.len(),
            columns.count
        ));
    }
    document
}

impl Reader {
    /// Find the delimiter and read the line of names.
    fn begin(&mut self, input: &mut dyn BufRead) -> Result<()> {
        let head = input.fill_buf().map_err(|error| broken_stream(&error))?;
        if bytes::sniff_encoding(head) != encoding_rs::UTF_8 {
            let text = bytes::decode(read_all(input, Vec::new())?)?.text;
            self.decoded = Some(Cursor::new(text.into_bytes()));
        }
        let input: &mut dyn BufRead = match &mut self.decoded {
            Some(decoded) => decoded,
            None => input,
        };
        let head = input.fill_buf().map_err(|error| broken_stream(&error))?;
        let mark = if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let (start, delimiter) = delimiter(&head[mark..]);
        input.consume(mark + start);
        let mut rows = Rows::new(delimiter, usize::from(start > 0));
        if rows.read(input)? {
            let names = rows.cells()?;
            let found = Columns::find(&names, &self.fields).map_err(|error| error.at_line(1 + usize::from(start > 0)));
            self.columns = found?;
            // Where the semicolon is between cells the comma is in numbers, and the day comes first.
            self.columns.day_first(delimiter == b';');
        }
        self.rows = Some(rows);
        Ok(())
    }
}

/// Rows one after the other.
#[derive(Debug)]
struct Rows {
    core: csv_core::Reader,
    /// Lines above the table.
    above: usize,
    record: Vec<u8>,
    ends: Vec<usize>,
    /// Cells of the row read last.
    count: usize,
}

impl Rows {
    fn new(delimiter: u8, above: usize) -> Rows {
        let core = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        Rows { core, above, record: vec![0; 4096], ends: vec![0; 64], count: 0 }
    }

    /// Line at which the next row begins.
    fn line(&self) -> usize {
        self.core.line() as usize + self.above
    }

    /// Read the next row; `false` at the end.
    fn read(&mut self, input: &mut dyn BufRead) -> Result<bool> {
        let (mut written, mut ended) = (0, 0);
        loop {
            let found = match input.fill_buf() {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                found => found.map_err(|error| broken_stream(&error))?,
            };
            let (result, used, out, ends) = self.core.read_record(found, &mut self.record[written..], &mut self.ends[ended..]);
            input.consume(used);
            written += out;
            ended += ends;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if written < LONGEST_DOCUMENT => self.record.resize(written * 2, 0),
                ReadRecordResult::OutputEndsFull if ended < MOST_COLUMNS => self.ends.resize(ended * 2, 0),
                ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                    let message = "the row that begins here has no end within reason; is a quote never closed?";
                    return Err(Error::new(ErrorKind::Malformed, message));
                }
                ReadRecordResult::Record => {
                    self.count = ended;
                    return Ok(true);
                }
                ReadRecordResult::End => return Ok(false),
            }
        }
    }

    /// The bytes of the cells of the row.
    fn raw(&self) -> impl Iterator<Item = &[u8]> {
        let ends = &self.ends[..self.count];
        ends.iter().scan(0, |start, &end| Some(&self.record[std::mem::replace(start, end)..end]))
    }

    /// The cells of the row as text.
    fn cells(&self) -> Result<Vec<String>> {
        let valid: Option<Vec<String>> = self.raw().map(|cell| std::str::from_utf8(cell).ok().map(str::to_owned)).collect();
        if let Some(cells) = valid {
            return Ok(cells);
        }
        // The row as a whole shows better than a cell which encoding it is in.
        let mut row = Vec::new();
        for cell in self.raw() {
            row.extend(cell.iter().map(|&byte| if byte == BETWEEN { b' ' } else { byte }));
            row.push(BETWEEN);
        }
        row.pop();
        let text = bytes::decode(row)?.text;
        Ok(text.split(char::from(BETWEEN)).map(str::to_owned).collect())
    }
}

/// A name of a column, in UTF-8 or else in Windows-1252.
fn decoded(name: &[u8]) -> String {
    std::str::from_utf8(name).map_or_else(|_| encoding_rs::WINDOWS_1252.decode(name).0.into_owned(), str::to_owned)
}

/// Where the table begins, and what stands between its cells.
fn delimiter(head: &[u8]) -> (usize, u8) {
    let head = &head[..head.len().min(LOOK)];
    // Spreadsheets write `sep=;` above the table.
    if let Some([delimiter, rest @ ..]) = head.strip_prefix(b"sep=")
        && rest.starts_with(b"\r\n") | rest.starts_with(b"\n")
    {
        return (head.len() - rest.len() + if rest[0] == b'\r' { 2 } else { 1 }, *delimiter);
    }
    // The one that cuts most rows into as many cells as the first, and then the one that cuts it into most.
    let score = |&delimiter: &u8| {
        let rows = sample(head, delimiter, false);
        let columns = rows.first().map_or(0, Vec::len);
        let fitting = rows.iter().filter(|row| row.len() == columns).count();
        if columns < 2 { (0, 0) } else { (fitting * 20 / rows.len(), columns) }
    };
    let best = DELIMITERS.iter().rev().max_by_key(|delimiter| score(delimiter)).copied();
    (0, best.unwrap_or(b','))
}

/// The first rows of `head`, the last of them only where it is whole.
fn sample(head: &[u8], delimiter: u8, whole: bool) -> Vec<Vec<Vec<u8>>> {
    let mut rows = Rows::new(delimiter, 0);
    let mut input = head;
    let mut found = Vec::new();
    while found.len() < LOOK_ROWS && rows.read(&mut input).unwrap_or(false) {
        found.push(rows.raw().map(<[u8]>::to_vec).collect());
    }
    if input.is_empty() && !whole && found.len() > 1 {
        found.pop();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_found() {
        for (head, expected) in [
            ("id,text\n1,\"a; b; c\"\n2,x\n", b','),
            ("id;texto\r\n1;12,5 % caiu, e voltou\r\n2;x\r\n", b';'),
            ("id\ttext\n1\ta, b\n", b'\t'),
            ("id|text|tags\n1|a, b|c\n", b'|'),
            ("text\nonly one, column\n", b','),
            ("", b','),
        ] {
            assert_eq!(delimiter(head.as_bytes()), (0, expected), "{head}");
        }
        assert_eq!(delimiter(b"sep=|\r\nid,a|text\n"), (7, b'|'));
    }

    #[test]
    fn names_in_windows_1252_are_known() {
        assert!(looks_like(&Head { bytes: b"N\xfamero;T\xedtulo;Descri\xe7\xe3o\r\n1;a;b\r\n", whole: true }));
    }

    #[test]
    fn tables_are_told_from_prose() {
        let looks = |text: &str| looks_like(&Head { bytes: text.as_bytes(), whole: true });
        for table in ["id,text\n1,a\n", "number;short_description;description\nINC1;a;\"b\nc\"\n", "url\tdate\ttext\nu\t2024-01-01\tx"] {
            assert!(looks(table), "{table}");
        }
        for prose in [
            "At 9:00, text was down, id unknown\nWe restarted, and it was up\n",
            "text\nid\n",
            "date, text\n",
            "| id | text |\n|---|---|\n| 1 | a |\n",
        ] {
            assert!(!looks(prose), "{prose}");
        }
    }
}
