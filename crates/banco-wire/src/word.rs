//! Words that stand for one of several things, each for one type of the engine.
//!
//! The compiler asks for the word of a variant that is new there.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::{cage, coup, link, roads, table};
use banco_rulebook::model::{rulebook, wager};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::bad::BadCommand;
use crate::json::{Place, Read, unknown_word, wrong_type};

macro_rules! words {
    ($(
        $(#[$about:meta])*
        $name:ident for $theirs:path, $what:literal { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }
    )*) => { $(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $variant,)*
        }

        impl $name {
            /// All of the words.
            pub const WORDS: &'static [&'static str] = &[$($text),*];

            /// The word.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        impl From<$theirs> for $name {
            fn from(theirs: $theirs) -> Self {
                match theirs { $(<$theirs>::$variant => Self::$variant,)* }
            }
        }

        impl From<$name> for $theirs {
            fn from(ours: $name) -> Self {
                match ours { $($name::$variant => Self::$variant,)* }
            }
        }

        impl Read for $name {
            fn read(value: &Value, place: &Place<'_>) -> Result<Self, BadCommand> {
                match value {
                    Value::String(word) => match word.as_str() {
                        $($text => Ok(Self::$variant),)*
                        other => Err(unknown_word(place, $what, other, Self::WORDS)),
                    },
                    Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                        Err(wrong_type(place, $what, value))
                    }
                }
            }
        }
    )* };
}

words! {
    /// A currency.
    Currency for banco_money::Currency, "the code of a currency" {
        /// United States dollars.
        Usd = "USD",
        /// Philippine pesos.
        Php = "PHP",
    }

    /// One of the two hands.
    Side for banco_cards::Side, "a hand" {
        /// The Player's.
        Player = "player",
        /// The Banker's.
        Banker = "banker",
    }

    /// Who won.
    Outcome for banco_cards::Outcome, "an outcome" {
        /// The Player's hand.
        Player = "player",
        /// The Banker's hand.
        Banker = "banker",
        /// Neither.
        Tie = "tie",
    }

    /// With what a wager is made.
    Tender for table::Tender, "a kind of chip" {
        /// Value chips or plaques.
        Chips = "chips",
        /// Promotional chips.
        Promotional = "promotional",
        /// A match-play coupon.
        Coupon = "coupon",
    }

    /// With what somebody buys in.
    BuyInWith for table::BuyInWith, "a way to buy in" {
        /// The player's account.
        Account = "account",
        /// Cash.
        Cash = "cash",
        /// Chips from elsewhere, or from an account.
        Chips = "chips",
    }

    /// Where cards come from.
    CardSource for table::CardSource, "a source of cards" {
        /// A virtual shoe.
        Virtual = "virtual",
        /// A real shoe, whose cards are entered.
        Entry = "entry",
        /// A real shoe of which only results are recorded.
        ResultOnly = "result_only",
    }

    /// What a hand does where it may choose.
    Decision for coup::Decision, "a decision" {
        /// Takes a card.
        Draw = "draw",
        /// Takes none.
        Stand = "stand",
    }

    /// By which claim the whole bank is covered.
    BankClaim for table::BankClaim, "a claim" {
        /// By whoever covered the last wager alone and lost.
        Suivi = "suivi",
        /// By anybody.
        Banco = "banco",
    }

    /// What whoever controls a hand announces.
    Announcement for table::Announcement, "an announcement" {
        /// It asks for a card.
        Card = "card",
        /// It stays.
        Stay = "stay",
        /// It is an eight or a nine.
        Natural = "natural",
        /// The Banker's hand is not.
        UnderEight = "under_eight",
    }

    /// Whose money an account holds.
    AccountKind for cage::Kind, "a kind of account" {
        /// Play money.
        Demo = "demo",
        /// Money.
        Real = "real",
        /// Somebody who tests a floor.
        Test = "test",
    }

    /// What an account is good for.
    Status for cage::Status, "a status" {
        /// Its owner plays.
        Active = "active",
        /// It is closed.
        Closed = "closed",
        /// Its owner has not shown who they are.
        Pending = "pending",
        /// Its owner may take money out and nothing else.
        Suspended = "suspended",
    }

    /// For which span of time a limit holds; it ends now.
    Period for cage::Period, "a period" {
        /// 24 hours.
        Day = "day",
        /// 7 days.
        Week = "week",
        /// 30 days.
        Month = "month",
    }

    /// In which capacity somebody acts.
    Role for table::Role, "a role" {
        /// Plays.
        Participant = "participant",
        /// Deals.
        Dealer = "dealer",
        /// Supervises the tables.
        Floor = "floor",
        /// Confirms what is above the floor's level.
        Executive = "executive",
        /// Watches.
        Surveillance = "surveillance",
        /// Takes money in and pays it out.
        Cashier = "cashier",
    }

    /// What is going on at a table.
    Phase for table::Phase, "a phase" {
        /// The table is closed.
        Closed = "closed",
        /// The cards are inspected, washed, shuffled.
        Preparing = "preparing",
        /// The stack is offered for the cut.
        Cutting = "cutting",
        /// The stack goes into the shoe.
        Loading = "loading",
        /// The first cards are burned.
        Burning = "burning",
        /// Wagers are taken.
        Betting = "betting",
        /// The round is dealt.
        Dealing = "dealing",
        /// The round is settled or void; its cards still lie there.
        Settled = "settled",
        /// The shoe is over.
        BetweenShoes = "between_shoes",
    }

    /// Why nothing goes on at a table.
    Pause for table::Pause, "a pause" {
        /// The books do not agree.
        Stopped = "stopped",
        /// The floor holds the table.
        Held = "held",
        /// The floor decides on an irregularity.
        Irregularity = "irregularity",
        /// A request to void the round waits for a second person.
        VoidAsked = "void_asked",
    }

    /// Whether a table hears the link of a progressive wager.
    Contact for table::Contact, "a contact" {
        /// Not at all: the wager is not offered.
        Lost = "lost",
        /// It does.
        Ready = "ready",
        /// It does, and a pending jackpot keeps rounds from starting.
        Pending = "pending",
    }

    /// Where the bank stands before a hand.
    BankStage for table::BankStage, "a stage of the bank" {
        /// Nobody has it.
        Vacant = "vacant",
        /// Participants bid for it.
        Bidding = "bidding",
        /// It is offered from seat to seat.
        Offered = "offered",
        /// The Banker is to wager.
        Wagering = "wagering",
        /// "Suivi" and "Banco" may be announced.
        Claims = "claims",
        /// Parts of it are covered, from seat to seat.
        Covering = "covering",
        /// Nobody else is to be asked.
        Covered = "covered",
    }

    /// Why somebody may not wager.
    Barred for table::Barred, "a reason not to play" {
        /// They must acknowledge how long they have played.
        CheckDue = "check_due",
        /// Their account is closed.
        Closed = "closed",
        /// They take a break.
        CoolingOff = "cooling_off",
        /// They have excluded themself.
        Excluded = "excluded",
        /// They have not shown who they are.
        Pending = "pending",
        /// They have played as long as they wanted at most.
        SessionOver = "session_over",
        /// Their account is suspended.
        Suspended = "suspended",
    }

    /// How far a jackpot has come.
    Progress for link::Progress, "the progress of a jackpot" {
        /// It is made.
        Reached = "reached",
        /// It is claimed, or a winner was drawn.
        Claimed = "claimed",
        /// It is verified.
        Verified = "verified",
        /// It is paid.
        Paid = "paid",
        /// It was rejected.
        Rejected = "rejected",
    }

    /// Whether wagers were on a result.
    ResultKind for roads::Kind, "a kind of result" {
        /// As usual.
        Wagered = "wagered",
        /// A free hand.
        FreeHand = "free_hand",
        /// A simulated round after an irregularity.
        Simulated = "simulated",
    }

    /// A round without wagers.
    UnwageredRound for rulebook::UnwageredRound, "a round without wagers" {
        /// A simulated round after an irregularity.
        Simulated = "simulated",
        /// A free hand.
        FreeHand = "free_hand",
    }

    /// Who holds the bank.
    Family for rulebook::Family, "a family of games" {
        /// The house.
        HouseBanked = "house_banked",
        /// A participant who also deals.
        CheminDeFer = "chemin_de_fer",
        /// A participant in the player/dealer position.
        PlayerBanked = "player_banked",
    }

    /// What kind of wager it is.
    WagerKind for wager::WagerKind, "a kind of wager" {
        /// One of those that make the game.
        Base = "base",
        /// An optional bonus wager.
        Bonus = "bonus",
        /// An optional wager with meters.
        Progressive = "progressive",
    }
}
