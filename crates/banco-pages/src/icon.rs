//! Line drawings that stand beside words.

use maud::{Markup, html};

/// Which one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// A globe: languages.
    Globe,
    /// A disk, half dark: colors and settings.
    Colors,
    /// Somebody.
    Person,
    /// A tick.
    Tick,
    /// A clock.
    Clock,
    /// A warning sign.
    Warning,
    /// An i in a circle.
    Info,
    /// A question mark: rules.
    Rules,
    /// An arrow back.
    Undo,
    /// A cross.
    Clear,
    /// An arrow around.
    Rebet,
    /// A two with a cross: twice as much.
    Double,
    /// An arrow down: what unfolds.
    Down,
    /// A lock.
    Lock,
    /// A star.
    Star,
    /// A door with an arrow.
    Leave,
    /// An open eye.
    Eye,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Self::Globe => {
                "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18"
            }
            Self::Colors => "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 3v18M12 7h4.5M12 12h6M12 17h4.5",
            Self::Person => "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4.5 20.5c1-8 14-8 15 0",
            Self::Tick => "M5 12.5l4.5 4.5L19 7",
            Self::Clock => "M12 4a8 8 0 1 0 0 16a8 8 0 0 0 0-16M12 8v4.5l3 2",
            Self::Warning => "M12 4 2.5 20h19zM12 10v5M12 17.5v.01",
            Self::Info => "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 11v5.5M12 7.5v.01",
            Self::Rules => {
                "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.01"
            }
            Self::Undo => "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-3",
            Self::Clear => "M6 6l12 12M18 6 6 18",
            Self::Rebet => "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5",
            Self::Double => "M4 9.5a3 3 0 1 1 5.2 2L4 18h6M14 11l6 7M20 11l-6 7",
            Self::Down => "M6 9.5l6 6 6-6",
            Self::Lock => "M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z",
            Self::Star => "M12 3.5l2.6 5.6 6 .7-4.4 4.1 1.2 6-5.4-3-5.4 3 1.2-6L3.4 9.8l6-.7z",
            Self::Leave => "M13 4H5v16h8M10 12h10M16.5 8.5 20 12l-3.5 3.5",
            Self::Eye => {
                "M2.5 12C6 5.5 18 5.5 21.5 12C18 18.5 6 18.5 2.5 12M12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6"
            }
        }
    }
}

/// A drawing that says nothing by itself.
#[must_use]
pub fn icon(icon: Icon) -> Markup {
    html! { svg .icon viewBox="0 0 24 24" aria-hidden="true" { path d=(icon.path()) {} } }
}

/// The same, smaller.
#[must_use]
pub fn small(icon: Icon) -> Markup {
    html! { svg .icon.icon-small viewBox="0 0 24 24" aria-hidden="true" { path d=(icon.path()) {} } }
}
