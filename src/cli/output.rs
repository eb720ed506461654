//! Where the output goes: standard output, or a file that appears only when it is whole.

use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, BufWriter, IsTerminal, Seek, Stdout, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use super::args::{Color, Common, Format};

/// Standard output is cut into lines; in larger pieces that costs little.
const STANDARD_BUFFER: usize = 1 << 16;

/// The open output of a run.
#[derive(Debug)]
pub(crate) struct Output {
    sink: Sink,
    /// May it hold colour?
    pub(crate) colored: bool,
    /// Bytes given to it so far; of an output that is gone on with, also those of before.
    pub(crate) bytes: u64,
}

#[derive(Debug)]
enum Sink {
    Standard(BufWriter<Stdout>),
    /// A device or pipe: nothing to rename.
    Device(BufWriter<File>),
    /// A file beside `target`, renamed over it at the end.
    File {
        file: BufWriter<NamedTempFile>,
        target: PathBuf,
    },
    /// A file `partial` beside `target`, renamed over it at the end; it stays when the run is cut short.
    Lasting {
        file: BufWriter<File>,
        partial: PathBuf,
        target: PathBuf,
    },
}

impl Output {
    /// Open what `common` names; says at once when it cannot be written.
    pub(crate) fn open(common: &Common) -> anyhow::Result<Output> {
        let colored = match common.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => common.output.is_none() && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
        };
        let sink = match &common.output {
            None => Sink::Standard(BufWriter::with_capacity(STANDARD_BUFFER, io::stdout())),
            Some(path) if path.as_os_str() == "-" => Sink::Standard(BufWriter::with_capacity(STANDARD_BUFFER, io::stdout())),
            Some(path) => create(path).with_context(|| format!("{}: cannot be written", path.display()))?,
        };
        Ok(Output { sink, colored, bytes: 0 })
    }

    /// Open `partial`, of which the first `bytes` are kept, to become `target` at the end.
    pub(crate) fn lasting(target: PathBuf, partial: PathBuf, bytes: u64) -> anyhow::Result<Output> {
        let unwritable = || format!("{}: cannot be written", partial.display());
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(&partial).with_context(unwritable)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => bail!("{}: another run is writing it", partial.display()),
            // Where a file system knows no locks, two runs at once are the user's affair.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        if file.metadata().with_context(unwritable)?.len() < bytes {
            bail!("{}: shorter than it was left; without --resume the run starts anew", partial.display());
        }
        if let Ok(present) = fs::metadata(&target) {
            file.set_permissions(present.permissions()).with_context(unwritable)?;
        }
        file.set_len(bytes).and_then(|()| file.seek(io::SeekFrom::End(0))).with_context(unwritable)?;
        Ok(Output { sink: Sink::Lasting { file: BufWriter::new(file), partial, target }, colored: false, bytes })
    }

    /// The file that is of no use when the run is cut short.
    pub(crate) fn scratch(&self) -> Option<&Path> {
        if let Sink::File { file, .. } = &self.sink { Some(file.get_ref().path()) } else { None }
    }

    /// Give up what was written; an output of earlier days stays.
    pub(crate) fn discard(self) {
        if let Sink::Lasting { partial, .. } = &self.sink {
            let _ = fs::remove_file(partial);
        }
    }

    /// Write out what is buffered and give a file its name.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self.sink {
            Sink::Standard(mut out) => out.flush()?,
            Sink::Device(mut out) => out.flush()?,
            Sink::File { file, target } => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error);
                file.and_then(|file| Ok(file.persist(&target)?)).with_context(|| format!("{}: cannot be written", target.display()))?;
            }
            Sink::Lasting { mut file, partial, target } => {
                file.flush()
                    .and_then(|()| fs::rename(&partial, &target))
                    .with_context(|| format!("{}: cannot be written", target.display()))?;
            }
        }
        Ok(())
    }
}

/// The regular file that `--output` names, or that a link there leads to; `None` for standard output, devices and pipes.
pub(crate) fn target(common: &Common) -> Option<PathBuf> {
    let path = common.output.as_deref().filter(|path| path.as_os_str() != "-")?;
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    fs::metadata(&target).map_or(true, |data| data.is_file()).then_some(target)
}

fn create(path: &Path) -> io::Result<Sink> {
    // Through a link, the file it leads to is replaced and the link stays.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let present = fs::metadata(&target).ok();
    if present.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder"));
    }
    if present.as_ref().is_some_and(|data| !data.is_file()) {
        return Ok(Sink::Device(BufWriter::new(File::options().write(true).open(&target)?)));
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = temporary(present.map(|data| data.permissions())).tempfile_in(folder)?;
    Ok(Sink::File { file: BufWriter::new(file), target })
}

/// A hidden temporary file with the rights that the finished file shall have.
fn temporary(permissions: Option<Permissions>) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".raiz-");
    if let Some(permissions) = permissions.or_else(usual_permissions) {
        builder.permissions(permissions);
    }
    builder
}

/// What a new file gets, before the process's mask is taken off.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "other systems have none")]
fn usual_permissions() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual_permissions() -> Option<Permissions> {
    None
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.sink {
            Sink::Standard(out) => out.write(bytes),
            Sink::Device(out) => out.write(bytes),
            Sink::File { file, .. } => file.write(bytes),
            Sink::Lasting { file, .. } => file.write(bytes),
        }?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Standard(out) => out.flush(),
            Sink::Device(out) => out.flush(),
            Sink::File { file, .. } => file.flush(),
            Sink::Lasting { file, .. } => file.flush(),
        }
    }
}

/// The form of the output: as asked, else a table on a terminal and JSON Lines otherwise.
pub(crate) fn format(common: &Common) -> anyhow::Result<Format> {
    match common.format {
        Some(Format::Parquet | Format::Sqlite) => bail!("Parquet and SQLite hold records: `raiz tag` and `raiz extract` write them"),
        Some(format) => Ok(format),
        None if common.output.is_none() && io::stdout().is_terminal() => Ok(Format::Text),
        None => Ok(Format::Jsonl),
    }
}

/// The form of an output of records, which has more forms than others.
pub(crate) fn record_format(common: &Common) -> anyhow::Result<Format> {
    match common.format {
        Some(Format::Sqlite) if !cfg!(feature = "sqlite") => {
            bail!("--format sqlite: this build cannot write SQLite (cargo install --features sqlite can); parquet and jsonl hold the same")
        }
        Some(Format::Sqlite) if target(common).is_none() => bail!("--format sqlite: a database is a file; name it with --output FILE"),
        Some(Format::Parquet) if common.output.is_none() && io::stdout().is_terminal() => {
            bail!("--format parquet is not for terminals; name a file with --output FILE")
        }
        Some(format @ (Format::Parquet | Format::Sqlite)) => Ok(format),
        _ => format(common),
    }
}
