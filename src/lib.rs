//! Reads incident postmortems in English and Portuguese and says what happened.

mod span;
mod error;
mod language;
mod tables;
mod tokens;
mod layout;
mod sections;
mod sentences;
mod reading;
mod bytes;
mod documents;
mod incidents;
mod timestamps;
mod figures;
mod record;
mod impact;
mod subwords;
mod features;
mod cause;
mod model;
mod pipeline;
#[cfg(feature = "corpus")]
pub mod corpus;
#[cfg(feature = "train")]
pub mod train;

#[cfg(feature = "corpus")]
pub use corpus::Corpus;
pub use documents::{Document, Documents, Fields, InputFormat};
pub use error::{Error, ErrorKind, Result};
pub use figures::{FigureKind, FigureRole};
pub use incidents::Kind;
pub use language::Language;
pub use model::Model;
pub use pipeline::Pipeline;
pub use record::{Bases, Basis, Contributing, FigureRecord, Quote, Record, SCHEMA, Scores, TimestampRecord};
pub use span::Span;
pub use timestamps::{Clock, DateOrder, Moment, Precision, Role, TimeSettings};
pub use tokens::LONGEST_DOCUMENT;
