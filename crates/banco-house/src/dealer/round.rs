//! A round, from the first card to the settlement.

use banco_cards::Side;
use banco_engine::Decision;
use banco_engine::pit::Pit;
use banco_engine::table::{Curator, Person, Prompt, Stage, Table, Turner, Viewer, view};
use banco_rulebook::model::rulebook::Family;

use super::{AutomaticDealer, Doing, Next, Why, burns};
use crate::act::Act;
use crate::words;

impl AutomaticDealer {
    pub(super) fn in_round(&self, pit: &Pit, table: &Table) -> Next {
        let round = table.round();
        // A curator was ordered to pass the shoe before the first card.
        let first = round.stage == Stage::Initial(0) && table.curator().is_some_and(is_participant);
        if let Some(asked) = table.shoe_asked().filter(|_| first) {
            return Next::Asks(vec![asked.person]);
        }
        match round.stage {
            Stage::Initial(_) | Stage::Third(_) => self.deals(table),
            Stage::Turning(side) | Stage::TurningThird(side) => match round.turner(side) {
                Some(Turner::Person(person, _)) => Next::Asks(vec![person]),
                _ => self.does(Doing::TurnsCards, words::turn()),
            },
            Stage::Offering(_) | Stage::OfferingThird(_) => asks(round.asked.map(|asked| asked.person)),
            Stage::Payout => asks(round.payout.map(|payout| payout.key.owner)),
            Stage::Choosing(Side::Banker) => asks(table.bank().holder.map(|(person, _)| person)),
            Stage::Choosing(_) => self.hears_choices(pit, table),
            Stage::Deciding(side) => match round.turner(side) {
                Some(Turner::Person(person, _)) => Next::Asks(vec![person]),
                _ => Next::Waits(Why::Stuck),
            },
            Stage::Complete => self.filled(pit, Doing::Settles, self.dealer(words::settle())),
            Stage::Void => Next::Waits(Why::Stuck),
        }
    }

    /// The tray is filled before something is paid that it has too little for.
    pub(super) fn filled(&self, pit: &Pit, doing: Doing, act: Act) -> Next {
        match self.fill_before(pit, &act) {
            Some(fill) => Next::Does(Doing::FillsTray, fill),
            None => Next::Does(doing, act),
        }
    }

    fn deals(&self, table: &Table) -> Next {
        if burns(table) {
            return self.draws(table, true);
        }
        // A card that was set aside has left the shoe already.
        let set_aside = table.next_card() != table.shoe().drawn;
        if table.shoe().left() == 0 && !set_aside {
            return self.does(Doing::ReportsTooFewCards, words::too_few_cards());
        }
        self.draws(table, false)
    }

    /// Whoever may stand or hit, or draw or stand, says so. Of bettors who choose each for themselves, all are
    /// waited for; where one decides for the hand and is not there, the dealer plays the house way.
    fn hears_choices(&self, pit: &Pit, table: &Table) -> Next {
        let people: Vec<Person> =
            table.people().iter().map(|one| one.person).filter(|person| may_choose(table, *person)).collect();
        match people.is_empty() {
            false => Next::Asks(people),
            true if each_chooses(table) => self.does(Doing::ClosesChoices, words::close_choices()),
            true => Next::Does(Doing::PlaysHouseWay, self.house_way(pit)),
        }
    }

    /// The dealer draws or stands for whoever is silent.
    pub(super) fn house_way(&self, pit: &Pit) -> Act {
        let draws = self.dealer(words::choose(Decision::Draw));
        if draws.is_allowed(pit) { draws } else { self.dealer(words::choose(Decision::Stand)) }
    }
}

/// Whether each bettor chooses for themselves.
pub(super) fn each_chooses(table: &Table) -> bool {
    table.rules().terms.rulebook.file.family == Family::PlayerBanked
}

fn asks(person: Option<Person>) -> Next {
    person.map_or(Next::Waits(Why::Stuck), |person| Next::Asks(vec![person]))
}

/// The table itself says whose choice it is.
fn may_choose(table: &Table, person: Person) -> bool {
    let prompts = view(table, Viewer::Participant(person)).prompts;
    prompts.iter().any(|prompt| matches!(prompt, Prompt::Choose { .. }))
}

const fn is_participant(curator: Curator) -> bool {
    matches!(curator, Curator::Person(..))
}
