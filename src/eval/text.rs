//! The evaluation as a report for people.

use std::collections::BTreeMap;
use std::fmt;

use super::measures::Evaluation;
use super::spans::ExtractionScore;

/// A score with three decimals, or a dash where there was nothing to measure.
pub(super) fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), |value| format!("{value:.3}"))
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Root causes")?;
        writeln!(
            f,
            "  {:<10} {:>5} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
            "language", "n", "accuracy", "macro-F1", "in chain", "chain F1", "calib.", "surest½", "evid. 1", "evid. 2"
        )?;
        for (language, row) in &self.causes {
            write!(f, "  {language:<10} {:>5}", row.n)?;
            for cell in row.shares() {
                write!(f, " {:>8}", shown(cell))?;
            }
            writeln!(f)?;
        }
        if let Some(all) = self.causes.get("all") {
            writeln!(f, "\nLabels\n  {:<20} {:>5} {:>9} {:>9} {:>9}", "label", "n", "precision", "recall", "F1")?;
            for label in all.labels.iter().filter(|label| label.support > 0 || label.precision.is_some()) {
                let scores = [label.precision, label.recall, label.f1].map(shown);
                writeln!(f, "  {:<20} {:>5} {:>9} {:>9} {:>9}", label.label, label.support, scores[0], scores[1], scores[2])?;
            }
        }
        writeln!(f, "\nCommonest mistakes (true -> given)")?;
        for (truth, given, count) in self.confusion.mistakes().into_iter().take(15) {
            writeln!(f, "  {count:>4}  {truth} -> {given}")?;
        }
        writeln!(f, "\nWith answers below a confidence withheld\n  {:>6} {:>9} {:>9}", "below", "answered", "accuracy")?;
        for step in &self.risk_coverage {
            writeln!(f, "  {:>6.1} {:>9.3} {:>9}", step.min_confidence, step.coverage, shown(step.accuracy))?;
        }
        writeln!(
            f,
            "\nCauses that change without sentences\n  {:<10} {:>9} {:>13} {:>9}",
            "language", "1st evid.", "all evidence", "others"
        )?;
        for (language, row) in &self.removal {
            let cells = [row.first, row.all, row.others].map(|share| shown(share.value()));
            writeln!(f, "  {language:<10} {:>9} {:>13} {:>9}", cells[0], cells[1], cells[2])?;
        }
        writeln!(f, "\nKinds and languages")?;
        let kinds = &self.kinds;
        for (name, share) in [
            ("incident reports found to be some", kinds.incidents),
            ("planned work found to be that", kinds.maintenance),
            ("other texts found to be that", kinds.others),
            ("no incident report, taken for one", kinds.taken_for_incidents),
            ("language right", kinds.language),
            ("foreign languages refused", kinds.foreign),
            ("single incidents kept whole", kinds.kept_whole),
            ("pages cut into the right number", kinds.right_count),
        ] {
            if share.n > 0 {
                writeln!(f, "  {name:<36} {:>5} {:>8}", share.n, shown(share.value()))?;
            }
        }
        extraction(f, "Timestamps", &self.timestamps)?;
        extraction(f, "Impact figures", &self.figures)?;
        let impact = &self.impact;
        if impact.start_n + impact.end_n + impact.duration_n > 0 {
            writeln!(f, "\nImpact")?;
            for (name, hits, n) in [
                ("start", impact.start, impact.start_n),
                ("end", impact.end, impact.end_n),
                ("duration", impact.duration, impact.duration_n),
            ] {
                writeln!(f, "  {name:<10} {n:>5} {:>9}", shown(super::share(hits, n)))?;
            }
        }
        Ok(())
    }
}

fn extraction(f: &mut fmt::Formatter<'_>, title: &str, rows: &BTreeMap<String, ExtractionScore>) -> fmt::Result {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}\n  {:<10} {:>5} {:>9} {:>9} {:>9} {:>9}", "language", "n", "precision", "recall", "F1", "values")?;
    for (language, row) in rows {
        let cells = [row.precision, row.recall, row.f1, row.value_accuracy].map(shown);
        writeln!(f, "  {language:<10} {:>5} {:>9} {:>9} {:>9} {:>9}", row.n, cells[0], cells[1], cells[2], cells[3])?;
    }
    Ok(())
}
