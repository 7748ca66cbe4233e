//! The table as a deterministic state machine: [`decide`] says what a command makes happen, [`evolve`] changes
//! the table by it, [`view`] shows each viewer what is theirs to see.
//!
//! House-banked games: Massachusetts Baccarat, Midi Baccarat and Colorado Rule 28. Cards, minutes and people
//! come in as commands; there is no clock, no randomness and no undealt card in here. One file of
//! `procedure/` implements one regulated procedure and names its clauses.

mod aggregate;
mod bank;
mod call;
mod choices;
mod clauses;
mod command;
mod decide;
mod draft;
mod draws;
mod event;
mod evolve;
mod judge;
mod ledger;
mod people;
mod postings;
mod procedure;
mod refusal;
mod round;
mod rules;
mod shoe;
mod spot;
mod state;
mod story;
mod view;
mod wager;

pub use bank::{Bank, BankStage, Bid};
pub use call::{Call, Phrase};
pub(crate) use choices::Choice;
pub use choices::{
    Burn, BurnOnTenOrFace, BurnShown, Choices, DisclosedCard, DisclosedThirdCard, FixedProgressivePays,
    HouseDealerWagers, IdleTable, InfiniteFortuneTips, LowerBettorTurns, OppositeBetting, OverTheShoulder,
    PromotionalChips, RecutBy, RejectedJackpot, Shuffler, Tips, VoidAfterFirstCard, WhoCuts,
};
pub use clauses::Clauses;
pub use command::{
    Announcement, BankClaim, BuyInWith, CardSource, Command, Irregularity, LinkWord, Minute, Reported,
};
pub use decide::decide;
pub use event::{Curator, CutBy, Event, Laid, PassedWhy, Turner, VigorishHow};
pub use evolve::evolve;
pub use ledger::{Account, Ledger, Posting};
pub use people::{Actor, Participant, Person, Place, Role, Seat};
pub use postings::postings;
pub use refusal::{Reason, Refusal};
pub use rules::{Preparation, Rules, RulesError};
pub use spot::{Note, Spot, SpotId};
pub use state::{
    Aside, Asked, Contact, CutCard, ForcedCount, Hold, PendingClaim, Phase, Round, Shoe, Stage, Table, Tally,
};
pub use view::{
    BankView, BooksView, CardView, HandView, HolderView, LimitView, Pause, PlaceView, Prompt, RoundView,
    ShoeView, StaffView, TableView, Viewer, WagerView, view,
};
pub use wager::{Bet, BetKey, Stake, Tender};
