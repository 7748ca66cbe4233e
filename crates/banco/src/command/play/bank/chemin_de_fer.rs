//! Chemin de fer: bids, the Banker's wager, claims, covers, and what hands announce.

use std::cmp::Reverse;
use std::fmt::Write as _;

use anyhow::anyhow;
use banco_cards::{Card, Points, Side, format_cards};
use banco_engine::Decision;
use banco_engine::table::{Announcement, BankClaim, Bid, CardView, Command, Person, Prompt, decide};
use banco_money::Amount;

use super::{Heard, amount_said, is_no, seen};
use crate::command::deal::hand_name;
use crate::command::play::game::{Game, participant};
use crate::command::play::show;
use crate::failure::Failure;
use crate::output;

impl Game {
    pub(super) fn ask_bid(&mut self, person: Person) -> Result<(), Failure> {
        let currency = self.table.rules().terms.currency;
        let (question, answers) = self.bid_question(person);
        let read = |line: &str| match line {
            line if is_no(line) || line == "pass" => Some(None),
            line => amount_said(line, "bid", currency).map(Some),
        };
        let done = match self.hear(person, &question, &answers, read)? {
            Heard::Said(Some(amount)) => match self.idle_bid(person, amount) {
                Some((message, hint)) => show::wrong(&message, &hint).map(|()| false)?,
                None => self.say_at_bank(person, Command::Bid { amount })?,
            },
            Heard::Said(None) | Heard::Over => true,
            Heard::Changed => false,
        };
        if !done {
            self.heard.forget(person);
        }
        Ok(())
    }

    /// What the bids so far are, and which bid would lead.
    fn bid_question(&self, person: Person) -> (String, String) {
        let least = self.table.rules().hand_spot(Side::Banker).and_then(|spot| spot.offered.min);
        let own = self.own_bid(person).map(|own| format!(", you have bid {own}")).unwrap_or_default();
        let (so_far, wanted) = match (self.best_other_bid(person), least) {
            (Some(bid), _) => (
                format!("{} bid {}", self.words().has(bid.person), bid.amount),
                format!(", {}", self.leading(person, &bid)),
            ),
            (None, Some(least)) => ("nobody has bid yet".to_owned(), format!(" from {least}")),
            (None, None) => ("nobody has bid yet".to_owned(), String::new()),
        };
        let question = format!("{so_far}{own}: do you bid for the bank?");
        (question, format!("an amount{wanted}; Enter for no bid"))
    }

    fn own_bid(&self, person: Person) -> Option<Amount> {
        self.table.bank().bids.iter().find(|bid| bid.person == person).map(|bid| bid.amount)
    }

    /// The bid of somebody else that would take the bank.
    fn best_other_bid(&self, person: Person) -> Option<Bid> {
        let bids = self.table.bank().bids.iter().filter(|bid| bid.person != person);
        bids.max_by_key(|bid| (bid.amount.minor(), Reverse(bid.seat))).copied()
    }

    /// Whether an equal bid of somebody goes before another one: of equals the nearest to the dealer leads.
    fn wins_tie(&self, person: Person, bid: &Bid) -> bool {
        self.table.participant(person).is_some_and(|one| one.place.seat() < bid.seat)
    }

    /// What somebody has to bid to lead.
    fn leading(&self, person: Person, bid: &Bid) -> String {
        match self.wins_tie(person, bid) {
            true => format!("{} or more to lead", bid.amount),
            false => format!("more than {} to lead", bid.amount),
        }
    }

    /// Why a bid would change nothing, and what to bid instead.
    fn idle_bid(&self, person: Person, amount: Amount) -> Option<(String, String)> {
        let bid = self.best_other_bid(person);
        if let Some(bid) = bid {
            let least = bid.amount.minor();
            if amount.minor() < least || (amount.minor() == least && !self.wins_tie(person, &bid)) {
                let message = format!(
                    "a bid of {amount} does not lead: {} bid {}",
                    self.words().has(bid.person),
                    bid.amount
                );
                return Some((message, format!("bid {}, or Enter for no bid", self.leading(person, &bid))));
            }
        }
        let own = self.own_bid(person).filter(|own| amount.minor() <= own.minor())?;
        let hint = "a bid can be raised, not lowered; Enter leaves it as it is".to_owned();
        Some((format!("you have bid {own} already"), hint))
    }

    /// The Banker wagers, or passes the bank.
    pub(super) fn ask_bank_wager(&mut self, person: Person) -> Result<(), Failure> {
        let currency = self.table.rules().terms.currency;
        let prompts = seen(self, person).prompts;
        let limits = prompts.iter().find_map(|prompt| match prompt {
            Prompt::WagerBank { amounts, .. } => *amounts,
            _ => None,
        });
        let pass = decide(&self.table, participant(person), Command::PassBank).is_ok();
        let mut answers = match limits {
            Some((least, most)) if least == most => format!("`{least}`"),
            Some((least, most)) => format!("{least} to {most}"),
            None => "you have too few chips: `buy 500`".to_owned(),
        };
        if pass {
            answers.push_str(", or `pass` passes the bank on");
        }
        answers.push_str("; Enter asks again");
        let read = |line: &str| match line {
            "pass" | "pass bank" => Some(Command::PassBank),
            line => amount_said(line, "wager", currency).map(|amount| Command::WagerBank { amount }),
        };
        let question = "you hold the bank: how much do you wager on the Banker's hand?";
        match self.hear(person, question, &answers, read)? {
            Heard::Said(command) => self.say_at_bank(person, command).map(|_| ()),
            Heard::Changed | Heard::Over => Ok(()),
        }
    }

    pub(super) fn ask_claim(&mut self, person: Person) -> Result<(), Failure> {
        let bank = self.table.bank();
        let suivi = bank.suivi == Some(person);
        let whole = bank.wager.map(|wager| wager.to_string()).unwrap_or_default();
        let whose = bank.holder.map(|(person, _)| self.words().has(person)).unwrap_or_default();
        let question = format!("{whose} {whole} in the bank: do you cover all of it?");
        let answers = match suivi {
            true => "`suivi`, because you covered the last one and lost; Enter for no",
            false => "`banco`; Enter for no",
        };
        let read = |line: &str| match line {
            "suivi" | "banco suivi" => Some(Some(BankClaim::Suivi)),
            "banco" | "banco seul" | "b" => Some(Some(BankClaim::Banco)),
            "y" | "yes" | "all" if suivi => Some(Some(BankClaim::Suivi)),
            "y" | "yes" | "all" => Some(Some(BankClaim::Banco)),
            line if is_no(line) => Some(None),
            _ => None,
        };
        let done = match self.hear(person, &question, answers, read)? {
            Heard::Said(Some(claim)) => self.say_at_bank(person, Command::ClaimBank(claim))?,
            Heard::Said(None) | Heard::Over => true,
            Heard::Changed => false,
        };
        if !done {
            self.heard.forget(person);
        }
        Ok(())
    }

    pub(super) fn ask_cover(&mut self, person: Person) -> Result<(), Failure> {
        let currency = self.table.rules().terms.currency;
        let view = seen(self, person);
        let rest = view.bank.and_then(|bank| bank.uncovered).unwrap_or(self.table.nothing());
        let amounts = view.prompts.iter().find_map(|prompt| match prompt {
            Prompt::CoverBank { amounts } => *amounts,
            _ => None,
        });
        let answers = match amounts {
            Some((least, most)) if least == most => format!("`{least}`; Enter for nothing"),
            Some((least, most)) => format!("{least} to {most}, `all`; Enter for nothing"),
            None => "you have too few chips: `buy 500`; Enter for nothing".to_owned(),
        };
        let read = |line: &str| match line {
            "all" => Some(Command::CoverBank { amount: rest }),
            line if is_no(line) => Some(Command::DeclineCover),
            line => amount_said(line, "cover", currency).map(|amount| Command::CoverBank { amount }),
        };
        let question = format!("{rest} of the bank is not covered: how much do you cover?");
        match self.hear(person, &question, &answers, read)? {
            Heard::Said(command) => {
                // Whoever wants nothing of it is not asked again about the same.
                let declined = command == Command::DeclineCover;
                self.declined.extend(declined.then_some((person, rest)));
                self.say_at_bank(person, command).map(|_| ())
            }
            Heard::Changed => Ok(()),
            Heard::Over => self.silent(person),
        }
    }

    /// Everybody has been asked, and a part of the bank is still open: the player may have more of it, once.
    fn ask_for_more(&mut self, person: Person, (least, most): (Amount, Amount)) -> Result<(), Failure> {
        let currency = self.table.rules().terms.currency;
        let rest = seen(self, person).bank.and_then(|bank| bank.uncovered).unwrap_or(self.table.nothing());
        let answers = match least == most {
            true => format!("`{least}`; Enter for nothing"),
            false => format!("{least} to {most}, `all`; Enter for nothing"),
        };
        let read = |line: &str| match line {
            "all" => Some(Some(most)),
            line if is_no(line) => Some(None),
            line => amount_said(line, "cover", currency).map(Some),
        };
        let question = format!("everybody was asked, and {rest} of the bank is open: do you cover more?");
        let done = match self.hear(person, &question, &answers, read)? {
            Heard::Said(Some(amount)) => self.say_at_bank(person, Command::CoverBank { amount })?,
            Heard::Said(None) | Heard::Over => true,
            Heard::Changed => false,
        };
        self.asked_again.extend(done.then_some(person));
        Ok(())
    }

    /// Who of the player's seats may still cover something and was not asked again, and how much.
    fn may_cover_more(&self) -> Option<(Person, (Amount, Amount))> {
        let open = |person: Person| {
            let view = seen(self, person);
            let rest = view.bank.and_then(|bank| bank.uncovered)?;
            if self.declined.contains(&(person, rest)) {
                return None;
            }
            view.prompts.iter().find_map(|prompt| match prompt {
                Prompt::CoverRest { least, most } => Some((person, (*least, *most))),
                _ => None,
            })
        };
        let asked = |person: &Person| self.asked_again.contains(person) || self.input.over().is_some();
        self.mine.iter().copied().filter(|person| !asked(person)).find_map(open)
    }

    /// "No more bets": the hand is dealt, unless nobody has bet against the bank. Before that, the player may raise
    /// what they have covered.
    pub fn deal_for_bank(&mut self) -> Result<(), Failure> {
        if let Some((person, limits)) = self.may_cover_more() {
            return self.ask_for_more(person, limits);
        }
        self.asked_again.clear();
        self.declined.clear();
        let player = self.table.rules().hand_spot(Side::Player).map(|spot| spot.id);
        if self.table.bets().iter().any(|bet| Some(bet.spot) == player) {
            return self.begin(Command::NoMoreBets);
        }
        self.dealer(Command::NoMoreBets)
    }

    /// The player looks at a hand of theirs: where its count leaves a choice they say what it does, and
    /// otherwise what must be said is said for them.
    pub fn ask_announcement(&mut self, person: Person) -> Result<(), Failure> {
        let view = seen(self, person);
        let Some((side, words)) = view.prompts.iter().find_map(|prompt| match prompt {
            Prompt::Announce { side, words } => Some((*side, *words)),
            _ => None,
        }) else {
            return Err(anyhow!("nobody can decide about the hand").into());
        };
        let (held, count) = held(&view.round.hand(side).cards);
        let name = hand_name(&self.table.rules().terms, side);
        let look = format!("you hold the {name}'s hand: {held}, which makes {count}");
        if let [word] = words {
            output::print(&format!("  {}: {}", self.put_to(person, &look), duty(*word)))?;
            return self.must(participant(person), Command::Announce(*word));
        }
        let read = |line: &str| match line {
            "card" | "c" | "draw" | "hit" => Some(Announcement::Card),
            "stay" | "s" | "stand" => Some(Announcement::Stay),
            _ => None,
        };
        let question = format!("{look}, and may choose");
        match self.hear(person, &question, "`card` or `stay`; Enter asks again", read)? {
            Heard::Said(word) => self.say_at_bank(person, Command::Announce(word)).map(|_| ()),
            Heard::Changed => Ok(()),
            Heard::Over => self.silent(person),
        }
    }

    /// The Banker draws or stands where the house leaves it open.
    pub fn ask_bankers_choice(&mut self, person: Person) -> Result<(), Failure> {
        let round = self.table.round();
        let count = round.count(Side::Banker);
        let third = round.third(Side::Player).and_then(|third| third.shown());
        let mut question = format!("the Banker's hand counts {count}");
        let _ = match third {
            Some(card) => write!(question, " against a third card of {card}"),
            None => write!(question, " against a hand that stayed"),
        };
        question.push_str(", and may choose");
        let read = |line: &str| match line {
            "draw" | "d" | "card" => Some(Decision::Draw),
            "stand" | "s" | "stay" => Some(Decision::Stand),
            _ => None,
        };
        match self.hear(person, &question, "`draw` or `stand`; Enter asks again", read)? {
            Heard::Said(decision) => self.must(participant(person), Command::Choose(decision)),
            Heard::Changed => Ok(()),
            Heard::Over => self.silent(person),
        }
    }
}

/// The cards that somebody holds, and what they make.
fn held(cards: &[CardView]) -> (String, u8) {
    let known = cards.iter().filter_map(|card| match card {
        CardView::Up(card) | CardView::Held(card) => Some(*card),
        CardView::Down => None,
    });
    let known: Vec<Card> = known.collect();
    let count = known.iter().map(|card| card.points()).sum::<Points>().get();
    (format_cards(&known), count)
}

/// What a hand must do that has no choice.
const fn duty(word: Announcement) -> &'static str {
    match word {
        Announcement::Card => "it must ask for a card",
        Announcement::Stay => "it must stay",
        Announcement::Natural => "a natural, which is shown at once",
        Announcement::UnderEight => "it is under eight, and the card that was asked for is dealt",
    }
}
