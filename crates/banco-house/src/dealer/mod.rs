//! The automatic dealer: what the house does next at a table of any rulebook.
//!
//! It decides nothing that the engine decides. It looks where the table stands and says whose word is next: its
//! own, with the words for it, the shoe's, or that of people. Pace is not its business: whoever drives the table
//! waits as long as they like before they carry out what it says, and ends people's time by
//! [`AutomaticDealer::close_bets`] and [`AutomaticDealer::for_silent`].

mod bank;
mod jackpot;
mod round;
mod silence;

use banco_cards::Card;
use banco_engine::Hidden;
use banco_engine::link::TableId;
use banco_engine::pit::Pit;
use banco_engine::table::{Command, Minute, Pause, Person, Phase, Rules, Table, Viewer, view};
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::model::vocabulary::SettingId;

use crate::act::Act;
use crate::chance::HouseRandom;
use crate::heard::Heard;
use crate::staff::Staff;
use crate::words;

/// What the house keeps in a tray, in the greatest wagers of its table.
const FLOAT: i64 = 100;

/// What comes next at a table.
#[derive(Clone, Debug)]
pub enum Next {
    /// The house does this.
    Does(Doing, Act),
    /// A card comes out of the shoe.
    Draws(Draw),
    /// It is the turn of one of these people, the first of them first. The table waits.
    Asks(Vec<Person>),
    /// Wagers are taken until the house calls "no more bets": [`AutomaticDealer::close_bets`].
    TakesWagers,
    /// Somebody owes so much more vigorish than they have chips for: they buy in first.
    Lacks(Person, Amount),
    /// The house cannot do anything.
    Waits(Why),
}

/// What the house does, for whoever tells it or gives it its time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Doing {
    /// A step of the preparation of the shoe.
    Prepares,
    /// The dealer cuts, because nobody else does.
    Cuts,
    /// The stack goes into the shoe.
    LoadsShoe,
    /// The player/dealer position is offered.
    OffersBank,
    /// The bidding ends.
    ClosesBidding,
    /// The time for "Suivi" and "Banco" ends.
    ClosesClaims,
    /// "No more bets".
    ClosesBets,
    /// A round without wagers begins.
    DealsWithoutWagers,
    /// The dealer turns a hand or a third card.
    TurnsCards,
    /// The time to stand or hit ends.
    ClosesChoices,
    /// The dealer plays the house way.
    PlaysHouseWay,
    /// The dealer hands out a payout.
    PaysOut,
    /// The shoe is empty in the middle of a round.
    ReportsTooFewCards,
    /// The floor approves that.
    Approves,
    /// Chips come to a tray that cannot pay.
    FillsTray,
    /// Wagers are collected and paid.
    Settles,
    /// A jackpot is claimed, drawn, verified or paid.
    Jackpot,
    /// END ROUND: the link tells whether the round has won a Must Hit meter.
    EndsRound,
    /// A secret is sealed for a Must Hit meter.
    SealsTrigger,
    /// The cards are cleared away.
    ClearsTable,
    /// Marked vigorish is collected.
    CollectsVigorish,
}

/// Why the house cannot do anything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Why {
    /// There is no such table, or it is closed.
    Closed,
    /// The books do not agree.
    Stopped,
    /// The floor holds the table, or has an irregularity or a void to decide on.
    Floor,
    /// Nobody is at the table who could play.
    Nobody,
    /// Everybody has been heard, and nobody bids for the bank.
    NobodyBids,
    /// A jackpot of another table is decided first, or this one is more than money can be.
    Jackpot,
    /// The table stands where the house does not know what to do.
    Stuck,
}

impl Why {
    /// In words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Closed => "the table is closed",
            Self::Stopped => "the table has stopped",
            Self::Floor => "the floor must decide",
            Self::Nobody => "nobody is there to play",
            Self::NobodyBids => "nobody bids: no hand is dealt until somebody takes the bank",
            Self::Jackpot => "a jackpot is to be decided first",
            Self::Stuck => "the table does not go on",
        }
    }
}

/// A card that is due. The shoe, wherever it is kept, gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The place of the card in the shoe.
    pub place: u16,
    /// Whether it is burnt.
    pub burnt: bool,
    table: TableId,
}

impl Draw {
    /// The card that is due at a table now.
    #[must_use]
    pub fn due(at: TableId, table: &Table, burnt: bool) -> Self {
        let place = if burnt { table.shoe().drawn } else { table.next_card() };
        Self { place, burnt, table: at }
    }

    /// A card at a place of the shoe of a table.
    #[must_use]
    pub const fn at(table: TableId, place: u16, burnt: bool) -> Self {
        Self { place, burnt, table }
    }

    /// The table.
    #[must_use]
    pub const fn table(self) -> TableId {
        self.table
    }

    /// The card comes out, with the commitment to it: see `VirtualShoe::hidden`.
    #[must_use]
    pub const fn with(self, card: Hidden<Card>) -> Act {
        let word = if self.burnt { words::burn(card) } else { words::card(card) };
        Act::shoe_says(self.table, word)
    }
}

/// The house at one table: dealer and floor, and what its machines say. It keeps nothing, so there is no more to it than who they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AutomaticDealer {
    table: TableId,
    staff: Staff,
}

impl AutomaticDealer {
    /// The house at a table, with this staff.
    #[must_use]
    pub const fn new(table: TableId, staff: Staff) -> Self {
        Self { table, staff }
    }

    /// Whoever acts for the house.
    #[must_use]
    pub const fn staff(&self) -> Staff {
        self.staff
    }

    /// Opens the table with a float in its tray, at a minute of the house's clock: notices fall due from then on.
    #[must_use]
    pub const fn open(&self, float: Amount, at: Minute) -> Act {
        Act::at(self.table, self.staff.floor(), words::open_table(float, at))
    }

    /// What comes next. Chance is needed for the cut, for offers, triggers and draws of winners.
    pub fn next(&self, pit: &Pit, heard: &Heard, random: &mut HouseRandom) -> Next {
        let Some(table) = pit.table(self.table) else { return Next::Waits(Why::Closed) };
        if let Some(next) = self.paused(pit, table) {
            return next;
        }
        if let Some(act) = self.seals_trigger(pit, table, random) {
            return Next::Does(Doing::SealsTrigger, act);
        }
        match table.phase() {
            Phase::Closed => Next::Waits(Why::Closed),
            Phase::Preparing => self.prepares(table),
            Phase::Cutting => self.cuts(table, random),
            Phase::Loading => self.loads(table),
            Phase::Burning => self.draws(table, true),
            Phase::Betting => self.between_rounds(table, heard, random),
            Phase::Dealing => self.in_round(pit, table),
            Phase::Settled => self.after_round(pit, random),
            Phase::BetweenShoes => self.collects(table),
        }
    }

    /// "No more bets", if a round can begin.
    #[must_use]
    pub fn close_bets(&self, pit: &Pit) -> Option<Act> {
        Some(self.dealer(words::no_more_bets())).filter(|act| act.is_allowed(pit))
    }

    /// Chips that the floor brings first, where something cannot be paid out of the tray. Whoever has too few
    /// chips of their own gets none.
    #[must_use]
    pub fn fill_before(&self, pit: &Pit, act: &Act) -> Option<Act> {
        let wanted = act.not_enough(pit)?;
        let fill = Act::at(self.table, self.staff.floor(), words::fill_tray(wanted));
        let mut filled = pit.clone();
        filled.swap(fill.decide(pit).ok()?);
        Some(fill).filter(|_| act.not_enough(&filled).is_none())
    }

    /// What the house keeps in a tray: enough for a few lucky rounds, and for whoever buys in.
    #[must_use]
    pub fn float(rules: &Rules) -> Amount {
        let most = rules.spots.iter().filter_map(|spot| spot.offered.max).map(Amount::minor).max();
        Amount::from_minor(most.unwrap_or(1_000_000).saturating_mul(FLOAT), rules.terms.currency)
    }

    /// Chips for a tray that people have bought out: where they play against each other, it only ever sells them.
    #[must_use]
    pub fn tops_up(&self, pit: &Pit) -> Option<Act> {
        let table = pit.table(self.table)?;
        let (float, tray) = (Self::float(table.rules()), table.ledger().tray);
        if table.rules().terms.rulebook.file.family == Family::HouseBanked {
            return None;
        }
        let wanted = float.minus(tray).ok().filter(|wanted| wanted.is_positive())?;
        let fill = Act::at(self.table, self.staff.floor(), words::fill_tray(wanted));
        Some(fill).filter(|fill| fill.is_allowed(pit))
    }

    const fn dealer(&self, command: Command) -> Act {
        Act::at(self.table, self.staff.dealer(), command)
    }

    const fn does(&self, doing: Doing, command: Command) -> Next {
        Next::Does(doing, self.dealer(command))
    }

    /// Why nothing goes on, or how it goes on: a shoe that was too short is the house's own report. Under full controls
    /// software approves nothing, so a person of the floor answers that as well.
    fn paused(&self, pit: &Pit, table: &Table) -> Option<Next> {
        let too_few = !pit.house().is_strict()
            && table.incident().is_some_and(|incident| words::is_too_few_cards(incident.what));
        match view(table, Viewer::Display).pause? {
            Pause::Stopped => Some(Next::Waits(Why::Stopped)),
            Pause::Irregularity if too_few => {
                Some(Next::Does(Doing::Approves, Act::at(self.table, self.staff.floor(), words::approve())))
            }
            Pause::Held | Pause::Irregularity | Pause::VoidAsked => Some(Next::Waits(Why::Floor)),
        }
    }

    /// Where several people must do a step, each is somebody else.
    fn prepares(&self, table: &Table) -> Next {
        if table.waits_for_inspection() {
            return Next::Waits(Why::Nobody);
        }
        let Some(step) = table.next_preparation() else { return Next::Waits(Why::Stuck) };
        let done = u32::try_from(table.shoe().step_by.len()).unwrap_or(u32::MAX);
        let by = self.staff.another(step.by, done);
        Next::Does(Doing::Prepares, Act::at(self.table, by, words::prepare(step.id)))
    }

    fn cuts(&self, table: &Table, random: &mut HouseRandom) -> Next {
        match table.shoe().cut_asked {
            Some((person, _)) => Next::Asks(vec![person]),
            None if table.shoe().waits => Next::Waits(Why::Nobody),
            None => {
                let least = table.rules().terms.rulebook.file.cut.from_either_end;
                // Where the dealer cuts a shoe that was promised was promised as well.
                let promised = table.committed().and_then(|committed| committed.cut);
                let at = promised.unwrap_or_else(|| place_to_cut(least, table.shoe().size, random));
                self.does(Doing::Cuts, words::cut(at))
            }
        }
    }

    fn loads(&self, table: &Table) -> Next {
        let rules = table.rules();
        let depth = rules.terms.setting(SettingId::CutCardDepth);
        let depth = depth.map(|depth| u16::try_from(depth).unwrap_or(u16::MAX));
        let cut_card = depth.unwrap_or_else(|| rules.least_cut_card());
        self.does(Doing::LoadsShoe, words::load(cut_card, table.next_batch()))
    }

    fn draws(&self, table: &Table, burnt: bool) -> Next {
        Next::Draws(Draw::due(self.table, table, burnt))
    }

    fn between_rounds(&self, table: &Table, heard: &Heard, random: &mut HouseRandom) -> Next {
        if burns(table) {
            return self.draws(table, true);
        }
        if let Some(asked) = table.shoe_asked() {
            return Next::Asks(vec![asked.person]);
        }
        if table.ordered().is_some() {
            return self.does(Doing::DealsWithoutWagers, words::deal_without_wagers());
        }
        match table.rules().terms.rulebook.file.family {
            Family::HouseBanked if table.people().is_empty() => Next::Waits(Why::Nobody),
            Family::HouseBanked => Next::TakesWagers,
            family => self.at_the_bank(table, family, heard, random),
        }
    }

    /// Every jackpot of the round is decided before the cards are cleared away.
    fn after_round(&self, pit: &Pit, random: &mut HouseRandom) -> Next {
        let jackpot = self.jackpot(pit, random);
        jackpot.unwrap_or_else(|| self.does(Doing::ClearsTable, words::clear_table()))
    }

    /// Marked vigorish is collected; whoever has too few chips for it buys in first.
    fn collects(&self, table: &Table) -> Next {
        let lacks =
            table.people().iter().filter_map(|one| Some((one.person, one.owed.minus(one.chips).ok()?)));
        match lacks.into_iter().find(|(_, lacks)| lacks.is_positive()) {
            Some((person, lacks)) => Next::Lacks(person, lacks),
            None => self.does(Doing::CollectsVigorish, words::collect_vigorish()),
        }
    }
}

/// A place to cut, so many cards from either end.
pub fn place_to_cut(least: u16, cards: u16, random: &mut HouseRandom) -> u16 {
    let most = cards.saturating_sub(least);
    let places = most.saturating_sub(least).saturating_add(1);
    least.saturating_add(random.below(places))
}

/// Whether an irregularity has more cards burnt; none is dealt before.
fn burns(table: &Table) -> bool {
    table.shoe().burn_left.is_some_and(|left| left > 0) && table.shoe().left() > 0
}
