//! A seat at a table: what lies on the felt, what somebody may do, and what became of it.
//!
//! - `felt`: where the round stands, the hands, who sits where. `bank`: the bank of a player.
//!   `oval`: the table from above. `ladder`: how that bank is covered. `five`: the optional five of 21st Century.
//! - `bets`: spots, side bets, chips. `asks`: everything else that is asked, whatever it is. `money`: House Money.
//! - `squeeze`: a card that is turned up by its edge. `result`: what became of the wagers.
//! - `rail`: meters, roads, rounds. `strip`: balance and what is owed. `say`: what is said aloud, in order.
//! - `controls`: how loud things are, and which key does what.

mod asks;
mod bank;
mod bets;
mod controls;
mod felt;
mod five;
mod ladder;
mod money;
mod oval;
mod rail;
mod result;
mod say;
mod squeeze;
mod strip;

use std::sync::Arc;

use banco_wire::{
    AccountSeen, ClockFor, Family, LinkSeen, Moment, Money, Phase, Posted, Side, TableSeen, WagerSeen,
};
use maud::{Markup, html};

pub use money::Chances;
pub use result::{Beside, BesideWhat, Brief, Settled, WagerEnd, WagerTold, headline};

use crate::figures;
use crate::icon::{Icon, icon};
use crate::layout::{Follows, Shell, Visit, page, play_money, tools, wordmark};
use crate::parts::Parts;
use crate::text::Lang;

/// What a seat knows.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The number of the table.
    pub number: u32,
    /// What people call it.
    pub name: String,
    /// The table as the viewer sees it.
    pub seen: TableSeen,
    /// What it posts.
    pub posted: Arc<Posted>,
    /// The viewer's account.
    pub account: Option<AccountSeen>,
    /// The links of the table.
    pub links: Vec<LinkSeen>,
    /// The viewer's last round at this table, with what became of it.
    pub settled: Option<Settled>,
    /// Their rounds before, the last one first.
    pub history: Vec<Brief>,
    /// The server's clock.
    pub now: Moment,
    /// How far the stream of the table has come.
    pub seq: u64,
    /// Whether the last chip can be taken back.
    pub can_undo: bool,
    /// What the hands can still do, while a payout of the viewer's waits for an answer.
    pub chances: Vec<Chances>,
}

/// A seat, and who looks at it.
#[derive(Clone, Copy)]
struct Room<'a> {
    visit: &'a Visit,
    seat: &'a Seat,
}

impl<'a> Room<'a> {
    const fn lang(self) -> Lang {
        self.visit.lang()
    }

    const fn seen(self) -> &'a TableSeen {
        &self.seat.seen
    }

    /// The number of the viewer's seat.
    fn own_seat(self) -> Option<u8> {
        self.seen().own.as_ref().map(|own| own.seat)
    }

    /// Whether wagers can be made now.
    fn takes_wagers(self) -> bool {
        // Whoever takes a break, or may not play for another reason, is told why above the hands.
        let barred = self.seat.account.as_ref().is_some_and(|account| account.barred.is_some());
        !barred && self.seen().prompts.iter().any(|prompt| prompt.prompt == "place_wagers")
    }

    /// The viewer's own wagers.
    fn own_wagers(self) -> impl Iterator<Item = &'a WagerSeen> {
        let own = self.seen().own.as_ref().map(|own| own.who.person);
        self.seen().wagers.iter().filter(move |wager| Some(wager.owner.person) == own && !wager.for_dealer)
    }

    /// What lies on a spot for the viewer.
    fn stake(self, spot: &str) -> Money {
        let minor =
            self.own_wagers().filter(|wager| wager.spot == spot).map(|wager| total(wager).minor).sum();
        Money { minor, currency: self.seen().terms.currency }
    }

    /// What the text of this table calls a hand.
    fn hand_name(self, side: Side) -> String {
        let draws = &self.seat.posted.draws;
        match side {
            Side::Player => named(self.lang(), &draws.player_name),
            Side::Banker => named(self.lang(), &draws.banker_name),
        }
    }

    fn money(self, minor: i64) -> Money {
        Money { minor, currency: self.seen().terms.currency }
    }

    /// What every form of this table carries.
    fn carried(self) -> Markup {
        self.visit.form_fields()
    }

    /// Where the forms of this table are sent.
    fn action(self) -> String {
        format!("/tables/{}/do", self.seat.number)
    }
}

/// The name of a hand or a wager that has one of its own in every language; any other stands as it is printed.
fn named(lang: Lang, printed: &str) -> String {
    match printed {
        "Player" => lang.say("player"),
        "Banker" => lang.say("banker"),
        "Dealer" => lang.say("dealer"),
        "Tie" => lang.say("tie"),
        other => other.to_owned(),
    }
}

/// Everything that lies in a wager.
fn total(wager: &WagerSeen) -> Money {
    let stake = &wager.stake;
    let minor = stake.chips.minor.saturating_add(stake.promotional.minor).saturating_add(stake.coupon.minor);
    Money { minor, ..stake.chips }
}

/// The name of a hand, with its Chinese character beside.
fn side_name(room: Room<'_>, side: Side) -> Markup {
    signed(room.lang(), &room.hand_name(side), if side == Side::Player { "閒" } else { "莊" })
}

/// A name with its Chinese character; in Chinese the character is the name.
fn signed(lang: Lang, name: &str, sign: &str) -> Markup {
    html! { (name) @if !lang.is_chinese() { " " span lang="zh-Hant" { (sign) } } }
}

/// The page.
#[must_use]
pub fn seat(visit: &Visit, seat: &Seat) -> Markup {
    let room = Room { visit, seat };
    let lang = visit.lang();
    let table = lang.with("table-number", &[("table", seat.number.into())]);
    let title = match room.own_seat() {
        Some(number) => format!("{table}, {}", lang.with("seat-number", &[("seat", number.into())])),
        None => table,
    };
    let links: Vec<String> = seat.links.iter().map(|link| format!(" link/{}", link.name)).collect();
    let account = visit.who.as_ref().map(|who| format!(" account/{}", who.person)).unwrap_or_default();
    let club = seat.seen.terms.family != Family::HouseBanked;
    let shell = Shell {
        styles: &["art.css", "roads.css", "table.css", "club.css"],
        scripts: &["live.js", "controls.js", "seat.js", "roads.js", "motion.js"],
        follows: Some(Follows {
            streams: format!("table/{}{account}{}", seat.number, links.concat()),
            parts: format!("/tables/{}/parts", seat.number),
        }),
        bar: Some(bar(room)),
        skip_to: "bets",
        foot: false,
        ..Shell::new(visit, title, if club { "page-seat page-bank" } else { "page-seat" })
    };
    page(&shell, &inside(room))
}

fn inside(room: Room<'_>) -> Markup {
    let parts = parts(room.visit, room.seat);
    let lang = room.lang();
    html! {
        main .seat-main data-table=(room.seat.number) data-keys=[room.visit.look.keys.then_some("on")]
            data-sound=[room.visit.look.sound.then_some("on")]
        {
            div .seat-table {
                div #banner { (parts.inside("banner")) }
                div .stage {
                    section #status .round-status aria-label=(lang.say("round")) { (parts.inside("status")) }
                    section #player .hand.hand-player aria-label=(lang.say("player-hand")) { (parts.inside("player")) }
                    section #banker .hand.hand-banker aria-label=(lang.say("banker-hand")) { (parts.inside("banker")) }
                }
                div #bank { (parts.inside("bank")) }
                section #asks aria-label=(lang.say("asked")) { (parts.inside("asks")) }
                div #squeeze { (parts.inside("squeeze")) }
                div #seats { (parts.inside("seats")) }
                div #result { (parts.inside("result")) }
                form #bets .bet-dock method="post" action=(room.action()) data-live="bets" { (parts.inside("bets")) }
            }
            aside .seat-rail aria-label=(lang.say("roads-and-meters")) {
                div #meters { (parts.inside("meters")) }
                section #roads .rail-section.seat-roads aria-label=(lang.say("roads")) { (parts.inside("roads")) }
                div #history { (parts.inside("history")) }
            }
        }
        footer #strip .balance-strip { (parts.inside("strip")) }
        div #say hidden { (parts.inside("say")) }
    }
}

/// What changes in it.
#[must_use]
pub fn parts(visit: &Visit, seat: &Seat) -> Parts {
    let room = Room { visit, seat };
    Parts::default()
        .and("shoe", shoe(room))
        .and("banner", strip::banner(room))
        .and("status", felt::status(room))
        .and("player", felt::hand(room, Side::Player))
        .and("banker", felt::hand(room, Side::Banker))
        .and("bank", bank::bank(room))
        .and("squeeze", squeeze::squeeze(room))
        .and("seats", felt::seats(room))
        .and("asks", asks::asks(room))
        .and("result", result::result(room))
        .and("bets", bets::bets(room))
        .and("meters", rail::meters(room))
        .and("roads", rail::roads(room))
        .and("history", rail::history(room))
        .and("strip", strip::strip(room))
        .and("say", say::say(room))
}

fn bar(room: Room<'_>) -> Markup {
    let (lang, seat) = (room.lang(), room.seat);
    html! {
        header .table-bar {
            (wordmark(lang))
            div .table-id {
                strong { (lang.with("table-number", &[("table", seat.number.into())])) }
                span .only-wide { (seat.name) }
                span .only-wide { (lang.with("decks", &[("decks", seat.seen.terms.decks.into())])) }
            }
            div #shoe .shoe-line { (shoe(room)) }
            (play_money(room.visit))
            nav .tools aria-label=(lang.say("table-pages")) {
                a .icon-button href={ "/tables/" (seat.number) "/rules" } aria-label=(lang.say("rules-limits-pays")) { (icon(Icon::Rules)) }
            }
            (tools(room.visit))
        }
    }
}

/// How far the shoe has come.
fn shoe(room: Room<'_>) -> Markup {
    let (lang, shoe) = (room.lang(), &room.seen().shoe);
    let gone = u32::from(shoe.size.saturating_sub(shoe.left)) * 100 / u32::from(shoe.size.max(1));
    html! {
        span { (lang.with("shoe-and-hand", &[("shoe", shoe.number.0.into()), ("hand", room.seen().round.number.0.into())])) }
        svg .shoe-bar.only-wide viewBox="0 0 100 6" preserveAspectRatio="none" role="img"
            aria-label=(lang.with("shoe-gone", &[("percent", gone.into())]))
        {
            rect .rail width="100" height="6" {}
            rect .gone width=(gone) height="6" {}
        }
        span .faint.only-wide {
            @if shoe.last_hands.is_some() { (lang.say("last-hand")) }
            @else { (lang.with("cards-left", &[("cards", shoe.left.into())])) }
        }
    }
}

/// Whether the time for wagers runs, and in how many seconds it ends.
fn betting_seconds(seen: &TableSeen, now: Moment) -> Option<i64> {
    let clock =
        seen.clock.filter(|clock| clock.what == ClockFor::Wagers && seen.turn.phase == Phase::Betting)?;
    let left = clock.until.micros().saturating_sub(now.micros());
    Some(left.saturating_add(999_999).max(0) / 1_000_000)
}

/// A stake, or that there is none.
fn amount(lang: Lang, money: Money) -> Markup {
    html! { @if money.minor == 0 { (lang.say("no-bet")) } @else { (figures::short(money)) } }
}
