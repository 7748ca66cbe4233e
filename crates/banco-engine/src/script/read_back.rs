//! What is said of every command reads back as the same command.

use std::sync::Arc;

use banco_cards::{Card, Hand, Side, parse_cards};
use banco_money::{Amount, Currency};
use banco_rulebook::Library;

use super::jackpot::{Here, Order, order};
use super::line::Line;
use super::run::Runner;
use super::{act, say, say_on_link, say_to_link, say_word};
use crate::authority::{Person, RequestId};
use crate::coup::Decision;
use crate::hidden::Hidden;
use crate::link::{self, HitId, TableId};
use crate::name::Name;
use crate::pit;
use crate::table::{
    Account, Announcement, BankClaim, BuyInWith, CardSource, Command, Irregularity, Minute, Reported, Rules,
    Tender, VoidReason, Wanted, Word,
};

/// Samples of every variant; one without a sample does not compile.
macro_rules! every {
    ($type:ident { $($variant:ident: [$($sample:expr),+ $(,)?]),+ $(,)? }) => {{
        fn name(value: &$type) -> &'static str {
            match value {
                $($type::$variant { .. } => stringify!($variant),)+
            }
        }
        let all: Vec<(&'static str, $type)> = vec![$($((stringify!($variant), $sample),)+)+];
        all.iter().for_each(|(variant, sample)| assert_eq!(name(sample), *variant));
        all.into_iter().map(|(_, sample)| sample).collect::<Vec<$type>>()
    }};
}

fn rules() -> Arc<Rules> {
    let library = Library::embedded().unwrap();
    let source = library.submission("ma-baccarat", "royal-9").unwrap().source.clone();
    Arc::new(Rules::new(library.check(source).terms.unwrap()).unwrap())
}

fn usd(minor: i64) -> Amount {
    Amount::from_minor(minor, Currency::Usd)
}

fn card(letters: &str) -> Card {
    letters.parse().unwrap()
}

const REASON: &str = "the shoe fell, at last";

fn irregularities() -> Vec<Irregularity> {
    let (first, second) = (card("7h"), card("Kc"));
    every!(Irregularity {
        DrawnInError: [
            Irregularity::DrawnInError { card: None },
            Irregularity::DrawnInError { card: Some(first) },
        ],
        UnauthorizedThird: [
            Irregularity::UnauthorizedThird { card: None },
            Irregularity::UnauthorizedThird { card: Some(first) },
        ],
        Disclosed: [Irregularity::Disclosed { card: first }],
        TooFewCards: [Irregularity::TooFewCards],
        WrongOrder: [Irregularity::WrongOrder],
        BankerTookThree: [Irregularity::BankerTookThree { card: first }],
        PlayerGotThree: [Irregularity::PlayerGotThree { card: first }],
        BankerTookTwo: [Irregularity::BankerTookTwo { first, second }],
        CardAfterStay: [
            Irregularity::CardAfterStay { card: first, miscalled: false },
            Irregularity::CardAfterStay { card: first, miscalled: true },
        ],
        BankerTookPlayersCard: [Irregularity::BankerTookPlayersCard { card: first }],
    })
}

fn accounts() -> Vec<Account> {
    every!(Account {
        Outside: [Account::Outside],
        House: [Account::House],
        Tray: [Account::Tray],
        Drop: [Account::Drop],
        Layout: [Account::Layout],
        Progressive: [Account::Progressive],
        Link: [Account::Link],
        Cover: [Account::Cover],
        Tokes: [Account::Tokes],
        Charged: [Account::Charged],
        Collected: [Account::Collected],
        Issued: [Account::Issued],
        IssuedOnLayout: [Account::IssuedOnLayout],
        Chips: [Account::Chips(Person(3)), Account::Chips(Person(103))],
        Promotional: [Account::Promotional(Person(1002))],
        Coupons: [Account::Coupons(Person(3))],
        Owed: [Account::Owed(Person(3))],
    })
}

fn wanted(rules: &Rules) -> Vec<Wanted> {
    let correction =
        |from| Wanted::Correction { amount: usd(5_50), from, reason: REASON.into(), to: Account::Tray };
    let void = |why| Wanted::Void { reason: REASON.into(), why };
    let promotion = |tender| Wanted::Promotion { amount: usd(500), person: Person(3), tender };
    let open = |differential| Wanted::Open { at: Minute(7), differential, float: usd(10_000) };
    let mut all = every!(Wanted {
        Accommodation: [Wanted::Accommodation {
            helper: Person(1002),
            person: Person(3),
            reason: REASON.into(),
        }],
        CashBuyIn: [Wanted::CashBuyIn { amount: usd(5_50), person: Person(3) }],
        Fill: [
            Wanted::Fill { amount: usd(5_50), credit: false },
            Wanted::Fill { amount: usd(5_50), credit: true },
        ],
        Open: [open(None), open(Some(usd(500)))],
        Promotion: [promotion(Tender::Promotional), promotion(Tender::Coupon)],
        Terms: [Wanted::Terms { at: Minute(7), rules: rules.id }],
        Correction: [correction(Account::Tray)],
        SeeOff: [Wanted::SeeOff { person: Person(3), reason: REASON.into() }],
        Void: [
            void(VoidReason::CannotBeCompleted),
            void(VoidReason::Irregularity(Name::new("too-few-cards"))),
        ],
    });
    all.extend(accounts().into_iter().map(correction));
    all
}

fn commands(rules: &Arc<Rules>) -> Vec<Command> {
    let (amount, reason, person) = (usd(1_000_025), REASON.to_owned(), Person(2002));
    let spot = rules.spot_named(&"player".parse().unwrap()).unwrap().id;
    let load = |source| Command::LoadShoe { source, cut_card: 14, batch: 2 };
    let bet = |tender, for_dealer| Command::PlaceWager { spot, amount, tender, for_dealer };
    let promote = |tender| Command::Promote { person: Person(3), tender, amount };
    let mut all = every!(Command {
        OpenTable: [
            Command::OpenTable { float: amount, differential: None, at: Minute(0) },
            Command::OpenTable { float: amount, differential: Some(usd(500)), at: Minute(7) },
        ],
        CloseTable: [Command::CloseTable],
        FillTray: [Command::FillTray { amount, credit: false }, Command::FillTray { amount, credit: true },],
        AdoptTerms: [Command::AdoptTerms { rules: Arc::clone(rules), at: Minute(7) }],
        GiveNotice: [Command::GiveNotice { notice: "vigorish".to_owned(), at: Minute(7) }],
        Prepare: [
            Command::Prepare { step: "wash".to_owned(), told: None },
            Command::Prepare { step: "lace".to_owned(), told: Some("riffle x2, strip 5; cut".to_owned()) },
        ],
        ReportMissingCard: [Command::ReportMissingCard { card: card("7h") }],
        TakeUpCards: [Command::TakeUpCards],
        Cut: [Command::Cut { at: 207 }],
        DeclineCut: [Command::DeclineCut],
        OrderRecut: [Command::OrderRecut { reason: reason.clone() }],
        LoadShoe: [load(CardSource::Virtual), load(CardSource::Entry), load(CardSource::ResultOnly)],
        BurnCard: [Command::BurnCard(Hidden::unknown()), Command::BurnCard(Hidden::new(card("7h")))],
        Sit: [Command::Sit { seat: 3 }],
        StandBehind: [Command::StandBehind { seat: 3 }],
        Move: [Command::Move { seat: 3 }],
        Leave: [Command::Leave],
        BuyIn: [
            Command::BuyIn { amount, with: BuyInWith::Cash },
            Command::BuyIn { amount, with: BuyInWith::Chips },
            Command::BuyIn { amount, with: BuyInWith::Account },
        ],
        TakeCash: [Command::TakeCash { person: Person(3), amount }],
        SignOn: [Command::SignOn],
        SignOff: [Command::SignOff],
        CashOut: [Command::CashOut { amount }],
        Promote: [promote(Tender::Promotional), promote(Tender::Coupon), promote(Tender::Chips)],
        Tip: [Command::Tip { amount }],
        PlaceWager: [bet(Tender::Chips, false), bet(Tender::Coupon, false), bet(Tender::Promotional, true)],
        TakeDown: [
            Command::TakeDown { spot, for_dealer: false },
            Command::TakeDown { spot, for_dealer: true },
        ],
        TakeBack: [Command::TakeBack { spot, amount }],
        SpeakWager: [Command::SpeakWager { spot, amount }],
        AnswerSpoken: [
            Command::AnswerSpoken { person, confirmed: true },
            Command::AnswerSpoken { person, confirmed: false },
        ],
        AcceptShoe: [Command::AcceptShoe { dealer_acts: true }, Command::AcceptShoe { dealer_acts: false },],
        DeclineShoe: [Command::DeclineShoe],
        PassShoe: [Command::PassShoe],
        OrderPass: [Command::OrderPass { reason: reason.clone() }],
        NoMoreBets: [Command::NoMoreBets],
        DealWithoutWagers: [Command::DealWithoutWagers],
        Card: [Command::Card(Hidden::unknown()), Command::Card(Hidden::new(card("7h")))],
        ShowCutCard: [Command::ShowCutCard],
        TurnCards: [Command::TurnCards(Vec::new()), Command::TurnCards(vec![card("7h"), card("Tc")])],
        RelinquishCards: [Command::RelinquishCards],
        OrderRelinquish: [Command::OrderRelinquish { reason: reason.clone() }],
        AcceptCards: [Command::AcceptCards],
        DeclineCards: [Command::DeclineCards],
        ProposeTurner: [Command::ProposeTurner { side: Side::Banker, person: Person(103) }],
        AnswerProposal: [Command::AnswerProposal { agreed: true }, Command::AnswerProposal { agreed: false },],
        TakePayout: [Command::TakePayout],
        PressPayout: [Command::PressPayout { side: Side::Player }],
        Choose: [Command::Choose(Decision::Draw), Command::Choose(Decision::Stand)],
        RecordResult: [Command::RecordResult(Reported { cards: [2, 3], totals: [7, 6] })],
        Settle: [Command::Settle],
        ClearTable: [Command::ClearTable],
        CollectVigorish: [Command::CollectVigorish],
        Bid: [Command::Bid { amount }],
        OfferBank: [Command::OfferBank { seat: 3 }],
        PlayHouseWay: [Command::PlayHouseWay { person: Person(3) }],
        CloseChoices: [Command::CloseChoices],
        CloseBidding: [Command::CloseBidding],
        AcceptBank: [Command::AcceptBank { amount: None }, Command::AcceptBank { amount: Some(amount) },],
        DeclineBank: [Command::DeclineBank],
        WagerBank: [Command::WagerBank { amount }],
        PassBank: [Command::PassBank],
        ClaimBank: [Command::ClaimBank(BankClaim::Suivi), Command::ClaimBank(BankClaim::Banco)],
        CloseClaims: [Command::CloseClaims],
        CoverBank: [Command::CoverBank { amount }],
        DeclineCover: [Command::DeclineCover],
        Announce: [
            Command::Announce(Announcement::Card),
            Command::Announce(Announcement::Stay),
            Command::Announce(Announcement::Natural),
            Command::Announce(Announcement::UnderEight),
        ],
        Report: [Command::Report(Irregularity::WrongOrder)],
        AnswerReport: [Command::AnswerReport { approved: true }, Command::AnswerReport { approved: false },],
        Hold: [Command::Hold { reason: reason.clone() }],
        Resume: [Command::Resume],
        VoidRound: [Command::VoidRound { reason: reason.clone() }],
        Ask: [Command::Ask(Wanted::SeeOff { person, reason: REASON.into() })],
        Approve: [Command::Approve { request: RequestId(4) }],
        TurnDown: [Command::TurnDown { request: RequestId(4), reason: reason.clone() }],
        PassOver: [Command::PassOver { reason: reason.clone() }],
        Accommodate: [Command::Accommodate {
            person: Person(3),
            helper: Person(1002),
            reason: reason.clone()
        },],
    });
    all.extend(irregularities().into_iter().map(Command::Report));
    all.extend(wanted(rules).into_iter().map(Command::Ask));
    all
}

#[test]
fn every_command_to_a_table_reads_back() {
    let rules = rules();
    let new_terms = |_: &str| Err("no other terms".to_owned());
    let runner = Runner::new(Arc::clone(&rules), &new_terms);
    for command in commands(&rules) {
        let text = say(&command, &rules);
        // Scripts name the keys that change, not the rules.
        if matches!(command, Command::AdoptTerms { .. } | Command::Ask(Wanted::Terms { .. })) {
            continue;
        }
        let read = act::command(&runner.table, &text).unwrap_or_else(|problem| panic!("`{text}`: {problem}"));
        assert_eq!(read, command, "`{text}`");
    }
}

#[test]
fn every_word_of_the_shoe_reads_back() {
    let rules = rules();
    let new_terms = |_: &str| Err("no other terms".to_owned());
    let runner = Runner::new(rules, &new_terms);
    for word in [
        Word::Card(Hidden::unknown()),
        Word::Card(Hidden::new(card("7h"))),
        Word::CutCard,
        Word::Turned(vec![card("7h"), card("Tc")]),
    ] {
        let text = say_word(&word).unwrap();
        assert_eq!(act::shoe(&runner.table, &text).unwrap(), [word], "`{text}`");
    }
}

fn hand(letters: &str) -> Hand {
    let mut hand = Hand::default();
    parse_cards(letters).unwrap().into_iter().for_each(|card| hand.push(card).unwrap());
    hand
}

fn link_commands(rules: &Rules) -> Vec<link::Command> {
    use link::{Command, Wanted};
    let (table, hit, request, amount) = (TableId(1), HitId(3), RequestId(4), usd(45_025));
    let meter = Name::new("star");
    let reason = || REASON.into();
    let line = "Personal King-9 vs. Personal King-9".to_owned();
    let adjust = |amount, reserve| Wanted::Adjust { amount, meter, reason: reason(), reserve };
    let wanted = every!(Wanted {
        Adjust: [adjust(amount, false), adjust(usd(-5), true)],
        Change: [Wanted::Change { reason: reason(), rules: rules.id }],
        Close: [Wanted::Close { reason: reason() }],
        Reject: [Wanted::Reject { hit, reason: reason() }],
        TransferOut: [Wanted::TransferOut { meter, reason: reason(), to: Name::new("moons") }],
    });
    let mut all = every!(Command {
        Open: [Command::Open { rules: rules.id }],
        Select: [Command::Select { table, seat: 5, line: line.clone() }],
        HitJackpot: [Command::HitJackpot { table }],
        EndRound: [Command::EndRound { table }],
        Verify: [
            Command::Verify { hit, hands: None },
            Command::Verify { hit, hands: Some([hand("Kh 9c"), hand("Kd 9s 2c")]) },
        ],
        PayJackpot: [Command::PayJackpot { hit, amount }],
        Ask: [Command::Ask(Wanted::Close { reason: reason() })],
        Approve: [Command::Approve { request }],
        TurnDown: [Command::TurnDown { reason: REASON.to_owned(), request }],
        TakeReading: [Command::TakeReading { day: 2 }],
    });
    all.extend(wanted.into_iter().map(Command::Ask));
    all
}

#[test]
fn every_command_on_a_link_reads_back() {
    let rules = rules();
    let new_terms = |_: &str| Err("no other terms".to_owned());
    let mut runner = Runner::new(Arc::clone(&rules), &new_terms);
    runner.line(&Line::parse("ready 1").unwrap()).unwrap();
    let pit = runner.pit();
    let name = pit.links_of(TableId(1)).first().map(|link| link.name()).unwrap();
    let here = |machine| Here { pit, table: TableId(1), machine, new_terms: &new_terms };
    for command in link_commands(&rules) {
        let Some(text) = say_on_link(name, &command) else {
            let unsaid = matches!(
                command,
                link::Command::Open { .. } | link::Command::Ask(link::Wanted::Change { .. })
            );
            assert!(unsaid, "{command:?}");
            continue;
        };
        match order(here(false), &text).unwrap() {
            Some(Order::Command(pit::Command::Link(link, read))) => {
                assert_eq!((link, read), (name, command), "`{text}`");
            }
            Some(_) | None => panic!("`{text}` is about something else"),
        }
    }
    for word in [
        link::Word::Contact { contact: true, table: TableId(1) },
        link::Word::Contact { contact: false, table: TableId(1) },
        link::Word::DrawWinner { draw: 2, hit: HitId(3) },
    ] {
        let text = say_to_link(name, &word).unwrap();
        match order(here(true), &text).unwrap() {
            Some(Order::Word(pit::Word::Link(_, read))) => assert_eq!(read, word, "`{text}`"),
            Some(_) | None => panic!("`{text}` is about something else"),
        }
    }
}
