//! How long it takes to load all five rulebooks; the goal is under 50 ms. A yardstick beside it: only parsing the
//! same texts as TOML, without any check. `cargo bench -p banco-rulebook`.

use banco_rulebook::Library;

fn main() {
    divan::main();
}

/// Load, check and index all rulebooks.
#[divan::bench]
fn load_all_rulebooks() -> usize {
    Library::embedded().map_or(0, |library| library.rulebooks.len())
}

/// Check the largest submission.
#[divan::bench]
fn check_eternal(bencher: divan::Bencher<'_, '_>) {
    let Ok(library) = Library::embedded() else { return };
    let Ok(submission) = library.submission("co-rule-28", "eternal") else { return };
    bencher.bench_local(|| library.check(submission.source.clone()).terms.is_some());
}

/// The yardstick: parse the same files and do nothing with them.
#[divan::bench]
fn only_parse_toml(bencher: divan::Bencher<'_, '_>) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks");
    let texts = texts(&folder);
    bencher.bench_local(|| texts.iter().filter(|text| text.parse::<toml::Table>().is_ok()).count());
}

fn texts(folder: &std::path::Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .flat_map(|path| match path.is_dir() {
            true if path.ends_with("cases") => Vec::new(),
            true => texts(&path),
            false if path.extension().is_some_and(|extension| extension == "toml") => {
                std::fs::read_to_string(&path).into_iter().collect()
            }
            false => Vec::new(),
        })
        .collect()
}
