//! The table as a deterministic state machine: [`decide`] says what a command makes happen, [`evolve`] changes
//! the table by it, [`view`] shows each viewer what is theirs to see.
//!
//! One state machine deals the games of all five rulebooks: house-banked ones, chemin de fer, and 21st Century
//! with its player/dealer. Minutes and people come in as commands, cards and links as words of the house's
//! machines ([`hear`]); there is no clock, no randomness and no undealt card in here. One file of `procedure/`
//! implements one regulated procedure and names its clauses; one file of `event/` holds one topic of what can
//! happen.

mod aggregate;
mod bank;
mod call;
mod choices;
mod command;
pub mod console;
mod decide;
mod draft;
mod draws;
mod event;
mod judge;
mod ledger;
mod pending;
mod people;
mod procedure;
mod refusal;
mod request;
mod restriction;
mod round;
mod rules;
mod shoe;
mod snapshot;
mod spot;
mod state;
mod view;
mod wager;
pub(crate) mod word;

pub use crate::Clauses;
pub use bank::{Bank, BankStage, Bid};
pub use call::{Call, Phrase};
pub(crate) use choices::Choice;
pub use choices::{
    Burn, BurnOnTenOrFace, BurnShown, Choices, DisclosedCard, DisclosedThirdCard, FixedProgressivePays,
    HouseDealerWagers, IdleTable, InfiniteFortuneTips, JackpotConfirmation, LowerBettorTurns,
    OppositeBetting, OverTheShoulder, PromotionalChips, RecutBy, RejectedJackpot, Shuffler, Tips,
    VoidAfterFirstCard, WhoCuts,
};
pub use command::{
    Announcement, BankClaim, BuyInWith, CardSource, Cards, Command, Irregularity, Minute, Reported,
};
pub(crate) use decide::pass_time;
pub use decide::{decide, hear};
pub(crate) use decide::{decide_within, lapse};
pub(crate) use draft::Context;
pub use event::{
    BankEvent, Claimant, CoverEvent, Curator, CuratorEvent, CutBy, DealingEvent, Event, Face, FloorEvent,
    HouseMoneyEvent, IrregularityEvent, JackpotEvent, Laid, NoticeDue, OpeningEvent, PassedWhy, PeopleEvent,
    PreparationEvent, SettlementEvent, Turner, TurningEvent, VigorishHow, WageringEvent, What, evolve,
};
pub use ledger::{Account, Ledger, Posting};
pub use people::{Actor, Participant, Person, Place, Role, Seat};
pub(crate) use procedure::duty::need_on_duty;
pub use refusal::{NamedWager, Reason, Refusal};
pub use request::{VoidReason, Wanted};
pub use restriction::{Barred, Restriction, Told};
pub use rules::{Preparation, Rules, RulesError};
pub(crate) use snapshot::Written;
pub use spot::{LineNote, Spot, SpotId};
pub use state::{
    Asked, CommittedShoe, Contact, CutCard, ForcedCount, Heard, Hold, Incident, PendingClaim, Phase, Round,
    Shoe, Stage, Table, Tally,
};
pub use view::{
    BankView, BooksView, CardView, CoveredBy, HandView, HolderView, LimitView, Pause, PayoutView, PlaceView,
    Prompt, RoundView, ShoeView, StaffView, TableView, Viewer, WagerView, view,
};
pub use wager::{Bet, BetKey, Stake, Tender};
pub use word::{AccountWord, GameId, HitId, LinkSays, LinkWord, Word};
