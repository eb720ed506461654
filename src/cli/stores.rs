//! Forms of output that are made of whole records: Parquet and, where the build has it, `SQLite`.

use super::output::Output;
use super::render::Store;

/// Records as a Parquet table.
pub(crate) fn parquet(output: Output, dedup: bool) -> anyhow::Result<Box<dyn Store>> {
    Ok(Box::new(super::parquet::Table::new(output, dedup)?))
}

/// Records as an `SQLite` database.
#[cfg(feature = "sqlite")]
pub(crate) fn sqlite(output: Output) -> anyhow::Result<Box<dyn Store>> {
    Ok(Box::new(super::sqlite::Database::new(output)?))
}

#[cfg(not(feature = "sqlite"))]
pub(crate) fn sqlite(_: Output) -> anyhow::Result<Box<dyn Store>> {
    anyhow::bail!("this build has no feature `sqlite`")
}
