//! What axe-core finds. It is fetched as a package into `target/` and never part of the repository.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::browser::Browser;

/// The version that is fetched.
const PACKAGE: &str = "axe-core@4.10.2";

/// The script; nothing where it cannot be fetched.
pub fn source() -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/axe");
    let script = folder.join("package/axe.min.js");
    if !script.exists() {
        std::fs::create_dir_all(&folder).unwrap();
        let line = format!("cd \"$0\" && timeout 60 npm pack --silent {PACKAGE} | xargs tar -xzf");
        let _ = Command::new("sh").arg("-c").arg(line).arg(&folder).status();
    }
    std::fs::read_to_string(script).ok()
}

/// Violations of WCAG 2.0 to 2.2, A and AA, on the page that is open, each with where it is.
pub async fn violations(browser: &Browser, source: &str) -> Vec<String> {
    browser.script(source, vec![]).await;
    let run = "const done = arguments[arguments.length - 1]; axe.run(document, { runOnly: { type: 'tag', values: \
               ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } }).then((found) => done(found.violations.map((one) => \
               `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + node.html.slice(0, 120)).join(' | ')}`)))";
    let found = browser.page.execute_async(run, Vec::<Value>::new()).await.unwrap();
    serde_json::from_value(found).unwrap_or_else(|_| vec![json!("axe said nothing").to_string()])
}
