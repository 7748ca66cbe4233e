//! A progressive link of the engine, fed by round after round of random cards, grows and is won as the exact odds
//! say.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    missing_docs,
    reason = "tests may panic"
)]

mod support;

use std::sync::Arc;

use banco_cards::{Card, Hand, Rank};
use banco_engine::coup::Coup;
use banco_engine::link::{
    Cause, Claim, Command, Event, HitId, Link, Progress, Sensor, Setup, TableId, TriggerSecret, Winner, Word,
    decide, evolve, hear,
};
use banco_engine::table::{Actor, BetKey, Person, Role, Rules, Seat};
use banco_engine::{Name, SeatFacts, Shelf, Ticket, settle};
use banco_money::Amount;
use banco_odds::{Deals, DrawTable, FiveRule, Meters, MustHitMeter, Shoe, Trigger, decimal, meter_terms};
use banco_rulebook::{Terms, WagerName};
use banco_sim::rng::{Seeder, SimRng};
use banco_sim::settlement::coup;
use banco_sim::setup::wager;
use banco_sim::shoe::ShoeChoices;
use support::{rules, terms};

const TABLE: TableId = TableId(1);

/// A table of bettors who all make the wager in every round; each wins by cards of their own.
struct Play {
    terms: Terms,
    name: WagerName,
    unit: Amount,
    seats: Vec<u8>,
    shelf: Shelf,
    link: Link,
}

impl Play {
    /// At seats from 1 on; with the meters that cards win, or with the one that must hit.
    fn new(rulebook: &str, submission: &str, name: &str, seats: u8, hidden: bool) -> Self {
        let terms = terms(rulebook, submission);
        let mut rules = Rules::new(terms.clone()).unwrap();
        let with_wager = |setup: &&Arc<Setup>| setup.wager(name).is_some();
        let mut setup = (**rules.links.iter().find(with_wager).unwrap()).clone();
        setup.wagers.retain(|wager| wager.id == name);
        setup.meters.retain(|meter| meter.must_hit == hidden && meter.wager == name);
        let link = Link::named(setup.name);
        rules.links = vec![Arc::new(setup)];
        let name: WagerName = name.parse().unwrap();
        let offered = terms.offered(&name).unwrap();
        let unit = offered.units[0];
        let id = rules.id;
        let shelf = Shelf::with(Arc::new(rules));
        let mut play = Self { terms, name, unit, seats: (1..=seats).collect(), shelf, link };
        play.say(Word::Attach { by: Person(90), heard: 0, rules: id, table: TABLE });
        play
    }

    fn setup(&self) -> &Setup {
        self.link.setup()
    }

    fn give(&mut self, role: Role, person: u32, command: Command) {
        let events = decide(&self.link, &self.shelf, Actor::new(role, Person(person)), command.clone());
        self.follow(&events.unwrap_or_else(|refusal| panic!("{command:?}: {refusal}")));
    }

    /// The node of the table or the generator says something.
    fn say(&mut self, word: Word) {
        let events = hear(&self.link, &self.shelf, word.clone());
        self.follow(&events.unwrap_or_else(|refusal| panic!("{word:?}: {refusal}")));
    }

    fn follow(&mut self, events: &[Event]) {
        events.iter().for_each(|event| evolve(&mut self.link, event, &self.shelf));
    }

    /// Everything that the link has said was heard.
    fn heard(&self) -> u32 {
        self.link.station(TABLE).unwrap().said
    }

    fn wager(&self) -> Name {
        self.setup().wagers[0].id
    }

    fn winner(&self, seat: u8) -> Winner {
        let key = BetKey { for_dealer: false, owner: Person(u32::from(seat)), wager: self.wager() };
        Winner { key, seat: Seat { at: seat, number: seat } }
    }

    /// The lines with shares of meters that the engine's own settlement finds.
    fn claims(&self, coup: &Coup) -> Vec<Claim> {
        let mut claims: Vec<Claim> = Vec::new();
        for seat in &self.seats {
            let ticket = Ticket {
                wager: self.name.clone(),
                stake: self.unit,
                seat: SeatFacts::at(&self.terms, *seat, &self.seats),
                stood: false,
                history: Vec::new(),
            };
            let settled = settle(&self.terms, coup, &ticket).unwrap();
            claims.extend(settled.claims.into_iter().map(|claim| Claim {
                meter: Name::new(&claim.meter),
                share: claim.share,
                line: Name::new(settled.line.as_deref().unwrap_or_default()),
                hands: [coup.player, coup.banker],
                winners: vec![self.winner(*seat)],
            }));
        }
        claims
    }

    fn start(&mut self) {
        let wager = self.wager();
        let sensor = |seat: &u8| Sensor { wager, by: self.winner(*seat), stake: self.unit };
        let sensors = self.seats.iter().map(sensor).collect();
        self.say(Word::StartGame { heard: self.heard(), round: 1, sensors, table: TABLE });
    }

    fn end(&mut self) {
        self.say(Word::EndGame { heard: self.heard(), table: TABLE });
    }

    /// One round, its jackpots paid. Says which meters paid how much.
    fn round(&mut self, coup: Option<&Coup>) -> Vec<(Name, f64)> {
        self.start();
        let claims = coup.map(|coup| self.claims(coup)).unwrap_or_default();
        let mut paid = Vec::new();
        if !claims.is_empty() {
            for claim in claims.iter().filter(|_| self.setup().wagers[0].selects).cloned().collect::<Vec<_>>()
            {
                let (seat, line) = (claim.winners[0].seat.number, claim.line.to_string());
                self.give(Role::Dealer, 91, Command::Select { table: TABLE, seat, line });
            }
            self.say(Word::Reach { claims, table: TABLE });
            self.give(Role::Dealer, 91, Command::HitJackpot { table: TABLE });
            let claimed = self.link.hits().filter(|hit| hit.progress == Progress::Claimed);
            let hits: Vec<HitId> = claimed.map(|hit| hit.id).collect();
            paid.extend(hits.into_iter().map(|hit| self.pay(hit)));
        }
        self.end();
        paid
    }

    fn pay(&mut self, hit: HitId) -> (Name, f64) {
        let found = self.link.hit(hit).unwrap().clone();
        let hands = match found.cause {
            Cause::Cards { hands, .. } => Some(hands),
            Cause::MustHit => None,
        };
        self.give(Role::Floor, 92, Command::Verify { hit, hands });
        let amount = self.link.worth(self.link.hit(hit).unwrap()).unwrap();
        self.give(Role::Executive, 93, Command::PayJackpot { hit, amount });
        (found.meter, amount.minor() as f64)
    }

    fn odds(&self) -> Meters {
        let deals = Deals::new(
            Shoe::from_pack(&self.terms.pack()),
            DrawTable::from_terms(&self.terms, FiveRule::Draw),
        )
        .unwrap();
        let sheet = wager(&self.terms, &deals, &self.name, Some(1)).unwrap().sheet;
        let offered = self.terms.offered(&self.name).unwrap();
        Meters::from_sheet(&sheet, &meter_terms(&self.terms, &offered.table), self.seats.len() as u32)
            .unwrap()
    }
}

/// The first six cards of a full shoe.
fn six(rng: &mut SimRng, shoe: &mut [Card]) -> [Card; 6] {
    for at in 0..6 {
        let other = at + (rng.next_word() % (shoe.len() - at) as u64) as usize;
        shoe.swap(at, other);
    }
    [0, 1, 2, 3, 4, 5].map(|at| shoe[at])
}

/// Plays so many rounds and holds every meter that is won often enough against its odds.
fn compare(mut play: Play, rounds: u32, may_win: fn(&Coup) -> bool, checked: &[&str]) {
    let rules = rules(&play.terms, ShoeChoices::from_terms(&play.terms));
    let mut shoe: Vec<Card> = play.terms.pack().cards().collect();
    let mut rng = Seeder::new(7).shoe(0);
    let mut paid: Vec<Vec<f64>> = vec![Vec::new(); play.setup().meters.len()];
    for _ in 0..rounds {
        let (entry, cards) = rules.round_of(six(&mut rng, &mut shoe));
        let coup = coup(entry.class(), cards).unwrap();
        let won = play.round(may_win(&coup).then_some(&coup));
        for (meter, amount) in won {
            let at = play.setup().meters.iter().position(|known| known.id == meter).unwrap();
            paid[at].push(amount);
        }
    }
    let odds = play.odds();
    for id in checked {
        let at = play.setup().meters.iter().position(|meter| meter.id == **id).unwrap();
        let exact = odds.meters.iter().find(|meter| meter.id == *id).unwrap();
        let expected = f64::from(rounds) / decimal(exact.rounds.as_ref().unwrap());
        let (hits, award) = (paid[at].len() as f64, decimal(exact.award.as_ref().unwrap()));
        let mean = paid[at].iter().sum::<f64>() / hits;
        println!("{id}: {hits} hits for {expected:.1}, {mean:.2} for {award:.2}");
        assert!(hits > 100.0 && (hits - expected).abs() < 4.0 * expected.sqrt(), "{id}: {hits} {expected}");
        let spread = paid[at].iter().map(|amount| (amount - mean).powi(2)).sum::<f64>() / hits;
        // The last jackpot has been won, and what came after is still in the meter: one hit in so many.
        assert!((mean - award).abs() < 4.0 * (spread / hits).sqrt() + award / hits, "{id}: {mean} {award}");
    }
}

/// A king and a nine among the first two cards of a hand: nothing else wins Spade or Heart.
fn king_nine(coup: &Coup) -> bool {
    let has = |hand: Hand| {
        [Rank::King, Rank::Nine].iter().all(|rank| hand.cards().take(2).any(|card| card.rank == *rank))
    };
    has(coup.player) || has(coup.banker)
}

#[test]
fn the_spade_and_heart_of_royal_nine_grow_as_their_odds_say() {
    compare(
        Play::new("ma-baccarat", "royal-9", "royal-9", 12, false),
        100_000,
        king_nine,
        &["spade", "heart"],
    );
}

/// Rounds without cards, until the meter has hit so often. Says in how many rounds, and the awards.
fn must_hit(play: &mut Play, cycles: usize) -> (u32, Vec<f64>) {
    let mut rng = Seeder::new(8).shoe(0);
    let (mut rounds, mut awards) = (0, Vec::new());
    let meter = play.setup().meters[0].id;
    while awards.len() < cycles {
        while play.link.wanting_secrets().next().is_some() {
            let secret = TriggerSecret { fraction: rng.next_word(), nonce: [8; 32] };
            play.say(Word::SealTrigger { meter, sealed: secret.sealed() });
        }
        play.start();
        rounds += 1;
        play.give(Role::Dealer, 91, Command::EndRound { table: TABLE });
        let made = play.link.pending().next().map(|hit| hit.id);
        if let Some(hit) = made {
            let draw = (rng.next_word() % play.seats.len() as u64) as u32;
            play.say(Word::DrawWinner { draw, hit });
            awards.push(play.pay(hit).1);
        }
        play.end();
    }
    (rounds, awards)
}

#[test]
fn must_hit_meters_grow_as_their_long_run_says() {
    let mut play = Play::new("ma-baccarat", "royal-9", "royal-9", 7, true);
    let offer = play.terms.offers.iter().find(|offer| offer.must_hit.is_some()).unwrap();
    let config = offer.must_hit.as_ref().unwrap();
    let exact = MustHitMeter::new(config, play.unit, 7, Trigger::uniform()).unwrap().long_run();
    let (award, rounds) = (decimal(&exact.award), decimal(&exact.rounds));
    let width = (config.max.0.minor() - config.reset.0.minor()) as f64;
    let (played, awards) = must_hit(&mut play, 400);
    let hits = awards.len() as f64;
    let mean = awards.iter().sum::<f64>() / hits;
    println!(
        "{hits} hits, {mean:.2} for {award:.2}, every {:.2} rounds for {rounds:.2}",
        f64::from(played) / hits
    );
    // Awards are spread evenly, and rounds with them.
    let off = 4.0 / (12.0 * hits).sqrt();
    assert!((mean - award).abs() < off * width, "{mean} {award}");
    let step = (width / rounds / 2.0).max(1.0);
    assert!((f64::from(played) / hits - rounds).abs() < off * width / step, "{played} {rounds}");
}
