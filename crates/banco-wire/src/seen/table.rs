//! A table as one viewer sees it.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::table::{
    LimitView, Participant, Place, PlaceView, Rules, Spot, Stake, Table, TableView, Viewer, WagerView, view,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::bank::BankSeen;
use super::cards::{ResultSeen, RoundSeen, ShoeSeen};
use super::prompt::{PromptSeen, prompts};
use super::staff::{BooksSeen, StaffSeen};
use super::{NamesOf, Somebody};
use crate::moment::Moment;
use crate::value::{Money, Number, rules_text};
use crate::word::{Contact, Currency, Family, Pause, Phase, Side, UnwageredRound, WagerKind};

/// As what somebody looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ViewerRole {
    /// A player at the table.
    Participant,
    /// Somebody who watches.
    Onlooker,
    /// The dealer.
    Dealer,
    /// The floor.
    Floor,
    /// The surveillance department.
    Surveillance,
    /// The public sign.
    Display,
}

/// Who looks at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TableViewer {
    /// As what.
    pub role: ViewerRole,
    /// Who, if it is a player.
    pub who: Option<Somebody>,
}

impl TableViewer {
    fn new(viewer: Viewer, names: NamesOf<'_>) -> Self {
        let role = match viewer {
            Viewer::Participant(_) => ViewerRole::Participant,
            Viewer::Onlooker => ViewerRole::Onlooker,
            Viewer::Dealer => ViewerRole::Dealer,
            Viewer::Floor => ViewerRole::Floor,
            Viewer::Surveillance => ViewerRole::Surveillance,
            Viewer::Display => ViewerRole::Display,
        };
        let who = match viewer {
            Viewer::Participant(person) => Some(Somebody::new(person, names)),
            Viewer::Onlooker | Viewer::Dealer | Viewer::Floor | Viewer::Surveillance | Viewer::Display => {
                None
            }
        };
        Self { role, who }
    }
}

/// A seat of the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SeatSeen {
    /// The number printed there, by which commands and views name it.
    pub number: u8,
    /// How many seats lie between it and the dealer's right hand.
    pub index: u8,
}

/// A wager that is offered, with its limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct OfferSeen {
    /// Its name, by which commands and views name it: `dragon-bonus.player`.
    pub spot: String,
    /// Its name for people: `Dragon Bonus on Player`.
    pub label: String,
    /// Base, bonus or progressive.
    pub kind: WagerKind,
    /// The hand that a base wager backs.
    pub side: Option<Side>,
    /// The least wager.
    pub least: Option<Money>,
    /// The greatest wager.
    pub most: Option<Money>,
    /// The only wagers, where the price is fixed.
    pub units: Vec<Money>,
}

/// What a table plays by: it changes only with its terms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TermsSeen {
    /// The name of the submission that is played.
    pub name: String,
    /// The rulebook.
    pub rulebook: String,
    /// The text that names exactly these rules.
    pub rules: String,
    /// Who holds the bank.
    pub family: Family,
    /// The currency of all money at the table.
    pub currency: Currency,
    /// How many decks are played with.
    pub decks: u8,
    /// The seats, counterclockwise from the dealer's right.
    pub seats: Vec<SeatSeen>,
    /// The wagers that are offered.
    pub wagers: Vec<OfferSeen>,
}

/// Whether a progressive wager can be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ContactSeen {
    /// The spot.
    pub spot: String,
    /// Whether the table hears its link.
    pub contact: Contact,
}

/// What is going on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TurnSeen {
    /// What is going on.
    pub phase: Phase,
    /// The same in words.
    pub words: String,
    /// Why nothing goes on.
    pub pause: Option<Pause>,
    /// A round without wagers that is dealt next.
    pub ordered: Option<UnwageredRound>,
}

/// What there is time for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClockFor {
    /// Wagers.
    Wagers,
    /// The answer of whoever is asked.
    Answer,
}

/// How long there is time, by the server's clock. It is told by the node that deals; a dealer's call ends wagers all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ClockSeen {
    /// For what.
    pub what: ClockFor,
    /// Until when.
    pub until: Moment,
    /// How many seconds there were altogether.
    pub seconds: Number,
}

/// Somebody at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PlaceSeen {
    /// Who.
    pub who: Somebody,
    /// The number of the seat.
    pub seat: u8,
    /// Whether they stand behind it.
    pub behind: bool,
}

/// What lies on a spot for one bettor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct StakeSeen {
    /// In value chips.
    pub chips: Money,
    /// In promotional chips.
    pub promotional: Money,
    /// The face value of match-play coupons.
    pub coupon: Money,
}

impl From<Stake> for StakeSeen {
    fn from(stake: Stake) -> Self {
        Self { chips: stake.chips.into(), promotional: stake.promotional.into(), coupon: stake.coupon.into() }
    }
}

/// A wager on the layout.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WagerSeen {
    /// Whose.
    pub owner: Somebody,
    /// At which seat's area.
    pub seat: u8,
    /// On which spot.
    pub spot: String,
    /// Its name for people.
    pub label: String,
    /// What lies there.
    pub stake: StakeSeen,
    /// Whether it is the dealer's to win.
    pub for_dealer: bool,
    /// Whether the dealer has already taken it in, as progressive wagers are.
    pub taken_in: bool,
    /// Whether what it wins hangs on a jackpot that is not verified yet.
    pub waits: bool,
}

/// What somebody has at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct OwnSeen {
    /// Who.
    pub who: Somebody,
    /// The number of the seat.
    pub seat: u8,
    /// Whether they stand behind it.
    pub behind: bool,
    /// Value chips and plaques.
    pub chips: Money,
    /// Promotional chips.
    pub promotional: Money,
    /// Match-play coupons, by face value.
    pub coupons: Money,
    /// Vigorish that is marked and not yet collected.
    pub owed: Money,
    /// Whether it was owed when a new shoe began.
    pub overdue: bool,
}

impl OwnSeen {
    pub(super) fn new(one: &Participant, names: NamesOf<'_>) -> Self {
        Self {
            who: Somebody::new(one.person, names),
            seat: one.place.seat().number,
            behind: is_behind(one.place),
            chips: one.chips.into(),
            promotional: one.promotional.into(),
            coupons: one.coupons.into(),
            owed: one.owed.into(),
            overdue: one.overdue,
        }
    }
}

const fn is_behind(place: Place) -> bool {
    !place.is_seated()
}

/// A table as one viewer sees it. Each key is a part of its own, which a server may send alone when it changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TableSeen {
    /// Who looks.
    pub viewer: TableViewer,
    /// What the table plays by.
    pub terms: TermsSeen,
    /// Whether progressive wagers can be made.
    pub contacts: Vec<ContactSeen>,
    /// What is going on.
    pub turn: TurnSeen,
    /// The shoe.
    pub shoe: ShoeSeen,
    /// The round.
    pub round: RoundSeen,
    /// The bank, where participants hold it.
    pub bank: Option<BankSeen>,
    /// What the dealer said last.
    pub call: Option<String>,
    /// The results of this shoe, for the roads.
    pub results: Vec<ResultSeen>,
    /// Who is where; empty on the public sign.
    pub places: Vec<PlaceSeen>,
    /// The wagers on the layout; empty on the public sign.
    pub wagers: Vec<WagerSeen>,
    /// What is the viewer's own.
    pub own: Option<OwnSeen>,
    /// What only the staff sees.
    pub staff: Option<StaffSeen>,
    /// What only the floor and the surveillance see.
    pub books: Option<BooksSeen>,
    /// What the viewer may do next.
    pub prompts: Vec<PromptSeen>,
    /// How long there is time, where the house deals by itself.
    pub clock: Option<ClockSeen>,
}

impl TableSeen {
    /// A table as a viewer sees it.
    #[must_use]
    pub fn of(table: &Table, viewer: Viewer, names: &dyn Fn(banco_engine::Person) -> String) -> Self {
        Self::new(&view(table, viewer), table.rules(), names)
    }

    /// A view that the engine has made, of a table that plays by these rules.
    #[must_use]
    pub fn new(view: &TableView, rules: &Rules, names: &dyn Fn(banco_engine::Person) -> String) -> Self {
        Self {
            viewer: TableViewer::new(view.viewer, names),
            terms: terms(view, rules),
            contacts: contacts(view, rules),
            turn: TurnSeen {
                phase: view.phase.into(),
                words: view.phase.in_words().to_owned(),
                pause: view.pause.map(Into::into),
                ordered: view.ordered.map(Into::into),
            },
            shoe: (&view.shoe).into(),
            round: (&view.round).into(),
            bank: view.bank.as_ref().map(Into::into),
            call: view.last_call.clone(),
            results: view.results.iter().map(Into::into).collect(),
            places: view.places.iter().map(|place| seen_place(place, names)).collect(),
            wagers: view.wagers.iter().map(|wager| seen_wager(wager, names)).collect(),
            own: view.own.as_ref().map(|one| OwnSeen::new(one, names)),
            staff: view.staff.as_ref().map(|staff| StaffSeen::new(staff, names)),
            books: view.books.as_ref().map(|books| BooksSeen::new(books, names)),
            prompts: prompts(view, rules, names),
            clock: None,
        }
    }

    /// Its parts by name, each as it is written: a server sends those that differ from what it sent last.
    #[must_use]
    pub fn parts(&self) -> Vec<(&'static str, Box<RawValue>)> {
        // Every key is named here, or this does not compile.
        let Self {
            viewer,
            terms,
            contacts,
            turn,
            shoe,
            round,
            bank,
            call,
            results,
            places,
            wagers,
            own,
            staff,
            books,
            prompts,
            clock,
        } = self;
        vec![
            ("viewer", part(viewer)),
            ("terms", part(terms)),
            ("contacts", part(contacts)),
            ("turn", part(turn)),
            ("shoe", part(shoe)),
            ("round", part(round)),
            ("bank", part(bank)),
            ("call", part(call)),
            ("results", part(results)),
            ("places", part(places)),
            ("wagers", part(wagers)),
            ("own", part(own)),
            ("staff", part(staff)),
            ("books", part(books)),
            ("prompts", part(prompts)),
            ("clock", part(clock)),
        ]
    }
}

/// A part as it is written. All of them can be.
pub(super) fn part(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

fn spot_of<'r>(rules: &'r Rules, limit: &LimitView) -> Option<&'r Spot> {
    rules.spot(limit.spot)
}

fn terms(view: &TableView, rules: &Rules) -> TermsSeen {
    let offer = |limit: &LimitView| {
        let spot = spot_of(rules, limit)?;
        Some(OfferSeen {
            spot: spot.wager.to_string(),
            label: limit.label.to_string(),
            kind: spot.kind.into(),
            side: spot.hand.map(Into::into),
            least: limit.least.map(Into::into),
            most: limit.most.map(Into::into),
            units: limit.units.iter().copied().map(Into::into).collect(),
        })
    };
    TermsSeen {
        name: view.name.to_string(),
        rulebook: view.rulebook.to_string(),
        rules: rules_text(rules.id),
        family: rules.terms.rulebook.file.family.into(),
        currency: rules.terms.currency.into(),
        decks: view.decks,
        seats: rules.seats.iter().map(|seat| SeatSeen { number: seat.number, index: seat.at }).collect(),
        wagers: view.limits.iter().filter_map(offer).collect(),
    }
}

fn contacts(view: &TableView, rules: &Rules) -> Vec<ContactSeen> {
    let contact = |limit: &LimitView| {
        let (spot, contact) = (spot_of(rules, limit)?, limit.contact?);
        Some(ContactSeen { spot: spot.wager.to_string(), contact: contact.into() })
    };
    view.limits.iter().filter_map(contact).collect()
}

fn seen_place(place: &PlaceView, names: NamesOf<'_>) -> PlaceSeen {
    PlaceSeen {
        who: Somebody::new(place.person, names),
        seat: place.place.seat().number,
        behind: is_behind(place.place),
    }
}

fn seen_wager(wager: &WagerView, names: NamesOf<'_>) -> WagerSeen {
    let bet = &wager.bet;
    WagerSeen {
        owner: Somebody::new(bet.key.owner, names),
        seat: bet.seat.number,
        spot: bet.key.wager.to_string(),
        label: wager.label.to_string(),
        stake: bet.stake.into(),
        for_dealer: bet.key.for_dealer,
        taken_in: bet.taken_in,
        waits: bet.waits,
    }
}
