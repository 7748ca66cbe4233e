//! Odds where something is known of the cards: small shoes dealt out literally for every kind of condition and every
//! wager, conditions that average back to the whole, and published figures.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "by_twin/mod.rs"]
mod by_twin;
#[path = "small/mod.rs"]
mod small;

use std::collections::BTreeMap;

use banco_cards::{Card, Color, Rank, Suit};
use banco_engine::SeatFacts;
use banco_odds::{
    CardSet, CountError, Counts, Deals, DrawTable, FiveRule, Fraction, Given, Knowledge, Known, KnownDeals,
    Place, Question, Sheet, Shoe, Worth, worth,
};
use banco_rulebook::{Library, Offered, Terms, WagerName};
use by_twin::{plain, twin, twin_card, twin_seat};

/// A round from a shoe of seven cards: one is burnt, six are dealt, and the hands draw as they must.
struct Round {
    burnt: Card,
    dealt: Vec<Card>,
    coup: twin::Coup,
}

impl Round {
    fn new(order: &[Card]) -> Self {
        let six: Vec<twin::Card> = order[1..].iter().map(|card| twin_card(*card)).collect();
        Self { burnt: order[0], dealt: order[1..].to_vec(), coup: twin::play(&six) }
    }

    fn player_third(&self) -> Option<Card> {
        (self.coup.player.len() == 3).then(|| self.dealt[4])
    }

    fn banker_third(&self) -> Option<Card> {
        let place = if self.coup.player.len() == 3 { 5 } else { 4 };
        (self.coup.banker.len() == 3).then(|| self.dealt[place])
    }
}

fn is_high(card: Card) -> bool {
    (6..=9).contains(&card.points().get())
}

fn is_face(card: Card) -> bool {
    card.rank >= Rank::Jack
}

fn is_red(card: Card) -> bool {
    card.suit.color() == Color::Red
}

/// Whether a condition holds in a round.
type Holds = fn(&Round) -> bool;

/// Conditions of every kind, as people say them and as a literal dealer would look for them.
const CONDITIONS: [(&str, Holds); 35] = [
    ("player1=9", |r| r.dealt[0].rank == Rank::Nine),
    ("banker1 is 8", |r| r.dealt[1].rank == Rank::Eight),
    ("player2 face", |r| is_face(r.dealt[2])),
    ("banker2 in 8,9", |r| matches!(r.dealt[3].points().get(), 8 | 9)),
    ("player1 6 to 9", |r| is_high(r.dealt[0])),
    ("player1 not 6 to 9", |r| !is_high(r.dealt[0])),
    ("banker1 red", |r| is_red(r.dealt[1])),
    ("player2 hearts", |r| r.dealt[2].suit == Suit::Hearts),
    ("banker2 Ks, 8h", |r| ["Ks", "8h"].map(|card| card.parse().unwrap()).contains(&r.dealt[3])),
    ("third card face", |r| is_face(r.dealt[4])),
    ("third card value 0", |r| r.dealt[4].points().get() == 0),
    ("third card not red high", |r| !(is_red(r.dealt[4]) && is_high(r.dealt[4]))),
    ("sixth card low", |r| (1..=5).contains(&r.dealt[5].points().get())),
    ("player third face", |r| r.player_third().is_some_and(is_face)),
    ("player third not 6 to 9", |r| r.player_third().is_some_and(|card| !is_high(card))),
    ("player third none", |r| r.player_third().is_none()),
    ("banker third in 2 to 8", |r| r.banker_third().is_some_and(|c| (2..=8).contains(&c.points().get()))),
    ("banker third red", |r| r.banker_third().is_some_and(is_red)),
    ("banker third none", |r| r.banker_third().is_none()),
    ("banker third any", |r| r.banker_third().is_some()),
    ("burnt high", |r| is_high(r.burnt)),
    ("burnt = red", |r| is_red(r.burnt)),
    ("player1 high; banker1 not high", |r| is_high(r.dealt[0]) && !is_high(r.dealt[1])),
    ("player1 red and player2 red", |r| is_red(r.dealt[0]) && is_red(r.dealt[2])),
    ("player1 high; player2 red", |r| is_high(r.dealt[0]) && is_red(r.dealt[2])),
    ("banker1 low; banker2 not 3", |r| {
        (1..=5).contains(&r.dealt[1].points().get()) && r.dealt[3].rank != Rank::Three
    }),
    ("player1 red; third card high", |r| is_red(r.dealt[0]) && is_high(r.dealt[4])),
    ("third card red; sixth card black", |r| is_red(r.dealt[4]) && !is_red(r.dealt[5])),
    ("player third red; banker third not face", |r| {
        r.player_third().is_some_and(is_red) && r.banker_third().is_some_and(|card| !is_face(card))
    }),
    ("player1 red; banker1 black", |r| is_red(r.dealt[0]) && !is_red(r.dealt[1])),
    ("player1 high; banker1 red; player2 low", |r| {
        is_high(r.dealt[0]) && is_red(r.dealt[1]) && (1..=5).contains(&r.dealt[2].points().get())
    }),
    ("banker1 red; player2 not 8; banker2 high; third card red", |r| {
        let high_and_red = is_high(r.dealt[3]) && is_red(r.dealt[4]);
        is_red(r.dealt[1]) && r.dealt[2].rank != Rank::Eight && high_and_red
    }),
    ("banker2 hearts; sixth card high", |r| r.dealt[3].suit == Suit::Hearts && is_high(r.dealt[5])),
    ("burnt 8,9; banker1 not face; player third black", |r| {
        let burnt = matches!(r.burnt.points().get(), 8 | 9);
        burnt && !is_face(r.dealt[1]) && r.player_third().is_some_and(|card| !is_red(card))
    }),
    ("burnt black; player1 high; banker third none", |r| {
        !is_red(r.burnt) && is_high(r.dealt[0]) && r.banker_third().is_none()
    }),
];

/// Few ranks, few suits, and a plain one.
const SHOES: [&str; 4] =
    ["7h 2c Kd 5s 8d 9h Ac", "8h 8h 8d 8h 8h 7h Kh", "Ks 9h Ks 9h Kh 9s 9s", "3s Ks 8s 8s 2h 3s 4s"];

fn knowledge(text: &str) -> Knowledge {
    let known: Vec<Known> = Given::parse(text).unwrap().iter().map(|given| given.known).collect();
    Knowledge::new(&known)
}

#[test]
fn counts_equal_those_of_literal_dealing_for_every_condition_and_wager() {
    let library = Library::embedded().unwrap();
    let terms: BTreeMap<String, Terms> = library
        .rulebooks
        .iter()
        .map(|book| (book.id().to_owned(), library.terms(book.id(), "default").unwrap().opened()))
        .collect();
    let shoes = SHOES.map(|text| {
        let cards = small::cards(text);
        let rounds: Vec<Round> = small::orders(&cards, 7).iter().map(|order| Round::new(order)).collect();
        (small::shoe(&cards), rounds)
    });
    let fits: Vec<Vec<Vec<bool>>> = CONDITIONS
        .iter()
        .map(|(_, holds)| shoes.iter().map(|(_, rounds)| rounds.iter().map(holds).collect()).collect())
        .collect();
    for (rulebook, wager, side, paytable) in twin::every_wager() {
        let terms = &terms[rulebook];
        let name = WagerName {
            id: wager.to_owned(),
            side: side.map(str::to_owned),
            paytable: (!paytable.is_empty()).then(|| paytable.to_owned()),
        };
        let offered = terms.offered(&name).unwrap();
        let seat = SeatFacts::at(terms, 1, &[]);
        let twin_seat = twin_seat(&seat);
        let question = Question::new(&[&offered.table], &seat, &offered.suits);
        let draw = DrawTable::from_terms(terms, FiveRule::Draw);
        for (at, (shoe, rounds)) in shoes.iter().enumerate() {
            let judge = |round: &Round| {
                let found = twin::judge(rulebook, wager, side, paytable, &round.coup, &twin_seat, false);
                found.unwrap().map_or_else(|| "allotherhands".to_owned(), |verdict| plain(verdict.line))
            };
            let lines: Vec<String> = rounds.iter().map(judge).collect();
            for ((text, _), fits) in CONDITIONS.iter().zip(&fits) {
                let mut wanted: BTreeMap<&str, u128> = BTreeMap::new();
                for (line, _) in lines.iter().zip(&fits[at]).filter(|(_, fits)| **fits) {
                    *wanted.entry(line).or_default() += 1;
                }
                let deals = KnownDeals::new(shoe, draw.clone(), knowledge(text));
                if wanted.is_empty() {
                    assert_eq!(deals.err(), Some(CountError::Impossible), "{text} from {}", SHOES[at]);
                    continue;
                }
                let counts = deals.unwrap().count(&question).unwrap();
                let place = format!("{rulebook} {name} given {text} from {}", SHOES[at]);
                compare(terms, &offered, counts, &wanted, &place);
            }
        }
    }
}

fn compare(terms: &Terms, offered: &Offered, counts: Counts, wanted: &BTreeMap<&str, u128>, place: &str) {
    let sheet = Sheet::from_counts(terms, &[&offered.table], counts).remove(0);
    assert!(sheet.is_complete(), "{place}");
    let mut found: BTreeMap<String, u128> = BTreeMap::new();
    for line in sheet.lines.iter().filter(|line| line.ways > 0) {
        // A line that is printed as a loss is no line to the twin.
        let loss = line.pays == banco_money::Pay::Loss;
        let name = if loss { "allotherhands".to_owned() } else { plain(&line.name) };
        *found.entry(name).or_default() += line.ways;
    }
    let found: BTreeMap<&str, u128> = found.iter().map(|(name, ways)| (name.as_str(), *ways)).collect();
    assert_eq!(&found, wanted, "{place}");
}

/// Random classes of cards: by rank, by suit, or any.
fn random_set(dice: &mut banco_dice::Dice) -> CardSet {
    let word = dice.next_word();
    match dice.below(3) {
        0 => CardSet::from_test(|card| word >> card.rank.number() & 1 == 1),
        1 => CardSet::from_test(|card| word >> (card.suit as u8) & 1 == 1),
        _ => CardSet::from_test(|card| word >> (card.suit as u8 * 13 + card.rank.number()) & 1 == 1),
    }
}

fn random_given(dice: &mut banco_dice::Dice) -> Given {
    let set = random_set(dice);
    let side = if dice.below(2) == 0 { banco_cards::Side::Player } else { banco_cards::Side::Banker };
    let known = match dice.below(9) {
        at @ 0..6 => Known::Lies(Place::ALL[usize::try_from(at).unwrap()], set),
        6 => Known::Draws(side, set),
        7 => Known::Stands(side),
        _ => Known::Burnt(set),
    };
    Given { text: String::new(), known }
}

/// A shoe from which many cards have gone.
fn random_shoe(dice: &mut banco_dice::Dice) -> Shoe {
    let decks = 1 + dice.below(10);
    let counts: Vec<u16> = (0..52).map(|_| u16::try_from(dice.below(decks + 1)).unwrap() + 1).collect();
    Shoe::from_counts(&counts).unwrap().0
}

const FAMILIES: [&str; 16] = [
    "banker:commission",
    "tie",
    "dragon-7",
    "dragon-bonus.player:1",
    "total-cards.6",
    "player-pair",
    "perfect-pair",
    "match-pair.player",
    "99-fortunes:P5",
    "blazing-7s:1",
    "koi",
    "99-fortunes:P1",
    "ez-baccarat-progressive:1",
    "fate-38:PT-PRG-F38-01",
    "harmony:PT-PRG-HP-01",
    "sun-7-progressive:PT-PRG-S7-01",
];

#[test]
fn states_of_knowledge_average_back_to_the_whole() {
    let terms = small::terms("co-rule-28", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let seat = SeatFacts::at(&terms, 1, &[]);
    let offered: Vec<Offered> = FAMILIES.iter().map(|name| small::offered(&terms, name)).collect();
    let tables: Vec<[&banco_rulebook::PayTable; 1]> = offered.iter().map(|one| [&one.table]).collect();
    let questions: Vec<Question<'_>> =
        tables.iter().zip(&offered).map(|(table, one)| Question::new(table, &seat, &one.suits)).collect();
    for seed in 0..12 {
        let mut dice = banco_dice::Dice::new(seed);
        let shoe = random_shoe(&mut dice);
        let given = [random_given(&mut dice), random_given(&mut dice)];
        let place = format!("seed {seed}: {given:?}");
        let whole = Deals::new(shoe.clone(), draw.clone()).unwrap();
        let all = worth(&terms, &questions, (&shoe, &draw), &given).unwrap();
        let total: u128 = all.states.iter().map(|state| state.ways).sum();
        assert_eq!(total, all.total, "{place}");
        for (at, question) in questions.iter().enumerate() {
            let plain = whole.count(question).unwrap();
            let mut lines = vec![0_u128; plain.tables[0].lines.len()];
            for state in &all.states {
                let deals = KnownDeals::new(&shoe, draw.clone(), Knowledge::new(&state.known)).unwrap();
                let counts = deals.count(question).unwrap();
                assert_eq!(counts.total, state.ways, "{place}");
                lines.iter_mut().zip(&counts.tables[0].lines).for_each(|(sum, ways)| *sum += ways);
            }
            let burnt = all.total / plain.total;
            let wanted: Vec<u128> = plain.tables[0].lines.iter().map(|ways| ways * burnt).collect();
            assert_eq!(lines, wanted, "{place}: {}", offered[at].table.wager);
            let average: Fraction = all.states.iter().map(|state| &state.chance * &state.gains[at]).sum();
            assert_eq!(average, all.unknowing[at], "{place}: {}", offered[at].table.wager);
        }
        assert!(all.value() >= Fraction::from_integer(0.into()), "{place}: knowledge never costs anything");
    }
}

#[test]
fn knowing_nothing_changes_nothing() {
    let terms = small::terms("co-rule-28", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let seat = SeatFacts::at(&terms, 1, &[]);
    for name in FAMILIES {
        let offered = small::offered(&terms, name);
        let question = Question::new(&[&offered.table], &seat, &offered.suits);
        let shoe = Shoe::full(8);
        let plain = Deals::new(shoe.clone(), draw.clone()).unwrap().count(&question).unwrap();
        for known in [Vec::new(), vec![Known::Lies(Place::Fifth, CardSet::ALL)]] {
            let deals = KnownDeals::new(&shoe, draw.clone(), Knowledge::new(&known)).unwrap();
            assert_eq!(deals.count(&question).unwrap(), plain, "{name}");
        }
    }
}

#[test]
fn twenty_decks_are_counted_as_exactly_as_one() {
    let terms = small::terms("co-rule-28", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let seat = SeatFacts::default();
    let tie = small::offered(&terms, "tie");
    let question = Question::new(&[&tie.table], &seat, &[]);
    let shoe = Shoe::full(20);
    let plain = Deals::new(shoe.clone(), draw.clone()).unwrap().count(&question).unwrap();
    for texts in [["player1 high", "player1 not high"], ["burnt high", "burnt not high"]] {
        let counts = texts.map(|text| {
            let deals = KnownDeals::new(&shoe, draw.clone(), knowledge(text)).unwrap();
            deals.count(&question).unwrap()
        });
        let total: u128 = counts.iter().map(|counts| counts.total).sum();
        let ties: u128 = counts.iter().map(|counts| counts.tables[0].lines[0]).sum();
        assert_eq!(ties * plain.total, plain.tables[0].lines[0] * total, "{texts:?}");
    }
}

/// Floats hold whole numbers up to the deals of 456 cards; nothing on the way to them may be larger.
#[test]
fn the_largest_shoes_that_floats_count_lose_nothing() {
    let terms = small::terms("co-rule-28", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let seat = SeatFacts::at(&terms, 1, &[]);
    // As many tens as there can be, and then as many of other ranks as there is room for.
    for others in [[4, 9, 8], [1, 2, 3], [8, 7, 6], [5, 6, 9]] {
        let mut counts = [0_u16; 52];
        let mut left: u16 = 456;
        for rank in [10, 11, 12, 13].into_iter().chain(others) {
            for place in counts.iter_mut().skip(rank - 1).step_by(13) {
                *place = left.min(20);
                left -= *place;
            }
        }
        let shoe = Shoe::from_counts(&counts).unwrap().0;
        for name in ["tie", "banker:commission", "sun-7-progressive:PT-PRG-S7-01", "harmony:PT-PRG-HP-01"] {
            let offered = small::offered(&terms, name);
            let question = Question::new(&[&offered.table], &seat, &offered.suits);
            let plain = Deals::new(shoe.clone(), draw.clone()).unwrap().count(&question).unwrap();
            let mut lines = vec![0; plain.tables[0].lines.len()];
            for (player, banker) in
                [("red", "high"), ("red", "not high"), ("black", "high"), ("black", "not high")]
            {
                let known = knowledge(&format!("player1 {player}; banker2 {banker}"));
                let Ok(deals) = KnownDeals::new(&shoe, draw.clone(), known) else { continue };
                let found = deals.count(&question).unwrap();
                lines.iter_mut().zip(&found.tables[0].lines).for_each(|(sum, ways)| *sum += ways);
            }
            assert_eq!(lines, plain.tables[0].lines, "{name} with {others:?}");
        }
    }
}

/// One wager of every family, with the question that it asks of eight decks less some cards.
fn each_family(visit: &mut dyn FnMut(&Question<'_>, &Shoe, &DrawTable)) {
    let terms = small::terms("co-rule-28", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let seat = SeatFacts::at(&terms, 1, &[]);
    let gone = banco_cards::parse_cards("9h 9s 7d Kc Kd 2c 3h 8s Ah 6d 6c Td").unwrap();
    let shoe = gone.into_iter().fold(Shoe::full(8), |shoe, card| shoe.without(card).unwrap());
    for name in FAMILIES {
        let offered = small::offered(&terms, name);
        visit(&Question::new(&[&offered.table], &seat, &offered.suits), &shoe, &draw);
    }
}

fn lines(shoe: &Shoe, draw: &DrawTable, known: &[Known], question: &Question<'_>) -> Vec<u128> {
    let deals = KnownDeals::new(shoe, draw.clone(), Knowledge::new(known)).unwrap();
    let counts = deals.count(question).unwrap();
    [vec![counts.total], counts.tables[0].lines.clone()].concat()
}

fn copies(shoe: &Shoe, card: Card) -> u128 {
    shoe.clone().without(card).map_or(0, |left| 1 + copies(&left, card))
}

fn add(sums: &mut Vec<u128>, more: &[u128]) {
    sums.resize(more.len(), 0);
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// What is known of one card, if that is that it is from a set.
type Of = fn(CardSet) -> Known;

/// Many cards at once are counted side by side, one card is not.
#[test]
fn to_know_a_set_is_to_know_each_of_its_cards() {
    let known: [(&str, Of); 6] = [
        ("player1 red", |set| Known::Lies(Place::Player1, set)),
        ("banker2 not 6 to 9", |set| Known::Lies(Place::Banker2, set)),
        ("third card red face", |set| Known::Lies(Place::Fifth, set)),
        ("sixth card high", |set| Known::Lies(Place::Sixth, set)),
        ("player third black high", |set| Known::Draws(banco_cards::Side::Player, set)),
        ("banker third red low", |set| Known::Draws(banco_cards::Side::Banker, set)),
    ];
    each_family(&mut |question, shoe, draw| {
        for (text, of) in known {
            let whole = Given::parse(text).unwrap()[0].known;
            let (Known::Lies(_, set) | Known::Draws(_, set)) = whole else { panic!("{text} is of a set") };
            assert_eq!(of(set), whole, "{text}");
            let mut sums = Vec::new();
            set.cards()
                .for_each(|card| add(&mut sums, &lines(shoe, draw, &[of(CardSet::of(card))], question)));
            assert_eq!(lines(shoe, draw, &[whole], question), sums, "{text}: {}", question.tables()[0].wager);
        }
    });
}

/// Each of two like burnt cards is one of the set; the rest is dealt from what they leave.
#[test]
fn like_burnt_cards_are_every_two_of_them() {
    let set = CardSet::from_test(|card| is_high(card) && is_red(card));
    each_family(&mut |question, shoe, draw| {
        let mut sums = Vec::new();
        for one in set.cards() {
            let left = shoe.clone().without(one).unwrap();
            for other in set.cards() {
                let both = left.clone().without(other).unwrap();
                let ways = copies(shoe, one) * copies(&left, other);
                let counts = Deals::new(both, draw.clone()).unwrap().count(question).unwrap();
                let each = [vec![counts.total], counts.tables[0].lines.clone()].concat();
                add(&mut sums, &each.iter().map(|deals| deals * ways).collect::<Vec<u128>>());
            }
        }
        let known = [Known::Burnt(set), Known::Burnt(set)];
        assert_eq!(lines(shoe, draw, &known, question), sums, "{}", question.tables()[0].wager);
    });
}

/// Five burnt cards of eight decks are counted, whatever is known of them; six are refused.
#[test]
fn too_many_burnt_cards_are_refused() {
    let terms = small::terms("co-rule-28", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let deals = |burnt: &[Known]| KnownDeals::new(&Shoe::full(8), draw.clone(), Knowledge::new(burnt));
    let nine = Known::Burnt(CardSet::of_rank(Rank::Nine));
    assert!(deals(&[nine; 5]).is_ok());
    assert_eq!(deals(&[nine; 6]).err(), Some(CountError::TooManyBurnt(6)));
    let not = |rank: Rank| Known::Burnt(CardSet::of_rank(rank).complement());
    assert!(deals(&[not(Rank::Nine); 5]).is_ok(), "like cards are few cases");
    let unlike: Vec<Known> = [Rank::Nine, Rank::Eight, Rank::Seven, Rank::Six, Rank::Five].map(not).to_vec();
    assert_eq!(deals(&unlike).err(), Some(CountError::TooManyBurnt(5)));
}

#[test]
fn the_best_of_equals_is_the_first_and_nothing_is_made_at_a_loss() {
    let gains = [-1, 2, 2, 0].map(|gain| Fraction::from_integer(gain.into()));
    assert_eq!(Worth::best(&gains).map(|(at, _)| at), Some(1));
    assert_eq!(Worth::best(&gains[..1]), None);
}

/// Eliot Jacobson, "Edge Sorting in Baccarat" (apheat.net, August 18, 2012) and "Edge Sorting in Baccarat, Update #1":
/// eight decks whose sixes to nines are told from the back, with Player, Banker at five percent and Tie to choose from.
/// One card known gives 6.765 percent, the first four give 20.928; Player's high and low card against two low ones
/// come in 20.502 percent of rounds and give 36.332.
#[test]
fn edge_sorted_cards_give_what_was_published() {
    let terms = small::terms("ma-baccarat", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let seat = SeatFacts::default();
    let offered = ["player", "banker:commission", "tie"].map(|name| small::offered(&terms, name));
    let tables = offered.each_ref().map(|offered| [&offered.table]);
    let questions = tables.each_ref().map(|table| Question::new(table, &seat, &[]));
    let shoe = Shoe::full(8);
    let found = |text: &str| worth(&terms, &questions, (&shoe, &draw), &Given::parse(text).unwrap()).unwrap();
    let rounded = |share: Fraction| (share * Fraction::from_integer(100_000.into())).round().to_string();
    assert_eq!(rounded(found("player1 6 to 9").value()), "6765");
    let four = found("player1 high; player2 high; banker1 high; banker2 high");
    assert_eq!(rounded(four.value()), "20928");
    let high = |known: &Known| matches!(known, Known::Lies(_, set) if set.cards().all(is_high));
    let one_against_none: Vec<_> = four
        .states
        .iter()
        .filter(|state| {
            let [p1, p2, b1, b2] = [0, 1, 2, 3].map(|at| high(&state.known[at]));
            p1 != p2 && !b1 && !b2
        })
        .collect();
    let chance: Fraction = one_against_none.iter().map(|state| state.chance.clone()).sum();
    assert_eq!(rounded(chance), "20502");
    for state in one_against_none {
        let (best, gain) = Worth::best(&state.gains).unwrap();
        assert_eq!((best, rounded(gain.clone()).as_str()), (0, "36332"));
    }
}
