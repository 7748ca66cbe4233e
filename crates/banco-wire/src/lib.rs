//! What goes over the wire: commands, views and events as JSON, with their schemas.
//!
//! Commands come in ([`read_table_command`] and its companions): objects such as `{"do":"place_wager","spot":"banker",
//! "amount":{"minor":10000,"currency":"USD"}}`, which become the engine's own commands with what the server knows: the
//! rules of the table and the time. What the schemas allow is read; only names that a certain table does not have
//! remain ([`BadCommand::status`]), and then the engine decides.
//!
//! Views ([`TableSeen`], [`LinkSeen`], [`AccountSeen`]) and events ([`Told`]) go out, each made for one viewer. A view
//! is built up from what the engine shows that viewer, never cut down from more. Envelopes ([`Envelope`]) carry both,
//! numbered by stream; whatever a viewer may not see is a [`Kind::Skip`].

mod bad;
mod command;
mod envelope;
mod json;
mod moment;
mod problem;
mod schema;
mod seen;
mod told;
mod value;
mod word;

pub use bad::BadCommand;
pub use command::{
    AccountCommand, AccountWanted, Irregularity, Limit, LimitKey, LinkCommand, LinkContext, LinkWanted,
    TableAccount, TableCommand, TableContext, VoidReason, Wanted, name_of_account_command,
    name_of_link_command, name_of_table_command, read_account_command, read_link_command, read_table_command,
};
pub use envelope::{Bye, Envelope, Hello, Kind, Position, Skip, Snapshot, WIRE_VERSION, read_hello};
pub use moment::Moment;
pub use problem::Problem;
pub use schema::schemas;
pub use seen::*;
pub use told::{
    Audience, Circle, LinkViewer, Outline, StepAudience, Told, account_audience, link_audience,
    step_audience, table_audience,
};
pub use value::{BothHands, Card, Hands, LONGEST_REASON, Money, Number, Reason, Words, rules_text};
pub use word::{
    AccountKind, Announcement, BankClaim, BankStage, Barred, BuyInWith, CardSource, Contact, Currency,
    Decision, Family, Outcome, Pause, Period, Phase, Progress, ResultKind, Role, Side, Status, Tender,
    UnwageredRound, WagerKind,
};

/// The capacities in which somebody can act, by name.
pub const CAPACITIES: &[(&str, banco_engine::Role)] = &[
    ("participant", banco_engine::Role::Participant),
    ("dealer", banco_engine::Role::Dealer),
    ("floor", banco_engine::Role::Floor),
    ("executive", banco_engine::Role::Executive),
    ("surveillance", banco_engine::Role::Surveillance),
    ("cashier", banco_engine::Role::Cashier),
];
