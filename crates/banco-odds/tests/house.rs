//! The house's side of a round, seats, envy and meters, against rounds settled seat by seat.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

#[path = "small/mod.rs"]
mod small;

use std::collections::BTreeMap;

use banco_engine::{Coup, Decisions, SeatFacts, Ticket, play, settle};
use banco_money::{Amount, Currency};
use banco_odds::{
    Deals, DrawTable, ExposureError, FiveRule, Fraction, Meters, Sharing, Shoe, dealer_envy, exposure,
    meter_terms, seat_sheets, seats_differ, shared, sheets,
};
use banco_rulebook::{Offered, Terms};
use proptest::prelude::*;

fn number(number: u128) -> Fraction {
    Fraction::from_integer(number.into())
}

fn finished(terms: &Terms, order: &[banco_cards::Card]) -> Coup {
    (4..=6).find_map(|dealt| play(terms, &order[..dealt], Decisions::default()).ok()).unwrap().coup
}

/// What every seat is paid and the dealer takes, for every order of six cards, settled wager by wager.
fn settled(
    terms: &Terms,
    wager: &str,
    stake: Amount,
    seats: &[u8],
    cards: &str,
) -> BTreeMap<(Vec<i64>, i64), u128> {
    let mut ends = BTreeMap::new();
    for order in small::orders(&small::cards(cards), 6) {
        let coup = finished(terms, &order);
        let (mut payouts, mut dealer) = (Vec::new(), 0);
        for seat in seats {
            let ticket = Ticket {
                wager: wager.parse().unwrap(),
                stake,
                seat: SeatFacts::at(terms, *seat, seats),
                stood: false,
                history: Vec::new(),
            };
            let settled = settle(terms, &coup, &ticket).unwrap();
            let to_seat = settled.envy_to == Some(banco_rulebook::model::wager::EnvyTo::OtherSeats);
            payouts.push(settled.won.minor() + if to_seat { settled.envy.minor() } else { 0 });
            dealer += if to_seat { 0 } else { settled.envy.minor() };
        }
        *ends.entry((payouts, dealer)).or_default() += 1;
    }
    ends
}

fn check_exposure(rulebook: &str, wager: &str, stake: i64, seats: &[u8], cards: &str) {
    let terms = small::terms(rulebook, "default");
    let stake = Amount::from_minor(stake, terms.currency);
    let offered = small::offered(&terms, wager);
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let shoe = small::shoe(&small::cards(cards));
    let found = exposure(&terms, (&shoe, &draw), &offered, seats, stake).unwrap();
    let wanted = settled(&terms, wager, stake, seats, cards);
    // Wagers on the first four cards are counted by starts of four.
    let scale = 5040 / found.total;
    let mut ends: BTreeMap<(Vec<i64>, i64), u128> = BTreeMap::new();
    for end in &found.ends {
        let payouts = end.payouts.iter().map(|payout| payout.minor()).collect();
        *ends.entry((payouts, end.dealer_envy.minor())).or_default() += end.ways * scale;
    }
    assert_eq!(ends, wanted, "{wager} from {cards}");
    let most = wanted.keys().map(|(payouts, _)| payouts.iter().sum::<i64>()).max().unwrap();
    assert_eq!(found.largest().unwrap().payout.minor(), most);
    check_limit(&found, &wanted, most / 2);
}

/// A limit, applied to every settled round.
fn check_limit(found: &banco_odds::Exposure, settled: &BTreeMap<(Vec<i64>, i64), u128>, limit: i64) {
    let total: u128 = settled.values().sum();
    for sharing in [Sharing::ProRata, Sharing::InOrder] {
        let effect = found.limited(Amount::from_minor(limit, found.stake.currency()), sharing);
        let (mut bites, mut withheld) = (0, 0);
        for ((payouts, _), ways) in settled {
            let due: i64 = payouts.iter().sum();
            if due > limit {
                bites += ways;
                withheld += u128::from((due - limit).unsigned_abs()) * ways;
            }
        }
        assert_eq!(effect.chance, number(bites) / number(total));
        assert_eq!(effect.withheld.iter().sum::<Fraction>(), number(withheld) / number(total));
        let staked =
            u128::from(found.stake.minor().unsigned_abs()) * u128::try_from(found.seats.len()).unwrap();
        assert_eq!(effect.edge, effect.edge_without + number(withheld) / number(total) / number(staked));
    }
}

#[test]
fn rounds_end_for_the_house_as_seats_are_settled() {
    check_exposure("co-rule-28", "tie", 700, &[1, 2, 3], "7h 2c Kd 5s 8d 9h Ac");
    check_exposure("co-rule-28", "golden-talons.player:PT-FLT-GT-01", 500, &[1, 2], "9h 9c Kd 5s 8d 9h Ac");
    check_exposure("ma-baccarat", "royal-9:1", 500, &[1, 2, 3, 4], "Ks 9h Ks 9h Kh 9s 9s");
    check_exposure("ma-baccarat", "royal-9:1", 500, &[1, 2], "Ks 9h Ks 9h Kh 9h Qh");
    check_exposure("co-rule-28", "99-fortunes:P5", 500, &[1, 7, 8], "8h 8h 8d 8h 8h 7h Kh");
    check_exposure("co-rule-28", "99-fortunes:P5", 500, &[1, 7], "8h 8h 8d 8h 8h 7h Kh");
    check_exposure("co-rule-28", "sun-7-progressive:PT-PRG-S7-E01", 100, &[1, 2, 3], "2s 3s Ks 2s 3s 6s 7d");
}

#[test]
fn envy_goes_to_the_seats_that_do_not_match() {
    let terms = small::terms("co-rule-28", "default");
    let offered = small::offered(&terms, "99-fortunes:P5");
    let deals = Deals::new(Shoe::full(8), DrawTable::from_terms(&terms, FiveRule::Draw)).unwrap();
    let seats = seat_sheets(&terms, &deals, &offered, &[1, 7, 8]).unwrap();
    // Four suits, and two other seats: four of the eight cards alike, of 416.
    let starts = number(416 * 415 * 414 * 413);
    let quads = number(2 * 4 * 8 * 7 * 6 * 5) / &starts;
    for seat in &seats {
        assert_eq!(number(seat.envy_ways) / number(seat.sheet.total), quads);
        // $1,000 on a wager of $5.
        assert_eq!(seat.envy, &quads * number(200));
        assert!(seat.sheet.is_complete());
    }
    assert!(!seats_differ(&seats));
    let alone = seat_sheets(&terms, &deals, &offered, &[7]).unwrap();
    assert_eq!(alone[0].envy_ways, 0);
    // Without some sevens the seats differ.
    let fewer =
        small::cards("7h 7h").into_iter().fold(Shoe::full(8), |shoe, card| shoe.without(card).unwrap());
    let deals = Deals::new(fewer, DrawTable::from_terms(&terms, FiveRule::Draw)).unwrap();
    assert!(seats_differ(&seat_sheets(&terms, &deals, &offered, &[1, 7, 8]).unwrap()));
}

fn sheet(terms: &Terms, offered: &Offered) -> banco_odds::Sheet {
    let deals = Deals::new(Shoe::full(8), DrawTable::from_terms(terms, FiveRule::Draw)).unwrap();
    let seat = SeatFacts::at(terms, 1, &[]);
    sheets(terms, &deals, std::slice::from_ref(&offered.table), &seat, &offered.suits).unwrap().remove(0)
}

#[test]
fn the_dealer_takes_envy_once_for_each_winner() {
    let terms = small::terms("co-rule-28", "default");
    let offered = small::offered(&terms, "sun-7-progressive:PT-PRG-S7-E01");
    let sheet = sheet(&terms, &offered);
    let ways = |name: &str| sheet.lines.iter().find(|line| line.name.contains(name)).unwrap().ways;
    let cents = ways("Suit Specific") * 50_000
        + ways("Player & Banker Suited") * 10_000
        + ways("Player & Banker Same Color") * 1_000
        + ways("(Banker Suited)") * 500
        + ways("(Banker Same Color)") * 200;
    let usd = |minor| Amount::from_minor(minor, Currency::Usd);
    let one = dealer_envy(&sheet, usd(100)).unwrap().unwrap();
    assert_eq!(one.cost, number(cents) / number(sheet.total));
    assert_eq!(one.share, &one.cost / number(100));
    assert_eq!(one.most, usd(50_000));
    // Five times the unit has five times the envy.
    assert_eq!(dealer_envy(&sheet, usd(500)).unwrap().unwrap().cost, &one.cost * number(5));
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let round = exposure(&terms, (&Shoe::full(8), &draw), &offered, &[1, 2, 3], usd(100)).unwrap();
    assert_eq!(round.dealer_envy(), one.cost * number(3));
    let plain = small::offered(&terms, "tie");
    assert_eq!(dealer_envy(&self::sheet(&terms, &plain), usd(100)).unwrap(), None);
}

#[test]
fn a_wager_is_even_on_the_plane() {
    let terms = small::terms("ma-baccarat", "default");
    let offered = small::offered(&terms, "royal-9:1");
    let sheet = sheet(&terms, &offered);
    let meters = Meters::from_sheet(&sheet, &meter_terms(&terms, &offered.table), 1).unwrap();
    let seeds: Vec<Fraction> = meters
        .meters
        .iter()
        .map(|meter| Fraction::from_integer(meter.seed.unwrap().minor().into()))
        .collect();
    let zero = number(0);
    for at in 0..3 {
        let mut amounts = seeds.clone();
        amounts[at] = meters.break_even(at).unwrap();
        assert_eq!(meters.value_at(&amounts), zero, "{at}");
    }
    assert!(meters.value_at(&seeds) < zero);
    assert_eq!(meters.value_at_seeds(), Some(meters.value_at(&seeds)));
    let grid = meters.grid([1, 2], 4);
    assert_eq!(grid.len(), 5);
    for [spade, heart] in grid {
        assert_eq!(meters.value_at(&[seeds[0].clone(), spade, heart]), zero);
    }
    // Increments of 6, 5 and 5 percent; seeds come back once a hit.
    let split = &meters.split;
    assert_eq!(split.increments, Some(Fraction::new(16.into(), 100.into())));
    let reseeds: Fraction = meters
        .meters
        .iter()
        .zip(&seeds)
        .map(|(meter, seed)| seed / meter.rounds.as_ref().unwrap() / number(500))
        .sum();
    assert_eq!(split.seeds, Some(reseeds));
    assert_eq!(split.total(), Some(meters.least_return()));
}

#[test]
fn bettors_who_win_together_split_the_meter() {
    let terms = small::terms("co-rule-28", "default");
    let offered = small::offered(&terms, "sun-7-progressive:PT-PRG-S7-01");
    let sheet = sheet(&terms, &offered);
    let run = meter_terms(&terms, &offered.table);
    let [one, five] = [1, 5].map(|bettors| Meters::from_sheet(&sheet, &run, bettors).unwrap());
    assert_eq!(one.meters[0].rounds, five.meters[0].rounds);
    assert_eq!(one.meters[0].share, &five.meters[0].share * number(5));
    assert_eq!(five.break_even(0).unwrap(), one.break_even(0).unwrap() * number(5));
    // A reserve pays for the seed, so the split knows every part although no seed is printed.
    assert_eq!(one.split.seeds, Some(number(0)));
    assert_eq!(one.split.total(), five.split.total());
    assert_eq!(one.value_at_seeds(), None);
}

#[test]
fn what_the_licensee_has_not_set_is_unknown() {
    let terms = small::terms("ma-midi", "default");
    let offered = small::offered(&terms, "royal-9:1");
    let sheet = sheet(&terms, &offered);
    let meters = Meters::from_sheet(&sheet, &meter_terms(&terms, &offered.table), 1).unwrap();
    assert_eq!(meters.break_even(0), None);
    assert_eq!((&meters.split.increments, &meters.split.seeds), (&None, &None));
    assert_eq!(meters.split.total(), None);
    assert_eq!(meters.least_return(), meters.split.fixed);
    assert!(meters.grid([0, 1], 4).is_empty());
    assert!(meters.meters.iter().all(|meter| meter.rounds.is_some() && meter.share > number(0)));
    let no_meters = small::offered(&terms, "tie");
    assert_eq!(Meters::from_sheet(&self::sheet(&terms, &no_meters), &BTreeMap::new(), 1), None);
}

#[test]
fn what_cannot_be_reckoned_together_is_refused() {
    let terms = small::terms("ma-baccarat", "default");
    let draw = DrawTable::from_terms(&terms, FiveRule::Draw);
    let stake = Amount::from_minor(500, Currency::Usd);
    let of =
        |offered: &Offered, seats: &[u8]| exposure(&terms, (&Shoe::full(8), &draw), offered, seats, stake);
    let mut offered = small::offered(&terms, "royal-9:1");
    assert_eq!(of(&offered, &[]), Err(ExposureError::Nobody));
    // A seat's own combination that must also tie: four cards do not tell.
    offered.table.lines[0].when.tie = Some(true);
    assert_eq!(of(&offered, &[1, 2]), Err(ExposureError::SeatsAndThirds("royal-9".to_owned())));
}

#[test]
fn a_limit_is_shared_as_told() {
    assert_eq!(shared(100, &[90, 30, 0], Sharing::ProRata), [75, 25, 0]);
    assert_eq!(shared(100, &[50, 50, 50], Sharing::ProRata), [34, 33, 33]);
    assert_eq!(shared(100, &[90, 30, 20], Sharing::InOrder), [50, 30, 20]);
    assert_eq!(shared(140, &[90, 30, 20], Sharing::ProRata), [90, 30, 20]);
}

proptest! {
    #[test]
    fn all_of_a_limit_is_paid_and_nobody_more_than_was_due(
        payouts in proptest::collection::vec(0_i64..1_000_000, 1..15), limit in 0_i64..3_000_000, pro_rata: bool
    ) {
        let sharing = if pro_rata { Sharing::ProRata } else { Sharing::InOrder };
        let shares = shared(limit, &payouts, sharing);
        let due: i64 = payouts.iter().sum();
        prop_assert_eq!(shares.iter().sum::<i64>(), due.min(limit));
        prop_assert!(shares.iter().zip(&payouts).all(|(share, payout)| (0..=*payout).contains(share)));
    }
}
