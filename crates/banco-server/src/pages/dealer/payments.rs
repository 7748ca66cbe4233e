//! What settling will do, told wager by wager from the engine's own events.

use banco_engine::Name;
use banco_engine::table::{
    BetKey, CoverEvent, Event, JackpotEvent, SettlementEvent, Stake, Table, VigorishHow, WageringEvent, What,
};
use banco_money::Amount;
use banco_pages::dealer::{Cut, Paid, Payment};
use banco_wire::Money;

/// The payments of these events, in their order.
pub fn told(table: &Table, events: &[Event]) -> Vec<Payment> {
    let nothing = Money::from(Amount::zero(table.rules().terms.currency));
    let told = |event: &Event| one(table, event, nothing).or_else(|| between_players(table, event, nothing));
    events.iter().filter_map(told).collect()
}

/// What goes between a bank that players hold and those who bet against it, and what goes back.
fn between_players(table: &Table, event: &Event, nothing: Money) -> Option<Payment> {
    let of = |key: &BetKey, seat: u8, stake: Money, paid: Paid, amount: Money, line: String| Payment {
        seat,
        wager: called(table, key.wager),
        for_dealer: key.for_dealer,
        stake,
        paid,
        amount,
        line,
        clauses: event.clauses.texts(),
    };
    let pays = |cut: Option<Cut>| Paid::Pay { kept_back: nothing, cut };
    Some(match &event.what {
        What::Cover(CoverEvent::CoveredLost { key, seat, lost, returned, .. }) => {
            let stake = Money::from(*lost);
            let stake = Money { minor: stake.minor.saturating_add(returned.minor()), ..stake };
            of(key, seat.number, stake, Paid::Collect, (*lost).into(), String::new())
        }
        What::Cover(CoverEvent::CoveredPaid { key, seat, stake, won, due, line }) => {
            let cut = (won.minor() < due.minor()).then_some(Cut::Cover);
            of(key, seat.number, (*stake).into(), pays(cut), (*won).into(), line.to_string())
        }
        What::Cover(CoverEvent::WonByBank { amount, key, seat, .. }) => {
            of(key, seat.number, (*amount).into(), Paid::Collect, (*amount).into(), String::new())
        }
        What::Cover(CoverEvent::PaidByBank { key, seat, stake, won, .. }) => {
            of(key, seat.number, (*stake).into(), pays(None), (*won).into(), String::new())
        }
        What::Wagering(WageringEvent::WagerReturned { key, seat, stake, .. }) => {
            of(key, seat.number, whole(stake), Paid::Return, nothing, String::new())
        }
        _ => return None,
    })
}

/// What a wager is called.
fn called(table: &Table, name: Name) -> String {
    table.rules().spot_called(name).map_or_else(|| name.to_string(), |spot| spot.label.to_string())
}

fn one(table: &Table, event: &Event, nothing: Money) -> Option<Payment> {
    let clauses = event.clauses.texts();
    let wager = |name: Name| called(table, name);
    let of = |key: &BetKey, seat: u8, stake: &Stake, paid: Paid, amount: Money, line: String| Payment {
        seat,
        wager: wager(key.wager),
        for_dealer: key.for_dealer,
        stake: whole(stake),
        paid,
        amount,
        line,
        clauses: clauses.clone(),
    };
    match &event.what {
        What::Settlement(SettlementEvent::WagerLost { key, seat, stake, .. }) => {
            Some(of(key, seat.number, stake, Paid::Collect, whole(stake), String::new()))
        }
        What::Settlement(SettlementEvent::WagerPaid {
            key,
            seat,
            stake,
            won,
            kept_back,
            limited,
            line,
            ..
        }) => {
            let paid = Paid::Pay { kept_back: (*kept_back).into(), cut: limited.then_some(Cut::Limit) };
            Some(of(key, seat.number, stake, paid, (*won).into(), line.to_string()))
        }
        What::Settlement(SettlementEvent::WagerPushed { key, seat, stake, line }) => {
            Some(of(key, seat.number, stake, Paid::Push, nothing, line.to_string()))
        }
        What::Settlement(SettlementEvent::VigorishCharged { amount, how, seat, wager: name, .. }) => {
            Some(Payment {
                seat: seat.number,
                wager: wager(*name),
                for_dealer: false,
                stake: nothing,
                paid: Paid::Vigorish(word(*how)),
                amount: (*amount).into(),
                line: String::new(),
                clauses,
            })
        }
        What::Jackpot(JackpotEvent::PayWaits { key, seat }) => {
            let stake = table.bet(*key).map(|bet| whole(&bet.stake)).unwrap_or(nothing);
            Some(Payment {
                seat: seat.number,
                wager: wager(key.wager),
                for_dealer: key.for_dealer,
                stake,
                paid: Paid::Waits,
                amount: nothing,
                line: String::new(),
                clauses,
            })
        }
        What::Jackpot(JackpotEvent::ClaimRaised { key, seat, line, .. }) => {
            let stake = table.bet(*key).map(|bet| bet.stake)?;
            Some(of(key, seat.number, &stake, Paid::Waits, nothing, line.to_string()))
        }
        _ => None,
    }
}

/// Everything that lies in a wager.
fn whole(stake: &Stake) -> Money {
    let chips = Money::from(stake.chips);
    let minor =
        stake.chips.minor().saturating_add(stake.promotional.minor()).saturating_add(stake.coupon.minor());
    Money { minor, ..chips }
}

const fn word(how: VigorishHow) -> &'static str {
    match how {
        VigorishHow::Marked => "marked",
        VigorishHow::KeptBack => "kept_back",
        VigorishHow::FromChips => "from_chips",
        VigorishHow::FromWager => "from_wager",
    }
}
