//! The queue between the thread that reads and those that work, bounded by documents and by bytes.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// What waits to be worked on, in its order.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    waiting: Mutex<Waiting<T>>,
    changed: Condvar,
    most: Bound,
}

/// A number of documents and of bytes; whichever is reached first counts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bound {
    /// Documents.
    pub(crate) documents: usize,
    /// Bytes of their texts.
    pub(crate) bytes: usize,
}

#[derive(Debug)]
struct Waiting<T> {
    items: VecDeque<(T, usize)>,
    bytes: usize,
    closed: bool,
}

impl<T> Queue<T> {
    /// An empty queue that holds `most`, and one item beyond that.
    pub(crate) fn new(most: Bound) -> Queue<T> {
        Queue { waiting: Mutex::new(Waiting { items: VecDeque::new(), bytes: 0, closed: false }), changed: Condvar::new(), most }
    }

    /// Add an item of `bytes`, as soon as there is room; `false` where the queue was closed and nothing more is wanted.
    pub(crate) fn push(&self, item: T, bytes: usize) -> bool {
        let mut waiting = self.lock();
        while !waiting.closed && (waiting.items.len() >= self.most.documents || waiting.bytes >= self.most.bytes) {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        if !waiting.closed {
            waiting.items.push_back((item, bytes));
            waiting.bytes += bytes;
            self.changed.notify_all();
        }
        !waiting.closed
    }

    /// What waits, as soon as there is anything; nothing where the queue was closed and is empty.
    ///
    /// It does not wait for more, so that the documents of a slow stream are done as they come.
    pub(crate) fn take(&self) -> Vec<T> {
        let mut waiting = self.lock();
        while !waiting.closed && waiting.items.is_empty() {
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        waiting.bytes = 0;
        let items = std::mem::take(&mut waiting.items);
        self.changed.notify_all();
        items.into_iter().map(|(item, _)| item).collect()
    }

    /// Nothing more comes, or nothing more is wanted; what waits may still be taken.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_comes_out_in_its_order_and_never_more_than_the_bound() {
        for (documents, bytes, most) in [(3, 1_000, 3), (100, 10, 3), (1, 1, 1)] {
            let queue = Queue::new(Bound { documents, bytes });
            let mut taken = Vec::new();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    assert!((0..50).all(|number| queue.push(number, 4)));
                    queue.close();
                });
                loop {
                    let items = queue.take();
                    assert!(items.len() <= most, "{} at once, not {most}", items.len());
                    if items.is_empty() {
                        break;
                    }
                    taken.extend(items);
                }
            });
            assert_eq!(taken, (0..50).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_closed_queue_lets_the_reader_go() {
        let queue = Queue::new(Bound { documents: 1, bytes: 1 });
        assert!(queue.push('a', 1));
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| queue.push('b', 1));
            queue.close();
            assert!(!reader.join().expect("the reader ends"));
        });
        assert_eq!((queue.take(), queue.take()), (vec!['a'], Vec::new()));
    }
}
