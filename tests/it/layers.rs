//! Modules import only what stands above them in `src/lib.rs`, which lists them in the order of the flow.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Rust files under `folder`, by name.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without its tests, which may use anything, and without comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a text");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default().split("#[cfg(all(test").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Modules in the order of `lib.rs`.
fn order() -> Vec<String> {
    let lib = fs::read_to_string(root().join("lib.rs")).expect("a text");
    let modules = lib.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    modules.map(str::to_owned).collect()
}

/// The module of the crate that a file belongs to.
fn module(path: &Path) -> String {
    let inside = path.strip_prefix(root()).expect("under src");
    let first = inside.components().next().expect("a name").as_os_str().to_string_lossy();
    first.trim_end_matches(".rs").to_owned()
}

#[test]
fn every_module_imports_only_from_above() {
    let order = order();
    assert!(order.len() > 10, "{order:?}");
    let place = |name: &str| order.iter().position(|module| module == name);
    let mut paths = Vec::new();
    files(&root(), &mut paths);
    let mut wrong = Vec::new();
    for path in &paths {
        let Some(own) = place(&module(path)) else { continue };
        for used in code(path).split("crate::").skip(1) {
            let used: String = used.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            if place(&used).is_some_and(|used| used > own) {
                wrong.push(format!("{} uses {used}, which comes later", path.display()));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn the_command_line_uses_the_library_as_everybody_does() {
    let mut paths = Vec::new();
    files(&root().join("cli"), &mut paths);
    assert!(paths.len() > 5, "{paths:?}");
    for path in &paths {
        assert!(!code(path).contains("crate::"), "{} reaches around the public interface", path.display());
    }
    let main = fs::read_to_string(root().join("main.rs")).expect("a text");
    assert!(main.lines().count() <= 60, "main.rs only starts things");
}
