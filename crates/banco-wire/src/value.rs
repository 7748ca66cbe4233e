//! The small values that messages are made of: money, cards, numbers, texts.

use std::borrow::Cow;

use banco_cards::Hand;
use banco_engine::RulesId;
use banco_engine::table::Reported;
use banco_money::Amount;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::bad::{BadCommand, shown};
use crate::json::{EXACT, Fields, Place, Read, list, whole, wrong_type};
use crate::word::Currency;

/// A reason has no more characters than this.
pub const LONGEST_REASON: usize = 500;

/// Other texts have no more characters than this.
const LONGEST_WORDS: usize = 2_000;

/// Money: whole minor units (cents) of a currency, up to 2^53 - 1 of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Money {
    /// Minor units.
    #[schemars(range(min = -9_007_199_254_740_991_i64, max = 9_007_199_254_740_991_i64))]
    pub minor: i64,
    /// The code of the currency.
    pub currency: Currency,
}

impl From<Amount> for Money {
    fn from(amount: Amount) -> Self {
        Self { minor: amount.minor(), currency: amount.currency().into() }
    }
}

impl From<Money> for Amount {
    fn from(money: Money) -> Self {
        Self::from_minor(money.minor, money.currency.into())
    }
}

impl Read for Money {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let hint = "write money like {\"minor\":10000,\"currency\":\"USD\"}";
        let fields = Fields::of(value, place).map_err(|bad| bad.with_hint(hint))?;
        fields.only(&["minor", "currency"])?;
        let Exact(minor) = fields.take("minor")?;
        Ok(Self { minor, currency: fields.take("currency")? })
    }
}

/// A figure that every reader of JSON keeps.
struct Exact(i64);

impl Read for Exact {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        whole(value, place, -EXACT, EXACT).map(Self)
    }
}

/// A number that names somebody or something, or counts: up to 2^32 - 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Number(pub u32);

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number that names somebody or something, or counts.",
            "type": "integer",
            "minimum": 0,
            "maximum": u32::MAX,
        })
    }
}

impl Read for Number {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        u32::read(value, place).map(Self)
    }
}

/// A card, rank and suit: `7h`, `Td`, `Ac`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Card(pub banco_cards::Card);

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A card, rank and suit.",
            "type": "string",
            "pattern": "^[A2-9TJQK][cdhs]$",
            "examples": ["7h", "Td"],
        })
    }
}

impl Read for Card {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let Value::String(text) = value else {
            return Err(wrong_type(place, "a card such as `7h`", value));
        };
        let card: Option<banco_cards::Card> = text.parse().ok();
        // There is one way to write a card.
        card.filter(|card| card.to_string() == *text).map(Self).ok_or_else(|| {
            let message = format!("`{}` is not a card", shown(text));
            BadCommand::new("not_a_card", place, message)
                .with_hint("write rank and suit, such as `7h`, `Kd`, `Ts`")
        })
    }
}

/// Cards in the order in which they lie.
impl Read for Vec<Card> {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        list(value, place, 3)
    }
}

/// The cards of both hands, in the order in which they lie.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hands {
    /// The Player's cards.
    #[schemars(length(max = 3))]
    pub player: Vec<Card>,
    /// The Banker's cards.
    #[schemars(length(max = 3))]
    pub banker: Vec<Card>,
}

impl From<[Hand; 2]> for Hands {
    fn from([player, banker]: [Hand; 2]) -> Self {
        let cards = |hand: Hand| hand.cards().map(Card).collect();
        Self { player: cards(player), banker: cards(banker) }
    }
}

impl From<&Hands> for [Hand; 2] {
    fn from(hands: &Hands) -> Self {
        [&hands.player, &hands.banker].map(|cards| {
            let mut hand = Hand::default();
            // No more than three were read.
            let _ = cards.iter().try_for_each(|card| hand.push(card.0));
            hand
        })
    }
}

impl Read for Hands {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let fields = Fields::of(value, place)?;
        fields.only(&["player", "banker"])?;
        Ok(Self { player: fields.take("player")?, banker: fields.take("banker")? })
    }
}

/// A figure of the Player's hand and of the Banker's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BothHands {
    /// Of the Player's hand.
    pub player: u8,
    /// Of the Banker's.
    pub banker: u8,
}

impl BothHands {
    /// A result that was recorded without cards.
    pub(crate) const fn reported(cards: Self, totals: Self) -> Reported {
        Reported { cards: [cards.player, cards.banker], totals: [totals.player, totals.banker] }
    }
}

impl Read for BothHands {
    fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
        let fields = Fields::of(value, place)?;
        fields.only(&["player", "banker"])?;
        Ok(Self { player: fields.take("player")?, banker: fields.take("banker")? })
    }
}

/// Why somebody does something, in their own words: up to 500 characters on one line.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Reason(pub String);

/// A name of a rulebook or another short text: up to 2,000 characters on one line.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Words(pub String);

/// No control characters: a text is shown on one line, and goes into a record.
const ONE_LINE: &str = "^[^\\u0000-\\u001f\\u007f-\\u009f]*$";

macro_rules! text {
    ($($name:ident = $schema:literal, $about:literal, $most:expr;)*) => { $(
        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                $schema.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "description": $about, "type": "string", "maxLength": $most, "pattern": ONE_LINE })
            }
        }

        impl Read for $name {
            fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
                one_line(value, place, $most).map(Self)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }
    )* };
}

text! {
    Reason = "Reason", "Why somebody does something, in their own words.", LONGEST_REASON;
    Words = "Words", "A name of the rulebook or another text on one line.", LONGEST_WORDS;
}

fn one_line(value: &Value, place: &Place<'_>, most: usize) -> Result<String, BadCommand> {
    let Value::String(text) = value else { return Err(wrong_type(place, "a text", value)) };
    let many = text.chars().count();
    if many > most {
        let message = format!("expected {most} characters at most, found {many}");
        return Err(BadCommand::new("too_long", place, message));
    }
    if text.chars().any(char::is_control) {
        let message = "expected one line without control characters";
        return Err(BadCommand::new("control_character", place, message));
    }
    Ok(text.clone())
}

/// The text that names rules: `banco-rules:RULEBOOK:HASH:HASH:EDITION`, as [`banco_rulebook::RulesId`] writes it.
#[must_use]
pub fn rules_text(id: RulesId) -> String {
    format!("banco-rules:{}:{}:{}:{}", id.rulebook, id.rulebook_hash, id.submission_hash, id.edition)
}
