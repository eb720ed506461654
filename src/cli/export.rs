//! `raiz corpus export`: a corpus as one table for other tools.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use raiz::corpus::{Report, Split};
use raiz::eval::hold_out;

use super::args::{Common, ExportArgs, Format};
use super::console::Console;
use super::output::Output;
use super::status::Status;
use super::summary::counted;
use super::train::sound_corpus;

/// Read, write, say how much.
pub(crate) fn run(args: &ExportArgs, common: &Common) -> anyhow::Result<Status> {
    let common = Common { output: args.out.clone().or_else(|| common.output.clone()), ..common.clone() };
    let format = format(&common)?;
    if let Some(out) = common.output.as_deref().filter(|_| format == Format::Jsonl) {
        outside(out, &args.corpus)?;
    }
    let console = Console::new(&common);
    let mut corpus = sound_corpus(&args.corpus, &console)?;
    if !args.sentences {
        corpus.sentences.clear();
    }
    if let Some(side) = args.split {
        corpus.reports = one_side(&corpus, side.into())?;
    }
    let mut output = Output::open(&common)?;
    if format == Format::Parquet {
        parquet(&corpus, &mut output)?;
    } else {
        for row in corpus.to_json_lines() {
            writeln!(output, "{row}")?;
        }
    }
    output.finish()?;
    console.finish();
    let sentences = if args.sentences { format!(", {}", counted(corpus.sentences.len(), "sentence", "sentences")) } else { String::new() };
    console.note(format_args!("{}{sentences}", counted(corpus.reports.len(), "report", "reports")));
    Ok(Status::Done)
}

/// The reports of one side. What is learnt from must tell no story of the other sides, as `raiz eval --split` sees to it, too.
fn one_side(corpus: &raiz::Corpus, side: Split) -> anyhow::Result<Vec<Report>> {
    let reports: Vec<Report> = if side == Split::Train {
        hold_out(corpus, &[Split::Dev, Split::Test])?.train.into_iter().cloned().collect()
    } else {
        corpus.reports.iter().filter(|report| report.split() == side).cloned().collect()
    };
    Ok(reports)
}

/// A corpus reads every JSON Lines file in its folders, so that the next run would find each report twice.
fn outside(out: &Path, corpus: &[PathBuf]) -> anyhow::Result<()> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(folder) = folder.canonicalize() else { return Ok(()) };
    if corpus.iter().any(|path| path.is_dir() && path.canonicalize().is_ok_and(|path| folder.starts_with(path))) {
        bail!("{}: would be read as a part of the corpus from now on; write it elsewhere", out.display());
    }
    Ok(())
}

/// The form to write: the one asked for, else the one that the file's name says, else JSON Lines.
fn format(common: &Common) -> anyhow::Result<Format> {
    let named = common.output.as_deref().and_then(Path::extension).is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"));
    let format = common.format.unwrap_or(if named { Format::Parquet } else { Format::Jsonl });
    match format {
        Format::Parquet if common.output.is_none() && std::io::stdout().is_terminal() => {
            bail!("Parquet is not for terminals: give --out FILE")
        }
        Format::Jsonl | Format::Parquet => {}
        Format::Text | Format::Json | Format::Csv | Format::Sqlite => bail!("a corpus is exported as jsonl or parquet, in no other form"),
    }
    Ok(format)
}

fn parquet(corpus: &raiz::Corpus, output: &mut Output) -> anyhow::Result<()> {
    Ok(output.write_all(&corpus.to_parquet()?)?)
}
