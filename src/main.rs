//! The `raiz` command: read the arguments, run the subcommand, say how it went.
#![allow(clippy::disallowed_methods, reason = "the command line is where files are read and written")]

mod cli;

use std::process::ExitCode;

use clap::Parser;
use mimalloc::MiMalloc;

/// Texts are read into many small pieces, which this allocator is quick with.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let args = match cli::Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            // Help and version come as "errors" too, and go to standard output.
            let code = error.exit_code();
            let _ = error.print();
            return if code == 0 { ExitCode::SUCCESS } else { cli::Status::Nothing.into() };
        }
    };
    match cli::run(args) {
        Ok(status) => status.into(),
        Err(error) if cli::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            cli::complain(&error);
            cli::Status::Nothing.into()
        }
    }
}
