//! Baccarat rulebooks as checked data.
//!
//! A rulebook is a folder of TOML files (`rulebooks/<id>/`): what the text allows, clause by clause. A Rules
//! Submission is one licensee's choice among it. Both are read strictly: every problem is told at once, with
//! file, line, clause and a hint. Together they make [`Terms`], by which the engine deals, draws and settles.
//! Nothing in play is decided here.

mod added;
mod bundle;
mod check;
mod diagnostic;
mod figures;
mod in_force;
mod library;
mod load;
pub mod model;
mod names;
mod notation;
mod overlay;
mod paytable;
mod reach;
mod rules_id;
mod schema;
pub mod shuffle;
mod source;
mod terms;

pub use added::{AddedFile, base_name, files_named};
pub use bundle::{Bundle, BundleError};
pub use check::{Checked, check_submission};
pub use diagnostic::{Diagnostic, Report, Severity, suggest};
pub use figures::{Figure, FigureSubject, WagerPart};
pub use in_force::InForce;
pub use library::{Library, LibraryError, Submission};
pub use load::{FamilyInfo, Rulebook, load_rulebook};
pub use model::condition::{Condition, Facts, GroupTest, HandTest, Whose};
pub use model::submission::schemas;
pub use model::wager::VigorishOn;
pub use notation::{Cite, Digits, DrawRow, KingNine, Notation, OneOrMany, Ranks, Text};
pub use paytable::{Line, PayTable};
pub use rules_id::{BUNDLE_VERSION, ContentHash, RulesId, RulesIdError};
pub use source::Source;
pub use terms::{MeterTerms, Offer, Offered, Terms, TermsError, VigorishTerms, WagerName};
