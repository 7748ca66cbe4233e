//! The dealer's console: what the procedure asks for now and next, with the clause, so that the right move is one key and the
//! wrong one is hard.
//!
//! - `steps`: how far the procedure has come. `work`: what is asked now. `entry`: cards by two keys. `call`: the dealer's own
//!   calls, before the machine says what it thinks. `pay`: collecting and paying, seat by seat. `shoe`: making cards ready.
//!   `result`: results without cards.
//! - `duty`: signing on and off, and cash for chips. `bank`: a bank that players hold. `side`: bets, tray, notices. `pad`: progressive wagers, in the text's own words.
//! - `wizard`: what went wrong, and what the rulebook orders. `list`: the tables that somebody may deal at.

mod bank;
mod call;
mod duty;
mod entry;
mod list;
mod pad;
mod pay;
mod result;
mod shoe;
mod side;
mod steps;
mod wizard;
mod work;

use banco_cards::{Card, Outcome};
use banco_engine::table::console::{NextCard, Opinion, Point, RoundStep, Says, ShoeStep};
use banco_wire::{CardSeen, CardSource, Family, HandSeen, HolderSeen, Moment, Money, Side, TableSeen};
use maud::{Markup, html};

pub use list::{DealtTable, list};
pub use pad::{Pad, PadJackpot, PadKey};
pub use pay::{Cut, Paid, Payment, ticks};
pub use wizard::{Cause, FiledChoice, Order, OtherCase, Wizard, wizard};

use crate::answers::Desk;
use crate::art;
use crate::icon::{Icon, small};
use crate::layout::{Follows, Ground, Shell, Visit, page, play_money, tools, wordmark};
use crate::parts::Parts;
use crate::text::Lang;

/// How much the machine says about the dealer's own calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Assist {
    /// It only stops what is wrong.
    Off,
    /// The dealer calls first; then it says whether it agrees, and why.
    #[default]
    Confirm,
    /// It says first what is to be called.
    Guide,
}

impl Assist {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Off, Self::Confirm, Self::Guide];

    /// A stable name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Confirm => "confirm",
            Self::Guide => "guide",
        }
    }

    /// The one of that name; the usual one where there is none.
    #[must_use]
    pub fn of(word: &str) -> Self {
        Self::ALL.into_iter().find(|one| one.word() == word).unwrap_or_default()
    }

    fn said(self, lang: Lang) -> String {
        match self {
            Self::Off => lang.say("dealer-assist-off"),
            Self::Confirm => lang.say("dealer-assist-confirm"),
            Self::Guide => lang.say("dealer-assist-guide"),
        }
    }
}

/// A call that the dealer has made in this round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Called {
    /// What it was about.
    pub point: Point,
    /// What was called.
    pub says: Says,
    /// Whether the rules say the same.
    pub agreed: bool,
}

/// What stands behind a prompt.
#[derive(Clone, Debug, Default)]
pub struct Behind {
    /// The clauses by which it is asked.
    pub clauses: Vec<String>,
    /// What the text has said aloud when it is done.
    pub say: Option<String>,
}

/// A notice that the rulebook asks for.
#[derive(Clone, Debug)]
pub struct Notice {
    /// What it is about.
    pub words: String,
    /// Whether it was given.
    pub given: bool,
    /// How many minutes ago it was given, or in how many it is due; less than none if it is overdue.
    pub minutes: i64,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// What the dealer can do beside what is asked, as the engine says.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// Whoever has the shoe or the bank can be ordered to pass it.
    pub pass: bool,
    /// A card can be reported missing from the decks.
    pub missing_card: bool,
    /// For whom the house way can be played: number, seat, name.
    pub house_way: Vec<(u32, u8, String)>,
}

/// Something that a table takes beside chips on the layout, or does not.
#[derive(Clone, Debug)]
pub struct Taken {
    /// What was filed, in the rulebook's words.
    pub words: String,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// Who deals at a table where dealers sign on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Duty {
    /// No dealer has signed on.
    Vacant,
    /// Another dealer is on duty: their name.
    Another(String),
    /// The viewer is on duty.
    Own,
}

/// What a console knows.
#[derive(Clone, Debug)]
pub struct Console {
    /// The number of the table.
    pub number: u32,
    /// What people call it.
    pub name: String,
    /// The table as its dealer sees it.
    pub seen: TableSeen,
    /// What the text calls both hands.
    pub hands: [String; 2],
    /// How much is said about the dealer's calls.
    pub assist: Assist,
    /// What stands behind each prompt of the table.
    pub behind: Vec<Behind>,
    /// The parts of a round.
    pub round: Vec<RoundStep>,
    /// The parts of making a shoe ready.
    pub shoe: Vec<ShoeStep>,
    /// What the rules say of each call that can be made by now.
    pub opinions: Vec<Opinion>,
    /// The calls that the dealer has made.
    pub called: Vec<Called>,
    /// How the next card comes to lie.
    pub next: NextCard,
    /// Cards that the dealer has named and not yet turned.
    pub named: Vec<Card>,
    /// What settling will do, in the rulebook's order.
    pub payments: Vec<Payment>,
    /// Progressive wagers.
    pub pads: Vec<Pad>,
    /// Notices.
    pub notices: Vec<Notice>,
    /// What else can be done.
    pub ways: Ways,
    /// What was filed about wagers over the shoulder, tips and promotional chips.
    pub taken: Vec<Taken>,
    /// The clauses by which spoken wagers are taken, where they are.
    pub spoken: Option<Vec<String>>,
    /// What was given to the dealers.
    pub tips: Money,
    /// The dealer on duty, on a floor where dealers sign on.
    pub duty: Option<Duty>,
    /// Since when the floor is called.
    pub floor_called: Option<Moment>,
    /// How far the stream of the table has come.
    pub seq: u64,
}

/// The styles of the dealer's pages.
const STYLES: [&str; 3] = ["bar.css", "dealer.css", "money.css"];

/// A console, and who looks at it.
#[derive(Clone, Copy)]
struct Room<'a> {
    visit: &'a Visit,
    console: &'a Console,
}

impl<'a> Room<'a> {
    const fn lang(self) -> Lang {
        self.visit.lang()
    }

    const fn seen(self) -> &'a TableSeen {
        &self.console.seen
    }

    fn action(self) -> String {
        format!("/dealer/{}/do", self.console.number)
    }

    fn carried(self) -> Markup {
        self.visit.form_fields()
    }

    /// Where answers go; their buttons have keys of the number pad.
    fn desk(self) -> Desk<'a> {
        Desk::on_pad(self.visit, self.action())
    }

    fn hand_name(self, side: Side) -> String {
        let [player, banker] = &self.console.hands;
        let printed = match side {
            Side::Player => player,
            Side::Banker => banker,
        };
        hand_name(self.lang(), printed)
    }

    /// The call that the dealer has not made yet: until then the machine keeps its opinion to itself.
    fn uncalled(self) -> Option<&'a Opinion> {
        if self.console.assist == Assist::Guide {
            return None;
        }
        let called = |point: Point| self.console.called.iter().any(|one| one.point == point && one.agreed);
        self.console.opinions.iter().find(|opinion| !called(opinion.point))
    }

    /// What the rules say of the last call that was made, or is to be made under guidance.
    fn opinion(self) -> Option<&'a Opinion> {
        let known = self.console.opinions.iter();
        match self.uncalled() {
            Some(open) => known.take_while(|one| one.point != open.point).last(),
            None => known.last(),
        }
    }

    /// The name of a step of the rulebook's data, or of a wager, as it is printed: no word of ours.
    fn seat(self, number: u8) -> String {
        self.lang().with("seat-number", &[("seat", number.into())])
    }
}

/// The name of a hand; any that has none of its own in a language stands as it is printed.
fn hand_name(lang: Lang, printed: &str) -> String {
    match printed {
        "Player" => lang.say("player"),
        "Banker" => lang.say("banker"),
        "Dealer" => lang.say("dealer"),
        other => other.to_owned(),
    }
}

/// Clauses as they stand beside what they are about.
fn clauses(all: &[String]) -> Markup {
    html! { @if !all.is_empty() { span .clause { (all.join(", ")) } } }
}

/// Who won, in words.
fn won(room: Room<'_>, outcome: Outcome) -> String {
    let lang = room.lang();
    match outcome {
        Outcome::Player => lang.with("hand-wins", &[("hand", room.hand_name(Side::Player).into())]),
        Outcome::Banker => lang.with("hand-wins", &[("hand", room.hand_name(Side::Banker).into())]),
        Outcome::Tie => lang.say("a-tie"),
    }
}

/// The page.
#[must_use]
pub fn console(visit: &Visit, console: &Console) -> Markup {
    let room = Room { visit, console };
    let lang = visit.lang();
    let table = lang.with("table-number", &[("table", console.number.into())]);
    let links: Vec<String> = console.pads.iter().map(|pad| format!(" link/{}", pad.link)).collect();
    let shell = Shell {
        ground: Ground::Night,
        styles: &STYLES,
        scripts: &["live.js", "dealer.js"],
        follows: Some(Follows {
            streams: format!("table/{}{}", console.number, links.concat()),
            parts: format!("/dealer/{}/parts", console.number),
        }),
        bar: Some(bar(room)),
        skip_to: "work",
        foot: false,
        ..Shell::new(visit, lang.with("dealer-title", &[("table", table.into())]), "page-staff page-dealer")
    };
    page(&shell, &inside(room))
}

fn inside(room: Room<'_>) -> Markup {
    let (lang, parts) = (room.lang(), parts(room.visit, room.console));
    html! {
        main .dealer-main #main data-dealer=(room.console.number) data-keys=[room.visit.look.keys.then_some("on")] {
            nav #steps .dealer-steps aria-label=(lang.say("dealer-procedure")) { (parts.inside("steps")) }
            div .dealer-work {
                div #held { (parts.inside("held")) }
                section #hands .stage.stage-dealer aria-label=(lang.say("dealer-hands")) { (parts.inside("hands")) }
                div #work .dealer-now { (parts.inside("work")) }
            }
            aside #side .dealer-seats aria-label=(lang.say("dealer-bets-and-tray")) { (parts.inside("side")) }
        }
        footer #foot .staff-foot { (parts.inside("foot")) }
    }
}

/// What changes in it.
#[must_use]
pub fn parts(visit: &Visit, console: &Console) -> Parts {
    let room = Room { visit, console };
    Parts::default()
        .and("now", now(room))
        .and("steps", steps::steps(room))
        .and("held", work::held(room))
        .and("hands", hands(room))
        .and("work", work::work(room))
        .and("side", side::side(room))
        .and("foot", work::foot(room))
}

fn bar(room: Room<'_>) -> Markup {
    let (lang, console) = (room.lang(), room.console);
    html! {
        header .staff-bar {
            (wordmark(lang))
            div .table-id {
                strong { (lang.with("table-number", &[("table", console.number.into())])) }
                span { (console.name) }
                @if let Some(who) = &room.visit.who { span { (lang.with("dealer-who", &[("name", who.name.as_str().into())])) } }
                a href="/dealer" { (lang.say("dealer-tables")) }
            }
            p #now .staff-state { (now(room)) }
            (play_money(room.visit))
            div .staff-tools {
                (assist(room))
                (tools(room.visit))
            }
        }
    }
}

/// How much the machine says; a form that works without a script.
fn assist(room: Room<'_>) -> Markup {
    let lang = room.lang();
    html! {
        details #assist .menu {
            summary .tag { (lang.with("dealer-assist", &[("how", room.console.assist.said(lang).into())])) }
            form .menu-panel method="post" action="/dealer/assist" {
                (room.visit.form_fields())
                input type="hidden" name="back" value={ "/dealer/" (room.console.number) };
                fieldset {
                    legend { (lang.say("dealer-assist-about")) }
                    div .menu-choices {
                        @for one in Assist::ALL {
                            button type="submit" name="assist" value=(one.word()) aria-pressed=(one == room.console.assist) { (one.said(lang)) }
                        }
                    }
                }
            }
        }
    }
}

/// What is done now, in a few words.
fn now(room: Room<'_>) -> Markup {
    let lang = room.lang();
    html! {
        @if room.seen().turn.pause.is_some() { span .label { (lang.say("dealer-held")) } }
        @else { span .label { (lang.say("dealer-now")) } }
        span { (steps::now(room)) }
    }
}

/// Both hands, as they lie.
fn hands(room: Room<'_>) -> Markup {
    let round = &room.seen().round;
    // Where no round lies there, the place is for what is asked.
    let recorded = room.seen().shoe.source != CardSource::ResultOnly;
    let lies = !(round.player.cards.is_empty() && round.banker.cards.is_empty())
        || (recorded && room.seen().turn.phase == banco_wire::Phase::Dealing);
    html! {
        @if lies {
            (hand(room, Side::Player, &round.player))
            (hand(room, Side::Banker, &round.banker))
        }
    }
}

fn hand(room: Room<'_>, side: Side, hand: &HandSeen) -> Markup {
    let lang = room.lang();
    let class = if side == Side::Player { "hand hand-player" } else { "hand hand-banker" };
    let third_due = third_due(room) == Some(side);
    html! {
        div class=(class) data-hand=(side.word()) {
            div .hand-head {
                h2 .hand-name {
                    (room.hand_name(side))
                    @if !lang.is_chinese() { " " span lang="zh-Hant" { (if side == Side::Player { "閒" } else { "莊" }) } }
                }
                span .hand-total { @if let Some(count) = hand.count { (count) } }
            }
            div .hand-cards {
                @for at in 0..2 { (place(room, hand.cards.get(at).copied(), false)) }
                @if hand.cards.len() > 2 || third_due { span .third { (place(room, hand.cards.get(2).copied(), third_due)) } }
            }
            p .hand-foot { (holder(room, hand)) }
        }
    }
}

/// The hand that a third card goes to, once that was called.
fn third_due(room: Room<'_>) -> Option<Side> {
    let stage = room.seen().round.stage.filter(|stage| stage.name == banco_wire::StageName::Third)?;
    stage.side.filter(|_| room.uncalled().is_none())
}

fn place(room: Room<'_>, card: Option<CardSeen>, due: bool) -> Markup {
    let lang = room.lang();
    html! {
        @match card {
            None => span .card-place.card-place-now[due] {},
            Some(CardSeen::Up(card)) => (art::card_in(card.0, lang)),
            Some(CardSeen::Held(_) | CardSeen::Down(_)) => (art::back_in(room.seen().shoe.batch, lang)),
        }
    }
}

fn holder(room: Room<'_>, hand: &HandSeen) -> Markup {
    let lang = room.lang();
    html! {
        @match (hand.holder, hand.offered_to) {
            (_, Some(number)) => (lang.with("dealer-hand-offered", &[("seat", number.into())])),
            (Some(HolderSeen::Seat(number)), _) if hand.count.is_none() => {
                (small(Icon::Person)) (lang.with("dealer-hand-held", &[("seat", number.into())]))
            },
            (Some(HolderSeen::Seat(number)), _) => (lang.with("dealer-hand-turned", &[("seat", number.into())])),
            _ => {},
        }
    }
}

/// Whether players hold the bank here.
fn players_bank(room: Room<'_>) -> bool {
    room.seen().terms.family != Family::HouseBanked
}
