//! Where the output goes: standard output, or a file that appears only when it is whole.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

use super::args::{Color, Common, Format};

/// The open output of a run.
#[derive(Debug)]
pub(crate) struct Output {
    sink: Sink,
    /// May it hold colour?
    pub(crate) colored: bool,
}

#[derive(Debug)]
enum Sink {
    Standard(BufWriter<StdoutLock<'static>>),
    /// A device or pipe: nothing to rename.
    Device(BufWriter<File>),
    /// A file beside `target`, renamed over it at the end.
    File {
        file: BufWriter<NamedTempFile>,
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
            None => Sink::Standard(BufWriter::new(io::stdout().lock())),
            Some(path) if path.as_os_str() == "-" => Sink::Standard(BufWriter::new(io::stdout().lock())),
            Some(path) => create(path).with_context(|| format!("{}: cannot be written", path.display()))?,
        };
        Ok(Output { sink, colored })
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
        }
        Ok(())
    }
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
        match &mut self.sink {
            Sink::Standard(out) => out.write(bytes),
            Sink::Device(out) => out.write(bytes),
            Sink::File { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Standard(out) => out.flush(),
            Sink::Device(out) => out.flush(),
            Sink::File { file, .. } => file.flush(),
        }
    }
}

/// The form of the output: as asked, else a table on a terminal and JSON Lines otherwise.
pub(crate) fn format(common: &Common) -> anyhow::Result<Format> {
    match common.format {
        Some(Format::Parquet) => bail!("--format parquet: this build cannot write Parquet; jsonl and csv hold the same fields"),
        Some(format) => Ok(format),
        None if common.output.is_none() && io::stdout().is_terminal() => Ok(Format::Text),
        None => Ok(Format::Jsonl),
    }
}
