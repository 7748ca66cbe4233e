//! In which orders the cards of a deal can lie where something is known of their places.

use banco_cards::Side;

use crate::counting::kinds::{Kind, value};
use crate::counting::known::{CardSet, KnownDeals, Place, Places, Thirds, index};
use crate::counting::visit::Deal;

/// A card of a deal at its place.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    pub kind: Kind,
    /// The hand under which the deal names it.
    pub side: Side,
    pub place: Place,
}

/// A card of a deal, by the hand and the number among all its cards under which the deal names it.
#[derive(Clone, Copy)]
struct Named {
    kind: Kind,
    side: Side,
    number: u8,
}

/// One way to lay a deal out: the order of the cards of each hand, and what is known of every place.
pub struct Layout<'a> {
    /// The cards that are dealt, by number.
    pub cards: [Option<Laid>; 6],
    pub places: &'a Places,
    /// How many orders it stands for.
    pub times: i64,
}

impl<'a> Layout<'a> {
    /// No cards yet.
    const fn new(places: &'a Places, times: i64) -> Self {
        Self { cards: [None; 6], places, times }
    }

    fn lay(&mut self, card: Named, place: Place) {
        if let Some(laid) = self.cards.get_mut(usize::from(card.number)) {
            *laid = Some(Laid { kind: card.kind, side: card.side, place });
        }
    }
}

/// Visits every way to lay a deal out that differs in what is known. Deals of four cards may go on, where only the first
/// four are looked at.
#[inline]
pub fn each_layout(deals: &KnownDeals, deal: &Deal, visit: &mut impl FnMut(&Layout<'_>)) {
    let [player, banker] = hands(deal);
    let known = deals.knowledge().places_of_all();
    if deal.is_placed() {
        let thirds = Thirds::of(deal.player().len(), deal.banker().len());
        if let Some(places) = known {
            return each_order(&player, &banker, places, thirds, visit);
        }
        for places in places_by_draws(deals, &player, &banker).iter().flatten() {
            each_order(&player, &banker, places, thirds, visit);
        }
        return;
    }
    let ([Some(a), Some(b), _], [Some(c), Some(d), _]) = (player, banker) else { return };
    match known {
        Some(places) => {
            let arrangements = deals.arrangements(places).iter();
            arrangements.for_each(|arrangement| arrangement.visit([a, b, c, d], places, visit));
        }
        None => each_split(deals, [a, b, c, d], visit),
    }
}

/// Up to three cards of a hand.
type Hand = [Option<Named>; 3];

/// The hands of a deal.
fn hands(deal: &Deal) -> [Hand; 2] {
    let (player, banker) = (deal.player(), deal.banker());
    let hand = |side: Side, kinds: &[Kind], first: usize| -> Hand {
        let number = |at: usize| u8::try_from(first + at).unwrap_or(u8::MAX);
        [0, 1, 2].map(|at| kinds.get(at).map(|kind| Named { kind: *kind, side, number: number(at) }))
    };
    [hand(Side::Player, player, 0), hand(Side::Banker, banker, player.len())]
}

/// Visits the orders of the first two cards of each hand that differ in what is known.
#[inline]
fn each_order(
    player: &Hand,
    banker: &Hand,
    places: &Places,
    thirds: Thirds,
    visit: &mut impl FnMut(&Layout<'_>),
) {
    let [p1, b1, p2, b2, ..] = places;
    for (player_order, player_times) in orders(player, p1 == p2).into_iter().flatten() {
        for (banker_order, banker_times) in orders(banker, b1 == b2).into_iter().flatten() {
            let mut layout = Layout::new(places, player_times * banker_times);
            let hands = [(Side::Player, player, player_order), (Side::Banker, banker, banker_order)];
            for (side, hand, order) in hands {
                for (at, card) in hand.iter().flatten().enumerate() {
                    if let Some(place) = place_of(side, at, order, thirds) {
                        layout.lay(*card, place);
                    }
                }
            }
            visit(&layout);
        }
    }
}

/// Whether the first two cards of a hand come in their order or the other way round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    AsTheyAre,
    Reversed,
}

/// The orders of the first two cards of a hand, with how many each stands for.
fn orders(hand: &Hand, alike: bool) -> [Option<(Order, i64)>; 2] {
    match hand {
        [Some(one), Some(other), _] if one.kind == other.kind => [Some((Order::AsTheyAre, 1)), None],
        _ if alike => [Some((Order::AsTheyAre, 2)), None],
        _ => [Some((Order::AsTheyAre, 1)), Some((Order::Reversed, 1))],
    }
}

/// The place of a card of a hand.
fn place_of(side: Side, at: usize, order: Order, thirds: Thirds) -> Option<Place> {
    let first = (at == 0) == (order == Order::AsTheyAre);
    match (side, at) {
        (_, 2..) => thirds.place(side),
        (Side::Player, _) => Some(if first { Place::Player1 } else { Place::Player2 }),
        (Side::Banker, _) => Some(if first { Place::Banker1 } else { Place::Banker2 }),
    }
}

/// What is known of the places of a deal where it matters which hands draw. If it has four cards only because nothing
/// beyond them is looked at, there is one answer for each choice of hands that draw.
fn places_by_draws(deals: &KnownDeals, player: &Hand, banker: &Hand) -> [Option<Places>; 2] {
    let knowledge = deals.knowledge();
    let cards = |hand: &Hand| hand.iter().flatten().count();
    if cards(player) + cards(banker) > 4 {
        return [knowledge.places(Thirds::of(cards(player), cards(banker))).copied(), None];
    }
    let total = |hand: &Hand| hand.iter().flatten().fold(0, |sum, card| (sum + value(card.kind)) % 10);
    let (p, b) = (total(player), total(banker));
    let draw = deals.draw();
    if draw.is_natural(p) || draw.is_natural(b) {
        return [knowledge.places(Thirds::None).copied(), None];
    }
    if !draw.player_draws(p) {
        let thirds = if draw.banker_draws(b, None) { Thirds::Banker } else { Thirds::None };
        return [knowledge.places(thirds).copied(), None];
    }
    let with_fifth = |thirds: Thirds, set: CardSet| {
        let mut places = *knowledge.places(thirds)?;
        places.iter_mut().skip(index(Place::Fifth)).take(1).for_each(|known| *known = known.and(set));
        Some(places)
    };
    let both = deals.banker_draws_after(b);
    [with_fifth(Thirds::Both, both), with_fifth(Thirds::Player, both.complement())]
}

/// The places of the first four cards.
const FIRST_FOUR: [Place; 4] = [Place::Player1, Place::Banker1, Place::Player2, Place::Banker2];

/// One way to lay four cards out, whichever hands these make: the place of each, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Arrangement([(Place, CardSet); 4]);

/// Every arrangement in which cards at places of which the same is known stand in order.
pub fn arrangements(known: &Places) -> Vec<Arrangement> {
    let mut all = Vec::new();
    for code in 0..256_usize {
        let places = [0, 2, 4, 6].map(|at| {
            let place = FIRST_FOUR.get((code >> at) & 3).copied().unwrap_or(Place::Player1);
            (place, known.get(index(place)).copied().unwrap_or(CardSet::ALL))
        });
        let in_order = |((one, known), (other, others)): (&(Place, CardSet), &(Place, CardSet))| {
            one != other && (known != others || one < other)
        };
        if earlier_and_later(&places).all(in_order) {
            all.push(Arrangement(places));
        }
    }
    all
}

/// Every one of four things with every one behind it.
fn earlier_and_later<T>(four: &[T; 4]) -> impl Iterator<Item = (&T, &T)> {
    let [a, b, c, d] = four;
    [(a, b), (a, c), (a, d), (b, c), (b, d), (c, d)].into_iter()
}

impl Arrangement {
    /// Lays four cards out that stand in order. Cards of a kind are laid out in one order only.
    fn visit(&self, cards: [Named; 4], places: &Places, visit: &mut impl FnMut(&Layout<'_>)) {
        let Self(to) = self;
        let mut times = 1;
        for (later, (card, (place, known))) in cards.iter().zip(to).enumerate() {
            let (mut places, mut kinds) = (1, 1);
            for (other, (earlier, others)) in cards.iter().zip(to).take(later) {
                if other.kind == card.kind && place < earlier {
                    return;
                }
                places += i64::from(others == known);
                kinds += i64::from(others == known && other.kind == card.kind);
            }
            // It can be exchanged with the cards at places of which the same is known, but for those of its kind.
            times = times * places / kinds;
        }
        let mut layout = Layout::new(places, times);
        cards.iter().zip(to).for_each(|(card, (place, _))| layout.lay(*card, *place));
        visit(&layout);
    }
}

/// Lays four cards out that stand in order, where what is known depends on the hands that they make.
fn each_split(deals: &KnownDeals, cards: [Named; 4], visit: &mut impl FnMut(&Layout<'_>)) {
    let [a, b, c, d] = cards;
    let splits = [[a, b, c, d], [a, c, b, d], [a, d, b, c], [b, c, a, d], [b, d, a, c], [c, d, a, b]];
    let kinds = |[one, other, ..]: &[Named; 4]| (one.kind, other.kind);
    // What is known where all of the first four places are alike, and in how many orders that can be.
    let mut wherever: Vec<(Places, i64)> = Vec::new();
    for (at, split) in splits.iter().enumerate() {
        if splits.iter().take(at).any(|earlier| kinds(earlier) == kinds(split)) {
            continue;
        }
        let [one, two, three, four] = *split;
        let (player, banker) = ([Some(one), Some(two), None], [Some(three), Some(four), None]);
        for places in places_by_draws(deals, &player, &banker).into_iter().flatten() {
            let [p1, b1, p2, b2, ..] = places;
            if [b1, p2, b2] != [p1; 3] {
                each_order(&player, &banker, &places, Thirds::None, visit);
                continue;
            }
            let orders = |one: Named, other: Named| if one.kind == other.kind { 1 } else { 2 };
            let times = orders(one, two) * orders(three, four);
            match wherever.iter_mut().find(|(known, _)| *known == places) {
                Some((_, all)) => *all += times,
                None => wherever.push((places, times)),
            }
        }
    }
    for (places, times) in wherever {
        let mut layout = Layout::new(&places, times);
        cards.iter().zip(FIRST_FOUR).for_each(|(card, place)| layout.lay(*card, place));
        visit(&layout);
    }
}
