//! A table as it is kept, and read back.

use std::sync::Arc;

use banco_cards::{Card, Outcome};
use banco_money::Amount;
use banco_rulebook::model::rulebook::UnwageredRound;
use serde::{Deserialize, Serialize};

use super::bank::Bank;
use super::call::Call;
use super::command::{Cards, Minute};
use super::event::{Curator, Face, Laid};
use super::ledger::Ledger;
use super::people::{Participant, Person};
use super::request::Wanted;
use super::restriction::Told;
use super::shoe::{CommittedShoe, Shoe, Tally};
use super::state::{
    Asked, Contact, Early, Heard, Hold, Incident, PendingClaim, Phase, Proposal, Round, Spoken, Table,
};
use super::wager::Bet;
use crate::authority::Request;
use crate::house::MovedAlone;
use crate::name::Name;
use crate::roads::Entry;
use crate::shelf::{RulesId, Shelf};

/// A table as it was written: like the table, but for the rules, which are found on a shelf. A field that is missing
/// here does not compile.
macro_rules! written {
    ($($(#[$meta:meta])* $field:ident: $type:ty,)*) => {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct Written {
            rules: RulesId,
            from_accounts: Option<Amount>,
            $($(#[$meta])* $field: $type,)*
        }

        impl Written {
            /// The table under its rules; `None` if they are not on the shelf.
            pub(crate) fn under(self, shelf: &Shelf) -> Option<Table> {
                let rules = Arc::clone(shelf.find(self.rules)?);
                let nothing = Amount::zero(rules.terms.currency);
                let from_accounts = self.from_accounts.unwrap_or(nothing);
                Some(Table { rules, from_accounts, $($field: self.$field,)* })
            }
        }
    };
}

written! {
    #[serde(default)]
    cards: Option<Cards>,
    phase: Phase,
    fault: Option<Arc<str>>,
    hold: Option<Hold>,
    #[serde(default)]
    dealer: Option<Person>,
    incident: Option<Incident>,
    requests: Vec<Request<Wanted>>,
    #[serde(default)]
    expired: Vec<Request<Wanted>>,
    next_request: u32,
    differential: Option<Amount>,
    people: Vec<Participant>,
    #[serde(default)]
    accounts: Vec<Told>,
    #[serde(default)]
    moved_alone: Vec<MovedAlone>,
    bets: Vec<Bet>,
    spoken: Vec<Spoken>,
    early: Vec<Early>,
    claims: Vec<PendingClaim>,
    contacts: Vec<(Name, Contact)>,
    heard: Vec<Heard>,
    shoe: Shoe,
    #[serde(default)]
    unopened: Vec<CommittedShoe>,
    round: Round,
    ordered: Option<UnwageredRound>,
    curator: Option<Curator>,
    shoe_asked: Option<Asked>,
    proposal: Option<Proposal>,
    agreed_by: [Vec<Person>; 2],
    helpers: Vec<(Person, Person)>,
    notices: Vec<(Name, Minute)>,
    due_notices: Vec<(Name, Minute)>,
    clock: Minute,
    ledger: Ledger,
    results: Vec<Entry>,
    outcomes: Vec<Outcome>,
    last_call: Option<Call>,
    bank: Bank,
    version: u64,
}

/// What the written form leaves out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unwritten {
    /// The faces of the cards that lie face down, in the order in which the table holds them.
    faces: Vec<Option<Card>>,
    /// How often each card has left the shoe.
    seen: Vec<u8>,
    wagered: bool,
}

impl Table {
    /// What the written form leaves out. Whoever keeps it seals it.
    pub(crate) fn unwritten(&self) -> Unwritten {
        let faces = self.face_down().map(|laid| laid.unseal()).collect();
        Unwritten { faces, seen: self.shoe.seen.counts().to_vec(), wagered: self.shoe.wagered }
    }

    /// Puts back what the written form leaves out; `None` if it is of another table.
    pub(crate) fn completed(mut self, unwritten: Unwritten) -> Option<Self> {
        if self.face_down().count() != unwritten.faces.len() {
            return None;
        }
        for (laid, face) in self.face_down_mut().zip(unwritten.faces) {
            if let (Face::Down(hidden), Some(card)) = (laid.face(), face) {
                *laid = Laid::down(hidden.filled(card), laid.place());
            }
        }
        self.shoe.seen = Tally::from_counts(unwritten.seen)?;
        self.shoe.wagered = unwritten.wagered;
        Some(self)
    }

    fn face_down(&self) -> impl Iterator<Item = Laid> {
        let hands = self.round.player.iter().chain(&self.round.banker).flatten().copied();
        self.shoe.aside().chain(hands).filter(|laid| !laid.is_up())
    }

    fn face_down_mut(&mut self) -> impl Iterator<Item = &mut Laid> {
        let hands = self.round.player.iter_mut().chain(&mut self.round.banker).flatten();
        let aside = self.shoe.aside.iter_mut().chain(&mut self.shoe.more_aside);
        aside.chain(hands).filter(|laid| !laid.is_up())
    }
}
