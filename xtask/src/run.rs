//! Running the tests, with whatever a fresh machine still lacks.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

/// Everything that must pass.
pub fn test(root: &Path) -> Result<()> {
    let started = Instant::now();
    step(root, "format", "cargo", &["fmt", "--all", "--check"])?;
    println!("== architecture");
    crate::tidy::tidy(root)?;
    println!("== clauses");
    crate::cite::check(root)?;
    println!("== licenses and sources");
    crate::supply::check(root)?;
    if has(root, "deny") {
        let arguments = ["deny", "--log-level", "error", "check", "licenses", "bans", "sources"];
        step(root, "cargo deny", "cargo", &arguments)?;
    }
    step(
        root,
        "lints",
        "cargo",
        &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"],
    )?;
    let traced = ["clippy", "--package", "banco-server", "--all-targets", "--features", "otlp", "--quiet"];
    step(root, "lints with traces", "cargo", &[&traced[..], &["--", "-D", "warnings"]].concat())?;
    documentation(root)?;
    println!("== PostgreSQL");
    crate::provide::postgres(root)?;
    println!("== browser");
    crate::provide::browser(root)?;
    println!("== LibreOffice");
    crate::provide::office(root)?;
    step(root, "documentation tests", "cargo", &["test", "--workspace", "--doc", "--quiet"])?;
    if has(root, "nextest") {
        step(root, "tests", "cargo", &["nextest", "run", "--workspace"])?;
    } else {
        step(root, "tests", "cargo", &["test", "--workspace"])?;
    }
    crate::python::test(root)?;
    println!("== pages");
    crate::docs::check(root)?;
    println!("all passed in {} s", started.elapsed().as_secs());
    Ok(())
}

/// A part of the battery.
struct Part {
    name: &'static str,
    package: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

const BATTERY: [Part; 9] = [
    Part {
        name: "two ways of counting",
        package: "banco-odds",
        arguments: &["--lib"],
        environment: &[("BANCO_BATTERY", "100000")],
    },
    Part {
        name: "random commands at tables",
        package: "banco-engine",
        arguments: &["--test", "*_properties", "--", "--ignored"],
        environment: &[],
    },
    Part {
        name: "random histories of links",
        package: "banco-engine",
        arguments: &["--test", "link_model", "--", "--ignored"],
        environment: &[],
    },
    Part {
        name: "kills of a server under load",
        package: "banco",
        arguments: &["--test", "serve", "--", "--ignored", "--nocapture"],
        environment: &[],
    },
    Part {
        name: "readers of a long journal",
        package: "banco-server",
        arguments: &[
            "--test",
            "http",
            "--",
            "--exact",
            "reads::readers_of_a_million_entries_do_not_slow_bets",
            "--ignored",
            "--nocapture",
        ],
        environment: &[("BANCO_ENTRIES", "1000000")],
    },
    // One after the other: each measures the machine.
    Part {
        name: "attacks on a floor",
        package: "banco-server",
        arguments: &["--test", "http", "attacks::", "--", "--ignored", "--nocapture", "--test-threads=1"],
        environment: &[],
    },
    // One after the other: each looks at the memory of the process.
    Part {
        name: "malformed requests and secrets",
        package: "banco-server",
        arguments: &["--test", "http", "--", "--ignored", "--test-threads=1"],
        environment: &[],
    },
    Part {
        name: "simulated floors",
        package: "banco-floor",
        arguments: &["--test", "simulated"],
        environment: &[("BANCO_SEEDS", "100000")],
    },
    // A tenth of them for every other submission than the largest.
    Part {
        name: "simulated rounds",
        package: "banco-sim",
        arguments: &["--test", "odds"],
        environment: &[("BANCO_BATTERY_ROUNDS", "10000000000")],
    },
];

/// Long comparisons that would make the tests slow: those whose names begin with a word.
pub fn battery(root: &Path, begins: &str) -> Result<()> {
    let wanted: Vec<&Part> = BATTERY.iter().filter(|part| part.name.starts_with(begins)).collect();
    if wanted.is_empty() {
        let names = BATTERY.map(|part| format!("  {}\n", part.name)).concat();
        bail!("no part of the battery begins with `{begins}`; there are\n{names}");
    }
    if wanted.iter().any(|part| part.package == "banco") {
        crate::provide::postgres(root)?;
    }
    for Part { name, package, arguments, environment } in wanted {
        let arguments = [&["test", "--release", "-p", package], *arguments].concat();
        long(root, name, &arguments, environment)?;
    }
    Ok(())
}

fn long(root: &Path, name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    println!("== {name}");
    let environment = environment.iter().copied();
    let status = Command::new("cargo").args(arguments).envs(environment).current_dir(root).status();
    if status.context("cannot run cargo")?.success() { Ok(()) } else { bail!("the battery failed: {name}") }
}

/// A picture of every page into `target/screenshots`.
pub fn screenshots(root: &Path) -> Result<()> {
    crate::provide::browser(root)?;
    let arguments = ["test", "-p", "banco", "--test", "pages", "a_picture_of_every_page", "--", "--ignored"];
    step(root, "pictures", "cargo", &arguments)?;
    println!("the pictures are in target/screenshots");
    Ok(())
}

/// Accepts new snapshots: the tests write them in place.
pub fn accept(root: &Path) -> Result<()> {
    let status = Command::new("cargo")
        .args(["test", "--workspace", "--quiet"])
        .env("INSTA_UPDATE", "always")
        .env("INSTA_FORCE_PASS", "1")
        .current_dir(root)
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("the tests fail for other reasons than snapshots");
    }
    println!("snapshots are written; look at them with `git diff` before you commit");
    Ok(())
}

/// The documentation of our own crates; a broken link or an odd tag in it fails.
fn documentation(root: &Path) -> Result<()> {
    println!("== documentation");
    let arguments = ["doc", "--workspace", "--no-deps", "--quiet"];
    let status =
        Command::new("cargo").args(arguments).env("RUSTDOCFLAGS", "-D warnings").current_dir(root).status();
    if status.context("cannot run cargo")?.success() {
        return Ok(());
    }
    bail!("documentation failed: RUSTDOCFLAGS=\"-D warnings\" cargo {}", arguments.join(" "))
}

/// Whether the machine has this tool of cargo's; everything passes without it as well.
fn has(root: &Path, tool: &str) -> bool {
    let output = Command::new("cargo").args([tool, "--version"]).current_dir(root).output();
    output.is_ok_and(|output| output.status.success())
}

/// Runs a program and fails with its words if it fails.
pub fn step(root: &Path, name: &str, program: &str, arguments: &[&str]) -> Result<()> {
    println!("== {name}");
    let status = Command::new(program).args(arguments).current_dir(root).status();
    match status.with_context(|| format!("cannot run {program}"))?.success() {
        true => Ok(()),
        false => bail!("{name} failed: {program} {}", arguments.join(" ")),
    }
}
