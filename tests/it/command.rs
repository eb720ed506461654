//! Running `raiz` and looking at what came of it.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Exit status; -1 where a signal ended it.
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ended {
    /// Standard output as one JSON value a line.
    pub(crate) fn records(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
    }

    /// The named field of every record.
    pub(crate) fn field(&self, name: &str) -> Vec<Value> {
        self.records().into_iter().map(|mut record| record[name].take()).collect()
    }
}

/// `raiz` with arguments, with nothing of this environment that would change what it does.
pub(crate) fn command<S: AsRef<OsStr>>(args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raiz"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RAIZ_MODEL"] {
        command.env_remove(name);
    }
    command
}

/// Run `raiz` with arguments and `stdin`.
pub(crate) fn raiz<S: AsRef<OsStr>>(args: &[S], stdin: impl AsRef<[u8]>) -> Ended {
    finish(command(args), stdin.as_ref())
}

/// Run a prepared command.
pub(crate) fn finish(mut command: Command, stdin: &[u8]) -> Ended {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("raiz starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    let stdin = stdin.to_vec();
    // A run that reads nothing closes the pipe; that is not this test's matter.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().expect("raiz ends");
    writer.join().expect("the writer ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Ended { status: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr) }
}
