//! Where the procedure stands: the parts of a round, and of making a shoe ready, with the clauses of each.

#![deny(clippy::wildcard_enum_match_arm)]

use std::sync::Arc;

use banco_rulebook::model::procedure::CardHandling;
use banco_rulebook::model::rulebook::Family;

use crate::Clauses;
use crate::name::Name;
use crate::table::bank::BankStage;
use crate::table::call::Phrase;
use crate::table::choices::Burn;
use crate::table::people::Role;
use crate::table::rules::Rules;
use crate::table::state::{Phase, Stage, Table};

/// How far something has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// It is done.
    Done,
    /// It is what is done now.
    Now,
    /// It comes later.
    Later,
}

/// A part of a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RoundPart {
    /// Who holds the bank, or the player/dealer position.
    Bank,
    /// What the Banker wagers, or the player/dealer covers.
    BankWager,
    /// "Suivi" and "Banco".
    Claims,
    /// Parts of the bank are covered in turn.
    Covers,
    /// Wagers are taken.
    Wagers,
    /// "No more bets".
    Closed,
    /// The first four cards.
    Deal,
    /// Hands are turned by those who may.
    HandOver,
    /// The Dominant Player and the Banker look and announce.
    Private,
    /// Both counts are announced.
    Counts,
    /// House Money is settled.
    HouseMoney,
    /// Bettors stand or hit.
    Choices,
    /// Third cards.
    Thirds,
    /// The result is announced.
    Result,
    /// Losing wagers are collected, winning ones paid.
    Settle,
    /// The cards are cleared away.
    Clear,
}

/// A part of a round, and how far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundStep {
    /// Which part.
    pub part: RoundPart,
    /// How far.
    pub progress: Progress,
    /// Its clauses.
    pub clauses: Clauses,
}

/// A part of making a shoe ready.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShoePart {
    /// A step of the rulebook's preparation.
    Step {
        /// Its name in the rulebook.
        step: Name,
        /// What is done.
        summary: Arc<str>,
        /// How many different people do it, and how many have.
        people: (u8, usize),
    },
    /// The cut.
    Cut,
    /// The cut cards go in, and the stack into the shoe.
    Load,
    /// The first card is shown and burned with as many more as it counts.
    Burn,
}

/// A part of making a shoe ready, and how far it has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShoeStep {
    /// Which part.
    pub part: ShoePart,
    /// Who does it.
    pub by: Role,
    /// How far.
    pub progress: Progress,
    /// Its clauses.
    pub clauses: Clauses,
}

/// The parts of a round at this table, in order. Before a round none of them is done.
#[must_use]
pub fn round_steps(table: &Table) -> Vec<RoundStep> {
    let (rules, now) = (&table.rules, part_now(table));
    let parts = parts(rules);
    let at = now.and_then(|now| parts.iter().rposition(|part| *part <= now));
    let step = |(place, part): (usize, &RoundPart)| {
        let progress = match at {
            Some(at) if place < at => Progress::Done,
            Some(at) if place == at => Progress::Now,
            _ => Progress::Later,
        };
        RoundStep { part: *part, progress, clauses: clauses(rules, *part) }
    };
    parts.iter().enumerate().map(step).collect()
}

/// The parts of a round by these rules. They are declared in the order in which they come.
fn parts(rules: &Rules) -> Vec<RoundPart> {
    use RoundPart as R;
    let handed = matches!(rules.handling, CardHandling::HandedOver).then_some(R::HandOver);
    match rules.family {
        Family::HouseBanked => {
            let early = rules.settles_early.then_some(R::HouseMoney);
            let first = [R::Wagers, R::Closed, R::Deal].into_iter().chain(handed);
            let then = [R::Counts].into_iter().chain(early);
            first.chain(then).chain([R::Thirds, R::Result, R::Settle, R::Clear]).collect()
        }
        Family::CheminDeFer => vec![
            R::Bank,
            R::BankWager,
            R::Claims,
            R::Covers,
            R::Closed,
            R::Deal,
            R::Private,
            R::Thirds,
            R::Result,
            R::Settle,
            R::Clear,
        ],
        Family::PlayerBanked => vec![
            R::Bank,
            R::BankWager,
            R::Wagers,
            R::Closed,
            R::Deal,
            R::Choices,
            R::Thirds,
            R::Result,
            R::Settle,
            R::Clear,
        ],
    }
}

/// The part that is done now; nothing while a shoe is made ready.
fn part_now(table: &Table) -> Option<RoundPart> {
    use RoundPart as R;
    Some(match table.phase {
        Phase::Betting => match (table.rules.family, table.bank.stage) {
            (Family::HouseBanked, _) | (Family::PlayerBanked, BankStage::Covered) => R::Wagers,
            (_, BankStage::Vacant | BankStage::Bidding | BankStage::Offered) => R::Bank,
            (_, BankStage::Wagering) => R::BankWager,
            (_, BankStage::Claims) => R::Claims,
            (_, BankStage::Covering | BankStage::Covered) => R::Covers,
        },
        Phase::Dealing => match table.round.stage {
            Stage::Initial(_) => R::Deal,
            Stage::Turning(_) | Stage::Offering(_) => R::HandOver,
            Stage::Deciding(_) => R::Private,
            Stage::Payout => R::HouseMoney,
            Stage::Choosing(_) => R::Choices,
            Stage::Third(_) | Stage::TurningThird(_) | Stage::OfferingThird(_) => R::Thirds,
            Stage::Complete => R::Settle,
            Stage::Void => R::Clear,
        },
        Phase::Settled => R::Clear,
        Phase::Closed
        | Phase::Preparing
        | Phase::Cutting
        | Phase::Loading
        | Phase::Burning
        | Phase::BetweenShoes => return None,
    })
}

fn clauses(rules: &Rules, part: RoundPart) -> Clauses {
    let (topics, phrases) = (&rules.topics, &rules.phrases);
    let of = |phrase: Option<Phrase>, other: Clauses| phrase.map_or(other, |phrase| phrase.clauses);
    match part {
        RoundPart::Bank => topics.offer,
        RoundPart::BankWager if rules.family == Family::PlayerBanked => topics.cover,
        RoundPart::BankWager => topics.bank_wager,
        RoundPart::Claims => topics.suivi,
        RoundPart::Covers | RoundPart::Wagers => topics.wagering,
        RoundPart::Closed => topics.closed,
        RoundPart::Deal => topics.dealing,
        RoundPart::HandOver => topics.hand_over,
        RoundPart::Private => topics.look,
        RoundPart::Counts => of(phrases.point_counts.or(phrases.player_count), topics.dealing),
        RoundPart::HouseMoney => topics.house_money,
        RoundPart::Choices => topics.house_way,
        RoundPart::Thirds => topics.drawing,
        RoundPart::Result => of(phrases.player_wins, topics.settlement),
        RoundPart::Settle => topics.settlement,
        RoundPart::Clear => topics.discard,
    }
}

/// The parts of making the next shoe ready; none while one is in play.
#[must_use]
pub fn shoe_steps(table: &Table) -> Vec<ShoeStep> {
    let (rules, shoe) = (&table.rules, &table.shoe);
    let (first, rest) = match table.phase {
        Phase::Preparing => (shoe.step, 0),
        Phase::Cutting => (usize::MAX, 0),
        Phase::Loading => (usize::MAX, 1),
        Phase::Burning => (usize::MAX, 2),
        Phase::Closed | Phase::Betting | Phase::Dealing | Phase::Settled | Phase::BetweenShoes => {
            return Vec::new();
        }
    };
    let progress = |place: usize, now: usize, begun: bool| match place.cmp(&now) {
        std::cmp::Ordering::Less => Progress::Done,
        std::cmp::Ordering::Equal if begun => Progress::Now,
        std::cmp::Ordering::Equal | std::cmp::Ordering::Greater => Progress::Later,
    };
    let steps = rules.steps_before(shoe).into_iter().enumerate().map(|(place, step)| ShoeStep {
        part: ShoePart::Step {
            step: step.id,
            summary: Arc::clone(&step.summary),
            people: (step.people, if place == first { shoe.step_by.len() } else { 0 }),
        },
        by: step.by,
        progress: progress(place, first, true),
        clauses: step.clauses.or(rules.topics.opening),
    });
    let begun = table.phase != Phase::Preparing;
    let burns = !rules.continuous && rules.choices.burn != Burn::None;
    let cut = (!rules.continuous).then_some((ShoePart::Cut, 0, rules.topics.cut));
    let load = Some((ShoePart::Load, 1, rules.topics.cut));
    let burn = burns.then_some((ShoePart::Burn, 2, rules.topics.burn));
    let last = [cut, load, burn].into_iter().flatten().map(|(part, place, clauses)| ShoeStep {
        part,
        by: Role::Dealer,
        progress: progress(place, rest, begun),
        clauses,
    });
    steps.chain(last).collect()
}
