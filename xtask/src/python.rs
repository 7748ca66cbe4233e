//! The Python package: tested in a virtual environment of its own, built as a wheel.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

/// The oldest Python that the package is for: the stable interface that it is built against.
const OLDEST: (u32, u32) = (3, 10);

/// Builds the package and tests it against the command line, where there is a Python.
pub fn test(root: &Path) -> Result<()> {
    println!("== Python package");
    let Some(python) = python() else {
        println!("no Python {}.{} or later here: the package is not tested", OLDEST.0, OLDEST.1);
        return Ok(());
    };
    let home = match environment(root, &python) {
        Ok(home) => home,
        // A machine without a network, or without Debian's python3-venv, tests everything else all the same.
        Err(why) => {
            println!("{why:#}: the package is not tested");
            return Ok(());
        }
    };
    run(root, &home, "cargo", &["build", "--quiet", "--package", "banco"])?;
    // The profile of the tests: our kernels are optimized in it, and what was built for them is there already.
    let folder = root.join("python");
    run(&folder, &home, "maturin", &["develop", "--quiet", "--profile", "dev"])?;
    run(&folder, &home, "python", &["-m", "pytest", "--quiet"])
}

/// A wheel for every Python from the oldest on, in `target/wheels`.
pub fn wheel(root: &Path) -> Result<()> {
    let Some(python) = python() else {
        bail!("a wheel needs Python {}.{} or later; install it and try again", OLDEST.0, OLDEST.1);
    };
    let home = environment(root, &python)?;
    run(&root.join("python"), &home, "maturin", &["build", "--release", "--out", "../target/wheels"])
}

/// A Python that is young enough, by its name.
fn python() -> Option<String> {
    let young = |name: &&str| {
        let ask = "import sys; print(*sys.version_info[:2])";
        let output = Command::new(name).args(["-c", ask]).output().ok();
        let version = output.and_then(|output| version(&String::from_utf8_lossy(&output.stdout)));
        version.is_some_and(|version| version >= OLDEST)
    };
    ["python3", "python"].iter().find(|name| young(name)).map(|name| (*name).to_owned())
}

/// `3 11`.
fn version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// A virtual environment below `target` with the very versions that `python/requirements.txt` names.
fn environment(root: &Path, python: &str) -> Result<PathBuf> {
    let home = root.join("target/python");
    let wanted = root.join("python/requirements.txt");
    let installed = home.join("requirements.txt");
    let text = fs::read_to_string(&wanted).context("python/requirements.txt is missing")?;
    if fs::read_to_string(&installed).is_ok_and(|there| there == text) {
        return Ok(home);
    }
    let made = Command::new(python).args(["-m", "venv", "--clear"]).arg(&home).status();
    if !made.is_ok_and(|status| status.success()) {
        bail!("cannot make a virtual environment; on Debian, `apt-get install python3-venv`");
    }
    let file = wanted.display().to_string();
    run(root, &home, "python", &["-m", "pip", "install", "--quiet", "--requirement", &file])?;
    fs::write(&installed, text)?;
    Ok(home)
}

/// Runs a program with the environment in front of everything else.
fn run(folder: &Path, home: &Path, program: &str, arguments: &[&str]) -> Result<()> {
    let programs = home.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let own = programs.join(program);
    let mut command = if own.exists() { Command::new(own) } else { Command::new(program) };
    let usual = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(programs).chain(std::env::split_paths(&usual)))?;
    let banco = home.with_file_name("debug").join(format!("banco{}", std::env::consts::EXE_SUFFIX));
    let status = command
        .args(arguments)
        .current_dir(folder)
        .env("PATH", path)
        .env("VIRTUAL_ENV", home)
        .env("BANCO", banco)
        .status()
        .with_context(|| format!("cannot run {program}"))?;
    if status.success() { Ok(()) } else { bail!("{program} {} failed", arguments.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version("3 9\n"), Some((3, 9)));
        assert!(version("3 10\n").unwrap() >= OLDEST && version("3 9").unwrap() < OLDEST);
        assert_eq!(version("Python"), None);
    }
}
