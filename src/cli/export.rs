//! `raiz corpus export`: a corpus as one table for other tools.

use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::bail;

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
    let console = Console::new(&common);
    let mut corpus = sound_corpus(&args.corpus, &console)?;
    if !args.sentences {
        corpus.sentences.clear();
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

/// The form to write: the one asked for, else the one that the file's name says, else JSON Lines.
fn format(common: &Common) -> anyhow::Result<Format> {
    let named = common.output.as_deref().and_then(Path::extension).is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"));
    let format = common.format.unwrap_or(if named { Format::Parquet } else { Format::Jsonl });
    match format {
        Format::Jsonl => {}
        Format::Parquet if !cfg!(feature = "parquet") => {
            bail!("--format parquet: this build has no feature `parquet`; jsonl holds the same")
        }
        Format::Parquet if common.output.is_none() && std::io::stdout().is_terminal() => bail!("parquet is not for terminals: give --out"),
        Format::Parquet => {}
        Format::Text | Format::Json | Format::Csv => bail!("a corpus is exported as jsonl or parquet, not as text, json or csv"),
    }
    Ok(format)
}

#[cfg(feature = "parquet")]
fn parquet(corpus: &raiz::Corpus, output: &mut Output) -> anyhow::Result<()> {
    Ok(output.write_all(&corpus.to_parquet()?)?)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &raiz::Corpus, _: &mut Output) -> anyhow::Result<()> {
    bail!("this build has no feature `parquet`")
}
