//! `raiz corpus`: is a corpus sound, and what does it hold?

use std::io::Write;

use raiz::Corpus;
use raiz::corpus::{self as library, Severity};
use serde_json::json;

use super::args::{Common, CorpusArgs, CorpusCommand, Format};
use super::console::{Console, printable};
use super::grid::{self, Grid};
use super::output::{self, Output};
use super::status::Status;
use super::summary::counted;
use super::{agree, export};

/// Run a subcommand of `raiz corpus`.
pub(crate) fn run(command: &CorpusCommand, common: &Common) -> anyhow::Result<Status> {
    match command {
        CorpusCommand::Check(args) => check(args, common),
        CorpusCommand::Stats(args) => stats(args, common),
        CorpusCommand::Export(args) => export::run(args, common),
        CorpusCommand::Agree(args) => agree::run(args, common),
    }
}

/// One thing found, wherever it came from.
struct Found {
    file: String,
    line: usize,
    error: bool,
    message: String,
}

fn check(args: &CorpusArgs, common: &Common) -> anyhow::Result<Status> {
    let format = common.format.map_or(Ok(Format::Text), |_| output::format(common))?;
    let console = Console::new(common);
    let (corpus, errors) = Corpus::read(&args.corpus)?;
    let mut found: Vec<Found> = errors
        .iter()
        .map(|error| Found {
            file: error.path().map(|path| path.display().to_string()).unwrap_or_default(),
            line: error.line().unwrap_or(1),
            error: true,
            message: error.message().to_owned(),
        })
        .collect();
    found.extend(library::check(&corpus).into_iter().map(|finding| Found {
        file: finding.path.display().to_string(),
        line: finding.line,
        error: finding.severity == Severity::Error,
        message: finding.message,
    }));
    let mut output = Output::open(common)?;
    output.write_all(&rendered(&found, format)?)?;
    output.finish()?;
    let wrong = found.iter().filter(|found| found.error).count();
    console.finish();
    console.note(format_args!(
        "{}, {}: {}, {}",
        counted(corpus.reports.len(), "report", "reports"),
        counted(corpus.sentences.len(), "sentence", "sentences"),
        counted(wrong, "error", "errors"),
        counted(found.len() - wrong, "warning", "warnings"),
    ));
    Ok(if wrong == 0 { Status::Done } else { Status::Partial })
}

fn rendered(found: &[Found], format: Format) -> anyhow::Result<Vec<u8>> {
    let severity = |found: &Found| if found.error { "error" } else { "warning" };
    let object = |found: &Found| json!({"file": found.file, "line": found.line, "severity": severity(found), "message": found.message});
    let mut out = Vec::new();
    match format {
        Format::Text => {
            for found in found {
                let line = format!("{}:{}: {}: {}", found.file, found.line, severity(found), found.message);
                writeln!(out, "{}", printable(&line))?;
            }
        }
        Format::Jsonl => {
            for found in found {
                writeln!(out, "{}", object(found))?;
            }
        }
        Format::Json => writeln!(out, "{}", found.iter().map(object).collect::<serde_json::Value>())?,
        Format::Csv | Format::Parquet | Format::Sqlite => {
            let mut writer = csv::Writer::from_writer(&mut out);
            writer.write_record(["file", "line", "severity", "message"])?;
            for found in found {
                writer.write_record([&found.file, &found.line.to_string(), severity(found), &found.message])?;
            }
            writer.flush()?;
        }
    }
    Ok(out)
}

fn stats(args: &CorpusArgs, common: &Common) -> anyhow::Result<Status> {
    let console = Console::new(common);
    let (corpus, errors) = Corpus::read(&args.corpus)?;
    for error in &errors {
        console.complain(error);
    }
    let tables = library::stats(&corpus).tables;
    let grids: Vec<Grid> = tables.into_iter().map(|table| Grid { title: table.title, columns: table.columns, rows: table.rows }).collect();
    grid::write(&grids, common)?;
    console.finish();
    Ok(Status::of_batch(corpus.reports.len() + corpus.sentences.len(), errors.len()))
}
