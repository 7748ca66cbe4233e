//! The architecture, checked: dependency direction, what the engine must not do, what money must not be.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// What each crate may depend on. Arrows point one way; see ARCHITECTURE.md.
const ALLOWED: &[(&str, &[&str])] = &[
    ("banco-cards", &[]),
    ("banco-money", &[]),
    ("banco-dice", &["banco-cards"]),
    ("banco-lab", &[]),
    ("banco-journal", &[]),
    ("banco-rulebook", &["banco-cards", "banco-money"]),
    ("banco-engine", &["banco-cards", "banco-money", "banco-rulebook"]),
    ("banco-odds", &["banco-cards", "banco-money", "banco-rulebook", "banco-engine"]),
    ("banco-sim", &["banco-cards", "banco-money", "banco-rulebook", "banco-engine", "banco-odds"]),
    (
        "banco-sheets",
        &["banco-cards", "banco-money", "banco-rulebook", "banco-engine", "banco-odds", "banco-sim"],
    ),
    ("banco-house", &["banco-cards", "banco-money", "banco-rulebook", "banco-engine", "banco-odds"]),
    (
        "banco-floor",
        &[
            "banco-cards",
            "banco-money",
            "banco-rulebook",
            "banco-engine",
            "banco-odds",
            "banco-house",
            "banco-journal",
        ],
    ),
    ("banco-reports", &["banco-cards", "banco-money", "banco-rulebook", "banco-engine", "banco-journal"]),
    ("banco-wire", &["banco-cards", "banco-money", "banco-rulebook", "banco-engine"]),
    ("banco-people", &["banco-cards", "banco-money", "banco-rulebook", "banco-engine", "banco-journal"]),
    (
        "banco-pages",
        &["banco-cards", "banco-money", "banco-rulebook", "banco-engine", "banco-odds", "banco-wire"],
    ),
    (
        "banco-server",
        &[
            "banco-cards",
            "banco-money",
            "banco-rulebook",
            "banco-engine",
            "banco-odds",
            "banco-sheets",
            "banco-house",
            "banco-journal",
            "banco-floor",
            "banco-reports",
            "banco-wire",
            "banco-people",
            "banco-pages",
        ],
    ),
    (
        "banco",
        &[
            "banco-cards",
            "banco-money",
            "banco-rulebook",
            "banco-engine",
            "banco-odds",
            "banco-sim",
            "banco-sheets",
            "banco-house",
            "banco-journal",
            "banco-floor",
            "banco-people",
            "banco-server",
        ],
    ),
    ("banco-python", &["banco-engine", "banco-rulebook", "banco-wire", "banco"]),
];

/// Crates for tests and benches alone: whatever else is linked with them could deal to people by them.
const DEV_ONLY: &[&str] = &["banco-dice", "banco-lab"];

/// Words that must not stand in the code of a folder below `crates`, and why.
const BANNED: &[(&str, &[&str], &str)] = &[
    (
        "banco-engine/src",
        &[
            "std::fs",
            "std::io",
            "std::net",
            "std::time",
            "std::env",
            "std::thread",
            "SystemTime",
            "Instant",
            "async ",
        ],
        "the engine is pure: no file, network, clock, environment, thread",
    ),
    (
        "banco-engine/src",
        &["rand::", "getrandom", "thread_rng", "RandomState", "HashMap"],
        "the engine draws no random number",
    ),
    ("banco-engine/src", &["f32", "f64"], "no float in rules"),
    ("banco-money/src", &["f32", "f64"], "no float touches money"),
    ("banco-rulebook/src", &["f32", "f64"], "no float in rules"),
    ("banco-cards/src", &["std::fs", "std::io", "std::time"], "cards are plain values"),
    (
        "banco-house/src",
        &[
            "std::fs",
            "std::io",
            "std::net",
            "std::time",
            "std::env",
            "std::thread",
            "SystemTime",
            "Instant",
            "async ",
            "println!",
            "print!",
            "static mut",
            "thread_local",
            "OnceLock",
            "LazyLock",
        ],
        "the house reads no clock, prints nothing, waits for nobody and keeps nothing of its own",
    ),
    (
        "banco-house/src/others",
        &["Table,", "Table ", "Table)", "Table}", "Pit", "VirtualShoe", "view("],
        "automatic participants know their own view of the table, and never the table",
    ),
    (
        "banco-sheets/src",
        &["std::fs", "std::env", "std::time", "SystemTime", "Instant", "println!", "stdout", "clap"],
        "sheets are made and rendered, not read, dated or printed: the same question gives the same bytes",
    ),
];

/// Beyond these a file or a function is worth a look; a hint, not a failure.
const LONG_FILE: usize = 600;
const LONG_FUNCTION: usize = 60;

/// Checks everything and tells all problems at once.
pub fn tidy(root: &Path) -> Result<()> {
    let mut problems = Vec::new();
    check_dependencies(root, &mut problems)?;
    let sources = sources(root)?;
    for (path, text) in &sources {
        check_banned(root, path, text, &mut problems);
    }
    check_readmes(root, &mut problems);
    for hint in sources.iter().flat_map(|(path, text)| hints(root, path, text)) {
        println!("hint: {hint}");
    }
    if problems.is_empty() {
        println!("{} source files are tidy", sources.len());
        return Ok(());
    }
    bail!("{}", problems.join("\n"))
}

/// Our own crates depend on each other in one direction only.
fn check_dependencies(root: &Path, problems: &mut Vec<String>) -> Result<()> {
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    for entry in fs::read_dir(root.join("crates"))? {
        let folder = entry?.path();
        let name = folder.file_name().context("a crate has a name")?.to_string_lossy().into_owned();
        let manifest: toml::Table = fs::read_to_string(folder.join("Cargo.toml"))?.parse()?;
        check_dev_only(&format!("crates/{name}"), &manifest, problems);
        let own = linked(&manifest).filter(|dependency| dependency.starts_with("banco"));
        let own = own.filter(|dependency| !DEV_ONLY.contains(dependency));
        let Some(may) = allowed.get(name.as_str()) else {
            problems.push(format!(
                "crates/{name}: not in the dependency order of xtask/src/tidy.rs; add it there"
            ));
            continue;
        };
        for dependency in own.filter(|dependency| !may.contains(dependency)) {
            problems.push(format!("crates/{name}: must not depend on {dependency}"));
        }
    }
    let own = fs::read_to_string(root.join("xtask/Cargo.toml"))?.parse()?;
    check_dev_only("xtask", &own, problems);
    Ok(())
}

/// What is for tests alone is a dependency of tests alone.
fn check_dev_only(place: &str, manifest: &toml::Table, problems: &mut Vec<String>) {
    for dependency in linked(manifest).filter(|dependency| DEV_ONLY.contains(dependency)) {
        problems.push(format!(
            "{place}: {dependency} is for tests and benches; make it one of `dev-dependencies`"
        ));
    }
}

/// The crates that what a manifest builds is linked with, on whatever machine, by their own names.
fn linked(manifest: &toml::Table) -> impl Iterator<Item = &str> {
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let targets = targets.into_iter().flatten().filter_map(|(_, target)| target.as_table());
    let tables = std::iter::once(manifest).chain(targets);
    let kinds = tables.flat_map(|table| ["dependencies", "build-dependencies"].map(|kind| table.get(kind)));
    let all = kinds.flatten().filter_map(toml::Value::as_table).flatten();
    all.map(|(name, how)| how.get("package").and_then(toml::Value::as_str).unwrap_or(name))
}

fn check_banned(root: &Path, path: &Path, text: &str, problems: &mut Vec<String>) {
    let place = path.strip_prefix(root).unwrap_or(path);
    for (folder, words, why) in BANNED {
        if !place.starts_with(Path::new("crates").join(folder)) {
            continue;
        }
        for (at, line) in code_lines(text) {
            for word in words.iter().filter(|word| line.contains(**word)) {
                problems.push(format!("{}:{at}: `{word}` ({why})", place.display()));
            }
        }
    }
}

/// Lines of code before the tests of a file, without comments.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line))
        .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

fn check_readmes(root: &Path, problems: &mut Vec<String>) {
    for name in
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md", "LICENSE-MIT", "LICENSE-APACHE"]
    {
        if !root.join(name).is_file() {
            problems.push(format!("{name} is missing"));
        }
    }
}

fn hints(root: &Path, path: &Path, text: &str) -> Vec<String> {
    let place = path.strip_prefix(root).unwrap_or(path).display();
    let mut hints = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() > LONG_FILE {
        hints.push(format!("{place} has {} lines; would it read better as two?", lines.len()));
    }
    let mut open: Option<(usize, &str, usize)> = None;
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let starts = line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        if open.is_none()
            && starts.trim_start_matches("const ").starts_with("fn ")
            && !line.trim_end().ends_with(';')
        {
            open = Some((at, line.trim(), indent));
        } else if let Some((from, name, depth)) = open
            && *line == format!("{}}}", " ".repeat(depth))
        {
            if at - from > LONG_FUNCTION {
                hints.push(format!("{place}:{}: {} lines in `{name}`", from + 1, at - from));
            }
            open = None;
        }
    }
    hints
}

fn sources(root: &Path) -> Result<Vec<(PathBuf, String)>> {
    let mut sources = Vec::new();
    for folder in ["crates", "xtask"] {
        collect(&root.join(folder), &mut sources)?;
    }
    Ok(sources)
}

fn collect(folder: &Path, sources: &mut Vec<(PathBuf, String)>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path)?;
            sources.push((path, text));
        }
    }
    sources.sort();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(manifest: &str) -> usize {
        let mut problems = Vec::new();
        check_dev_only("here", &manifest.parse().unwrap(), &mut problems);
        problems.len()
    }

    #[test]
    fn dice_are_for_tests_alone() {
        assert_eq!(problems("[dev-dependencies]\nbanco-dice.workspace = true\n"), 0);
        assert_eq!(problems("[dependencies]\nbanco-dice.workspace = true\n"), 1);
        assert_eq!(problems("[build-dependencies]\nbanco-dice = { path = \"x\" }\n"), 1);
        assert_eq!(problems("[target.'cfg(unix)'.dependencies]\nbanco-dice = { path = \"x\" }\n"), 1);
        assert_eq!(problems("[dependencies]\nchance = { package = \"banco-dice\", path = \"x\" }\n"), 1);
    }
}
