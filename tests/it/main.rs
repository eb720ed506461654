//! The command and the crate as a whole, seen from outside. One binary, because linking is what takes long.
#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

mod command;

mod archive;
mod bad_input;
mod containers;
mod corpus;
mod corpus_commands;
mod dedup;
mod evidence;
mod exports;
mod formats;
mod inputs;
mod layers;
mod options;
mod record_schema;
mod report;
mod resume;
mod tables;
mod training;
