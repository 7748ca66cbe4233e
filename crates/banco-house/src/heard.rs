//! Who has had their say about the bank, where everybody may speak: bids and claims.

use banco_engine::table::{BankClaim, BankStage, Event, Person, Seat, Table};

use crate::news::Hearing;

/// Who has had their say since the last bid or wager. Whoever drives the table keeps one of these for it, tells
/// it every event, and adds whoever was asked and said nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heard {
    people: Vec<Person>,
}

impl Heard {
    /// Whether everybody may speak now, so that whoever is silent has been heard all the same.
    #[must_use]
    pub const fn concerns(table: &Table) -> bool {
        matches!(table.bank().stage, BankStage::Bidding | BankStage::Claims)
    }

    /// Who has had their say, in order.
    #[must_use]
    pub fn people(&self) -> &[Person] {
        &self.people
    }

    /// Somebody has had their say.
    pub fn add(&mut self, person: Person) {
        if !self.people.contains(&person) {
            self.people.push(person);
        }
    }

    /// Somebody has still to be heard.
    pub fn forget(&mut self, person: Person) {
        self.people.retain(|one| *one != person);
    }

    /// Everybody is heard anew.
    pub fn clear(&mut self) {
        self.people.clear();
    }

    /// Follows what happens at the table.
    pub fn follow(&mut self, event: &Event) {
        match Hearing::from_event(event) {
            Some(Hearing::Anew) => self.people.clear(),
            Some(Hearing::Raised(person)) => self.people = vec![person],
            None => {}
        }
    }

    /// Who may still bid, from the dealer on.
    pub(crate) fn bidders(&self, table: &Table) -> Vec<Person> {
        let without = table.bank().without;
        let unheard = |person: &Person| Some(*person) != without && !self.people.contains(person);
        around(table, None).into_iter().map(|(person, _)| person).filter(unheard).collect()
    }

    /// Who could still claim the bank before whoever has claimed it: "Suivi" comes first; then "Banco", the
    /// nearest to the Banker counterclockwise before the others.
    pub(crate) fn claimants(&self, table: &Table) -> Vec<Person> {
        let bank = table.bank();
        let Some((banker, seat)) = bank.holder else { return Vec::new() };
        if bank.claims.iter().any(|(.., claim)| *claim == BankClaim::Suivi) {
            return Vec::new();
        }
        let around = around(table, Some(seat));
        let place = |wanted: Person| around.iter().find(|(one, _)| *one == wanted).map(|(_, place)| *place);
        let bancos = bank.claims.iter().filter_map(|(person, ..)| place(*person));
        let nearest = bancos.min().unwrap_or(usize::MAX);
        let may = |person: Person| person != banker && !self.people.contains(&person);
        let suivi = bank.suivi.filter(|person| may(*person));
        let others = around.iter().filter(|(person, place)| may(*person) && *place < nearest);
        let others = others.map(|(person, _)| *person).filter(|person| Some(*person) != suivi);
        suivi.into_iter().chain(others).collect()
    }
}

/// Everybody who sits there, counterclockwise: from the dealer, or from whoever sits right of a seat.
fn around(table: &Table, from: Option<Seat>) -> Vec<(Person, usize)> {
    let many = table.rules().seats.len().max(1);
    let start = from.map_or(0, |seat| usize::from(seat.at) + 1);
    let place = |seat: Seat| (usize::from(seat.at) + many - start % many) % many;
    let seated = table.people().iter().filter(|one| one.place.is_seated());
    let mut people: Vec<(Person, usize)> = seated.map(|one| (one.person, place(one.place.seat()))).collect();
    people.sort_by_key(|(_, place)| *place);
    people
}
