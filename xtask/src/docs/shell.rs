//! Running the program for a page, as a reader would.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail};

/// Where examples are run, and by which program.
pub struct Shell {
    /// The folder of the program, which `cargo` has built beside this one.
    programs: PathBuf,
    examples: PathBuf,
    scratch: PathBuf,
}

impl Shell {
    /// Examples of this repository.
    pub fn new(root: &Path) -> Result<Self> {
        let own = std::env::current_exe()?;
        let programs = own.parent().context("a program lies in a folder")?.to_owned();
        if !programs.join("banco").is_file() {
            bail!("`banco` is not built: run cargo build");
        }
        let scratch = std::env::temp_dir().join(format!("banco-docs-{}", std::process::id()));
        Ok(Self { programs, examples: root.join("docs/examples"), scratch })
    }

    /// A fresh copy of the examples, for one page.
    pub fn fresh(&self) -> Result<()> {
        if self.scratch.exists() {
            fs::remove_dir_all(&self.scratch)?;
        }
        fs::create_dir_all(&self.scratch)?;
        for entry in fs::read_dir(&self.examples).context("cannot read docs/examples")? {
            let entry = entry?;
            fs::copy(entry.path(), self.scratch.join(entry.file_name()))?;
        }
        Ok(())
    }

    /// The long help of a command; the empty one is `banco` itself.
    pub fn help(&self, command: &str) -> Result<String> {
        let output = self.run(&format!("banco {command} --help"))?;
        if !output.status.success() {
            bail!("`banco {command} --help` failed");
        }
        Ok(tidy(&output.stdout))
    }

    /// Everything that a line prints on either stream, and its exit code if that tells of a failure.
    pub fn transcript(&self, line: &str) -> Result<String> {
        let output = self.run(&format!("exec 2>&1; {line}"))?;
        let code = output.status.code().unwrap_or_default();
        let told = if code == 0 { String::new() } else { format!("\n# exit code {code}") };
        Ok(format!("{}{told}", tidy(&output.stdout)).trim_start_matches('\n').to_owned())
    }

    /// What a line prints on standard output, if all went well.
    pub fn printed(&self, line: &str) -> Result<String> {
        let output = self.run(line)?;
        if !output.status.success() {
            bail!("`{line}` failed:\n{}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?)
    }

    /// Whether the program understands a line.
    pub fn understands(&self, line: &str) -> Result<bool> {
        Ok(self.run(&format!("{line} --help"))?.status.success())
    }

    fn run(&self, line: &str) -> Result<Output> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.programs.clone()).chain(std::env::split_paths(&path));
        Command::new("sh")
            .args(["-c", line])
            .current_dir(if self.scratch.exists() { &self.scratch } else { &self.examples })
            .env("PATH", std::env::join_paths(folders)?)
            .env("NO_COLOR", "1")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("COLUMNS")
            .env_remove("BANCO_RULEBOOKS")
            .output()
            .context("cannot run sh")
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        // What stays behind lies in the system's folder for such things.
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

/// Output without blanks at line ends and without empty lines at either end.
fn tidy(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
