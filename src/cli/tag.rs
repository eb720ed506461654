//! `raiz tag`: records of documents.

use super::args::{Common, TagArgs};
use super::batch::{self, Job};
use super::settings;
use super::status::Status;
use super::table::View;

/// Tag every document of the inputs.
pub(crate) fn run(args: &TagArgs, common: &Common) -> anyhow::Result<Status> {
    let pipeline = settings::pipeline(common, &args.reading, Some(&args.judging))?;
    let job = Job {
        command: "tag",
        paths: &args.paths,
        reading: &args.reading,
        judging: Some(&args.judging),
        common,
        model: &settings::model_name(&pipeline),
        view: View::Tagged,
        dedup: args.dedup,
        resume: args.resume,
    };
    batch::run(job, |document| pipeline.tag_document(document))
}
