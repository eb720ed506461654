//! Lines of a stream, never more of one in memory than is wanted.

use std::io::BufRead;

use super::broken_stream;
use crate::error::Result;

/// What came of reading a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    /// A line, its end included where it has one.
    Line,
    /// A line of more bytes than were wanted; the rest of it has been skipped.
    TooLong,
    /// There is no more.
    End,
}

/// Put the next line of `input` into `buffer`, at most `limit` bytes of it.
pub(super) fn read(input: &mut dyn BufRead, buffer: &mut Vec<u8>, limit: usize) -> Result<Read> {
    buffer.clear();
    let mut length = 0_usize;
    loop {
        let found = match input.fill_buf() {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            found => found.map_err(|error| broken_stream(&error))?,
        };
        let end = memchr::memchr(b'\n', found);
        let part = &found[..end.map_or(found.len(), |end| end + 1)];
        buffer.extend_from_slice(&part[..part.len().min(limit - buffer.len())]);
        let used = part.len();
        length += used;
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(match length {
                0 => Read::End,
                _ if length > limit => Read::TooLong,
                _ => Read::Line,
            });
        }
    }
}
