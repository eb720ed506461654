//! Small tables of counts and scores, in every form of output.

use std::io::Write;

use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Map, Value, json};

use super::args::{Common, Format};
use super::console::printable;
use super::output::{self, Output};

/// A titled table; the first cell of a row is its name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grid {
    pub(crate) title: String,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// Write `grids` in the form that `common` asks for: text, unless it names another, since these are read by people.
pub(crate) fn write(grids: &[Grid], common: &Common) -> anyhow::Result<()> {
    let format = common.format.map_or(Ok(Format::Text), |_| output::format(common))?;
    let mut output = Output::open(common)?;
    match format {
        Format::Text => output.write_all(text(grids).as_bytes())?,
        Format::Jsonl => {
            for object in grids.iter().flat_map(objects) {
                writeln!(output, "{object}")?;
            }
        }
        Format::Json => {
            let objects: Vec<Value> = grids.iter().flat_map(objects).collect();
            writeln!(output, "{}", Value::from(objects))?;
        }
        Format::Csv | Format::Parquet | Format::Sqlite => output.write_all(&csv_rows(grids)?)?,
    }
    output.finish()
}

fn text(grids: &[Grid]) -> String {
    let mut text = String::new();
    for (number, grid) in grids.iter().enumerate() {
        if number > 0 {
            text.push('\n');
        }
        if !grid.title.is_empty() {
            text.push_str(&printable(&grid.title));
            text.push('\n');
        }
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        if !grid.columns.is_empty() {
            table.set_header(&grid.columns);
        }
        table.add_rows(grid.rows.iter().map(|row| row.iter().map(|cell| printable(cell).into_owned())));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        text.push_str(&table.trim_fmt());
        text.push('\n');
    }
    text
}

/// A JSON object for each row, with the table's title and the columns' names.
fn objects(grid: &Grid) -> Vec<Value> {
    let object = |row: &Vec<String>| {
        let mut object = Map::from_iter([("table".to_owned(), json!(grid.title))]);
        for (number, cell) in row.iter().enumerate() {
            let name = grid.columns.get(number).filter(|name| !name.is_empty()).map_or("name", String::as_str);
            object.insert(name.to_owned(), value(cell));
        }
        Value::from(object)
    };
    grid.rows.iter().map(object).collect()
}

/// Numbers as numbers, everything else as text.
fn value(cell: &str) -> Value {
    match serde_json::from_str::<Value>(cell) {
        Ok(number @ Value::Number(_)) => number,
        _ => json!(cell),
    }
}

/// One row for each cell: table, row, column, value.
fn csv_rows(grids: &[Grid]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["table", "row", "column", "value"])?;
    for grid in grids {
        for row in &grid.rows {
            let Some((name, cells)) = row.split_first() else { continue };
            for (number, cell) in cells.iter().enumerate() {
                let column = grid.columns.get(number + 1).map_or("", String::as_str);
                writer.write_record([grid.title.as_str(), name, column, cell])?;
            }
        }
    }
    Ok(writer.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let strings = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        Grid { title: "labels".into(), columns: strings(&["", "en", "pt"]), rows: vec![strings(&["dns", "12", "7"])] }
    }

    #[test]
    fn every_form_holds_the_same_cells() {
        assert_eq!(objects(&grid()), [json!({"table": "labels", "name": "dns", "en": 12, "pt": 7})]);
        let rows = String::from_utf8(csv_rows(&[grid()]).expect("written")).expect("text");
        assert_eq!(rows, "table,row,column,value\nlabels,dns,en,12\nlabels,dns,pt,7\n");
        let text = text(&[grid()]);
        assert!(text.starts_with("labels\n") && text.contains("dns") && text.contains("12"), "{text}");
    }
}
