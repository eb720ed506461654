//! The last step: from pooled sentences to probabilities, a cause, further links and their evidence.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Evidence;
use super::linear::{logistic, softmax};
use super::pool::{PARTS, Pooled};
use crate::features::context::MANNERS;
use crate::incidents::{Incident, Kind, Status};
use crate::span::Span;

/// A small logistic model over a few named inputs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Logistic {
    /// Score of an input of zeros.
    pub(crate) intercept: f32,
    /// Weights of the inputs, in their order.
    pub(crate) weights: Vec<f32>,
}

impl Logistic {
    /// The probability for `inputs`.
    pub(crate) fn probability(&self, inputs: &[f32]) -> f32 {
        logistic(self.intercept + self.weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum::<f32>())
    }

    /// Are all of its numbers finite?
    pub(crate) fn is_sound(&self, inputs: usize) -> bool {
        self.intercept.is_finite() && self.weights.len() == inputs && self.weights.iter().all(|weight| weight.is_finite())
    }
}

/// How pooled sentences become a decision. All of it is fitted on held-out folds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Decisions {
    /// Weight of each part in a label's score.
    pub(crate) parts: BTreeMap<String, f32>,
    /// Factor on label scores before they become probabilities.
    pub(crate) sharpness: f32,
    /// Probability that the text names no cause.
    pub(crate) unknown: Logistic,
    /// Probability that the named cause is right.
    pub(crate) confidence: Logistic,
    /// Probability that a label which is not the cause is a further link.
    pub(crate) contributing: Logistic,
    /// For each label: by how much the log odds that it is right where it is named exceed those of all labels together.
    pub(crate) reliability: Vec<f32>,
    /// For each label: log share of reports that name it as a further link.
    pub(crate) link_priors: Vec<f32>,
    /// Labels above this probability are named as further links.
    pub(crate) contributing_from: f32,
    /// Probability that a text is an incident report.
    pub(crate) incident: Logistic,
    /// From this probability on it is one.
    pub(crate) incident_from: f32,
}

/// How a text's sentences read on average, and how they speak.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct KindLean {
    /// Margin of *maintenance*.
    pub(crate) maintenance: f32,
    /// Margin of *other*.
    pub(crate) other: f32,
    /// What the chance that it is an incident report is read from.
    pub(crate) inputs: [f32; KIND_INPUTS],
}

/// So many sentences that read most like an incident are looked at by themselves: a report may be short among much else.
const FOREMOST: usize = 3;

/// Inputs of the model of incident reports: the margin of *incident* over the better of the others on average, the same of
/// the foremost sentences, how many sentences there are, whether the head calls work planned, and the share of sentences
/// that speak in each manner.
pub(crate) const KIND_INPUTS: usize = 4 + MANNERS;

/// How a sentence speaks; see [`Setting::manner`](crate::features::context::Setting::manner).
pub(crate) type Manner = [bool; MANNERS];

impl KindLean {
    /// The average over sentences with these margins of the kind model and manners; `planned` is whether the head calls work so.
    pub(crate) fn of(sentences: impl Iterator<Item = ([f32; 3], Manner)>, planned: bool) -> KindLean {
        let (mut sums, mut manners, mut count) = ([0.0_f32; 3], [0.0_f32; MANNERS], 0.0_f32);
        let mut foremost = [f32::NEG_INFINITY; FOREMOST];
        for ([incident, maintenance, other], manner) in sentences {
            let mut lead = incident - maintenance.max(other);
            sums[0] += lead;
            sums[1] += maintenance;
            sums[2] += other;
            for (sum, holds) in manners.iter_mut().zip(manner) {
                *sum += f32::from(u8::from(holds));
            }
            count += 1.0;
            for kept in &mut foremost {
                if lead > *kept {
                    std::mem::swap(kept, &mut lead);
                }
            }
        }
        let all = count.max(1.0);
        let kept = &foremost[..FOREMOST.min(count as usize)];
        let mut inputs = [0.0; KIND_INPUTS];
        inputs[0] = sums[0] / all;
        inputs[1] = kept.iter().sum::<f32>() / kept.len().max(1) as f32;
        inputs[2] = (1.0 + count).ln();
        inputs[3] = f32::from(u8::from(planned));
        for (input, sum) in inputs[4..].iter_mut().zip(manners) {
            *input = sum / all;
        }
        KindLean { maintenance: sums[1] / all, other: sums[2] / all, inputs }
    }
}

/// Inputs of the confidence model.
pub(crate) const CONFIDENCE_INPUTS: usize = 5;
/// Inputs of the model of further links.
pub(crate) const LINK_INPUTS: usize = 7;
/// Most further links that are named.
const MOST_LINKS: usize = 4;

/// A decision on one incident.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Decided {
    /// Probability of each label.
    pub(crate) probabilities: Vec<f32>,
    /// The cause's number.
    pub(crate) cause: usize,
    /// Probability that it is right.
    pub(crate) confidence: f32,
    /// Further links with their probabilities, strongest first.
    pub(crate) contributing: Vec<(usize, f32)>,
}

impl Decisions {
    /// Score of every label.
    pub(crate) fn scores(&self, pooled: &Pooled) -> Vec<f32> {
        let weights = PARTS.map(|name| self.parts.get(name).copied().unwrap_or_default());
        let score = |parts: &[f32; PARTS.len()]| weights.iter().zip(parts).map(|(weight, part)| weight * part).sum::<f32>();
        pooled.parts.iter().map(score).collect()
    }

    /// Probability of every label, *unknown* among them.
    pub(crate) fn probabilities(&self, pooled: &Pooled, unknown: Option<usize>) -> Vec<f32> {
        let mut scores = self.scores(pooled);
        let Some(unknown) = unknown.filter(|&at| at < scores.len()) else { return softmax(&scores, self.sharpness) };
        scores[unknown] = f32::NEG_INFINITY;
        let mut shares = softmax(&scores, self.sharpness);
        let silent = self.unknown.probability(&pooled.stated);
        for share in &mut shares {
            *share *= 1.0 - silent;
        }
        shares[unknown] = silent;
        shares
    }

    /// Decide.
    pub(crate) fn decide(&self, pooled: &Pooled, unknown: Option<usize>) -> Decided {
        let probabilities = self.probabilities(pooled, unknown);
        let cause = choose(&probabilities, unknown);
        let confidence = self.confidence.probability(&self.confidence_inputs(&probabilities, cause, unknown));
        let mut contributing: Vec<(usize, f32)> = if Some(cause) == unknown {
            Vec::new()
        } else {
            let inputs = self.link_inputs(pooled, unknown).into_iter().enumerate();
            inputs
                .filter(|&(label, _)| label != cause && Some(label) != unknown)
                .map(|(label, inputs)| (label, self.contributing.probability(&inputs)))
                .filter(|&(_, probability)| probability >= self.contributing_from)
                .collect()
        };
        contributing.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        contributing.truncate(MOST_LINKS);
        Decided { probabilities, cause, confidence, contributing }
    }

    /// What each label's chance of being a further link is read from: its score against the best, its parts, how often it
    /// is one, whether it is second, how long the text is.
    pub(crate) fn link_inputs(&self, pooled: &Pooled, unknown: Option<usize>) -> Vec<[f32; LINK_INPUTS]> {
        let scores = self.scores(pooled);
        let mut order: Vec<usize> = (0..scores.len()).filter(|&label| Some(label) != unknown).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
        let best = order.first().map_or(0.0, |&label| scores[label]);
        let inputs = |(label, &score): (usize, &f32)| {
            let [_, any, many, _, terms] = pooled.parts.get(label).copied().unwrap_or_default();
            let prior = self.link_priors.get(label).copied().unwrap_or_default();
            let second = f32::from(order.get(1) == Some(&label));
            [score - best, any, many, terms, prior, second, pooled.stated[1].min(6.0)]
        };
        scores.iter().enumerate().map(inputs).collect()
    }

    /// What the confidence of a decision is read from: is it *unknown*, and how surely; else how surely a cause is named at
    /// all, how surely it is this one of them, and how often this label is right where it is named.
    pub(crate) fn confidence_inputs(&self, probabilities: &[f32], cause: usize, unknown: Option<usize>) -> [f32; CONFIDENCE_INPUTS] {
        let silent = unknown.and_then(|at| probabilities.get(at)).copied().unwrap_or_default();
        let named = log_odds(1.0 - silent).clamp(-5.0, 5.0);
        if Some(cause) == unknown {
            return [1.0, -named, 0.0, 0.0, 0.0];
        }
        let own = probabilities.get(cause).copied().unwrap_or_default() / (1.0 - silent).max(1e-6);
        [0.0, 0.0, named, log_odds(own), self.reliability.get(cause).copied().unwrap_or_default()]
    }

    /// The kind of a text whose sentences read like this on average.
    pub(crate) fn kind(&self, lean: &KindLean, incident: &Incident) -> Kind {
        let statuses = incident.updates.iter();
        let planned = statuses.clone().filter(|update| update.status.is_planned()).count();
        if planned > 0 && planned * 2 >= statuses.count() {
            return Kind::Maintenance;
        }
        // A page that follows something from its first notice on tells of an incident, however curtly.
        let followed = incident.updates.iter().any(|update| matches!(update.status, Status::Investigating | Status::Identified));
        if followed || self.incident.probability(&lean.inputs) >= self.incident_from {
            Kind::Incident
        } else if lean.maintenance > lean.other {
            Kind::Maintenance
        } else {
            Kind::Other
        }
    }
}

/// The label to name: *unknown* where it is likelier than not, else the likeliest of the others.
pub(crate) fn choose(probabilities: &[f32], unknown: Option<usize>) -> usize {
    if let Some(unknown) = unknown.filter(|&at| probabilities.get(at).is_some_and(|&share| share > 0.5)) {
        return unknown;
    }
    let others = probabilities.iter().enumerate().filter(|&(label, _)| Some(label) != unknown);
    others.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0))).map_or(unknown.unwrap_or_default(), |(label, _)| label)
}

/// Log odds, kept finite.
pub(crate) fn log_odds(probability: f32) -> f32 {
    let kept = probability.clamp(1e-4, 1.0 - 1e-4);
    (kept / (1.0 - kept)).ln()
}

/// Sentences below this share of the strongest are no evidence.
const WORTH_SHOWING: f32 = 0.02;
/// Most sentences that are shown.
const MOST_EVIDENCE: usize = 3;

/// A sentence's worth as evidence is the finder's attention times the label's share in it plus so much. For the cause the
/// finder has the word, since it was taught which sentence tells the cause; for a further link the label has.
pub(crate) const ATTENTION_ALONE: f32 = 0.3;
/// The same for further links.
pub(crate) const ATTENTION_TO_LINK: f32 = 0.02;

/// Whoever tells a cause tells it again: by so much (in logarithms) a sentence is worth less for each one before it that
/// says the same, since the first says it for those who have not read the rest.
const TOLD_BEFORE: f32 = 1.0;

/// The sentences that speak for `label`, strongest first.
pub(crate) fn evidence(pooled: &Pooled, spans: &[Span], label: usize, alone: f32) -> Vec<Evidence> {
    let mut told = 0.0;
    let mut weighed: Vec<(usize, f32)> = Vec::with_capacity(spans.len());
    for at in 0..spans.len() {
        let share = pooled.share(at, label);
        weighed.push((at, pooled.attention[at] * (alone + share) * (-TOLD_BEFORE * told).exp()));
        told += share;
    }
    let sum: f32 = weighed.iter().map(|(_, weight)| weight).sum();
    weighed.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let strongest = weighed.first().map_or(0.0, |(_, weight)| *weight);
    weighed
        .into_iter()
        .take(MOST_EVIDENCE)
        .take_while(|&(_, weight)| weight > 0.0 && weight >= WORTH_SHOWING * strongest)
        .map(|(at, weight)| Evidence { span: spans[at], weight: f64::from(weight / sum) })
        .collect()
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the values are exact in binary")]
mod tests {
    use super::*;
    use crate::incidents::Update;

    fn decisions() -> Decisions {
        Decisions {
            parts: BTreeMap::from([("found-margin".to_owned(), 1.0)]),
            sharpness: 1.0,
            unknown: Logistic { intercept: 0.0, weights: vec![-2.0, 0.0, 0.0, 0.0, 0.0] },
            confidence: Logistic { intercept: 0.0, weights: vec![1.0, 0.0, 0.0, 0.0, 0.0] },
            reliability: vec![0.0; 3],
            contributing: Logistic { intercept: 0.0, weights: vec![1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] },
            link_priors: vec![0.0; 3],
            contributing_from: 0.1,
            incident: Logistic { intercept: 0.0, weights: std::iter::once(1.0).chain([0.0; KIND_INPUTS - 1]).collect() },
            incident_from: 0.5,
        }
    }

    fn pooled(margins: [f32; 3], together: f32) -> Pooled {
        let parts = margins.map(|margin| [margin, 0.0, 0.0, 0.0, 0.0]).to_vec();
        Pooled { parts, stated: [together, 0.0, 0.0, 0.0, 0.0], attention: vec![0.8, 0.2], shares: vec![0.1, 0.9, 0.0, 0.9, 0.1, 0.0] }
    }

    #[test]
    fn a_named_cause_beats_unknown() {
        let decided = decisions().decide(&pooled([2.0, 3.0, 9.0], 3.0), Some(2));
        assert_eq!(decided.cause, 1);
        assert_eq!(decided.contributing.iter().map(|link| link.0).collect::<Vec<_>>(), [0]);
        assert!((decided.probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn where_nothing_is_stated_the_cause_is_unknown() {
        let decided = decisions().decide(&pooled([2.0, 3.0, -9.0], -1.0), Some(2));
        assert_eq!((decided.cause, decided.contributing.len()), (2, 0));
        let without = decisions().decide(&pooled([2.0, 3.0, -9.0], -1.0), None);
        assert_eq!(without.cause, 1);
    }

    #[test]
    fn the_foremost_sentences_are_looked_at_by_themselves() {
        let read = |margins: &[f32]| KindLean::of(margins.iter().map(|&margin| ([margin, 0.0, -1.0], Manner::default())), false).inputs;
        assert_eq!(read(&[-1.0, 3.0, 1.0, -1.0, 2.0, -1.0])[..2], [0.5, 2.0]);
        assert_eq!(read(&[1.0, 0.5])[..2], [0.75, 0.75]);
        assert_eq!(read(&[]), [0.0; KIND_INPUTS]);
    }

    #[test]
    fn updates_outweigh_how_the_sentences_read() {
        let mut lean = KindLean { maintenance: 0.0, other: 1.0, ..KindLean::default() };
        lean.inputs[0] = -9.0;
        let page = |statuses: &[Status]| {
            let span = Span::new(0, 9);
            let updates = statuses.iter().map(|&status| Update { span, status, header: span, time: None }).collect();
            Incident { updates, ..Incident::bare(span) }
        };
        let kinds: Vec<Kind> = [&[][..], &[Status::Resolved, Status::Investigating], &[Status::Maintenance, Status::Update]]
            .iter()
            .map(|statuses| decisions().kind(&lean, &page(statuses)))
            .collect();
        assert_eq!(kinds, [Kind::Other, Kind::Incident, Kind::Maintenance]);
    }

    #[test]
    fn of_sentences_that_say_the_same_the_first_is_shown_first() {
        let spans = [Span::new(0, 5), Span::new(6, 9)];
        let twice = vec![0.1, 0.8, 0.1, 0.05, 0.9, 0.05];
        let pooled = Pooled { attention: vec![0.4, 0.5], shares: twice, ..pooled([0.0; 3], 0.0) };
        assert_eq!(evidence(&pooled, &spans, 1, ATTENTION_ALONE)[0].span, spans[0]);
    }

    #[test]
    fn evidence_is_what_is_found_and_names_the_label() {
        let spans = [Span::new(0, 5), Span::new(6, 9)];
        let of_cause = evidence(&pooled([0.0; 3], 0.0), &spans, 1, ATTENTION_ALONE);
        assert_eq!(of_cause[0].span, spans[0]);
        assert!(of_cause[0].weight > 0.9, "{of_cause:?}");
        let sure = evidence(&Pooled { attention: vec![0.999, 0.001], ..pooled([0.0; 3], 0.0) }, &spans, 1, ATTENTION_ALONE);
        assert_eq!(sure.len(), 1, "what hardly counts is not shown: {sure:?}");
        let of_link = evidence(&pooled([0.0; 3], 0.0), &spans, 0, ATTENTION_TO_LINK);
        assert_eq!(of_link[0].span, spans[1], "the finder looks elsewhere, but only this sentence names the label");
    }
}
