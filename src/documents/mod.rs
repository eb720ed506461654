//! Documents: the texts that inputs hold, with what the input says about each.
//!
//! One reader per file format; all give documents (or what went wrong with one) in the order of the input.

#[cfg(feature = "formats")]
mod columns;
mod compression;
#[cfg(feature = "formats")]
mod crawl;
#[cfg(feature = "formats")]
mod csv;
#[cfg(feature = "formats")]
mod dates;
mod fields;
mod formats;
mod front_matter;
#[cfg(feature = "formats")]
mod html;
mod input;
mod json;
mod jsonl;
mod lines;
#[cfg(feature = "formats")]
mod mail;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "formats")]
mod status;
mod text;
#[cfg(feature = "formats")]
mod warc;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use jiff::civil;

use crate::error::{Error, ErrorKind, Result};

use compression::Unpacked;
pub use fields::Fields;
use formats::{Format, Reader, Setup};
pub(crate) use front_matter::FrontMatter;
use input::Peeked;

/// A text to read, and where it came from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// Path or stream name; inside a container `path#entry`.
    pub source: String,
    /// The document's own id where the input has one.
    pub id: Option<String>,
    /// The text, as given (for HTML and other containers: as extracted).
    pub text: String,
    /// When it was written, where the input says so.
    pub date: Option<civil::DateTime>,
    /// Does it come from an export that holds incidents alone? Then it is one, however few its words, unless it plans work.
    pub is_incident: bool,
    /// Does the export that it comes from say that the incident is not over? Then no update's clock is its end.
    pub is_open: bool,
    /// What went wrong while it was read, but did not stop it.
    pub warnings: Vec<String>,
}

impl Document {
    /// A document of `text` alone.
    pub fn new(text: impl Into<String>) -> Document {
        Document { text: text.into(), ..Document::default() }
    }
}

/// The format of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum InputFormat {
    /// By the name, else by the first bytes.
    #[default]
    Auto,
    /// Plain text: the whole input is one document.
    Text,
    /// Markdown, with or without front matter: the whole input is one document.
    Markdown,
    /// One JSON object a line, each a document.
    JsonLines,
    /// One JSON object that is a document, or a list of such.
    Json,
    /// A web page: its readable text is one document.
    Html,
    /// A table in text form, a row a document; whatever its delimiter.
    Csv,
    /// A Parquet file, a row a document.
    Parquet,
    /// One mail, or a mailbox (mbox): each mail is a document.
    Mail,
    /// JSON of a status page, an incident tool or a tracker, each incident a document.
    Statuspage,
    /// An Atom or RSS feed, each entry a document.
    Atom,
    /// An archive of web pages, each response a document.
    Warc,
    /// An archive of texts of web pages, each a document.
    Wet,
}

impl InputFormat {
    /// Can this build read it? Formats beyond text and JSON need the feature `formats`.
    pub fn is_readable(self) -> bool {
        self == InputFormat::Auto || formats::of(self).is_some()
    }
}

/// The documents of one input, read as they are asked for.
///
/// An item is an error where one entry is broken; the rest goes on. After an error of the stream itself nothing follows.
///
/// ```
/// use raiz::{Documents, Fields, InputFormat};
/// let feed = "{\"id\": 7, \"text\": \"The queue filled.\"}\n{\"id\": 8}\n";
/// let found: Vec<_> = Documents::open("feed.jsonl", feed.as_bytes(), InputFormat::Auto, &Fields::default()).collect();
/// assert_eq!(found[0].as_ref().unwrap().id.as_deref(), Some("7"));
/// assert_eq!(found[1].as_ref().unwrap_err().line(), Some(2));
/// ```
#[derive(Debug)]
pub struct Documents<R> {
    source: String,
    input: Peeked<Unpacked<R>>,
    /// None where this build cannot read it.
    format: Option<&'static Format>,
    fields: Fields,
    file: Option<File>,
    filter: bool,
    reader: Option<Box<dyn Reader>>,
    done: bool,
}

impl<R: BufRead> Documents<R> {
    /// Read the documents of `input`, which is called `source` in records and errors.
    ///
    /// gzip and zstd around it are taken off, and what is inside is what `format` speaks of.
    pub fn open(source: impl Into<String>, input: R, format: InputFormat, fields: &Fields) -> Documents<R> {
        let source = source.into();
        let asked = format != InputFormat::Auto;
        let input = Peeked::new(Unpacked::new(input), |head| asked || formats::tells_enough(&source, head));
        let format = match format {
            InputFormat::Auto => {
                let (head, whole) = input.head();
                Some(formats::recognise(&source, head, whole))
            }
            asked => formats::of(asked),
        };
        Documents { source, input, format, fields: fields.clone(), file: None, filter: true, reader: None, done: false }
    }

    /// Say that the input is `file` from front to back, so that a format that is not read in that order (Parquet) need not
    /// be taken whole.
    #[must_use]
    pub fn with_file(mut self, file: File) -> Documents<R> {
        self.file = Some(file);
        self
    }

    /// Read all texts of a crawl (WARC, WET), also those whose words show at once that they are no incident reports.
    #[must_use]
    pub fn unfiltered(mut self) -> Documents<R> {
        self.filter = false;
        self
    }

    /// How many entries have been left out so far, by reason.
    pub fn skipped(&self) -> BTreeMap<&'static str, usize> {
        self.reader.as_ref().map(|reader| reader.skipped().0).unwrap_or_default()
    }

    /// The next entry as its reader gives it.
    fn entry(&mut self) -> Option<Result<Document>> {
        let Some(format) = self.format else {
            let message = "this build of raiz cannot read this format; build it with the features `formats` and `parquet`";
            return (!std::mem::replace(&mut self.done, true)).then(|| Err(Error::new(ErrorKind::Usage, message)));
        };
        let setup = Setup { fields: &self.fields, file: self.file.as_ref(), filter: self.filter };
        self.reader.get_or_insert_with(|| (format.open)(&setup)).next(&mut self.input)
    }
}

impl Documents<BufReader<File>> {
    /// Read the documents of the file `path`.
    ///
    /// # Errors
    ///
    /// Fails where the file cannot be opened.
    pub fn open_path(path: impl AsRef<Path>, format: InputFormat, fields: &Fields) -> Result<Documents<BufReader<File>>> {
        let path = path.as_ref();
        let unreadable = |error: std::io::Error| Error::new(ErrorKind::Io, error.to_string()).at_path(path);
        let file = File::open(path).map_err(unreadable)?;
        let same = file.try_clone().map_err(unreadable)?;
        Ok(Documents::open(path.to_string_lossy(), BufReader::new(file), format, fields).with_file(same))
    }
}

impl<R: BufRead> Iterator for Documents<R> {
    type Item = Result<Document>;

    fn next(&mut self) -> Option<Result<Document>> {
        let item = self.entry()?;
        // A reader puts only the entry's name into `source`.
        Some(match item {
            Ok(mut document) => {
                document.source =
                    if document.source.is_empty() { self.source.clone() } else { format!("{}#{}", self.source, document.source) };
                Ok(document)
            }
            Err(error) => Err(error.at_path(&self.source)),
        })
    }
}

/// The error of a stream that broke off.
fn broken_stream(error: &std::io::Error) -> Error {
    Error::new(ErrorKind::Io, error.to_string())
}

#[cfg(test)]
mod tests;
