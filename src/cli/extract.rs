//! `raiz extract`: language, timestamps and quantities of texts of any kind.

use super::args::{Common, ExtractArgs};
use super::status::Status;
use super::table::View;
use super::{batch, settings};

/// Extract from every document of the inputs.
pub(crate) fn run(args: &ExtractArgs, common: &Common) -> anyhow::Result<Status> {
    let pipeline = settings::pipeline(common, &args.reading, None)?;
    batch::run(&args.paths, &args.reading, common, View::Extracted, |document| vec![pipeline.extract_document(document)])
}
