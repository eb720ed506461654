//! Where to look for records of the same incident, without looking at all of them.

use std::collections::HashMap;
use std::sync::Arc;

use super::Fingerprint;
use super::sketch::{self, BANDS};

/// Records of one key that are looked at; a template's thousands of children share their keys.
const LOOKED_AT: usize = 64;
/// Stands for no record.
const NONE: u32 = u32::MAX;
/// Days of an incident by which it can be found.
pub(super) const MOST_DAYS: usize = 4;
/// Keys of a record.
const KEYS: usize = BANDS + MOST_DAYS;

/// By what a record can be found.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    /// Parts of its text's sketch.
    pub(super) bands: [u64; BANDS],
    /// What its title names.
    pub(super) title: Option<u64>,
    /// Days on which its incident was under way.
    pub(super) days: Vec<i32>,
}

impl Keys {
    fn all(&self) -> impl Iterator<Item = u64> {
        let title = self.title.into_iter();
        let by_day = title.flat_map(|title| self.days.iter().map(move |&day| sketch::mix(title, day as u64)));
        self.bands.into_iter().chain(by_day.take(MOST_DAYS))
    }
}

/// Records that were seen, up to some number.
#[derive(Debug, Default)]
pub(super) struct Generation {
    records: Vec<Seen>,
    /// The latest record of each key.
    latest: HashMap<u64, u32>,
}

#[derive(Debug)]
struct Seen {
    record: Fingerprint,
    /// `source#incident` of the first record of its incident.
    first: Arc<str>,
    /// The record before it, for each of its keys.
    earlier: [u32; KEYS],
}

impl Generation {
    /// How many records it holds.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The first record of the incident of `record`, and whether the two texts are the same to the word.
    pub(super) fn find(&self, record: &Fingerprint) -> Option<(&str, bool)> {
        let mut looked_at = Vec::new();
        let mut best: Option<u32> = None;
        for key in record.keys.all() {
            let mut at = self.latest.get(&key).copied().unwrap_or(NONE);
            for _ in 0..LOOKED_AT {
                let Some(seen) = self.records.get(at as usize) else { break };
                if !looked_at.contains(&at) {
                    looked_at.push(at);
                    if best.is_none_or(|best| at < best) && seen.record.same_incident(record) {
                        best = Some(at);
                    }
                }
                at = seen.record.keys.all().position(|other| other == key).map_or(NONE, |place| seen.earlier[place]);
            }
        }
        let seen = &self.records[best? as usize];
        let copy = seen.record.words.digest == record.words.digest && seen.record.title == record.title;
        Some((&seen.first, copy))
    }

    /// Remember `record`, whose incident was first told by `first`, or by itself.
    pub(super) fn add(&mut self, mut record: Fingerprint, first: Option<&str>) {
        let number = self.records.len() as u32;
        let mut earlier = [NONE; KEYS];
        for (key, earlier) in record.keys.all().zip(&mut earlier) {
            match self.latest.insert(key, number) {
                // Two equal keys of one record lead to it once.
                Some(before) if before != number => *earlier = before,
                _ => {}
            }
        }
        let place = std::mem::take(&mut record.place);
        let first: Arc<str> = first.map_or_else(|| place.into(), Arc::from);
        self.records.push(Seen { record, first, earlier });
    }
}
