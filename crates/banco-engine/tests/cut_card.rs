//! The cut card at every place of the shoe: the round in which it shows is finished, "last hand" is called
//! once, exactly one more round is dealt, then the shoe is over. Where the cards run out before, the round is
//! void and its wagers return.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

mod support;

use std::sync::Arc;

use banco_cards::Card;
use banco_dice::Dice;
use banco_engine::Hidden;
use banco_engine::table::{
    Actor, BuyInWith, CardSource, Command, CutCard, DealingEvent, Event, FloorEvent, Irregularity, Minute,
    Person, Phase, PreparationEvent, Role, Rules, SettlementEvent, SpotId, Stage, Table, Tender,
    WageringEvent, What, Word, decide,
};
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;
use support::order::Order;
use support::{happen, library, rulebooks_of};

const CARDS: u16 = 416;

/// The house-banked rulebooks whose default submission has so many cards, each with its rules.
fn books() -> impl Iterator<Item = (&'static str, Arc<Rules>)> {
    let rules = |rulebook: &&str| Rules::new(library().terms(rulebook, "default").unwrap()).unwrap();
    let all = rulebooks_of(Family::HouseBanked).into_iter();
    let all = all.map(move |rulebook| (rulebook, Arc::new(rules(&rulebook))));
    all.filter(|(_, rules)| rules.terms.pack().len() == CARDS)
}

/// A table and the order of the cards in its shoe.
#[derive(Clone)]
struct Game {
    table: Table,
    order: Vec<Card>,
    events: Vec<Event>,
}

fn staff(role: Role) -> Actor {
    Actor::new(role, Person(1_000 + role as u32))
}

impl Game {
    /// A table with two players, ready for the first shoe.
    fn new(rules: &Arc<Rules>, seed: u64) -> Self {
        let mut order: Vec<Card> = rules.terms.pack().cards().collect();
        Dice::new(seed).shuffle(&mut order);
        assert_eq!(order.len(), usize::from(CARDS));
        let mut game = Self { table: Table::new(rules), order, events: Vec::new() };
        let float = game.money(10_000_000);
        game.does(staff(Role::Floor), Command::OpenTable { float, differential: None, at: Minute(0) });
        for seat in [1, 2] {
            let one = Actor::new(Role::Participant, Person(seat));
            game.does(one, Command::Sit { seat: u8::try_from(seat).unwrap() });
            let amount = game.money(1_000_000);
            game.does(one, Command::BuyIn { amount, with: BuyInWith::Chips });
        }
        game
    }

    fn money(&self, dollars: i64) -> Amount {
        Amount::from_minor(dollars * 100, self.table.rules().terms.currency)
    }

    fn does(&mut self, by: Actor, command: Command) {
        self.goes((by, command).into());
    }

    fn goes(&mut self, order: Order) {
        let told = format!("{order:?}");
        let events = order.decide(&self.table);
        let events = events.unwrap_or_else(|refusal| panic!("{told}: {refusal} ({})", refusal.code()));
        happen(&mut self.table, &events);
        assert_eq!((self.table.fault(), self.table.audit()), (None, Ok(())), "{told}");
        self.events.extend(events);
    }

    /// Whatever comes next.
    fn step(&mut self, source: CardSource, cut_card: u16) {
        let dealer = staff(Role::Dealer);
        let (by, command) = match self.table.phase() {
            Phase::Preparing => {
                let next = self.table.next_preparation().unwrap();
                (staff(next.by), Command::Prepare { step: next.id.to_string(), told: None })
            }
            Phase::Cutting => match self.table.shoe().cut_asked {
                Some((person, _)) => (Actor::new(Role::Participant, person), Command::Cut { at: CARDS / 2 }),
                None => (dealer, Command::Cut { at: CARDS / 2 }),
            },
            Phase::Loading => (dealer, Command::LoadShoe { source, cut_card, batch: 1 }),
            Phase::Burning => (dealer, Command::BurnCard(Hidden::new(self.next_card().unwrap()))),
            Phase::Betting => self.betting(),
            Phase::Dealing => return self.goes(self.dealing()),
            Phase::Settled => (dealer, Command::ClearTable),
            Phase::BetweenShoes => (dealer, Command::CollectVigorish),
            Phase::Closed => panic!("the table is closed"),
        };
        self.does(by, command);
    }

    fn next_card(&self) -> Option<Card> {
        self.order.get(usize::from(self.table.next_card())).copied()
    }

    fn betting(&self) -> (Actor, Command) {
        if let Some(asked) = self.table.shoe_asked() {
            let one = Actor::new(Role::Participant, asked.person);
            return (one, Command::AcceptShoe { dealer_acts: false });
        }
        // The first plays Player, the second Banker and Tie.
        let wagers = [(1, 0), (2, 1), (2, 2)];
        let open = wagers.iter().find(|(person, spot)| {
            let key = |bet: &&banco_engine::table::Bet| bet.key.owner.0 == *person && bet.spot.0 == *spot;
            !self.table.bets().iter().any(|bet| key(&bet))
        });
        match open {
            Some((person, spot)) => {
                let (spot, amount) = (SpotId(*spot), self.money(100));
                let place = Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false };
                (Actor::new(Role::Participant, Person(*person)), place)
            }
            None => (staff(Role::Dealer), Command::NoMoreBets),
        }
    }

    fn dealing(&self) -> Order {
        if self.table.incident().is_some() {
            return (staff(Role::Floor), Command::AnswerReport { approved: true }).into();
        }
        let dealer = staff(Role::Dealer);
        let entry = self.table.shoe().source == CardSource::Entry;
        match self.table.round().stage {
            Stage::Initial(_) | Stage::Third(_) => match self.next_card() {
                Some(card) if entry => (dealer, Command::Card(Hidden::new(card))).into(),
                Some(card) => Word::Card(Hidden::new(card)).into(),
                None => (dealer, Command::Report(Irregularity::TooFewCards)).into(),
            },
            Stage::Turning(_) | Stage::TurningThird(_) => (dealer, Command::TurnCards(Vec::new())).into(),
            Stage::Complete => (dealer, Command::Settle).into(),
            other => panic!("{other:?} does not come up here"),
        }
    }

    /// Plays on until the shoe is over.
    fn play_out(&mut self, source: CardSource, cut_card: u16) {
        let shoe = self.table.shoe().number;
        while self.table.shoe().number == shoe && self.table.phase() != Phase::BetweenShoes {
            self.step(source, cut_card);
        }
    }
}

/// What happened from the cut card to the end of the shoe.
fn check_ending(game: &Game, told: &str) {
    let events = &game.events;
    let shown = events
        .iter()
        .position(|event| matches!(event.what, What::Dealing(DealingEvent::CutCardShown)))
        .unwrap();
    let count = |of: fn(&Event) -> bool| events[shown..].iter().filter(|event| of(event)).count();
    let said = |event: &Event| matches!(event.what, What::Dealing(DealingEvent::Called(call)) if call.phrase == "last-hand");
    let again = |event: &Event| matches!(event.what, What::Dealing(DealingEvent::CutCardShown));
    assert_eq!(count(again), 1, "{told}: the cut card shows once");
    assert!(matches!(
        events.last().unwrap().what,
        What::Preparation(PreparationEvent::ShoeEnded | PreparationEvent::PreparationBegun { .. })
    ));
    assert_eq!(
        count(|event| matches!(event.what, What::Preparation(PreparationEvent::ShoeEnded))),
        1,
        "{told}"
    );
    let begun = count(|event| matches!(event.what, What::Dealing(DealingEvent::RoundBegun { .. })));
    let settled = count(|event| matches!(event.what, What::Settlement(SettlementEvent::RoundSettled { .. })));
    let void =
        count(|event| matches!(event.what, What::Floor(FloorEvent::RoundVoided { new_shoe: true, .. })));
    match (void, begun) {
        // The round with the cut card is finished, then one more is dealt.
        (0, 1) => assert_eq!((count(said), settled), (1, 2), "{told}"),
        // The cards run out in the last hand, or before it.
        (1, 1) => assert_eq!((count(said), settled), (1, 1), "{told}"),
        (1, 0) => assert_eq!((count(said), settled), (0, 0), "{told}"),
        other => panic!("{told}: {other:?}"),
    }
    if let Some(said) = events.iter().position(said) {
        let settled = events
            .iter()
            .rposition(|event| matches!(event.what, What::Settlement(SettlementEvent::RoundSettled { .. })));
        let before = events[..said]
            .iter()
            .rposition(|event| matches!(event.what, What::Settlement(SettlementEvent::RoundSettled { .. })));
        assert!(before.is_some_and(|before| before > shown), "{told}: the round is finished first");
        assert!(void == 1 || settled.is_some_and(|settled| settled > said), "{told}");
    }
    if void == 1 {
        assert!(game.table.bets().is_empty(), "{told}: every wager returns");
        check_void_returns(game, told);
    }
}

/// In the void round everybody gets back what they had wagered in it.
fn check_void_returns(game: &Game, told: &str) {
    let events = &game.events;
    let begun = events
        .iter()
        .rposition(|event| matches!(event.what, What::Dealing(DealingEvent::RoundBegun { .. })))
        .unwrap_or(0);
    let returned = |event: &&Event| matches!(event.what, What::Wagering(WageringEvent::WagerReturned { .. }));
    assert_eq!(events[begun..].iter().filter(returned).count(), 3, "{told}");
    let decided = |event: &Event| {
        matches!(
            event.what,
            What::Settlement(SettlementEvent::WagerPaid { .. } | SettlementEvent::WagerLost { .. })
        )
    };
    assert!(!events[begun..].iter().any(decided), "{told}");
}

/// All places at which a shoe can be loaded with the cut card.
#[test]
fn a_virtual_shoe_shows_the_cut_card_where_it_was_placed() {
    for (rulebook, rules) in books() {
        let mut placed = 0;
        for cut_card in 0..=CARDS {
            let mut game = Game::new(&rules, u64::from(cut_card));
            while game.table.phase() != Phase::Loading {
                game.step(CardSource::Virtual, cut_card);
            }
            let load = Command::LoadShoe { source: CardSource::Virtual, cut_card, batch: 1 };
            if let Err(refusal) = decide(&game.table, staff(Role::Dealer), load) {
                assert_eq!(refusal.code(), "cut_card_out_of_range");
                continue;
            }
            placed += 1;
            game.step(CardSource::Virtual, cut_card);
            while game.table.shoe().cut_card == CutCard::Inside {
                assert!(game.table.shoe().drawn <= CARDS - cut_card);
                game.step(CardSource::Virtual, cut_card);
            }
            // The card behind the cut card has just come.
            assert_eq!(game.table.shoe().drawn, CARDS - cut_card + 1, "{rulebook} {cut_card}");
            game.play_out(CardSource::Virtual, cut_card);
            check_ending(&game, &format!("{rulebook}, cut card {cut_card} from the back"));
        }
        assert!(placed > 80, "{rulebook}: only {placed} places");
    }
}

/// A real shoe shows it wherever it lies: every place from the first card to the last, for two orders of the
/// cards.
#[test]
fn a_real_shoe_shows_the_cut_card_at_any_of_its_416_places() {
    for (rulebook, rules) in books() {
        for seed in [1, 2] {
            let mut seen = [0usize; 3];
            let mut game = Game::new(&rules, seed);
            let mut place = 0;
            while place < CARDS {
                let first = matches!(game.table.round().stage, Stage::Initial(0));
                let due = matches!(game.table.round().stage, Stage::Initial(_) | Stage::Third(_));
                let dealing = game.table.phase() == Phase::Dealing && due;
                let loaded = matches!(game.table.phase(), Phase::Burning | Phase::Dealing);
                if loaded && game.table.shoe().drawn == place {
                    if dealing {
                        with_cut_card_here(&game, &format!("{rulebook}, place {place}"));
                        seen[usize::from(first)] += 1;
                        place += 1;
                    } else if game.table.phase() == Phase::Burning {
                        // Among the cards that are burnt no round is dealt that could be the last.
                        let refused = decide(&game.table, staff(Role::Dealer), Command::ShowCutCard);
                        assert_eq!(refused.unwrap_err().code(), "wrong_moment");
                        seen[2] += 1;
                        place += 1;
                    }
                }
                game.step(CardSource::Entry, 14);
            }
            let [later, first, burnt] = seen;
            assert_eq!(later + first + burnt, usize::from(CARDS), "{rulebook}");
            assert!(first > 60 && burnt < 12, "{rulebook}: {seen:?}");
        }
    }
}

fn with_cut_card_here(game: &Game, told: &str) {
    let mut game = Game { events: Vec::new(), ..game.clone() };
    game.does(staff(Role::Dealer), Command::ShowCutCard);
    let twice = decide(&game.table, staff(Role::Dealer), Command::ShowCutCard);
    assert_eq!(twice.unwrap_err().code(), "cut_card_out", "{told}");
    game.play_out(CardSource::Entry, 14);
    let begun = game
        .events
        .iter()
        .position(|event| matches!(event.what, What::Dealing(DealingEvent::RoundBegun { .. })));
    let shown =
        game.events.iter().position(|event| matches!(event.what, What::Dealing(DealingEvent::CutCardShown)));
    assert!(begun.is_none_or(|begun| shown.is_some_and(|shown| shown < begun)), "{told}");
    check_ending(&game, told);
}

/// A shoe whose cut card nobody has shown runs out: the round is void, its wagers return, new cards follow.
#[test]
fn a_shoe_without_a_cut_card_runs_out() {
    for (rulebook, rules) in books() {
        for seed in 0..8 {
            let mut game = Game::new(&rules, seed);
            while game.table.shoe().number < 1 || game.table.phase() != Phase::Betting {
                game.step(CardSource::Entry, 14);
            }
            game.play_out(CardSource::Entry, 14);
            assert!(
                !game
                    .events
                    .iter()
                    .any(|event| matches!(event.what, What::Dealing(DealingEvent::CutCardShown)))
            );
            let void = |event: &&Event| {
                matches!(event.what, What::Floor(FloorEvent::RoundVoided { new_shoe: true, .. }))
            };
            assert_eq!(game.events.iter().filter(void).count(), 1, "{rulebook}");
            check_void_returns(&game, rulebook);
        }
    }
}

/// A card that is drawn in error takes the cut card along as any other does.
#[test]
fn the_cut_card_comes_out_before_a_card_that_is_drawn_in_error() {
    for (rulebook, rules) in books() {
        let mut game = (14..40).find_map(|cut_card| before_cut_card(&rules, cut_card)).unwrap();
        game.does(staff(Role::Dealer), Command::Report(Irregularity::DrawnInError { card: None }));
        game.does(staff(Role::Floor), Command::AnswerReport { approved: true });
        assert_eq!(game.table.shoe().cut_card, CutCard::Out, "{rulebook}");
        game.play_out(CardSource::Virtual, 14);
        check_ending(&game, rulebook);
    }
}

/// A game in the middle of a round, whose next card lies behind the cut card; not every order leads there.
fn before_cut_card(rules: &Arc<Rules>, cut_card: u16) -> Option<Game> {
    let mut game = Game::new(rules, 7);
    while game.table.shoe().cut_card == CutCard::Inside {
        let due = matches!(game.table.round().stage, Stage::Initial(1..) | Stage::Third(_));
        if game.table.phase() == Phase::Dealing && due && game.table.shoe().drawn == CARDS - cut_card {
            return Some(game);
        }
        game.step(CardSource::Virtual, cut_card);
    }
    None
}
