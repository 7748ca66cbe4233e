//! What people do with the player/dealer position: offered, declined, taken, covered, given up.

use banco_engine::Decision;
use banco_engine::table::{Announcement, BankClaim, Bet, Command, Person, Prompt, SpotId, Tender};
use banco_money::{Amount, Currency};

use crate::desk::Desk;
use crate::driver::{money, somebody_here};

/// What is asked for around the position.
pub fn answer(desk: &mut Desk, prompt: &Prompt) -> Command {
    match prompt {
        Prompt::OfferBank { seats } => Command::OfferBank { seat: desk.dice.pick(seats) },
        Prompt::BankOffered { take, .. } if *take && !desk.dice.once_in(3) => {
            Command::AcceptBank { amount: None }
        }
        Prompt::BankOffered { .. } => Command::DeclineBank,
        Prompt::WagerBank { amounts: Some(amounts), pass }
        | Prompt::RaiseCover { amounts: Some(amounts), pass }
            if !pass || !desk.dice.once_in(8) =>
        {
            Command::WagerBank { amount: covering(desk, *amounts) }
        }
        Prompt::WagerBank { .. } | Prompt::RaiseCover { .. } => Command::PassBank,
        Prompt::CloseChoices => Command::CloseChoices,
        other => panic!("nobody knows how to answer {other:?}"),
    }
}

/// Some cover everything, most a part, and some hardly anything.
fn covering(desk: &mut Desk, (least, most): (Amount, Amount)) -> Amount {
    let wanted = desk.dice.pick(&[50_00, 500_00, 500_00, 20_000_00]);
    let wanted = money(desk, wanted).minor();
    Amount::from_minor(wanted.clamp(least.minor(), most.minor()), least.currency())
}

/// A wager that fits: on a line first, then on anything, in chips, within the limits.
pub fn wager(desk: &mut Desk, person: Person) -> Command {
    let on_line = |bet: &Bet| bet.key.owner == person && bet.spot.0 < 2;
    let first = !desk.table.bets().iter().any(on_line);
    let spot = SpotId(u16::try_from(desk.dice.below(if first { 2 } else { 4 })).unwrap());
    let offered = desk.table.rules().spot(spot).unwrap().offered.clone();
    let (least, most) = (offered.min.unwrap().minor(), offered.max.unwrap().minor());
    let more = money(desk, u64::try_from((most - least) / 2).unwrap()).minor();
    let amount = Amount::from_minor(if desk.dice.once_in(2) { least } else { least + more }, Currency::Usd);
    Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false }
}

/// Anything around a bank, with any amount.
pub fn disturb(desk: &mut Desk, amount: Amount) -> Command {
    let seat = u8::try_from(desk.dice.below(16)).unwrap();
    match desk.dice.below(14) {
        0..=2 => Command::OfferBank { seat },
        3 => Command::AcceptBank { amount: desk.dice.once_in(2).then_some(amount) },
        4 => Command::DeclineBank,
        5 | 6 => Command::WagerBank { amount },
        7 => Command::PassBank,
        8 if desk.dice.once_in(2) => Command::PlayHouseWay { person: somebody_here(desk) },
        8 => Command::CloseChoices,
        9 => Command::Choose(desk.dice.pick(&[Decision::Draw, Decision::Stand])),
        // What belongs to chemin de fer.
        10 => Command::Bid { amount },
        11 => desk.dice.pick(&[Command::CloseBidding, Command::CloseClaims, Command::DeclineCover]),
        12 => Command::CoverBank { amount },
        _ => desk.dice.pick(&[
            Command::ClaimBank(BankClaim::Banco),
            Command::Announce(Announcement::Card),
            Command::TakeUpCards,
        ]),
    }
}
