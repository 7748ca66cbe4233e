//! The files that pages refer to, as they are built into the program. Their address changes with their content, so that
//! browsers may keep them for good.

use std::sync::OnceLock;

use crate::art;

/// A file.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// What it is called.
    pub name: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
}

const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! assets {
    ($($kind:ident $name:literal,)*) => {
        const FILES: &[Asset] = &[
            $(Asset { name: $name, kind: $kind, bytes: include_bytes!(concat!("../assets/", $name)) },)*
        ];
    };
}

assets! {
    CSS "tokens.css",
    CSS "felt.css",
    CSS "light.css",
    CSS "dark.css",
    CSS "contrast.css",
    CSS "banco.css",
    CSS "art.css",
    CSS "roads.css",
    CSS "rules.css",
    CSS "sign.css",
    CSS "odds.css",
    CSS "guide.css",
    CSS "table.css",
    CSS "club.css",
    CSS "lobby.css",
    CSS "account.css",
    CSS "door.css",
    CSS "story.css",
    CSS "bar.css",
    CSS "staff.css",
    CSS "dealer.css",
    CSS "money.css",
    JS "page.js",
    JS "live.js",
    JS "morph.js",
    JS "controls.js",
    JS "forms.js",
    JS "seat.js",
    JS "motion.js",
    JS "squeeze.js",
    JS "roads.js",
    JS "replay.js",
    JS "sign.js",
    JS "odds.js",
    JS "staff.js",
    JS "dealer.js",
    SVG "mark.svg",
}

/// All of them: those that are files, and the drawings.
pub fn all() -> &'static [Asset] {
    static ALL: OnceLock<Vec<Asset>> = OnceLock::new();
    ALL.get_or_init(|| {
        // Made once and kept for good, like the files.
        let sprite = Box::leak(art::sprite().into_boxed_str()).as_bytes();
        let drawings = Asset { name: art::SPRITE, kind: SVG, bytes: sprite };
        FILES.iter().copied().chain([drawings]).collect()
    })
}

/// Names all files as they are now, in hexadecimal digits. Files name each other without a folder, so that all of them
/// share one.
pub fn edition() -> &'static str {
    static EDITION: OnceLock<String> = OnceLock::new();
    EDITION.get_or_init(|| {
        let bytes = all().iter().flat_map(|asset| asset.bytes);
        // FNV-1a: it tells editions apart, and guards nothing.
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{hash:016x}")
    })
}

/// The address of a file.
#[must_use]
pub fn href(name: &str) -> String {
    format!("/assets/{}/{name}", edition())
}

/// The file of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Asset> {
    all().iter().find(|asset| asset.name == name)
}
