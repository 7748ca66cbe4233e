//! What is done for somebody whose turn it is and who says nothing.

use banco_cards::Side;
use banco_engine::pit::Pit;
use banco_engine::table::{
    Announcement, BankStage, Command, Person, Phase, Prompt, Stage, Table, Viewer, view,
};
use banco_engine::{Decision, DrawRules};

use super::AutomaticDealer;
use super::round::each_chooses;
use crate::act::Act;
use crate::staff::participant;
use crate::words;

/// Why the dealer passes over whoever holds the bank and says nothing.
const NO_ANSWER: &str = "no answer";

impl AutomaticDealer {
    /// What is done for somebody whose turn it is and who says nothing: offers are declined, cards turned, payouts
    /// handed out, and where a hand may choose it is played the house way. Nothing, where silence is an answer:
    /// whoever does not bid has been heard.
    #[must_use]
    pub fn for_silent(&self, pit: &Pit, person: Person) -> Option<Act> {
        let table = pit.table(self.table)?;
        let own = |command: Command| Some(Act::at(self.table, participant(person), command));
        match table.phase() {
            Phase::Cutting => {
                let asked = table.shoe().cut_asked.is_some_and(|(asked, _)| asked == person);
                asked.then(words::decline_cut).and_then(own)
            }
            Phase::Betting => match table.shoe_asked() {
                Some(asked) if asked.person == person => own(words::decline_shoe()),
                _ => self.for_silent_at_bank(table, person),
            },
            Phase::Dealing if table.shoe_asked().is_some_and(|asked| asked.person == person) => {
                own(words::decline_shoe())
            }
            Phase::Dealing => self.for_silent_in_round(pit, table, person),
            _ => None,
        }
    }

    fn for_silent_at_bank(&self, table: &Table, person: Person) -> Option<Act> {
        let bank = table.bank();
        let asked = bank.asked.is_some_and(|asked| asked.person == person);
        let holds = bank.holder.is_some_and(|(holder, _)| holder == person);
        let own = |command: Command| Some(Act::at(self.table, participant(person), command));
        match bank.stage {
            BankStage::Offered if asked => own(words::decline_bank()),
            BankStage::Covering if asked => own(words::decline_cover()),
            BankStage::Wagering if holds => Some(self.dealer(words::order_pass(NO_ANSWER))),
            _ => None,
        }
    }

    fn for_silent_in_round(&self, pit: &Pit, table: &Table, person: Person) -> Option<Act> {
        let own = |command: Command| Some(Act::at(self.table, participant(person), command));
        match table.round().stage {
            Stage::Turning(_) | Stage::TurningThird(_) => own(words::turn()),
            Stage::Offering(_) | Stage::OfferingThird(_) => own(words::decline_cards()),
            Stage::Payout => {
                let take = self.dealer(words::take_payout());
                self.fill_before(pit, &take).or(Some(take))
            }
            Stage::Choosing(Side::Banker) => own(words::choose(bound_banker(table))),
            Stage::Choosing(_) if each_chooses(table) => Some(self.dealer(words::close_choices())),
            Stage::Choosing(_) => Some(self.house_way(pit)),
            Stage::Deciding(side) => own(words::announce(silent_word(table, person, side)?)),
            _ => None,
        }
    }
}

/// What the Banker's hand does where nobody chooses for it.
fn bound_banker(table: &Table) -> Decision {
    let round = table.round();
    let third = round.third(Side::Player).and_then(|third| third.shown());
    let third = third.map(|card| card.points().get());
    let draws = DrawRules::from_terms(&table.rules().terms).banker_bound(round.count(Side::Banker), third);
    if draws { Decision::Draw } else { Decision::Stand }
}

/// What a hand announces for whoever holds it: what it must, or the house way.
fn silent_word(table: &Table, person: Person, side: Side) -> Option<Announcement> {
    let seen = view(table, Viewer::Participant(person));
    let words = seen.prompts.iter().find_map(|prompt| match prompt {
        Prompt::Announce { words, .. } => Some(*words),
        _ => None,
    })?;
    if let [word] = words {
        return Some(*word);
    }
    let count = crate::others::held_count(seen.round.hand(side));
    let draws = DrawRules::from_terms(&table.rules().terms).house_draws(count);
    Some(if draws { Announcement::Card } else { Announcement::Stay })
}
