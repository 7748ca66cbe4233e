//! The command that makes a sheet again.

use crate::asked::sheet_name;
use crate::count::CountedSheet;
use crate::question::{Dependency, ParQuestion, WagerAsked};

/// The command that makes everything again, or just one sheet.
pub fn command(asked: &ParQuestion, sheet: Option<&CountedSheet>) -> String {
    let mut words = vec!["banco".to_owned(), "par".to_owned()];
    let mut flag = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [name.to_owned(), value]));
    };
    let own = |text: &Option<String>| text.clone();
    let rules = &asked.rules;
    flag("--rulebooks", own(&rules.folder));
    let of_all = rules.all.then_some(sheet).flatten();
    flag("-r", own(&rules.rulebook).or_else(|| of_all.map(|made| made.terms.rulebook.id().to_owned())));
    flag("-s", own(&rules.submission));
    rules.set.iter().for_each(|key| flag("--set", Some(key.clone())));
    let decks = sheet.map_or(asked.shoe.cards.decks, |made| made.cards_told.decks());
    let infinite = asked.shoe.cards.infinite.then(|| "infinite".to_owned());
    flag("--decks", infinite.or_else(|| decks.map(|decks| decks.to_string())));
    let counted = asked.counted.as_ref();
    flag("--composition", counted.map(|counted| counted.source.clone()));
    let picked = sheet.and_then(|made| made.cards_told.counted()).map(|shoe| shoe.number);
    let picked = picked.or_else(|| counted.and_then(|counted| counted.only));
    flag("--shoe", picked.map(|number| number.to_string()));
    let without = &asked.shoe.cards.without;
    flag("--without", (!without.is_empty()).then(|| without.clone()));
    let seat = sheet.map_or(asked.shoe.seat, |made| made.seat);
    flag("--seat", seat.map(|seat| seat.to_string()));
    let choice = asked.shoe.choice.name();
    flag("--choice", (choice != "draw").then(|| choice.to_owned()));
    flag("--stake", own(&asked.stake));
    flag("--simulate", asked.simulate.map(|simulate| simulate.shoes.to_string()));
    flag("--seed", asked.simulate.map(|simulate| simulate.seed.to_string()));
    flag("--with", with(asked, sheet));
    flag("--digits", asked.digits.map(|digits| digits.to_string()));
    flag("--date", own(&asked.date));
    flag("--author", own(&asked.author));
    words.extend(asked.verify.then(|| "--verify".to_owned()));
    words.extend((rules.all && sheet.is_none()).then(|| "--all".to_owned()));
    let name = sheet.filter(|_| asked.wager_file().is_none()).map(|made| sheet_name(&made.sheet));
    words.extend(name.or_else(|| asked.wager.as_ref().map(|wager| wager.word().to_owned())));
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// What was said of everything; of one sheet what it tells, unless that is usual.
fn with(asked: &ParQuestion, sheet: Option<&CountedSheet>) -> Option<String> {
    let named = |with: &[Dependency]| with.iter().map(|with| with.name()).collect::<Vec<_>>().join(",");
    let Some(made) = sheet else {
        return (!asked.with.is_empty()).then(|| named(&asked.with));
    };
    let alone = ParQuestion { wager: Some(WagerAsked::Name(String::new())), ..ParQuestion::default() };
    match made.with.as_slice() {
        usual if usual == alone.wanted(true) => None,
        [] => Some(Dependency::Nothing.name().to_owned()),
        with => Some(named(with)),
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
