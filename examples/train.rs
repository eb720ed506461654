//! Trains a model: `cargo run --release --example train --features train -- corpus models/mine`.

use raiz::train::{Recipe, fit};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [corpus, out] = arguments.as_slice() else { return Err("usage: train CORPUS FOLDER".into()) };
    let model = fit(&raiz::Corpus::open(&[corpus])?, &Recipe::default())?;
    model.save(out)?;
    Ok(())
}
