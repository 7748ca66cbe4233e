//! Wager files of one's own: named on the command line in place of a wager, or by a submission.

use std::io::ErrorKind;
use std::path::Path;

use banco_rulebook::{Diagnostic, Library, Source, Terms, base_name, files_named};

use crate::failure::Failure;
use crate::source::read_file;

/// How the names of wager files end.
const ENDING: &str = ".toml";

/// The wager file that a word names, and what follows it (`.SIDE`, `:PAYTABLE`, `=AMOUNT`): `./my-wager.toml:A`.
pub fn file_in(word: &str) -> Option<(&str, &str)> {
    let end = word.rfind(ENDING)? + ENDING.len();
    let (path, rest) = word.split_at_checked(end)?;
    (rest.is_empty() || rest.starts_with(['.', ':', '='])).then_some((path, rest))
}

/// Reads a wager file.
pub fn read(path: &str) -> Result<Source, Failure> {
    Ok(Source { path: path.to_owned(), text: read_file(Path::new(path))? })
}

/// The terms with the wagers of all files that these words name, and the words with ids in place of files.
pub fn within_reach(terms: Terms, words: &[String]) -> Result<(Terms, Vec<String>), Failure> {
    let mut files: Vec<Source> = Vec::new();
    for (path, _) in words.iter().filter_map(|word| file_in(word)) {
        if files.iter().all(|file| file.path != path) {
            files.push(read(path)?);
        }
    }
    let terms = terms.with_wager_files(&files).map_err(Failure::Invalid)?;
    let words = words.iter().map(|word| match file_in(word) {
        Some((path, rest)) => Ok(format!("{}{rest}", only_wager(&terms, path)?)),
        None => Ok(word.clone()),
    });
    let words = words.collect::<Result<Vec<String>, Failure>>()?;
    Ok((terms, words))
}

/// The id of the one wager of a file.
fn only_wager<'a>(terms: &'a Terms, path: &str) -> Result<&'a str, Failure> {
    let file = terms.rulebook.added.iter().find(|file| file.name == base_name(path));
    match file.map(|file| file.wagers.as_slice()).unwrap_or_default() {
        [only] => Ok(only),
        several => {
            let message = format!("`{path}` holds several wagers: {}", several.join(", "));
            let hint = "ask for one at a time: put it into a file of its own; `banco par` takes them all";
            Err(Diagnostic::error("several_wagers", message).hint(hint).into())
        }
    }
}

/// The library with the wager files that a submission names, found from this folder. A file that is not there is left
/// to the check, which knows where the submission names it.
pub fn library_for(library: &Library, submission: &Source, folder: &Path) -> Result<Library, Failure> {
    let (rulebook, names) = files_named(submission);
    let mut files = Vec::new();
    for name in &names {
        let path = folder.join(name);
        let there = !matches!(path.metadata(), Err(error) if error.kind() == ErrorKind::NotFound);
        // Two files of one name are told by the check as well.
        if there && files.iter().all(|file: &Source| base_name(&file.path) != base_name(name)) {
            files.push(Source { path: path.display().to_string(), text: read_file(&path)? });
        }
    }
    match rulebook.filter(|id| !files.is_empty() && library.rulebook(id).is_ok()) {
        Some(rulebook) => Ok(library.with_wager_files(&rulebook, &files)?),
        None => Ok(library.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_ending_and_may_be_followed_by_a_choice() {
        assert_eq!(file_in("./six.toml"), Some(("./six.toml", "")));
        assert_eq!(file_in("./six.toml:A"), Some(("./six.toml", ":A")));
        assert_eq!(file_in("a.toml/six.toml.player:A=10"), Some(("a.toml/six.toml", ".player:A=10")));
        assert_eq!(file_in("dragon-7"), None);
        assert_eq!(file_in("six.tomlx"), None);
        assert_eq!(file_in("dragon-bonus.player:B=10"), None);
    }
}
