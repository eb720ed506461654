//! `raiz extract`: language, timestamps and quantities of texts of any kind.

use super::args::{Common, ExtractArgs};
use super::batch::{self, Job};
use super::settings;
use super::status::Status;
use super::table::View;

/// Extract from every document of the inputs.
pub(crate) fn run(args: &ExtractArgs, common: &Common) -> anyhow::Result<Status> {
    let pipeline = settings::pipeline(common, &args.reading, None)?;
    let job = Job {
        command: "extract",
        paths: &args.paths,
        reading: &args.reading,
        judging: None,
        common,
        model: "",
        view: View::Extracted,
        dedup: false,
        resume: args.resume,
    };
    batch::run(job, |document| vec![pipeline.extract_document(document)])
}
