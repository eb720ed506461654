//! The command line: one file for each subcommand, and what they share.

mod args;
mod status;
mod console;
mod summary;
mod resume;
mod output;
mod tagged;
mod table;
mod columns;
mod parquet;
#[cfg(feature = "sqlite")]
mod sqlite;
mod stores;
mod render;
mod input;
mod queue;
mod interrupt;
mod entries;
mod batch;
mod grid;
mod settings;
mod tag;
mod extract;
mod explain;
mod corpus;
mod agree;
mod export;
mod card;
mod train;
mod eval;
mod report;

pub(crate) use args::Args;
pub(crate) use console::complain;
pub(crate) use status::{Status, is_broken_pipe};

use args::Command;

/// Run the subcommand that `args` name.
pub(crate) fn run(args: Args) -> anyhow::Result<Status> {
    let common = args.common;
    match args.command {
        Command::Tag(args) => tag::run(&args, &common),
        Command::Extract(args) => extract::run(&args, &common),
        Command::Explain(args) => explain::run(&args, &common),
        Command::Train(args) => train::run(&args, &common),
        Command::Eval(args) => eval::run(&args, &common),
        Command::Corpus(command) => corpus::run(&command, &common),
        Command::Report(args) => report::run(&args, &common),
    }
}
