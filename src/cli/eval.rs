//! `raiz eval`: how good is a model on labelled reports?

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use raiz::corpus::{Report, Split};
use raiz::eval::{CurvePoint, Evaluation, Fold, cross_validate, evaluate, hold_out, learning_curve};
use raiz::train::{Recipe, fit};
use raiz::{Corpus, Pipeline, Record};
use serde_json::Value;

use super::args::{Common, EvalArgs, Format, Side};
use super::batch::threads;
use super::card::Card;
use super::console::Console;
use super::grid::{self, Grid};
use super::output::{self, Output};
use super::status::Status;
use super::summary::counted;
use super::train::{sound_corpus, teaches};

/// Measure, print, and compare with the least scores that are allowed.
pub(crate) fn run(args: &EvalArgs, common: &Common) -> anyhow::Result<Status> {
    // Read by people as a rule, so text is what comes unless another form is named.
    let format = common.format.map_or(Ok(Format::Text), |_| output::format(common))?;
    let console = Console::new(common);
    let floors = args.baseline.as_deref().map(read_floors).transpose()?;
    let card = args.card.as_deref().map(Card::open).transpose()?;
    let corpus = sound_corpus(&args.corpus, &console)?;
    if args.curve {
        return curve(args, common, &corpus, &console);
    }
    let evaluation = threads(common)?.install(|| measure(args, common, &corpus))?;
    if let Some(card) = card {
        card.write(&format!("{}\n\n{}", how(args, common, &corpus), evaluation.to_markdown()))?;
    }
    let mut output = Output::open(common)?;
    output.write_all(&rendered(&evaluation, format)?)?;
    output.finish()?;
    console.finish();
    let mut low = Vec::new();
    if let Some(floors) = floors {
        below(&floors, &serde_json::from_str(&evaluation.to_json())?, "", &mut low);
    }
    for place in &low {
        console.complain(place);
    }
    Ok(if low.is_empty() { Status::Done } else { Status::Partial })
}

fn measure(args: &EvalArgs, common: &Common, corpus: &Corpus) -> anyhow::Result<Evaluation> {
    let sides: Vec<Split> = args.split.iter().copied().map(Split::from).collect();
    if let Some(folder) = &common.model {
        let measured = |report: &&Report| sides.is_empty() || sides.contains(&report.split());
        let reports: Vec<&Report> = corpus.reports.iter().filter(measured).collect();
        return Ok(evaluate(corpus.labels(), &reports, &reader(Pipeline::open(folder)?)));
    }
    teaches(corpus)?;
    let learnt = |fold: &Fold<'_>| {
        let mut part = corpus.clone();
        part.reports = fold.train.iter().copied().cloned().collect();
        Ok(reader(Pipeline::default().with_model(fit(&part, &Recipe::default())?)))
    };
    if sides.is_empty() {
        return Ok(cross_validate(corpus, args.folds, learnt)?);
    }
    let fold = hold_out(corpus, &sides)?;
    Ok(evaluate(corpus.labels(), &fold.test, &learnt(&fold)?))
}

/// How an evaluation was done, as its card says it.
fn how(args: &EvalArgs, common: &Common, corpus: &Corpus) -> String {
    let sides = args.split.iter().map(|&side| format!("`{}`", Split::from(side).name())).collect::<Vec<_>>().join(" and ");
    let of_sides = if sides.is_empty() { String::new() } else { format!(", of these the sides {sides}") };
    let texts = counted(corpus.reports.len(), "text", "texts");
    let told = match &common.model {
        Some(_) => "The model was measured as it is, whether or not it has learnt from these texts.".to_owned(),
        None if sides.is_empty() => {
            format!(
                "Cross-validation in {} rounds: each text is read by a model that learnt from the others, and from none that tells its story.",
                args.folds
            )
        }
        None => "The model learnt from the side `train` alone.".to_owned(),
    };
    format!("{texts}{of_sides}. {told}")
}

fn reader(pipeline: Pipeline) -> impl Fn(&Report) -> Vec<Record> {
    move |report| pipeline.tag(&report.text)
}

fn curve(args: &EvalArgs, common: &Common, corpus: &Corpus, console: &Console) -> anyhow::Result<Status> {
    let sides: Vec<Split> =
        if args.split.is_empty() { vec![Split::Dev, Split::Test] } else { args.split.iter().copied().map(Split::from).collect() };
    let points = threads(common)?
        .install(|| learning_curve(corpus, &sides, |part| Ok(reader(Pipeline::default().with_model(fit(part, &Recipe::default())?)))))?;
    grid::write(&[curve_grid(&points, &sides)], common)?;
    console.finish();
    Ok(Status::Done)
}

fn curve_grid(points: &[CurvePoint], sides: &[Split]) -> Grid {
    let shown = |score: Option<f64>| score.map_or_else(|| "-".into(), |score| format!("{score:.3}"));
    let row = |point: &CurvePoint| {
        let scores = |language: &str| point.evaluation.causes.get(language);
        let mut row = vec![match point.cut {
            None => "everything".to_owned(),
            Some((material, share)) => format!("{} of the {material}", if share < 0.3 { "a quarter" } else { "half" }),
        }];
        row.extend([point.sentences, point.plain, point.hard].map(|count| count.to_string()));
        row.push(scores("all").map_or(0, |scores| scores.n).to_string());
        row.push(shown(scores("all").and_then(|scores| scores.accuracy)));
        row.extend(["all", "en", "pt"].map(|language| shown(scores(language).and_then(|scores| scores.macro_f1))));
        row.push(point.on_hard.n.to_string());
        row.push(shown(point.on_hard.value()));
        row
    };
    let columns = ["learnt from", "sentences", "plain", "hard", "n", "accuracy", "macro-F1", "F1 en", "F1 pt", "n hard", "accuracy hard"];
    Grid {
        title: format!("Learning curves, measured on {}", sides.iter().map(|side| side.name()).collect::<Vec<_>>().join(" and ")),
        columns: columns.map(str::to_owned).to_vec(),
        rows: points.iter().map(row).collect(),
    }
}

impl From<Side> for Split {
    fn from(side: Side) -> Split {
        match side {
            Side::Train => Split::Train,
            Side::Dev => Split::Dev,
            Side::Test => Split::Test,
        }
    }
}

fn rendered(evaluation: &Evaluation, format: Format) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        Format::Text => evaluation.to_string().into_bytes(),
        Format::Json => evaluation.to_json().into_bytes(),
        Format::Jsonl => format!("{}\n", serde_json::from_str::<Value>(&evaluation.to_json())?).into_bytes(),
        Format::Csv | Format::Parquet | Format::Sqlite => items(evaluation)?,
    })
}

/// A row for each incident: what it is, and what the model took it for.
fn items(evaluation: &Evaluation) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["id", "incident", "language", "cause", "given", "confidence", "chain", "given_chain"])?;
    for item in &evaluation.items {
        let (incident, confidence) = (item.incident.to_string(), format!("{:.4}", item.confidence));
        let (chain, given) = (item.chain.join(" "), item.given_chain.join(" "));
        writer.write_record([&item.id, &incident, &item.language, &item.cause, &item.given, &confidence, &chain, &given])?;
    }
    Ok(writer.into_inner()?)
}

fn read_floors(path: &Path) -> anyhow::Result<Value> {
    let text = fs::read_to_string(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    let floors: Value = serde_json::from_str(&text).with_context(|| format!("{}: no JSON", path.display()))?;
    if !floors.is_object() {
        bail!("{}: an object with the least scores is needed", path.display());
    }
    Ok(floors)
}

/// Note every number of `floors` that `found` falls short of, or has nothing to set against.
fn below(floors: &Value, found: &Value, place: &str, low: &mut Vec<String>) {
    match floors {
        Value::Object(fields) => {
            for (name, floor) in fields {
                let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                below(floor, &found[name.as_str()], &place, low);
            }
        }
        Value::Number(floor) => match (floor.as_f64(), found.as_f64()) {
            (Some(floor), Some(found)) if found >= floor => {}
            (_, Some(found)) => low.push(format!("{place} is {found}, below the baseline's {floor}")),
            (_, None) => low.push(format!("{place} was not measured, but the baseline has {floor}")),
        },
        _ => low.push(format!("{place}: the baseline holds something that is no number")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_number_of_the_baseline_is_a_floor() {
        let found = json!({"causes": {"all": {"macro_f1": 0.71, "accuracy": 0.7}, "pt": {"macro_f1": 0.6}}});
        for (floors, count) in [
            (json!({"causes": {"all": {"macro_f1": 0.71}}}), 0),
            (json!({"causes": {"all": {"macro_f1": 0.7101}}}), 1),
            (json!({"causes": {"all": {"macro_f1": 0.8, "accuracy": 0.8}, "pt": {"macro_f1": 0.5}}}), 2),
            (json!({"causes": {"fr": {"macro_f1": 0.1}}}), 1),
            (json!({"causes": "good"}), 1),
        ] {
            let mut low = Vec::new();
            below(&floors, &found, "", &mut low);
            assert_eq!(low.len(), count, "{floors}: {low:?}");
        }
    }
}
