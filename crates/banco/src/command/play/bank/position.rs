//! 21st Century Baccarat: the player/dealer position, the cover of a round, and each bettor's own choice.

use banco_cards::{Card, Side, format_cards};
use banco_engine::Decision;
use banco_engine::table::{Bet, Command, Person, Prompt};
use banco_money::Amount;
use banco_rulebook::model::vocabulary::SettingId;

use super::{Heard, amount_said, seen};
use crate::command::deal::hand_name;
use crate::command::play::game::{Game, participant};
use crate::failure::Failure;

impl Game {
    /// The player/dealer covers the round, or gives the position up.
    pub(super) fn ask_cover_of_round(&mut self, person: Person) -> Result<(), Failure> {
        let currency = self.table.rules().terms.currency;
        let prompts = seen(self, person).prompts;
        let limits = prompts.iter().find_map(|prompt| match prompt {
            Prompt::WagerBank { amounts, .. } => *amounts,
            _ => None,
        });
        let answers = match limits {
            Some((least, most)) => format!("{least} to {most}"),
            None => "you have too few chips: `buy 500`".to_owned(),
        };
        let answers = format!("{answers}, or `pass` gives the position up; Enter asks again");
        let read = |line: &str| match line {
            "pass" | "give up" => Some(Command::PassBank),
            line => amount_said(line, "cover", currency).map(|amount| Command::WagerBank { amount }),
        };
        let fee = collection(self, SettingId::CollectionPlayerDealer);
        let fee = fee.map(|fee| format!(", and a collection of {fee} goes to the house")).unwrap_or_default();
        let question = format!(
            "you are the player/dealer: with how much do you cover the round? It is the most you can win or lose{fee}"
        );
        match self.hear(person, &question, &answers, read)? {
            Heard::Said(command) => self.say_at_bank(person, command).map(|_| ()),
            Heard::Changed | Heard::Over => Ok(()),
        }
    }

    /// The player/dealer adds to the cover before the deal.
    pub fn raise_cover(&mut self, person: Person, amount: Amount) -> Result<(), Failure> {
        let holder = self.table.bank().holder.map(|(holder, _)| holder);
        let person = holder.filter(|holder| self.mine.contains(holder)).unwrap_or(person);
        self.say_at_bank(person, Command::WagerBank { amount }).map(|_| ())
    }

    /// Each bettor on the Player hand stands or hits; whoever is silent hits.
    pub fn ask_stand_or_hit(&mut self, person: Person) -> Result<(), Failure> {
        let round = self.table.round();
        let shown = |side: Side| {
            let cards: Vec<Card> =
                round.laid(side).iter().flatten().filter_map(|laid| laid.shown()).collect();
            format_cards(&cards)
        };
        let [player, dealer] = Side::BOTH.map(|side| hand_name(&self.table.rules().terms, side));
        let line = self.table.rules().hand_spot(Side::Player).map(|spot| spot.id);
        let staked = |bet: &&Bet| bet.key.owner == person && Some(bet.spot) == line;
        let stake = self.table.bets().iter().find(staked).map(|bet| format!(" with {}", bet.stake.chips));
        let question = format!(
            "the {player} hand is {}, which makes {}, against {} of the {dealer} hand: do you stand or hit{}?",
            shown(Side::Player),
            round.count(Side::Player),
            shown(Side::Banker),
            stake.unwrap_or_default()
        );
        let read = |line: &str| match line {
            "stand" | "s" | "stay" => Some(Decision::Stand),
            "hit" | "h" | "draw" | "card" => Some(Decision::Draw),
            _ => None,
        };
        let answers = "`stand` leaves your wager on the stand line, `hit`, the house way, moves it to the hit line; \
                       Enter asks again";
        match self.hear(person, &question, answers, read)? {
            Heard::Said(decision) => self.must(participant(person), Command::Choose(decision)),
            Heard::Changed => Ok(()),
            Heard::Over => self.silent(person),
        }
    }
}

/// A fee of the house for each round, where it takes one.
fn collection(game: &Game, setting: SettingId) -> Option<Amount> {
    let terms = &game.table.rules().terms;
    let cents = terms.setting(setting).filter(|cents| *cents > 0)?;
    Some(Amount::from_minor(i64::from(cents), terms.currency))
}

/// What the house takes from everybody for a round: `collection a round: $1 a position, $2 for the player/dealer`.
pub fn collections_told(game: &Game) -> Option<String> {
    let position = collection(game, SettingId::CollectionPosition).map(|fee| format!("{fee} a position"));
    let dealer =
        collection(game, SettingId::CollectionPlayerDealer).map(|fee| format!("{fee} for the player/dealer"));
    let fees: Vec<String> = position.into_iter().chain(dealer).collect();
    (!fees.is_empty()).then(|| format!("collection a round: {}", fees.join(", ")))
}

/// What the house takes for a round from whoever bets, where the player does not cover it alone.
pub fn collection_of_bettor(game: &Game) -> Option<String> {
    let covers = |person: &Person| game.table.bank().holder.is_some_and(|(holder, _)| holder == *person);
    let bets = !game.mine.iter().all(covers);
    collection(game, SettingId::CollectionPosition).filter(|_| bets).map(|fee| format!("collection {fee}"))
}
