//! What a table plays by, looked up once and kept: a command is decided without searching the rulebook.

use std::fmt;
use std::sync::Arc;

use banco_cards::{Card, Pack};
use banco_rulebook::model::procedure::{BeforeShoe, CardHandling, NextCards, StepBy};
use banco_rulebook::model::rulebook::{Direction, Family, SettlementAct, Shown, Start, UnwageredRound};
use banco_rulebook::model::vocabulary::{
    CallId, CollectedId, IrregularityId, Named, PassId, PostedId, RoleId, SettingId, StepId,
};
use banco_rulebook::model::wager::Moment;
use banco_rulebook::{Cite, PayTable, Terms, TermsError, WagerName};

use super::call::{Phrase, Phrases, call_of};
use super::choices::{
    BurnShown, Choice, Choices, IdleTable, LowerBettorTurns, OppositeBetting, OverTheShoulder,
    PromotionalChips, RecutBy, RejectedJackpot, Shuffler, Tips, VoidAfterFirstCard,
};
use super::command::BankClaim;
use super::draws::Draws;
use super::people::{Role, Seat};
use super::spot::{Spot, SpotId};
use super::state::Shoe;
use crate::coup::DrawRules;
use crate::link::Setup;
use crate::name::{Clauses, Name};
use crate::shelf::RulesId;

/// A step of the preparation of a shoe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preparation {
    /// Its name in the rulebook.
    pub id: Name,
    /// What is done.
    pub summary: Arc<str>,
    /// Who does it.
    pub by: Role,
    /// How many different people do it.
    pub people: u8,
    /// Before which shoes.
    pub shoe: BeforeShoe,
    /// Whether it may be done ahead, with the batch that is not in play.
    pub ahead: bool,
    /// Whether participants may look at the cards before it is done.
    pub after_inspection: bool,
    /// Whether it is part of a shuffle by hand.
    pub by_hand: bool,
    /// What is done in its place where it cannot be done.
    pub stand_in: Option<Name>,
    /// The clauses.
    pub clauses: Clauses,
}

/// One pass around the table in settlement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    /// What is done at each seat, in this order.
    pub does: Vec<SettlementAct>,
    /// The seats, in order.
    pub seats: Vec<Seat>,
    /// The wagers it concerns.
    pub spots: Vec<bool>,
    /// The clauses.
    pub clauses: Clauses,
}

/// The clauses of the procedures, by procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topics {
    pub table: Clauses,
    pub opening: Clauses,
    pub cut: Clauses,
    pub recut: Clauses,
    pub burn: Clauses,
    pub batches: Clauses,
    pub wagering: Clauses,
    pub bank_wager: Clauses,
    pub look: Clauses,
    pub naturals: [Clauses; 2],
    pub under_eight: Clauses,
    pub face_banker: Clauses,
    pub face_player: Clauses,
    pub suivi: Clauses,
    pub banco: Clauses,
    pub dominant: Clauses,
    pub cover: Clauses,
    pub collections: Clauses,
    pub button: Clauses,
    pub declined: Clauses,
    pub rounds_used: Clauses,
    pub house_way: Clauses,
    pub community: Clauses,
    pub closed: Clauses,
    pub in_play: Clauses,
    pub limits: Clauses,
    pub offer: Clauses,
    pub pass_by_choice: Clauses,
    pub pass_by_loss: Clauses,
    pub pass_by_order: Clauses,
    pub pass_on: Clauses,
    pub pass_on_choice: Clauses,
    pub passed_bank_lost: Clauses,
    pub changed_seat: Clauses,
    pub names_dealer: Clauses,
    pub dealing: Clauses,
    pub handling: Clauses,
    pub hands_off: Clauses,
    pub hand_over: Clauses,
    /// Who turns the Player's and the Banker's hand, and their third cards.
    pub hands: [[Clauses; 2]; 2],
    pub unbacked: Clauses,
    pub relinquish: Clauses,
    pub lower_bettor: Clauses,
    /// Equal highest bettors agree on one of them; nothing where the text knows no such agreement.
    pub equal_bettors: Clauses,
    pub house_money: Clauses,
    pub drawing: Clauses,
    /// No hand gets more than a third card; none where the text does not say so.
    pub no_more_cards: Clauses,
    pub settlement: Clauses,
    pub same_in_pit: Clauses,
    pub vigorish: Clauses,
    pub discard: Clauses,
    pub push: Clauses,
    pub end_of_shoe: Clauses,
    pub free_hand: Clauses,
    pub take_in: Clauses,
    pub idle: Clauses,
    /// Rounds without wagers that an irregularity opens.
    pub unwagered: Clauses,
    pub floor: Clauses,
    /// Voiding a round.
    pub void: Clauses,
    /// Correcting the books.
    pub approvals: Clauses,
    /// What becomes of a wager whose jackpot was rejected.
    pub rejection: Clauses,
    pub accommodation: Clauses,
    pub tips: Clauses,
    pub shoulder: Clauses,
}

/// An irregularity as the rulebook has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrregularityRule {
    /// Its name in the rulebook.
    pub id: IrregularityId,
    /// The round without wagers that it opens, where it does.
    pub opens: Option<UnwageredRound>,
    /// The clauses.
    pub clauses: Clauses,
}

/// What a table plays by.
pub struct Rules {
    /// Which rules these are, to the byte.
    pub id: RulesId,
    /// The rulebook and the choices of the submission.
    pub terms: Terms,
    /// What the licensee chose, where a procedure asks for it.
    pub choices: Choices,
    /// The seats, counterclockwise from the dealer's right.
    pub seats: Vec<Seat>,
    /// The wagers.
    pub spots: Vec<Spot>,
    pub(crate) draws: Draws,
    pub(crate) phrases: Phrases,
    /// Calls that go with a line of a wager, whether it is offered or not.
    pub(crate) special_calls: Vec<(PayTable, Phrase)>,
    pub(crate) family: Family,
    pub(crate) handling: CardHandling,
    pub(crate) preparation: Vec<Preparation>,
    pub(crate) passes: Vec<Pass>,
    pub(crate) topics: Topics,
    pub(crate) irregularities: Vec<IrregularityRule>,
    pub(crate) order: Vec<banco_cards::Side>,
    pub(crate) pack: Pack,
    /// How often the shoe holds each of the 52 cards.
    pub(crate) copies: Vec<u8>,
    pub(crate) bank_most_times: u64,
    pub(crate) burn_all_shown: bool,
    pub(crate) new_cards_each_shoe: bool,
    pub(crate) marked: bool,
    pub(crate) continuous: bool,
    /// Whether the right to turn a hand goes to the right when somebody gives it up.
    pub(crate) passes_cards_on: bool,
    pub(crate) one_hand_only: bool,
    pub(crate) promotional_one_play: bool,
    pub(crate) settles_early: bool,
    /// The progressive links of the table.
    pub links: Vec<Arc<Setup>>,
}

impl PartialEq for Rules {
    /// The same texts make the same rules.
    fn eq(&self, other: &Self) -> bool {
        (&self.id, self.terms.open) == (&other.id, other.terms.open)
    }
}

impl Eq for Rules {}

impl fmt::Debug for Rules {
    /// Which rules: whoever prints a table does not want its rulebook.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({})", self.id)
    }
}

/// Why a rulebook cannot be played at a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// A wager of the submission cannot be resolved.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The rulebook does not say how cards are turned.
    #[error("`{rulebook}` does not say how the cards are laid out and turned")]
    NoHandling {
        /// The rulebook.
        rulebook: String,
    },
    /// The rulebook has an option that neither its data nor any procedure goes by.
    #[error("`{rulebook}` has an option `{option}` that nothing goes by; {hint}")]
    UnknownOption {
        /// The rulebook.
        rulebook: String,
        /// The option.
        option: String,
        /// What may have been meant.
        hint: String,
    },
    /// An option has a choice that no procedure knows.
    #[error("`{choice}` of the option `{option}` of `{rulebook}` means nothing to any procedure; {hint}")]
    UnknownChoice {
        /// The rulebook.
        rulebook: String,
        /// The option.
        option: String,
        /// The choice.
        choice: String,
        /// What may have been meant.
        hint: String,
    },
}

impl Rules {
    /// The rules of a table under these terms.
    ///
    /// # Errors
    /// A rulebook that says too little to be dealt by, or something that nothing goes by.
    pub fn new(terms: Terms) -> Result<Self, RulesError> {
        let file = &terms.rulebook.file;
        let rulebook = || terms.rulebook.id().to_owned();
        let handling = terms.handling().ok_or_else(|| RulesError::NoHandling { rulebook: rulebook() })?;
        let choices = Choices::resolve(&terms)?;
        let seats = seats(&terms);
        let topics = Topics::from_terms(&terms, &handling.cite);
        let spots = Spot::all(&terms)?;
        let pack = terms.pack();
        let mut rules = Self {
            id: RulesId::from(&terms.rules_id()),
            draws: Draws::from_rules(&DrawRules::from_terms(&terms)),
            special_calls: special_calls(&terms),
            phrases: Phrases::from_terms(&terms),
            family: file.family,
            handling: handling.cards,
            preparation: preparation(&terms),
            passes: passes(&terms, &seats, &spots),
            irregularities: irregularities(&terms, topics.dealing),
            topics,
            order: file.dealing.order.iter().map(|hand| (*hand).into()).collect(),
            copies: Card::all().map(|card| pack.copies(card)).collect(),
            bank_most_times: file.bank.as_ref().map_or(1, |bank| u64::from(bank.most_times)),
            pack,
            burn_all_shown: file.burn.shown == Shown::ToPlayers || choices.burn_shown == BurnShown::All,
            new_cards_each_shoe: file.end_of_shoe.next_cards == NextCards::New,
            marked: terms.vigorish_collected == Some(CollectedId::Marked),
            continuous: choices.shuffler == Shuffler::Continuous,
            passes_cards_on: file.steps.iter().any(|step| step.id.is(StepId::Relinquish)),
            one_hand_only: choices.opposite_betting == OppositeBetting::Refused,
            promotional_one_play: choices.promotional_chips == PromotionalChips::OnePlay,
            settles_early: spots.iter().any(|spot| spot.settled() == Moment::BeforeThirdCards),
            links: Vec::new(),
            seats,
            spots,
            choices,
            terms,
        };
        rules.links = Setup::all(&rules).into_iter().map(Arc::new).collect();
        Ok(rules)
    }

    /// The clauses on the sensors of a progressive wager and on START GAME.
    pub(crate) fn start_clauses(&self, wager: &str) -> Clauses {
        let found = self.links.iter().find_map(|link| link.start_clauses(wager));
        found.unwrap_or_default().or(self.topics.take_in)
    }

    /// The clauses on what a pending jackpot of a wager locks.
    pub(crate) fn lock_clauses(&self, wager: &str) -> Clauses {
        let found = self.links.iter().find_map(|link| link.lock_clauses(wager));
        found.unwrap_or_default().or(self.topics.take_in)
    }

    /// The clauses on the payment of a meter.
    pub(crate) fn pay_clauses(&self, meter: &str) -> Clauses {
        let found = self.links.iter().find_map(|link| link.pay_clauses(meter));
        found.unwrap_or_default().or(self.topics.take_in)
    }

    /// Whether a meter has a hidden trigger.
    pub(crate) fn is_must_hit(&self, meter: &str) -> bool {
        let meters = self.links.iter().flat_map(|link| &link.meters);
        meters.into_iter().any(|known| *known.id == *meter && known.must_hit)
    }

    /// A wager by its name.
    ///
    /// # Errors
    /// What is wrong with the name, or that the table does not offer it.
    pub fn spot_named(&self, name: &WagerName) -> Result<&Spot, TermsError> {
        let table = self.terms.offered(name)?.table;
        let same = |spot: &&Spot| {
            let known = &spot.offered.table;
            (&known.wager, &known.side, &known.column) == (&table.wager, &table.side, &table.column)
        };
        self.spots
            .iter()
            .find(same)
            .ok_or_else(|| TermsError::NotOffered { wager: name.to_string(), hint: String::new() })
    }

    /// A wager by the name that events write.
    #[must_use]
    pub fn spot_called(&self, wager: Name) -> Option<&Spot> {
        self.spots.iter().find(|spot| spot.wager == wager)
    }

    /// What is done in a step of the preparation.
    #[must_use]
    pub fn step_summary(&self, step: Name) -> &str {
        let all = self.terms.rulebook.file.preparation.iter();
        all.into_iter().find(|known| step == known.id.as_str()).map_or("", |known| known.summary.as_str())
    }

    /// A wager by its place in the list.
    #[must_use]
    pub fn spot(&self, id: SpotId) -> Option<&Spot> {
        self.spots.get(usize::from(id.0))
    }

    /// The base wager on a hand.
    #[must_use]
    pub fn hand_spot(&self, side: banco_cards::Side) -> Option<&Spot> {
        self.spots.iter().find(|spot| spot.hand == Some(side))
    }

    /// The seat with a printed number.
    #[must_use]
    pub fn seat(&self, number: u8) -> Option<Seat> {
        self.seats.iter().copied().find(|seat| seat.number == number)
    }

    /// The seats beginning with one of them, counterclockwise or clockwise.
    pub(crate) fn round_from(
        &self,
        first: Seat,
        direction: Direction,
    ) -> impl Iterator<Item = Seat> + use<'_> {
        let many = self.seats.len();
        let start = usize::from(first.at);
        (0..many).filter_map(move |step| {
            let at = match direction {
                Direction::Counterclockwise => start + step,
                Direction::Clockwise => start + many - step,
            };
            self.seats.get(at % many).copied()
        })
    }

    /// The steps of the preparation before a shoe, in order. What was done ahead is not done again.
    pub(crate) fn steps_before(&self, shoe: &Shoe) -> Vec<&Preparation> {
        let due = |step: &&Preparation| match step.shoe {
            _ if step.ahead && shoe.done_ahead => false,
            BeforeShoe::Every => true,
            BeforeShoe::First => shoe.number == 1,
            BeforeShoe::NewCards => shoe.new_cards,
            BeforeShoe::CardMissing => shoe.card_missing,
        };
        self.preparation.iter().filter(due).collect()
    }

    /// The batch of cards of a shoe: batches take turns, shoe by shoe, from number one.
    pub(crate) fn batch_of(&self, shoe: u32) -> u8 {
        let before = shoe.saturating_sub(1) % u32::from(self.terms.batches.max(1));
        u8::try_from(before).unwrap_or(0).saturating_add(1)
    }

    /// How the rulebook treats an irregularity.
    pub(crate) fn irregularity(&self, id: IrregularityId) -> Option<&IrregularityRule> {
        self.irregularities.iter().find(|rule| rule.id == id)
    }

    /// The fewest cards behind the cut card.
    #[must_use]
    pub fn least_cut_card(&self) -> u16 {
        self.terms.rulebook.file.cut.cut_card_from_back
    }

    /// Whether the rulebook has an irregularity of this name.
    pub(crate) fn knows_irregularity(&self, id: Name) -> bool {
        self.terms.rulebook.file.irregularities.iter().any(|rule| id == rule.id.as_str())
    }

    /// Whether a round of which cards are out is voided by two people only.
    pub(crate) fn void_takes_two(&self) -> bool {
        self.choices.void_after_first_card == VoidAfterFirstCard::TwoPeople
    }

    /// Whether a wager whose jackpot is rejected counts as not made.
    pub(crate) fn rejected_wager_is_void(&self) -> bool {
        self.choices.rejected_jackpot == RejectedJackpot::WagerVoid
    }

    /// A number that the licensee set.
    pub(crate) fn setting(&self, id: SettingId) -> Option<u32> {
        self.terms.setting(id)
    }

    /// The most that a setting may be.
    pub(crate) fn setting_most(&self, id: SettingId) -> u32 {
        self.terms.rulebook.setting(id).and_then(|setting| setting.max).unwrap_or(u32::MAX)
    }
}

/// "Dragon 7" and "Panda 8" are called when the wagers of these names would win.
fn special_calls(terms: &Terms) -> Vec<(PayTable, Phrase)> {
    let phrases = Phrases::from_terms(terms);
    let opened = terms.clone().opened();
    let calls = [(CallId::Dragon7, phrases.dragon_7), (CallId::Panda8, phrases.panda_8)];
    let table = |id: CallId| {
        let wager = opened.rulebook.wager(call_of(terms, id)?.wager.as_ref()?)?;
        let (id, paytable) = (wager.id.clone(), wager.columns.first().cloned());
        opened.offered(&WagerName { id, side: None, paytable }).ok()
    };
    calls.into_iter().filter_map(|(id, phrase)| Some((table(id)?.table, phrase?))).collect()
}

fn seats(terms: &Terms) -> Vec<Seat> {
    let numbered = (0u8..).zip(&terms.positions);
    numbered.map(|(at, number)| Seat { at, number: *number }).collect()
}

fn preparation(terms: &Terms) -> Vec<Preparation> {
    let all = &terms.rulebook.file.preparation;
    let steps = all.iter().filter(|step| {
        let chosen = |choices: &[String]| choices.iter().any(|choice| terms.is_chosen(choice));
        let (when, unless) = (step.when.as_slice(), step.unless.as_slice());
        (when.is_empty() || chosen(when)) && !chosen(unless)
    });
    let by = |by: StepBy| match by {
        StepBy::Dealer => Role::Dealer,
        StepBy::Floor => Role::Floor,
        StepBy::Surveillance => Role::Surveillance,
    };
    steps
        .map(|step| Preparation {
            id: Name::new(&step.id),
            summary: step.summary.as_str().into(),
            by: by(step.by),
            people: step.people,
            shoe: step.shoe,
            ahead: step.ahead && terms.batches > 1,
            after_inspection: step.after_inspection,
            by_hand: step.by_hand,
            stand_in: all
                .iter()
                .find(|other| other.in_place_of.as_ref() == Some(&step.id))
                .map(|other| Name::new(&other.id)),
            clauses: (&step.cite).into(),
        })
        .collect()
}

/// The irregularities of the rulebook; one that rests on a reading alone goes by the clauses of the deal.
fn irregularities(terms: &Terms, dealing: Clauses) -> Vec<IrregularityRule> {
    let rules = terms.rulebook.file.irregularities.iter();
    let known = rules.filter_map(|rule| match &rule.id {
        Named::Known(id) => Some((*id, rule)),
        Named::Told(_) => None,
    });
    known
        .map(|(id, rule)| IrregularityRule {
            id,
            opens: rule.opens,
            clauses: Clauses::from(&rule.cite).or(dealing),
        })
        .collect()
}

/// The passes of settlement. A wager that a pass names is settled by the passes that name it, every other by
/// those that name none.
fn passes(terms: &Terms, seats: &[Seat], spots: &[Spot]) -> Vec<Pass> {
    let order = &terms.rulebook.file.settlement.order;
    let active: Vec<_> =
        order.iter().filter(|step| step.when.as_ref().is_none_or(|when| terms.is_chosen(when))).collect();
    let named = |spot: &Spot| active.iter().any(|step| step.wagers.contains(&spot.name.id));
    active
        .iter()
        .map(|step| Pass {
            does: step.does.clone(),
            seats: in_order(seats, step.first, step.direction),
            spots: spots
                .iter()
                .map(|spot| step.wagers.contains(&spot.name.id) || (step.wagers.is_empty() && !named(spot)))
                .collect(),
            clauses: (&step.cite).into(),
        })
        .collect()
}

/// All seats from the dealer's right or from the highest number, the one way or the other.
fn in_order(seats: &[Seat], first: Start, direction: Direction) -> Vec<Seat> {
    let mut all = seats.to_vec();
    if direction == Direction::Clockwise {
        all.reverse();
    }
    // From the highest seat counterclockwise the dealer's right comes next.
    if first == Start::HighestSeat && direction == Direction::Counterclockwise {
        all.rotate_right(1.min(seats.len()));
    }
    all
}

/// The clauses on what goes wrong and is followed by a round without wagers.
fn unwagered(terms: &Terms) -> Clauses {
    let rules = terms.rulebook.file.irregularities.iter().filter(|rule| rule.opens.is_some());
    let mut all: Vec<String> = rules.flat_map(|rule| rule.cite.as_slice().iter().cloned()).collect();
    all.dedup();
    all.as_slice().into()
}

/// The clauses on vigorish, and on when it is collected.
fn vigorish(terms: &Terms) -> Option<Clauses> {
    let rule = terms.rulebook.file.vigorish.as_ref()?;
    let chosen = rule.collected.iter().find(|way| Some(way.id) == terms.vigorish_collected);
    let when = chosen.map(|way| way.cite.as_slice()).unwrap_or_default();
    let known = rule.cite.as_slice();
    let more = when.iter().filter(|clause| !known.contains(clause));
    let all: Vec<String> = known.iter().chain(more).cloned().collect();
    Some(all.as_slice().into())
}

impl Topics {
    /// The clauses of a claim to cover the whole bank.
    pub(crate) const fn claims(&self, claim: BankClaim) -> Clauses {
        match claim {
            BankClaim::Suivi => self.suivi,
            BankClaim::Banco => self.banco,
        }
    }

    fn from_terms(terms: &Terms, handling: &Cite) -> Self {
        let file = &terms.rulebook.file;
        let cite = |cite: &Cite| Clauses::from(cite);
        let settlement = cite(&file.settlement.cite);
        let dealing = cite(terms.dealing_cite());
        let seats = cite(&file.seats.cite);
        let opening = file.preparation.first().map(|step| cite(&step.cite)).unwrap_or_default().or(seats);
        // Where a text has a procedure by a reading alone, what it says of the cards stands behind it.
        let cut = cite(&file.cut.cite).or(opening);
        let step = |id: StepId| {
            let chosen = |when: &Option<String>| when.as_ref().is_none_or(|when| terms.is_chosen(when));
            let found = file.steps.iter().find(|step| step.id.is(id) && chosen(&step.when));
            found.map(|step| Clauses::from(&step.cite)).unwrap_or_default()
        };
        let pass = |id: PassId| {
            let passes = file.offer.iter().flat_map(|offer| &offer.passes);
            passes.into_iter().find(|pass| pass.id.is(id)).map(|pass| Clauses::from(&pass.cite))
        };
        let offer = file.offer.as_ref().map_or_else(|| dealing, |offer| cite(&offer.cite));
        let call = |id: CallId| call_of(terms, id).map(|call| cite(&call.cite));
        let option =
            |id: &str| terms.rulebook.option(id).map(|option| cite(&option.cite)).unwrap_or_default();
        let role = |id: RoleId| file.roles.iter().find(|role| role.id.is(id)).map(|role| cite(&role.cite));
        let posted =
            |id: PostedId| file.posted.iter().find(|item| item.id.is(id)).map(|item| cite(&item.cite));
        let wagering = step(StepId::Wagering).or(step(StepId::PartialWagers)).or(settlement);
        let closed = call(CallId::NoMoreBets).unwrap_or(wagering);
        let or_offer = |id: PassId| pass(id).unwrap_or_default().or(offer);
        let hand_over = step(StepId::HandOver).or(step(StepId::MidiReveal)).or(cite(handling));
        let decks = file.decks.iter().find(|range| range.batches > 1);
        Self {
            recut: option(RecutBy::OPTION).or(cut),
            burn: cite(&file.burn.cite).or(cut),
            batches: decks.map_or_else(|| cut, |range| cite(&range.cite)),
            limits: posted(PostedId::Limits).unwrap_or(wagering),
            pass_by_choice: or_offer(PassId::ByChoice),
            pass_by_loss: or_offer(PassId::BankerLost),
            pass_by_order: or_offer(PassId::ByOrder),
            pass_on: pass(PassId::ToTheRight).or_else(|| pass(PassId::AfterCompulsion)).unwrap_or(offer),
            pass_on_choice: or_offer(PassId::AfterChoice),
            passed_bank_lost: or_offer(PassId::PassedBankLost),
            changed_seat: or_offer(PassId::ChangedSeat),
            bank_wager: step(StepId::BankersWager).or(wagering),
            look: step(StepId::FirstLook).or(cite(&file.drawing.player.draws_cite)),
            naturals: [CallId::PlayerNatural, CallId::BankersNatural]
                .map(|id| call(id).unwrap_or_else(|| cite(&file.drawing.natural.cite))),
            under_eight: call(CallId::UnderEight).unwrap_or_else(|| cite(&file.drawing.natural.cite)),
            face_banker: step(StepId::FaceBankersHand).or(cite(handling)),
            face_player: call(CallId::PlayerWins).unwrap_or_else(|| cite(handling)),
            suivi: step(StepId::Suivi).or(wagering),
            banco: step(StepId::Banco).or(wagering),
            cover: step(StepId::PlayerDealerWager).or(wagering),
            collections: step(StepId::Collections).or(wagering),
            button: step(StepId::ActionButton).or(settlement),
            declined: or_offer(PassId::Declined),
            rounds_used: or_offer(PassId::RoundsUsed),
            community: step(StepId::CommunityCard).or(cite(&file.drawing.player.draws_cite)),
            house_way: step(StepId::HouseWay).or(cite(&file.drawing.player.draws_cite)),
            dominant: role(RoleId::DominantPlayer).unwrap_or(wagering),
            names_dealer: or_offer(PassId::NamesDealer),
            hands: [
                [StepId::HandOverPlayer, StepId::HandOverPlayerThird],
                [StepId::HandOverBanker, StepId::HandOverBankerThird],
            ]
            .map(|ids| ids.map(|id| step(id).or(hand_over))),
            unbacked: step(StepId::UnbackedHand).or(cite(handling)),
            hand_over,
            relinquish: step(StepId::Relinquish).or(cite(handling)),
            lower_bettor: option(LowerBettorTurns::OPTION).or(cite(handling)),
            equal_bettors: step(StepId::EqualBettors),
            house_money: step(StepId::HouseMoney).or(settlement),
            drawing: cite(&file.drawing.cite).or(cite(&file.drawing.player.draws_cite)),
            no_more_cards: cite(&file.drawing.limit_cite),
            vigorish: vigorish(terms).unwrap_or(settlement),
            same_in_pit: step(StepId::SameProcedure),
            discard: step(StepId::Discard).or(settlement),
            push: step(StepId::Push).or(settlement),
            end_of_shoe: cite(&file.end_of_shoe.cite).or(cut),
            opening,
            free_hand: step(StepId::FreeHand).or(dealing),
            take_in: step(StepId::StartGame).or(wagering),
            idle: chosen_clauses(terms, IdleTable::OPTION).or(cut),
            cut,
            unwagered: unwagered(terms).or(step(StepId::FreeHand)).or(dealing),
            void: option(VoidAfterFirstCard::OPTION)
                .or(role(RoleId::Floorperson).or_else(|| role(RoleId::Supervisor)).unwrap_or(seats)),
            approvals: file.approvals.as_ref().map(|rules| cite(&rules.cite)).unwrap_or_default().or(role(
                RoleId::Floorperson,
            )
            .or_else(|| role(RoleId::Supervisor))
            .unwrap_or(seats)),
            rejection: option(RejectedJackpot::OPTION),
            floor: role(RoleId::Floorperson).or_else(|| role(RoleId::Supervisor)).unwrap_or(seats),
            accommodation: role(RoleId::Licensee).unwrap_or_default(),
            tips: option(Tips::OPTION).or(wagering),
            shoulder: option(OverTheShoulder::OPTION).or(seats),
            handling: cite(handling),
            hands_off: step(StepId::HandsOff).or(cite(handling)),
            in_play: step(StepId::WagersInPlay).or(closed),
            table: seats,
            wagering,
            closed,
            offer,
            dealing,
            settlement,
        }
    }

    /// The clauses on a natural of a hand that its holder announces.
    pub fn natural(&self, side: banco_cards::Side) -> Clauses {
        let [player, banker] = self.naturals;
        match side {
            banco_cards::Side::Player => player,
            banco_cards::Side::Banker => banker,
        }
    }

    /// The clauses on who turns a hand, or its third card.
    pub fn hand(&self, side: banco_cards::Side, third: bool) -> Clauses {
        let [player, banker] = &self.hands;
        let [two, more] = *match side {
            banco_cards::Side::Player => player,
            banco_cards::Side::Banker => banker,
        };
        if third { more } else { two }
    }
}

/// The clauses of what was chosen for an option.
fn chosen_clauses(terms: &Terms, option: &str) -> Clauses {
    let choices = terms.rulebook.option(option).map(|option| option.choices.as_slice()).unwrap_or_default();
    let chosen = choices.iter().find(|choice| choice.id == terms.option(option));
    chosen.map(|choice| Clauses::from(&choice.cite)).unwrap_or_default()
}
