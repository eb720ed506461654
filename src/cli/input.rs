//! From the paths on the command line to documents, one at a time.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::bail;
use ignore::WalkBuilder;
use raiz::{Document, Documents, Error, ErrorKind, Fields, InputFormat};

use super::args::{self, Reading};

/// What stands for standard input on the command line.
const STANDARD_INPUT: &str = "-";
/// Name of standard input in records and messages.
const STANDARD_INPUT_NAME: &str = "<stdin>";

/// Endings of files that a folder of reports may hold beside them, and what to call them.
const NO_TEXT: [(&str, &[&str]); 4] = [
    ("image", &["avif", "bmp", "gif", "heic", "ico", "jpeg", "jpg", "png", "svg", "tif", "tiff", "webp"]),
    ("sound or film", &["avi", "flac", "m4a", "mkv", "mov", "mp3", "mp4", "ogg", "wav", "webm"]),
    ("office document", &["doc", "docx", "key", "odp", "ods", "odt", "pdf", "ppt", "pptx", "xls", "xlsx"]),
    ("style or script", &["css", "js", "map", "ttf", "woff", "woff2"]),
];

/// The documents of all inputs, in their order; folders are walked in the order of their names.
///
/// What cannot be read comes as an error in its place, and the next input follows.
pub(crate) struct Inputs {
    queue: VecDeque<PathBuf>,
    format: InputFormat,
    fields: Fields,
    /// Are all texts of crawls read?
    unfiltered: bool,
    /// Absolute path of the output: not to be read while it is written.
    output: Option<PathBuf>,
    folder: Option<Folder>,
    open: Option<Open>,
    /// What was left out, by reason: files of folders that are no text, texts of crawls that are no reports.
    pub(crate) skipped: BTreeMap<&'static str, usize>,
}

/// An input that is being read.
struct Open {
    source: String,
    documents: Documents<Box<dyn BufRead + Send>>,
    /// Has it held anything at all?
    fruitful: bool,
}

impl Open {
    fn next(&mut self) -> Option<Result<Document, Error>> {
        match self.documents.next() {
            Some(Ok(document)) if document.text.trim().is_empty() => {
                self.fruitful = true;
                Some(Err(Error::new(ErrorKind::Malformed, "empty: there is no text to read").at_path(document.source)))
            }
            None if !self.fruitful && self.documents.skipped().is_empty() => {
                self.fruitful = true;
                Some(Err(Error::new(ErrorKind::Malformed, "empty: there is no document in it").at_path(&self.source)))
            }
            item => {
                self.fruitful = true;
                item
            }
        }
    }
}

/// A folder that is being walked.
struct Folder {
    path: PathBuf,
    walk: ignore::Walk,
    /// Has it held anything to read?
    fruitful: bool,
}

impl Inputs {
    /// The inputs named by `paths`; standard input where there are none.
    pub(crate) fn new(paths: &[PathBuf], reading: &Reading, output: Option<&Path>) -> anyhow::Result<Inputs> {
        let mut queue: VecDeque<PathBuf> = paths.iter().cloned().collect();
        if queue.is_empty() {
            queue.push_back(STANDARD_INPUT.into());
        }
        let usual = Fields::default();
        let format = input_format(reading.input_format);
        if !format.is_readable() {
            let name =
                clap::ValueEnum::to_possible_value(&reading.input_format).map_or_else(String::new, |name| name.get_name().to_owned());
            bail!("--input-format {name}: this build cannot read it");
        }
        Ok(Inputs {
            queue,
            format,
            fields: Fields {
                text: reading.text_field.clone().unwrap_or(usual.text),
                id: reading.id_field.clone().unwrap_or(usual.id),
                date: reading.date_field.clone().unwrap_or(usual.date),
            },
            unfiltered: reading.no_crawl_filter,
            output: output.and_then(|path| fs::canonicalize(path).ok()),
            folder: None,
            open: None,
            skipped: BTreeMap::new(),
        })
    }

    fn open(&mut self, source: &str, input: impl BufRead + Send + 'static, file: Option<File>) {
        let input: Box<dyn BufRead + Send> = Box::new(input);
        let mut documents = Documents::open(source, input, self.format, &self.fields);
        if self.unfiltered {
            documents = documents.unfiltered();
        }
        if let Some(file) = file {
            documents = documents.with_file(file);
        }
        self.open = Some(Open { source: source.to_owned(), documents, fruitful: false });
    }

    fn open_file(&mut self, path: &Path) -> Result<(), Error> {
        let file = File::open(path).map_err(|error| unreadable(path, &error))?;
        let same = file.try_clone().ok();
        self.open(&path.to_string_lossy(), BufReader::new(file), same);
        Ok(())
    }

    /// Begin the next input; an error stands for one that cannot be read.
    fn begin(&mut self, path: PathBuf) -> Result<(), Error> {
        if path.as_os_str() == STANDARD_INPUT {
            self.open(STANDARD_INPUT_NAME, BufReader::new(io::stdin()), None);
            return Ok(());
        }
        let data = fs::metadata(&path).map_err(|error| unreadable(&path, &error))?;
        if data.is_dir() {
            // Hidden files are left out; what `.gitignore` says is about building, not about reading.
            let walk = WalkBuilder::new(&path).standard_filters(false).hidden(true).follow_links(true).sort_by_file_path(Path::cmp).build();
            self.folder = Some(Folder { path, walk, fruitful: false });
            return Ok(());
        }
        self.open_file(&path)
    }

    /// Go to the folder's next file; `None` where the folder is done.
    fn next_in_folder(&mut self) -> Option<Result<(), Error>> {
        loop {
            let folder = self.folder.as_mut()?;
            let entry = match folder.walk.next() {
                Some(Ok(entry)) => entry,
                Some(Err(error)) if is_loop(&error) => {
                    *self.skipped.entry("link back to a folder above it").or_default() += 1;
                    continue;
                }
                Some(Err(error)) => {
                    folder.fruitful = true;
                    return Some(Err(Error::new(ErrorKind::Io, error.to_string())));
                }
                None => {
                    let (path, fruitful) = (folder.path.clone(), folder.fruitful);
                    self.folder = None;
                    return (!fruitful).then(|| Err(Error::new(ErrorKind::Io, "nothing to read in this folder").at_path(path)));
                }
            };
            // Devices and pipes in a folder would wait for ever.
            if !entry.file_type().is_some_and(|kind| kind.is_file()) {
                continue;
            }
            let path = entry.path();
            if let Some(reason) = no_text(path) {
                *self.skipped.entry(reason).or_default() += 1;
                continue;
            }
            if self.output.is_some() && fs::canonicalize(path).ok() == self.output {
                *self.skipped.entry("the output itself").or_default() += 1;
                continue;
            }
            folder.fruitful = true;
            let path = path.to_path_buf();
            return Some(self.open_file(&path));
        }
    }
}

impl Iterator for Inputs {
    type Item = Result<Document, Error>;

    fn next(&mut self) -> Option<Result<Document, Error>> {
        loop {
            if let Some(open) = &mut self.open {
                if let Some(item) = open.next() {
                    return Some(item);
                }
                for (reason, count) in open.documents.skipped() {
                    *self.skipped.entry(reason).or_default() += count;
                }
                self.open = None;
            }
            let begun = if let Some(begun) = self.next_in_folder() {
                begun
            } else {
                let path = self.queue.pop_front()?;
                self.begin(path)
            };
            if let Err(error) = begun {
                return Some(Err(error));
            }
        }
    }
}

/// The library's name of a format.
fn input_format(format: args::InputFormat) -> InputFormat {
    match format {
        args::InputFormat::Auto => InputFormat::Auto,
        args::InputFormat::Text => InputFormat::Text,
        args::InputFormat::Markdown => InputFormat::Markdown,
        args::InputFormat::Html => InputFormat::Html,
        args::InputFormat::Jsonl => InputFormat::JsonLines,
        args::InputFormat::Json => InputFormat::Json,
        args::InputFormat::Csv => InputFormat::Csv,
        args::InputFormat::Parquet => InputFormat::Parquet,
        args::InputFormat::Mail => InputFormat::Mail,
        args::InputFormat::Statuspage => InputFormat::Statuspage,
        args::InputFormat::Atom => InputFormat::Atom,
        args::InputFormat::Warc => InputFormat::Warc,
        args::InputFormat::Wet => InputFormat::Wet,
    }
}

/// What a file that is no text by its name is; `None` where it may be text.
fn no_text(path: &Path) -> Option<&'static str> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    NO_TEXT.iter().find(|(_, endings)| endings.contains(&ending.as_str())).map(|(reason, _)| *reason)
}

/// Is it a link to a folder that it lies in? What the folder holds is read where it lies.
fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } => is_loop(err),
        _ => false,
    }
}

/// The error of a file that could not be opened or read.
fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("cannot be read: {error}")).at_path(path)
}
