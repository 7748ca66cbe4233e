//! What a link runs by: its meters, who feeds them, what a jackpot locks and who confirms it.

use crate::table::{Choice, FixedProgressivePays, JackpotConfirmation};
use banco_cards::{Rank, Suit};
use banco_money::{Amount, Currency, Percent};
use banco_rulebook::model::link::{JackpotSteps, JackpotWords, LinkTerms, LockMode, Overflow};
use banco_rulebook::model::wager::WagerKind;
use banco_rulebook::{Offer, PayTable, Terms};

use crate::link::pool::Growth;
use crate::name::{Clauses, Name};
use crate::table::Rules;

/// A meter of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterRule {
    /// Its name in pays such as `100% of star`.
    pub id: Name,
    /// Its printed name.
    pub name: Name,
    /// The wager that feeds it.
    pub wager: Name,
    /// By what it grows.
    pub growth: Growth,
    /// Whether it has a hidden trigger.
    pub must_hit: bool,
    /// Its clauses.
    pub clauses: Clauses,
}

/// The clauses of what is done with jackpots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    pub(super) start: Clauses,
    pub(super) select: Clauses,
    pub(super) hit: Clauses,
    pub(super) lock: Clauses,
    pub(super) verify: Clauses,
    pub(super) pay: Clauses,
    pub(super) split: Clauses,
    pub(super) fixed: Clauses,
    pub(super) end: Clauses,
    pub(super) adjust: Clauses,
    pub(super) reseed: Clauses,
}

/// What decides how often the meters of a wager are won: tables on one link agree in all of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odds {
    rulebook: String,
    variant: String,
    decks: u8,
    removed: Vec<Rank>,
    seats: usize,
    suits: Vec<Suit>,
    table: PayTable,
}

/// A wager of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerRule {
    /// Its id.
    pub id: Name,
    /// The amounts in which it is made; none where it is free.
    pub units: Vec<Amount>,
    /// Whether the dealer selects seat and hand before HIT JACKPOT.
    pub selects: bool,
    /// Whether fixed pays come out of its first meter.
    pub fixed_from_meter: bool,
    /// Whether whoever has verified a jackpot may pay it as well.
    pub verifier_pays: bool,
    /// The names of the lines that pay a share of a meter.
    pub lines: Vec<Name>,
    /// How often it is won.
    pub odds: Odds,
    /// What the text calls the steps of a round with the wager.
    pub words: JackpotWords,
    pub(super) steps: Steps,
}

/// What a link runs by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Its name.
    pub name: Name,
    /// Its currency.
    pub currency: Currency,
    /// What a pending jackpot holds up.
    pub lock: LockMode,
    /// What becomes of money above a cap.
    pub overflow: Overflow,
    /// From which amount on an executive confirms a jackpot; always where there is none.
    pub executive_from: Option<Amount>,
    /// Its meters.
    pub meters: Vec<MeterRule>,
    /// Its wagers.
    pub wagers: Vec<WagerRule>,
}

/// The name of the meter with the hidden trigger, after the wager's.
const MUST_HIT: &str = "must-hit";

impl Setup {
    /// The links of a table.
    #[must_use]
    pub fn all(rules: &Rules) -> Vec<Self> {
        rules.terms.links.iter().map(|link| Self::from_terms(rules, link)).collect()
    }

    /// A link of which only the name is known.
    pub(super) fn blank(name: Name) -> Self {
        Self {
            name,
            currency: Currency::Usd,
            lock: LockMode::All,
            overflow: Overflow::default(),
            executive_from: None,
            meters: Vec::new(),
            wagers: Vec::new(),
        }
    }

    fn from_terms(rules: &Rules, link: &LinkTerms) -> Self {
        let mut setup = Self {
            currency: rules.terms.currency,
            lock: link.lock,
            overflow: link.overflow,
            executive_from: link.executive_from,
            ..Self::blank(Name::new(&link.name))
        };
        for id in &link.wagers {
            let offer = rules.terms.offers.iter().find(|offer| offer.wager == *id);
            if let Some((offer, wager)) = offer.and_then(|offer| Some((offer, wager_rule(rules, offer)?))) {
                setup.meters.extend(meters(&rules.terms, link, offer, wager.id));
                setup.wagers.push(wager);
            }
        }
        setup
    }

    /// What the text calls the steps of a round; wagers of one link are of one text.
    #[must_use]
    pub fn words(&self) -> JackpotWords {
        self.wagers.first().map(|wager| wager.words.clone()).unwrap_or_default()
    }

    /// A wager by its name.
    #[must_use]
    pub fn wager(&self, id: &str) -> Option<&WagerRule> {
        self.wagers.iter().find(|wager| wager.id == *id)
    }

    /// A meter by its name.
    #[must_use]
    pub fn meter(&self, id: &str) -> Option<&MeterRule> {
        self.meters.iter().find(|meter| meter.id == *id)
    }

    /// The printed name of a meter.
    pub(super) fn printed_name(&self, meter: Name) -> Name {
        self.meter(&meter).map_or(meter, |rule| rule.name)
    }

    /// The wager that a line with a share of a meter belongs to, and the line.
    pub(super) fn line(&self, text: &str) -> Option<(&WagerRule, Name)> {
        self.wagers.iter().find_map(|wager| {
            let line = wager.lines.iter().find(|line| ***line == *text)?;
            Some((wager, *line))
        })
    }

    pub(crate) fn start_clauses(&self, wager: &str) -> Option<Clauses> {
        self.wager(wager).map(|rule| rule.steps.start)
    }

    pub(crate) fn lock_clauses(&self, wager: &str) -> Option<Clauses> {
        self.wager(wager).map(|rule| rule.steps.lock)
    }

    pub(crate) fn pay_clauses(&self, meter: &str) -> Option<Clauses> {
        let rule = self.meter(meter)?;
        if rule.must_hit {
            return Some(rule.clauses);
        }
        self.wager(&rule.wager).map(|wager| wager.steps.pay)
    }

    /// The meters that a wager feeds.
    pub(super) fn fed_by(&self, wager: Name) -> impl Iterator<Item = &MeterRule> {
        self.meters.iter().filter(move |meter| meter.wager == wager)
    }

    /// The wager that feeds a meter.
    pub(super) fn wager_of(&self, meter: Name) -> Option<&WagerRule> {
        self.wager(&self.meter(meter.as_str())?.wager)
    }

    /// The clauses on the payment of its first wager, for what concerns the link as a whole.
    pub(super) fn clauses(&self) -> Clauses {
        self.wagers.first().map(|wager| wager.steps.pay).unwrap_or_default()
    }

    /// First of the [differences](Self::differences).
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Difference> {
        self.differences(other).into_iter().next()
    }

    /// Terms in which another setup differs, and what they say: the other one's, then its own.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        let wagers = |setup: &Self| {
            setup.wagers.iter().map(|wager| wager.id.to_string()).collect::<Vec<_>>().join(", ")
        };
        let first: [(&'static str, [String; 2]); 2] = [
            ("wagers", [other, self].map(wagers)),
            ("currency", [other, self].map(|setup| setup.currency.to_string())),
        ];
        let by_wager = self.wagers.iter().zip(&other.wagers);
        let by_wager = by_wager.flat_map(|(ours, theirs)| ours.differences(theirs));
        let last: [(&'static str, [String; 2]); 4] = [
            ("meters", [other.meters_text(self), self.meters_text(other)]),
            (
                "what becomes of money above a cap",
                [other, self].map(|setup| setup.overflow_text().to_owned()),
            ),
            ("what a pending jackpot locks", [other, self].map(|setup| lock_text(setup.lock).to_owned())),
            ("when an executive confirms", [other, self].map(Self::executive_text)),
        ];
        let first = first.into_iter().filter_map(differing);
        first.chain(by_wager).chain(last.into_iter().filter_map(differing)).collect()
    }

    /// The meters that another setup does not have, in words.
    fn meters_text(&self, other: &Self) -> String {
        let alike =
            |meter: &MeterRule, known: &MeterRule| (&meter.id, meter.growth) == (&known.id, known.growth);
        let own = self.meters.iter().filter(|meter| !other.meters.iter().any(|known| alike(meter, known)));
        let text: Vec<String> = own.map(|meter| format!("{}: {}", meter.name, meter.growth.text())).collect();
        text.join("; ")
    }

    /// What becomes of money above a cap, in words.
    pub(super) const fn overflow_text(&self) -> &'static str {
        match self.overflow {
            Overflow::Next => "it goes into the next jackpot beside the seed",
            Overflow::Seed => "it pays for the seed",
        }
    }

    /// From which amount on an executive confirms, in words.
    pub(super) fn executive_text(&self) -> String {
        self.executive_from.map_or("always".to_owned(), |from| format!("from {from} on"))
    }
}

/// A term that differs: its name, what the other says and what this one says.
pub type Difference = (&'static str, String, String);

fn differing((what, [theirs, ours]): (&'static str, [String; 2])) -> Option<Difference> {
    (theirs != ours).then_some((what, theirs, ours))
}

/// What a pending jackpot locks, in words.
pub(super) const fn lock_text(lock: LockMode) -> &'static str {
    match lock {
        LockMode::All => "every table",
        LockMode::Value => "its amount",
    }
}

impl WagerRule {
    fn differences(&self, other: &Self) -> Vec<Difference> {
        let both = [&other.odds, &self.odds];
        let amounts = |units: &[Amount]| units.iter().map(Amount::to_string).collect::<Vec<_>>().join(" or ");
        let suits = |suits: &[Suit]| suits.iter().map(|suit| suit.name()).collect::<Vec<_>>().join(", ");
        let pays = |table: &PayTable| {
            let all = table.lines.iter().map(|line| format!("{} pays {}", line.name, line.pay));
            all.collect::<Vec<_>>().join("; ")
        };
        let rows = [
            ("decks", both.map(|odds| odds.decks.to_string())),
            ("seats", both.map(|odds| odds.seats.to_string())),
            ("pay table", both.map(|odds| odds.table.column.clone())),
            ("rulebook", both.map(|odds| odds.rulebook.clone())),
            ("amount of the wager", [&other.units, &self.units].map(|units| amounts(units))),
            ("suits", both.map(|odds| suits(&odds.suits))),
            ("pays", both.map(|odds| pays(&odds.table))),
        ];
        let rows: Vec<Difference> = rows.into_iter().filter_map(differing).collect();
        let same = self.odds == other.odds && self.fixed_from_meter == other.fixed_from_meter;
        if !rows.is_empty() || same {
            return rows;
        }
        vec![("options", "other options".to_owned(), "the link's options".to_owned())]
    }
}

fn wager_rule(rules: &Rules, offer: &Offer) -> Option<WagerRule> {
    let terms = &rules.terms;
    let spot =
        rules.spots.iter().find(|spot| spot.name.id == offer.wager && spot.kind == WagerKind::Progressive)?;
    let family = terms.rulebook.families.get(&offer.wager)?;
    let table = spot.offered.table.clone();
    let shares = table.lines.iter().filter(|line| matches!(line.pay, banco_money::Pay::Share(..)));
    let removed = terms.variant.without.as_ref().map(|ranks| ranks.as_slice().to_vec()).unwrap_or_default();
    // The option speaks of the families whose clauses on fixed pays it cites; the others pay from the tray.
    let option = terms.rulebook.option(FixedProgressivePays::OPTION);
    let cited = |clause: &String| option.is_some_and(|option| option.cite.as_slice().contains(clause));
    let concerned = family.jackpot.fixed_cite.as_slice().iter().any(cited);
    Some(WagerRule {
        id: Name::new(&offer.wager),
        units: spot.offered.units.clone(),
        selects: !family.jackpot.select_cite.as_slice().is_empty(),
        fixed_from_meter: concerned
            && rules.choices.fixed_progressive_pays == FixedProgressivePays::FromMeter,
        verifier_pays: rules.choices.jackpot_confirmation == JackpotConfirmation::OnePerson,
        lines: shares.map(|line| Name::new(&line.name)).collect(),
        words: family.jackpot.words.clone(),
        steps: Steps::cited(&family.jackpot, spot.clauses),
        odds: Odds {
            rulebook: terms.rulebook.id().to_owned(),
            variant: terms.variant.id.clone(),
            decks: terms.decks,
            removed,
            seats: spot.offered.positions.as_ref().map_or(rules.seats.len(), Vec::len),
            suits: spot.offered.suits.clone(),
            table,
        },
    })
}

impl Steps {
    fn cited(steps: &JackpotSteps, wager: Clauses) -> Self {
        let clauses = |cite| Clauses::from(cite).or(wager);
        Self {
            start: clauses(&steps.start_cite),
            select: clauses(&steps.select_cite),
            hit: clauses(&steps.hit_cite),
            lock: clauses(&steps.lock_cite),
            verify: clauses(&steps.verify_cite),
            pay: clauses(&steps.pay_cite),
            split: clauses(&steps.split_cite),
            fixed: clauses(&steps.fixed_cite),
            end: clauses(&steps.end_cite),
            adjust: clauses(&steps.adjust_cite),
            reseed: clauses(&steps.reseed_cite),
        }
    }
}

/// The meters of a wager, the one with the hidden trigger last.
fn meters(terms: &Terms, link: &LinkTerms, offer: &Offer, wager: Name) -> Vec<MeterRule> {
    let nothing = Amount::zero(terms.currency);
    let printed = terms.rulebook.wager(&offer.wager);
    let mut meters: Vec<MeterRule> = Vec::new();
    for meter in &offer.meters {
        let known = printed.and_then(|wager| wager.meters.iter().find(|known| known.id == meter.id));
        meters.push(MeterRule {
            id: Name::new(&meter.id),
            name: Name::new(known.map_or(meter.id.as_str(), |known| known.name.as_str())),
            wager,
            growth: Growth {
                seed: meter.seed.unwrap_or(nothing),
                increment: meter.increment.unwrap_or(Percent::from_hundredths(0)),
                reserve: meter.reserve,
                cap: link.caps.get(&meter.id).copied(),
                overflow: link.overflow,
            },
            must_hit: false,
            clauses: known.map(|known| Clauses::from(&known.cite)).unwrap_or_default(),
        });
    }
    if let Some(must_hit) = &offer.must_hit {
        meters.push(MeterRule {
            id: Name::new(MUST_HIT),
            name: Name::new("Must Hit"),
            wager,
            growth: Growth {
                seed: must_hit.reset.0,
                increment: must_hit.increment.0,
                reserve: None,
                cap: Some(must_hit.max.0),
                overflow: Overflow::Next,
            },
            must_hit: true,
            clauses: Clauses::from(&must_hit.cite),
        });
    }
    meters
}
