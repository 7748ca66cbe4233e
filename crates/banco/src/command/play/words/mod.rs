//! What happens in the words of somebody who plays: "you", "guest 3" for everybody else, the staff by what they do,
//! and the hands and the bank as the game calls them. `seat 3` is the chair: what lies or is done there.
//!
//! The engine tells its events to anybody. Where that is not what a player would say, the words are written here,
//! from the event itself.

mod position;
mod refusal;

use banco_cards::Side;
use banco_engine::Names;
use banco_engine::table::{Event, PeopleEvent, Person, PreparationEvent, Seat, Table, TurningEvent, What};
use banco_house::Staff;
use banco_rulebook::model::rulebook::Family;

use crate::command::deal::hand_name;
use crate::told;

/// Who is told of what happens, and where.
#[derive(Clone, Copy)]
pub struct Words<'g> {
    /// The table.
    pub table: &'g Table,
    /// The seats of the player, who is "you".
    pub mine: &'g [Person],
    /// The staff of the house.
    pub staff: Staff,
}

impl Words<'_> {
    /// The family of the game.
    pub fn family(&self) -> Family {
        self.table.rules().terms.rulebook.file.family
    }

    /// What somebody is called: `you`, `guest 3`, `the dealer`.
    pub fn person(&self, person: Person) -> String {
        match self.you(person) {
            Some(at) => format!("you{at}"),
            None => self.staff.called(person).unwrap_or_else(|| format!("guest {}", person.0)),
        }
    }

    /// `you have`, `guest 3 has`.
    pub fn has(&self, person: Person) -> String {
        let has = if self.mine.contains(&person) { "have" } else { "has" };
        format!("{} {has}", self.person(person))
    }

    /// At which of their seats the player is spoken to; nothing where they have one.
    pub fn at(&self, person: Person) -> String {
        self.you(person).unwrap_or_default()
    }

    /// Whoever sits at a chair; the chair itself, if nobody does.
    pub fn at_chair(&self, seat: Seat) -> String {
        self.sitting(seat).map_or_else(|| seat.to_string(), |person| self.person(person))
    }

    /// The same, with what they have.
    pub fn chair_has(&self, seat: Seat) -> String {
        self.sitting(seat).map_or_else(|| format!("{seat} has"), |person| self.has(person))
    }

    /// Whether a chair is one of the player's.
    pub fn is_you(&self, seat: Seat) -> bool {
        self.sitting(seat).is_some_and(|person| self.mine.contains(&person))
    }

    fn sitting(&self, seat: Seat) -> Option<Person> {
        let people = self.table.people().iter();
        people.into_iter().find(|one| one.place.is_seated() && one.place.seat() == seat).map(|one| one.person)
    }

    /// The chair of the player, or where it was.
    fn seat(&self, person: Person) -> String {
        let seat = self.table.participant(person).map(|one| one.place.seat().number.into());
        format!("seat {}", seat.unwrap_or(person.0))
    }

    /// For the player: nothing, or at which of their seats; `None` for everybody else.
    fn you(&self, person: Person) -> Option<String> {
        let several = self.mine.len() > 1;
        let at = || if several { format!(" at {}", self.seat(person)) } else { String::new() };
        self.mine.contains(&person).then(at)
    }

    /// What a hand is called within a sentence: `banker`, `dealer`.
    fn hand(&self, side: Side) -> String {
        hand_name(&self.table.rules().terms, side).to_lowercase()
    }

    /// What has happened.
    pub fn event(&self, event: &Event) -> String {
        let own = match &event.what {
            What::Preparation(event) => loaded(event),
            What::People(event) => self.people(event),
            What::Turning(event) => self.turning(event),
            _ => None,
        };
        let own = own.or_else(|| position::position_line(self, &event.what));
        let person = |person| self.person(person);
        own.unwrap_or_else(|| event.story(&Names::new(self.table.rules(), &person)).to_string())
    }

    /// What has happened, and by which clauses.
    pub fn event_with_clauses(&self, event: &Event) -> String {
        told::with_clauses(&self.event(event), event.clauses.as_slice())
    }

    /// What the player does with money, said to the player.
    fn people(&self, event: &PeopleEvent) -> Option<String> {
        let (PeopleEvent::AccountTold { person, .. }
        | PeopleEvent::BoughtIn { person, .. }
        | PeopleEvent::CashTaken { person, .. }
        | PeopleEvent::CashedOut { person, .. }
        | PeopleEvent::PromotionGiven { person, .. }
        | PeopleEvent::Tipped { person, .. }
        | PeopleEvent::Arrived { person, .. }
        | PeopleEvent::Moved { person, .. }
        | PeopleEvent::Left { person, .. }) = event;
        let at = self.you(*person)?;
        match event {
            // Nobody here has an account.
            PeopleEvent::AccountTold { .. } => None,
            PeopleEvent::BoughtIn { amount, .. } | PeopleEvent::CashTaken { amount, .. } => {
                Some(format!("you buy in for {amount} in cash{at}"))
            }
            PeopleEvent::CashedOut { amount, .. } => Some(format!("you cash out {amount}{at}")),
            PeopleEvent::Tipped { amount, .. } => Some(format!("you give the dealer {amount}{at}")),
            PeopleEvent::PromotionGiven { amount, .. } => {
                Some(format!("you receive {amount}{at} to play with"))
            }
            PeopleEvent::Arrived { place, .. } => Some(format!("you sit down at {}", place.seat())),
            PeopleEvent::Moved { place, .. } => Some(format!("you move to {}", place.seat())),
            // A seat is given up, perhaps one of several.
            PeopleEvent::Left { seat, chips, .. } => Some(format!("you leave {seat} with {chips}")),
        }
    }

    /// Cards that the player does not turn.
    fn turning(&self, event: &TurningEvent) -> Option<String> {
        match event {
            TurningEvent::CardsDeclined { by, ordered, side } => {
                let (at, hand) = (self.you(*by)?, self.hand(*side));
                Some(match ordered {
                    None => format!("you do not turn the {hand} cards{at}"),
                    Some(reason) => format!("you may not turn the {hand} cards{at}: {reason}"),
                })
            }
            TurningEvent::ProposalAgreed { by, settled: false } => {
                self.you(*by).map(|at| format!("you agree{at}"))
            }
            TurningEvent::ProposalRefused { by } => self.you(*by).map(|at| format!("you do not agree{at}")),
            TurningEvent::ProposalAgreed { settled: true, .. }
            | TurningEvent::TurnerProposed { .. }
            | TurningEvent::CardsHanded { .. }
            | TurningEvent::CardsOffered { .. }
            | TurningEvent::CardsTurned { .. } => None,
        }
    }
}

/// There is one shoe at this table, and which batch of cards it holds is nobody's concern.
fn loaded(event: &PreparationEvent) -> Option<String> {
    match event {
        PreparationEvent::ShoeLoaded { cards, cut_card, .. } => {
            Some(format!("{cards} cards go into the shoe, the cut card {cut_card} from the back"))
        }
        PreparationEvent::BatchKept { .. } => {
            Some("the device shuffles the other cards and keeps them".to_owned())
        }
        _ => None,
    }
}
