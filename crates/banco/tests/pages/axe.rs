//! What axe-core finds. It is fetched as a package into `target/` and never part of the repository.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::browser::Browser;

/// The version that is fetched.
const PACKAGE: &str = "axe-core@4.10.2";

/// The rules of WCAG 2.0 to 2.2, A and AA.
const ALL: &str = "{ type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }";
/// Those of them that look at colors: all that another theme can break.
const COLORS: &str = "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }";

/// Both widths for which pages are drawn.
pub const WIDTHS: [(u32, u32); 2] = [(1280, 800), (390, 844)];
const THEMES: [&str; 4] = ["felt", "light", "dark", "contrast"];

/// The script; nothing where it cannot be fetched.
fn source() -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/axe");
    let script = folder.join("package/axe.min.js");
    if !script.exists() {
        std::fs::create_dir_all(&folder).unwrap();
        let line = format!("cd \"$0\" && timeout 60 npm pack --silent {PACKAGE} | xargs tar -xzf");
        let _ = Command::new("sh").arg("-c").arg(line).arg(&folder).status();
    }
    std::fs::read_to_string(script).ok()
}

/// Looks at pages in every theme and at both widths.
pub struct Eyes {
    source: Option<String>,
    /// The address of each theme's colors.
    colors: Vec<(&'static str, String)>,
}

impl Eyes {
    /// Opens them. They see the page at this address first.
    pub async fn open(browser: &Browser, address: &str) -> Self {
        browser.open(address).await;
        let mut colors = Vec::new();
        for theme in THEMES {
            browser.look(theme).await;
            browser.open(address).await;
            let link =
                format!("return document.querySelector('link[href$=\"/{theme}.css\"]').getAttribute('href')");
            colors.push((theme, browser.script(&link, vec![]).await.as_str().unwrap().to_owned()));
        }
        browser.look(THEMES[0]).await;
        Self { source: source(), colors }
    }

    /// The page that is open has nothing that axe finds, in no theme and at neither width. The first theme is looked at in
    /// full; the others are put on without asking for the page again, and only their colors are looked at.
    pub async fn look(&self, browser: &Browser, what: &str) {
        let Some(source) = &self.source else { return };
        browser.script(source, vec![]).await;
        for (width, height) in WIDTHS {
            browser.size(width, height).await;
            for (theme, address) in &self.colors {
                put_on(browser, theme, address).await;
                let rules = if *theme == THEMES[0] { ALL } else { COLORS };
                let found = violations(browser, rules).await;
                assert_eq!(found, Vec::<String>::new(), "{what}, {theme}, {width}");
            }
            put_on(browser, THEMES[0], &self.colors[0].1).await;
        }
    }
}

/// Puts other colors on the page that is open.
async fn put_on(browser: &Browser, theme: &str, address: &str) {
    let script = "const [theme, address, done] = arguments; document.documentElement.dataset.theme = theme; \
                  const link = [...document.querySelectorAll('link[rel=stylesheet]')].find((one) => /\\/(felt|light|dark|contrast)\\.css$/.test(one.href)); \
                  if (link.getAttribute('href') === address) done(); else { link.onload = () => done(); link.setAttribute('href', address); }";
    browser.page.execute_async(script, vec![json!(theme), json!(address)]).await.unwrap();
}

/// Violations of some rules on the page that is open, each with where it is.
async fn violations(browser: &Browser, rules: &str) -> Vec<String> {
    let run = format!(
        "const done = arguments[arguments.length - 1]; axe.run(document, {{ runOnly: {rules}, resultTypes: ['violations'], preload: false, elementRef: false }}).then((found) => done(found.violations.map((one) => \
         `${{one.id}}: ${{one.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + node.html.slice(0, 160) + ' ' + (node.any[0]?.message ?? '')).join(' | ')}}`)))"
    );
    let found = browser.page.execute_async(&run, Vec::<Value>::new()).await.unwrap();
    serde_json::from_value(found).unwrap_or_else(|_| vec![json!("axe said nothing").to_string()])
}
