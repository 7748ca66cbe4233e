//! The slow twin: a second settlement of every wager of the five rulebooks, written only from
//! the printed texts and the readings (D, W and G numbers below are theirs) to be compared
//! with the data-driven engine. It shares nothing with the engine: the drawing rules are plain
//! `match`es and the pays are literal copies of the printed tables.
//!
//! Conventions: the default readings, never the options; the first printed line that matches
//! pays (W9); vigorish is left out; suit specific is spades, two specific suits are spades and
//! hearts. Line names are printed with plain hyphens and without foot-note asterisks.

const CLUBS: u8 = 0;
const HEARTS: u8 = 2;
const SPADES: u8 = 3;

const ACE: u8 = 1;
const NINE: u8 = 9;
const JACK: u8 = 11;
const QUEEN: u8 = 12;
const KING: u8 = 13;

/// Rank 1 (ace) to 13 (king); suit 0 clubs, 1 diamonds, 2 hearts, 3 spades.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    pub rank: u8,
    pub suit: u8,
}

impl From<banco_cards::Card> for Card {
    fn from(card: banco_cards::Card) -> Self {
        let suit = banco_cards::Suit::ALL.iter().position(|suit| *suit == card.suit).unwrap();
        Self { rank: card.rank.number(), suit: u8::try_from(suit).unwrap() }
    }
}

/// The two hands of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    Player,
    Banker,
}

/// A completed round. California's dealer hand is the banker hand here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coup {
    pub player: Vec<Card>,
    pub banker: Vec<Card>,
}

/// The bettor's seat and what the other seats carry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The printed position number.
    pub position: u8,
    /// Royal 9: suit of the king and suit of the nine.
    pub personal: Option<(u8, u8)>,
    /// Royal 9: the combinations printed at the other seats, wagering or not.
    pub others_personal: Vec<(u8, u8)>,
    /// Positions of the other seats that take part in the same wager.
    pub others_positions: Vec<u8>,
}

/// What a line pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pay {
    /// "n to d": the stake comes back as well.
    To(u64, u64),
    /// "n for d": the stake is included.
    For(u64, u64),
    /// Cents or centavos, the whole amount for the fixed wager.
    Money(u64),
    /// 100 percent of the named meter.
    Meter(&'static str),
    /// The wager stays.
    Push,
}

/// The line a wager reached. Envies are in cents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub line: &'static str,
    pub pay: Pay,
    pub dealer_envy: u64,
    pub seat_envy: u64,
}

/// `None` when the wager loses.
type Ruling = Option<Verdict>;

// ---------------------------------------------------------------------------------------------
// Cards, hands and the draw
// ---------------------------------------------------------------------------------------------

/// 2 to 9 face value; 10, jack, queen and king zero; ace one.
pub fn value(card: Card) -> u8 {
    if card.rank >= 10 { 0 } else { card.rank }
}

/// The right digit of the sum.
fn points(cards: &[Card]) -> u8 {
    let sum: u8 = cards.iter().map(|&card| value(card)).sum();
    sum % 10
}

/// Deals P B P B, then the third cards by the punto banco rules. `cards` holds six cards;
/// those that are not drawn are ignored.
pub fn play(cards: &[Card]) -> Coup {
    let mut player = vec![cards[0], cards[2]];
    let mut banker = vec![cards[1], cards[3]];
    let player_points = points(&player);
    let banker_points = points(&banker);

    // A natural in either hand: no more cards to either hand.
    if player_points >= 8 || banker_points >= 8 {
        return Coup { player, banker };
    }

    let mut next = 4;
    let mut player_third = None;
    if player_points < 6 {
        player_third = Some(value(cards[next]));
        player.push(cards[next]);
        next += 1;
    }
    if banker_draws(banker_points, player_third) {
        banker.push(cards[next]);
    }
    Coup { player, banker }
}

/// The Banker's drawing rule for two-card counts 0 to 7 (D1, D2, D3).
pub fn banker_draws(banker_points: u8, player_third: Option<u8>) -> bool {
    let Some(third) = player_third else {
        return banker_points <= 5;
    };
    match banker_points {
        0..=2 => true,
        3 => third != 8,
        4 => matches!(third, 2..=7),
        5 => matches!(third, 4..=7),
        6 => matches!(third, 6 | 7),
        _ => false,
    }
}

impl Hand {
    fn other(self) -> Hand {
        match self {
            Hand::Player => Hand::Banker,
            Hand::Banker => Hand::Player,
        }
    }
}

impl Coup {
    fn cards(&self, hand: Hand) -> &[Card] {
        match hand {
            Hand::Player => &self.player,
            Hand::Banker => &self.banker,
        }
    }

    fn first_two(&self, hand: Hand) -> [Card; 2] {
        let cards = self.cards(hand);
        [cards[0], cards[1]]
    }

    fn first_four(&self) -> [Card; 4] {
        [self.player[0], self.player[1], self.banker[0], self.banker[1]]
    }

    fn all_cards(&self) -> Vec<Card> {
        let mut cards = self.player.clone();
        cards.extend(&self.banker);
        cards
    }

    fn total(&self, hand: Hand) -> u8 {
        points(self.cards(hand))
    }

    /// The hand's final total is `total`, any number of cards.
    fn is(&self, hand: Hand, total: u8) -> bool {
        self.total(hand) == total
    }

    /// The hand's final total is `total` and it consists of `count` cards.
    fn is_with(&self, hand: Hand, count: usize, total: u8) -> bool {
        self.cards(hand).len() == count && self.is(hand, total)
    }

    fn wins(&self, hand: Hand) -> bool {
        self.total(hand) > self.total(hand.other())
    }

    fn tied(&self) -> bool {
        self.total(Hand::Player) == self.total(Hand::Banker)
    }

    /// 8 or 9 on the first two cards.
    fn natural(&self, hand: Hand) -> bool {
        points(&self.first_two(hand)) >= 8
    }

    fn pair(&self, hand: Hand) -> bool {
        let [first, second] = self.first_two(hand);
        first.rank == second.rank
    }

    fn dragon_7(&self) -> bool {
        self.is_with(Hand::Banker, 3, 7) && self.wins(Hand::Banker)
    }

    fn panda_8(&self) -> bool {
        self.is_with(Hand::Player, 3, 8) && self.wins(Hand::Player)
    }

    /// Both hands have the total with the same given number of cards.
    fn both_with(&self, count: usize, total: u8) -> bool {
        self.is_with(Hand::Player, count, total) && self.is_with(Hand::Banker, count, total)
    }

    /// At least one of the hands has the total with the given number of cards.
    fn either_with(&self, count: usize, total: u8) -> bool {
        self.is_with(Hand::Player, count, total) || self.is_with(Hand::Banker, count, total)
    }

    /// "X over Y", the hands interchangeable, any number of cards (W5, W6).
    fn over(&self, high: u8, low: u8) -> bool {
        let by = |hand: Hand| self.is(hand, high) && self.is(hand.other(), low);
        by(Hand::Player) || by(Hand::Banker)
    }

    /// "N-card X over N-card Y", the hands interchangeable.
    fn over_with(&self, count: usize, high: u8, low: u8) -> bool {
        self.over(high, low) && self.player.len() == count && self.banker.len() == count
    }
}

fn red(card: Card) -> bool {
    card.suit != CLUBS && card.suit != SPADES
}

fn suited(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.suit == cards[0].suit)
}

fn all_of_suit(cards: &[Card], suit: u8) -> bool {
    cards.iter().all(|card| card.suit == suit)
}

fn same_color(cards: &[Card]) -> bool {
    cards.iter().all(|&card| red(card) == red(cards[0]))
}

fn one_rank(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.rank == cards[0].rank)
}

// ---------------------------------------------------------------------------------------------
// Making rulings
// ---------------------------------------------------------------------------------------------

fn verdict(line: &'static str, pay: Pay) -> Verdict {
    Verdict { line, pay, dealer_envy: 0, seat_envy: 0 }
}

/// W9: the first line, in printed order, that matches.
fn first(lines: &[(bool, &'static str, Pay)]) -> Ruling {
    lines.iter().find(|(matches, _, _)| *matches).map(|&(_, line, pay)| verdict(line, pay))
}

/// A wager with one line.
fn only(matches: bool, line: &'static str, pay: Pay) -> Ruling {
    first(&[(matches, line, pay)])
}

fn to_1(pays: u64) -> Pay {
    Pay::To(pays, 1)
}

fn dollars(amount: u64) -> Pay {
    Pay::Money(amount * 100)
}

fn hand_of(side: Option<&str>) -> Option<Hand> {
    match side {
        Some("player") => Some(Hand::Player),
        Some("banker") => Some(Hand::Banker),
        _ => None,
    }
}

// ---------------------------------------------------------------------------------------------
// The judge
// ---------------------------------------------------------------------------------------------

/// Outer `None`: no such wager, side or pay table. Inner `None`: the wager loses.
/// `stood_on_five` matters only to California's player line.
pub fn judge(
    rulebook: &str,
    wager: &str,
    side: Option<&str>,
    paytable: &str,
    coup: &Coup,
    seat: &Seat,
    stood_on_five: bool,
) -> Option<Option<Verdict>> {
    match rulebook {
        "ma-baccarat" | "ma-midi" => massachusetts(wager, side, paytable, coup, seat),
        "ma-chemin-de-fer" => chemin_de_fer(wager, side, paytable, coup),
        "ca-21st-century" => california(wager, side, paytable, coup, stood_on_five),
        "co-rule-28" => colorado(wager, side, paytable, coup, seat),
        _ => None,
    }
}

fn massachusetts(
    wager: &str,
    side: Option<&str>,
    paytable: &str,
    coup: &Coup,
    seat: &Seat,
) -> Option<Ruling> {
    match (wager, side, paytable) {
        ("player", None, "") => Some(player_wager(coup)),
        ("banker", None, "commission") => Some(banker_wager(coup)),
        ("banker", None, "ez") => Some(banker_barred(coup, "Dragon 7")),
        ("tie", None, "") => Some(tie_wager(coup)),
        ("dragon-bonus", Some(_), _) => {
            let pays = ma_dragon_bonus_pays(paytable)?;
            Some(dragon_bonus(coup, hand_of(side)?, pays))
        }
        ("dragon-7", None, "") => Some(only(coup.dragon_7(), "Dragon 7", to_1(40))),
        ("panda-8", None, "") => Some(only(coup.panda_8(), "Panda 8", to_1(25))),
        ("house-money", None, "") => Some(house_money(coup)),
        ("royal-9", None, "1") => Some(royal_9(coup, seat)),
        _ => None,
    }
}

fn chemin_de_fer(wager: &str, side: Option<&str>, paytable: &str, coup: &Coup) -> Option<Ruling> {
    match (wager, side, paytable) {
        ("player", None, "") => Some(player_wager(coup)),
        ("banker", None, "") => Some(banker_wager(coup)),
        _ => None,
    }
}

fn california(
    wager: &str,
    side: Option<&str>,
    paytable: &str,
    coup: &Coup,
    stood_on_five: bool,
) -> Option<Ruling> {
    let (player, dealer) = california_totals(coup);
    match (wager, side, paytable) {
        ("player-line", None, "") => {
            let stands = stood_on_five && optional_five(coup) && !coup.natural(Hand::Banker);
            let mine = if stands { 5 } else { player };
            Some(first(&[(mine > dealer, "Player line wins", to_1(1)), (mine == dealer, "Tie", Pay::Push)]))
        }
        ("dealer-line", None, "") => Some(first(&[
            (dealer > player, "Dealer line wins", Pay::To(19, 20)),
            (dealer == player, "Tie", Pay::Push),
        ])),
        ("tie", None, "") => Some(only(player == dealer, "Tie", to_1(8))),
        ("royale-bonus", None, "") => Some(royale_bonus(coup, false, false)),
        _ => None,
    }
}

fn colorado(wager: &str, side: Option<&str>, paytable: &str, coup: &Coup, seat: &Seat) -> Option<Ruling> {
    match (wager, side, paytable) {
        ("player", None, "") => Some(player_wager(coup)),
        ("banker", None, "commission" | "tie-vigorish") => Some(banker_wager(coup)),
        ("banker", None, "commission-free") => Some(banker_barred(coup, "Banker 3-card 7")),
        ("tie", None, "") => Some(tie_wager(coup)),
        ("perfect-pair", None, "") => Some(perfect_pair(coup)),
        ("match-pair", Some(_), "") => Some(only(coup.pair(hand_of(side)?), "Match Pair", to_1(11))),
        ("total-cards", Some(number), "") => total_cards(coup, number),
        ("dragon-bonus", Some(_), _) => {
            let pays = co_dragon_bonus_pays(paytable)?;
            Some(dragon_bonus(coup, hand_of(side)?, pays))
        }
        ("fortune-7" | "golden-8" | "heavenly-9" | "blazing-7s" | "cover-all", None, _) => {
            five_treasures(wager, paytable, coup)
        }
        ("99-fortunes", None, _) => ninety_nine_fortunes(paytable, coup, seat),
        ("dragon-7", None, "") => Some(only(coup.dragon_7(), "Dragon 7", to_1(40))),
        ("panda-8", None, "") => Some(only(coup.panda_8(), "Panda 8", to_1(25))),
        ("ez-baccarat-progressive", None, "1") => Some(ez_progressive_1_2(coup, 250)),
        ("ez-baccarat-progressive", None, "2") => Some(ez_progressive_1_2(coup, 230)),
        ("ez-baccarat-progressive", None, "3") => Some(ez_progressive_3(coup)),
        ("sun-7" | "moon-8" | "supreme-7" | "divine-9" | "eclipse", None, _) => {
            eternal(wager, paytable, coup)
        }
        ("single-event", None, _) => single_event(paytable, coup),
        ("golden-talons", Some(_), _) => {
            let pays = golden_talons_pays(paytable)?;
            Some(golden_talons(coup, hand_of(side)?, pays))
        }
        ("harmony", None, _) => harmony(paytable, coup),
        ("sun-7-progressive", None, _) => sun_7_progressive(paytable, coup),
        ("fate-38", None, _) => fate_38(paytable, coup),
        (_, None, _) => {
            golden_frog(wager, paytable, coup).or_else(|| infinite_fortune(wager, paytable, coup))
        }
        _ => None,
    }
}

// ---------------------------------------------------------------------------------------------
// Base wagers
// ---------------------------------------------------------------------------------------------

fn player_wager(coup: &Coup) -> Ruling {
    first(&[(coup.wins(Hand::Player), "Player wins", to_1(1)), (coup.tied(), "Tie", Pay::Push)])
}

fn banker_wager(coup: &Coup) -> Ruling {
    first(&[(coup.wins(Hand::Banker), "Banker wins", to_1(1)), (coup.tied(), "Tie", Pay::Push)])
}

/// The Banker wager without vigorish: a winning three-card 7 pushes.
fn banker_barred(coup: &Coup, barred_line: &'static str) -> Ruling {
    if coup.dragon_7() {
        return Some(verdict(barred_line, Pay::Push));
    }
    banker_wager(coup)
}

fn tie_wager(coup: &Coup) -> Ruling {
    only(coup.tied(), "Tie", to_1(8))
}

// ---------------------------------------------------------------------------------------------
// Massachusetts side wagers
// ---------------------------------------------------------------------------------------------

/// MB 13(e), MM 12(e): pays for a win by 9, 8, 7, 6, 5, 4.
fn ma_dragon_bonus_pays(paytable: &str) -> Option<[u64; 6]> {
    match paytable {
        "A" => Some([30, 10, 6, 4, 2, 1]),
        "B" => Some([20, 8, 7, 4, 3, 1]),
        "C" => Some([30, 10, 4, 4, 2, 2]),
        _ => None,
    }
}

fn dragon_bonus(coup: &Coup, hand: Hand, pays: [u64; 6]) -> Ruling {
    if coup.natural(hand) {
        return first(&[
            (coup.wins(hand), "Natural winner", to_1(1)),
            (coup.tied(), "Natural tie", Pay::Push),
        ]);
    }
    let mine = coup.total(hand);
    let by = |margin: u8| mine == coup.total(hand.other()) + margin;
    first(&[
        (by(9), "Win by 9 points", to_1(pays[0])),
        (by(8), "Win by 8 points", to_1(pays[1])),
        (by(7), "Win by 7 points", to_1(pays[2])),
        (by(6), "Win by 6 points", to_1(pays[3])),
        (by(5), "Win by 5 points", to_1(pays[4])),
        (by(4), "Win by 4 points", to_1(pays[5])),
    ])
}

fn house_money(coup: &Coup) -> Ruling {
    let player = coup.pair(Hand::Player);
    let banker = coup.pair(Hand::Banker);
    first(&[
        (player && banker, "Player and Banker Pair", to_1(15)),
        (player || banker, "Player or Banker Pair", to_1(3)),
    ])
}

fn is_royal_9(two: [Card; 2]) -> bool {
    let face = |card: Card| matches!(card.rank, JACK | QUEEN | KING);
    (two[0].rank == NINE && face(two[1])) || (two[1].rank == NINE && face(two[0]))
}

/// The hand is a King-9 of exactly these suits; the order of the cards does not matter (W11).
fn is_king_9(two: [Card; 2], (king_suit, nine_suit): (u8, u8)) -> bool {
    let king = Card { rank: KING, suit: king_suit };
    let nine = Card { rank: NINE, suit: nine_suit };
    two == [king, nine] || two == [nine, king]
}

fn royal_9(coup: &Coup, seat: &Seat) -> Ruling {
    let player = coup.first_two(Hand::Player);
    let banker = coup.first_two(Hand::Banker);
    let personal = |two| seat.personal.is_some_and(|combination| is_king_9(two, combination));
    let both_other = seat
        .others_personal
        .iter()
        .any(|&combination| is_king_9(player, combination) && is_king_9(banker, combination));
    let suited_royal = |two: [Card; 2]| is_royal_9(two) && two[0].suit == two[1].suit;
    first(&[
        (personal(player) && personal(banker), "Personal King-9 vs. Personal King-9", Pay::Meter("star")),
        (personal(banker), "Banker Personal King-9", Pay::Meter("spade")),
        (personal(player), "Player Personal King-9", Pay::Meter("heart")),
        (both_other, "Other Personal King-9 vs. Identical King-9", dollars(5_000)),
        (suited_royal(player) && suited_royal(banker), "Suited Royal 9 vs. Suited Royal 9", dollars(1_500)),
        (is_royal_9(player) && is_royal_9(banker), "Royal 9 vs. Royal 9", dollars(250)),
        (suited_royal(player) || suited_royal(banker), "Any Suited Royal 9", dollars(50)),
        (is_royal_9(player) || is_royal_9(banker), "Any Royal 9", dollars(25)),
    ])
}

// ---------------------------------------------------------------------------------------------
// California
// ---------------------------------------------------------------------------------------------

/// The totals that are compared: on two cards when either hand is a natural (D4).
pub fn california_totals(coup: &Coup) -> (u8, u8) {
    if coup.natural(Hand::Player) || coup.natural(Hand::Banker) {
        let player = points(&coup.first_two(Hand::Player));
        let dealer = points(&coup.first_two(Hand::Banker));
        return (player, dealer);
    }
    (coup.total(Hand::Player), coup.total(Hand::Banker))
}

/// D4: the player hand's two cards count 5 and the dealer's exposed first card counts 5 or 6.
fn optional_five(coup: &Coup) -> bool {
    points(&coup.first_two(Hand::Player)) == 5 && matches!(value(coup.banker[0]), 5 | 6)
}

/// Both options of W10: the line that pays most instead of the one printed first; two pair within the hands.
pub fn royale_bonus(coup: &Coup, by_pay: bool, within_hands: bool) -> Option<Verdict> {
    let four = coup.first_four();
    let pair_with = |test: fn(&[Card]) -> bool| {
        [Hand::Player, Hand::Banker].iter().any(|&hand| coup.pair(hand) && test(&coup.first_two(hand)))
    };
    let two_pair =
        if within_hands { coup.pair(Hand::Player) && coup.pair(Hand::Banker) } else { two_pair(four) };
    let mut printed = [
        (suited(&four) && sorted_ranks(four) == [ACE, JACK, QUEEN, KING], "Royal Flush", to_1(250)),
        (suited(&four) && in_sequence(four), "Straight Flush", to_1(100)),
        (one_rank(&four), "Four of a Kind", to_1(50)),
        (two_pair, "Two Pair", to_1(8)),
        (pair_with(suited), "One Pair Suited", to_1(12)),
        (pair_with(same_color), "One Pair Same Color", to_1(6)),
        (pair_with(|_| true), "One Pair", to_1(3)),
    ];
    if by_pay {
        // The suited pair alone stands below a line that pays less.
        printed.swap(3, 4);
    }
    first(&printed)
}

fn sorted_ranks(cards: [Card; 4]) -> [u8; 4] {
    let mut ranks = cards.map(|card| card.rank);
    ranks.sort_unstable();
    ranks
}

/// Four ranks in sequence, the ace high or low, no wrap.
fn in_sequence(cards: [Card; 4]) -> bool {
    let ranks = sorted_ranks(cards);
    let low = ranks[0];
    ranks == [low, low + 1, low + 2, low + 3] || ranks == [ACE, JACK, QUEEN, KING]
}

/// Two pairs of two ranks among the four cards, hands mixed or not. Four of a kind is above it.
fn two_pair(cards: [Card; 4]) -> bool {
    let ranks = sorted_ranks(cards);
    ranks[0] == ranks[1] && ranks[2] == ranks[3] && ranks[1] != ranks[2]
}

// ---------------------------------------------------------------------------------------------
// Colorado 30-2807, 30-2808 and 30-2899.01, .03 to .06
// ---------------------------------------------------------------------------------------------

fn perfect_pair(coup: &Coup) -> Ruling {
    let identical = |hand| {
        let [one, two] = coup.first_two(hand);
        one == two
    };
    only(identical(Hand::Player) || identical(Hand::Banker), "Perfect Pair", to_1(25))
}

fn total_cards(coup: &Coup, number: &str) -> Option<Ruling> {
    let dealt = coup.all_cards().len();
    match number {
        "4" => Some(only(dealt == 4, "Four", Pay::To(3, 2))),
        "5" => Some(only(dealt == 5, "Five", Pay::To(2, 1))),
        "6" => Some(only(dealt == 6, "Six", Pay::To(2, 1))),
        _ => None,
    }
}

/// 30-2808(5) A, B, C and 30-2899.03 1, 2, 3: pays for a win by 9, 8, 7, 6, 5, 4.
fn co_dragon_bonus_pays(paytable: &str) -> Option<[u64; 6]> {
    match paytable {
        "A" => Some([30, 10, 6, 4, 2, 1]),
        "B" => Some([20, 8, 7, 4, 3, 1]),
        "C" => Some([30, 10, 4, 4, 2, 2]),
        "1" => Some([30, 10, 6, 4, 2, 1]),
        "2" => Some([20, 8, 7, 4, 3, 1]),
        "3" => Some([30, 10, 4, 4, 2, 2]),
        _ => None,
    }
}

fn five_treasures(wager: &str, paytable: &str, coup: &Coup) -> Option<Ruling> {
    if paytable != "1" && paytable != "2" {
        return None;
    }
    let ruling = match wager {
        "fortune-7" => only(coup.dragon_7(), "Banker wins with a 3-card 7", to_1(40)),
        "golden-8" => only(coup.panda_8(), "Player wins with a 3-card 8", to_1(25)),
        "heavenly-9" => first(&[
            (coup.both_with(3, 9), "Player and Banker have 3-card 9", to_1(75)),
            (coup.either_with(3, 9), "Player or Banker have 3-card 9", to_1(10)),
        ]),
        "blazing-7s" if paytable == "1" => {
            only(coup.both_with(3, 7), "Player and Banker have 3-card 7's", to_1(400))
        }
        "blazing-7s" => first(&[
            (coup.both_with(3, 7), "Player and Banker have 3-card 7's", to_1(200)),
            (coup.both_with(2, 7), "Player and Banker have 2-card 7's", to_1(50)),
        ]),
        "cover-all" => {
            let others = ["fortune-7", "golden-8", "heavenly-9", "blazing-7s"];
            let any =
                others.iter().any(|other| matches!(five_treasures(other, paytable, coup), Some(Some(_))));
            only(any, "Any winning event", to_1(6))
        }
        _ => return None,
    };
    Some(ruling)
}

/// Paytables 1 and 2 differ in the same-color pay only. "Suited" is the Banker's three cards.
fn ez_progressive_1_2(coup: &Coup, same_color_pays: u64) -> Ruling {
    let player_0 = coup.is(Hand::Player, 0);
    let dragon = coup.dragon_7() && player_0;
    let two_card = coup.is_with(Hand::Banker, 2, 7) && player_0;
    first(&[
        (dragon && suited(&coup.banker), "Dragon 7 - Player 0 - Suited", Pay::Meter("ez-baccarat")),
        (
            dragon && same_color(&coup.banker),
            "Dragon 7 - Player 0 - Same Color",
            Pay::For(same_color_pays, 1),
        ),
        (dragon, "Dragon 7 - Player 0", Pay::For(75, 1)),
        (two_card, "Banker 2-Card 7 - Player 0", Pay::For(60, 1)),
    ])
}

fn ez_progressive_3(coup: &Coup) -> Ruling {
    let all = coup.all_cards();
    let versus = coup.panda_8() && coup.is_with(Hand::Banker, 3, 7);
    let panda_suited = coup.panda_8() && suited(&coup.player);
    let dragon_suited = coup.dragon_7() && suited(&coup.banker);
    first(&[
        (versus && suited(&all), "Panda 8 vs. Banker 3-card 7 - suited", Pay::Meter("ez-baccarat")),
        (versus && same_color(&all), "Panda 8 vs. Banker 3-card 7 - same color", Pay::For(500, 1)),
        (versus, "Panda 8 vs. Banker 3-card 7", Pay::For(50, 1)),
        (panda_suited || dragon_suited, "Panda 8 or Dragon 7 - suited", Pay::For(20, 1)),
        (coup.panda_8() || coup.dragon_7(), "Panda 8 or Dragon 7", Pay::To(10, 1)),
    ])
}

fn golden_frog(wager: &str, paytable: &str, coup: &Coup) -> Option<Ruling> {
    let (matches, line, pays) = match (wager, paytable) {
        ("3-card-9-over-3-card-7", "") => (coup.over_with(3, 9, 7), "3-card 9 over 3-card 7", 200),
        ("3-card-9-over-3-card-1", "") => (coup.over_with(3, 9, 1), "3-card 9 over 3-card 1", 150),
        ("2-card-9-over-2-card-7", "") => (coup.over_with(2, 9, 7), "2-card 9 over 2-card 7", 50),
        ("8-over-6", "") => (coup.over(8, 6), "8 over 6", 25),
        ("jin-chan", "") => (coup.dragon_7(), "Jin Chan", 40),
        ("koi", "") => (coup.panda_8(), "Koi", 25),
        _ => return None,
    };
    Some(only(matches, line, to_1(pays)))
}

fn infinite_fortune(wager: &str, paytable: &str, coup: &Coup) -> Option<Ruling> {
    let natural = coup.over_with(2, 9, 8);
    let (matches, line, pays) = match (wager, paytable) {
        ("3-card-9-over-3-card-8", "") => (coup.over_with(3, 9, 8), "3-card 9 over 3-card 8", 200),
        ("natural-9-over-8", "1") => (natural, "Natural 9 over natural 8", 50),
        ("natural-9-over-8", "2") => (natural, "Natural 9 over natural 8", 45),
        ("natural-9-over-8", "3") => (natural, "Natural 9 over natural 8", 40),
        ("any-8-over-7", "") => (coup.over(8, 7), "Any 8 over any 7", 25),
        ("super-7", "") => (coup.dragon_7(), "Super 7", 40),
        ("fortune-8", "") => (coup.panda_8(), "Fortune 8", 25),
        ("banker-pair", "") => (coup.pair(Hand::Banker), "Banker Pair", 11),
        ("player-pair", "") => (coup.pair(Hand::Player), "Player Pair", 11),
        _ => return None,
    };
    Some(only(matches, line, to_1(pays)))
}

// ---------------------------------------------------------------------------------------------
// Colorado 30-2899.02: 99 Fortunes
// ---------------------------------------------------------------------------------------------

/// One printed table, in dollars or pesos. `None` where the row is not printed.
struct Fortunes {
    /// The highest rank in the list of the top row.
    last_rank: u8,
    envy: u64,
    other_suited_quads: u64,
    quads: u64,
    suited_trips: Option<u64>,
    trips: u64,
    two_pair: Option<u64>,
    suited_pair: u64,
}

/// The tables with "Two Pair" and without "Suited Trips".
/// `pays`: other suited quads, quads, trips, two pair, suited pair.
fn fortunes_two_pair(last_rank: u8, envy: u64, pays: [u64; 5]) -> Fortunes {
    Fortunes {
        last_rank,
        envy,
        other_suited_quads: pays[0],
        quads: pays[1],
        suited_trips: None,
        trips: pays[2],
        two_pair: Some(pays[3]),
        suited_pair: pays[4],
    }
}

/// The tables with "Suited Trips" and without "Two Pair". They print "Matching a Players Seat":
/// the position table of (4) ends with the ten.
/// `pays`: other suited quads, quads, suited trips, trips, suited pair.
fn fortunes_suited_trips(envy: u64, pays: [u64; 5]) -> Fortunes {
    Fortunes {
        last_rank: 10,
        envy,
        other_suited_quads: pays[0],
        quads: pays[1],
        suited_trips: Some(pays[2]),
        trips: pays[3],
        two_pair: None,
        suited_pair: pays[4],
    }
}

fn fortunes_table(paytable: &str) -> Option<Fortunes> {
    let peso_100 = [100_000, 10_000, 1_000, 900, 300];
    let peso_200 = [200_000, 20_000, 2_000, 1_000, 600];
    match paytable {
        "P1" => Some(fortunes_two_pair(10, 1_000, [1_000, 100, 10, 9, 3])),
        "P2-6-PHP100" => Some(fortunes_two_pair(10, 0, peso_100)),
        "P2-7-USD5" => Some(fortunes_two_pair(8, 500, [5_000, 500, 50, 45, 15])),
        "P2-7-PHP100" => Some(fortunes_two_pair(10, 0, peso_100)),
        "P3-6-PHP200" => Some(fortunes_two_pair(10, 0, peso_200)),
        "P3-7-PHP200" => Some(fortunes_two_pair(10, 0, peso_200)),
        "P4b" => Some(fortunes_two_pair(10, 1_000, [1_000, 100, 10, 9, 3])),
        "P5" => Some(fortunes_suited_trips(1_000, [5_000, 500, 125, 40, 15])),
        "P6" => Some(fortunes_suited_trips(1_000, [5_000, 500, 125, 50, 20])),
        _ => None,
    }
}

/// Some `count` of the four cards pass `alike` with one of them.
fn some_alike(four: [Card; 4], count: usize, alike: fn(Card, Card) -> bool) -> bool {
    four.iter().any(|&one| four.iter().filter(|&&other| alike(one, other)).count() >= count)
}

fn ninety_nine_fortunes(paytable: &str, coup: &Coup, seat: &Seat) -> Option<Ruling> {
    let table = fortunes_table(paytable)?;
    let four = coup.first_four();
    let identical = |one: Card, other: Card| one == other;
    let same_rank = |one: Card, other: Card| one.rank == other.rank;

    if some_alike(four, 4, identical) {
        return Some(Some(suited_quads(&table, four[0].rank, seat)));
    }
    let suited_trips = table.suited_trips.is_some() && some_alike(four, 3, identical);
    let two_pairs = table.two_pair.is_some() && two_pair(four);
    Some(first(&[
        (some_alike(four, 4, same_rank), "Quads", dollars(table.quads)),
        (suited_trips, "Suited Trips", dollars(table.suited_trips.unwrap_or(0))),
        (some_alike(four, 3, same_rank), "Trips", dollars(table.trips)),
        (two_pairs, "Two Pair", dollars(table.two_pair.unwrap_or(0))),
        (some_alike(four, 2, identical), "Suited Pair", dollars(table.suited_pair)),
    ]))
}

/// W12: the matching seat takes the meter and the others the envy; nobody matching, all take
/// "Other". There is no position 4.
fn suited_quads(table: &Fortunes, rank: u8, seat: &Seat) -> Verdict {
    let top = "Suited Quads - Player Position";
    let listed = rank <= table.last_rank && rank != 4;
    if listed && seat.position == rank {
        verdict(top, Pay::Meter("99-fortunes"))
    } else if listed && seat.others_positions.contains(&rank) {
        Verdict { seat_envy: table.envy * 100, ..verdict(top, Pay::Money(0)) }
    } else {
        verdict("Other Suited Quads", dollars(table.other_suited_quads))
    }
}

// ---------------------------------------------------------------------------------------------
// Colorado 30-2899.07: Eternal Baccarat, flat pays ("to 1")
// ---------------------------------------------------------------------------------------------

/// Supreme 7: pays for the 3-card and the 2-card row, `None` for a printed "Loss".
fn supreme_7_pays(paytable: &str) -> Option<(Option<u64>, Option<u64>)> {
    match paytable {
        "PT-FLT-MB-01" => Some((Some(200), Some(50))),
        "PT-FLT-MB-02" => Some((Some(400), None)),
        "PT-FLT-MB-03" => Some((None, Some(100))),
        _ => None,
    }
}

fn eternal(wager: &str, paytable: &str, coup: &Coup) -> Option<Ruling> {
    let (three_card, two_card) = supreme_7_pays(paytable)?;
    let ruling = match wager {
        "sun-7" => only(coup.dragon_7(), "BANKER wins with a 3-card 7", to_1(40)),
        "moon-8" => only(coup.panda_8(), "PLAYER wins with a 3-card 8", to_1(25)),
        "supreme-7" => {
            if coup.both_with(3, 7) {
                three_card.map(|pays| verdict("PLAYER and BANKER have a 3-card 7", to_1(pays)))
            } else if coup.both_with(2, 7) {
                two_card.map(|pays| verdict("PLAYER and BANKER have a 2-card 7", to_1(pays)))
            } else {
                None
            }
        }
        "divine-9" => first(&[
            (coup.both_with(3, 9), "PLAYER and BANKER have a 3-card 9", to_1(75)),
            (coup.either_with(3, 9), "PLAYER or BANKER have a 3-card 9", to_1(10)),
        ]),
        "eclipse" => {
            let others = ["sun-7", "moon-8", "supreme-7", "divine-9"];
            let any = others.iter().any(|other| matches!(eternal(other, paytable, coup), Some(Some(_))));
            only(any, "Any of the four wagers win", to_1(6))
        }
        _ => return None,
    };
    Some(ruling)
}

fn single_event(paytable: &str, coup: &Coup) -> Option<Ruling> {
    let player = coup.total(Hand::Player);
    let banker = coup.total(Hand::Banker);
    let tie_with = |totals: &[u8]| coup.tied() && totals.contains(&player);
    let (matches, line, pays) = match paytable.strip_prefix("PT-FLT-SE-")? {
        "01" => (coup.dragon_7(), "Sun 7 (Banker win with a 3-card 7)", 40),
        "02" => (coup.panda_8(), "Moon 8 (Player win with a 3-card 8)", 25),
        "21" => (coup.over(9, 7), "9 over 7", 25),
        "22" => (coup.over_with(2, 8, 1), "2-card 8 over 2-card 1", 50),
        "05" => {
            (coup.wins(Hand::Player) && coup.is_with(Hand::Player, 3, 6), "PLAYER win with a 3-card 6", 40)
        }
        "06" => (coup.wins(Hand::Banker) && (banker == 1 || banker == 2), "BANKER win with 1 or 2", 60),
        "07" => (player >= 8 && banker >= 8, "PLAYER and BANKER have an 8 or 9", 20),
        "08" => (coup.over(1, 0), "1 over 0", 90),
        "23" => (coup.over_with(3, 6, 3), "3-card 6 over 3-card 3", 150),
        "10" => (coup.over_with(3, 8, 0), "3-card 8 over 3-card 0", 130),
        "11" => {
            (coup.wins(Hand::Banker) && coup.is_with(Hand::Player, 2, 7), "BANKER win over a 2-card 7", 30)
        }
        "24" => (coup.over_with(3, 9, 6), "3-card 9 over 3-card 6", 200),
        "13" => (coup.over_with(3, 9, 8), "3-card 9 over 3-card 8", 200),
        "14" => (
            coup.is_with(Hand::Player, 3, 8) && coup.is_with(Hand::Banker, 3, 0),
            "PLAYER win with a 3-card 8 over 3-card 0",
            250,
        ),
        "15" => (tie_with(&[0]), "Tie with 0", 150),
        "16" => (tie_with(&[1, 2, 3]), "Tie with 1, 2, or 3", 70),
        "17" => (tie_with(&[4, 5, 6, 7]), "Tie with 4, 5, 6, or 7", 15),
        "18" => (tie_with(&[8, 9]), "Tie with 8 or 9", 40),
        "19" => (coup.pair(Hand::Player), "PLAYER Pair (initial two cards)", 11),
        "20" => (coup.pair(Hand::Banker), "BANKER Pair (initial two cards)", 11),
        _ => return None,
    };
    Some(only(matches, line, to_1(pays)))
}

/// Pays for wins by 9, 8, 7, 6, 5, 4; the natural win; the natural tie.
fn golden_talons_pays(paytable: &str) -> Option<([u64; 6], Pay, Pay)> {
    let push = Pay::Push;
    match paytable {
        "PT-FLT-GT-01" => Some(([30, 10, 6, 4, 2, 1], to_1(1), push)),
        "PT-FLT-GT-02" => Some(([20, 10, 5, 4, 2, 1], to_1(1), to_1(2))),
        "PT-FLT-GT-03" => Some(([30, 12, 5, 3, 3, 1], to_1(1), push)),
        "PT-FLT-GT-04" => Some(([20, 8, 7, 4, 3, 1], to_1(1), push)),
        "PT-FLT-GT-05" => Some(([30, 10, 4, 4, 2, 2], to_1(1), push)),
        _ => None,
    }
}

fn golden_talons(coup: &Coup, hand: Hand, pays: ([u64; 6], Pay, Pay)) -> Ruling {
    let (margins, natural_win, natural_tie) = pays;
    if coup.natural(hand) {
        return first(&[
            (coup.wins(hand), "Natural Win", natural_win),
            (coup.tied(), "Natural Tie", natural_tie),
        ]);
    }
    let mine = coup.total(hand);
    let by = |margin: u8| mine == coup.total(hand.other()) + margin;
    first(&[
        (by(9), "Wins by 9", to_1(margins[0])),
        (by(8), "Wins by 8", to_1(margins[1])),
        (by(7), "Wins by 7", to_1(margins[2])),
        (by(6), "Wins by 6", to_1(margins[3])),
        (by(5), "Wins by 5", to_1(margins[4])),
        (by(4), "Wins by 4", to_1(margins[5])),
    ])
}

// ---------------------------------------------------------------------------------------------
// Colorado 30-2899.07: Eternal Baccarat, progressives (dollars "for" a $1 wager)
// ---------------------------------------------------------------------------------------------

/// A cell of a progressive table.
#[derive(Clone, Copy)]
enum Prize {
    /// 100%
    All,
    Usd(u64),
    /// A printed dash: the row does not exist in this column.
    Dash,
}

use Prize::{All, Dash, Usd};

/// Line, prize, Dealer Envy in dollars (zero for a dash).
type Row = (&'static str, Prize, u64);

/// Rows without Dealer Envy.
fn plain(lines: &[&'static str], prizes: &[Prize]) -> Vec<Row> {
    lines.iter().zip(prizes).map(|(&line, &prize)| (line, prize, 0)).collect()
}

/// Rows with Dealer Envy.
fn envied(lines: &[&'static str], cells: &[(Prize, u64)]) -> Vec<Row> {
    lines.iter().zip(cells).map(|(&line, &(prize, envy))| (line, prize, envy)).collect()
}

/// The first row of the column whose event happened.
fn progressive(meter: &'static str, rows: &[Row], happened: impl Fn(&str) -> bool) -> Ruling {
    for &(line, prize, envy) in rows {
        let pay = match prize {
            All => Pay::Meter(meter),
            Usd(amount) => dollars(amount),
            Dash => continue,
        };
        if happened(line) {
            return Some(Verdict { dealer_envy: envy * 100, ..verdict(line, pay) });
        }
    }
    None
}

fn harmony(paytable: &str, coup: &Coup) -> Option<Ruling> {
    let rows = harmony_rows(paytable)?;
    Some(progressive("harmony", &rows, |line| harmony_event(line, coup)))
}

fn harmony_event(line: &str, coup: &Coup) -> bool {
    if !coup.tied() {
        return false;
    }
    let total = coup.total(Hand::Player);
    let cards = coup.all_cards();
    let dealt = cards.len();
    match line {
        "Six-of-a-Kind" => dealt == 6 && one_rank(&cards),
        "Four 8's" => dealt == 4 && cards.iter().all(|card| card.rank == 8),
        "Four-of-a-Kind" => dealt == 4 && one_rank(&cards),
        "Four-of-a-Kind (Same Color)" => dealt == 4 && one_rank(&cards) && same_color(&cards),
        "Six 0's" => dealt == 6 && cards.iter().all(|&card| value(card) == 0),
        "Tie with 0" => total == 0,
        "Tie with 1-5" => (1..=5).contains(&total),
        "Tie with 6-9" => (6..=9).contains(&total),
        "Tie (Same Color)" => same_color(&cards),
        "Any Tie" => true,
        "4-Card Tie" => dealt == 4,
        "5-Card Tie" => dealt == 5,
        "6-Card Tie" => dealt == 6,
        _ => unreachable!("{line}"),
    }
}

fn harmony_rows(paytable: &str) -> Option<Vec<Row>> {
    let by_total = [
        "Six-of-a-Kind",
        "Four 8's",
        "Four-of-a-Kind",
        "Six 0's",
        "Tie with 0",
        "Tie with 1-5",
        "Tie with 6-9",
    ];
    let by_color = ["Six-of-a-Kind", "Four 8's", "Four-of-a-Kind", "Six 0's", "Tie (Same Color)", "Any Tie"];
    let by_count =
        ["Six-of-a-Kind", "Four 8's", "Four-of-a-Kind", "Six 0's", "5-Card Tie", "6-Card Tie", "4-Card Tie"];
    let four_first = [
        "Four-of-a-Kind (Same Color)",
        "Four 8's",
        "Four-of-a-Kind",
        "Six 0's",
        "Tie (Same Color)",
        "Any Tie",
    ];
    // HP-12, HP-13 and HP-E02 are cut off after two lines (G2).
    let cut_off = ["Four 8's", "Four-of-a-Kind"];

    let rows = match paytable.strip_prefix("PT-PRG-HP-")? {
        "01" => plain(&by_total, &[All, Usd(1000), Usd(300), Usd(100), Usd(20), Usd(6), Usd(3)]),
        "02" => plain(&by_total, &[All, Usd(1000), Usd(200), Usd(100), Usd(20), Usd(5), Usd(3)]),
        "03" => plain(&by_total, &[All, Usd(600), Usd(300), Usd(100), Usd(20), Usd(5), Usd(5)]),
        "04" => plain(&by_color, &[All, Usd(600), Usd(300), Usd(200), Usd(20), Usd(3)]),
        "05" => plain(&by_color, &[All, Usd(1000), Usd(300), Usd(100), Usd(20), Usd(3)]),
        "06" => plain(&by_color, &[All, Usd(300), Usd(300), Usd(100), Usd(20), Usd(5)]),
        "07" => plain(&by_count, &[All, Usd(600), Usd(200), Usd(100), Usd(10), Usd(3), Usd(3)]),
        "08" => plain(&by_count, &[All, Usd(1000), Usd(200), Usd(50), Usd(8), Usd(4), Usd(3)]),
        "09" => plain(&by_count, &[All, Usd(300), Usd(300), Usd(50), Usd(10), Usd(6), Usd(4)]),
        "10" => plain(&four_first, &[All, Usd(1000), Usd(500), Usd(200), Usd(20), Usd(2)]),
        "11" => plain(&four_first, &[All, Usd(2000), Usd(1000), Usd(100), Usd(20), Usd(2)]),
        "E01" => envied(
            &four_first,
            &[(All, 200), (Usd(1000), 50), (Usd(750), 25), (Usd(150), 5), (Usd(20), 2), (Usd(2), 0)],
        ),
        "12" => plain(&cut_off, &[All, Usd(1000)]),
        "13" => plain(&cut_off, &[All, Usd(500)]),
        "E02" => envied(&cut_off, &[(All, 100), (Usd(1000), 50)]),
        _ => return None,
    };
    Some(rows)
}

fn sun_7_progressive(paytable: &str, coup: &Coup) -> Option<Ruling> {
    let rows = sun_7_rows(paytable)?;
    Some(progressive("sun-7", &rows, |line| sun_7_event(line, coup)))
}

fn sun_7_event(line: &str, coup: &Coup) -> bool {
    let all = coup.all_cards();
    let sun_7 = coup.dragon_7();
    match line {
        "Sun 7 (Player & Banker Suit Specific)" => sun_7 && all_of_suit(&all, SPADES),
        "Sun 7 (Player & Banker Suited)" => sun_7 && suited(&all),
        "Sun 7 (Player & Banker Same Color)" => sun_7 && same_color(&all),
        "Sun 7 (Banker Suited)" => sun_7 && suited(&coup.banker),
        "Sun 7 (Banker Same Color)" => sun_7 && same_color(&coup.banker),
        "Any Sun 7" => sun_7,
        "Any Banker 3-card 7" => coup.is_with(Hand::Banker, 3, 7),
        "Banker Win with a 2-card 7" => coup.wins(Hand::Banker) && coup.is_with(Hand::Banker, 2, 7),
        _ => unreachable!("{line}"),
    }
}

fn sun_7_rows(paytable: &str) -> Option<Vec<Row>> {
    let lines = [
        "Sun 7 (Player & Banker Suit Specific)",
        "Sun 7 (Player & Banker Suited)",
        "Sun 7 (Player & Banker Same Color)",
        "Sun 7 (Banker Suited)",
        "Sun 7 (Banker Same Color)",
        "Any Sun 7",
        "Any Banker 3-card 7",
        "Banker Win with a 2-card 7",
    ];
    let rows = match paytable.strip_prefix("PT-PRG-S7-")? {
        "01" => plain(&lines, &[All, Usd(2000), Usd(100), Usd(75), Usd(25), Usd(10), Usd(8), Dash]),
        "02" => plain(&lines, &[All, Usd(1000), Usd(150), Usd(100), Usd(40), Usd(10), Dash, Dash]),
        "03" => plain(&lines, &[All, Usd(1000), Usd(200), Usd(60), Usd(30), Usd(20), Dash, Dash]),
        "04" => plain(&lines, &[All, Usd(2000), Usd(100), Usd(75), Usd(25), Usd(8), Dash, Usd(2)]),
        "05" => plain(&lines, &[All, All, Usd(150), Usd(100), Usd(25), Usd(10), Usd(8), Dash]),
        "E01" => envied(
            &lines,
            &[
                (All, 500),
                (Usd(1500), 100),
                (Usd(125), 10),
                (Usd(100), 5),
                (Usd(30), 2),
                (Usd(8), 0),
                (Usd(5), 0),
                (Dash, 0),
            ],
        ),
        "E02" => envied(
            &lines,
            &[
                (All, 500),
                (Usd(1000), 100),
                (Usd(100), 10),
                (Usd(75), 5),
                (Usd(25), 2),
                (Usd(10), 0),
                (Dash, 0),
                (Usd(2), 0),
            ],
        ),
        // "$100 0" is $100 (G2).
        "E03" => envied(
            &lines,
            &[
                (All, 100),
                (All, 100),
                (Usd(100), 10),
                (Usd(80), 5),
                (Usd(40), 2),
                (Usd(10), 0),
                (Usd(5), 0),
                (Dash, 0),
            ],
        ),
        // E04 and E05 print the first five lines only.
        "E04" => envied(&lines, &[(All, 200), (Usd(2000), 100), (Usd(150), 10), (Usd(100), 5), (Usd(40), 2)]),
        "E05" => {
            envied(&lines, &[(All, 200), (Usd(2000), 100), (Usd(150), 20), (Usd(100), 10), (Usd(50), 0)])
        }
        _ => return None,
    };
    Some(rows)
}

fn fate_38(paytable: &str, coup: &Coup) -> Option<Ruling> {
    let rows = fate_38_rows(paytable)?;
    Some(progressive("fate-38", &rows, |line| fate_38_event(line, coup)))
}

fn fate_38_event(line: &str, coup: &Coup) -> bool {
    let all = coup.all_cards();
    let banker_3 = coup.is_with(Hand::Banker, 2, 3);
    let third_8 = coup.player.len() == 3 && coup.player[2].rank == 8;
    let fate = banker_3 && third_8;
    match line {
        "Fate 38 (Player & Banker Suit Specific)" => fate && all_of_suit(&all, SPADES),
        "Fate 38 (Player & Banker 2 Specific Suits)" => {
            fate && (all_of_suit(&all, SPADES) || all_of_suit(&all, HEARTS))
        }
        "Fate 38 (Player & Banker Suited)" => fate && suited(&all),
        "Fate 38 (Player & Banker Same Color)" => fate && same_color(&all),
        "Fate 38 - Tie" => fate && coup.tied(),
        "Fate 38 - Player Win" => fate && coup.wins(Hand::Player),
        "Fate 38 - Banker Win" => fate && coup.wins(Hand::Banker),
        "Any Banker 2-card 3" => banker_3,
        _ => unreachable!("{line}"),
    }
}

fn fate_38_rows(paytable: &str) -> Option<Vec<Row>> {
    let mut lines = [
        "Fate 38 (Player & Banker Suit Specific)",
        "Fate 38 (Player & Banker Suited)",
        "Fate 38 (Player & Banker Same Color)",
        "Fate 38 - Tie",
        "Fate 38 - Player Win",
        "Fate 38 - Banker Win",
        "Any Banker 2-card 3",
    ];
    let prizes = match paytable.strip_prefix("PT-PRG-F38-")? {
        "01" => [All, Usd(2000), Usd(300), Usd(100), Usd(60), Usd(50), Usd(10)],
        "02" => [All, Usd(2000), Usd(300), Usd(200), Usd(100), Usd(75), Dash],
        "03" => [All, All, Usd(200), Usd(150), Usd(80), Usd(50), Usd(10)],
        "04" => {
            lines[0] = "Fate 38 (Player & Banker 2 Specific Suits)";
            [All, Usd(2000), Usd(400), Usd(200), Usd(50), Usd(40), Usd(8)]
        }
        _ => return None,
    };
    Some(plain(&lines, &prizes))
}

// ---------------------------------------------------------------------------------------------
// The list of everything
// ---------------------------------------------------------------------------------------------

/// Rulebook, wager, side, pay table.
type Entry = (&'static str, &'static str, Option<&'static str>, &'static str);

/// Every wager with every side and pay table, "" where the pay table has no name.
pub fn every_wager() -> Vec<Entry> {
    let mut list = Vec::new();
    for rulebook in ["ma-baccarat", "ma-midi"] {
        add(&mut list, rulebook, &["player", "tie", "dragon-7", "panda-8", "house-money"], &[""]);
        add(&mut list, rulebook, &["banker"], &["commission", "ez"]);
        add(&mut list, rulebook, &["royal-9"], &["1"]);
        add_sides(&mut list, rulebook, "dragon-bonus", &["player", "banker"], &["A", "B", "C"]);
    }
    add(&mut list, "ma-chemin-de-fer", &["player", "banker"], &[""]);
    let california = ["player-line", "dealer-line", "tie", "royale-bonus"];
    add(&mut list, "ca-21st-century", &california, &[""]);
    add_colorado(&mut list);
    add_eternal(&mut list);
    list
}

fn add(list: &mut Vec<Entry>, rulebook: &'static str, wagers: &[&'static str], paytables: &[&'static str]) {
    for wager in wagers {
        for paytable in paytables {
            list.push((rulebook, wager, None, paytable));
        }
    }
}

fn add_sides(
    list: &mut Vec<Entry>,
    rulebook: &'static str,
    wager: &'static str,
    sides: &[&'static str],
    paytables: &[&'static str],
) {
    for side in sides {
        for paytable in paytables {
            list.push((rulebook, wager, Some(side), paytable));
        }
    }
}

fn add_colorado(list: &mut Vec<Entry>) {
    let co = "co-rule-28";
    let hands = ["player", "banker"];
    let unnamed = [
        "player",
        "tie",
        "perfect-pair",
        "dragon-7",
        "panda-8",
        "3-card-9-over-3-card-7",
        "3-card-9-over-3-card-1",
        "2-card-9-over-2-card-7",
        "8-over-6",
        "jin-chan",
        "koi",
        "3-card-9-over-3-card-8",
        "any-8-over-7",
        "super-7",
        "fortune-8",
        "banker-pair",
        "player-pair",
    ];
    add(list, co, &unnamed, &[""]);
    add(list, co, &["banker"], &["commission", "commission-free", "tie-vigorish"]);
    add_sides(list, co, "match-pair", &hands, &[""]);
    add_sides(list, co, "total-cards", &["4", "5", "6"], &[""]);
    add_sides(list, co, "dragon-bonus", &hands, &["A", "B", "C", "1", "2", "3"]);
    let treasures = ["fortune-7", "golden-8", "heavenly-9", "blazing-7s", "cover-all"];
    add(list, co, &treasures, &["1", "2"]);
    let fortunes =
        ["P1", "P2-6-PHP100", "P2-7-USD5", "P2-7-PHP100", "P3-6-PHP200", "P3-7-PHP200", "P4b", "P5", "P6"];
    add(list, co, &["99-fortunes"], &fortunes);
    add(list, co, &["ez-baccarat-progressive"], &["1", "2", "3"]);
    add(list, co, &["natural-9-over-8"], &["1", "2", "3"]);
}

fn add_eternal(list: &mut Vec<Entry>) {
    let co = "co-rule-28";
    add(
        list,
        co,
        &["sun-7", "moon-8", "supreme-7", "divine-9", "eclipse"],
        &["PT-FLT-MB-01", "PT-FLT-MB-02", "PT-FLT-MB-03"],
    );
    // Single events 03, 04, 09 and 12 do not exist (G2).
    let events = [
        "PT-FLT-SE-01",
        "PT-FLT-SE-02",
        "PT-FLT-SE-21",
        "PT-FLT-SE-22",
        "PT-FLT-SE-05",
        "PT-FLT-SE-06",
        "PT-FLT-SE-07",
        "PT-FLT-SE-08",
        "PT-FLT-SE-23",
        "PT-FLT-SE-10",
        "PT-FLT-SE-11",
        "PT-FLT-SE-24",
        "PT-FLT-SE-13",
        "PT-FLT-SE-14",
        "PT-FLT-SE-15",
        "PT-FLT-SE-16",
        "PT-FLT-SE-17",
        "PT-FLT-SE-18",
        "PT-FLT-SE-19",
        "PT-FLT-SE-20",
    ];
    add(list, co, &["single-event"], &events);
    let talons = ["PT-FLT-GT-01", "PT-FLT-GT-02", "PT-FLT-GT-03", "PT-FLT-GT-04", "PT-FLT-GT-05"];
    add_sides(list, co, "golden-talons", &["player", "banker"], &talons);
    // HP-12, HP-13 and HP-E02 are cut off: there is nothing to settle by (G2).
    let harmonies = [
        "PT-PRG-HP-01",
        "PT-PRG-HP-02",
        "PT-PRG-HP-03",
        "PT-PRG-HP-04",
        "PT-PRG-HP-05",
        "PT-PRG-HP-06",
        "PT-PRG-HP-07",
        "PT-PRG-HP-08",
        "PT-PRG-HP-09",
        "PT-PRG-HP-10",
        "PT-PRG-HP-11",
        "PT-PRG-HP-E01",
    ];
    add(list, co, &["harmony"], &harmonies);
    let suns = [
        "PT-PRG-S7-01",
        "PT-PRG-S7-02",
        "PT-PRG-S7-03",
        "PT-PRG-S7-04",
        "PT-PRG-S7-05",
        "PT-PRG-S7-E01",
        "PT-PRG-S7-E02",
        "PT-PRG-S7-E03",
        "PT-PRG-S7-E04",
        "PT-PRG-S7-E05",
    ];
    add(list, co, &["sun-7-progressive"], &suns);
    let fates = ["PT-PRG-F38-01", "PT-PRG-F38-02", "PT-PRG-F38-03", "PT-PRG-F38-04"];
    add(list, co, &["fate-38"], &fates);
}
