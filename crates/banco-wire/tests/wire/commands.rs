//! Every command of the engine goes over the wire, and arrives as it was meant.

use std::collections::BTreeSet;
use std::sync::Arc;

use banco_cards::{Card, Hand, Side, parse_cards};
use banco_engine::cage::{self, HoldId, Kind, Limit, LimitKey, Period, Status, Time};
use banco_engine::link::{self, HitId, TableId};
use banco_engine::table::{
    Account, Announcement, BankClaim, BuyInWith, CardSource, Command, Irregularity, Minute, Reported, Rules,
    Tender, VoidReason, Wanted,
};
use banco_engine::{Decision, Hidden, Name, Person, RequestId};
use banco_money::{Amount, Currency};
use banco_wire::{
    AccountCommand, BadCommand, LinkCommand, LinkContext, TableCommand, TableContext,
    name_of_account_command, name_of_link_command, name_of_table_command, read_account_command,
    read_link_command, read_table_command, rules_text,
};
use serde_json::{Value, json};

use crate::floor::library;

/// Samples of every variant, each with what is sent for it; one without a sample does not compile.
macro_rules! every {
    ($type:path { $($variant:ident: [$($json:expr => $sample:expr),+ $(,)?]),+ $(,)? }) => {{
        use $type as Theirs;
        fn name(value: &Theirs) -> &'static str {
            match value {
                $(Theirs::$variant { .. } => stringify!($variant),)+
            }
        }
        let all: Vec<(&'static str, Value, Theirs)> =
            vec![$($((stringify!($variant), $json, $sample),)+)+];
        all.iter().for_each(|(variant, _, sample)| assert_eq!(name(sample), *variant));
        all.into_iter().map(|(_, json, sample)| (json, sample)).collect::<Vec<(Value, Theirs)>>()
    }};
}

const REASON: &str = "the shoe fell, at last";
const NOW: Minute = Minute(777);

pub fn rules() -> Arc<Rules> {
    let source = library().submission("ma-baccarat", "royal-9").unwrap().source.clone();
    Arc::new(Rules::new(library().check(source).terms.unwrap()).unwrap())
}

fn usd(minor: i64) -> Amount {
    Amount::from_minor(minor, Currency::Usd)
}

fn money(minor: i64) -> Value {
    json!({ "minor": minor, "currency": "USD" })
}

fn card(letters: &str) -> Card {
    letters.parse().unwrap()
}

fn irregularities() -> Vec<(Value, Irregularity)> {
    let (first, second) = (card("7h"), card("Kc"));
    every!(Irregularity {
        DrawnInError: [
            json!({"what":"drawn_in_error"}) => Irregularity::DrawnInError { card: None },
            json!({"what":"drawn_in_error","card":"7h"}) => Irregularity::DrawnInError { card: Some(first) },
        ],
        UnauthorizedThird: [
            json!({"what":"unauthorized_third","card":null}) => Irregularity::UnauthorizedThird { card: None },
        ],
        Disclosed: [json!({"what":"disclosed","card":"7h"}) => Irregularity::Disclosed { card: first }],
        TooFewCards: [json!({"what":"too_few_cards"}) => Irregularity::TooFewCards],
        WrongOrder: [json!({"what":"wrong_order"}) => Irregularity::WrongOrder],
        BankerTookThree: [
            json!({"what":"banker_took_three","card":"7h"}) => Irregularity::BankerTookThree { card: first },
        ],
        PlayerGotThree: [
            json!({"what":"player_got_three","card":"7h"}) => Irregularity::PlayerGotThree { card: first },
        ],
        BankerTookTwo: [
            json!({"what":"banker_took_two","first":"7h","second":"Kc"}) =>
                Irregularity::BankerTookTwo { first, second },
        ],
        CardAfterStay: [
            json!({"what":"card_after_stay","card":"7h","miscalled":true}) =>
                Irregularity::CardAfterStay { card: first, miscalled: true },
        ],
        BankerTookPlayersCard: [
            json!({"what":"banker_took_players_card","card":"7h"}) =>
                Irregularity::BankerTookPlayersCard { card: first },
        ],
    })
}

fn accounts() -> Vec<(Value, Account)> {
    every!(Account {
        Outside: [json!({"what":"outside"}) => Account::Outside],
        House: [json!({"what":"house"}) => Account::House],
        Tray: [json!({"what":"tray"}) => Account::Tray],
        Drop: [json!({"what":"drop"}) => Account::Drop],
        Layout: [json!({"what":"layout"}) => Account::Layout],
        Progressive: [json!({"what":"progressive"}) => Account::Progressive],
        Link: [json!({"what":"link"}) => Account::Link],
        Cover: [json!({"what":"cover"}) => Account::Cover],
        Tokes: [json!({"what":"tokes"}) => Account::Tokes],
        Charged: [json!({"what":"charged"}) => Account::Charged],
        Collected: [json!({"what":"collected"}) => Account::Collected],
        Issued: [json!({"what":"issued"}) => Account::Issued],
        IssuedOnLayout: [json!({"what":"issued_on_layout"}) => Account::IssuedOnLayout],
        Chips: [json!({"what":"chips","person":3}) => Account::Chips(Person(3))],
        Promotional: [json!({"what":"promotional","person":3}) => Account::Promotional(Person(3))],
        Coupons: [json!({"what":"coupons","person":3}) => Account::Coupons(Person(3))],
        Owed: [json!({"what":"owed","person":3}) => Account::Owed(Person(3))],
    })
}

fn wanted(rules: &Rules) -> Vec<(Value, Wanted)> {
    let correction = |from: Account| Wanted::Correction {
        amount: usd(550),
        from,
        reason: REASON.into(),
        to: Account::Tray,
    };
    let sent = |from: Value| json!({"what":"correction","amount":money(550),"from":from,"to":{"what":"tray"},"reason":REASON});
    let void = |why| Wanted::Void { reason: REASON.into(), why };
    let (amount, person) = (usd(550), Person(3));
    let mut all = every!(Wanted {
        Accommodation: [
            json!({"what":"accommodation","person":3,"helper":1002,"reason":REASON}) =>
                Wanted::Accommodation { helper: Person(1002), person, reason: REASON.into() },
        ],
        CashBuyIn: [
            json!({"what":"cash_buy_in","person":3,"amount":money(550)}) => Wanted::CashBuyIn { amount, person },
        ],
        Fill: [
            json!({"what":"fill","amount":money(550),"credit":false}) => Wanted::Fill { amount, credit: false },
            json!({"what":"fill","amount":money(550),"credit":true}) => Wanted::Fill { amount, credit: true },
        ],
        Open: [
            json!({"what":"open","float":money(550)}) =>
                Wanted::Open { at: NOW, differential: None, float: amount },
            json!({"what":"open","float":money(550),"differential":money(5)}) =>
                Wanted::Open { at: NOW, differential: Some(usd(5)), float: amount },
        ],
        Promotion: [
            json!({"what":"promotion","person":3,"tender":"coupon","amount":money(550)}) =>
                Wanted::Promotion { amount, person, tender: Tender::Coupon },
            json!({"what":"promotion","person":3,"tender":"promotional","amount":money(550)}) =>
                Wanted::Promotion { amount, person, tender: Tender::Promotional },
        ],
        Terms: [
            json!({"what":"terms","rules":rules_text(rules.id)}) => Wanted::Terms { at: NOW, rules: rules.id },
        ],
        Correction: [sent(json!({"what":"tray"})) => correction(Account::Tray)],
        SeeOff: [
            json!({"what":"see_off","person":3,"reason":REASON}) =>
                Wanted::SeeOff { person: Person(3), reason: REASON.into() },
        ],
        Void: [
            json!({"what":"void","why":{"what":"cannot_be_completed"},"reason":REASON}) =>
                void(VoidReason::CannotBeCompleted),
            json!({"what":"void","why":{"what":"irregularity","name":"too-few-cards"},"reason":REASON}) =>
                void(VoidReason::Irregularity(Name::new("too-few-cards"))),
        ],
    });
    all.extend(accounts().into_iter().map(|(json, account)| (sent(json), correction(account))));
    all
}

#[expect(clippy::too_many_lines, reason = "a sample for each command")]
pub fn table_commands(rules: &Arc<Rules>) -> Vec<(Value, Command)> {
    let (amount, reason) = (usd(1_000_025), REASON.to_owned());
    let sum = || money(1_000_025);
    let spot = rules.spot_named(&"player".parse().unwrap()).unwrap().id;
    let mut all = every!(Command {
        OpenTable: [
            json!({"do":"open_table","float":sum()}) =>
                Command::OpenTable { float: amount, differential: None, at: NOW },
            json!({"do":"open_table","float":sum(),"differential":money(5)}) =>
                Command::OpenTable { float: amount, differential: Some(usd(5)), at: NOW },
        ],
        CloseTable: [json!({"do":"close_table"}) => Command::CloseTable],
        FillTray: [
            json!({"do":"fill_tray","amount":sum()}) => Command::FillTray { amount, credit: false },
            json!({"do":"fill_tray","amount":sum(),"credit":true}) => Command::FillTray { amount, credit: true },
        ],
        AdoptTerms: [
            json!({"do":"adopt_terms","rules":rules_text(rules.id)}) =>
                Command::AdoptTerms { rules: Arc::clone(rules), at: NOW },
        ],
        GiveNotice: [
            json!({"do":"give_notice","notice":"vigorish"}) =>
                Command::GiveNotice { notice: "vigorish".to_owned(), at: NOW },
        ],
        Prepare: [
            json!({"do":"prepare","step":"wash"}) => Command::Prepare { step: "wash".to_owned(), told: None },
            json!({"do":"prepare","step":"lace","told":"riffle x2; cut"}) =>
                Command::Prepare { step: "lace".to_owned(), told: Some("riffle x2; cut".to_owned()) },
        ],
        ReportMissingCard: [
            json!({"do":"report_missing_card","card":"7h"}) =>
                Command::ReportMissingCard { card: card("7h") },
        ],
        TakeUpCards: [json!({"do":"take_up_cards"}) => Command::TakeUpCards],
        Cut: [json!({"do":"cut","at":207}) => Command::Cut { at: 207 }],
        DeclineCut: [json!({"do":"decline_cut"}) => Command::DeclineCut],
        OrderRecut: [
            json!({"do":"order_recut","reason":REASON}) => Command::OrderRecut { reason: reason.clone() },
        ],
        LoadShoe: [
            json!({"do":"load_shoe","source":"virtual","cut_card":14,"batch":2}) =>
                Command::LoadShoe { source: CardSource::Virtual, cut_card: 14, batch: 2 },
            json!({"do":"load_shoe","source":"result_only","cut_card":14,"batch":2}) =>
                Command::LoadShoe { source: CardSource::ResultOnly, cut_card: 14, batch: 2 },
        ],
        BurnCard: [
            json!({"do":"burn_card"}) => Command::BurnCard(Hidden::unknown()),
            json!({"do":"burn_card","card":"Ts"}) => Command::BurnCard(Hidden::new(card("Ts"))),
        ],
        Sit: [json!({"do":"sit","seat":3}) => Command::Sit { seat: 3 }],
        StandBehind: [json!({"do":"stand_behind","seat":3}) => Command::StandBehind { seat: 3 }],
        Move: [json!({"do":"move","seat":3}) => Command::Move { seat: 3 }],
        Leave: [json!({"do":"leave"}) => Command::Leave],
        BuyIn: [
            json!({"do":"buy_in","amount":sum(),"with":"cash"}) =>
                Command::BuyIn { amount, with: BuyInWith::Cash },
            json!({"do":"buy_in","amount":sum(),"with":"account"}) =>
                Command::BuyIn { amount, with: BuyInWith::Account },
        ],
        TakeCash: [
            json!({"do":"take_cash","person":3,"amount":sum()}) =>
                Command::TakeCash { person: Person(3), amount },
        ],
        SignOn: [json!({"do":"sign_on"}) => Command::SignOn],
        SignOff: [json!({"do":"sign_off"}) => Command::SignOff],
        CashOut: [json!({"do":"cash_out","amount":sum()}) => Command::CashOut { amount }],
        Promote: [
            json!({"do":"promote","person":3,"tender":"coupon","amount":sum()}) =>
                Command::Promote { person: Person(3), tender: Tender::Coupon, amount },
        ],
        Tip: [json!({"do":"tip","amount":sum()}) => Command::Tip { amount }],
        PlaceWager: [
            json!({"do":"place_wager","spot":"player","amount":sum()}) =>
                Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false },
            json!({"do":"place_wager","spot":"player","amount":sum(),"tender":"promotional","for_dealer":true}) =>
                Command::PlaceWager { spot, amount, tender: Tender::Promotional, for_dealer: true },
        ],
        TakeDown: [
            json!({"do":"take_down","spot":"player"}) => Command::TakeDown { spot, for_dealer: false },
            json!({"do":"take_down","spot":"player","for_dealer":true}) =>
                Command::TakeDown { spot, for_dealer: true },
        ],
        TakeBack: [
            json!({"do":"take_back","spot":"player","amount":sum()}) => Command::TakeBack { spot, amount },
        ],
        SpeakWager: [
            json!({"do":"speak_wager","spot":"player","amount":sum()}) => Command::SpeakWager { spot, amount },
        ],
        AnswerSpoken: [
            json!({"do":"answer_spoken","person":3,"confirmed":true}) =>
                Command::AnswerSpoken { person: Person(3), confirmed: true },
        ],
        AcceptShoe: [
            json!({"do":"accept_shoe"}) => Command::AcceptShoe { dealer_acts: false },
            json!({"do":"accept_shoe","dealer_acts":true}) => Command::AcceptShoe { dealer_acts: true },
        ],
        DeclineShoe: [json!({"do":"decline_shoe"}) => Command::DeclineShoe],
        PassShoe: [json!({"do":"pass_shoe"}) => Command::PassShoe],
        OrderPass: [json!({"do":"order_pass","reason":REASON}) => Command::OrderPass { reason: reason.clone() }],
        NoMoreBets: [json!({"do":"no_more_bets"}) => Command::NoMoreBets],
        DealWithoutWagers: [json!({"do":"deal_without_wagers"}) => Command::DealWithoutWagers],
        Card: [
            json!({"do":"card","card":null}) => Command::Card(Hidden::unknown()),
            json!({"do":"card","card":"7h"}) => Command::Card(Hidden::new(card("7h"))),
        ],
        ShowCutCard: [json!({"do":"show_cut_card"}) => Command::ShowCutCard],
        TurnCards: [
            json!({"do":"turn_cards"}) => Command::TurnCards(Vec::new()),
            json!({"do":"turn_cards","cards":["7h","Tc"]}) =>
                Command::TurnCards(vec![card("7h"), card("Tc")]),
        ],
        RelinquishCards: [json!({"do":"relinquish_cards"}) => Command::RelinquishCards],
        OrderRelinquish: [
            json!({"do":"order_relinquish","reason":REASON}) =>
                Command::OrderRelinquish { reason: reason.clone() },
        ],
        AcceptCards: [json!({"do":"accept_cards"}) => Command::AcceptCards],
        DeclineCards: [json!({"do":"decline_cards"}) => Command::DeclineCards],
        ProposeTurner: [
            json!({"do":"propose_turner","side":"banker","person":103}) =>
                Command::ProposeTurner { side: Side::Banker, person: Person(103) },
        ],
        AnswerProposal: [
            json!({"do":"answer_proposal","agreed":true}) => Command::AnswerProposal { agreed: true },
        ],
        TakePayout: [json!({"do":"take_payout"}) => Command::TakePayout],
        PressPayout: [json!({"do":"press_payout","side":"player"}) => Command::PressPayout { side: Side::Player }],
        Choose: [
            json!({"do":"choose","decision":"draw"}) => Command::Choose(Decision::Draw),
            json!({"do":"choose","decision":"stand"}) => Command::Choose(Decision::Stand),
        ],
        RecordResult: [
            json!({"do":"record_result","cards":{"player":2,"banker":3},"totals":{"player":7,"banker":6}}) =>
                Command::RecordResult(Reported { cards: [2, 3], totals: [7, 6] }),
        ],
        Settle: [json!({"do":"settle"}) => Command::Settle],
        ClearTable: [json!({"do":"clear_table"}) => Command::ClearTable],
        CollectVigorish: [json!({"do":"collect_vigorish"}) => Command::CollectVigorish],
        Bid: [json!({"do":"bid","amount":sum()}) => Command::Bid { amount }],
        OfferBank: [json!({"do":"offer_bank","seat":3}) => Command::OfferBank { seat: 3 }],
        PlayHouseWay: [
            json!({"do":"play_house_way","person":3}) => Command::PlayHouseWay { person: Person(3) },
        ],
        CloseChoices: [json!({"do":"close_choices"}) => Command::CloseChoices],
        CloseBidding: [json!({"do":"close_bidding"}) => Command::CloseBidding],
        AcceptBank: [
            json!({"do":"accept_bank"}) => Command::AcceptBank { amount: None },
            json!({"do":"accept_bank","amount":sum()}) => Command::AcceptBank { amount: Some(amount) },
        ],
        DeclineBank: [json!({"do":"decline_bank"}) => Command::DeclineBank],
        WagerBank: [json!({"do":"wager_bank","amount":sum()}) => Command::WagerBank { amount }],
        PassBank: [json!({"do":"pass_bank"}) => Command::PassBank],
        ClaimBank: [
            json!({"do":"claim_bank","claim":"suivi"}) => Command::ClaimBank(BankClaim::Suivi),
            json!({"do":"claim_bank","claim":"banco"}) => Command::ClaimBank(BankClaim::Banco),
        ],
        CloseClaims: [json!({"do":"close_claims"}) => Command::CloseClaims],
        CoverBank: [json!({"do":"cover_bank","amount":sum()}) => Command::CoverBank { amount }],
        DeclineCover: [json!({"do":"decline_cover"}) => Command::DeclineCover],
        Announce: [
            json!({"do":"announce","word":"card"}) => Command::Announce(Announcement::Card),
            json!({"do":"announce","word":"stay"}) => Command::Announce(Announcement::Stay),
            json!({"do":"announce","word":"natural"}) => Command::Announce(Announcement::Natural),
            json!({"do":"announce","word":"under_eight"}) => Command::Announce(Announcement::UnderEight),
        ],
        Report: [
            json!({"do":"report","irregularity":{"what":"wrong_order"}}) =>
                Command::Report(Irregularity::WrongOrder),
        ],
        AnswerReport: [
            json!({"do":"answer_report","approved":false}) => Command::AnswerReport { approved: false },
        ],
        Hold: [json!({"do":"hold","reason":REASON}) => Command::Hold { reason: reason.clone() }],
        Resume: [json!({"do":"resume"}) => Command::Resume],
        VoidRound: [json!({"do":"void_round","reason":REASON}) => Command::VoidRound { reason: reason.clone() }],
        Ask: [
            json!({"do":"ask","wanted":{"what":"see_off","person":3,"reason":REASON}}) =>
                Command::Ask(Wanted::SeeOff { person: Person(3), reason: REASON.into() }),
        ],
        Approve: [json!({"do":"approve","request":4}) => Command::Approve { request: RequestId(4) }],
        TurnDown: [
            json!({"do":"turn_down","request":4,"reason":REASON}) =>
                Command::TurnDown { request: RequestId(4), reason: reason.clone() },
        ],
        PassOver: [json!({"do":"pass_over","reason":REASON}) => Command::PassOver { reason: reason.clone() }],
        Accommodate: [
            json!({"do":"accommodate","person":3,"helper":1002,"reason":REASON}) => Command::Accommodate {
                person: Person(3),
                helper: Person(1002),
                reason: reason.clone()
            },
        ],
    });
    let report = |(json, what)| (json!({"do":"report","irregularity":json}), Command::Report(what));
    all.extend(irregularities().into_iter().map(report));
    let ask = |(json, wanted)| (json!({"do":"ask","wanted":json}), Command::Ask(wanted));
    all.extend(wanted(rules).into_iter().map(ask));
    all
}

fn hand(letters: &str) -> Hand {
    Hand::new(&parse_cards(letters).unwrap()).unwrap()
}

pub fn link_commands(rules: &Rules) -> Vec<(Value, link::Command)> {
    use link::{Command, Wanted};
    let (table, hit, request, amount) = (TableId(1), HitId(3), RequestId(4), usd(45_025));
    let meter = rules.links[0].meters[0].id;
    let line = "Personal King-9 vs. Personal King-9";
    let wanted = every!(link::Wanted {
        Adjust: [
            json!({"what":"adjust","amount":money(-5),"meter":meter.as_str(),"reserve":true,"reason":REASON}) =>
                Wanted::Adjust { amount: usd(-5), meter, reason: REASON.into(), reserve: true },
            json!({"what":"adjust","amount":money(45_025),"meter":meter.as_str(),"reason":REASON}) =>
                Wanted::Adjust { amount, meter, reason: REASON.into(), reserve: false },
        ],
        Change: [
            json!({"what":"change","rules":rules_text(rules.id),"reason":REASON}) =>
                Wanted::Change { reason: REASON.into(), rules: rules.id },
        ],
        Close: [json!({"what":"close","reason":REASON}) => Wanted::Close { reason: REASON.into() }],
        Reject: [
            json!({"what":"reject","hit":3,"reason":REASON}) => Wanted::Reject { hit, reason: REASON.into() },
        ],
        TransferOut: [
            json!({"what":"transfer_out","meter":meter.as_str(),"to":"moons","reason":REASON}) =>
                Wanted::TransferOut { meter, reason: REASON.into(), to: Name::new("moons") },
        ],
    });
    let mut all = every!(link::Command {
        Open: [json!({"do":"open","rules":rules_text(rules.id)}) => Command::Open { rules: rules.id }],
        Select: [
            json!({"do":"select","table":1,"seat":5,"line":line}) =>
                Command::Select { table, seat: 5, line: line.to_owned() },
        ],
        HitJackpot: [json!({"do":"hit_jackpot","table":1}) => Command::HitJackpot { table }],
        EndRound: [json!({"do":"end_round","table":1}) => Command::EndRound { table }],
        Verify: [
            json!({"do":"verify","hit":3}) => Command::Verify { hit, hands: None },
            json!({"do":"verify","hit":3,"hands":{"player":["Kh","9c"],"banker":["Kd","9s","2c"]}}) =>
                Command::Verify { hit, hands: Some([hand("Kh 9c"), hand("Kd 9s 2c")]) },
        ],
        PayJackpot: [
            json!({"do":"pay_jackpot","hit":3,"amount":money(45_025)}) => Command::PayJackpot { hit, amount },
        ],
        Ask: [
            json!({"do":"ask","wanted":{"what":"close","reason":REASON}}) =>
                Command::Ask(Wanted::Close { reason: REASON.into() }),
        ],
        Approve: [json!({"do":"approve","request":4}) => Command::Approve { request }],
        TurnDown: [
            json!({"do":"turn_down","request":4,"reason":REASON}) =>
                Command::TurnDown { reason: REASON.to_owned(), request },
        ],
        TakeReading: [json!({"do":"take_reading","day":2}) => Command::TakeReading { day: 2 }],
    });
    let ask = |(json, wanted)| (json!({"do":"ask","wanted":json}), Command::Ask(wanted));
    all.extend(wanted.into_iter().map(ask));
    all
}

pub fn account_commands() -> Vec<(Value, cage::Command)> {
    use cage::{Command, Wanted};
    let (amount, sum) = (usd(10_000), || money(10_000));
    let until = Time(1_794_795_300);
    let moment = "2026-11-16T02:15:00Z";
    let wanted = every!(cage::Wanted {
        Adjust: [
            json!({"what":"adjust","amount":money(-10_000),"reason":REASON}) =>
                Wanted::Adjust { amount: usd(-10_000), reason: REASON.into() },
        ],
        Reactivate: [
            json!({"what":"reactivate","reason":REASON}) => Wanted::Reactivate { reason: REASON.into() },
        ],
        Deposit: [json!({"what":"deposit","amount":sum()}) => Wanted::Deposit { amount }],
        PayOut: [
            json!({"what":"pay_out","amount":sum()}) => Wanted::PayOut { amount, identity: None },
        ],
    });
    let mut all = every!(cage::Command {
        Open: [
            json!({"do":"open","currency":"PHP","kind":"demo"}) =>
                Command::Open { currency: Currency::Php, kind: Kind::Demo },
        ],
        Deposit: [json!({"do":"deposit","amount":sum()}) => Command::Deposit { amount }],
        PayOut: [
            json!({"do":"pay_out","amount":sum()}) => Command::PayOut { amount, identity: None },
        ],
        ConfirmPayOut: [
            json!({"do":"confirm_pay_out","request":4}) => Command::ConfirmPayOut { request: RequestId(4) },
        ],
        ChangeStatus: [
            json!({"do":"change_status","status":"suspended","reason":REASON}) =>
                Command::ChangeStatus { reason: REASON.to_owned(), status: Status::Suspended },
        ],
        Ask: [
            json!({"do":"ask","wanted":{"what":"adjust","amount":sum(),"reason":REASON}}) =>
                Command::Ask(Wanted::Adjust { amount, reason: REASON.into() }),
        ],
        Approve: [json!({"do":"approve","request":4}) => Command::Approve { request: RequestId(4) }],
        TurnDown: [
            json!({"do":"turn_down","request":4,"reason":REASON}) =>
                Command::TurnDown { reason: REASON.to_owned(), request: RequestId(4) },
        ],
        HoldBuyIn: [
            json!({"do":"hold_buy_in","amount":sum(),"table":7}) =>
                Command::HoldBuyIn { amount, table: TableId(7) },
        ],
        VoidBuyIn: [
            json!({"do":"void_buy_in","hold":2,"reason":REASON}) =>
                Command::VoidBuyIn { hold: HoldId(2), reason: REASON.to_owned() },
        ],
        SetLimit: [
            json!({"do":"set_limit","limit":{"what":"deposit","period":"week","most":sum()}}) =>
                Command::SetLimit(Limit::Deposit { most: Some(amount), period: Period::Week }),
            json!({"do":"set_limit","limit":{"what":"loss","period":"day"}}) =>
                Command::SetLimit(Limit::Loss { most: None, period: Period::Day }),
            json!({"do":"set_limit","limit":{"what":"session","minutes":60}}) =>
                Command::SetLimit(Limit::Session { minutes: Some(60) }),
            json!({"do":"set_limit","limit":{"what":"wager","most":sum()}}) =>
                Command::SetLimit(Limit::Wager { most: Some(amount) }),
        ],
        ConfirmLimit: [
            json!({"do":"confirm_limit","limit":{"what":"deposit","period":"month"}}) =>
                Command::ConfirmLimit(LimitKey::Deposit(Period::Month)),
            json!({"do":"confirm_limit","limit":{"what":"session"}}) => Command::ConfirmLimit(LimitKey::Session),
        ],
        WithdrawLimit: [
            json!({"do":"withdraw_limit","limit":{"what":"loss","period":"day"}}) =>
                Command::WithdrawLimit(LimitKey::Loss(Period::Day)),
            json!({"do":"withdraw_limit","limit":{"what":"wager"}}) => Command::WithdrawLimit(LimitKey::Wager),
        ],
        ChooseCheck: [
            json!({"do":"choose_check"}) => Command::ChooseCheck { minutes: None },
            json!({"do":"choose_check","minutes":30}) => Command::ChooseCheck { minutes: Some(30) },
        ],
        AcknowledgeCheck: [json!({"do":"acknowledge_check"}) => Command::AcknowledgeCheck],
        CoolOff: [json!({"do":"cool_off","until":moment}) => Command::CoolOff { until }],
        Exclude: [
            json!({"do":"exclude"}) => Command::Exclude { until: None },
            json!({"do":"exclude","until":moment}) => Command::Exclude { until: Some(until) },
        ],
    });
    let ask = |(json, wanted)| (json!({"do":"ask","wanted":json}), Command::Ask(wanted));
    all.extend(wanted.into_iter().map(ask));
    all
}

pub fn to_table(rules: &Arc<Rules>, command: TableCommand) -> Result<Command, BadCommand> {
    let find_rules = |text: &str| (text == rules_text(rules.id)).then(|| Arc::clone(rules));
    command.into_engine(&TableContext { rules, find_rules: &find_rules, now: NOW })
}

pub fn to_link(rules: &Arc<Rules>, command: LinkCommand) -> Result<link::Command, BadCommand> {
    let find_rules = |text: &str| (text == rules_text(rules.id)).then(|| Arc::clone(rules));
    let links = [Name::new("moons")];
    command.into_engine(&LinkContext { setup: Some(&rules.links[0]), find_rules: &find_rules, links: &links })
}

fn known(names: &[&'static str]) -> BTreeSet<&'static str> {
    names.iter().copied().collect()
}

#[test]
fn every_command_to_a_table_arrives() {
    let (rules, mut names) = (rules(), BTreeSet::new());
    for (json, command) in table_commands(&rules) {
        let read =
            read_table_command(json.to_string().as_bytes()).unwrap_or_else(|bad| panic!("{json}: {bad}"));
        assert_eq!(read.name(), name_of_table_command(&command), "{json}");
        names.insert(read.name());
        let written = serde_json::to_vec(&read).unwrap();
        assert_eq!(read_table_command(&written).unwrap(), read, "{json}: it reads back as it is written");
        assert_eq!(to_table(&rules, read).unwrap(), command, "{json}");
    }
    assert_eq!(names, known(TableCommand::NAMES));
}

#[test]
fn every_command_to_a_link_arrives() {
    let (rules, mut names) = (rules(), BTreeSet::new());
    for (json, command) in link_commands(&rules) {
        let read =
            read_link_command(json.to_string().as_bytes()).unwrap_or_else(|bad| panic!("{json}: {bad}"));
        assert_eq!(read.name(), name_of_link_command(&command), "{json}");
        names.insert(read.name());
        assert_eq!(to_link(&rules, read).unwrap(), command, "{json}");
    }
    assert_eq!(names, known(LinkCommand::NAMES));
}

#[test]
fn every_command_to_an_account_arrives() {
    let mut names = BTreeSet::new();
    for (json, command) in account_commands() {
        let read =
            read_account_command(json.to_string().as_bytes()).unwrap_or_else(|bad| panic!("{json}: {bad}"));
        assert_eq!(read.name(), name_of_account_command(&command), "{json}");
        names.insert(read.name());
        assert_eq!(cage::Command::from(read), command, "{json}");
    }
    assert_eq!(names, known(AccountCommand::NAMES));
}
