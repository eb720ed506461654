//! The evaluation as the measured part of a model card, in Markdown.

use std::fmt::Write;

use super::calibration::{reliability, risk_coverage};
use super::classification::Confusion;
use super::measures::Evaluation;
use super::text::shown;
use super::{Item, share};

impl Evaluation {
    /// The measured part of a model card: scores, labels and confusions by language, calibration, and what is left when unsure
    /// answers are withheld. Three decimals, so that the same model gives the same card everywhere.
    pub fn to_markdown(&self) -> String {
        let mut card = String::new();
        let _ = self.write_markdown(&mut card);
        card
    }

    fn write_markdown(&self, card: &mut String) -> std::fmt::Result {
        writeln!(card, "### Causes\n")?;
        let columns = [
            "incidents",
            "accuracy",
            "macro-F1",
            "cause or contributing",
            "F1 of the chain",
            "calibration error",
            "accuracy of the surest half",
            "evidence first",
            "evidence in two",
        ];
        head(card, "language", &columns)?;
        for (language, row) in &self.causes {
            line(card, language, std::iter::once(row.n.to_string()).chain(row.shares().map(shown)))?;
        }
        writeln!(card, "\n### Causes that change when sentences are taken out\n")?;
        head(card, "language", &["incidents", "without the first evidence", "without all evidence", "without as many other sentences"])?;
        for (language, row) in &self.removal {
            let cells = [row.first, row.all, row.others].map(|share| shown(share.value()));
            line(card, language, std::iter::once(row.first.n.to_string()).chain(cells))?;
        }
        self.labels_by_language(card)?;
        self.confidence_by_language(card)?;
        for language in self.languages() {
            writeln!(card, "\n### Confusions, {language}\n\nRows: the true cause. Columns: the one given, in the same order.\n")?;
            self.confusions(card, &self.of(language))?;
        }
        Ok(())
    }

    /// The languages with incidents, without `all`.
    fn languages(&self) -> impl Iterator<Item = &str> {
        self.causes.keys().map(String::as_str).filter(|language| *language != "all")
    }

    fn of(&self, language: &str) -> Vec<&Item> {
        self.items.iter().filter(|item| language == "all" || item.language == language).collect()
    }

    fn labels_by_language(&self, card: &mut String) -> std::fmt::Result {
        writeln!(card, "\n### Labels\n")?;
        let languages: Vec<&str> = self.languages().collect();
        let columns: Vec<String> =
            languages.iter().flat_map(|language| ["n", "precision", "recall", "F1"].map(|column| format!("{language} {column}"))).collect();
        head(card, "label", &columns.iter().map(String::as_str).collect::<Vec<_>>())?;
        let Some(all) = self.causes.get("all") else { return Ok(()) };
        for label in all.labels.iter().filter(|label| label.support > 0 || label.precision.is_some()) {
            let of_language = |language: &&str| {
                let row = self.causes[*language].labels.iter().find(|row| row.label == label.label);
                row.map_or_else(
                    || ["0", "-", "-", "-"].map(str::to_owned),
                    |row| [row.support.to_string(), shown(row.precision), shown(row.recall), shown(row.f1)],
                )
            };
            line(card, &label.label, languages.iter().flat_map(of_language))?;
        }
        Ok(())
    }

    fn confidence_by_language(&self, card: &mut String) -> std::fmt::Result {
        writeln!(card, "\n### Confidence\n\nOf the answers in each tenth of confidence, how many are right.\n")?;
        head(card, "language", &["from", "answers", "mean confidence", "accuracy"])?;
        for language in self.languages() {
            for tenth in reliability(&answers(&self.of(language))) {
                let cells = [
                    format!("{:.1}", tenth.from),
                    tenth.n.to_string(),
                    format!("{:.3}", tenth.confidence),
                    format!("{:.3}", tenth.accuracy),
                ];
                line(card, language, cells)?;
            }
        }
        writeln!(
            card,
            "\n### Unsure answers withheld\n\nWhat `--min-confidence` leaves: the share still answered, and how many of these are right.\n"
        )?;
        let languages: Vec<&str> = self.languages().collect();
        let columns: Vec<String> =
            languages.iter().flat_map(|language| ["answered", "accuracy"].map(|column| format!("{language} {column}"))).collect();
        head(card, "--min-confidence", &columns.iter().map(String::as_str).collect::<Vec<_>>())?;
        let curves: Vec<_> = languages.iter().map(|language| risk_coverage(&answers(&self.of(language)))).collect();
        for tenth in 0..10 {
            let cells = curves.iter().flat_map(|curve| [format!("{:.3}", curve[tenth].coverage), shown(curve[tenth].accuracy)]);
            line(card, &format!("0.{tenth}"), cells)?;
        }
        Ok(())
    }

    /// The table of confusions; nothing stands for 0, and labels that nobody has or is given are left out.
    fn confusions(&self, card: &mut String, items: &[&Item]) -> std::fmt::Result {
        let met = |label: &&str| items.iter().any(|item| item.cause == *label || item.given == *label);
        let labels = self.confusion.labels.iter().map(String::as_str).filter(met);
        let table = Confusion::new(labels, items.iter().map(|item| (item.cause.as_str(), item.given.as_str())));
        let numbers: Vec<String> = (1..=table.labels.len()).map(|number| number.to_string()).collect();
        head(card, "", &numbers.iter().map(String::as_str).chain(["right"]).collect::<Vec<_>>())?;
        for (at, (label, row)) in table.labels.iter().zip(&table.counts).enumerate() {
            let counts = row.iter().map(|&count| if count == 0 { String::new() } else { count.to_string() });
            let right = shown(share(row[at], row.iter().sum()));
            line(card, &format!("{} {label}", at + 1), counts.chain([right]))?;
        }
        Ok(())
    }
}

fn answers(items: &[&Item]) -> Vec<(f64, bool)> {
    items.iter().map(|item| (item.confidence, item.is_right())).collect()
}

fn head(card: &mut String, first: &str, columns: &[&str]) -> std::fmt::Result {
    line(card, first, columns.iter().map(|&column| column.to_owned()))?;
    writeln!(card, "|---|{}", "--:|".repeat(columns.len()))
}

fn line(card: &mut String, first: &str, cells: impl IntoIterator<Item = String>) -> std::fmt::Result {
    write!(card, "| {first} |")?;
    for cell in cells {
        write!(card, " {cell} |")?;
    }
    writeln!(card)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Report;
    use crate::record::Record;

    #[test]
    fn a_card_by_hand() {
        let mut evaluation = super::super::evaluate(vec!["dns", "attack", "unused"], &[], &|_: &Report| -> Vec<Record> { Vec::new() });
        let item = |language: &str, cause: &str, given: &str, confidence: f64| Item {
            id: format!("{language}-{cause}-{given}"),
            incident: 0,
            language: language.into(),
            cause: cause.into(),
            given: given.into(),
            confidence,
            chain: vec![cause.into()],
            given_chain: vec![given.into()],
            evidence: None,
        };
        evaluation.items = vec![
            item("en", "dns", "dns", 0.95),
            item("en", "attack", "dns", 0.35),
            item("pt", "attack", "attack", 0.85),
            item("pt", "dns", "-", 0.05),
        ];
        evaluation.finish();
        let card = evaluation.to_markdown();
        for row in [
            "| en | 2 | 0.500 | - | 0.500 | 0.500 | 0.200 | 1.000 | - | - |",
            "| dns | 1 | 0.500 | 1.000 | 0.667 | 1 | - | 0.000 | 0.000 |",
            "| en | 0.9 | 1 | 0.950 | 1.000 |",
            "| 0.4 | 0.500 | 1.000 | 0.500 | 1.000 |",
            "| 1 dns | 1 |  | 1.000 |",
            "| 1 dns |  |  | 1 | 0.000 |",
            "| 2 attack | 1 |  | 0.000 |",
        ] {
            assert!(card.lines().any(|line| line == row), "{row} is missing from\n{card}");
        }
        assert!(!card.contains("unused"), "{card}");
    }
}
