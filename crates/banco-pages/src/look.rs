//! How somebody wants pages to look: kept by their browser in one cookie, as words with dots between.

use crate::text::Lang;

/// The cookie.
pub const COOKIE: &str = "banco-look";

/// A set of colors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Green felt.
    Felt,
    /// Paper.
    Light,
    /// Night.
    Dark,
    /// Black, white and shape.
    Contrast,
}

impl Theme {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Felt, Self::Light, Self::Dark, Self::Contrast];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Felt => "felt",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Contrast => "contrast",
        }
    }

    /// The theme of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.word() == word)
    }
}

/// What somebody has chosen. What they have not follows their browser.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// The language, as it was chosen or as the browser asks for it.
    pub lang: Lang,
    /// Whether the language was chosen here.
    pub lang_chosen: bool,
    /// The colors.
    pub theme: Option<Theme>,
    /// Whether each suit has a color of its own.
    pub four_colors: bool,
    /// Whether cards have large indices.
    pub large_indices: bool,
    /// Whether the table is heard.
    pub sound: bool,
    /// Whether single letters are shortcuts.
    pub keys: bool,
}

impl Look {
    /// As a cookie and the languages that a browser asks for have it.
    #[must_use]
    pub fn read(cookie: Option<&str>, accept_language: Option<&str>) -> Self {
        let asked = accept_language.and_then(Lang::asked_for).unwrap_or_default();
        let look = Self { lang: asked, ..Self::default() };
        cookie.unwrap_or_default().split('.').fold(look, |look, word| look.with(word))
    }

    /// The same with one more choice; a word that nobody knows changes nothing.
    #[must_use]
    pub fn with(mut self, word: &str) -> Self {
        match word {
            "auto" => self.theme = None,
            "four" => self.four_colors = true,
            "two" => self.four_colors = false,
            "large" => self.large_indices = true,
            "small" => self.large_indices = false,
            "sound" => self.sound = true,
            "quiet" => self.sound = false,
            "keys" => self.keys = true,
            "no-keys" => self.keys = false,
            _ => {
                if let Some(lang) = Lang::of(word) {
                    (self.lang, self.lang_chosen) = (lang, true);
                }
                if let Some(theme) = Theme::of(word) {
                    self.theme = Some(theme);
                }
            }
        }
        self
    }

    /// As the cookie has it.
    #[must_use]
    pub fn cookie(self) -> String {
        let words = [
            self.lang_chosen.then(|| self.lang.tag()),
            self.theme.map(Theme::word),
            self.four_colors.then_some("four"),
            self.large_indices.then_some("large"),
            self.sound.then_some("sound"),
            self.keys.then_some("keys"),
        ];
        words.into_iter().flatten().collect::<Vec<_>>().join(".")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_kept_as_it_was_chosen() {
        let look = Look::read(None, Some("fr, zh-TW;q=0.8, en;q=0.5"));
        assert_eq!((look.lang, look.lang_chosen, look.cookie()), (Lang::ZhHant, false, String::new()));
        let chosen = look.with("en").with("dark").with("four").with("nonsense").with("large").with("small");
        assert_eq!(chosen.cookie(), "en.dark.four");
        assert_eq!(Look::read(Some(&chosen.cookie()), Some("zh-CN")), chosen);
        assert_eq!(chosen.with("auto").with("two").cookie(), "en");
    }
}
