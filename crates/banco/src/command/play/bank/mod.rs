//! Games in which participants hold the bank: whose turn it is between two hands.

mod chemin_de_fer;
mod position;
mod told;

use anyhow::anyhow;
use banco_engine::table::{BankStage, Command, Person, Role, TableView, Viewer, decide, view};
use banco_money::{Amount, Currency};
use banco_rulebook::model::rulebook::Family;

pub use self::position::{collection_of_bettor, collections_told};
pub use self::told::{bank_line, board, collections, help, opened, opens, repeats, settles, stood};
use super::game::{Game, participant, staff};
use super::show;
use crate::failure::Failure;
use crate::output;

/// What came of a question to somebody about the bank.
enum Heard<T> {
    /// An answer.
    Said(T),
    /// Something else was done, and the question stands anew.
    Changed,
    /// Nothing more will come.
    Over,
}

/// Silence, which is no.
fn is_no(line: &str) -> bool {
    matches!(line, "" | "no" | "n" | "nothing" | "decline")
}

/// `200`, `bid 200`.
fn amount_said(line: &str, verb: &str, currency: Currency) -> Option<Amount> {
    let amount = line.strip_prefix(verb).map_or(line, str::trim_start);
    Amount::parse_in(amount, currency).ok()
}

/// What somebody sees.
fn seen(game: &Game, person: Person) -> TableView {
    view(&game.table, Viewer::Participant(person))
}

impl Game {
    /// The family of the game.
    pub fn family(&self) -> Family {
        self.table.rules().terms.rulebook.file.family
    }

    /// Asks the player about the bank: it is bid for, offered, put up, claimed or covered.
    pub fn ask_about_bank(&mut self, person: Person) -> Result<(), Failure> {
        match (self.table.bank().stage, self.family()) {
            (BankStage::Bidding, _) => self.ask_bid(person),
            (BankStage::Offered, _) => self.ask_to_take(person),
            (BankStage::Wagering, Family::PlayerBanked) => self.ask_cover_of_round(person),
            (BankStage::Wagering, _) => self.ask_bank_wager(person),
            (BankStage::Claims, _) => self.ask_claim(person),
            (BankStage::Covering, _) => self.ask_cover(person),
            (BankStage::Vacant | BankStage::Covered, _) => {
                Err(anyhow!("nobody can decide about the bank").into())
            }
        }
    }

    /// The player's last seat, if nobody else is at the table and nothing keeps them there.
    pub fn left_alone(&self) -> Option<Person> {
        let [one] = self.table.people() else { return None };
        if self.family() == Family::HouseBanked {
            return None;
        }
        Some(one.person).filter(|person| self.mine.contains(person) && self.may_leave(*person))
    }

    /// Nobody bets against the player, or holds a bank for them.
    pub fn end_alone(&mut self) -> Result<(), Failure> {
        output::print("  nobody else plays: the game is over")?;
        self.left_alone().map_or(Ok(()), |last| self.give_up(last))
    }

    /// Asks about the bank; the player may also buy in or leave.
    fn hear<T>(
        &mut self,
        person: Person,
        question: &str,
        answers: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Heard<T>, Failure> {
        let chips = self.table.participant(person).map_or(self.table.nothing(), |one| one.chips);
        let question = format!("[{chips}] {} ({answers})", self.put_to(person, question));
        loop {
            let Some(line) = self.input.ask(&question)? else { return Ok(Heard::Over) };
            let line = line.to_lowercase();
            let Some((seat, words)) = self.seat(&line)? else { continue };
            let asked = seat.is_none_or(|seat| seat == person);
            if let Some(answer) = read(words).filter(|_| asked) {
                return Ok(Heard::Said(answer));
            }
            if self.aside(seat, person, words)? {
                return Ok(Heard::Changed);
            }
            if !self.look(words)? {
                show::no_answer(&line, answers)?;
            }
        }
    }

    /// What changes the question itself: chips are bought, or a seat is given up.
    fn aside(&mut self, seat: Option<Person>, asked: Person, words: &str) -> Result<bool, Failure> {
        if words == "leave" {
            let leaving = seat.map_or_else(|| self.mine.clone(), |seat| vec![seat]);
            leaving.into_iter().try_for_each(|person| self.try_to_leave(person))?;
            return Ok(true);
        }
        let bought = words.strip_prefix("buy ").map(|amount| amount.trim_start_matches("in ").trim());
        let Some(amount) = bought else { return Ok(false) };
        match self.amount(amount) {
            Ok(amount) => self.buy_in(seat.unwrap_or(asked), amount).map(|_| ())?,
            Err(message) => show::wrong(&message, "say `buy 500`")?,
        }
        Ok(true)
    }

    /// Carries out what the player said about the bank, or says why not, and where chips come from.
    fn say_at_bank(&mut self, person: Person, command: Command) -> Result<bool, Failure> {
        if let Err(refusal) = decide(&self.table, participant(person), command.clone()) {
            return show::refused_for_chips(&self.words(), &refusal).map(|()| false);
        }
        self.must(participant(person), command).map(|()| true)
    }

    /// The bank is offered: it is taken or declined.
    fn ask_to_take(&mut self, person: Person) -> Result<(), Failure> {
        let price = self.table.bank().price;
        let currency = self.table.rules().terms.currency;
        let question = match (price, self.family()) {
            (_, Family::PlayerBanked) => "the player/dealer position is offered to you: do you take it?",
            _ => "the bank is offered to you: do you take it?",
        };
        let answers = match price {
            Some((least, most)) => {
                format!("for a wager of {least} to {most} on the next hand, `yes` for {least}; Enter for no")
            }
            None => "`yes`; Enter for no".to_owned(),
        };
        let read = |line: &str| match line {
            "y" | "yes" | "take" | "accept" => Some(Command::AcceptBank { amount: None }),
            line if is_no(line) => Some(Command::DeclineBank),
            line if price.is_some() => {
                let amount = Some(amount_said(line, "take", currency)?);
                Some(Command::AcceptBank { amount })
            }
            _ => None,
        };
        match self.hear(person, question, &answers, read)? {
            Heard::Said(command @ Command::AcceptBank { .. }) => {
                if self.family() == Family::PlayerBanked {
                    // Whoever covers the round has no wager in it.
                    self.clear(person)?;
                }
                self.say_at_bank(person, command).map(|_| ())
            }
            Heard::Said(command) => self.must(participant(person), command),
            Heard::Changed => Ok(()),
            Heard::Over => self.silent(person),
        }
    }

    /// The dealer of the house says something.
    fn dealer(&mut self, command: Command) -> Result<(), Failure> {
        self.must(staff(Role::Dealer), command)
    }
}
