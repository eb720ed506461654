//! From the paths on the command line to documents, one at a time.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::bail;
use ignore::WalkBuilder;
use raiz::{Document, Documents, Error, ErrorKind, Fields, InputFormat};

use super::args::{self, Reading};
use super::resume;

/// What stands for standard input on the command line.
const STANDARD_INPUT: &str = "-";
/// Name of standard input in records and messages.
const STANDARD_INPUT_NAME: &str = "<stdin>";

/// Read from files at once.
const FILE_BUFFER: usize = 1 << 16;

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
    /// Absolute paths of the output and what stands beside it meanwhile: not to be read while they are written.
    outputs: Vec<PathBuf>,
    folder: Option<Folder>,
    open: Option<Open>,
    /// Bytes read from files and standard input so far.
    pub(crate) read: Arc<AtomicU64>,
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
        let outputs = output.map(outputs).unwrap_or_default();
        let written = |path: &&PathBuf| path.is_file() && fs::canonicalize(path).is_ok_and(|path| outputs.contains(&path));
        if let Some(path) = queue.iter().find(written) {
            bail!("{}: is an input and would be replaced by the output; name another with --output", path.display());
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
            outputs,
            folder: None,
            open: None,
            read: Arc::default(),
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
        let metered = Metered { input: file, read: Arc::clone(&self.read) };
        self.open(&path.to_string_lossy(), BufReader::with_capacity(FILE_BUFFER, metered), same);
        Ok(())
    }

    /// Begin the next input; an error stands for one that cannot be read.
    fn begin(&mut self, path: PathBuf) -> Result<(), Error> {
        if path.as_os_str() == STANDARD_INPUT {
            let input = Metered { input: io::stdin(), read: Arc::clone(&self.read) };
            self.open(STANDARD_INPUT_NAME, BufReader::new(input), None);
            return Ok(());
        }
        let data = fs::metadata(&path).map_err(|error| unreadable(&path, &error))?;
        if data.is_dir() {
            let walk = walk(&path);
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
            if !self.outputs.is_empty() && fs::canonicalize(path).is_ok_and(|path| self.outputs.contains(&path)) {
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

/// Counts what is read, for the progress bar.
struct Metered<R> {
    input: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Bytes of all files that `paths` name or hold; `None` where standard input is among them.
pub(crate) fn total(paths: &[PathBuf]) -> Option<u64> {
    if paths.is_empty() || paths.iter().any(|path| path.as_os_str() == STANDARD_INPUT) {
        return None;
    }
    let length = |path: &Path| fs::metadata(path).ok().filter(fs::Metadata::is_file).map_or(0, |data| data.len());
    let files = |path: &PathBuf| -> u64 {
        let entries = walk(path).flatten();
        entries.map(ignore::DirEntry::into_path).filter(|path| no_text(path).is_none()).map(|path| length(&path)).sum()
    };
    Some(paths.iter().map(|path| if path.is_dir() { files(path) } else { length(path) }).sum())
}

/// A folder's files, in the order of their names.
fn walk(folder: &Path) -> ignore::Walk {
    // Hidden files are left out; what `.gitignore` says is about building, not about reading.
    WalkBuilder::new(folder).standard_filters(false).hidden(true).follow_links(true).sort_by_file_path(Path::cmp).build()
}

/// The output's own path, that of the file that a link there leads to, and what stands beside it while it is written.
fn outputs(output: &Path) -> Vec<PathBuf> {
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let named = fs::canonicalize(folder).ok().zip(output.file_name()).map(|(folder, name)| folder.join(name));
    let led_to = fs::canonicalize(output).ok();
    let files = named.into_iter().chain(led_to);
    files.flat_map(|file| [resume::partial(&file), resume::note(&file), file]).collect()
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
