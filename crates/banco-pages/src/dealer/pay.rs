//! Collecting and paying, in the rulebook's order. What is shown is what settling will do, seat by seat; the round is settled
//! once every line is done.

use banco_wire::Money;
use maud::{Markup, html};

use super::{Behind, Room, clauses, players_bank, won};
use crate::icon::{Icon, small};
use crate::{art, figures};

/// What is done with a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paid {
    /// It has lost and is taken.
    Collect,
    /// It has won and is paid; less what is kept back of it.
    Pay {
        /// What is kept back.
        kept_back: Money,
        /// What has cut it, if something has.
        cut: Option<Cut>,
    },
    /// It stays as it lies.
    Push,
    /// It goes back to its owner.
    Return,
    /// Vigorish: how it is taken.
    Vigorish(&'static str),
    /// It waits for a jackpot.
    Waits,
}

/// Why somebody is paid less than the line pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// An aggregate limit is reached.
    Limit,
    /// The cover of the player/dealer is used up.
    Cover,
}

impl Paid {
    /// The block in which it stands: taken, paid, or left.
    const fn block(self) -> Block {
        match self {
            Self::Collect => Block::Collect,
            Self::Pay { .. } | Self::Vigorish(_) => Block::Pay,
            Self::Push => Block::Stays,
            Self::Return => Block::Back,
            Self::Waits => Block::Waits,
        }
    }
}

/// A wager that is decided.
#[derive(Clone, Debug)]
pub struct Payment {
    /// At which seat.
    pub seat: u8,
    /// The wager, as it is called.
    pub wager: String,
    /// Whether it is the dealer's to win.
    pub for_dealer: bool,
    /// What lay there.
    pub stake: Money,
    /// What is done.
    pub paid: Paid,
    /// How much: collected, paid or charged.
    pub amount: Money,
    /// The line that was reached, where one was.
    pub line: String,
    /// The clauses.
    pub clauses: Vec<String>,
}

/// What is done together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Block {
    Collect,
    Pay,
    Stays,
    Back,
    Waits,
}

/// Payments that are done with one hand: a block, and within it the lines of a seat.
struct Group<'a> {
    block: Block,
    seats: Vec<(u8, Vec<&'a Payment>)>,
}

/// The payments as they come, in blocks and seat by seat. The order is the engine's: nothing is sorted here.
fn grouped(payments: &[Payment]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for payment in payments {
        let block = payment.paid.block();
        if groups.last().is_none_or(|group| group.block != block) {
            groups.push(Group { block, seats: Vec::new() });
        }
        let Some(group) = groups.last_mut() else { continue };
        match group.seats.last_mut() {
            Some((seat, lines)) if *seat == payment.seat => lines.push(payment),
            _ => group.seats.push((payment.seat, vec![payment])),
        }
    }
    groups
}

/// How many lines a dealer ticks off: one for all that is collected or goes back, one for each seat that is paid.
#[must_use]
pub fn ticks(payments: &[Payment]) -> usize {
    let many = |group: &Group<'_>| match group.block {
        Block::Collect | Block::Back => 1,
        Block::Pay => group.seats.len(),
        Block::Stays | Block::Waits => 0,
    };
    grouped(payments).iter().map(many).sum()
}

/// The panel.
pub(super) fn pay(room: Room<'_>, behind: &Behind) -> Markup {
    let lang = room.lang();
    let groups = grouped(&room.console.payments);
    let mut tick = 0;
    let blocks: Vec<Markup> =
        groups.iter().enumerate().map(|(at, group)| block(room, at, group, &mut tick)).collect();
    html! {
        form .pay-panel method="post" action=(room.action()) data-live="ask" data-pay data-prompt="settle" {
            (room.carried())
            input type="hidden" name="act" value="settle";
            @if room.opinion().is_none() { (headline(room, behind)) }
            @if groups.is_empty() { p .muted { (lang.say("dealer-no-wagers")) } }
            @for block in &blocks { (block) }
            div .pay-next {
                button .button.button-primary data-enter { (lang.say("dealer-settled")) " " kbd aria-hidden="true" { "Enter" } }
                p .small.muted { (lang.say("dealer-settle-about")) }
            }
        }
    }
}

/// The result, as it was called.
fn headline(room: Room<'_>, behind: &Behind) -> Markup {
    let round = &room.seen().round;
    let counts = round.player.count.zip(round.banker.count);
    let outcome = round.outcome.map(|outcome| won(room, outcome.into()));
    html! {
        div .pay-words {
            h1 {
                @if let Some(outcome) = &outcome { (outcome) }
                @if let Some((player, banker)) = counts { ", " (player.max(banker)) "–" (player.min(banker)) }
            }
            p { (room.lang().say("dealer-part-settle")) " " (clauses(&behind.clauses)) }
        }
    }
}

fn block(room: Room<'_>, at: usize, group: &Group<'_>, tick: &mut usize) -> Markup {
    let lang = room.lang();
    let title = match group.block {
        Block::Collect => lang.say("dealer-collect"),
        Block::Pay => lang.say("dealer-pay"),
        Block::Stays => lang.say("dealer-stays"),
        Block::Back => lang.say("dealer-goes-back"),
        Block::Waits => lang.say("dealer-waits"),
    };
    let name = match group.block {
        Block::Collect => "collect",
        Block::Pay => "pay",
        Block::Stays => "stays",
        Block::Back => "back",
        Block::Waits => "waits",
    };
    let mut next = || {
        *tick += 1;
        *tick - 1
    };
    html! {
        section .pay-block data-block=(name) {
            header {
                h2 { span .step-mark { span { (at + 1) } } (title) }
                (clauses(&all_clauses(group)))
                span .pay-total { (total(room, group)) }
            }
            @match group.block {
                Block::Collect => div .pay-collect { (collected(group)) (ticked(room, next(), &lang.say("dealer-collected"))) },
                Block::Back => div .pay-collect { (collected(group)) (ticked(room, next(), &lang.say("dealer-returned"))) },
                Block::Pay => ol .pay-list { @for (seat, lines) in &group.seats { (seat_line(room, *seat, lines, next())) } },
                Block::Stays | Block::Waits => (collected(group)),
            }
        }
    }
}

fn all_clauses(group: &Group<'_>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for clause in group.seats.iter().flat_map(|(_, lines)| lines).flat_map(|line| &line.clauses) {
        if !all.contains(clause) {
            all.push(clause.clone());
        }
    }
    all
}

/// What comes into the tray or goes out of it; where players hold the bank, into the bank and out of it.
fn total(room: Room<'_>, group: &Group<'_>) -> String {
    let (lang, bank) = (room.lang(), players_bank(room));
    let lines = || group.seats.iter().flat_map(|(_, lines)| lines);
    let sum = |minor: i64| figures::short(Money { minor, currency: room.seen().terms.currency });
    match group.block {
        Block::Collect => {
            let all = lines().map(|line| line.amount.minor).sum();
            let amount = [("amount", sum(all).into())];
            if bank { lang.with("dealer-to-bank", &amount) } else { lang.with("dealer-in", &amount) }
        }
        Block::Pay => {
            let out = lines().map(|line| match line.paid {
                Paid::Pay { kept_back, .. } => line.amount.minor - kept_back.minor,
                _ => 0,
            });
            let amount = [("amount", sum(out.sum()).into())];
            if bank { lang.with("dealer-from-bank", &amount) } else { lang.with("dealer-out", &amount) }
        }
        Block::Stays | Block::Back | Block::Waits => String::new(),
    }
}

fn collected(group: &Group<'_>) -> Markup {
    html! {
        ul .collect-list {
            @for (seat, lines) in &group.seats {
                li data-seat=(seat) {
                    span .seat-number { (seat) }
                    span { @for (at, line) in lines.iter().enumerate() { @if at > 0 { ", " } (line.wager) " " b { (figures::short(line.stake)) } } }
                }
            }
        }
    }
}

fn seat_line(room: Room<'_>, seat: u8, lines: &[&Payment], tick: usize) -> Markup {
    html! {
        li .pay-seat data-seat=(seat) {
            span .seat-number { (seat) }
            ul .pay-items { @for line in lines { (item(room, line)) } }
            (ticked(room, tick, &room.lang().say("dealer-paid")))
        }
    }
}

fn item(room: Room<'_>, line: &Payment) -> Markup {
    let (lang, currency) = (room.lang(), room.seen().terms.currency);
    html! {
        li {
            span .pay-name {
                (line.wager)
                @if line.stake.minor > 0 { " " span .muted { (figures::short(line.stake)) } }
                @if line.for_dealer { " " span .tag.tag-mini { (lang.say("dealer-for-dealer")) } }
            }
            @match line.paid {
                Paid::Pay { kept_back, cut } => {
                    span .pay-what.muted {
                        (line.line)
                        @match cut {
                            Some(Cut::Limit) => { ", " (lang.say("dealer-limited")) },
                            Some(Cut::Cover) => { ", " (lang.say("dealer-uncovered-pay")) },
                            None => {},
                        }
                    }
                    @let due = Money { minor: line.amount.minor - kept_back.minor, ..line.amount };
                    span .pay-amount { (figures::short(due)) }
                    span .pay-chips { @for minor in art::chips_of(due.minor).iter().take(4) { (art::chip(*minor, currency)) } }
                },
                Paid::Vigorish(how) => {
                    span .pay-what.muted { (vigorish(room, how)) }
                    span .pay-amount { (figures::short(line.amount)) }
                    span .pay-chips { (art::button(art::Button::Vigorish)) }
                },
                Paid::Collect | Paid::Push | Paid::Return | Paid::Waits => { span .pay-what.muted { (line.line) } span .pay-amount {} span .pay-chips {} },
            }
        }
    }
}

fn vigorish(room: Room<'_>, how: &str) -> String {
    let lang = room.lang();
    match how {
        "marked" => lang.say("dealer-vigorish-marked"),
        "kept_back" => lang.say("dealer-vigorish-kept-back"),
        "from_wager" => lang.say("dealer-vigorish-from-wager"),
        _ => lang.say("dealer-vigorish-from-chips"),
    }
}

/// A line that is ticked off. The round cannot be settled before all of them are.
fn ticked(room: Room<'_>, tick: usize, words: &str) -> Markup {
    html! {
        label .button.tick {
            input .visually-hidden type="checkbox" name={ "done." (tick) } value="yes" required data-tick=(tick);
            span .tick-open { (words) }
            span .tick-done { (small(Icon::Tick)) (room.lang().say("dealer-done")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use banco_wire::Currency;

    use super::*;

    fn payment(seat: u8, paid: Paid) -> Payment {
        let money = Money { minor: 100, currency: Currency::Usd };
        Payment {
            seat,
            wager: "Banker".to_owned(),
            for_dealer: false,
            stake: money,
            paid,
            amount: money,
            line: String::new(),
            clauses: vec!["11(b)".to_owned()],
        }
    }

    /// The engine's order stands: seats come as they come, and a seat that is paid twice in a row is one line.
    #[test]
    fn payments_stay_in_their_order() {
        let nothing = Money { minor: 0, currency: Currency::Usd };
        let pay = Paid::Pay { kept_back: nothing, cut: None };
        let all = [
            payment(3, Paid::Collect),
            payment(1, Paid::Collect),
            payment(7, pay),
            payment(7, Paid::Vigorish("marked")),
            payment(2, pay),
            payment(7, pay),
            payment(5, Paid::Push),
            payment(4, Paid::Return),
            payment(6, Paid::Return),
        ];
        let groups = grouped(&all);
        let seen: Vec<(Block, Vec<u8>)> = groups
            .iter()
            .map(|group| (group.block, group.seats.iter().map(|(seat, _)| *seat).collect()))
            .collect();
        let wanted = [
            (Block::Collect, vec![3, 1]),
            (Block::Pay, vec![7, 2, 7]),
            (Block::Stays, vec![5]),
            (Block::Back, vec![4, 6]),
        ];
        assert_eq!(seen, wanted);
        assert_eq!(ticks(&all), 5);
        assert_eq!(ticks(&[]), 0);
    }
}
