//! How a run ended, as scripts see it.

use std::io;
use std::process::ExitCode;

/// The exit status of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Every document was done.
    Done,
    /// Some failed, or a check found something; the rest was done.
    Partial,
    /// Nothing was done: wrong usage, no such model, nothing to read, unwritable output.
    Nothing,
}

impl Status {
    /// The status of a batch in which `done` documents were written and `failed` were not.
    pub(crate) fn of_batch(done: usize, failed: usize) -> Status {
        match (done, failed) {
            (_, 0) => Status::Done,
            (0, _) => Status::Nothing,
            _ => Status::Partial,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Done => 0,
            Status::Partial => 1,
            Status::Nothing => 2,
        })
    }
}

/// Did whoever read the output stop reading (`raiz tag ... | head`)? That is no failure of ours.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_ends_by_what_was_done() {
        for (done, failed, expected) in [(3, 0, Status::Done), (0, 0, Status::Done), (2, 1, Status::Partial), (0, 2, Status::Nothing)] {
            assert_eq!(Status::of_batch(done, failed), expected, "{done} done, {failed} failed");
        }
    }

    #[test]
    fn a_broken_pipe_is_found_under_its_context() {
        let broken = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_broken_pipe(&anyhow::Error::new(broken).context("cannot write")));
        assert!(!is_broken_pipe(&anyhow::Error::new(io::Error::from(io::ErrorKind::NotFound))));
    }
}
