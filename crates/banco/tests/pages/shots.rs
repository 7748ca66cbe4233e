//! A picture of every page, in every theme and at both widths: `cargo xtask screenshots`.

use std::path::PathBuf;

use crate::browser::with_browser;
use crate::floor::Floor;

const PAGES: [(&str, &str); 12] = [
    ("lobby", "/"),
    ("sign-in", "/sign-in"),
    ("seat", "/tables/7"),
    ("seat-chemin", "/tables/3"),
    ("seat-century", "/tables/4"),
    ("rules", "/tables/7/rules"),
    ("sign", "/tables/7/sign"),
    ("odds", "/odds"),
    (
        "odds-compare",
        "/odds?rulebook=ma-midi&wager=dragon-bonus.player:A&vs-rulebook=ma-midi&vs-wager=dragon-bonus.player:C",
    ),
    ("guide", "/guides/ma-midi"),
    ("guide-chemin", "/guides/ma-chemin-de-fer"),
    ("error", "/no-such-page"),
];

#[test]
#[ignore = "pictures for people; `cargo xtask screenshots` makes them"]
fn a_picture_of_every_page() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        browser.open(&floor.at("/odds")).await;
        // A few hands for the roads.
        tokio::time::sleep(std::time::Duration::from_secs(40)).await;
        for theme in ["felt", "light", "dark", "contrast"] {
            browser.look(theme).await;
            for (width, height) in [(1280, 800), (390, 844)] {
                browser.size(width, height).await;
                for (name, path) in PAGES {
                    browser.open(&floor.at(path)).await;
                    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
                    let picture = browser.page.screenshot().await.unwrap();
                    std::fs::write(folder.join(format!("{name}-{theme}-{width}.png")), picture).unwrap();
                }
            }
        }
        browser.close().await;
    });
}
