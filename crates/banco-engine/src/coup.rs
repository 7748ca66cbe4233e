//! A coup: four cards, then who draws, and why.
//!
//! Implements the drawing rules of all five texts (MB 9-11, MM 8-10, CF 7-8, CA Player Hand and Dealer Hand,
//! CO 30-2812 to 30-2814) by the tables of the rulebook; nothing here knows a total by heart.

use banco_cards::{Card, Hand, Outcome, Side};
use banco_rulebook::model::procedure::CardHandling;
use banco_rulebook::model::rulebook::{Drawing, PlayerChoice};
use banco_rulebook::{Digits, Terms};
use serde::{Deserialize, Serialize};

/// What somebody who may choose decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Take a third card: "Card".
    Draw,
    /// Take none: "Stay".
    Stand,
}

/// The decisions of a coup; `None` where nobody said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Decisions {
    /// For the Player's hand.
    pub player: Option<Decision>,
    /// For the Banker's hand.
    pub banker: Option<Decision>,
}

/// A finished coup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coup {
    /// The Banker's hand.
    pub banker: Hand,
    /// The Player's hand.
    pub player: Hand,
    /// A community card that was dealt but does not count, because the Banker's hand turned out a natural.
    pub uncounted: Option<Card>,
}

impl Coup {
    /// One of its hands.
    #[must_use]
    pub const fn hand(&self, side: Side) -> &Hand {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    /// Which hand won.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        Outcome::from_points(self.player.total(), self.banker.total())
    }
}

/// One thing that happened in a coup, and the clauses behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoryStep {
    /// What happened.
    pub what: Happening,
    /// The clauses.
    pub cite: Vec<String>,
}

/// What can happen in a coup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Happening {
    /// A card was dealt to a hand.
    Dealt(Side, Card),
    /// A hand is a natural: nobody draws.
    Natural(Side),
    /// A hand must draw.
    Draws(Side),
    /// A hand must stand.
    Stands(Side),
    /// Whoever controls the hand chose.
    Chose(Side, Decision),
    /// Each bettor may stand on the two cards; the card is dealt in any case.
    BettorsChoose(Side),
    /// The community card does not count.
    Uncounted(Card),
}

/// A finished coup, told step by step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Story {
    /// The coup.
    pub coup: Coup,
    /// How it came about.
    pub steps: Vec<StoryStep>,
}

/// Why cards do not make a coup.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CoupError {
    /// A card is due that was not given.
    #[error("too few cards: {due}")]
    TooFew {
        /// What is due, and why.
        due: String,
        /// The clauses.
        cite: Vec<String>,
    },
    /// More cards were given than the rule deals.
    #[error("too many cards: {why}, so `{extra}` is not dealt")]
    TooMany {
        /// The first card too many.
        extra: Card,
        /// Why no card is due.
        why: String,
        /// The clauses.
        cite: Vec<String>,
    },
    /// Somebody had a choice, and the cards do not tell what it was.
    #[error("the {name} hand may draw or stand on {total}, and the cards do not tell which")]
    ChoiceNeeded {
        /// Whose choice.
        side: Side,
        /// What the rulebook calls this hand.
        name: String,
        /// The two-card count.
        total: u8,
        /// The clauses.
        cite: Vec<String>,
    },
    /// A choice was given where the rule leaves none.
    #[error("the {side} hand has no choice in this coup")]
    NoChoice {
        /// Whose choice.
        side: Side,
    },
    /// The shoe does not hold this card so often, or at all.
    #[error("the shoe holds `{card}` {copies} times, the cards name it more often")]
    NotInPack {
        /// The card.
        card: Card,
        /// How often the shoe holds it.
        copies: u8,
    },
    /// The rulebook's dealing order cannot be played.
    #[error("the rulebook deals no two cards to each hand")]
    BadDealing,
}

impl CoupError {
    /// A stable name for this kind of problem.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooFew { .. } => "too_few_cards",
            Self::TooMany { .. } => "too_many_cards",
            Self::ChoiceNeeded { .. } => "choice_needed",
            Self::NoChoice { .. } => "no_choice",
            Self::NotInPack { .. } => "card_not_in_pack",
            Self::BadDealing => "bad_dealing",
        }
    }

    /// The clauses behind it.
    #[must_use]
    pub fn cite(&self) -> &[String] {
        match self {
            Self::TooFew { cite, .. } | Self::TooMany { cite, .. } | Self::ChoiceNeeded { cite, .. } => cite,
            _ => &[],
        }
    }
}

/// What a hand does about a third card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// What it does.
    pub action: DrawAction,
    /// The clauses.
    pub cite: Vec<String>,
}

/// What a hand does about a third card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawAction {
    /// It must draw.
    Draws,
    /// It must stand.
    Stands,
    /// Whoever controls it chooses.
    Chooses,
    /// It draws, and each bettor may stand on the first two cards.
    DrawsForHitters,
}

/// The drawing rules of a table.
#[derive(Clone, Copy, Debug)]
pub struct DrawRules<'a> {
    terms: &'a Terms,
    drawing: &'a Drawing,
    free_totals: Option<&'a Digits>,
    banker_chooses: bool,
    community: bool,
}

impl<'a> DrawRules<'a> {
    /// The drawing rules under these terms.
    #[must_use]
    pub fn from_terms(terms: &'a Terms) -> Self {
        let drawing = &terms.rulebook.file.drawing;
        let optional = drawing.banker.optional.as_ref();
        Self {
            terms,
            drawing,
            free_totals: terms.variant.player_chooses.as_ref(),
            banker_chooses: optional.is_some_and(|optional| terms.is_chosen(&optional.when)),
            community: terms.handling().is_some_and(|handling| handling.cards == CardHandling::Community),
        }
    }

    /// Whether a two-card count stops all drawing.
    #[must_use]
    pub fn is_natural(&self, total: u8) -> bool {
        self.drawing.natural.totals.contains(total)
    }

    /// What the Player's hand does on a two-card count that is no natural; `banker_first` is the point value of
    /// the Banker's first card, which some games expose.
    #[must_use]
    pub fn player(&self, total: u8, banker_first: u8) -> Draw {
        let rule = &self.drawing.player;
        if self.free_totals.is_some_and(|totals| totals.contains(total)) {
            return Draw { action: DrawAction::Chooses, cite: self.terms.variant.cite.as_slice().to_vec() };
        }
        let open = |choice: &&PlayerChoice| {
            let exposed = choice.first_banker_card.as_ref();
            choice.totals.contains(total) && exposed.is_none_or(|values| values.contains(banker_first))
        };
        if let Some(choice) = rule.chooses.as_ref().filter(open) {
            let action = if choice.each_bettor { DrawAction::DrawsForHitters } else { DrawAction::Chooses };
            return Draw { action, cite: choice.cite.as_slice().to_vec() };
        }
        if rule.draws.contains(total) {
            Draw { action: DrawAction::Draws, cite: rule.draws_cite.as_slice().to_vec() }
        } else {
            Draw { action: DrawAction::Stands, cite: rule.stands_cite.as_slice().to_vec() }
        }
    }

    /// What gives the Player's hand a card before the Banker's hand is turned, so that the card may turn out not to
    /// count; nothing where both hands lie open first, and nothing for a hand that takes no card.
    #[must_use]
    pub fn card_before_turning(&self, total: u8, banker_first: u8) -> Option<Draw> {
        let draw =
            Some(self.player(total, banker_first)).filter(|_| self.community && !self.is_natural(total));
        draw.filter(|draw| matches!(draw.action, DrawAction::Draws | DrawAction::DrawsForHitters))
    }

    /// What the Player's hand did about a third card in this coup, naturals apart.
    #[must_use]
    pub fn player_draw(&self, coup: &Coup) -> Draw {
        let exposed = coup.banker.cards().next().map_or(0, |card| card.points().get());
        self.player(coup.player.initial_total().get(), exposed)
    }

    /// Whether each bettor could stand on the Player's first two cards in this coup.
    #[must_use]
    pub fn bettors_choose(&self, coup: &Coup) -> bool {
        let natural = Side::BOTH.iter().any(|side| self.is_natural(coup.hand(*side).initial_total().get()));
        !natural && self.player_draw(coup).action == DrawAction::DrawsForHitters
    }

    /// What the Banker's hand does on a two-card count that is no natural, given the point value of the
    /// Player's third card, if there is one.
    #[must_use]
    pub fn banker(&self, total: u8, third: Option<u8>) -> Draw {
        let rule = &self.drawing.banker;
        let key = total.to_string();
        let optional = rule.optional.as_ref().filter(|_| self.banker_chooses);
        if let Some(optional) = optional
            && optional.cells.iter().any(|cell| cell.banker == total && cell.third == third)
        {
            return Draw { action: DrawAction::Chooses, cite: optional.cite.as_slice().to_vec() };
        }
        let draws = self.banker_bound(total, third);
        let cite = if third.is_some() { rule.cite.get(&key) } else { Some(&rule.stood_cite) };
        Draw {
            action: if draws { DrawAction::Draws } else { DrawAction::Stands },
            cite: cite.map(|cite| cite.as_slice().to_vec()).unwrap_or_default(),
        }
    }

    /// Whether the Banker's hand draws by the table, where nobody chooses.
    #[must_use]
    pub fn banker_bound(&self, total: u8, third: Option<u8>) -> bool {
        self.drawing.banker.table.get(&total.to_string()).is_some_and(|row| row.draws(third))
    }

    /// What the rulebook calls a hand.
    #[must_use]
    pub fn name(&self, side: Side) -> &'a str {
        let names = &self.terms.rulebook.file.hands;
        match side {
            Side::Player => &names.player,
            Side::Banker => &names.banker,
        }
    }

    /// The clauses about naturals.
    #[must_use]
    pub fn natural_clauses(&self) -> &'a [String] {
        self.drawing.natural.cite.as_slice()
    }

    /// Whether the usual rule draws on a two-card count of the Player's hand, where its holder may choose.
    #[must_use]
    pub fn house_draws(&self, total: u8) -> bool {
        self.drawing.player.draws.contains(total)
    }
}

/// Deals cards as the rule says: in dealing order, then third cards as drawn. Choices that nobody told are
/// inferred from the number of cards where that leaves one possibility.
///
/// # Errors
/// Too few or too many cards for the rule, cards that the shoe does not hold, or an open choice.
pub fn play(terms: &Terms, cards: &[Card], decisions: Decisions) -> Result<Story, CoupError> {
    let pack = terms.pack();
    if let Some(card) = pack.first_excess(cards) {
        return Err(CoupError::NotInPack { card, copies: pack.copies(card) });
    }
    let rules = DrawRules::from_terms(terms);
    let mut told: Vec<Story> = Vec::new();
    let mut first_error = None;
    for player in possible(decisions.player) {
        for banker in possible(decisions.banker) {
            match Table::deal(rules, cards, Decisions { player, banker }) {
                Ok(story) if !told.contains(&story) => told.push(story),
                Ok(_) => {}
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
    }
    match (told.pop(), first_error) {
        (Some(story), _) if told.is_empty() => check_choices(rules, story, decisions),
        (Some(story), _) => Err(open_choice(rules, &story)),
        (None, error) => Err(error.unwrap_or(CoupError::BadDealing)),
    }
}

/// What may have been decided: what was said, or anything.
fn possible(said: Option<Decision>) -> Vec<Option<Decision>> {
    said.map_or_else(|| vec![Some(Decision::Draw), Some(Decision::Stand)], |decision| vec![Some(decision)])
}

/// A choice that was told must have been there to make. The Player's hand may have asked for a card before the
/// Banker's hand turned out a natural.
fn check_choices(rules: DrawRules<'_>, story: Story, said: Decisions) -> Result<Story, CoupError> {
    let natural = story.steps.iter().any(|step| step.what == Happening::Natural(Side::Banker));
    let rule = rules.drawing.player.chooses.as_ref().filter(|choice| !choice.each_bettor);
    let total = story.coup.player.initial_total().get();
    let asked_in_vain = natural && rule.is_some_and(|choice| choice.totals.contains(total));
    for (side, said) in [(Side::Player, said.player), (Side::Banker, said.banker)] {
        let made = story.steps.iter().any(|step| matches!(step.what, Happening::Chose(by, _) if by == side));
        if said.is_some() && !made && !(side == Side::Player && asked_in_vain) {
            return Err(CoupError::NoChoice { side });
        }
    }
    Ok(story)
}

/// The first choice of a story that could have gone the other way with the same number of cards.
fn open_choice(rules: DrawRules<'_>, story: &Story) -> CoupError {
    let chosen = story.steps.iter().find_map(|step| match step.what {
        Happening::Chose(side, _) => Some((side, step.cite.clone())),
        _ => None,
    });
    let (side, cite) = chosen.unwrap_or((Side::Player, Vec::new()));
    let (name, total) = (rules.name(side).to_owned(), story.coup.hand(side).initial_total().get());
    CoupError::ChoiceNeeded { side, name, total, cite }
}

/// A coup being dealt.
struct Table<'a> {
    rules: DrawRules<'a>,
    cards: std::slice::Iter<'a, Card>,
    coup: Coup,
    steps: Vec<StoryStep>,
}

impl<'a> Table<'a> {
    fn deal(rules: DrawRules<'a>, cards: &'a [Card], decisions: Decisions) -> Result<Story, CoupError> {
        let coup = Coup { player: Hand::default(), banker: Hand::default(), uncounted: None };
        let mut table = Self { rules, cards: cards.iter(), coup, steps: Vec::new() };
        table.initial_cards()?;
        let why = table.third_cards(decisions)?;
        match table.cards.next() {
            None => Ok(Story { coup: table.coup, steps: table.steps }),
            Some(extra) => {
                let cite = table.steps.last().map(|step| step.cite.clone()).unwrap_or_default();
                Err(CoupError::TooMany { extra: *extra, why, cite })
            }
        }
    }

    fn initial_cards(&mut self) -> Result<(), CoupError> {
        let dealing = &self.rules.terms.rulebook.file.dealing;
        let cite = self.rules.terms.dealing_cite();
        for (given, side) in dealing.order.iter().enumerate() {
            let due = || format!("a round begins with {} cards, {given} are given", dealing.order.len());
            self.take((*side).into(), cite.as_slice(), due)?;
        }
        let two = Side::BOTH.iter().all(|side| self.coup.hand(*side).first_two().is_some());
        if two { Ok(()) } else { Err(CoupError::BadDealing) }
    }

    /// Third cards, by the rule; says at the end why no more card is due.
    fn third_cards(&mut self, decisions: Decisions) -> Result<String, CoupError> {
        let [player, banker] = Side::BOTH.map(|side| self.coup.hand(side).initial_total().get());
        let natural = Side::BOTH.into_iter().find(|side| self.rules.is_natural(self.total(*side)));
        let banker_first = self.coup.banker.cards().next().map_or(0, |card| card.points().get());
        if let Some(side) = natural {
            let cite = self.rules.natural_clauses().to_vec();
            self.step(Happening::Natural(side), cite);
            if side == Side::Banker {
                self.uncounted_card(player, banker_first);
            }
            return Ok(format!("the {} hand is a natural {}", self.name(side), self.total(side)));
        }
        let draw = self.rules.player(player, banker_first);
        self.third_card(Side::Player, draw, decisions.player)?;
        let third = self.coup.player.third().map(|card| card.points().get());
        let draw = self.rules.banker(banker, third);
        self.third_card(Side::Banker, draw, decisions.banker)?;
        Ok(match self.steps.last().map(|step| step.what) {
            Some(Happening::Stands(side)) => {
                format!("the {} hand stands on {}", self.name(side), self.total(side))
            }
            _ => "neither hand takes a further card".to_owned(),
        })
    }

    /// Where the community card is dealt before the Banker's hand is turned, it does not count against a natural.
    /// Whoever tells the cards of a round may leave it out.
    fn uncounted_card(&mut self, player: u8, banker_first: u8) {
        if let Some(draw) = self.rules.card_before_turning(player, banker_first)
            && let Some(card) = self.cards.next()
        {
            self.coup.uncounted = Some(*card);
            self.step(Happening::Uncounted(*card), draw.cite);
        }
    }

    fn third_card(&mut self, side: Side, draw: Draw, said: Option<Decision>) -> Result<(), CoupError> {
        let total = self.total(side);
        let draws = match draw.action {
            DrawAction::Draws => {
                self.step(Happening::Draws(side), draw.cite.clone());
                true
            }
            DrawAction::Stands => {
                self.step(Happening::Stands(side), draw.cite.clone());
                false
            }
            DrawAction::DrawsForHitters => {
                self.step(Happening::BettorsChoose(side), draw.cite.clone());
                true
            }
            DrawAction::Chooses => {
                let decision = said.ok_or_else(|| self.choice_needed(side, draw.cite.clone()))?;
                self.step(Happening::Chose(side, decision), draw.cite.clone());
                decision == Decision::Draw
            }
        };
        if !draws {
            return Ok(());
        }
        let name = self.name(side);
        self.take(side, &draw.cite, || {
            format!("the {name} hand counts {total} and draws, so a third card is due for it")
        })
    }

    fn choice_needed(&self, side: Side, cite: Vec<String>) -> CoupError {
        CoupError::ChoiceNeeded { side, name: self.name(side).to_owned(), total: self.total(side), cite }
    }

    fn take(&mut self, side: Side, cite: &[String], due: impl Fn() -> String) -> Result<(), CoupError> {
        let card = *self.cards.next().ok_or_else(|| CoupError::TooFew { due: due(), cite: cite.to_vec() })?;
        let hand = match side {
            Side::Player => &mut self.coup.player,
            Side::Banker => &mut self.coup.banker,
        };
        hand.push(card).map_err(|_| CoupError::BadDealing)?;
        self.step(Happening::Dealt(side, card), cite.to_vec());
        Ok(())
    }

    fn name(&self, side: Side) -> &'a str {
        self.rules.name(side)
    }

    fn total(&self, side: Side) -> u8 {
        self.coup.hand(side).initial_total().get()
    }

    fn step(&mut self, what: Happening, cite: Vec<String>) {
        self.steps.push(StoryStep { what, cite });
    }
}
