//! `rulebook.toml`: everything of a rulebook that is not a wager.

use std::collections::BTreeMap;

use banco_money::Currency;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::approval::ApprovalRules;
use crate::model::filing::Filing;
use crate::model::link::LinkRules;
use crate::model::procedure::{BankRules, Handling, PreparationStep};
use crate::model::shuffle::ManualShuffle;
use crate::model::vocabulary::{
    CallId, IrregularityId, Named, PostedId, RoleId, SettingId, StepId, Vocabulary,
};
use crate::notation::{Cite, Digits, OneOrMany, Ranks, Text};

pub use crate::model::dealing::{
    BankerDraws, ChosenCite, Dealing, DrawCell, Drawing, HandName, NaturalRule, OptionalCells, PlayerChoice,
    PlayerDraws,
};
pub use crate::model::settlement::{
    Collected, RateRange, Settlement, SettlementAct, SettlementStep, Vigorish, VigorishRounding,
};
pub use crate::model::shoe::{Burn, Cut, Direction, EndOfShoe, Offer, Shown, Start};

/// One rulebook.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulebookFile {
    /// The name of the folder.
    pub id: String,
    /// The printed name.
    pub name: String,
    /// Which text this is, and of what date.
    pub edition: String,
    /// Who holds the bank.
    pub family: Family,
    /// The currency of the text.
    pub currency: Text<Currency>,
    /// How many seats a table has.
    pub seats: Seats,
    /// With how many decks the game is played.
    pub decks: Vec<DeckRange>,
    /// The names of both hands in this text.
    #[serde(default)]
    pub hands: HandNames,
    /// What cards count.
    pub values: Values,
    /// How the first four cards are dealt.
    pub dealing: Dealing,
    /// Who draws a third card.
    pub drawing: Drawing,
    /// The cards that go out before the first hand.
    pub burn: Burn,
    /// Who cuts, and where the cut cards go.
    pub cut: Cut,
    /// What is done with the cards before a shoe, in this order.
    #[serde(default)]
    pub preparation: Vec<PreparationStep>,
    /// How cards are laid out and turned; the first whose choice was made holds.
    #[serde(default)]
    pub handling: Vec<Handling>,
    /// What a shuffle by hand must have, where the text says so.
    pub manual_shuffle: Option<ManualShuffle>,
    /// Procedures that the licensee files with its submission.
    #[serde(default)]
    pub filings: Vec<Filing>,
    /// Who is offered the shoe, the bank or the player/dealer position.
    pub offer: Option<Offer>,
    /// How much a participant who holds the bank may wager on it.
    pub bank: Option<BankRules>,
    /// How progressive links are run where the submission does not say so.
    pub link: Option<LinkRules>,
    /// Who approves corrections of a table's books where the submission does not say so.
    pub approvals: Option<ApprovalRules>,
    /// How a shoe ends.
    pub end_of_shoe: EndOfShoe,
    /// Who is collected from and paid, in which order.
    pub settlement: Settlement,
    /// The licensee's share of winning or tied wagers.
    pub vigorish: Option<Vigorish>,
    /// Ways of playing the base game that the text distinguishes; the first is the usual one.
    pub variants: Vec<Variant>,
    /// What the text says of the limits of wagers.
    pub limits: Option<LimitRules>,
    /// Choices that the text, or a reading, leaves to the licensee.
    #[serde(default)]
    pub options: Vec<ChoiceOption>,
    /// What this text settles itself where others leave an option.
    #[serde(default)]
    pub fixed: Vec<Fixed>,
    /// Numbers that the text leaves to the licensee.
    #[serde(default)]
    pub settings: Vec<Setting>,
    /// Whether wagers may be called out with cash, for the dealer to confirm.
    #[serde(default)]
    pub spoken_wagers: bool,
    /// What must be told to whom, and how long before.
    #[serde(default)]
    pub notices: Vec<Notice>,
    /// What goes wrong, and what happens then.
    #[serde(default)]
    pub irregularities: Vec<Irregularity>,
    /// What must be posted at the table or printed on the layout.
    #[serde(default)]
    pub posted: Vec<Item<PostedId>>,
    /// What people say.
    #[serde(default)]
    pub calls: Vec<Call>,
    /// Who does what.
    #[serde(default)]
    pub roles: Vec<Item<RoleId>>,
    /// Steps of the round and of the shoe that have no section of their own.
    #[serde(default)]
    pub steps: Vec<Item<StepId>>,
}

/// Who holds the bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// The house.
    HouseBanked,
    /// A participant who also deals.
    CheminDeFer,
    /// A participant in the player/dealer position.
    PlayerBanked,
}

/// How many seats a table has. They are numbered counterclockwise from the dealer's right.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The fewest.
    pub min: u8,
    /// The most.
    pub max: u8,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// With how many decks the game is played.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckRange {
    /// Only under this choice, as `option=choice`.
    pub when: Option<String>,
    /// The fewest.
    pub min: u8,
    /// The most, where the text names it.
    pub max: Option<u8>,
    /// How many a submission has that does not say.
    pub usual: u8,
    /// Above this number the submission must say that it is meant.
    pub acknowledge_above: Option<u8>,
    /// Into how many equal batches the decks are divided.
    #[serde(default = "one")]
    pub batches: u8,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

const fn one() -> u8 {
    1
}

/// What the text calls the two hands.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandNames {
    /// The Player's hand.
    pub player: String,
    /// The Banker's hand.
    pub banker: String,
}

impl Default for HandNames {
    fn default() -> Self {
        Self { player: "Player".to_owned(), banker: "Banker".to_owned() }
    }
}

/// What cards count in play. All five texts agree; the loader checks the figures against Banco's own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// The point value of each rank, `A` to `K`.
    pub points: BTreeMap<String, u8>,
    /// The clauses.
    pub cite: Cite,
}

/// A way of playing the base game.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Its name in a submission.
    pub id: String,
    /// What it is.
    pub summary: String,
    /// The pay table that each of these wagers has in it.
    #[serde(default)]
    pub paytables: BTreeMap<String, String>,
    /// Whether vigorish is taken.
    pub vigorish: VariantVigorish,
    /// Wagers that a table of this variant offers besides the base wagers.
    #[serde(default)]
    pub wagers: Vec<VariantWager>,
    /// Ranks that are taken out of every deck.
    pub without: Option<Text<Ranks>>,
    /// Two-card counts on which the Player's hand may hit or stand, where that differs from the drawing rule.
    pub player_chooses: Option<Digits>,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// What the text settles itself, though a licensee may know it as an option of another text.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    /// The option's name in other rulebooks.
    pub id: String,
    /// How it is here.
    pub summary: String,
    /// The clauses.
    pub cite: Cite,
}

/// The limits that a table must have. Where a rulebook has this, a least and a greatest wager are demanded of every wager,
/// and an aggregate limit may be set only on wagers of families that cite a clause for it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitRules {
    /// The clauses that demand them.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// A wager that belongs to a variant.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VariantWager {
    /// Its id.
    pub id: String,
    /// The clauses that ask for it.
    pub cite: Cite,
}

/// Whether a variant takes vigorish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VariantVigorish {
    /// On winning Banker wagers.
    OnWin,
    /// On tied Banker wagers.
    OnTie,
    /// None.
    Never,
}

/// A choice that is left to the licensee.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChoiceOption {
    /// Its name in a submission.
    pub id: String,
    /// What is chosen.
    pub summary: String,
    /// The choices; the first is the usual one.
    pub choices: Vec<Choice>,
    /// Whether the text has the licensee's submission name the choice.
    #[serde(default)]
    pub designated: bool,
    /// Whether all tables of a pit make the same choice.
    #[serde(default)]
    pub same_in_pit: bool,
    /// Whether people alone go by it: nothing in play hangs on what is chosen.
    #[serde(default)]
    pub told: bool,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
    /// The reading that opens it, where it is not the text.
    pub reading: Option<String>,
}

/// One choice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Its name in a submission.
    pub id: String,
    /// What it means.
    pub summary: String,
    /// Only together with this, as `option=choice`.
    pub needs: Option<String>,
    /// The most seats that a table can have under it.
    pub max_seats: Option<u8>,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
}

/// A number that is left to the licensee.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Its name in a submission.
    pub id: SettingId,
    /// What is set.
    pub summary: String,
    /// The unit, such as `percent` or `cards`.
    pub unit: String,
    /// The least.
    pub min: u32,
    /// The most, where there is one.
    pub max: Option<u32>,
    /// Above this number the check says that it is unusual, though the text names no maximum.
    pub unusual_above: Option<u32>,
    /// The usual number.
    pub usual: u32,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
    /// The reading that opens it, where it is not the text.
    pub reading: Option<String>,
}

/// What must be told to whom, and how long before.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// Its name.
    pub id: String,
    /// What it is about.
    pub summary: String,
    /// To whom.
    pub to: Vec<String>,
    /// How many minutes, where the text says so.
    pub minutes: Option<u32>,
    /// Where a submission must tell that it was approved.
    pub approval: Option<ApprovalNeed>,
    /// The options whose change it is about.
    #[serde(default)]
    pub options: Vec<String>,
    /// Whether it is about vigorish that becomes dearer.
    #[serde(default)]
    pub dearer_vigorish: bool,
    /// Whether it is told so long before, or within that time after.
    #[serde(default)]
    pub timing: Timing,
    /// The clauses.
    pub cite: Cite,
}

/// Where an approval must be told in the submission: by which letter, and of what date. All that is named must hold.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalNeed {
    /// Under this choice, as `option=choice` or `variant=id`.
    pub when: Option<String>,
    /// Not where a wager of one of these families is offered, which has the approval of the text itself.
    #[serde(default)]
    pub unless_families: Vec<String>,
    /// Where this wager is offered in another unit than the printed one.
    pub other_unit_of: Option<String>,
    /// Where a wager is offered that the text does not print (`wager_files` of the submission).
    #[serde(default)]
    pub added_wagers: bool,
}

/// Before something, or after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Timing {
    /// At least so long before.
    #[default]
    Before,
    /// Within so long of it.
    Within,
}

/// What goes wrong, and what happens then.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Irregularity {
    /// Its name.
    pub id: Named<IrregularityId>,
    /// What went wrong.
    pub event: String,
    /// What happens then.
    pub then: String,
    /// The round without wagers that the card opens, where it does.
    pub opens: Option<UnwageredRound>,
    /// The option by which the licensee chose what happens.
    pub option: Option<String>,
    /// Whether people alone go by it: no procedure asks for its name.
    #[serde(default)]
    pub told: bool,
    /// The clauses.
    pub cite: Cite,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// A round in which no wagers are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UnwageredRound {
    /// A simulated round after an irregularity.
    Simulated,
    /// A free hand.
    FreeHand,
}

/// Something named, with its clauses.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Item<Id: Vocabulary> {
    /// Its name.
    pub id: Named<Id>,
    /// What it is.
    pub summary: String,
    /// Whether people alone go by it: no procedure asks for its name.
    #[serde(default)]
    pub told: bool,
    /// The clauses.
    #[serde(default)]
    pub cite: Cite,
    /// The option that governs it, as `option=choice`.
    pub when: Option<String>,
    /// The reading, where the text leaves a doubt.
    pub reading: Option<String>,
}

/// What somebody says.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// Its name.
    pub id: Named<CallId>,
    /// The words.
    pub says: OneOrMany<String>,
    /// Who says it.
    pub by: String,
    /// The moment at which it is done.
    pub moment: String,
    /// The wager that it goes with.
    pub wager: Option<String>,
    /// Whether people alone go by it: no procedure asks for its name.
    #[serde(default)]
    pub told: bool,
    /// Only under this choice, as `option=choice`.
    pub when: Option<String>,
    /// The clauses.
    pub cite: Cite,
}
