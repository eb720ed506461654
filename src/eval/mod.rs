//! How good is a model? Metrics over labelled reports, by cross-validation or on held-out texts.
//!
//! The metrics are written here, with hand-computed tests, because the usual library gives precision for recall when
//! its arguments come in the documented order.

mod agreement;
mod calibration;
mod card;
mod classification;
mod curve;
mod folds;
mod items;
mod measures;
mod removal;
mod spans;
mod text;

use std::collections::BTreeSet;

use crate::corpus::{Corpus, Report, Split, families};
use crate::error::{Error, ErrorKind, Result};
use crate::record::Record;

pub use agreement::{Agreement, LabelAgreement, agreement};
pub use calibration::{Coverage, Reliability, accuracy_of_surest_half, calibration_error, reliability, risk_coverage};
pub use classification::{Confusion, LabelScore};
pub use curve::{CurvePoint, Material, learning_curve};
pub use folds::assign_folds;
pub use items::{Item, MISSED};
pub use measures::{CauseScores, Evaluation, KindScores, Share};
pub use removal::RemovalScores;
pub use spans::{ExtractionScore, ImpactScores};

/// Something that reads reports: a pipeline with the model under test.
///
/// Any function from a report to its records is one.
pub trait Predictor {
    /// The records of one text, in the order of the text. Only [`Report::text`] may be looked at.
    fn predict(&self, report: &Report) -> Vec<Record>;
}

impl<F: Fn(&Report) -> Vec<Record>> Predictor for F {
    fn predict(&self, report: &Report) -> Vec<Record> {
        self(report)
    }
}

/// One round of cross-validation.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fold<'c> {
    /// 0, 1, ...
    pub index: usize,
    /// What the model of this round may learn from (besides the sentence bank).
    pub train: Vec<&'c Report>,
    /// What it is measured on.
    pub test: Vec<&'c Report>,
}

/// Cut the reports of `corpus` into `count` rounds, texts that tell one story on one side.
///
/// # Errors
/// Fewer than two rounds, or fewer stories than rounds.
pub fn folds(corpus: &Corpus, count: usize) -> Result<Vec<Fold<'_>>> {
    let reports: Vec<&Report> = corpus.reports.iter().collect();
    let side = assign_folds(&reports, count);
    let fold = |index: usize| {
        let (mut train, mut test) = (Vec::new(), Vec::new());
        for (report, &side) in reports.iter().copied().zip(&side) {
            if side == index { test.push(report) } else { train.push(report) }
        }
        Fold { index, train, test }
    };
    let folds: Vec<Fold<'_>> = (0..count).map(fold).collect();
    if count < 2 || folds.iter().any(|fold| fold.test.is_empty()) {
        return Err(Error::new(ErrorKind::Usage, format!("{} reports cannot be cut into {count} folds", reports.len())));
    }
    Ok(folds)
}

/// Hold out the reports of `sides` of the fixed split: the round that learns from `train` and is measured on them. A report of
/// `train` that tells a story of theirs (a near-duplicate, a family in two places) is left out of both.
///
/// ```no_run
/// use raiz::corpus::Split;
/// let corpus = raiz::Corpus::open(&["corpus"])?;
/// let round = raiz::eval::hold_out(&corpus, &[Split::Dev])?;
/// assert!(round.test.iter().all(|report| report.split() == Split::Dev));
/// # Ok::<(), raiz::Error>(())
/// ```
///
/// # Errors
/// `train` among the sides, or no report to learn from or to measure on.
pub fn hold_out<'c>(corpus: &'c Corpus, sides: &[Split]) -> Result<Fold<'c>> {
    let reports: Vec<&Report> = corpus.reports.iter().collect();
    let groups = families(&reports);
    let held: Vec<bool> = reports.iter().map(|report| sides.contains(&report.split())).collect();
    let told: BTreeSet<usize> = groups.iter().zip(&held).filter(|(_, held)| **held).map(|(&group, _)| group).collect();
    let mut fold = Fold { index: 0, train: Vec::new(), test: Vec::new() };
    for ((report, group), held) in reports.into_iter().zip(groups).zip(held) {
        if held {
            fold.test.push(report);
        } else if report.split() == Split::Train && !told.contains(&group) {
            fold.train.push(report);
        }
    }
    let names = || sides.iter().map(|side| side.name()).collect::<Vec<_>>().join(" and ");
    if sides.contains(&Split::Train) {
        return Err(Error::new(ErrorKind::Usage, "nothing is left to learn from where `train` is held out"));
    }
    if fold.train.is_empty() || fold.test.is_empty() {
        let (train, test) = (fold.train.len(), fold.test.len());
        return Err(Error::new(ErrorKind::Corpus, format!("{train} reports to learn from and {test} in {} to measure on", names())));
    }
    Ok(fold)
}

/// Measure by cross-validation: `fit` trains on one side of each fold, and what it gives reads the other.
///
/// ```no_run
/// # use raiz::eval;
/// let corpus = raiz::Corpus::open(&["corpus"])?;
/// let pipeline = raiz::Pipeline::default();
/// // A model that learns nothing: the same pipeline in every fold.
/// let scores = eval::cross_validate(&corpus, 5, |_fold| {
///     let pipeline = &pipeline;
///     Ok(move |report: &raiz::corpus::Report| pipeline.tag(report.text.as_str()))
/// })?;
/// println!("{scores}");
/// # Ok::<(), raiz::Error>(())
/// ```
///
/// # Errors
/// Those of [`folds()`] and of `fit`.
pub fn cross_validate<P: Predictor>(corpus: &Corpus, count: usize, mut fit: impl FnMut(&Fold<'_>) -> Result<P>) -> Result<Evaluation> {
    let mut evaluation = Evaluation::new(corpus.labels());
    for fold in folds(corpus, count)? {
        let predictor = fit(&fold)?;
        for report in &fold.test {
            evaluation.add(report, &predictor);
        }
    }
    evaluation.finish();
    Ok(evaluation)
}

/// Measure a model on `reports`, of which it has learnt none.
pub fn evaluate(labels: Vec<&str>, reports: &[&Report], predictor: &impl Predictor) -> Evaluation {
    let mut evaluation = Evaluation::new(labels);
    for report in reports {
        evaluation.add(report, predictor);
    }
    evaluation.finish();
    evaluation
}

/// `part` of `whole`; none where there is no whole.
fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The harmonic mean of precision and recall, from what was found and is right, was found, and was wanted.
fn f1(right: usize, found: usize, wanted: usize) -> Option<f64> {
    share(2 * right, found + wanted)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::Pipeline;
    use crate::incidents::Kind;

    fn corpus() -> Corpus {
        let mut corpus = Corpus::default();
        for (at, (label, fault)) in
            [("dns", "zone"), ("attack", "flood"), ("dns", "resolver"), ("attack", "worm"), ("dns", "delegation")].iter().enumerate()
        {
            let content = format!(
                "---\nid: r{at}\nlanguage: en\nkind: incident\nincidents: [{{cause: {label}, evidence: the {fault}, timestamps: [{{text: \"10:0{at}\", value: \"T10:0{at}\"}}], figures: []}}]\n---\nAt 10:0{at} all of it stopped, and what did it was the {fault}, as everybody could see.\n"
            );
            corpus.reports.push(Report::parse(&Arc::from(Path::new("r.md")), &content).expect("a sound report"));
        }
        let content = "---\nid: o\nlanguage: en\nkind: other\n---\nHow a runbook is written by people who have time for it.\n";
        corpus.reports.push(Report::parse(&Arc::from(Path::new("o.md")), content).expect("a sound report"));
        corpus
    }

    /// Says `dns` of everything, with the first words as evidence.
    fn always_dns(report: &Report) -> Vec<Record> {
        let mut records = Pipeline::default().tag(&report.text);
        for record in &mut records {
            record.kind = Kind::Incident;
            record.cause = Some("dns".into());
            record.confidence = 0.6;
        }
        records
    }

    #[test]
    fn every_report_is_read_once_by_a_model_that_has_not_seen_it() {
        let corpus = corpus();
        let mut trained = Vec::new();
        let scores = cross_validate(&corpus, 2, |fold| {
            trained.push(fold.train.len());
            let seen: Vec<String> = fold.train.iter().map(|report| report.id.clone()).collect();
            Ok(move |report: &Report| {
                assert!(!seen.contains(&report.id), "{} was learnt", report.id);
                always_dns(report)
            })
        })
        .expect("two folds");
        assert_eq!(trained.iter().sum::<usize>(), corpus.reports.len());
        let all = &scores.causes["all"];
        assert_eq!((all.n, all.accuracy, scores.headline().0), (5, Some(0.6), Some(0.6)));
        // dns: 3 of 5 right, all found: 2 * 3 / (5 + 3); attack has too few to count.
        assert_eq!(all.macro_f1, Some(0.75));
        assert_eq!((scores.kinds.taken_for_incidents.n, scores.kinds.taken_for_incidents.hits), (1, 1));
        assert_eq!(scores.timestamps["en"].n, 5);
        assert!(scores.to_string().contains("attack -> dns"));
        assert!(cross_validate(&corpus, 7, |_| Ok(always_dns)).is_err());
    }

    #[test]
    fn a_side_is_held_out_with_its_stories() {
        let mut corpus = corpus();
        for ((at, report), (split, family)) in corpus.reports.iter_mut().enumerate().zip([
            (Split::Train, None),
            (Split::Dev, Some("f")),
            (Split::Train, Some("f")),
            (Split::Test, None),
            (Split::Train, None),
            (Split::Train, None),
        ]) {
            (report.split, report.family) = (Some(split), family.map(str::to_owned));
            report.text = ["the", "shop", "of", "town", "shut", "itself"].map(|word| word.repeat(at + 1)).join(" ");
        }
        // A near-duplicate of the one in `test`.
        corpus.reports[4].text = format!("{} once more", corpus.reports[3].text);
        let ids = |reports: &[&Report]| reports.iter().map(|report| report.id.clone()).collect::<Vec<_>>();
        let held = |sides: &[Split]| hold_out(&corpus, sides).map(|fold| (ids(&fold.train), ids(&fold.test)));
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(held(&[Split::Dev]).expect("sides"), (names(&["r0", "r4", "o"]), names(&["r1"])));
        assert_eq!(held(&[Split::Dev, Split::Test]).expect("sides"), (names(&["r0", "o"]), names(&["r1", "r3"])));
        assert!(held(&[Split::Train]).is_err());
        corpus.reports.truncate(1);
        assert!(hold_out(&corpus, &[Split::Dev]).is_err());
    }
}
