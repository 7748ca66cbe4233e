//! Hands (and machines) that carry out a procedure on a stack of cards.

use crate::dice::{groups, roll};
use crate::rng::SimRng;

use super::chance::{Coins, below, between, edges, middle};
use super::{Portion, Procedure, Stage, Step};

/// A card as the lab sees it: its place in the old stack, counted from the top, and whether it was turned by 180 degrees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(u16);

/// The bit of a card that was turned; the greatest stack, of 20 decks, is far from it.
const TURNED: u16 = 1 << 15;

impl Mark {
    /// The card at this place of the old stack.
    #[must_use]
    pub const fn new(place: u16) -> Self {
        Self(place & !TURNED)
    }

    /// The place in the old stack.
    #[must_use]
    pub const fn place(self) -> u16 {
        self.0 & !TURNED
    }

    /// Whether it was turned.
    #[must_use]
    pub const fn is_turned(self) -> bool {
        self.0 & TURNED != 0
    }
}

/// A new stack of so many cards, shuffled once.
#[must_use]
pub fn shuffled(procedure: &Procedure, cards: u16, rng: &mut SimRng) -> Vec<Mark> {
    let mut stack: Vec<Mark> = (0..cards).map(Mark::new).collect();
    Hands::default().carry_out(procedure, &mut stack, rng);
    stack
}

/// Room for cards on their way.
#[derive(Default)]
pub struct Hands {
    spare: Vec<Mark>,
    grab: Vec<Mark>,
    finished: Vec<Mark>,
    /// Cards with the order in which a machine puts them out.
    shelved: Vec<(u32, Mark)>,
}

impl Hands {
    /// Does everything that a procedure says.
    pub fn carry_out(&mut self, procedure: &Procedure, stack: &mut [Mark], rng: &mut SimRng) {
        for stage in &procedure.stages {
            match stage.portion {
                Portion::Whole => self.do_steps(stage, stack, rng),
                Portion::Piles(cards) => {
                    stack
                        .chunks_mut(usize::from(cards.max(1)))
                        .for_each(|pile| self.do_steps(stage, pile, rng));
                }
                Portion::Grabs(cards) => self.grabs(stage, usize::from(cards), stack, rng),
            }
        }
    }

    fn do_steps(&mut self, stage: &Stage, cards: &mut [Mark], rng: &mut SimRng) {
        stage.steps.iter().for_each(|placed| self.step(placed.step, cards, rng));
    }

    /// One step on these cards.
    pub fn step(&mut self, step: Step, cards: &mut [Mark], rng: &mut SimRng) {
        let all = cards.len();
        let least = |number: u16| usize::from(number).min(all);
        match step {
            Step::Wash { percent } => self.wash(all * usize::from(percent.min(100)) / 100, cards, rng),
            Step::RIFFLE => self.riffle(cards, rng),
            Step::Riffle { clump } => self.clumpy_riffle(usize::from(clump.max(10)), cards, rng),
            Step::Strip { packets } => self.strip(least(packets), cards, rng),
            Step::Lace { cards: laced, by } => {
                let laced = least(laced);
                self.insert(0..laced, laced.div_ceil(usize::from(by.max(1))), cards, rng);
            }
            Step::Plug { cards: unused, packets } => {
                let unused = least(unused);
                self.insert(all - unused..all, usize::from(packets).min(unused), cards, rng);
            }
            Step::Turn { over } => {
                let (_, lower) = cards.split_at_mut(middle(rng, all));
                match over {
                    true => lower.reverse(),
                    false => lower.iter_mut().for_each(|card| card.0 ^= TURNED),
                }
            }
            Step::Box => cards.rotate_left(middle(rng, all)),
            Step::Cut { from_ends } => {
                let end = usize::from(from_ends).min(all / 2);
                cards.rotate_left(between(rng, end, all - end + 1));
            }
            Step::Shelf { shelves } => self.shelve(usize::from(shelves.max(1)), cards, rng),
        }
    }

    /// Takes from both parts of the stack, about half of a grab from each, until both are gone.
    fn grabs(&mut self, stage: &Stage, cards: usize, stack: &mut [Mark], rng: &mut SimRng) {
        let mut finished = std::mem::take(&mut self.finished);
        let mut grab = std::mem::take(&mut self.grab);
        finished.clear();
        finished.extend_from_slice(stack);
        let (mut left, mut right) = finished.split_at(middle(rng, stack.len()));
        let mut room = stack;
        // By eye, a grab is right within a quarter.
        let taken = |part: &mut &[Mark], grab: &mut Vec<Mark>, rng: &mut SimRng| {
            let about = between(rng, cards * 3 / 8, cards * 5 / 8 + 1).max(1).min(part.len());
            let (packet, rest) = part.split_at(about);
            grab.extend_from_slice(packet);
            *part = rest;
        };
        while !(left.is_empty() && right.is_empty()) {
            grab.clear();
            taken(&mut left, &mut grab, rng);
            taken(&mut right, &mut grab, rng);
            self.do_steps(stage, &mut grab, rng);
            let (above, place) = room.split_at_mut(room.len() - grab.len());
            place.copy_from_slice(&grab);
            room = above;
        }
        (self.finished, self.grab) = (finished, grab);
    }

    fn wash(&mut self, moved: usize, cards: &mut [Mark], rng: &mut SimRng) {
        // Which cards are moved: each set of that number is as likely as any other.
        let mut wanted = moved;
        let mut left = cards.len();
        let mut places: Vec<usize> = Vec::with_capacity(moved);
        for place in 0..cards.len() {
            if below(rng, left) < wanted {
                places.push(place);
                wanted -= 1;
            }
            left -= 1;
        }
        self.spare.clear();
        self.spare.extend(places.iter().filter_map(|place| cards.get(*place)));
        let number = u16::try_from(self.spare.len()).unwrap_or(u16::MAX);
        let mut first = 0;
        for group in groups(number, number) {
            for die in roll(rng, &group) {
                if first < self.spare.len() {
                    self.spare.swap(first, first + usize::from(die));
                    first += 1;
                }
            }
        }
        for (place, card) in places.iter().zip(&self.spare) {
            if let Some(room) = cards.get_mut(*place) {
                *room = *card;
            }
        }
    }

    /// As many coins as cards: heads are cut off, and each coin then says from which packet the next card comes.
    fn riffle(&mut self, cards: &mut [Mark], rng: &mut SimRng) {
        let cut = heads(cards.len(), &mut rng.clone());
        let (left, right) = cards.split_at(cut);
        let (mut left, mut right) = (left.iter(), right.iter());
        let mut coins = Coins::new();
        self.spare.clear();
        for _ in 0..cards.len() {
            self.spare.extend(if coins.flip(rng) { left.next() } else { right.next() });
        }
        cards.copy_from_slice(&self.spare);
    }

    /// The packet from which cards fall is as likely as it is thick; after each card one more falls at once with
    /// probability 1 - 10 / clump.
    fn clumpy_riffle(&mut self, clump: usize, cards: &mut [Mark], rng: &mut SimRng) {
        let (mut left, mut right) = cards.split_at(heads(cards.len(), rng));
        self.spare.clear();
        while !(left.is_empty() && right.is_empty()) {
            let from = if below(rng, left.len() + right.len()) < left.len() { &mut left } else { &mut right };
            while let Some((card, rest)) = from.split_first() {
                self.spare.push(*card);
                *from = rest;
                if below(rng, clump) < 10 {
                    break;
                }
            }
        }
        cards.copy_from_slice(&self.spare);
    }

    fn strip(&mut self, packets: usize, cards: &mut [Mark], rng: &mut SimRng) {
        self.spare.clear();
        let mut end = cards.len();
        for edge in edges(rng, cards.len(), packets).into_iter().rev() {
            self.spare.extend_from_slice(cards.get(edge..end).unwrap_or_default());
            end = edge;
        }
        self.spare.extend_from_slice(cards.get(..end).unwrap_or_default());
        cards.copy_from_slice(&self.spare);
    }

    /// Slips a range of cards into the others, in packets spread evenly.
    fn insert(
        &mut self,
        range: std::ops::Range<usize>,
        packets: usize,
        cards: &mut [Mark],
        rng: &mut SimRng,
    ) {
        let inserted: Vec<Mark> = cards.get(range.clone()).unwrap_or_default().to_vec();
        let others = cards.len() - inserted.len();
        let size = inserted.len().div_ceil(packets.max(1)).max(1);
        let packets = inserted.chunks(size);
        let places = edges(rng, others, packets.len() + 1);
        let mut rest = cards.iter().enumerate().filter(|(at, _)| !range.contains(at)).map(|(_, card)| *card);
        self.spare.clear();
        let mut gone = 0;
        for (place, packet) in places.into_iter().zip(packets) {
            self.spare.extend(rest.by_ref().take(place - gone));
            self.spare.extend_from_slice(packet);
            gone = place;
        }
        self.spare.extend(rest);
        cards.copy_from_slice(&self.spare);
    }

    /// Even numbers are the tops of shelves, on which later cards lie above; odd ones their bottoms.
    fn shelve(&mut self, shelves: usize, cards: &mut [Mark], rng: &mut SimRng) {
        self.shelved.clear();
        for (at, card) in cards.iter().enumerate() {
            let place = below(rng, 2 * shelves) as u32;
            let within = if place.is_multiple_of(2) { u16::MAX - at as u16 } else { at as u16 };
            self.shelved.push((place << 16 | u32::from(within), *card));
        }
        self.shelved.sort_unstable_by_key(|(order, _)| *order);
        for (room, (_, card)) in cards.iter_mut().zip(&self.shelved) {
            *room = *card;
        }
    }
}

/// How many of so many coins show heads.
fn heads(coins: usize, rng: &mut SimRng) -> usize {
    let mut coin = Coins::new();
    (0..coins).filter(|_| coin.flip(rng)).count()
}
