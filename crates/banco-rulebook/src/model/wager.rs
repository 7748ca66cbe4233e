//! `wagers/*.toml`: one file a wager family, laid out like the printed pay tables.

use std::collections::BTreeMap;

use banco_money::{Amount, Pay, Percent};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::model::condition::Condition;
use crate::model::link::JackpotSteps;
use crate::model::rulebook::HandName;
use crate::notation::{Cite, Digits, OneOrMany, Text};

/// A family of wagers in one file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WagerFamily {
    /// The printed name of the family, such as `5 Treasures`.
    pub family: String,
    /// Who owns the mark, where the text says so.
    pub owner: Option<String>,
    /// The clauses that introduce the family.
    #[serde(default)]
    pub cite: Cite,
    /// Whether all its wagers at a table have the pay table of one name.
    #[serde(default)]
    pub same_paytable: bool,
    /// The option that says whether its wagers need a standard wager beside them.
    pub base_wager: Option<String>,
    /// What is done with the jackpots of its progressive wagers.
    #[serde(default)]
    pub jackpot: JackpotSteps,
    /// What a table must be like to offer any of its wagers.
    #[serde(default)]
    pub requires: Requirements,
    /// The clauses that ask for limits of its own, beside those of the table.
    #[serde(default)]
    pub limits_cite: Cite,
    /// The clauses that allow an aggregate limit.
    #[serde(default)]
    pub aggregate_cite: Cite,
    /// The wagers.
    pub wager: Vec<Wager>,
}

/// One wager: when it pays, and what, in each of its pay tables.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wager {
    /// The printed name in kebab-case without apostrophes.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Other names under which people may ask for it.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The clauses that offer it and pay it.
    #[serde(default)]
    pub cite: Cite,
    /// The clauses by which it loses when no line is reached; where there are none, those above.
    #[serde(default)]
    pub loses_cite: Cite,
    /// Ways to lose that have clauses of their own; the first that holds counts. Final counts and numbers of cards
    /// must tell.
    #[serde(default)]
    pub loses: Vec<WayToLose>,
    /// The clauses by which the licensee chooses a pay table; where there are none, those that offer the wager.
    #[serde(default)]
    pub paytables_cite: Cite,
    /// Whether it is a base wager, a bonus wager or a progressive one.
    #[serde(default)]
    pub kind: WagerKind,
    /// What may be backed: `player` and `banker` for the hands, or other picks that rows name.
    #[serde(default)]
    pub sides: Vec<String>,
    /// The names of the pay tables; none where there is just one without a name.
    #[serde(default)]
    pub columns: Vec<String>,
    /// The lines, in the order in which the table prints them: the first that holds pays.
    #[serde(default)]
    pub rows: Vec<Row>,
    /// Whether each pay table is a wager of its own, so that several may be offered beside each other.
    #[serde(default)]
    pub separate_paytables: bool,
    /// What is special about single pay tables.
    #[serde(default)]
    pub paytables: BTreeMap<String, PaytableInfo>,
    /// The fixed amounts in which the wager is made, where it is not free between limits; the first is the usual one.
    #[serde(default)]
    pub units: OneOrMany<Text<Amount>>,
    /// Whether pays and meters may be multiplied when the submission fixes another unit.
    #[serde(default)]
    pub scales: bool,
    /// When it is settled.
    #[serde(default)]
    pub settled: Moment,
    /// What a table must be like to offer it.
    #[serde(default)]
    pub requires: Requirements,
    /// Its progressive meters.
    #[serde(default)]
    pub meters: Vec<Meter>,
    /// Its must-hit configurations.
    #[serde(default)]
    pub must_hit: Vec<MustHit>,
    /// The option that says whether it needs a standard wager beside it, where its family leaves that to each wager.
    pub base_wager: Option<String>,
    /// The clauses by which every table offers it.
    #[serde(default)]
    pub offered_cite: Cite,
    /// The clauses by which its limits are those of the table.
    #[serde(default)]
    pub limits_cite: Cite,
    /// The reading by which the lines are the licensee's, where they are.
    pub reading: Option<String>,
    /// The clauses by which the licensee may set the figures of Must Hit itself.
    #[serde(default)]
    pub own_must_hit: Cite,
    /// Who takes the envy amounts of its rows.
    pub envy_to: Option<EnvyTo>,
    /// The option that may have lines ranked by what they pay instead of by print.
    pub ranking_option: Option<String>,
    /// Whether the submission must say what the lines are (`lines`), because the text leaves it to the licensee.
    #[serde(default)]
    pub lines_by_licensee: bool,
    /// How many suits the licensee must choose for its suit-specific lines.
    #[serde(default)]
    pub chosen_suits: u8,
    /// Whether a bettor who may stand on the first two cards, and does, is compared on them.
    #[serde(default)]
    pub own_choice: bool,
    /// The hand that a base wager backs, where its id does not say so.
    pub backs: Option<HandName>,
    /// The choice, as `option=choice`, under which a player may back only one of its sides in a round.
    pub one_side_when: Option<String>,
    /// Whether wagers for the benefit of the dealer may be made on it.
    #[serde(default)]
    pub dealer_wagers: DealerWagers,
}

/// Base, bonus or progressive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WagerKind {
    /// One of the wagers that make the game.
    Base,
    /// An optional bonus wager.
    #[default]
    Bonus,
    /// An optional wager with meters.
    Progressive,
}

/// When a wager is settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// With the result of the round.
    #[default]
    AtResult,
    /// After the first four cards, before any third card.
    BeforeThirdCards,
}

/// Whether dealer wagers are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DealerWagers {
    /// The text does not say.
    #[default]
    NotSaid,
    /// Allowed.
    Allowed,
    /// Allowed when the player has a wager of their own on the same spot.
    WithOwnWager,
    /// Never.
    Forbidden,
}

/// Who takes envy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EnvyTo {
    /// The dealer's toke account, once for each winning player.
    Dealer,
    /// Every other seat that made the wager.
    OtherSeats,
}

/// One line of a pay table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The printed name of the line.
    pub name: String,
    /// When it pays.
    pub when: Condition,
    /// What it means instead under an option, as `"option=choice"`.
    #[serde(default)]
    pub instead: BTreeMap<String, Condition>,
    /// What it pays in each pay table; `-` where that table does not print the line.
    pub pays: OneOrMany<String>,
    /// Only for this pick, where the wager has several.
    pub side: Option<String>,
    /// Clauses of this very line.
    #[serde(default)]
    pub cite: Cite,
    /// Clauses that take the place of those where the table plays one of these games.
    #[serde(default)]
    pub games: Vec<OfGame>,
    /// Vigorish in each pay table: `on-win`, `on-tie` or `-`.
    #[serde(default)]
    pub vigorish: OneOrMany<VigorishOn>,
    /// The envy amount in each pay table; `-` where there is none.
    #[serde(default)]
    pub envy: OneOrMany<String>,
    /// When another seat has this line and this seat takes the envy amount.
    pub envy_when: Option<Condition>,
}

/// A way to lose, and its clauses.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WayToLose {
    /// When it is this one.
    pub when: Condition,
    /// The clauses.
    pub cite: Cite,
}

/// The clauses of a line in the games of some families.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfGame {
    /// The families; the table plays their game if it offers a wager of one of them.
    pub families: Vec<String>,
    /// The clauses.
    pub cite: Cite,
}

/// What vigorish a line owes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
pub enum VigorishOn {
    /// None.
    #[serde(rename = "-")]
    Nothing,
    /// A share of the amount won.
    #[serde(rename = "on-win")]
    Win,
    /// A share of the wager, on a tie.
    #[serde(rename = "on-tie")]
    Tie,
}

/// What is special about one pay table.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PaytableInfo {
    /// The printed title.
    pub title: Option<String>,
    /// Its clauses.
    pub cite: Cite,
    /// Whether its pays are least pays, which the licensee may better.
    pub minimum: bool,
    /// Whether its print is cut off, so that the submission must supply the missing lines.
    pub incomplete: bool,
    /// The reading, where its print leaves a doubt.
    pub reading: Option<String>,
    /// Its own fixed amounts.
    pub units: OneOrMany<Text<Amount>>,
    /// The clauses that fix these; where there are none, its clauses.
    pub units_cite: Cite,
    /// What a table must be like to use it.
    pub requires: Requirements,
    /// How many suits the licensee must choose.
    pub chosen_suits: Option<u8>,
}

/// What a table must be like.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Requirements {
    /// One of these variants.
    pub variants: Vec<String>,
    /// One of these numbers of decks.
    pub decks: Option<Digits>,
    /// Only where no rank is taken out of the decks.
    pub whole_decks: bool,
    /// One of these numbers of seats.
    pub seats: Option<Digits>,
    /// This rate of vigorish, where vigorish on wins is taken.
    pub vigorish: Option<Text<Percent>>,
    /// Only printed positions of these numbers.
    pub positions: Option<Digits>,
    /// At most so many seats can carry it.
    pub seats_carrying_max: Option<u8>,
    /// Whether every seat carries it, up to that number.
    pub every_seat: bool,
    /// The clauses that require it.
    pub cite: Cite,
}

/// A progressive meter.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Meter {
    /// Its name in pays such as `100% of star`.
    pub id: String,
    /// Its printed name.
    pub name: String,
    /// Its clauses.
    #[serde(default)]
    pub cite: Cite,
    /// The share of each wager that it takes, in each pay table; `-` where the licensee sets it.
    #[serde(default)]
    pub increment: OneOrMany<String>,
    /// The share of each wager that goes to its reserve, in each pay table; `-` where there is none;
    /// left out where the licensee sets it.
    #[serde(default)]
    pub reserve: OneOrMany<String>,
    /// The fixed amount from which it starts again, in each pay table; `-` where there is none.
    #[serde(default)]
    pub seed: OneOrMany<String>,
    /// Choices of seed and increment that the text offers instead.
    #[serde(default)]
    pub choices: Vec<MeterChoice>,
}

/// One choice of seed and increment for a meter.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeterChoice {
    /// Its name in a submission.
    pub id: String,
    /// From where the meter starts again.
    pub seed: Text<Amount>,
    /// The share of each wager that it takes.
    pub increment: Text<Percent>,
    /// Whether the text recommends it.
    #[serde(default)]
    pub recommended: bool,
}

/// A must-hit configuration.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MustHit {
    /// Its name in a submission.
    pub id: String,
    /// Where the meter starts.
    pub reset: Text<Amount>,
    /// By where it must have hit.
    pub max: Text<Amount>,
    /// The share of each wager that it takes.
    pub increment: Text<Percent>,
    /// Its clauses.
    pub cite: Cite,
}

/// A cell of a pay table: a value, or `-` where the table has none.
pub(crate) fn cell<T: std::str::FromStr>(text: &str) -> Result<Option<T>, T::Err> {
    if text == "-" { Ok(None) } else { text.parse().map(Some) }
}

/// The pay in a cell.
pub(crate) fn pay_cell(text: &str) -> Result<Option<Pay>, String> {
    cell::<Pay>(text).map_err(|error| error.to_string())
}
