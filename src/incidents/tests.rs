use super::*;
use crate::{layout, tokens};

fn segmented(text: &str) -> Vec<Incident> {
    let tokens = tokens::scan(text);
    segment(text, &tokens, &layout::lines(text, &tokens))
}

fn titles_of(text: &str) -> Vec<&str> {
    segmented(text).iter().map(|incident| incident.title.map_or("-", |title| title.of(text))).collect()
}
