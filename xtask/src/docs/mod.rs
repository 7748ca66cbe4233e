//! The pages that people read. Whatever a page says about the program comes from the program itself:
//!
//! | on a page | what happens to it |
//! |---|---|
//! | `<!-- help: settle -->` to `<!-- end -->` | holds the help of the command, as `banco settle --help` prints it |
//! | a `console` block | every line that begins with `$ ` is run; what it prints is put below it |
//! | a `sh` block | every `banco` line must be understood; it is not run |
//! | `<!-- picture: COMMAND -->` before an image | the command prints the image file |
//! | `<!-- keys: COMMAND -->` before a table | the table names every key of the JSON that the command prints, with its type |
//! | `<!-- columns: COMMAND -->` before a table | the table names every column of the CSV, in order |
//! | a link to a file | the file is there |
//!
//! Commands run in a copy of `docs/examples`. `cargo xtask docs` writes the pages, `cargo xtask test` compares them.

mod keys;
mod page;
mod shell;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use self::shell::Shell;

/// Written by `cargo xtask cite`, not by us.
const CLAUSES: &str = "docs/clauses";

/// Builds the program and writes every page anew.
pub fn write(root: &Path) -> Result<()> {
    crate::run::step(root, "build", "cargo", &["build", "--quiet", "--package", "banco"])?;
    let mut changed = 0;
    for (path, text) in made(root)? {
        if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            fs::write(&path, text)?;
            println!("wrote {}", path.strip_prefix(root).unwrap_or(&path).display());
            changed += 1;
        }
    }
    println!("{changed} pages changed");
    Ok(())
}

/// Checks that every page is as the program has it. The tests before this have built the program.
pub fn check(root: &Path) -> Result<()> {
    let made = made(root)?;
    let stale = made.iter().filter(|(path, text)| fs::read_to_string(path).ok().as_deref() != Some(text));
    let stale: Vec<String> =
        stale.map(|(path, _)| path.strip_prefix(root).unwrap_or(path).display().to_string()).collect();
    if stale.is_empty() {
        println!("{} pages are up to date", made.len());
        return Ok(());
    }
    bail!("not up to date: {}; run cargo xtask docs", stale.join(", "))
}

/// Every page and picture as it should be, or all that is wrong with them.
fn made(root: &Path) -> Result<Vec<(PathBuf, String)>> {
    let shell = Shell::new(root)?;
    let mut pages = Vec::new();
    markdown(&root.join("docs"), &mut pages)?;
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "GLOSSARY.md"] {
        pages.push(root.join(name));
    }
    pages.retain(|path| !path.starts_with(root.join(CLAUSES)));
    let (mut made, mut problems) = (Vec::new(), Vec::new());
    let mut helped = BTreeSet::new();
    for path in pages {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {name}"))?;
        let done = page::page(&path, &text, &shell)?;
        problems.extend(done.problems.iter().map(|problem| format!("{name}: {problem}")));
        helped.extend(done.helped.into_iter().map(|command| (command, name.clone())));
        made.extend(done.pictures);
        made.push((path, done.text));
    }
    for command in commands(&shell, "")? {
        let page = format!("docs/commands/{}.md", command.split(' ').next().unwrap_or_default());
        if !helped.contains(&(command.clone(), page.clone())) {
            problems.push(format!("{page}: `banco {command}` has no `<!-- help: {command} -->`"));
        }
    }
    if problems.is_empty() { Ok(made) } else { bail!("{}", problems.join("\n")) }
}

fn markdown(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            markdown(&path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
    Ok(())
}

/// Every command below this one, as its help lists them: `sim`, `sim merge`, ...
fn commands(shell: &Shell, above: &str) -> Result<Vec<String>> {
    let help = shell.help(above)?;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // Names are indented by two; what goes on below a name by more.
    let listed = listed.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    let names = listed.filter(|line| !line.starts_with(' ')).filter_map(|line| line.split(' ').next());
    let mut all = Vec::new();
    for name in names.filter(|name| *name != "help") {
        let command = format!("{above} {name}").trim().to_owned();
        let below = commands(shell, &command)?;
        all.push(command);
        all.extend(below);
    }
    Ok(all)
}
