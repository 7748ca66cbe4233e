//! The crates we build on: their licenses, where they come from, and which are banned, by the lists of `deny.toml`.
//!
//! `cargo deny` does the same and more, but takes minutes to install. This check takes a moment and always runs;
//! `cargo deny` runs beside it where a machine has it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// Where `cargo metadata` says that a crate of crates.io comes from.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Checks every crate and tells all problems at once.
pub fn check(root: &Path) -> Result<()> {
    let rules = Rules::read(&fs::read_to_string(root.join("deny.toml"))?)?;
    let packages = packages(&metadata(root)?)?;
    let problems: Vec<String> = packages.iter().flat_map(|package| rules.problems(package)).collect();
    if problems.is_empty() {
        let shipped = packages.iter().filter(|package| package.shipped && !package.own).count();
        println!("{} crates come from crates.io; the licenses of the {shipped} we ship are allowed", {
            packages.iter().filter(|package| !package.own).count()
        });
        return Ok(());
    }
    bail!("{}", problems.join("\n"))
}

/// What `deny.toml` says.
struct Rules {
    licenses: BTreeSet<String>,
    exceptions: BTreeMap<String, BTreeSet<String>>,
    banned: BTreeSet<String>,
}

impl Rules {
    fn read(text: &str) -> Result<Self> {
        let file: toml::Table = text.parse()?;
        let list = |section: &str, key: &str| -> Vec<toml::Value> {
            let section = file.get(section).and_then(toml::Value::as_table);
            let list = section.and_then(|section| section.get(key)).and_then(toml::Value::as_array);
            list.cloned().unwrap_or_default()
        };
        let exception = |entry: &toml::Value| {
            let allowed = entry.get("allow").and_then(toml::Value::as_array).into_iter().flatten();
            let allowed = allowed.filter_map(toml::Value::as_str).map(str::to_owned).collect();
            Some((crate_name(entry)?, allowed))
        };
        Ok(Self {
            licenses: list("licenses", "allow")
                .iter()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .collect(),
            exceptions: list("licenses", "exceptions").iter().filter_map(exception).collect(),
            banned: list("bans", "deny").iter().filter_map(crate_name).collect(),
        })
    }

    fn problems(&self, package: &Package) -> Vec<String> {
        let mut problems = Vec::new();
        if !package.own && package.source.as_deref() != Some(CRATES_IO) {
            problems.push(format!("{} does not come from crates.io", package.name));
        }
        if self.banned.contains(&package.name) {
            problems.push(format!("{} is banned by deny.toml", package.name));
        }
        for dependency in package.wildcards.iter().filter(|_| package.own) {
            problems.push(format!("{}: `{dependency} = \"*\"` names no version", package.name));
        }
        if package.shipped && !self.may_be_used(package) {
            let license = package.license.as_deref().unwrap_or("none");
            problems.push(format!("{}: its license, {license}, is not allowed by deny.toml", package.name));
        }
        problems
    }

    fn may_be_used(&self, package: &Package) -> bool {
        let exception = self.exceptions.get(&package.name);
        let allowed = |name: &str| {
            self.licenses.contains(name) || exception.is_some_and(|exception| exception.contains(name))
        };
        package.license.as_deref().is_some_and(|license| satisfied(license, &allowed))
    }
}

/// `deny.toml` names a crate as `"x"`, `{ crate = "x" }` or `{ name = "x" }`, perhaps with a version (`x@1.0`).
fn crate_name(entry: &toml::Value) -> Option<String> {
    let named = entry.as_str().or_else(|| entry.get("crate").or_else(|| entry.get("name"))?.as_str())?;
    named.split('@').next().map(str::to_owned)
}

/// Whether a choice of allowed licenses satisfies an SPDX expression. AND binds closer than OR; the old `A/B` is OR.
fn satisfied(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    either(&mut rest, allowed) && rest.is_empty()
}

fn either(rest: &mut &[&str], allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut holds = both(rest, allowed);
    while let ["OR", after @ ..] = *rest {
        *rest = after;
        holds |= both(rest, allowed);
    }
    holds
}

fn both(rest: &mut &[&str], allowed: &dyn Fn(&str) -> bool) -> bool {
    let mut holds = single(rest, allowed);
    while let ["AND", after @ ..] = *rest {
        *rest = after;
        holds &= single(rest, allowed);
    }
    holds
}

fn single(rest: &mut &[&str], allowed: &dyn Fn(&str) -> bool) -> bool {
    match *rest {
        ["(", after @ ..] => {
            *rest = after;
            let holds = either(rest, allowed);
            if let [")", after @ ..] = *rest {
                *rest = after;
            }
            holds
        }
        [license, "WITH", exception, after @ ..] => {
            *rest = after;
            allowed(&format!("{license} WITH {exception}"))
        }
        [license, after @ ..] => {
            *rest = after;
            allowed(license)
        }
        [] => false,
    }
}

struct Package {
    name: String,
    license: Option<String>,
    source: Option<String>,
    /// One of the workspace.
    own: bool,
    /// Part of what is built, not only of tests.
    shipped: bool,
    wildcards: Vec<String>,
}

fn packages(metadata: &Value) -> Result<Vec<Package>> {
    let own: BTreeSet<&str> = strings(metadata.get("workspace_members")).collect();
    let shipped = shipped(metadata, &own);
    let all =
        metadata.get("packages").and_then(Value::as_array).context("`cargo metadata` lists no packages")?;
    Ok(all
        .iter()
        .map(|package| {
            let text = |key: &str| package.get(key).and_then(Value::as_str).map(str::to_owned);
            let id = text("id").unwrap_or_default();
            let dependencies = package.get("dependencies").and_then(Value::as_array).into_iter().flatten();
            let wild = dependencies.filter(|dependency| {
                dependency.get("req").and_then(Value::as_str) == Some("*") && dependency.get("path").is_none()
            });
            Package {
                name: text("name").unwrap_or_default(),
                license: text("license"),
                source: text("source"),
                own: own.contains(id.as_str()),
                shipped: shipped.contains(id.as_str()),
                wildcards: wild.filter_map(|it| it.get("name")?.as_str().map(str::to_owned)).collect(),
            }
        })
        .collect())
}

/// Everything that our crates reach without going through a dev-dependency.
fn shipped<'a>(metadata: &'a Value, own: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let nodes = metadata.pointer("/resolve/nodes").and_then(Value::as_array).into_iter().flatten();
    let reaches: BTreeMap<&str, Vec<&str>> = nodes
        .filter_map(|node| {
            let deps = node.get("deps").and_then(Value::as_array).into_iter().flatten();
            let deps = deps.filter(|dep| !is_dev_only(dep)).filter_map(|dep| dep.get("pkg")?.as_str());
            Some((node.get("id")?.as_str()?, deps.collect()))
        })
        .collect();
    let mut seen = own.clone();
    let mut open: Vec<&str> = own.iter().copied().collect();
    while let Some(id) = open.pop() {
        open.extend(reaches.get(id).into_iter().flatten().copied().filter(|next| seen.insert(next)));
    }
    seen
}

fn is_dev_only(dependency: &Value) -> bool {
    let kinds = dependency.get("dep_kinds").and_then(Value::as_array);
    kinds
        .is_some_and(|kinds| kinds.iter().all(|kind| kind.get("kind").and_then(Value::as_str) == Some("dev")))
}

fn strings(value: Option<&Value>) -> impl Iterator<Item = &str> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

fn metadata(root: &Path) -> Result<Value> {
    let arguments = ["metadata", "--format-version", "1", "--all-features", "--locked"];
    let output =
        Command::new("cargo").args(arguments).current_dir(root).output().context("cannot run cargo")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_license_is_allowed_if_a_choice_of_allowed_ones_satisfies_it() {
        let allowed = |name: &str| ["MIT", "Apache-2.0", "Unicode-3.0"].contains(&name);
        for good in ["MIT", "GPL-3.0 OR MIT", "MIT/Unlicense", "(MIT OR Zlib) AND Unicode-3.0"] {
            assert!(satisfied(good, &allowed), "{good}");
        }
        for bad in ["", "Zlib", "MIT AND Zlib", "(MIT OR Zlib) AND BSD-3-Clause", "MIT WITH X", "MIT MIT"] {
            assert!(!satisfied(bad, &allowed), "{bad}");
        }
    }

    #[test]
    fn deny_toml_names_licenses_exceptions_and_banned_crates() {
        let text = "[licenses]\nallow = ['MIT']\nexceptions = [{ allow = ['CC0-1.0'], crate = 'odd' }]\n\
                    [bans]\ndeny = ['bad', { crate = 'worse@1.0' }]";
        let rules = Rules::read(text).unwrap();
        let package = |name: &str, license: &str| Package {
            name: name.to_owned(),
            license: Some(license.to_owned()),
            source: Some(CRATES_IO.to_owned()),
            own: false,
            shipped: true,
            wildcards: Vec::new(),
        };
        assert!(rules.problems(&package("fine", "MIT")).is_empty());
        assert!(rules.problems(&package("odd", "CC0-1.0")).is_empty());
        assert_eq!(rules.problems(&package("even", "CC0-1.0")).len(), 1);
        assert_eq!(rules.problems(&package("bad", "MIT")).len(), 1);
        assert_eq!(rules.problems(&package("worse", "MIT")).len(), 1);
        let elsewhere = Package { source: Some("git+https://example.com".to_owned()), ..package("x", "MIT") };
        assert_eq!(rules.problems(&elsewhere).len(), 1);
    }
}
