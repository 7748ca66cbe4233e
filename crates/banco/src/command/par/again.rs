//! The command that makes a sheet again.

use std::path::Path;

use super::asked::sheet_name;
use super::make::Made;
use super::{Dependency, ParArguments};

/// The command that makes everything again, or just one sheet.
pub fn command(arguments: &ParArguments, folder: Option<&Path>, sheet: Option<&Made>) -> String {
    let mut words = vec!["banco".to_owned(), "par".to_owned()];
    let mut flag = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
    };
    let own = |text: &Option<String>| text.clone();
    flag("--rulebooks", folder.map(|folder| folder.display().to_string()));
    let of_all = arguments.all.then_some(sheet).flatten();
    flag("-r", own(&arguments.rulebook).or_else(|| of_all.map(|made| made.terms.rulebook.id().to_owned())));
    flag("-s", own(&arguments.submission));
    arguments.set.iter().for_each(|key| flag("--set", Some(key.clone())));
    let decks = sheet.map(|made| made.decks).or(arguments.shoe.cards.decks);
    flag("--decks", decks.map(|decks| decks.to_string()));
    let without = &arguments.shoe.cards.without;
    flag("--without", (!without.is_empty()).then(|| without.clone()));
    let seat = sheet.map_or(arguments.shoe.seat, |made| made.seat);
    flag("--seat", seat.map(|seat| seat.to_string()));
    let choice = arguments.shoe.choice.name();
    flag("--choice", (choice != "draw").then(|| choice.to_owned()));
    flag("--stake", own(&arguments.stake));
    flag("--with", with(arguments, sheet));
    flag("--date", own(&arguments.date));
    flag("--author", own(&arguments.author));
    words.extend(arguments.verify.then(|| "--verify".to_owned()));
    words.extend((arguments.all && sheet.is_none()).then(|| "--all".to_owned()));
    let name = sheet.filter(|made| made.wager_file.is_none()).map(|made| sheet_name(&made.sheet));
    words.extend(name.or_else(|| own(&arguments.wager)));
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// What was said of everything; of one sheet what it tells, unless that is usual.
fn with(arguments: &ParArguments, sheet: Option<&Made>) -> Option<String> {
    let named = |with: &[Dependency]| with.iter().map(|with| with.name()).collect::<Vec<_>>().join(",");
    let Some(made) = sheet else {
        return (!arguments.with.is_empty()).then(|| named(&arguments.with));
    };
    let alone = ParArguments { wager: Some(String::new()), ..ParArguments::default() };
    match made.with.as_slice() {
        usual if usual == alone.wanted(true) => None,
        [] => Some(Dependency::Nothing.name().to_owned()),
        with => Some(named(with)),
    }
}

impl Dependency {
    const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Removal => "removal",
            Self::Decks => "decks",
            Self::Seats => "seats",
            Self::MustHit => "must-hit",
            Self::Exposure => "exposure",
            Self::Correlation => "correlation",
        }
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./:=@%+,".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("banker:commission"), "banker:commission");
        assert_eq!(quoted("9h 9s"), "'9h 9s'");
        assert_eq!(quoted("a'b"), "'a'\\''b'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("25¢"), "'25¢'");
    }
}
