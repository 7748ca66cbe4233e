//! What each viewer may see of the table. No client ever receives the table itself, only a view made for it.
//!
//! Wagers lie open for everybody; chips in front of people and the books do not. A face-down card's identity
//! goes only to whoever holds it at that moment, an undealt card to nobody.

mod bank;
mod cards;
mod prompt;

use std::sync::Arc;

use banco_money::Amount;
use banco_rulebook::model::rulebook::UnwageredRound;
use banco_rulebook::model::wager::WagerKind;

pub use bank::{BankView, CoveredBy};
pub use cards::{CardView, HandView, HolderView, PayoutView, RoundView};
pub use prompt::Prompt;

use super::command::{CardSource, Cards, Minute};
use super::console::clauses_of;
use super::event::Curator;
use super::ledger::Ledger;
use super::people::{Participant, Person, Place, Seat};
use super::request::Wanted;
use super::spot::SpotId;
use super::state::{CommittedShoe, Contact, CutCard, Hold, Incident, PendingClaim, Phase, Table};
use super::wager::Bet;
use crate::authority::Request;
use crate::hidden::Commitment;
use crate::name::{Clauses, Name};
use crate::roads::Entry;

/// Who looks at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player at the table.
    Participant(Person),
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

impl Viewer {
    /// Whose own things are shown.
    const fn person(self) -> Option<Person> {
        match self {
            Self::Participant(person) => Some(person),
            _ => None,
        }
    }

    /// Whether everything that was dealt and every account is shown.
    const fn supervises(self) -> bool {
        matches!(self, Self::Floor | Self::Surveillance)
    }
}

/// The table as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    /// Who looks.
    pub viewer: Viewer,
    /// The name of the submission that is played.
    pub name: Arc<str>,
    /// The rulebook.
    pub rulebook: Arc<str>,
    /// How many decks are played with.
    pub decks: u8,
    /// The wagers that are offered, with their limits.
    pub limits: Vec<LimitView>,
    /// What is going on.
    pub phase: Phase,
    /// Why nothing goes on.
    pub pause: Option<Pause>,
    /// The shoe.
    pub shoe: ShoeView,
    /// The round.
    pub round: RoundView,
    /// A round without wagers that is dealt next.
    pub ordered: Option<UnwageredRound>,
    /// The bank, where participants hold it.
    pub bank: Option<BankView>,
    /// What the dealer said last.
    pub last_call: Option<String>,
    /// The results of this shoe, for the roads.
    pub results: Vec<Entry>,
    /// Who is where; empty on the public sign.
    pub places: Vec<PlaceView>,
    /// The wagers on the layout; empty on the public sign.
    pub wagers: Vec<WagerView>,
    /// What is the viewer's own.
    pub own: Option<Participant>,
    /// What only the staff sees.
    pub staff: Option<StaffView>,
    /// What only the floor and the surveillance see.
    pub books: Option<BooksView>,
    /// What the viewer may do next.
    pub prompts: Vec<Prompt>,
    /// The clauses behind each of these, in the same order.
    pub asked_by: Vec<Clauses>,
}

/// Why nothing goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pause {
    /// The books do not agree.
    Stopped,
    /// The floor holds the table.
    Held,
    /// The floor decides on an irregularity.
    Irregularity,
    /// Somebody has asked to void the round, which waits for a second person.
    VoidAsked,
}

/// A wager that is offered, with its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitView {
    /// Which one.
    pub spot: SpotId,
    /// Its name for people.
    pub label: Name,
    /// The least wager.
    pub least: Option<Amount>,
    /// The greatest wager.
    pub most: Option<Amount>,
    /// The only wagers, where the price is fixed.
    pub units: Vec<Amount>,
    /// Whether the table hears the link of a progressive wager, and whether a jackpot locks it.
    pub contact: Option<Contact>,
}

/// The shoe, from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShoeView {
    /// Which shoe since the table opened, from one.
    pub number: u32,
    /// Which batch of cards.
    pub batch: u8,
    /// Which cards the table deals; `None` if it takes either.
    pub cards: Option<Cards>,
    /// Where cards come from.
    pub source: CardSource,
    /// How many cards it held.
    pub size: u16,
    /// How many are left.
    pub left: u16,
    /// How far the cut card has come.
    pub cut_card: CutCard,
    /// The cards that were drawn and wait for their use, in their order.
    pub aside: Vec<CardView>,
    /// Which seat is asked to cut.
    pub cut_offered_to: Option<Seat>,
    /// Which seat is asked to take the shoe.
    pub offered_to: Option<Seat>,
    /// Which seat deals from it, or has the dealer deal for it.
    pub curator: Option<Seat>,
    /// The promise of its order, made before the cut.
    pub commitment: Option<Commitment>,
    /// Shoes that were promised, are over and have not been shown: there should be none.
    pub unopened: Vec<CommittedShoe>,
}

/// Somebody at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceView {
    /// The participant.
    pub person: Person,
    /// The seat, or the place behind one.
    pub place: Place,
}

/// A wager on the layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerView {
    /// The wager.
    pub bet: Bet,
    /// Its name for people.
    pub label: Name,
}

/// What only the staff sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaffView {
    /// What lies in the tray.
    pub tray: Amount,
    /// Vigorish that is marked, by seat.
    pub owed: Vec<(Seat, Person, Amount)>,
    /// After how many more cards the cut card comes, where the shoe knows it.
    pub until_cut: Option<u16>,
    /// An irregularity that waits for the floor, and who reported it.
    pub incident: Option<Incident>,
    /// What waits for a second person.
    pub requests: Vec<Request<Wanted>>,
    /// Why the floor holds the table.
    pub hold: Option<Hold>,
}

/// What only the floor and the surveillance see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BooksView {
    /// Everybody, with everything they have.
    pub people: Vec<Participant>,
    /// The accounts of the table.
    pub ledger: Ledger,
    /// What the table has won for the house, if the figure fits.
    pub result: Option<Amount>,
    /// Claims on meters that wait for the link.
    pub claims: Vec<PendingClaim>,
    /// Who may act for whom: the participant, the helper.
    pub helpers: Vec<(Person, Person)>,
    /// Notices that were given, and when.
    pub notices: Vec<(Name, Minute)>,
    /// Notices that are still to be given, and by when.
    pub due_notices: Vec<(Name, Minute)>,
    /// Why the books do not agree, where they do not.
    pub fault: Option<Arc<str>>,
}

/// The table as one viewer sees it.
#[must_use]
pub fn view(table: &Table, viewer: Viewer) -> TableView {
    let terms = &table.rules.terms;
    let public = viewer == Viewer::Display;
    let staff = viewer.supervises() || viewer == Viewer::Dealer;
    let prompts = prompt::prompts(table, viewer);
    TableView {
        viewer,
        name: terms.name.as_str().into(),
        rulebook: terms.rulebook.id().into(),
        decks: terms.decks,
        limits: limits(table),
        phase: table.phase,
        pause: pause(table),
        shoe: shoe(table),
        round: RoundView::for_viewer(table, viewer.person()),
        ordered: table.ordered,
        bank: bank::bank(table),
        last_call: table.last_call.as_ref().map(ToString::to_string),
        results: table.results.clone(),
        places: if public { Vec::new() } else { places(table) },
        wagers: if public { Vec::new() } else { wagers(table) },
        own: viewer.person().and_then(|person| table.participant(person)).cloned(),
        staff: staff.then(|| staff_view(table)),
        books: viewer.supervises().then(|| books(table)),
        asked_by: prompts.iter().map(|prompt| clauses_of(table, prompt)).collect(),
        prompts,
    }
}

fn limits(table: &Table) -> Vec<LimitView> {
    let spots = table.rules.spots.iter();
    spots
        .map(|spot| LimitView {
            spot: spot.id,
            label: spot.label,
            least: spot.offered.min,
            most: spot.offered.max,
            units: spot.offered.units.clone(),
            contact: (spot.kind == WagerKind::Progressive).then(|| table.contact(&spot.name.id)),
        })
        .collect()
}

fn pause(table: &Table) -> Option<Pause> {
    let stopped = table.fault.as_ref().map(|_| Pause::Stopped);
    let held = || table.hold.as_ref().map(|_| Pause::Held);
    let irregular = || table.incident.map(|_| Pause::Irregularity);
    let void_asked = || table.void_asked().map(|_| Pause::VoidAsked);
    stopped.or_else(held).or_else(irregular).or_else(void_asked)
}

fn shoe(table: &Table) -> ShoeView {
    let shoe = &table.shoe;
    ShoeView {
        number: shoe.number,
        batch: shoe.batch,
        cards: table.cards,
        source: shoe.source,
        size: shoe.size,
        left: shoe.left(),
        cut_card: shoe.cut_card,
        // Nobody holds a card that is set aside.
        aside: shoe.aside().map(|aside| CardView::from_laid(aside, false)).collect(),
        cut_offered_to: shoe.cut_asked.map(|(_, seat)| seat),
        offered_to: table.shoe_asked.map(|asked| asked.seat),
        curator: match table.curator {
            Some(Curator::Person(_, seat) | Curator::DealerFor(_, seat)) => Some(seat),
            Some(Curator::Dealer) | None => None,
        },
        commitment: shoe.committed,
        unopened: table.to_be_opened().copied().collect(),
    }
}

fn places(table: &Table) -> Vec<PlaceView> {
    table.people.iter().map(|one| PlaceView { person: one.person, place: one.place }).collect()
}

fn wagers(table: &Table) -> Vec<WagerView> {
    let label = |bet: &Bet| table.rules.spot(bet.spot).map(|spot| spot.label);
    table.bets.iter().map(|bet| WagerView { bet: *bet, label: label(bet).unwrap_or_default() }).collect()
}

fn staff_view(table: &Table) -> StaffView {
    let shoe = &table.shoe;
    let owing = table.people.iter().filter(|one| one.owed.is_positive());
    let known = shoe.source == CardSource::Virtual && shoe.cut_card == CutCard::Inside;
    StaffView {
        tray: table.ledger.tray,
        owed: owing.map(|one| (one.place.seat(), one.person, one.owed)).collect(),
        until_cut: known.then(|| shoe.cut_at.saturating_sub(shoe.drawn)),
        incident: table.incident,
        requests: table.requests.clone(),
        hold: table.hold.clone(),
    }
}

fn books(table: &Table) -> BooksView {
    BooksView {
        people: table.people.clone(),
        ledger: table.ledger,
        result: table.ledger.result().ok(),
        claims: table.claims.clone(),
        helpers: table.helpers.clone(),
        notices: table.notices.clone(),
        due_notices: table.due_notices.clone(),
        fault: table.fault.clone(),
    }
}
