//! People at a chemin de fer table: most of the time they do what is due, sometimes anything at all.

use banco_cards::{Card, Side};
use banco_engine::table::{
    Account, Actor, BankClaim, BankStage, BuyInWith, CardSource, Command, CutCard, Irregularity, Minute,
    Person, Phase, Reported, Role, SpotId, Stage, Tender, Turner, Wanted, Word, view,
};
use banco_engine::{Decision, Hidden};
use banco_money::{Amount, Currency};

use crate::Desk;
use crate::support::blind::committed;
use crate::support::order::Order;
use crate::support::promises::{WORDS, awaits_one, pass_over, viewers};
use crate::support::two_people;

fn participant(person: Person) -> Actor {
    Actor::new(Role::Participant, person)
}

fn staff(role: Role, number: u32) -> Actor {
    let base = match role {
        Role::Dealer => 1_000,
        Role::Floor => 2_000,
        _ => 3_000,
    };
    Actor::new(role, Person(base + number))
}

fn dollars(minor: usize) -> Amount {
    Amount::from_minor(i64::try_from(minor).unwrap(), Currency::Usd)
}

/// Somebody does something.
pub(crate) fn act(desk: &mut Desk) {
    let many = desk.table.people().len();
    let open = desk.table.phase() != Phase::Closed;
    if open && (many < 3 || (many < 7 && desk.dice.once_in(20))) {
        return arrive(desk);
    }
    if desk.dice.once_in(6) {
        return noise(desk);
    }
    if desk.table.incident().is_some() {
        let approved = !desk.dice.once_in(4);
        desk.give(staff(Role::Floor, 2), Command::AnswerReport { approved });
        // What has become impossible meanwhile is dismissed.
        if desk.table.incident().is_some() {
            desk.give(staff(Role::Floor, 2), Command::AnswerReport { approved: false });
        }
        return;
    }
    if open && desk.dice.once_in(25) {
        let what = irregularity(desk);
        desk.give(staff(Role::Dealer, 1), Command::Report(what));
        return;
    }
    // Whoever came nearer to the bank by moving may think better of it.
    if let Some(person) = desk.table.bank().misses.first().copied().filter(|_| desk.dice.once_in(20)) {
        let seat = u8::try_from(desk.dice.below(8)).unwrap() + 1;
        desk.give(participant(person), Command::Move { seat });
        return;
    }
    let mut asked = viewers(&desk.table).into_iter().flat_map(|viewer| view(&desk.table, viewer).prompts);
    if asked.any(|prompt| awaits_one(&prompt)) && desk.dice.once_in(12) {
        let (by, command) = pass_over();
        assert!(desk.give(by, command), "nobody holds the game up by silence");
        return;
    }
    let due = due(desk);
    desk.order(due);
}

fn arrive(desk: &mut Desk) {
    let person = Person(u32::try_from(desk.dice.below(9)).unwrap() + 1);
    let seat = u8::try_from(desk.dice.below(8)).unwrap() + 1;
    if desk.give(participant(person), Command::Sit { seat }) {
        let amount = dollars(desk.dice.pick(&[50_000, 500_000, 5_000_000]));
        let with = desk.dice.pick(&[BuyInWith::Cash, BuyInWith::Chips]);
        desk.give(participant(person), Command::BuyIn { amount, with });
    }
}

/// What comes next, done by whoever is to do it.
fn due(desk: &mut Desk) -> Order {
    let dealer = staff(Role::Dealer, 1);
    if desk.table.requests().iter().any(|request| matches!(request.what, Wanted::Void { .. })) {
        return two_people::decide(&desk.table, &mut desk.dice).unwrap().into();
    }
    let (by, command) = match desk.table.phase() {
        Phase::Closed => {
            let open = Command::OpenTable { float: dollars(10_000_000), differential: None, at: Minute(0) };
            (staff(Role::Floor, 1), open)
        }
        Phase::Preparing => {
            let next = desk.table.next_preparation().unwrap();
            let done = u32::try_from(desk.table.shoe().step_by.len()).unwrap();
            (staff(next.by, 1 + done), Command::Prepare { step: next.id.to_string(), told: None })
        }
        Phase::Cutting => {
            let by = desk.table.shoe().cut_asked.map_or(dealer, |(person, _)| participant(person));
            (by, if desk.dice.once_in(3) { Command::DeclineCut } else { Command::Cut { at: 150 } })
        }
        Phase::Loading => {
            let cut_card = u16::try_from(desk.dice.pick(&[14, 40, 104])).unwrap();
            (dealer, Command::LoadShoe { source: desk.source, cut_card, batch: 1 })
        }
        Phase::Burning => return burn(desk),
        Phase::BetweenShoes => (dealer, Command::CollectVigorish),
        Phase::Settled => (dealer, Command::ClearTable),
        _ if desk.table.shoe().burn_left.is_some_and(|left| left > 0) && desk.inside(0).is_some() => {
            return burn(desk);
        }
        Phase::Betting if desk.table.ordered().is_some() => (dealer, Command::DealWithoutWagers),
        Phase::Betting => betting(desk),
        Phase::Dealing => return dealing(desk),
    };
    (by, command).into()
}

/// The dealer burns a card, or the shoe gives one to be burnt.
fn burn(desk: &mut Desk) -> Order {
    let card = desk.inside(0).map_or_else(Hidden::unknown, Hidden::new);
    if desk.dice.once_in(2) {
        return Word::Burn(card).into();
    }
    (staff(Role::Dealer, 1), Command::BurnCard(card)).into()
}

fn somebody(desk: &mut Desk) -> Actor {
    let people: Vec<Person> = desk.table.people().iter().map(|one| one.person).collect();
    participant(if people.is_empty() { Person(1) } else { desk.dice.pick(&people) })
}

/// Whoever is asked.
fn asked(desk: &Desk) -> Actor {
    participant(desk.table.bank().asked.map_or(Person(1), |asked| asked.person))
}

fn betting(desk: &mut Desk) -> (Actor, Command) {
    let dealer = staff(Role::Dealer, 1);
    let banker = participant(desk.table.bank().holder.map_or(Person(1), |(person, _)| person));
    match desk.table.bank().stage {
        BankStage::Vacant => (dealer, Command::CloseBidding),
        BankStage::Bidding if desk.dice.once_in(3) => (dealer, Command::CloseBidding),
        BankStage::Bidding => {
            let amount = dollars(desk.dice.pick(&[10_000, 20_000, 20_000, 50_000, 100_000]));
            (somebody(desk), Command::Bid { amount })
        }
        BankStage::Offered => {
            let amount = desk.table.bank().price.filter(|_| desk.dice.once_in(2)).map(|(least, _)| least);
            let decline = desk.dice.once_in(2);
            (asked(desk), if decline { Command::DeclineBank } else { Command::AcceptBank { amount } })
        }
        BankStage::Wagering if desk.dice.once_in(6) => (banker, Command::PassBank),
        BankStage::Wagering if desk.dice.once_in(15) => {
            (dealer, Command::OrderPass { reason: "delay".to_owned() })
        }
        BankStage::Wagering => {
            let least = desk.table.bank().next.map_or(dollars(10_000), |(least, _)| least);
            let times = desk.dice.pick(&[1, 1, 2]);
            let amount = Amount::from_minor(least.minor() * times, least.currency());
            (banker, Command::WagerBank { amount })
        }
        BankStage::Claims if desk.dice.once_in(2) => (dealer, Command::CloseClaims),
        BankStage::Claims => {
            let claim = desk.dice.pick(&[BankClaim::Suivi, BankClaim::Banco]);
            (somebody(desk), Command::ClaimBank(claim))
        }
        BankStage::Covering => covering(desk),
        BankStage::Covered if desk.dice.once_in(3) => {
            let amount = dollars(desk.dice.pick(&[2_500, 5_000, 10_000]));
            (somebody(desk), Command::CoverBank { amount })
        }
        BankStage::Covered => (dealer, Command::NoMoreBets),
    }
}

fn covering(desk: &mut Desk) -> (Actor, Command) {
    let wager = desk.table.bank().wager.map_or(0, Amount::minor);
    let part = desk.dice.pick(&[1, 2, 3]);
    match desk.dice.below(6) {
        0 => (staff(Role::Dealer, 1), Command::NoMoreBets),
        1 => (asked(desk), Command::DeclineCover),
        _ => (asked(desk), Command::CoverBank { amount: Amount::from_minor(wager / part, Currency::Usd) }),
    }
}

fn dealing(desk: &mut Desk) -> Order {
    let dealer = staff(Role::Dealer, 1);
    if desk.source == CardSource::ResultOnly && desk.table.round().stage == Stage::Initial(0) {
        let totals = desk.dice.pick(&[[7, 6], [6, 7], [7, 7]]);
        return (dealer, Command::RecordResult(Reported { totals, cards: [2, 2] })).into();
    }
    let (by, command) = match desk.table.round().stage {
        Stage::Complete => (dealer, Command::Settle),
        Stage::Deciding(side) => {
            let by = match desk.table.round().turner(side) {
                Some(Turner::Person(person, _)) => participant(person),
                _ => dealer,
            };
            (by, Command::Announce(desk.dice.pick(&WORDS)))
        }
        Stage::Choosing(_) => {
            let banker = desk.table.bank().holder.map_or(Person(1), |(person, _)| person);
            let decision = desk.dice.pick(&[Decision::Draw, Decision::Stand]);
            (participant(banker), Command::Choose(decision))
        }
        _ if desk.source == CardSource::Entry && desk.dice.once_in(200) => (dealer, Command::ShowCutCard),
        _ => match desk.order.get(usize::from(desk.table.next_card())).copied() {
            Some(card) => return Word::Card(committed(card, desk.table.next_card())).into(),
            // Nobody can say that a shoe is empty whose cut card was not seen.
            None if desk.table.shoe().cut_card == CutCard::Inside => (dealer, Command::ShowCutCard),
            None => (dealer, Command::Report(Irregularity::TooFewCards)),
        },
    };
    (by, command).into()
}

fn irregularity(desk: &mut Desk) -> Irregularity {
    let card = desk.inside(0).unwrap_or_else(|| Card::all().next().unwrap());
    let second = desk.inside(1).unwrap_or(card);
    desk.dice.pick(&[
        Irregularity::DrawnInError { card: None },
        Irregularity::DrawnInError { card: Some(card) },
        Irregularity::Disclosed { card },
        Irregularity::TooFewCards,
        Irregularity::WrongOrder,
        Irregularity::BankerTookThree { card },
        Irregularity::PlayerGotThree { card },
        Irregularity::BankerTookTwo { first: card, second },
        Irregularity::CardAfterStay { card, miscalled: false },
        Irregularity::CardAfterStay { card, miscalled: true },
        Irregularity::BankerTookPlayersCard { card },
        Irregularity::UnauthorizedThird { card: Some(card) },
    ])
}

/// Somebody asks for what takes two people, or decides on it.
fn request(desk: &mut Desk) {
    let person = somebody(desk).person();
    let accounts =
        [Account::Tray, Account::Outside, Account::Chips(person), Account::Owed(person), Account::Layout];
    let accounts = (desk.dice.pick(&accounts), desk.dice.pick(&accounts));
    let amount = dollars(desk.dice.pick(&[0, 2_500, 999_999, 1_000_000]));
    let (by, command) = two_people::random(&desk.table, &mut desk.dice, amount, accounts);
    desk.give(by, command);
}

/// Anybody gives any command, with any amount.
fn noise(desk: &mut Desk) {
    if desk.dice.once_in(6) {
        return request(desk);
    }
    let by = match desk.dice.below(8) {
        0 => staff(Role::Dealer, 1),
        1 => staff(Role::Floor, 1),
        2 => participant(Person(77)),
        _ => somebody(desk),
    };
    let minor = desk.dice.pick(&[-100, 0, 1, 2_500, 10_000, 99_999, 5_000_000, i64::MAX]);
    let currency = desk.dice.pick(&[Currency::Usd, Currency::Usd, Currency::Usd, Currency::Php]);
    let amount = Amount::from_minor(minor, currency);
    let seat = u8::try_from(desk.dice.below(15)).unwrap();
    let reason = desk.dice.pick(&["", "a reason"]).to_owned();
    let spot = SpotId(u16::try_from(desk.dice.below(3)).unwrap());
    let commands = [
        Command::Bid { amount },
        Command::CloseBidding,
        Command::AcceptBank { amount: Some(amount) },
        Command::AcceptBank { amount: None },
        Command::DeclineBank,
        Command::WagerBank { amount },
        Command::PassBank,
        Command::OrderPass { reason: reason.clone() },
        Command::ClaimBank(BankClaim::Suivi),
        Command::ClaimBank(BankClaim::Banco),
        Command::CloseClaims,
        Command::CoverBank { amount },
        Command::DeclineCover,
        Command::Announce(desk.dice.pick(&WORDS)),
        Command::Choose(Decision::Draw),
        Command::NoMoreBets,
        Command::DealWithoutWagers,
        Command::Settle,
        Command::ClearTable,
        Command::CollectVigorish,
        Command::Move { seat },
        Command::Move { seat: seat % 8 + 1 },
        Command::Leave,
        Command::CashOut { amount },
        Command::TakeCash { person: Person(1), amount },
        Command::SignOn,
        Command::SignOff,
        Command::Tip { amount },
        Command::Promote { person: Person(1), tender: Tender::Coupon, amount },
        Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false },
        Command::TakeDown { spot, for_dealer: false },
        Command::SpeakWager { spot, amount },
        Command::AcceptShoe { dealer_acts: false },
        Command::PassShoe,
        Command::TurnCards(Vec::new()),
        Command::TakePayout,
        Command::PressPayout { side: Side::Player },
        Command::Hold { reason: reason.clone() },
        Command::Resume,
        Command::VoidRound { reason: reason.clone() },
        Command::OrderRecut { reason: reason.clone() },
        Command::PassOver { reason },
        Command::Ask(Wanted::SeeOff { person: Person(1), reason: "gone".into() }),
        Command::ShowCutCard,
        Command::CloseTable,
    ];
    let command = desk.dice.pick(&commands);
    desk.give(by, command);
    // Nobody waits for long.
    desk.give(staff(Role::Floor, 1), Command::Resume);
}
