//! What can be typed: subcommands, options, their help.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

/// Read incident reports in English and Portuguese and say what happened.
#[derive(Debug, Parser)]
#[command(name = "raiz", version, about, arg_required_else_help = true, max_term_width = 110)]
#[command(after_help = "Exit status: 0 every document done; 1 some failed (named on standard error, the others are written) \
or a check found something; 2 nothing done; 130 interrupted.")]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Options that every subcommand takes.
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Tag documents: one record for each incident
    Tag(TagArgs),
    /// Language, timestamps and quantities of texts of any kind; no model is asked
    Extract(ExtractArgs),
    /// Show one document to a person: its text with evidence, times and figures marked
    Explain(ExplainArgs),
    /// Train a model on labelled reports
    Train(TrainArgs),
    /// Measure a model on labelled reports: by cross-validation, or the model that --model names
    Eval(EvalArgs),
    /// Is a labelled corpus sound? What does it hold?
    #[command(subcommand)]
    Corpus(CorpusCommand),
    /// A page of plots and tables over tagged records
    Report(ReportArgs),
}

/// Arguments of `raiz train`.
#[derive(Debug, ClapArgs)]
pub(crate) struct TrainArgs {
    /// Folders or files of labelled reports
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<PathBuf>,
    /// Model folder to write
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// JSON file with the settings of training that differ from the shipped model's
    #[arg(long, value_name = "FILE")]
    pub(crate) recipe: Option<PathBuf>,
}

/// Arguments of `raiz eval`.
#[derive(Debug, ClapArgs)]
pub(crate) struct EvalArgs {
    /// Folders or files of labelled reports
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<PathBuf>,
    /// Rounds of cross-validation, where --model names no model
    #[arg(long, value_name = "N", default_value_t = 5, conflicts_with = "model")]
    pub(crate) folds: usize,
    /// Measure on a side of the fixed split, or on several (`dev,test`); without --model, a model that learns from the side
    /// `train` alone
    #[arg(long, value_name = "SIDE", value_delimiter = ',', conflicts_with = "folds")]
    pub(crate) split: Vec<Side>,
    /// Learning curves: scores with a quarter, half and all of the sentences, plain and hard reports of the side `train`,
    /// measured on the other two sides, or those that --split names
    #[arg(long, conflicts_with_all = ["folds", "model", "baseline"])]
    pub(crate) curve: bool,
    /// JSON file with the least scores, at their places of the evaluation's JSON; exit status 1 below one of them
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the scores into a model card, between its lines `<!-- measured -->` and `<!-- /measured -->`; a file that is not
    /// there is made
    #[arg(long, value_name = "FILE.md", conflicts_with = "curve")]
    pub(crate) card: Option<PathBuf>,
}

/// A side of the fixed split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// To learn from
    Train,
    /// To look at while working
    Dev,
    /// To be measured on in the end
    Test,
}

/// What can be done with a corpus.
#[derive(Debug, Subcommand)]
pub(crate) enum CorpusCommand {
    /// Name everything that breaks the rules, as `file:line`; exit status 1 where something does
    Check(CorpusArgs),
    /// Count reports, labels, languages, sentences
    Stats(CorpusArgs),
    /// Write a corpus as one table: a row a report, as jsonl or parquet
    Export(ExportArgs),
    /// How far do two readers agree? Cohen's kappa, overall and for each label
    Agree(AgreeArgs),
}

/// Arguments of `raiz corpus export`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ExportArgs {
    /// Folders or files of labelled reports
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<PathBuf>,
    /// The file to write, the same as --output; `.parquet` says the form where --format does not
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub(crate) out: Option<PathBuf>,
    /// Rows of the sentence bank as well, behind the reports
    #[arg(long)]
    pub(crate) sentences: bool,
    /// Only the reports of one side of the fixed split; `train` without those that tell a story of another side
    #[arg(long, value_name = "SIDE")]
    pub(crate) split: Option<Side>,
}

/// Arguments of `raiz corpus agree`.
#[derive(Debug, ClapArgs)]
pub(crate) struct AgreeArgs {
    /// The first reader's labels: JSON Lines or a table (.tsv, .csv) with `id` and `cause`, or a corpus
    #[arg(value_name = "A")]
    pub(crate) first: PathBuf,
    /// The second reader's labels
    #[arg(value_name = "B")]
    pub(crate) second: PathBuf,
}

/// Labelled reports.
#[derive(Debug, ClapArgs)]
pub(crate) struct CorpusArgs {
    /// Folders or files of labelled reports
    #[arg(value_name = "CORPUS", required = true)]
    pub(crate) corpus: Vec<PathBuf>,
}

/// Arguments of `raiz report`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ReportArgs {
    /// Records as `raiz tag` writes them, jsonl or json; `-` is standard input
    #[arg(value_name = "TAGS", required = true)]
    pub(crate) tags: Vec<PathBuf>,
    /// The page to write
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: PathBuf,
    /// Title of the page
    #[arg(long, value_name = "TEXT", default_value = "Incidents")]
    pub(crate) title: String,
}

/// Options that mean the same everywhere.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Common {
    /// Model folder [default: the model inside the binary]
    #[arg(long, global = true, value_name = "DIR", env = "RAIZ_MODEL", hide_env = true)]
    pub(crate) model: Option<PathBuf>,
    /// Form of the output [default: text on a terminal, jsonl otherwise]
    #[arg(long, global = true, value_name = "FORMAT", hide_possible_values = false)]
    pub(crate) format: Option<Format>,
    /// Write to FILE instead of standard output; it appears when everything is written
    #[arg(long, short, global = true, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Threads to use [default: one for each processor]
    #[arg(long, short, global = true, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) jobs: usize,
    /// No progress, no closing summary; failures are still named
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Colour the output for people
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

/// Form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table for people
    Text,
    /// A JSON object a line
    Jsonl,
    /// One JSON array
    Json,
    /// A row for each record, flat: what a spreadsheet can show
    Csv,
    /// Columns for other tools, the lists nested
    Parquet,
    /// A database: tables incidents, evidence, contributing, timestamps, figures
    #[cfg_attr(not(feature = "sqlite"), value(hide = true))]
    Sqlite,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    Auto,
    /// In any case
    Always,
    /// Not at all
    Never,
}

/// Arguments of `raiz tag`.
#[derive(Debug, ClapArgs)]
pub(crate) struct TagArgs {
    /// Files and folders to read; `-`, or none, is standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How the input is read.
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// How causes are given.
    #[command(flatten)]
    pub(crate) judging: Judging,
    /// Mark an incident that was seen before in the same run: `duplicate_of` names the first
    #[arg(long)]
    pub(crate) dedup: bool,
    /// Go on where the same command was interrupted; with --output, as jsonl, json or csv
    #[arg(long)]
    pub(crate) resume: bool,
}

/// Arguments of `raiz extract`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ExtractArgs {
    /// Files and folders to read; `-`, or none, is standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How the input is read.
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Go on where the same command was interrupted; with --output, as jsonl, json or csv
    #[arg(long)]
    pub(crate) resume: bool,
}

/// Arguments of `raiz explain`.
#[derive(Debug, ClapArgs)]
pub(crate) struct ExplainArgs {
    /// File to read; `-` is standard input
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,
    /// How the input is read.
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// How causes are given.
    #[command(flatten)]
    pub(crate) judging: Judging,
}

/// How inputs are read.
#[derive(Debug, Clone, ClapArgs)]
#[command(next_help_heading = "Input")]
pub(crate) struct Reading {
    /// Form of the input
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    pub(crate) input_format: InputFormat,
    /// Field or column that holds the text [default: text]
    #[arg(long, value_name = "NAME")]
    pub(crate) text_field: Option<String>,
    /// Field or column with the document's id [default: id]
    #[arg(long, value_name = "NAME")]
    pub(crate) id_field: Option<String>,
    /// Field or column with the date the document was written [default: date]
    #[arg(long, value_name = "NAME")]
    pub(crate) date_field: Option<String>,
    /// Read every text of a crawl (warc, wet), also those whose words show that they are no incident reports
    #[arg(long)]
    pub(crate) no_crawl_filter: bool,
    /// When the documents were written, for those that do not say it: YYYY-MM-DD
    #[arg(long, value_name = "DATE")]
    pub(crate) as_of: Option<String>,
    /// Zone of clock times that name none: Europe/Lisbon, UTC, -03:00
    #[arg(long, value_name = "ZONE", allow_hyphen_values = true)]
    pub(crate) time_zone: Option<String>,
    /// Order of day and month in dates such as 06/02/2022
    #[arg(long, value_name = "ORDER", default_value = "auto")]
    pub(crate) date_order: DateOrder,
}

/// Form of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    /// By name and content
    Auto,
    /// Plain text
    Text,
    /// Markdown
    Markdown,
    /// A web page
    Html,
    /// A JSON object a line
    Jsonl,
    /// One JSON object, or a list of such
    Json,
    /// A table with a line of names: CSV, TSV, or cut by ; or |
    Csv,
    /// Rows of a Parquet file
    Parquet,
    /// Mails: EML or mbox
    Mail,
    /// JSON of a status page, an incident tool or a tracker
    Statuspage,
    /// An Atom or RSS feed
    Atom,
    /// A crawl's web pages
    Warc,
    /// A crawl's texts
    Wet,
}

/// Order of day and month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DateOrder {
    /// As the document shows
    Auto,
    /// Day first
    Dmy,
    /// Month first
    Mdy,
}

/// How causes are given.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Judging {
    /// Call causes below this probability `unknown`: 0 to 1
    #[arg(long, value_name = "P", value_parser = probability)]
    pub(crate) min_confidence: Option<f64>,
}

fn probability(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(p) if (0.0..=1.0).contains(&p) => Ok(p),
        _ => Err("a number from 0 to 1 is needed".into()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definitions_hold_together() {
        Args::command().debug_assert();
    }

    #[test]
    fn common_options_stand_before_or_behind_the_subcommand() {
        for line in ["raiz --format csv tag a.md", "raiz tag --format csv a.md", "raiz tag a.md --format csv"] {
            let args = Args::try_parse_from(line.split(' ')).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(args.common.format, Some(Format::Csv), "{line}");
        }
    }

    #[test]
    fn probabilities_lie_between_0_and_1() {
        assert_eq!(probability("0.25"), Ok(0.25));
        for typed in ["-0.1", "1.5", "NaN", "half", ""] {
            assert!(probability(typed).is_err(), "{typed}");
        }
    }
}
