//! What takes two people, what went wrong, what is limited: the objects inside commands. Views show them as well.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::table::Rules;
use banco_engine::{Name, cage, link, table};
use banco_money::Amount;

use super::person;
use super::table::{TableContext, find_name, find_rules};
use crate::bad::{BadCommand, shown, suggestion};
use crate::command::link::LinkContext;
use crate::value::{Card, Money, Number, Reason, Words, rules_text};
use crate::word::{Period, Tender};

tagged! {
    /// What went wrong, as it is reported. Cards that are named were seen.
    Irregularity by "what", "an irregularity" {
        /// A card came out of the shoe that was not due.
        DrawnInError = "drawn_in_error" {
            /// The card, if it was seen.
            card: Option<Card>,
        }
        /// The Player's hand was dealt a third card that it may not have.
        UnauthorizedThird = "unauthorized_third" {
            /// The card, if it was seen.
            card: Option<Card>,
        }
        /// A card that is due was seen too early.
        Disclosed = "disclosed" {
            /// The card.
            card: Card,
        }
        /// The shoe has no card left for a hand that needs one.
        TooFewCards = "too_few_cards" {}
        /// The Banker took cards in the wrong order in the initial deal, beyond repair.
        WrongOrder = "wrong_order" {}
        /// The Banker took a card too many in the initial deal, beyond repair.
        BankerTookThree = "banker_took_three" {
            /// The card.
            card: Card,
        }
        /// The Player's hand got a card too many in the initial deal.
        PlayerGotThree = "player_got_three" {
            /// The card.
            card: Card,
        }
        /// The Banker took two cards instead of one.
        BankerTookTwo = "banker_took_two" {
            /// The first of them.
            first: Card,
            /// The second.
            second: Card,
        }
        /// A card was faced to the Player's hand after "Stay".
        CardAfterStay = "card_after_stay" {
            /// The card.
            card: Card,
            /// Whether the dealer had said "Card" by mistake.
            miscalled: bool,
        }
        /// The Banker drew a card for the Banker's hand after "Card" was said and repeated.
        BankerTookPlayersCard = "banker_took_players_card" {
            /// The card.
            card: Card,
        }
    }
}

impl From<Irregularity> for table::Irregularity {
    fn from(ours: Irregularity) -> Self {
        match ours {
            Irregularity::DrawnInError { card } => Self::DrawnInError { card: card.map(|card| card.0) },
            Irregularity::UnauthorizedThird { card } => {
                Self::UnauthorizedThird { card: card.map(|card| card.0) }
            }
            Irregularity::Disclosed { card } => Self::Disclosed { card: card.0 },
            Irregularity::TooFewCards {} => Self::TooFewCards,
            Irregularity::WrongOrder {} => Self::WrongOrder,
            Irregularity::BankerTookThree { card } => Self::BankerTookThree { card: card.0 },
            Irregularity::PlayerGotThree { card } => Self::PlayerGotThree { card: card.0 },
            Irregularity::BankerTookTwo { first, second } => {
                Self::BankerTookTwo { first: first.0, second: second.0 }
            }
            Irregularity::CardAfterStay { card, miscalled } => {
                Self::CardAfterStay { card: card.0, miscalled }
            }
            Irregularity::BankerTookPlayersCard { card } => Self::BankerTookPlayersCard { card: card.0 },
        }
    }
}

impl From<table::Irregularity> for Irregularity {
    fn from(theirs: table::Irregularity) -> Self {
        use table::Irregularity as Theirs;
        match theirs {
            Theirs::DrawnInError { card } => Self::DrawnInError { card: card.map(Card) },
            Theirs::UnauthorizedThird { card } => Self::UnauthorizedThird { card: card.map(Card) },
            Theirs::Disclosed { card } => Self::Disclosed { card: Card(card) },
            Theirs::TooFewCards => Self::TooFewCards {},
            Theirs::WrongOrder => Self::WrongOrder {},
            Theirs::BankerTookThree { card } => Self::BankerTookThree { card: Card(card) },
            Theirs::PlayerGotThree { card } => Self::PlayerGotThree { card: Card(card) },
            Theirs::BankerTookTwo { first, second } => {
                Self::BankerTookTwo { first: Card(first), second: Card(second) }
            }
            Theirs::CardAfterStay { card, miscalled } => Self::CardAfterStay { card: Card(card), miscalled },
            Theirs::BankerTookPlayersCard { card } => Self::BankerTookPlayersCard { card: Card(card) },
        }
    }
}

tagged! {
    /// An account of a table, from which or to which money is moved by hand.
    TableAccount by "what", "an account of the table" {
        /// Beyond the table.
        Outside = "outside" {}
        /// What the house has put into the tray.
        House = "house" {}
        /// The dealer's tray.
        Tray = "tray" {}
        /// The drop box.
        Drop = "drop" {}
        /// Value chips on the layout.
        Layout = "layout" {}
        /// Progressive wagers that were taken in.
        Progressive = "progressive" {}
        /// What progressive links have paid here.
        Link = "link" {}
        /// What the player/dealer has put up.
        Cover = "cover" {}
        /// What was given to the dealer.
        Tokes = "tokes" {}
        /// Vigorish charged.
        Charged = "charged" {}
        /// Vigorish collected.
        Collected = "collected" {}
        /// Promotional chips and coupons that the house has issued.
        Issued = "issued" {}
        /// Promotional chips and coupons on the layout.
        IssuedOnLayout = "issued_on_layout" {}
        /// Somebody's value chips.
        Chips = "chips" {
            /// Whose.
            person: Number,
        }
        /// Somebody's promotional chips.
        Promotional = "promotional" {
            /// Whose.
            person: Number,
        }
        /// Somebody's coupons.
        Coupons = "coupons" {
            /// Whose.
            person: Number,
        }
        /// Vigorish that somebody owes.
        Owed = "owed" {
            /// Who.
            person: Number,
        }
    }
}

/// An account with and without a person, in both directions.
macro_rules! accounts {
    (plain: $($plain:ident),*; of_a_person: $($of:ident),*) => {
        impl From<TableAccount> for table::Account {
            fn from(ours: TableAccount) -> Self {
                match ours {
                    $(TableAccount::$plain {} => Self::$plain,)*
                    $(TableAccount::$of { person: who } => Self::$of(person(who)),)*
                }
            }
        }

        impl From<table::Account> for TableAccount {
            fn from(theirs: table::Account) -> Self {
                match theirs {
                    $(table::Account::$plain => Self::$plain {},)*
                    $(table::Account::$of(who) => Self::$of { person: Number(who.0) },)*
                }
            }
        }
    };
}

accounts! {
    plain: Outside, House, Tray, Drop, Layout, Progressive, Link, Cover, Tokes, Charged, Collected, Issued,
        IssuedOnLayout;
    of_a_person: Chips, Promotional, Coupons, Owed
}

tagged! {
    /// Why a round is void once cards are out.
    VoidReason by "what", "a reason to void a round" {
        /// An irregularity that the rulebook knows.
        Irregularity = "irregularity" {
            /// Its name in the rulebook.
            name: Words,
        }
        /// The game cannot be completed.
        CannotBeCompleted = "cannot_be_completed" {}
    }
}

tagged! {
    /// What takes two people at a table: exactly what will happen.
    Wanted by "what", "something that takes two people" {
        /// Somebody acts for a participant with a disability.
        Accommodation = "accommodation" {
            /// The participant.
            person: Number,
            /// Who acts for them.
            helper: Number,
            /// How, and why.
            reason: Reason,
        }
        /// The dealer has counted cash, and chips are paid for it.
        CashBuyIn = "cash_buy_in" {
            /// Who buys in.
            person: Number,
            /// How much.
            amount: Money,
        }
        /// Chips come to the tray, or leave it.
        Fill = "fill" {
            /// How much.
            amount: Money,
            /// Whether they leave it.
            credit: bool,
        }
        /// The table opens.
        Open = "open" {
            /// What lies in the tray.
            float: Money,
            /// By how much the wagers on both hands may differ, where the house limits it.
            differential: Option<Money>,
        }
        /// Promotional chips or a coupon are handed out.
        Promotion = "promotion" {
            /// To whom.
            person: Number,
            /// Which of both.
            tender: Tender,
            /// The face value.
            amount: Money,
        }
        /// The table plays by other terms.
        Terms = "terms" {
            /// The terms.
            rules: Words,
        }
        /// Money is moved by hand, to mend the books.
        Correction = "correction" {
            /// How much.
            amount: Money,
            /// From where.
            from: TableAccount,
            /// To where.
            to: TableAccount,
            /// What the books are to say about it.
            reason: Reason,
        }
        /// Somebody who is gone is seen off.
        SeeOff = "see_off" {
            /// Who is gone.
            person: Number,
            /// What is known of it.
            reason: Reason,
        }
        /// The round is annulled.
        Void = "void" {
            /// Which reason of the list it is.
            why: VoidReason,
            /// What happened, in words.
            reason: Reason,
        }
    }
}

impl Wanted {
    pub(super) fn into_engine(self, context: &TableContext<'_>) -> Result<table::Wanted, BadCommand> {
        let (rules, at) = (context.rules, context.now);
        Ok(match self {
            Self::Accommodation { person: who, helper, reason } => table::Wanted::Accommodation {
                helper: person(helper),
                person: person(who),
                reason: reason.0.into(),
            },
            Self::CashBuyIn { person: who, amount } => {
                table::Wanted::CashBuyIn { amount: amount.into(), person: person(who) }
            }
            Self::Fill { amount, credit } => table::Wanted::Fill { amount: amount.into(), credit },
            Self::Open { float, differential } => {
                table::Wanted::Open { at, differential: differential.map(Into::into), float: float.into() }
            }
            Self::Promotion { person: to, tender, amount } => {
                table::Wanted::Promotion { amount: amount.into(), person: person(to), tender: tender.into() }
            }
            Self::Terms { rules } => {
                let rules = find_rules(&rules.0, "/wanted/rules", context.find_rules)?.id;
                table::Wanted::Terms { at, rules }
            }
            Self::Correction { amount, from, to, reason } => table::Wanted::Correction {
                amount: amount.into(),
                from: from.into(),
                reason: reason.0.into(),
                to: to.into(),
            },
            Self::SeeOff { person: who, reason } => {
                table::Wanted::SeeOff { person: person(who), reason: reason.0.into() }
            }
            Self::Void { why, reason } => {
                table::Wanted::Void { reason: reason.0.into(), why: why.into_engine(rules)? }
            }
        })
    }
}

impl From<&table::Wanted> for Wanted {
    fn from(theirs: &table::Wanted) -> Self {
        match theirs {
            table::Wanted::Accommodation { helper, person, reason } => Self::Accommodation {
                person: Number(person.0),
                helper: Number(helper.0),
                reason: (&**reason).into(),
            },
            table::Wanted::CashBuyIn { amount, person } => {
                Self::CashBuyIn { person: Number(person.0), amount: (*amount).into() }
            }
            table::Wanted::Fill { amount, credit } => {
                Self::Fill { amount: (*amount).into(), credit: *credit }
            }
            table::Wanted::Open { differential, float, .. } => {
                Self::Open { float: (*float).into(), differential: differential.map(Into::into) }
            }
            table::Wanted::Promotion { amount, person, tender } => Self::Promotion {
                person: Number(person.0),
                tender: (*tender).into(),
                amount: (*amount).into(),
            },
            table::Wanted::Terms { rules, .. } => Self::Terms { rules: rules_text(*rules).as_str().into() },
            table::Wanted::Correction { amount, from, reason, to } => Self::Correction {
                amount: (*amount).into(),
                from: (*from).into(),
                to: (*to).into(),
                reason: (&**reason).into(),
            },
            table::Wanted::SeeOff { person, reason } => {
                Self::SeeOff { person: Number(person.0), reason: (&**reason).into() }
            }
            table::Wanted::Void { reason, why } => {
                let why = match why {
                    table::VoidReason::Irregularity(name) => {
                        VoidReason::Irregularity { name: name.as_str().into() }
                    }
                    table::VoidReason::CannotBeCompleted => VoidReason::CannotBeCompleted {},
                };
                Self::Void { why, reason: (&**reason).into() }
            }
        }
    }
}

impl VoidReason {
    fn into_engine(self, rules: &Rules) -> Result<table::VoidReason, BadCommand> {
        let Self::Irregularity { name } = self else { return Ok(table::VoidReason::CannotBeCompleted) };
        let known = || rules.terms.rulebook.file.irregularities.iter().map(|rule| rule.id.as_str());
        match known().find(|known| *known == name.0) {
            Some(known) => Ok(table::VoidReason::Irregularity(Name::new(known))),
            None => {
                let message = format!("the rulebook has no irregularity `{}`", shown(&name.0));
                let bad = BadCommand::new("no_such_irregularity", "/wanted/why/name", message);
                Err(bad.with_hint(suggestion(&name.0, known())))
            }
        }
    }
}

tagged! {
    /// What takes two people on a link: exactly what will happen.
    LinkWanted by "what", "something that takes two people" {
        /// Corrects a meter by a new entry.
        Adjust = "adjust" {
            /// How much is added; taken out if it is negative.
            amount: Money,
            /// Which meter.
            meter: Words,
            /// Whether its reserve is meant; it is not if this is missing.
            reserve: Option<bool>,
            /// What the books are to say about it.
            reason: Reason,
        }
        /// Changes what the link runs by.
        Change = "change" {
            /// The text that names the rules.
            rules: Words,
            /// What the books are to say about it.
            reason: Reason,
        }
        /// Takes the link out of operation.
        Close = "close" {
            /// What the books are to say about it.
            reason: Reason,
        }
        /// Rejects a jackpot.
        Reject = "reject" {
            /// Which jackpot.
            hit: Number,
            /// Why the claim does not hold.
            reason: Reason,
        }
        /// Moves all that a meter holds to another link.
        TransferOut = "transfer_out" {
            /// Which meter.
            meter: Words,
            /// To which link.
            to: Words,
            /// What the books are to say about it.
            reason: Reason,
        }
    }
}

impl LinkWanted {
    pub(super) fn into_engine(self, context: &LinkContext<'_>) -> Result<link::Wanted, BadCommand> {
        let meter = |name: &Words| {
            let known = context.setup.into_iter().flat_map(|setup| &setup.meters).map(|meter| meter.id);
            find_name(&name.0, known, ("no_such_meter", "/wanted/meter", "meter"))
        };
        Ok(match self {
            Self::Adjust { amount, meter: name, reserve, reason } => link::Wanted::Adjust {
                amount: amount.into(),
                meter: meter(&name)?,
                reason: reason.0.into(),
                reserve: reserve.unwrap_or(false),
            },
            Self::Change { rules, reason } => link::Wanted::Change {
                reason: reason.0.into(),
                rules: find_rules(&rules.0, "/wanted/rules", context.find_rules)?.id,
            },
            Self::Close { reason } => link::Wanted::Close { reason: reason.0.into() },
            Self::Reject { hit, reason } => {
                link::Wanted::Reject { hit: link::HitId(hit.0), reason: reason.0.into() }
            }
            Self::TransferOut { meter: name, to, reason } => link::Wanted::TransferOut {
                meter: meter(&name)?,
                reason: reason.0.into(),
                to: find_name(&to.0, context.links.iter().copied(), ("no_such_link", "/wanted/to", "link"))?,
            },
        })
    }
}

impl From<&link::Wanted> for LinkWanted {
    fn from(theirs: &link::Wanted) -> Self {
        let because = |reason: &str| reason.into();
        match theirs {
            link::Wanted::Adjust { amount, meter, reason, reserve } => Self::Adjust {
                amount: (*amount).into(),
                meter: meter.as_str().into(),
                reserve: Some(*reserve),
                reason: because(reason),
            },
            link::Wanted::Change { reason, rules } => {
                Self::Change { rules: rules_text(*rules).as_str().into(), reason: because(reason) }
            }
            link::Wanted::Close { reason } => Self::Close { reason: because(reason) },
            link::Wanted::Reject { hit, reason } => {
                Self::Reject { hit: Number(hit.0), reason: because(reason) }
            }
            link::Wanted::TransferOut { meter, reason, to } => Self::TransferOut {
                meter: meter.as_str().into(),
                to: to.as_str().into(),
                reason: because(reason),
            },
        }
    }
}

tagged! {
    /// What takes two people in an account: exactly what will happen.
    AccountWanted by "what", "something that takes two people" {
        /// Puts the balance right.
        Adjust = "adjust" {
            /// How much is added; taken out if it is negative.
            amount: Money,
            /// What the books are to say about it.
            reason: Reason,
        }
        /// The suspension of the account ends.
        Reactivate = "reactivate" {
            /// What the books are to say about it.
            reason: Reason,
        }
        /// A cashier takes money in.
        Deposit = "deposit" {
            /// How much.
            amount: Money,
        }
        /// A cashier pays money out.
        PayOut = "pay_out" {
            /// How much.
            amount: Money,
            /// Note of the identity check, which the server fills in from its records: what a request says here is not used.
            /// Without it, the owner confirms the payout first.
            identity: Option<Words>,
        }
    }
}

impl From<AccountWanted> for cage::Wanted {
    fn from(ours: AccountWanted) -> Self {
        match ours {
            AccountWanted::Adjust { amount, reason } => {
                Self::Adjust { amount: amount.into(), reason: reason.0.into() }
            }
            AccountWanted::Reactivate { reason } => Self::Reactivate { reason: reason.0.into() },
            AccountWanted::Deposit { amount } => Self::Deposit { amount: amount.into() },
            AccountWanted::PayOut { amount, identity } => {
                Self::PayOut { amount: amount.into(), identity: identity.map(|check| check.0.into()) }
            }
        }
    }
}

impl From<&cage::Wanted> for AccountWanted {
    fn from(theirs: &cage::Wanted) -> Self {
        match theirs {
            cage::Wanted::Adjust { amount, reason } => {
                Self::Adjust { amount: (*amount).into(), reason: (&**reason).into() }
            }
            cage::Wanted::Reactivate { reason } => Self::Reactivate { reason: (&**reason).into() },
            cage::Wanted::Deposit { amount } => Self::Deposit { amount: (*amount).into() },
            cage::Wanted::PayOut { amount, identity } => {
                Self::PayOut { amount: (*amount).into(), identity: identity.as_deref().map(Into::into) }
            }
        }
    }
}

tagged! {
    /// A limit as it is set, or taken away where it names no figure.
    Limit by "what", "something that is limited" {
        /// On what is paid in within a period.
        Deposit = "deposit" {
            /// In which period.
            period: Period,
            /// No more than this; no limit if this is missing.
            most: Option<Money>,
        }
        /// On what is brought to tables and does not come home within a period.
        Loss = "loss" {
            /// In which period.
            period: Period,
            /// No more than this; no limit if this is missing.
            most: Option<Money>,
        }
        /// On how long a session lasts.
        Session = "session" {
            /// No longer than this; no limit if this is missing.
            minutes: Option<Number>,
        }
        /// On a single wager.
        Wager = "wager" {
            /// No more than this; no limit if this is missing.
            most: Option<Money>,
        }
    }
}

impl From<Limit> for cage::Limit {
    fn from(ours: Limit) -> Self {
        match ours {
            Limit::Deposit { period, most } => {
                Self::Deposit { most: most.map(Into::into), period: period.into() }
            }
            Limit::Loss { period, most } => Self::Loss { most: most.map(Into::into), period: period.into() },
            Limit::Session { minutes } => Self::Session { minutes: minutes.map(|minutes| minutes.0) },
            Limit::Wager { most } => Self::Wager { most: most.map(Into::into) },
        }
    }
}

impl From<cage::Limit> for Limit {
    fn from(theirs: cage::Limit) -> Self {
        let money = |most: Option<Amount>| most.map(Money::from);
        match theirs {
            cage::Limit::Deposit { most, period } => {
                Self::Deposit { period: period.into(), most: money(most) }
            }
            cage::Limit::Loss { most, period } => Self::Loss { period: period.into(), most: money(most) },
            cage::Limit::Session { minutes } => Self::Session { minutes: minutes.map(Number) },
            cage::Limit::Wager { most } => Self::Wager { most: money(most) },
        }
    }
}

tagged! {
    /// What is limited.
    LimitKey by "what", "something that is limited" {
        /// What is paid in within a period.
        Deposit = "deposit" {
            /// In which period.
            period: Period,
        }
        /// What is brought to tables and does not come home within a period.
        Loss = "loss" {
            /// In which period.
            period: Period,
        }
        /// How long a session lasts.
        Session = "session" {}
        /// A single wager.
        Wager = "wager" {}
    }
}

impl From<LimitKey> for cage::LimitKey {
    fn from(ours: LimitKey) -> Self {
        match ours {
            LimitKey::Deposit { period } => Self::Deposit(period.into()),
            LimitKey::Loss { period } => Self::Loss(period.into()),
            LimitKey::Session {} => Self::Session,
            LimitKey::Wager {} => Self::Wager,
        }
    }
}
