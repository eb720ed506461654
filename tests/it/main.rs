//! All integration tests in one binary: linking is what costs.

mod corpus;
