//! What holds for every coup and every wager, whatever the cards.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod support;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use banco_cards::{Card, Hand, Rank, Side, Suit};
use banco_engine::coup::DrawAction;
use banco_engine::{
    Coup, CoupFacts, Decision, Decisions, DrawRules, SeatFacts, Settled, Ticket, Verdict, needs, play, settle,
};
use banco_money::{Amount, Currency};
use banco_rulebook::model::wager::EnvyTo;
use banco_rulebook::{Condition, Facts, Offered, Terms, WagerName};
use proptest::prelude::*;
use support::{library, open_terms};

/// A wager at an open table of its rulebook.
struct Open {
    rulebook: String,
    name: WagerName,
    offered: Offered,
}

impl Open {
    fn is_even(&self) -> bool {
        self.offered.table.lines.iter().all(|line| is_even(&line.when))
    }
}

impl std::fmt::Debug for Open {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.rulebook, self.name)
    }
}

fn terms(rulebook: &str) -> &'static Terms {
    static TERMS: OnceLock<BTreeMap<String, Terms>> = OnceLock::new();
    let all = TERMS.get_or_init(|| {
        library().rulebooks.iter().map(|book| (book.id().to_owned(), open_terms(book.id(), &[]))).collect()
    });
    &all[rulebook]
}

/// Every wager, side and pay table of every rulebook.
fn every_wager() -> &'static [Open] {
    static OPEN: OnceLock<Vec<Open>> = OnceLock::new();
    OPEN.get_or_init(|| {
        let mut open = Vec::new();
        for rulebook in &library().rulebooks {
            for wager in rulebook.wagers.iter().filter(|wager| !wager.lines_by_licensee) {
                for side in wager.side_names() {
                    let complete = |column: &&str| wager.missing_lines(column).is_none();
                    for column in wager.column_names().into_iter().filter(complete) {
                        let name = WagerName {
                            id: wager.id.clone(),
                            side: side.map(str::to_owned),
                            paytable: (!column.is_empty()).then(|| column.to_owned()),
                        };
                        let offered = terms(rulebook.id()).offered(&name).unwrap();
                        open.push(Open { rulebook: rulebook.id().to_owned(), name, offered });
                    }
                }
            }
        }
        open
    })
}

fn any_wager() -> impl Strategy<Value = &'static Open> {
    (0..every_wager().len()).prop_map(|at| &every_wager()[at])
}

/// A wager whose lines treat both hands alike, sides apart.
fn any_even_wager() -> impl Strategy<Value = &'static Open> {
    let even: Vec<&'static Open> = every_wager().iter().filter(|open| open.is_even()).collect();
    (0..even.len()).prop_map(move |at| even[at])
}

fn any_card() -> impl Strategy<Value = Card> {
    (0..13usize, 0..4usize).prop_map(|(rank, suit)| Card::new(Rank::ALL[rank], Suit::ALL[suit]))
}

/// Six cards; half of the time from few ranks and suits, so that rare lines come up.
fn six_cards() -> impl Strategy<Value = [Card; 6]> {
    let few = (prop::array::uniform2(any_card()), prop::array::uniform6(0..4usize))
        .prop_map(|(two, picks)| picks.map(|pick| Card::new(two[pick % 2].rank, two[pick / 2].suit)));
    prop_oneof![prop::array::uniform6(any_card()), few]
}

/// Deals from six cards as the rule says, drawing where somebody may choose; unused cards are left over.
fn deal(terms: &Terms, six: &[Card; 6]) -> Coup {
    let draw = Decisions { player: Some(Decision::Draw), banker: Some(Decision::Draw) };
    let rules = DrawRules::from_terms(terms);
    let [p1, b1, p2, b2, ..] = *six;
    let total = |a: Card, b: Card| (a.points() + b.points()).get();
    let natural = rules.is_natural(total(p1, p2)) || rules.is_natural(total(b1, b2));
    let player = rules.player(total(p1, p2), b1.points().get()).action;
    let chooses = !natural && player == DrawAction::Chooses;
    let decisions = Decisions { player: draw.player.filter(|_| chooses), banker: None };
    let stories = (4..=6).filter_map(|count| play(terms, &six[..count], decisions).ok());
    stories.map(|story| story.coup).next().unwrap()
}

/// A seat; 99 Fortunes knows no position 4.
fn seat(terms: &Terms, position: u8, others: &[u8]) -> SeatFacts {
    SeatFacts::at(terms, if position == 4 { 3 } else { position }, others)
}

fn stake(open: &Open, minor: i64) -> Amount {
    open.offered.units.first().copied().unwrap_or(Amount::from_minor(minor, Currency::Usd))
}

fn settled(open: &Open, name: &WagerName, coup: &Coup, minor: i64, seat: SeatFacts) -> Settled {
    let ticket =
        Ticket { wager: name.clone(), stake: stake(open, minor), seat, stood: false, history: Vec::new() };
    settle(terms(&open.rulebook), coup, &ticket).unwrap()
}

/// The index of the line that a coup reaches.
fn line(open: &Open, coup: &Coup, seat: &SeatFacts) -> Option<usize> {
    let facts = CoupFacts {
        coup,
        backed: Side::BOTH.into_iter().find(|side| open.name.side.as_deref() == Some(side.name())),
        chosen: &open.offered.suits,
        seat,
        history: &[],
        stood: false,
    };
    open.offered.table.lines.iter().position(|line| line.when.holds(&facts as &dyn Facts).unwrap())
}

fn mirrored(coup: &Coup) -> Coup {
    Coup { player: coup.banker, banker: coup.player, uncounted: None }
}

/// Whether a condition treats both hands alike, sides apart.
fn is_even(condition: &Condition) -> bool {
    let mut even = true;
    condition.walk(&mut |inner| {
        even &= inner.player.is_none() && inner.banker.is_none();
        even &= inner.winner.is_none()
            || inner.winner == Some(banco_rulebook::model::condition::OutcomeName::Tie);
    });
    even
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// What the bettor gains, the tray and the vigorish box lose, and the other way round.
    #[test]
    fn settlement_conserves_money(open in any_wager(), six in six_cards(), minor in 1i64..1_000_000, at in 1u8..=7) {
        let terms = terms(&open.rulebook);
        let coup = deal(terms, &six);
        let settled = settled(open, &open.name, &coup, minor, seat(terms, at, &[1, 3, 7]));
        let stake = settled.stake.minor();
        let envy = if settled.envy_to == Some(EnvyTo::OtherSeats) { settled.envy.minor() } else { 0 };
        let pays_for = settled.line.as_ref().is_some_and(|name| {
            let line = open.offered.table.lines.iter().find(|line| line.name == *name).unwrap();
            !matches!(line.pay, banco_money::Pay::To(..) | banco_money::Pay::Push)
        });
        let taken = match settled.verdict {
            Verdict::Lose => stake,
            Verdict::Win if pays_for => stake,
            Verdict::Win | Verdict::Push => 0,
        };
        let tray = taken - settled.won.minor() - envy;
        prop_assert_eq!(settled.net.minor() + tray + settled.vigorish.minor(), 0);
        prop_assert!(settled.vigorish.minor() >= 0 && settled.won.minor() >= 0);
        prop_assert!(settled.net.minor() >= -stake);
        prop_assert!(!settled.cite.is_empty(), "no payout without a clause");
    }

    /// A coup yields exactly one result: a line that wins or pushes, or a loss without claims.
    #[test]
    fn every_coup_yields_one_line(open in any_wager(), six in six_cards(), at in 1u8..=7) {
        let terms = terms(&open.rulebook);
        let coup = deal(terms, &six);
        let seat = seat(terms, at, &[]);
        let settled = settled(open, &open.name, &coup, 2500, seat.clone());
        let reached = line(open, &coup, &seat).map(|at| open.offered.table.lines[at].name.clone());
        prop_assert_eq!(&settled.line, &reached);
        match settled.verdict {
            Verdict::Win => prop_assert!(settled.won.is_positive() == settled.claims.is_empty()),
            Verdict::Push => prop_assert!(settled.won.is_zero() && settled.claims.is_empty()),
            Verdict::Lose => prop_assert!(settled.won.is_zero() && settled.claims.is_empty() && settled.envy.is_zero()),
        }
    }

    /// A wager on one hand settles on a coup as the wager on the other hand does on the mirrored coup.
    #[test]
    fn mirrored_hands_settle_mirrored(open in any_even_wager(), six in six_cards()) {
        let sided = open.name.side.as_deref().is_some_and(|side| side == "player" || side == "banker");
        let terms = terms(&open.rulebook);
        let coup = deal(terms, &six);
        let mut other = open.name.clone();
        if sided {
            other.side = Some(if open.name.side.as_deref() == Some("player") { "banker" } else { "player" }.to_owned());
        }
        let here = settled(open, &open.name, &coup, 2500, seat(terms, 1, &[]));
        let there = settled(open, &other, &mirrored(&coup), 2500, seat(terms, 1, &[]));
        prop_assert_eq!((here.verdict, here.line, here.net), (there.verdict, there.line, there.net));
    }

    /// Changing what a condition does not declare to need never changes whether it holds.
    #[test]
    fn declared_needs_are_sufficient(
        open in any_wager(),
        six in six_cards(),
        slot in 0usize..6,
        card in any_card(),
        at in 1u8..=7,
    ) {
        let terms = terms(&open.rulebook);
        let backed = Side::BOTH.into_iter().find(|side| open.name.side.as_deref() == Some(side.name()));
        let seat = seat(terms, at, &[]);
        let before = deal(terms, &six);
        // Slots by hand: the Player's three cards, then the Banker's; third cards only where both were dealt.
        let (side, index) = (if slot < 3 { Side::Player } else { Side::Banker }, slot % 3);
        for line in &open.offered.table.lines {
            let wanted = needs(&line.when, backed).hand(side)[index];
            let changed = change(terms, &six, &before, side, index, card);
            let Some((old, after)) = changed else { continue };
            if !wanted.agree(old, card) {
                continue;
            }
            let facts = |coup| CoupFacts {
                coup, backed, chosen: &open.offered.suits, seat: &seat, history: &[], stood: false,
            };
            let (one, other) = (line.when.holds(&facts(&before)), line.when.holds(&facts(&after)));
            prop_assert_eq!(one, other, "{} `{}`: {:?} became {:?}", &open.name, &line.name, before, after);
        }
    }

    /// Whatever the cards, dealing them says what is due or what is too much, and never fails otherwise.
    #[test]
    fn any_cards_are_a_coup_or_a_clear_no(cards in prop::collection::vec(any_card(), 0..8), book in 0usize..5) {
        let book = &library().rulebooks[book];
        match play(terms(book.id()), &cards, Decisions::default()) {
            Ok(story) => {
                let dealt = usize::from(story.coup.player.len() + story.coup.banker.len());
                prop_assert_eq!(dealt + usize::from(story.coup.uncounted.is_some()), cards.len());
                prop_assert!((4..=6).contains(&dealt));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    /// A damaged submission is refused or accepted, never a panic, and a refusal always says why.
    #[test]
    fn damaged_submissions_never_panic(book in 0usize..5, from in 0usize..2000, len in 0usize..40, with in "[a-z0-9 =\\[\\]\"$%.\n]{0,6}") {
        let book = &library().rulebooks[book];
        let mut source = library().submission(book.id(), "default").unwrap().source.clone();
        let chars: Vec<char> = source.text.chars().collect();
        let from = from % chars.len();
        let to = (from + len).min(chars.len());
        source.text = chars[..from].iter().collect::<String>() + &with + &chars[to..].iter().collect::<String>();
        let checked = library().check(source);
        prop_assert_eq!(checked.terms.is_none(), checked.report.has_errors());
        prop_assert!(!checked.report.has_errors() || !checked.report.to_string().is_empty());
    }
}

/// The coup after one card of it was replaced: dealt anew where the card decides who draws.
fn change(
    terms: &Terms,
    six: &[Card; 6],
    before: &Coup,
    side: Side,
    index: usize,
    card: Card,
) -> Option<(Card, Coup)> {
    let old = before.hand(side).cards().nth(index)?;
    if index < 2 {
        let mut changed = *six;
        changed[index * 2 + usize::from(side == Side::Banker)] = card;
        return Some((old, deal(terms, &changed)));
    }
    // A third card: the cards after it stay where they are.
    let position = usize::from(before.player.len()) + usize::from(before.banker.len()) - 1;
    let position = if side == Side::Player && before.banker.len() == 3 { position - 1 } else { position };
    let mut changed = *six;
    changed[position] = card;
    Some((old, deal(terms, &changed)))
}

/// Coups can be built by hand as well, and say who won.
#[test]
fn a_coup_by_hand() {
    let hand = |text| Hand::new(&banco_cards::parse_cards(text).unwrap()).unwrap();
    let coup = Coup { player: hand("9h Kd"), banker: hand("8c Ts"), uncounted: None };
    assert_eq!(coup.outcome().name(), "player");
    assert_eq!(mirrored(&coup).outcome().name(), "banker");
}
