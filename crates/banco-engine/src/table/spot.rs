//! The wagers of a table, each with everything that placing and settling it needs.

use banco_cards::Side;
use banco_money::Amount;
use banco_rulebook::model::vocabulary::{BaseWager, PostedId};
use banco_rulebook::model::wager::{DealerWagers, Moment, Wager, WagerKind};
use banco_rulebook::{Facts, Offer, Offered, PayTable, Terms, TermsError, WagerName};

use super::draws::COUNTS;
use crate::condition::{Needs, needs};
use crate::name::{Clauses, Name};
use crate::settle::{Hit, backed, find_line};

/// A wager that can be made at the table: its place in the list of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct SpotId(pub u16);

/// A line of a spot, and the clauses by which it pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineNote {
    /// The printed name of the line.
    pub line: Name,
    /// The clauses.
    pub clauses: Clauses,
}

/// A wager that can be made at the table.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Its place in the list.
    pub id: SpotId,
    /// Its name.
    pub name: WagerName,
    /// Its name as events write it: `dragon-bonus.player`.
    pub wager: Name,
    /// The id of the wager it is a side or a pay table of: `dragon-bonus`.
    pub base: Name,
    /// Its name for people: `Banker`, `Dragon Bonus on Player`.
    pub label: Name,
    /// Base, bonus or progressive.
    pub kind: WagerKind,
    /// The hand that a base wager backs.
    pub hand: Option<Side>,
    /// The pay table and what the table fixed for it.
    pub offered: Offered,
    /// The hand that its pay table looks at.
    pub backed: Option<Side>,
    /// The most that all players together are paid in one round, with all spots of the same offer.
    pub aggregate: Option<Amount>,
    /// Which offer of the submission it belongs to.
    pub offer: usize,
    /// The clauses that require a standard wager beside it.
    pub needs_base: Option<Clauses>,
    /// The clauses by which only one of its sides may be backed.
    pub one_side: Option<Clauses>,
    /// Whether wagers for the dealer may be made on it.
    pub dealer_wagers: DealerWagers,
    /// What deciding it needs to know.
    pub needs: Needs,
    /// Its lines by the final counts and the numbers of cards, where these decide it.
    pub by_counts: Option<CountLines>,
    /// The clauses that offer it and pay it.
    pub clauses: Clauses,
    /// The clauses that make it lose when no line is reached.
    pub loses: Clauses,
    /// The clauses of each way to lose that has its own.
    pub ways_to_lose: Vec<Clauses>,
    /// The clauses that fix its amounts.
    pub units: Clauses,
    /// The clauses that introduce the family it belongs to.
    pub family: Clauses,
    /// The clauses by which it has limits.
    pub limits: Clauses,
    /// Its lines, in the order of the pay table.
    pub lines: Vec<LineNote>,
}

impl Spot {
    /// All wagers of a table.
    ///
    /// # Errors
    /// An offer that the rulebook cannot resolve.
    pub fn all(terms: &Terms) -> Result<Vec<Self>, TermsError> {
        let mut spots = Vec::new();
        for (at, offer) in terms.offers.iter().enumerate() {
            let Some(wager) = terms.rulebook.wager(&offer.wager) else { continue };
            for side in wager.side_names() {
                let name = WagerName {
                    id: wager.id.clone(),
                    side: side.map(str::to_owned),
                    paytable: wager.separate_paytables.then(|| offer.column.clone()),
                };
                let id = SpotId(u16::try_from(spots.len()).unwrap_or(u16::MAX));
                spots.push(Self::new(terms, id, name, (at, offer))?);
            }
        }
        Ok(spots)
    }

    fn new(
        terms: &Terms,
        id: SpotId,
        name: WagerName,
        (at, offer): (usize, &Offer),
    ) -> Result<Self, TermsError> {
        let offered = terms.offered(&name)?;
        let wager = terms.rulebook.wager(&name.id);
        let kind = wager.map(|wager| wager.kind).unwrap_or_default();
        let table = &offered.table;
        let all_needs = table.lines.iter().fold(Needs::default(), |sum, line| {
            let envy = line.envy_when.as_ref().map(|when| needs(when, backed(table))).unwrap_or_default();
            sum.and(needs(&line.when, backed(table))).and(envy)
        });
        let offering = wager.map(|wager| wager.cite.as_slice()).unwrap_or_default();
        let clauses = Clauses::from(offering).or(table.cite.as_slice().into());
        let losing = wager.map(|wager| Clauses::from(&wager.loses_cite)).unwrap_or_default();
        let note = |line: &banco_rulebook::Line| LineNote {
            line: Name::new(&line.name),
            clauses: line.cite.as_slice().into(),
        };
        Ok(Self {
            id,
            wager: Name::new(&name.to_string()),
            base: Name::new(&name.id),
            label: Name::new(&label(&offered, &name)),
            kind,
            hand: hand(wager, &name.id),
            backed: backed(table),
            aggregate: offer.aggregate,
            offer: at,
            needs_base: needs_base(terms, &name.id).filter(|_| kind != WagerKind::Base),
            one_side: wager
                .and_then(|wager| wager.one_side_when.as_ref())
                .filter(|when| terms.is_chosen(when))
                .and_then(|when| choice_clauses(terms, when)),
            dealer_wagers: wager.map(|wager| wager.dealer_wagers).unwrap_or_default(),
            needs: all_needs,
            by_counts: CountLines::from_table(table),
            clauses,
            loses: losing.or(defining(offering, &table.cite)),
            ways_to_lose: table.loses.iter().map(|way| Clauses::from(&way.cite)).collect(),
            units: wager.map(|wager| wager.units_cite(&table.column).into()).unwrap_or_default(),
            family: family(terms, &name.id).into(),
            limits: limits(terms, &name.id),
            lines: table.lines.iter().map(note).collect(),
            name,
            offered,
        })
    }

    /// When it is settled.
    #[must_use]
    pub const fn settled(&self) -> Moment {
        self.offered.table.settled
    }

    /// Whether the same result holds for every seat and every round.
    #[must_use]
    pub const fn same_for_all(&self) -> bool {
        !self.needs.seat && !self.needs.history
    }
}

/// The hand that a base wager backs: the one it is named after, or the one its file names.
fn hand(wager: Option<&Wager>, id: &str) -> Option<Side> {
    let base = wager.filter(|wager| wager.kind == WagerKind::Base)?;
    let named = Side::BOTH.into_iter().find(|side| id == side.name());
    named.or_else(|| base.backs.map(Side::from))
}

fn label(offered: &Offered, name: &WagerName) -> String {
    let table = &offered.table;
    let mut text = table.name.clone();
    if let Some(side) = &table.side {
        let mut letters = side.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        text = format!("{text} on {}{}", first.collect::<String>(), letters.as_str());
    }
    match &name.paytable {
        Some(column) => format!("{text} {column}"),
        None => text,
    }
}

/// The clauses of a wager and of its pay table, each once.
fn defining(wager: &[String], table: &[String]) -> Clauses {
    let more = table.iter().filter(|clause| !wager.contains(clause));
    wager.iter().chain(more).cloned().collect::<Vec<_>>().as_slice().into()
}

/// The clauses that introduce the family of a wager.
fn family<'t>(terms: &'t Terms, wager: &str) -> &'t [String] {
    terms.rulebook.families.get(wager).map_or(&[], |family| &family.cite)
}

/// What its family says about limits of its own, or the clauses about those of the table.
fn limits(terms: &Terms, wager: &str) -> Clauses {
    let posted = |id: PostedId| {
        let found = terms.rulebook.file.posted.iter().find(|item| item.id.is(id));
        found.map(|item| item.cite.as_slice()).unwrap_or_default()
    };
    let of_family =
        family(terms, wager).iter().filter(|clause| posted(PostedId::BonusLimits).contains(clause));
    let own: Vec<String> = of_family.cloned().collect();
    Clauses::from(own.as_slice()).or(posted(PostedId::Limits).into())
}

/// The clauses of a choice, or of its option.
fn choice_clauses(terms: &Terms, when: &str) -> Option<Clauses> {
    let (option, choice) = when.split_once('=')?;
    let option = terms.rulebook.option(option)?;
    let choice = option.choices.iter().find(|known| known.id == choice)?;
    Some(Clauses::from(&choice.cite).or((&option.cite).into()))
}

/// The clauses that require a standard wager beside this one, where the licensee chose so.
fn needs_base(terms: &Terms, wager: &str) -> Option<Clauses> {
    let option = terms.rulebook.families.get(wager)?.base_wager.as_ref()?;
    let required = format!("{option}={}", BaseWager::Required);
    terms.needs_base_wager(option).then(|| choice_clauses(terms, &required)).flatten()
}

/// What is known of a round of which only the result was recorded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counts {
    /// The final count of each hand.
    pub totals: [u8; 2],
    /// How many cards each hand has.
    pub cards: [u8; 2],
    /// The hand that the wager backs.
    pub backed: Option<Side>,
}

impl Counts {
    fn figure_of(self, side: Side, figures: [u8; 2]) -> u8 {
        let [player, banker] = figures;
        match side {
            Side::Player => player,
            Side::Banker => banker,
        }
    }
}

impl Facts for Counts {
    fn backed(&self) -> Option<Side> {
        self.backed
    }

    fn total(&self, side: Side) -> Option<u8> {
        Some(self.figure_of(side, self.totals))
    }

    fn count(&self, side: Side) -> Option<u8> {
        Some(self.figure_of(side, self.cards))
    }
}

/// Lines by the final counts and numbers of cards, for wagers that these decide, whatever they are: settling
/// such a wager is a look into a table. The same conditions made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountLines(Vec<Option<u8>>);

/// A hand has two cards or three.
const SIZES: u8 = 2;

impl CountLines {
    fn from_table(table: &PayTable) -> Option<Self> {
        let pairs = |most: u8| (0..most).flat_map(move |one| (0..most).map(move |other| [one, other]));
        let backed = backed(table);
        let line = |totals: [u8; 2], [player, banker]: [u8; 2]| {
            let facts = Counts { totals, cards: [player + 2, banker + 2], backed };
            match find_line(table, &facts)? {
                Hit::Nothing => Some(None),
                Hit::Line(line) => {
                    let at = table.lines.iter().position(|known| std::ptr::eq(known, line))?;
                    u8::try_from(at).ok().map(Some)
                }
                Hit::Envy(..) => None,
            }
        };
        let all = pairs(COUNTS).flat_map(|totals| pairs(SIZES).map(move |cards| (totals, cards)));
        all.map(|(totals, cards)| line(totals, cards)).collect::<Option<Vec<_>>>().map(Self)
    }

    /// The line of a result; `None` if there is no such result.
    pub(crate) fn line<'a>(&self, table: &'a PayTable, totals: [u8; 2], cards: [u8; 2]) -> Option<Hit<'a>> {
        let [player, banker] = totals.map(usize::from);
        let [player_cards, banker_cards] = cards.map(|cards| usize::from(cards.saturating_sub(2)));
        let sizes = usize::from(SIZES);
        let at = ((player * usize::from(COUNTS) + banker) * sizes + player_cards) * sizes + banker_cards;
        match self.0.get(at)? {
            None => Some(Hit::Nothing),
            Some(line) => table.lines.get(usize::from(*line)).map(Hit::Line),
        }
    }
}
