//! A picture of every page, in every theme and at both widths: `cargo xtask screenshots`.

use std::path::PathBuf;
use std::time::Duration;

use crate::banks::{Three, bids};
use crate::bets::Alone;
use crate::browser::{Browser, with_browser};
use crate::floor::Floor;
use crate::house::{comes_in, goes_out};
use crate::money::{confirms, opens_patron};
use crate::seat::With;
use crate::staff::Staff;

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

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Takes a picture of the page as it stands.
async fn picture(browser: &Browser, name: &str) {
    std::fs::write(folder().join(format!("{name}.png")), browser.page.screenshot().await.unwrap()).unwrap();
}

/// Takes pictures of the page that is open, in every theme and at both widths.
async fn pictures(browser: &Browser, name: &str, address: &str) {
    let folder = folder();
    for theme in ["felt", "light", "dark", "contrast"] {
        browser.look(theme).await;
        for (width, height) in crate::axe::WIDTHS {
            browser.size(width, height).await;
            browser.open(address).await;
            tokio::time::sleep(Duration::from_millis(400)).await;
            let picture = browser.page.screenshot().await.unwrap();
            std::fs::write(folder.join(format!("{name}-{theme}-{width}.png")), picture).unwrap();
        }
    }
    browser.size(1280, 900).await;
    browser.open(address).await;
}

#[test]
#[ignore = "pictures for people; `cargo xtask screenshots` makes them"]
fn a_picture_of_every_page() {
    with_browser(|browser| async move {
        let floor = Floor::start();
        browser.open(&floor.at("/odds")).await;
        // A few hands for the roads.
        tokio::time::sleep(Duration::from_secs(40)).await;
        for (name, path) in PAGES {
            pictures(&browser, name, &floor.at(path)).await;
        }
        browser.close().await;
    });
}

/// A seat with bets, with a hand to be turned up, with its result; the story of that round.
#[test]
#[ignore = "pictures for people; `cargo xtask screenshots` makes them"]
fn a_picture_of_every_page_of_a_round() {
    with_browser(|guest| async move {
        let mut alone = Alone::sit(&guest, ("ma-midi", "house-money-royal-9")).await;
        let seat = alone.floor.at(&format!("/tables/{}", alone.table.number));
        for (chip, spot) in [(2_500, "player"), (500, "tie"), (500, "royal-9")] {
            guest.may_bet(spot).await;
            guest.puts(With::Mouse, chip, spot).await;
            guest.staked(spot, chip).await;
        }
        pictures(&guest, "seat-bets", &seat).await;
        alone.staff.dealer(&alone.table, "no_more_bets");
        alone.staff.deals(&alone.table, "6c 2d 3h Ks");
        guest.shows("#squeeze [role=slider]").await;
        pictures(&guest, "seat-squeeze", &seat).await;
        alone.ends(&guest, "").await;
        guest.shows("#result [data-key=\"wager-player\"]").await;
        pictures(&guest, "seat-result", &seat).await;
        let story =
            guest.script("return document.querySelector('#result a[href^=\"/rounds/\"]').href", vec![]).await;
        pictures(&guest, "story", story.as_str().unwrap()).await;
        pictures(&guest, "rounds", &alone.floor.at("/rounds")).await;
        pictures(&guest, "account", &alone.floor.at("/account")).await;
        guest.close().await;
    });
}

/// Seats where players hold the bank, each with a choice of its own.
#[test]
#[ignore = "pictures for people; `cargo xtask screenshots` makes them"]
fn a_picture_of_every_page_of_a_bank() {
    with_browser(|first| async move {
        let mut three = Three::sit(first, "ma-chemin-de-fer").await;
        let seat = three.address();
        pictures(&three.guests[2], "seat-bid", &seat).await;
        bids(&mut three).await;
        three.guests[0].shows("[data-prompt=claim_bank]").await;
        pictures(&three.guests[0], "seat-claim", &seat).await;
        three.guests[0].click("[data-prompt=claim_bank] button[value=banco]").await;
        three.guests[0]
            .until("a claim", "return document.querySelector('#bank').textContent.includes('Banco')")
            .await;
        for command in ["close_claims", "no_more_bets"] {
            three.dealer(command);
        }
        three.cards("2h 6c 3d Kd");
        three.guests[0].shows("[data-prompt=announce]").await;
        pictures(&three.guests[0], "seat-card-or-stay", &seat).await;
        three.close().await;
    });
}

/// The cage with an account, a payment that is to be confirmed, its receipt, and what the floor orders of a table.
#[test]
#[ignore = "pictures for people; `cargo xtask screenshots` makes them"]
fn a_picture_of_every_page_of_the_cage() {
    with_browser(|browser| async move {
        let floor = Floor::with(&[("DEMO_TABLES", "1")]);
        let mut staff = Staff::come(&floor);
        staff.hires("cal", "cashier");
        let table = staff.put_up("ma-midi", "default");
        staff.seats_guest(&table, "Gus", 1);
        comes_in(&browser, &floor, "cal").await;
        let cage = floor.at("/cage?find=Gus");
        pictures(&browser, "cage", &cage).await;
        let act = ".account .act[data-key$=\"-pay_out\"]";
        for (width, height) in crate::axe::WIDTHS {
            browser.size(width, height).await;
            browser.open(&cage).await;
            browser.click(&format!("{act} > summary")).await;
            browser.fills(&format!("{act} [name=\"money.amount\"]"), "500").await;
            browser.click(&format!("{act} form .button-primary")).await;
            browser.shows("dialog.confirm[data-armed]").await;
            picture(&browser, &format!("confirm-{width}")).await;
        }
        confirms(&browser).await;
        let receipt = browser.page.current_url().await.unwrap();
        for (width, height) in crate::axe::WIDTHS {
            browser.size(width, height).await;
            browser.open(&floor.at("/cage")).await;
            browser.click(".open-patron > summary").await;
            picture(&browser, &format!("open-account-{width}")).await;
        }
        opens_patron(&browser).await;
        picture(&browser, "account-opened-390").await;
        pictures(&browser, "patron", &floor.at("/cage?find=Pia+Ann")).await;
        pictures(&browser, "receipt", receipt.as_str()).await;
        goes_out(&browser).await;
        comes_in(&browser, &floor, "fay").await;
        pictures(&browser, "floor-table", &floor.at(&format!("/floor/tables/{}", table.number))).await;
        browser.close().await;
    });
}
