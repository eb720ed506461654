//! The stream that documents are read from: it can be looked into before it is read.

use std::io::{self, BufRead, Read};

/// So many bytes are looked at to tell the format.
const LOOK: usize = 64 * 1024;

/// A stream whose beginning has been looked at.
#[derive(Debug)]
pub(super) struct Peeked<R> {
    head: Vec<u8>,
    /// Is the head all there is?
    whole: bool,
    /// So much of the head has been read.
    at: usize,
    /// What broke the stream behind the head; given out when the head has been read.
    error: Option<io::Error>,
    inner: R,
}

impl<R: BufRead> Peeked<R> {
    /// Look at the beginning of `inner`, no further than `enough` asks: who feeds a stream document by document waits for
    /// each answer.
    pub(super) fn new(mut inner: R, enough: impl Fn(&[u8]) -> bool) -> Peeked<R> {
        let (mut head, mut whole, mut error) = (Vec::new(), false, None);
        while !whole && head.len() < LOOK && !enough(&head) {
            match inner.fill_buf() {
                Ok(found) => {
                    let used = found.len().min(LOOK - head.len());
                    head.extend_from_slice(&found[..used]);
                    whole = used == 0;
                    inner.consume(used);
                }
                Err(broken) if broken.kind() == io::ErrorKind::Interrupted => {}
                Err(broken) => {
                    error = Some(broken);
                    break;
                }
            }
        }
        Peeked { head, whole, at: 0, error, inner }
    }

    /// The beginning, and whether it is all.
    pub(super) fn head(&self) -> (&[u8], bool) {
        (&self.head, self.whole)
    }
}

impl<R: BufRead> Read for Peeked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut from = self.fill_buf()?;
        let read = from.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Peeked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at < self.head.len() {
            return Ok(&self.head[self.at..]);
        }
        match self.error.take() {
            Some(error) => Err(error),
            None => self.inner.fill_buf(),
        }
    }

    fn consume(&mut self, count: usize) {
        if self.at < self.head.len() {
            self.at += count;
        } else {
            self.inner.consume(count);
        }
    }
}
