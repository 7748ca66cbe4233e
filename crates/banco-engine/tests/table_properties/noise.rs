//! Commands by anybody at any moment: some are allowed, most are not.

use banco_cards::{Card, Side};
use banco_engine::table::{
    Account, Actor, BetKey, BuyInWith, CardSource, Command, GameId, HitId, Irregularity, LinkSays, LinkWord,
    Minute, Phase, Reported, Role, SpotId, Stage, Tender, Word,
};
use banco_engine::{Decision, Hidden, Name};
use banco_money::{Amount, Currency};

use crate::bank;
use crate::desk::{Desk, staff};
use crate::driver::{anybody, money, say, somebody_here, wager};
use crate::setups::Setup;
use crate::support::two_people;

/// Anybody asks for anything.
pub fn disturb(desk: &mut Desk, setups: &[Setup], setup: &Setup) {
    let person = somebody_here(desk);
    let one = Actor::new(Role::Participant, person);
    let closed = desk.table.phase() == Phase::Closed;
    let over = desk.table.round().stage == Stage::Complete && desk.table.phase() == Phase::Dealing;
    if desk.dice.once_in(8) {
        return request(desk);
    }
    if desk.dice.once_in(16) {
        return link(desk);
    }
    let (command, fit) = match desk.dice.below(6) {
        _ if closed => (opening(desk, setups, setup), staff(Role::Floor, 1)),
        _ if over => (floor(desk), staff(Role::Floor, 1)),
        0 => (opening(desk, setups, setup), staff(Role::Floor, 1)),
        1 => (people(desk), one),
        2 => (dealing(desk), staff(Role::Dealer, 1)),
        3 => (turning(desk), one),
        4 => {
            let amount = amount(desk);
            (bank::disturb(desk, amount), if desk.dice.once_in(2) { one } else { staff(Role::Dealer, 1) })
        }
        _ => (floor(desk), staff(Role::Floor, 1)),
    };
    let by = if desk.dice.once_in(3) { anybody(desk) } else { fit };
    let _ = desk.command(by, command);
}

/// Somebody asks for what takes two people, or decides on it.
fn request(desk: &mut Desk) {
    let (amount, accounts) = (amount(desk), (account(desk), account(desk)));
    let (by, command) = two_people::random(&desk.table, &mut desk.dice, amount, accounts);
    let _ = desk.command(by, command);
}

/// A link that nobody has heard of says something, twice: it is taken once.
fn link(desk: &mut Desk) {
    let (link, says) = (Name::new("another"), link_says(desk));
    if say(desk, link, says.clone()).is_ok() {
        let number = desk.words[&link];
        assert_eq!(desk.hear(Word::Link(LinkWord { link, number, says })), Ok(0), "a word is taken once");
    }
}

fn amount(desk: &mut Desk) -> Amount {
    let currency = desk.table.rules().terms.currency;
    match desk.dice.below(12) {
        0 => Amount::zero(currency),
        1 => Amount::from_minor(-500, currency),
        2 => Amount::from_minor(i64::MAX, currency),
        3 => {
            Amount::from_minor(100_00, if currency == Currency::Usd { Currency::Php } else { Currency::Usd })
        }
        _ => money(desk, 2_000_00),
    }
}

/// The card that would come next, or one that the shoe cannot hold.
fn card(desk: &mut Desk) -> Option<Card> {
    let spent = desk.dice.card();
    let copies = desk.table.rules().terms.pack().copies(spent);
    if desk.dice.once_in(3) && desk.table.shoe().seen(spent) >= copies {
        return Some(spent);
    }
    desk.sealed.next().filter(|_| !desk.dice.once_in(5))
}

fn hidden(card: Option<Card>) -> Hidden<Card> {
    card.map_or_else(Hidden::unknown, Hidden::new)
}

fn reason(desk: &mut Desk) -> String {
    if desk.dice.once_in(6) { "  ".to_owned() } else { "as the floor sees it".to_owned() }
}

fn opening(desk: &mut Desk, setups: &[Setup], setup: &Setup) -> Command {
    let at = Minute(desk.dice.below(200));
    let closed = desk.table.phase() == Phase::Closed;
    match if closed { 3 + desk.dice.below(3) } else { desk.dice.below(12) } {
        0 => Command::OpenTable { float: amount(desk), differential: Some(amount(desk)), at },
        1 => Command::CloseTable,
        2 | 3 => Command::FillTray { amount: amount(desk), credit: desk.dice.once_in(2) },
        4 => {
            let others: Vec<&Setup> =
                setups.iter().filter(|other| other.rulebook == setup.rulebook).collect();
            Command::AdoptTerms { rules: desk.dice.pick(&others).rules.clone(), at }
        }
        5 => Command::GiveNotice {
            notice: desk
                .dice
                .pick(&["reshuffle-option", "settlement-procedure", "vigorish-change", "nothing"])
                .to_owned(),
            at,
        },
        6 => Command::Prepare { step: "wash".to_owned(), told: None },
        7 => Command::ReportMissingCard { card: desk.dice.card() },
        8 => Command::Cut { at: u16::try_from(desk.dice.below(420)).unwrap() },
        9 => Command::DeclineCut,
        10 => Command::OrderRecut { reason: reason(desk) },
        _ => Command::LoadShoe {
            source: setup.source,
            cut_card: u16::try_from(desk.dice.below(200)).unwrap(),
            batch: 1,
        },
    }
}

fn people(desk: &mut Desk) -> Command {
    let seat = u8::try_from(desk.dice.below(16)).unwrap();
    let for_dealer = desk.dice.once_in(4);
    let spot = SpotId(u16::try_from(desk.dice.below(14)).unwrap());
    match desk.dice.below(14) {
        0 => Command::Sit { seat },
        1 => Command::StandBehind { seat },
        2 => Command::Move { seat },
        3 => Command::Leave,
        4 => Command::BuyIn {
            amount: amount(desk),
            with: desk.dice.pick(&[BuyInWith::Cash, BuyInWith::Chips, BuyInWith::Account]),
        },
        5 => Command::CashOut { amount: amount(desk) },
        6 => {
            let tender = desk.dice.pick(&[Tender::Chips, Tender::Promotional, Tender::Coupon]);
            Command::Promote { person: somebody_here(desk), tender, amount: amount(desk) }
        }
        7 => Command::Tip { amount: amount(desk) },
        8 => {
            let tender = desk.dice.pick(&[Tender::Chips, Tender::Promotional, Tender::Coupon]);
            Command::PlaceWager { spot, amount: amount(desk), tender, for_dealer }
        }
        9 => Command::TakeDown { spot, for_dealer },
        10 => Command::SpeakWager { spot, amount: amount(desk) },
        11 => Command::AnswerSpoken { person: somebody_here(desk), confirmed: desk.dice.once_in(2) },
        _ => wager(desk),
    }
}

fn dealing(desk: &mut Desk) -> Command {
    match desk.dice.below(17) {
        0 => Command::AcceptShoe { dealer_acts: desk.dice.once_in(2) },
        1 => Command::DeclineShoe,
        2 => Command::PassShoe,
        3 => Command::OrderPass { reason: reason(desk) },
        4 => Command::NoMoreBets,
        5 => Command::DealWithoutWagers,
        6 | 7 => Command::Card(hidden(desk.sealed.next_dealt().filter(|_| !desk.dice.once_in(5)))),
        8 if desk.table.shoe().drawn >= 200 => Command::ShowCutCard,
        9 => Command::BurnCard(hidden(card(desk))),
        10 => Command::Settle,
        11 => Command::ClearTable,
        12 => Command::CollectVigorish,
        13 => Command::TakeCash { person: somebody_here(desk), amount: amount(desk) },
        14 => Command::SignOn,
        15 => Command::SignOff,
        _ => Command::RecordResult(Reported { totals: [12, 3], cards: [2, 4] }),
    }
}

fn turning(desk: &mut Desk) -> Command {
    let side = desk.dice.pick(&Side::BOTH);
    match desk.dice.below(9) {
        // More cards than any hand has: never what is asked for.
        0 => Command::TurnCards(vec![desk.dice.card(); 3]),
        1 => Command::TurnCards(Vec::new()),
        2 => Command::RelinquishCards,
        3 => Command::OrderRelinquish { reason: reason(desk) },
        4 => Command::DeclineCards,
        5 => Command::ProposeTurner { side, person: somebody_here(desk) },
        6 => Command::AnswerProposal { agreed: desk.dice.once_in(2) },
        7 => Command::PressPayout { side },
        _ => desk.dice.pick(&[Command::TakePayout, Command::AcceptCards, Command::Choose(Decision::Stand)]),
    }
}

fn floor(desk: &mut Desk) -> Command {
    match desk.dice.below(11) {
        0..=3 => Command::Report(report(desk)),
        4 => Command::AnswerReport { approved: desk.dice.once_in(2) },
        5 if desk.dice.once_in(3) => Command::Hold { reason: reason(desk) },
        6 => Command::Resume,
        7 if desk.dice.once_in(2) => Command::VoidRound { reason: reason(desk) },
        8 => {
            let (person, helper) = (somebody_here(desk), desk.person());
            Command::Accommodate { person, helper, reason: reason(desk) }
        }
        9 => Command::PassOver { reason: reason(desk) },
        _ => Command::Ask(banco_engine::table::Wanted::SeeOff {
            person: somebody_here(desk),
            reason: "gone".into(),
        }),
    }
}

/// Something that a link might say, about anybody.
fn link_says(desk: &mut Desk) -> LinkSays {
    let wager = desk.table.rules().spots[0].wager;
    let key = BetKey { owner: somebody_here(desk), wager, for_dealer: false };
    let meter = Name::new(desk.dice.pick(&["star", "must-hit", "sun-7", "nothing"]));
    let hit = HitId(u32::try_from(desk.dice.below(9)).unwrap());
    match desk.dice.below(4) {
        0 => LinkSays::Paid { hit, meter, shares: vec![(key, amount(desk))] },
        1 => LinkSays::Rejected { hit, meter, winners: vec![key], reason: "as the link sees it".into() },
        2 => LinkSays::Verified { hit, meter, winners: vec![key] },
        _ => LinkSays::Bears { game: GameId(1), wager, amount: amount(desk) },
    }
}

fn report(desk: &mut Desk) -> Irregularity {
    // What is reported of a shoe with cards is what comes out of it.
    let real = desk.table.shoe().source != CardSource::ResultOnly;
    let next = card(desk).filter(|_| real).or_else(|| desk.sealed.next());
    let over = matches!(desk.table.round().stage, Stage::Third(_) | Stage::Complete);
    match if over { 2 + desk.dice.below(3) } else { desk.dice.below(6) } {
        0 => Irregularity::DrawnInError { card: None },
        1 => Irregularity::DrawnInError { card: next },
        2 => Irregularity::UnauthorizedThird { card: None },
        3 => Irregularity::UnauthorizedThird { card: next },
        4 => next.map_or(Irregularity::TooFewCards, |card| Irregularity::Disclosed { card }),
        _ => Irregularity::TooFewCards,
    }
}

fn account(desk: &mut Desk) -> Account {
    let person = somebody_here(desk);
    let all = [
        Account::Outside,
        Account::House,
        Account::Tray,
        Account::Drop,
        Account::Layout,
        Account::Cover,
        Account::Progressive,
        Account::Tokes,
        Account::Charged,
        Account::Collected,
        Account::Issued,
        Account::IssuedOnLayout,
        Account::Chips(person),
        Account::Promotional(person),
        Account::Coupons(person),
        Account::Owed(person),
    ];
    desk.dice.pick(&all)
}
