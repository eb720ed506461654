//! Learning curves: what more of each kind of material would bring.

use std::fmt;

use serde::Serialize;

use crate::corpus::{Corpus, Report, Split, fraction_of};
use crate::error::Result;

use super::{Evaluation, Predictor, Share, evaluate, hold_out};

/// A kind of material that a model learns from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Material {
    /// The sentence bank.
    Sentences,
    /// Incident reports without the mark `hard`.
    Plain,
    /// Incident reports with the mark.
    Hard,
}

impl Material {
    const ALL: [Material; 3] = [Material::Sentences, Material::Plain, Material::Hard];
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Material::Sentences => "sentences",
            Material::Plain => "plain reports",
            Material::Hard => "hard reports",
        })
    }
}

/// A model trained on less, and what it scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CurvePoint {
    /// What was cut, and to which share; none for the model that learnt from everything.
    pub cut: Option<(Material, f64)>,
    /// How many sentences it learnt from.
    pub sentences: usize,
    /// How many plain incident reports.
    pub plain: usize,
    /// How many hard ones.
    pub hard: usize,
    /// Its right causes among the incidents of hard reports.
    pub on_hard: Share,
    /// All its scores.
    pub evaluation: Evaluation,
}

/// Train on a quarter and on half of each kind of material with the others whole, and on everything; measure each model on
/// the reports of `sides`, which none learns from.
///
/// The smaller part lies within the larger one, whole stories at a time, and is drawn by hash: the same on every machine.
///
/// # Errors
/// Nothing to learn from or to measure on, and those of `fit`.
pub fn learning_curve<P: Predictor>(
    corpus: &Corpus,
    sides: &[Split],
    mut fit: impl FnMut(&Corpus) -> Result<P>,
) -> Result<Vec<CurvePoint>> {
    let fold = hold_out(corpus, sides)?;
    let present = |material: Material| match material {
        Material::Sentences => !corpus.sentences.is_empty(),
        _ => fold.train.iter().any(|report| material_of(report) == Some(material)),
    };
    let cuts = Material::ALL.into_iter().filter(|&material| present(material)).flat_map(|material| [(material, 0.25), (material, 0.5)]);
    let mut points = Vec::new();
    for cut in cuts.map(Some).chain([None]) {
        let keeps = |material: Option<Material>, key: &str| match cut {
            Some((cut, share)) if material == Some(cut) => fraction_of(key) < share,
            _ => true,
        };
        let mut part = corpus.clone();
        part.reports =
            fold.train.iter().filter(|report| keeps(material_of(report), report.story())).map(|report| (*report).clone()).collect();
        part.sentences.retain(|row| keeps(Some(Material::Sentences), &row.text));
        let count = |material: Material| part.reports.iter().filter(|report| material_of(report) == Some(material)).count();
        let (sentences, plain, hard) = (part.sentences.len(), count(Material::Plain), count(Material::Hard));
        let evaluation = evaluate(corpus.labels(), &fold.test, &fit(&part)?);
        let on_hard = on_hard(&fold.test, &evaluation);
        points.push(CurvePoint { cut, sentences, plain, hard, on_hard, evaluation });
    }
    Ok(points)
}

/// Which material a report is; texts that are no incident report are none and stay.
fn material_of(report: &Report) -> Option<Material> {
    (!report.incidents.is_empty()).then_some(if report.hard { Material::Hard } else { Material::Plain })
}

fn on_hard(tests: &[&Report], evaluation: &Evaluation) -> Share {
    let hard: std::collections::BTreeSet<&str> = tests.iter().filter(|report| report.hard).map(|report| report.id.as_str()).collect();
    let mut share = Share::default();
    for item in evaluation.items.iter().filter(|item| hard.contains(item.id.as_str())) {
        share.add(item.is_right());
    }
    share
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::Pipeline;
    use crate::record::Record;

    fn corpus() -> Corpus {
        let mut corpus = Corpus::default();
        for number in 0..80 {
            let side = ["train", "train", "train", "dev", "test"][number % 5];
            let (label, hard) = (["dns", "attack"][number % 2], number % 3 == 0);
            let word = ["ka", "lo", "mi", "ne"].map(|syllable| syllable.repeat(number + 1)).join(" ");
            let content = format!(
                "---\nid: r{number}\nlanguage: en\nkind: incident\nhard: {hard}\nsplit: {side}\nincidents: [{{cause: {label}}}]\n---\nIt was {word}, they said.\n"
            );
            corpus.reports.push(Report::parse(&Arc::from(Path::new("r.md")), &content).expect("a sound report"));
        }
        corpus
    }

    #[test]
    fn parts_are_nested_and_the_measure_stays() {
        let corpus = corpus();
        let mut seen: Vec<Vec<String>> = Vec::new();
        let points = learning_curve(&corpus, &[Split::Dev, Split::Test], |part| {
            seen.push(part.reports.iter().map(|report| report.id.clone()).collect());
            Ok(|report: &Report| -> Vec<Record> { Pipeline::default().tag(&report.text) })
        })
        .expect("a curve");
        let cuts: Vec<_> = points.iter().map(|point| point.cut).collect();
        let expected =
            [Some((Material::Plain, 0.25)), Some((Material::Plain, 0.5)), Some((Material::Hard, 0.25)), Some((Material::Hard, 0.5)), None];
        assert_eq!(cuts, expected, "there are no sentences to cut");
        let all = &points[4];
        assert_eq!((all.plain, all.hard, seen[4].len()), (32, 16, 48));
        for (at, of) in [(0, 1), (1, 4), (2, 3), (3, 4)] {
            assert!(seen[at].len() < seen[of].len() && seen[at].iter().all(|id| seen[of].contains(id)), "{at} lies in {of}");
        }
        assert_eq!((points[0].hard, points[2].plain), (16, 32), "what is not cut is whole");
        assert!(points.iter().all(|point| point.evaluation.causes["all"].n == 32 && point.on_hard.n == 11));
    }
}
