//! The words of pages, in three languages, by Fluent. Every language has every word; a test sees to it.
//!
//! Words are asked for by `say("key")` and `with("key", ...)`, the key written out, so that a test finds those that are missing.
//! Names of wagers and the calls of the dealer are no words of ours: they stand as the rulebooks print them.

use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese in traditional characters.
    ZhHant,
    /// Chinese in simplified characters.
    ZhHans,
}

macro_rules! sources {
    ($($area:literal)*) => {
        #[cfg(test)]
        const AREAS: &[&str] = &[$($area),*];

        const fn sources(lang: Lang) -> &'static [&'static str] {
            match lang {
                Lang::En => &[$(include_str!(concat!("../text/en/", $area, ".ftl"))),*],
                Lang::ZhHant => &[$(include_str!(concat!("../text/zh-Hant/", $area, ".ftl"))),*],
                Lang::ZhHans => &[$(include_str!(concat!("../text/zh-Hans/", $area, ".ftl"))),*],
            }
        }
    };
}

sources! { "common" "lobby" "seat" "cards" "roads" "rules" "sign" "odds" "guide" "account" "staff" "dealer" }

impl Lang {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::En, Self::ZhHant, Self::ZhHans];

    /// As HTML names it.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::ZhHant => "zh-Hant",
            Self::ZhHans => "zh-Hans",
        }
    }

    /// As it calls itself.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::ZhHant => "繁體中文",
            Self::ZhHans => "简体中文",
        }
    }

    /// Whether it is Chinese.
    #[must_use]
    pub const fn is_chinese(self) -> bool {
        matches!(self, Self::ZhHant | Self::ZhHans)
    }

    /// The language of a tag.
    #[must_use]
    pub fn of(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(tag))
    }

    /// The first language that a browser asks for and that there is.
    #[must_use]
    pub fn asked_for(accept: &str) -> Option<Self> {
        let mut wanted: Vec<(u32, Self)> = accept.split(',').filter_map(Self::wanted).collect();
        // The order of a browser stands where it wants two alike.
        wanted.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
        wanted.first().map(|(_, lang)| *lang)
    }

    /// One of the languages of a browser, with its weight in thousandths.
    fn wanted(text: &str) -> Option<(u32, Self)> {
        let mut parts = text.split(';').map(str::trim);
        let tag = parts.next()?.to_ascii_lowercase();
        let weight = match parts.find_map(|part| part.strip_prefix("q=")) {
            None => 1000,
            Some(text) => thousandths(text)?,
        };
        let mut subtags = tag.split('-');
        let lang = match subtags.next()? {
            "en" => Self::En,
            "zh" => match subtags.any(|part| matches!(part, "hant" | "tw" | "hk" | "mo")) {
                true => Self::ZhHant,
                false => Self::ZhHans,
            },
            _ => return None,
        };
        (weight > 0).then_some((weight, lang))
    }

    /// The words of this key.
    #[must_use]
    pub fn say(self, key: &str) -> String {
        self.with(key, &[])
    }

    /// The words of this key, with what stands in them.
    #[must_use]
    pub fn with(self, key: &str, with: &[(&'static str, Value)]) -> String {
        self.find(key, with).or_else(|| Self::En.find(key, with)).unwrap_or_else(|| key.to_owned())
    }

    /// The words of a key that is put together from data; English words that came with the data where there are none.
    #[must_use]
    pub fn or(self, key: &str, words: &str) -> String {
        self.find(key, &[]).unwrap_or_else(|| words.to_owned())
    }

    fn find(self, key: &str, with: &[(&'static str, Value)]) -> Option<String> {
        let bundle = bundle(self)?;
        let pattern = bundle.get_message(key)?.value()?;
        let mut args = FluentArgs::new();
        for (name, value) in with {
            args.set(*name, value.fluent());
        }
        let mut errors = Vec::new();
        Some(bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned())
    }
}

/// A weight such as `0.8`, in thousandths.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part: u32 = format!("{part:0<3}").get(..3)?.parse().ok()?;
    Some(whole.parse::<u32>().ok()?.checked_mul(1000)?.saturating_add(part).min(1000))
}

/// What stands in words.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text.
    Text(String),
    /// A number, after which words may change.
    Number(i64),
}

impl Value {
    fn fluent(&self) -> FluentValue<'_> {
        match self {
            Self::Text(text) => FluentValue::from(text.as_str()),
            Self::Number(number) => FluentValue::from(*number),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

macro_rules! from_numbers {
    ($($kind:ty)*) => { $(
        impl From<$kind> for Value {
            fn from(number: $kind) -> Self {
                Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )* };
}

from_numbers! { u8 u16 u32 u64 usize i64 }

type Bundle = FluentBundle<FluentResource>;

fn bundle(lang: Lang) -> Option<&'static Bundle> {
    static ALL: OnceLock<Vec<(Lang, Bundle)>> = OnceLock::new();
    let all =
        ALL.get_or_init(|| Lang::ALL.into_iter().filter_map(|lang| Some((lang, read(lang)?))).collect());
    all.iter().find(|(one, _)| *one == lang).map(|(_, bundle)| bundle)
}

fn read(lang: Lang) -> Option<Bundle> {
    let mut bundle = FluentBundle::new_concurrent(vec![lang.tag().parse().ok()?]);
    // Everything here is written from left to right.
    bundle.set_use_isolating(false);
    for source in sources(lang) {
        // A line that cannot be read is left out; a test sees to it that there is none.
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(read, _)| read);
        bundle.add_resource_overriding(resource);
    }
    Some(bundle)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    use super::*;

    /// Every key of a language with the names that stand in its words.
    fn keys(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
        let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut key = String::new();
        for (area, source) in AREAS.iter().zip(sources(lang)) {
            assert!(FluentResource::try_new((*source).to_owned()).is_ok(), "{} {area}", lang.tag());
            for line in source.lines().filter(|line| !line.starts_with('#')) {
                if let Some((name, _)) = line.split_once(" =").filter(|_| !line.starts_with([' ', '\t'])) {
                    name.clone_into(&mut key);
                    assert!(keys.insert(key.clone(), BTreeSet::new()).is_none(), "{key} twice");
                }
                for part in line.split('$').skip(1) {
                    let name: String = part
                        .chars()
                        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                        .collect();
                    keys.get_mut(&key).unwrap().insert(name);
                }
            }
        }
        keys
    }

    #[test]
    fn every_language_has_every_word() {
        let english = keys(Lang::En);
        assert!(english.len() > 50);
        for lang in Lang::ALL {
            let own = keys(lang);
            let missing: Vec<_> = english.keys().filter(|key| !own.contains_key(*key)).collect();
            let extra: Vec<_> = own.keys().filter(|key| !english.contains_key(*key)).collect();
            assert!(missing.is_empty() && extra.is_empty(), "{}: {missing:?} {extra:?}", lang.tag());
            for (key, names) in &own {
                assert!(names.is_subset(&english[key]), "{} {key}: {names:?}", lang.tag());
            }
        }
    }

    fn asked_for(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                asked_for(&path, found);
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            for call in ["say(\"", "with(\""] {
                let keys = source.split(call).skip(1).filter_map(|rest| rest.split_once('"'));
                found.extend(keys.map(|(key, _)| key.to_owned()));
            }
        }
    }

    #[test]
    fn every_word_that_is_asked_for_is_there() {
        let english = keys(Lang::En);
        let mut asked = BTreeSet::new();
        asked_for(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut asked);
        // What the tests of looks and of this file say is none of it.
        let others =
            ["key", "en", "dark", "four", "nonsense", "large", "small", "auto", "two", "no-such-key"];
        let missing: Vec<_> = asked
            .iter()
            .filter(|key| !english.contains_key(*key) && !others.contains(&key.as_str()))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn browsers_get_the_language_they_ask_for() {
        let asked = |text| Lang::asked_for(text);
        assert_eq!(asked("zh-HK,zh;q=0.9,en;q=0.8"), Some(Lang::ZhHant));
        assert_eq!(asked("zh-CN"), Some(Lang::ZhHans));
        assert_eq!(asked("de, en-US;q=0.7, zh-TW;q=0.71"), Some(Lang::ZhHant));
        assert_eq!(asked("en;q=0, zh"), Some(Lang::ZhHans));
        assert_eq!(asked("de, *;q=0.1"), None);
    }

    #[test]
    fn words_take_numbers_and_fall_back() {
        assert_eq!(Lang::En.with("seats-free", &[("seats", 1.into())]), "1 seat free");
        assert_eq!(Lang::En.with("seats-free", &[("seats", 3_usize.into())]), "3 seats free");
        assert_eq!(Lang::ZhHant.with("seats-free", &[("seats", 3.into())]), "尚有 3 個座位");
        assert_eq!(Lang::ZhHant.say("no-such-key"), "no-such-key");
    }

    impl From<i32> for Value {
        fn from(number: i32) -> Self {
            Self::Number(number.into())
        }
    }
}
