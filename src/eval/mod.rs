//! How good is a model? Metrics over labelled reports, by cross-validation or on held-out texts.
//!
//! The metrics are written here, with hand-computed tests, because the usual library gives precision for recall when
//! its arguments come in the documented order.

mod calibration;
mod classification;
mod folds;
mod items;
mod measures;
mod spans;
mod text;

use crate::corpus::{Corpus, Report};
use crate::error::{Error, ErrorKind, Result};
use crate::record::Record;

pub use calibration::{Coverage, accuracy_of_surest_half, calibration_error, risk_coverage};
pub use classification::{Confusion, LabelScore};
pub use folds::assign_folds;
pub use items::{Item, MISSED};
pub use measures::{CauseScores, Evaluation, KindScores, Share};
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
            evaluation.add(report, &predictor.predict(report));
        }
    }
    evaluation.finish();
    Ok(evaluation)
}

/// Measure a model on `reports`, of which it has learnt none.
pub fn evaluate(labels: Vec<&str>, reports: &[&Report], predictor: &impl Predictor) -> Evaluation {
    let mut evaluation = Evaluation::new(labels);
    for report in reports {
        evaluation.add(report, &predictor.predict(report));
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
}
