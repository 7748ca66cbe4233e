//! The names in `rulebook.toml` that a procedure of the engine asks for.
//!
//! Each is spelled once, here. The loader refuses any other name unless the entry says `told = true`: then people
//! go by it, and nothing in play hangs on it. So a slip of the pen is a diagnostic and never a silent "no".

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};

/// A closed list of names.
pub trait Vocabulary: Copy + Eq + 'static {
    /// What a name of the list stands for, in a message.
    const WHAT: &'static str;
    /// All of them.
    const ALL: &'static [Self];

    /// The name as the files write it.
    fn as_str(self) -> &'static str;

    /// What a file's name means.
    fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == name)
    }
}

macro_rules! vocabulary {
    ($(#[$about:meta])* $name:ident, $what:literal {
        $($(#[$doc:meta])* $variant:ident = $text:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $variant,)*
        }

        impl Vocabulary for $name {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &[$(Self::$variant),*];

            fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

/// A name of a list, or one that is only told to people.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Named<Id> {
    /// A procedure asks for it.
    Known(Id),
    /// No procedure asks for it.
    Told(String),
}

impl<Id: Vocabulary> Named<Id> {
    /// Whether it is that name.
    pub fn is(&self, id: Id) -> bool {
        matches!(self, Self::Known(known) if *known == id)
    }

    /// The name as the file writes it.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(known) => known.as_str(),
            Self::Told(name) => name,
        }
    }
}

impl<Id: Vocabulary> fmt::Display for Named<Id> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<'de, Id: Vocabulary> Deserialize<'de> for Named<Id> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Ok(Id::find(&name).map_or(Self::Told(name), Self::Known))
    }
}

impl<Id: Vocabulary + JsonSchema> JsonSchema for Named<Id> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}OrTold", Id::schema_name()).into()
    }

    /// Editors offer the known names; that others are marked as told is checked by meaning.
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<Id>(), { "type": "string" }] })
    }
}

vocabulary! {
    /// Steps of the round and of the shoe whose clauses a procedure cites.
    StepId, "step that a procedure asks for" {
        /// How wagers are made.
        Wagering = "wagering",
        /// How wagers against the bank are made, each for a part of it.
        PartialWagers = "partial-wagers",
        /// From when on nobody touches a wager.
        WagersInPlay = "wagers-in-play",
        /// The wager of a participant who holds the bank.
        BankersWager = "bankers-wager",
        /// Covering the whole bank after having lost against it.
        Suivi = "suivi",
        /// Covering the whole bank.
        Banco = "banco",
        /// What the player/dealer puts up.
        PlayerDealerWager = "player-dealer-wager",
        /// Fees that are dropped before the deal.
        Collections = "collections",
        /// Progressive wagers are locked and taken in.
        StartGame = "start-game",
        /// A hand without wagers.
        FreeHand = "free-hand",
        /// Nobody but the dealer touches a card.
        HandsOff = "hands-off",
        /// Hands are handed to bettors, who turn them.
        HandOver = "hand-over",
        /// The same at a midi table.
        MidiReveal = "midi-reveal",
        /// Who turns the Player's hand.
        HandOverPlayer = "hand-over-player",
        /// Who turns the Banker's hand.
        HandOverBanker = "hand-over-banker",
        /// Who turns the Player's third card.
        HandOverPlayerThird = "hand-over-player-third",
        /// Who turns the Banker's third card.
        HandOverBankerThird = "hand-over-banker-third",
        /// Highest bettors of equal wagers agree on one of them.
        EqualBettors = "equal-bettors",
        /// A hand that nobody backs.
        UnbackedHand = "unbacked-hand",
        /// Giving up the right to turn a hand; there, it goes to the right.
        Relinquish = "relinquish",
        /// Whoever controls a hand looks first.
        FirstLook = "first-look",
        /// The Banker's hand is faced before it draws or stands.
        FaceBankersHand = "face-bankers-hand",
        /// The dealer repeats what others announce.
        Repeat = "repeat",
        /// The wager that is settled before the third cards.
        HouseMoney = "house-money",
        /// The third card that is dealt whatever bettors choose.
        CommunityCard = "community-card",
        /// How the dealer plays for whoever is silent.
        HouseWay = "house-way",
        /// Where settlement begins.
        ActionButton = "action-button",
        /// A wager that pushes.
        Push = "push",
        /// One way of settling for all tables of a pit.
        SameProcedure = "same-procedure",
        /// How cards go to the rack.
        Discard = "discard",
    }
}

vocabulary! {
    /// When shoe, bank or position go to somebody else.
    PassId, "way of passing on that a procedure asks for" {
        /// The holder gives it up.
        ByChoice = "by-choice",
        /// The Banker's hand lost.
        BankerLost = "banker-lost",
        /// The floor orders it.
        ByOrder = "by-order",
        /// To whom it goes on.
        ToTheRight = "to-the-right",
        /// To whom it goes on where it had to.
        AfterCompulsion = "after-compulsion",
        /// To whom it goes on where it was given up.
        AfterChoice = "after-choice",
        /// Whoever took a bank that was given up loses it.
        PassedBankLost = "passed-bank-lost",
        /// Whoever moved to another seat waits.
        ChangedSeat = "changed-seat",
        /// The curator has the dealer deal.
        NamesDealer = "names-dealer",
        /// Whoever is offered it does not take it.
        Declined = "declined",
        /// The holder had as many rounds as one may.
        RoundsUsed = "rounds-used",
    }
}

vocabulary! {
    /// What is said at a certain moment.
    CallId, "call that a procedure asks for" {
        /// Wagering ends.
        NoMoreBets = "no-more-bets",
        /// The curator is asked to deal.
        Cards = "cards",
        /// The count of the Player's hand.
        PlayerCount = "player-count",
        /// The count of the Banker's hand.
        BankerCount = "banker-count",
        /// The counts of both hands.
        PointCounts = "point-counts",
        /// The Player's hand draws.
        PlayerDraws = "player-draws",
        /// The Banker's hand draws.
        BankerDraws = "banker-draws",
        /// The Player's hand has won.
        PlayerWins = "player-wins",
        /// The Banker's hand has won.
        BankerWins = "banker-wins",
        /// The counts are equal.
        Tie = "tie",
        /// The counts are equal, in chemin de fer.
        StandOff = "stand-off",
        /// The Banker's hand has won with three cards and a 7.
        Dragon7 = "dragon-7",
        /// The Player's hand has won with three cards and an 8.
        Panda8 = "panda-8",
        /// How many cards both hands have.
        TotalCards = "total-cards",
        /// One more hand follows.
        LastHand = "last-hand",
        /// A third card is asked for.
        Card = "card",
        /// No third card is asked for.
        Stay = "stay",
        /// The Player's hand is a natural.
        PlayerNatural = "player-natural",
        /// The Banker's hand is a natural.
        BankersNatural = "bankers-natural",
        /// The Banker's hand is no natural.
        UnderEight = "under-eight",
    }
}

vocabulary! {
    /// People whose clauses a procedure cites.
    RoleId, "role that a procedure asks for" {
        /// Who decides on the floor.
        Floorperson = "floorperson",
        /// Who decides where the text has no floorperson.
        Supervisor = "supervisor",
        /// Who runs the tables.
        Licensee = "licensee",
        /// Who controls the Player's hand in chemin de fer.
        DominantPlayer = "dominant-player",
    }
}

vocabulary! {
    /// What is posted, where a refusal cites it.
    PostedId, "posted item that a procedure asks for" {
        /// The least and the greatest wager.
        Limits = "limits",
        /// Limits of optional wagers.
        BonusLimits = "bonus-limits",
    }
}

vocabulary! {
    /// What goes wrong and has a procedure.
    IrregularityId, "irregularity that has a procedure" {
        /// A card came out that was not due.
        CardDrawnInError = "card-drawn-in-error",
        /// The Player's hand got a third card that it may not have.
        UnauthorizedThirdCard = "unauthorized-third-card",
        /// That third card was seen.
        DisclosedThirdCard = "disclosed-third-card",
        /// A card was seen too early.
        DisclosedCard = "disclosed-card",
        /// The first card of a round lay face up in the shoe.
        FaceUpFirstCard = "face-up-first-card",
        /// A later card lay face up in the shoe.
        FaceUpLaterCard = "face-up-later-card",
        /// Any card lay face up in the shoe.
        FaceUpInShoe = "face-up-in-shoe",
        /// The shoe cannot finish the round.
        TooFewCards = "too-few-cards",
        /// A card of a pre-shuffled set is missing.
        MissingPreShuffledCard = "missing-pre-shuffled-card",
        /// The player/dealer's cover does not reach every wager.
        CoverExhausted = "cover-exhausted",
        /// The first cards were taken in the wrong order.
        WrongOrder = "wrong-order",
        /// The Banker took three cards at first.
        BankerOverTwo = "banker-over-two",
        /// The Player's hand was given three cards at first.
        PlayerThreeCards = "player-three-cards",
        /// The Banker took two third cards.
        BankerTwoForOne = "banker-two-for-one",
        /// A card was faced after "Stay".
        CardAfterStay = "card-after-stay",
        /// A card was faced because the dealer misread the call.
        CardAfterMiscalledStay = "card-after-miscalled-stay",
        /// The Banker took the card that was the Player's.
        BankerTookPlayersCard = "banker-took-players-card",
    }
}

vocabulary! {
    /// Numbers that the text leaves to the licensee.
    SettingId, "setting" {
        /// How many cards lie behind the cut card.
        CutCardDepth = "cut-card-depth",
        /// Which percentage of a House Money payout may be pressed.
        HouseMoneyPress = "house-money-press",
        /// How many hands of a shoe may be dealt without wagers at the players' wish.
        FreeHandsPerShoe = "free-hands-per-shoe",
        /// In how many rounds in a row one player may hold the position.
        MaxConsecutiveDeals = "max-consecutive-deals",
        /// The fee of everybody who bets, in minor units.
        CollectionPosition = "collection-position",
        /// The fee of the player/dealer, in minor units.
        CollectionPlayerDealer = "collection-player-dealer",
    }
}

vocabulary! {
    /// When vigorish is collected.
    CollectedId, "moment at which vigorish is collected" {
        /// With the payout.
        AtPayment = "at-payment",
        /// Marked, and collected later.
        Marked = "marked",
        /// At once, from the Banker.
        AtOnce = "at-once",
    }
}

vocabulary! {
    /// The choices of an option that a wager family names as its `base_wager`.
    BaseWager, "choice for a base wager" {
        /// Only beside a standard wager.
        Required = "required",
        /// Also alone.
        NotRequired = "not-required",
    }
}

vocabulary! {
    /// The choices of an option that a wager names as its `ranking_option`.
    Ranking, "choice for a ranking of lines" {
        /// By print.
        PrintedOrder = "printed-order",
        /// By what they pay.
        ByPay = "by-pay",
    }
}
