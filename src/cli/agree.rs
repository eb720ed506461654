//! `raiz corpus agree`: two readers' labels held against each other.

use anyhow::bail;
use raiz::corpus::Labelling;
use raiz::eval::{Agreement, agreement};

use super::args::{AgreeArgs, Common};
use super::console::Console;
use super::grid::{self, Grid};
use super::status::Status;

/// Compare, print.
pub(crate) fn run(args: &AgreeArgs, common: &Common) -> anyhow::Result<Status> {
    let console = Console::new(common);
    let mut failed = 0;
    let mut read = |path| -> anyhow::Result<Labelling> {
        let (labelling, errors) = Labelling::read(path)?;
        for error in &errors {
            console.complain(error);
        }
        failed += errors.len();
        Ok(labelling)
    };
    let (first, second) = (read(&args.first)?, read(&args.second)?);
    let both: Vec<(&str, &str)> =
        first.causes.iter().filter_map(|(item, cause)| Some((cause.as_str(), second.causes.get(item)?.as_str()))).collect();
    if both.is_empty() {
        bail!("{} and {} have labelled nothing in common", args.first.display(), args.second.display());
    }
    let alone = [first.causes.len() - both.len(), second.causes.len() - both.len()];
    grid::write(&grids(&agreement(both), alone), common)?;
    console.finish();
    Ok(if failed == 0 { Status::Done } else { Status::Partial })
}

fn grids(found: &Agreement, alone: [usize; 2]) -> [Grid; 3] {
    let strings = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let shown = |value: Option<f64>| value.map_or_else(|| "-".into(), |value| format!("{value:.3}"));
    let whole = [
        ("labelled by both", found.n.to_string()),
        ("only by A", alone[0].to_string()),
        ("only by B", alone[1].to_string()),
        ("the same label", found.same.to_string()),
        ("observed agreement", shown(found.observed)),
        ("agreement by chance", shown(found.expected)),
        ("Cohen's kappa", shown(found.kappa)),
    ];
    let labels = found.labels.iter().map(|label| {
        vec![label.label.clone(), label.first.to_string(), label.second.to_string(), label.both.to_string(), shown(label.kappa)]
    });
    let disagreements = found.disagreements.iter().map(|(a, b, count)| vec![format!("{a} / {b}"), count.to_string()]);
    [
        Grid {
            title: "Agreement".into(),
            columns: strings(&["measure", "value"]),
            rows: whole.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect(),
        },
        Grid { title: "Agreement by label".into(), columns: strings(&["label", "A", "B", "both", "kappa"]), rows: labels.collect() },
        Grid { title: "Disagreements".into(), columns: strings(&["A / B", "incidents"]), rows: disagreements.collect() },
    ]
}
