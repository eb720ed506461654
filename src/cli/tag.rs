//! `raiz tag`: records of documents.

use super::args::{Common, TagArgs};
use super::status::Status;
use super::table::View;
use super::{batch, settings};

/// Tag every document of the inputs.
pub(crate) fn run(args: &TagArgs, common: &Common) -> anyhow::Result<Status> {
    let pipeline = settings::pipeline(common, &args.reading, Some(&args.judging))?;
    batch::run(&args.paths, &args.reading, common, View::Tagged, |document| pipeline.tag_document(document))
}
