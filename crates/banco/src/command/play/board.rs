//! What the player can look at: the money, the wagers of the table, the roads, the clauses.

use std::fmt::Write as _;

use banco_engine::Name;
use banco_engine::roads::{Policy, Roads, Window};
use banco_engine::table::{DealingEvent, Event, JackpotEvent, Person, SettlementEvent, What};
use banco_money::Amount;
use owo_colors::OwoColorize as _;

use super::game::Game;
use super::{bank, layout, show};
use crate::command::roads;
use crate::failure::Failure;
use crate::output;

/// What the player can say.
const HELP: &str = "\
between rounds
  banker 100                 a wager; again to raise it. `b`, `p` and `t` are Banker, Player and Tie
  player 50 tie 5            several at once, all or none
  3: banker 100              for another seat of yours
  down tie, clear            take a wager down, or all of them
  same                       the wagers of the last round again
  deal, or Enter             no more bets: the round is dealt; Enter only if you have a wager in it
  free hand                  a round without wagers, where the rulebook has them
  pass                       pass the shoe on, where players deal
  buy 500                    more chips
  leave, quit                go with what is yours (`3: leave` gives up one seat)
when you are asked (Enter alone is no to what is offered, and no answer where you must choose)
  100, or Enter for no       cut so many cards from the top
  yes, dealer                take the shoe, or have the dealer deal for you; Enter for no
  turn, relinquish           turn the cards that you hold, or give them up
  take, press                a House Money payout: take it, or add it to your wager
  draw, stand                where the hand may choose
at any time
  table                      the wagers: limits, pays, clauses
  roads                      all roads of the shoe
  money                      what each of your seats has
  why                        the last round again, with the clauses behind it
  help                       this";

/// `seat 1`, `seats 1, 3`.
pub fn seats(people: &[Person]) -> String {
    let numbers: Vec<String> = people.iter().map(|person| person.0.to_string()).collect();
    let name = if people.len() == 1 { "seat" } else { "seats" };
    format!("{name} {}", numbers.join(", "))
}

/// The heading of a round.
pub fn round_title(number: u32) -> String {
    format!("Round {number}").bold().to_string()
}

/// The chips and wagers of the player, where a line is waited for.
pub fn prompt(game: &Game) -> String {
    let several = game.mine.len() > 1;
    let one = |person: &Person| {
        let name = if several { format!("seat {} ", person.0) } else { String::new() };
        let Some(participant) = game.table.participant(*person) else { return name };
        let owed = participant.owed;
        let owed = if owed.is_zero() { String::new() } else { format!(", owes {owed}") };
        let wagers = wagers(game, *person);
        let wagers = if wagers.is_empty() { wagers } else { format!(" | {wagers}") };
        format!("{name}{}{owed}{wagers}", participant.chips)
    };
    let mut seats: Vec<String> = game.mine.iter().map(one).collect();
    seats.extend(cover(game));
    seats.extend(bank::collection_of_bettor(game));
    seats.extend(game.takes_part().then(|| "Enter deals".to_owned()));
    format!("[{}]", seats.join("; "))
}

/// Who covers the round, and with how much.
fn cover(game: &Game) -> Option<String> {
    let bank = game.table.bank();
    let (person, _) = bank.holder?;
    let covers = if game.mine.contains(&person) { "cover" } else { "covers" };
    let who = game.words().person(person);
    bank.wager.map(|wager| format!("{who} {covers} the round with {wager}"))
}

/// `Banker $100, Tie $5`.
fn wagers(game: &Game, person: Person) -> String {
    let own = game.table.bets().iter().filter(|bet| bet.key.owner == person);
    let told = own.filter_map(|bet| {
        let spot = game.table.rules().spot(bet.spot)?;
        Some(format!("{} {}", spot.label, bet.stake.chips))
    });
    told.collect::<Vec<_>>().join(", ")
}

/// What the others have wagered.
pub fn others_wagers(game: &Game) -> Option<String> {
    let told = game.others.people().filter_map(|person| {
        let wagers = wagers(game, person);
        (!wagers.is_empty()).then(|| format!("{} {wagers}", game.words().has(person)))
    });
    Some(told.collect::<Vec<_>>().join("; ")).filter(|told| !told.is_empty())
}

/// `+$95` or `-$100`.
fn signed(amount: Amount) -> String {
    if amount.is_positive() { format!("+{amount}") } else { amount.to_string() }
}

impl Game {
    /// What can be looked at whatever is asked. Tells whether it was that.
    pub fn look(&mut self, line: &str) -> Result<bool, Failure> {
        match line {
            "help" | "h" | "?" => output::print(bank::help(self.family()).unwrap_or(HELP))?,
            "bank" => match bank::board(self) {
                Some(board) => output::print(&board)?,
                None => return Ok(false),
            },
            "table" => output::print(&layout::layout_text(self))?,
            "roads" => output::print(&roads::text::roads_as_text(&self.roads(), Window::Whole))?,
            "money" => output::print(&self.money()?)?,
            "why" => output::print(&self.why())?,
            "quit" | "q" | "exit" => self.input.stop(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn roads(&self) -> Roads {
        Roads::new(Policy::default(), self.table.results().iter().cloned())
    }

    /// How a round ended: for the player, for the others, on the board.
    pub fn tell_round(&mut self) -> Result<(), Failure> {
        let mut lines = Vec::new();
        for person in &self.mine {
            let (change, wagered) = (self.change(*person)?, self.wagered(*person));
            if wagered {
                let who = self.words().person(*person);
                lines.push(format!("  {}", format!("{who}: {}", signed(change)).bold()));
            }
        }
        let mut others = Vec::new();
        for person in self.others.people() {
            let change = self.change(person)?;
            let who = self.words().person(person);
            others.extend((!change.is_zero()).then(|| format!("{who} {}", signed(change))));
        }
        if !others.is_empty() {
            lines.push(format!("  others: {}", others.join(", ")));
        }
        lines.push(roads::text::boards(&self.roads()));
        output::print(&lines.join("\n"))?;
        output::print("")
    }

    /// By how much somebody is better off than before the round.
    fn change(&self, person: Person) -> Result<Amount, Failure> {
        let before = self.before.get(&person).copied().unwrap_or(self.table.nothing());
        Ok(self.worth(person)?.minus(before).map_err(anyhow::Error::from)?)
    }

    /// Whether somebody had a wager in the last round.
    fn wagered(&self, person: Person) -> bool {
        self.story.iter().any(|event| match &event.what {
            What::Settlement(
                SettlementEvent::WagerLost { key, .. }
                | SettlementEvent::WagerPaid { key, .. }
                | SettlementEvent::WagerPushed { key, .. },
            )
            | What::Jackpot(
                JackpotEvent::ClaimRaised { key, .. }
                | JackpotEvent::PayWaits { key, .. }
                | JackpotEvent::JackpotPaid { key, .. },
            ) => key.owner == person,
            _ => bank::settles(event, person),
        })
    }

    /// What each seat has, and the result so far.
    fn money(&self) -> Result<String, Failure> {
        let mut text = String::new();
        let mut result = self.took.minus(self.brought).map_err(anyhow::Error::from)?;
        for person in &self.mine {
            let Some(one) = self.table.participant(*person) else { continue };
            let wagers = wagers(self, *person);
            let wagers = if wagers.is_empty() { wagers } else { format!(", {wagers} on the table") };
            let owed =
                if one.owed.is_zero() { String::new() } else { format!(", owing {} of vigorish", one.owed) };
            let who = self.words().has(*person);
            let _ = writeln!(text, "  {who} {} in chips{wagers}{owed}", one.chips);
            result = result.plus(self.worth(*person)?).map_err(anyhow::Error::from)?;
        }
        let _ = write!(text, "  brought to the table: {}; result so far: {}", self.brought, signed(result));
        Ok(text)
    }

    /// The last round again with its clauses, and what these say.
    fn why(&self) -> String {
        let round = self.story.iter().skip_while(|event| !bank::opens(event));
        let discarded =
            |event: &Event| matches!(event.what, What::Dealing(DealingEvent::CardsDiscarded { .. }));
        let words = self.words();
        let round = round.take_while(|event| !discarded(event));
        let shown: Vec<&Event> = round.filter(|event| show::decides(&words, event)).collect();
        if shown.is_empty() {
            return "  no round has been dealt yet".to_owned();
        }
        let mut lines: Vec<String> =
            shown.iter().map(|event| format!("  {}", words.event_with_clauses(event))).collect();
        let mut clauses: Vec<Name> = Vec::new();
        for clause in shown.iter().flat_map(|event| event.clauses.as_slice()) {
            if !clauses.contains(clause) {
                clauses.push(*clause);
            }
        }
        let rulebook = &self.table.rules().terms.rulebook;
        let summaries = clauses.iter().filter_map(|id| rulebook.clause(id));
        lines.push(String::new());
        lines.extend(summaries.map(|clause| format!("  {}  {}", clause.id.bold(), clause.summary)));
        lines.join("\n")
    }
}
