//! One page: what the program says on it is put in, and what it claims is checked.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::keys;
use super::shell::Shell;

/// A page as it should be.
#[derive(Default)]
pub struct Done {
    /// Its text.
    pub text: String,
    /// Pictures on it.
    pub pictures: Vec<(PathBuf, String)>,
    /// Commands whose help stands on it.
    pub helped: Vec<String>,
    /// What is wrong with it.
    pub problems: Vec<String>,
}

/// Goes through the page once.
pub fn page(path: &Path, text: &str, shell: &Shell) -> Result<Done> {
    shell.fresh()?;
    let mut done = Done::default();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        done.line(line);
        if let Some(command) = marked(line, "help") {
            let skipped = lines.by_ref().find(|line| *line == "<!-- end -->");
            if skipped.is_none() {
                done.problems.push(format!("`<!-- help: {command} -->` has no `<!-- end -->`"));
            }
            let help = shell.help(if command == "banco" { "" } else { command })?;
            done.line(&format!("\n```text\n{help}\n```\n\n<!-- end -->"));
            done.helped.push(command.to_owned());
        } else if line == "```console" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            done.console(&block, shell)?;
            done.line("```");
        } else if line == "```sh" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            done.understood(&block, shell)?;
            block.iter().for_each(|line| done.line(line));
            done.line("```");
        } else if let Some(commands) = marked(line, "keys") {
            done.problems.extend(keys::keys(commands, &table(lines.clone()), shell)?);
        } else if let Some(command) = marked(line, "columns") {
            done.problems.extend(keys::columns(command, &table(lines.clone()), shell)?);
        } else if let Some(command) = marked(line, "picture") {
            match lines.clone().find_map(|line| links(line).into_iter().next()) {
                Some(link) => done.pictures.push((path.with_file_name(link), shell.printed(command)?)),
                None => done.problems.push(format!("`<!-- picture: {command} -->` has no picture below it")),
            }
        } else {
            done.links(path, line);
        }
    }
    Ok(done)
}

impl Done {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Runs the commands of a block anew. A command that ends in `\` goes on in the next line.
    fn console(&mut self, block: &[&str], shell: &Shell) -> Result<()> {
        let mut lines = block.iter();
        while let Some(line) = lines.next() {
            let Some(first) = line.strip_prefix("$ ") else { continue };
            let mut command = first.to_owned();
            self.line(line);
            while command.ends_with('\\') {
                let Some(next) = lines.next() else { break };
                self.line(next);
                command = format!("{}{next}", command.trim_end_matches('\\'));
            }
            let told = shell.transcript(&command)?;
            if !told.is_empty() {
                self.line(&told);
            }
        }
        Ok(())
    }

    /// Checks that the program understands the lines of a block.
    fn understood(&mut self, block: &[&str], shell: &Shell) -> Result<()> {
        let text = block.join("\n").replace("\\\n", " ");
        for line in text.lines() {
            let line = line.replacen("cargo run --release -- ", "banco ", 1);
            if !line.starts_with("banco ") {
                continue;
            }
            let ends = ["  #", " | ", " > ", " < "].iter().filter_map(|end| line.find(end));
            let command = line.get(..ends.min().unwrap_or(line.len())).unwrap_or(&line);
            if !shell.understands(command)? {
                self.problems.push(format!("`banco` does not understand `{command}`"));
            }
        }
        Ok(())
    }

    fn links(&mut self, path: &Path, line: &str) {
        for link in links(line).into_iter().filter(|link| !link.contains("://")) {
            let file = link.split('#').next().unwrap_or_default();
            if !file.is_empty() && !path.with_file_name(file).exists() {
                self.problems.push(format!("the link to `{link}` leads nowhere"));
            }
        }
    }
}

/// `<!-- NAME: WHAT -->`.
fn marked<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let inner = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    inner.strip_prefix(name)?.strip_prefix(": ")
}

/// Where the links of a line lead.
fn links(line: &str) -> Vec<&str> {
    let targets = line.split("](").skip(1);
    targets.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

/// The cells of the table that follows, without its two head lines.
fn table<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Vec<&'a str>> {
    let rows = lines.skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.skip(2).map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_links_and_tables_are_read() {
        assert_eq!(marked("<!-- help: sim meters -->", "help"), Some("sim meters"));
        assert_eq!(marked("<!-- help: sim -->", "keys"), None);
        assert_eq!(links("[a](b.md) and [c](d/e.md#f)"), ["b.md", "d/e.md#f"]);
        let text = "\n| key | type |\n|---|---|\n| `a` | string |\n| `b` | array |\n\n| other |";
        assert_eq!(table(text.lines()), [["`a`", "string"], ["`b`", "array"]]);
    }
}
