//! Reads incident postmortems in English and Portuguese and says what happened.
//!
//! ```
//! let report = "On 3 May 2024 the API was down from 14:02 to 14:40 UTC, because the disk of the queue was full.";
//! for record in raiz::Pipeline::default().tag(report) {
//!     assert_eq!(record.language, Some(raiz::Language::En));
//!     println!("{:?} for {:?} s, since {:?}", record.cause, record.duration_s, record.started);
//! }
//! ```
//!
//! A [`Document`] goes into a [`Pipeline`], and a [`Record`] comes out for each incident in it: language, title, root cause
//! with a calibrated confidence and the sentences that speak for it, contributing causes, start, end and length of the
//! impact, every timestamp resolved as far as the text determines it, and every figure that measures the impact.
//!
//! - [`Documents`] reads files and streams in any of the common encodings: text, Markdown, JSON, JSON Lines; with the feature
//!   `formats` tables, web pages, feeds, exports of status pages and trackers, mails, crawls, packed or not; with `parquet` Parquet.
//! - [`Pipeline::tag`] and [`Pipeline::tag_document`] give records, [`Pipeline::extract_document`] only language, times and
//!   quantities.
//! - [`Corpus`] holds labelled reports (feature `corpus`); models are trained on them (feature `train`).
//!
//! Nothing is looked up anywhere, nothing depends on clock, environment or number of threads, and no text makes it panic.
//! Offsets are bytes of the text as given.
//!
//! # What it does not do
//!
//! Other languages than English and Portuguese are recognised, not read. A cause that the report does not tell is `unknown`.
//! PDF and office documents are not read.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `embedded-model` (default) | the model `models/base`, compiled in |
//! | `corpus` | reading, checking and evaluating on labelled reports |
//! | `formats` | inputs beyond text and JSON |
//! | `arrow` | [`arrow`]: records as Arrow arrays |
//! | `parquet` | reading Parquet; writing labelled reports, and records from the command line |
//! | `sqlite` | records as an SQLite database from the command line |
//! | `train` | fitting models |
//! | `cli` (default) | the command `raiz` |

mod span;
mod error;
mod languages;
mod tables;
mod tokens;
mod bytes;
#[allow(clippy::disallowed_methods, reason = "this is where inputs are opened")]
mod documents;
mod lines;
mod sections;
mod layout;
mod sentences;
mod language;
mod reading;
mod incidents;
mod timestamps;
mod figures;
mod record;
mod impact;
mod subwords;
mod features;
mod cause;
#[allow(clippy::disallowed_methods, reason = "this is where a model folder is read and written")]
mod model;
mod pipeline;
#[cfg(feature = "stages")]
#[doc(hidden)]
pub mod stages;
mod duplicates;
#[cfg(feature = "arrow")]
pub mod arrow;
#[cfg(feature = "corpus")]
pub mod corpus;
#[cfg(feature = "corpus")]
pub mod eval;
#[cfg(feature = "train")]
pub mod train;

#[cfg(feature = "corpus")]
pub use corpus::Corpus;
pub use documents::{Document, Documents, Fields, InputFormat};
pub use duplicates::{Duplicates, Fingerprint};
pub use error::{Error, ErrorKind, Result};
pub use figures::{FigureKind, FigureRole};
pub use incidents::Kind;
pub use languages::Language;
pub use model::Model;
pub use pipeline::Pipeline;
pub use record::{Bases, Basis, Contributing, FigureRecord, Quote, Record, SCHEMA, Scores, TimestampRecord};
pub use span::Span;
pub use timestamps::{Clock, DateOrder, Moment, Precision, Role, TimeSettings};
pub use tokens::LONGEST_DOCUMENT;

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
