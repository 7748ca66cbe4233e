//! Samples of the events of tables, topic by topic.

use std::sync::Arc;

use banco_cards::Side;
use banco_engine::link::{GameId, HitId};
use banco_engine::table::{
    Account, Announcement, BankClaim, BankEvent, BuyInWith, Call, CardSource, Cards, Claimant, Contact,
    CoverEvent, Curator, CuratorEvent, CutBy, DealingEvent, FloorEvent, HouseMoneyEvent, Irregularity,
    IrregularityEvent, JackpotEvent, Laid, Minute, NoticeDue, OpeningEvent, PassedWhy, PeopleEvent, Place,
    PreparationEvent, Reported, SettlementEvent, Tender, Turner, TurningEvent, VigorishHow, WageringEvent,
    What,
};
use banco_engine::{Commitment, Coup, Decision, Person, Request, RequestId, Role, ShoeOpening};
use banco_money::Percent;
use banco_rulebook::model::rulebook::UnwageredRound;

use super::values as each;
use super::{
    Sample, at_table, bet, card, chips, every, hand, mixed, name, php, rules, seat, secret, text, tip, usd,
};

pub fn all() -> Vec<Sample> {
    let mut all = Vec::new();
    let mut topic = |topic, events: Vec<(&'static str, What)>| {
        for (variant, what) in events {
            let record = at_table(what);
            all.push(Sample { stream: "table", topic, variant, record });
        }
    };
    // The compiler asks for a new topic here.
    for (name, what) in every!(What {
        Opening: [opening().remove(0).1.into()],
        Preparation: [preparation().remove(0).1.into()],
        People: [people().remove(0).1.into()],
        Wagering: [wagering().remove(0).1.into()],
        Curator: [curator().remove(0).1.into()],
        Dealing: [dealing().remove(0).1.into()],
        Turning: [turning().remove(0).1.into()],
        HouseMoney: [house_money().remove(0).1.into()],
        Settlement: [settlement().remove(0).1.into()],
        Jackpot: [jackpot().remove(0).1.into()],
        Bank: [bank().remove(0).1.into()],
        Cover: [cover().remove(0).1.into()],
        Irregularity: [irregularity().remove(0).1.into()],
        Floor: [floor().remove(0).1.into()],
    }) {
        let events = match what {
            What::Opening(_) => named(opening()),
            What::Preparation(_) => named(preparation()),
            What::People(_) => named(people()),
            What::Wagering(_) => named(wagering()),
            What::Curator(_) => named(curator()),
            What::Dealing(_) => named(dealing()),
            What::Turning(_) => named(turning()),
            What::HouseMoney(_) => named(house_money()),
            What::Settlement(_) => named(settlement()),
            What::Jackpot(_) => named(jackpot()),
            What::Bank(_) => named(bank()),
            What::Cover(_) => named(cover()),
            What::Irregularity(_) => named(irregularity()),
            What::Floor(_) => named(floor()),
        };
        topic(name, events);
    }
    all
}

fn named<T: Into<What>>(events: Vec<(&'static str, T)>) -> Vec<(&'static str, What)> {
    events.into_iter().map(|(name, event)| (name, event.into())).collect()
}

const P3: Person = Person(3);
const DEALER: Person = Person(1001);
const FLOOR: Person = Person(2001);

fn opening() -> Vec<(&'static str, OpeningEvent)> {
    let (by, name_of, rules) = (FLOOR, name("Midi, high limit"), rules());
    let put_up = |cards| OpeningEvent::TablePutUp { cards, name: name_of, rules };
    let opened =
        |float, differential| OpeningEvent::TableOpened { by, differential, float, name: name_of, rules };
    let adopted = |due, posted| OpeningEvent::TermsAdopted { by, due, name: name_of, posted, rules };
    let due = NoticeDue { at: Minute(29_000_000), notice: name("commission-change") };
    every!(OpeningEvent {
        TablePutUp: [put_up(Some(Cards::Virtual)), put_up(Some(Cards::Real)), put_up(None)],
        TableOpened: [opened(usd(50_000_000), None), opened(php(50_000_000), Some(php(1_000_000)))],
        TableClosed: [OpeningEvent::TableClosed { by, result: usd(-1_234_567) }],
        TrayFilled: [
            OpeningEvent::TrayFilled { alone: false, amount: usd(1_000_000), by, credit: false },
            OpeningEvent::TrayFilled { alone: false, amount: usd(1_000_000), by, credit: true },
            OpeningEvent::TrayFilled { alone: true, amount: usd(1_000_000), by, credit: true },
        ],
        TermsAdopted: [
            adopted(Vec::new(), Vec::new()),
            adopted(vec![due], vec![name("vigorish-change"), name("commission-change")]),
        ],
        NoticeGiven: [OpeningEvent::NoticeGiven {
            at: Minute(29_000_000),
            by,
            notice: name("commission-change")
        },],
        ProcedureIntroduced: [OpeningEvent::ProcedureIntroduced { at: Minute(28_999_970), due }],
    })
}

fn preparation() -> Vec<(&'static str, PreparationEvent)> {
    let (by, seat) = (DEALER, seat(3));
    let cut = |by| PreparationEvent::CutMade { at: 207, by };
    let root = Commitment([0xab; 32]);
    let opened = |aside, seed| PreparationEvent::ShoeOpened {
        opening: Arc::new(ShoeOpening {
            aside,
            cards: vec![card("7h"), card("10d")],
            secret: secret(),
            seed,
        }),
        root,
        shoe: 2,
    };
    let loaded = |source| PreparationEvent::ShoeLoaded { batch: 1, cards: 416, cut_card: 402, source };
    let mut all = every!(PreparationEvent {
        PreparationBegun: [
            PreparationEvent::PreparationBegun { new_cards: false, shoe: 2 },
            PreparationEvent::PreparationBegun { new_cards: true, shoe: 1 },
        ],
        StepDone: [PreparationEvent::StepDone { by, people_left: 1, step: name("wash") }],
        BatchKept: [PreparationEvent::BatchKept { batch: 2, by }],
        CardMissing: [PreparationEvent::CardMissing { by, card: card("As") }],
        CutOffered: [PreparationEvent::CutOffered { person: P3, seat }],
        CutDeclined: [PreparationEvent::CutDeclined { person: P3, seat }],
        CutFallsToDealer: [PreparationEvent::CutFallsToDealer],
        CutWaits: [PreparationEvent::CutWaits],
        CutNotNeeded: [PreparationEvent::CutNotNeeded],
        CutMade: [cut(CutBy::Dealer)],
        RecutOrdered: [PreparationEvent::RecutOrdered { by, reason: text("the cut card fell out") }],
        ShoeLoaded: [loaded(CardSource::Virtual)],
        CardBurned: [
            PreparationEvent::CardBurned { card: None, left: 9, place: 1 },
            PreparationEvent::CardBurned { card: Some(card("10d")), left: 0, place: 0 },
        ],
        BettingOpened: [PreparationEvent::BettingOpened],
        ShoeEnded: [PreparationEvent::ShoeEnded],
        ShoeCommitted: [
            PreparationEvent::ShoeCommitted { batch: 1, cards: 416, cut: Some(208), root, shoe: 2 },
            PreparationEvent::ShoeCommitted { batch: 1, cards: 416, cut: None, root, shoe: 1 },
        ],
        ShoeOpened: [opened(false, vec![secret(), [7; 32]]), opened(true, Vec::new())],
    });
    all.extend(each::cuts().map(|by| ("CutMade", cut(by))));
    all.extend(each::card_sources().map(|source| ("ShoeLoaded", loaded(source))));
    all
}

fn people() -> Vec<(&'static str, PeopleEvent)> {
    let person = P3;
    let bought = |with| PeopleEvent::BoughtIn { amount: usd(1_000_000), person, with };
    let given =
        |alone, tender| PeopleEvent::PromotionGiven { alone, amount: usd(25_00), by: FLOOR, person, tender };
    let taken = |alone| PeopleEvent::CashTaken { alone, amount: usd(1_000_000), by: DEALER, person };
    let left = |seen_off_by| PeopleEvent::Left {
        chips: usd(995_000),
        coupons: usd(0),
        person,
        promotional: usd(25_00),
        seat: seat(3),
        seen_off_by,
    };
    let told = |barred, most| PeopleEvent::AccountTold { barred, most, person };
    let mut all = every!(PeopleEvent {
        AccountTold: [told(None, None), told(None, Some(usd(10_000)))],
        Arrived: [PeopleEvent::Arrived { person, place: Place::At(seat(3)) }],
        Moved: [PeopleEvent::Moved { person, place: Place::At(seat(5)) }],
        Left: [left(None), left(Some(FLOOR))],
        BoughtIn: [bought(BuyInWith::Cash)],
        CashedOut: [PeopleEvent::CashedOut { amount: php(1_000_000), person }],
        CashTaken: [taken(false), taken(true)],
        PromotionGiven: [given(false, Tender::Promotional), given(true, Tender::Promotional)],
        Tipped: [PeopleEvent::Tipped { amount: usd(5_00), person }],
    });
    all.extend(each::bars().map(|bar| ("AccountTold", told(Some(bar), Some(php(1))))));
    all.extend(each::places().map(|place| ("Arrived", PeopleEvent::Arrived { person, place })));
    all.extend(each::places().map(|place| ("Moved", PeopleEvent::Moved { person, place })));
    all.extend(each::buy_ins().map(|with| ("BoughtIn", bought(with))));
    all.extend(each::tenders().map(|tender| ("PromotionGiven", given(false, tender))));
    all
}

fn wagering() -> Vec<(&'static str, WageringEvent)> {
    let (key, person, seat) = (bet(3, "dragon-bonus.player"), P3, seat(3));
    let stake = chips(usd(10_000));
    every!(WageringEvent {
        WagerPlaced: [
            WageringEvent::WagerPlaced { added: stake, key, seat, stake },
            WageringEvent::WagerPlaced { added: chips(usd(0)), key: tip(3, "player"), seat, stake: mixed() },
            WageringEvent::WagerPlaced { added: chips(php(1)), key, seat, stake: chips(php(2)) },
        ],
        WagerTakenDown: [WageringEvent::WagerTakenDown { key, seat, stake }],
        WagerSpoken: [WageringEvent::WagerSpoken { amount: usd(10_000), person, seat, wager: name("tie") }],
        SpokenConfirmed: [WageringEvent::SpokenConfirmed { person }],
        SpokenDeclined: [WageringEvent::SpokenDeclined { person }],
        WagerTakenIn: [WageringEvent::WagerTakenIn { key: bet(3, "royal-9"), seat, stake }],
        WagerReturned: [
            WageringEvent::WagerReturned { key, seat, stake: mixed(), taken_in: false },
            WageringEvent::WagerReturned { key: bet(3, "royal-9"), seat, stake, taken_in: true },
        ],
    })
}

fn curator() -> Vec<(&'static str, CuratorEvent)> {
    let (person, seat) = (P3, seat(3));
    let mut all = every!(CuratorEvent {
        ShoeOffered: [CuratorEvent::ShoeOffered { person, seat }],
        ShoeDeclined: [CuratorEvent::ShoeDeclined { person, seat }],
        CuratorNamed: [CuratorEvent::CuratorNamed { curator: Curator::Dealer }],
        ShoePassed: [CuratorEvent::ShoePassed { from: None, why: PassedWhy::Left }],
    });
    let passed = |why| CuratorEvent::ShoePassed { from: Some(seat), why };
    all.extend(each::curators().map(|curator| ("CuratorNamed", CuratorEvent::CuratorNamed { curator })));
    all.extend(each::passings().map(|why| ("ShoePassed", passed(why))));
    all
}

fn dealing() -> Vec<(&'static str, DealingEvent)> {
    let (side, seat, by) = (Side::Player, seat(3), P3);
    let call =
        Call { banker: 6, cards: 5, phrase: name("total-cards"), player: 7, words: name("CARDS cards") };
    let coup = |uncounted| Coup { banker: hand("Kh 9c"), player: hand("2d 3s 10h"), uncounted };
    let begun = |unwagered| DealingEvent::RoundBegun { round: 12, unwagered };
    let dealt = |card| DealingEvent::CardDealt { card, from_aside: false, side };
    let made = |decision| DealingEvent::ChoiceMade { by, decision, side };
    let said = |word| DealingEvent::Announced { seat, side: Side::Banker, word };
    let chose = |decision| DealingEvent::BettorChose { decision, key: bet(3, "player"), seat };
    let mut all = every!(DealingEvent {
        RoundBegun: [begun(None)],
        Called: [DealingEvent::Called(call)],
        CutCardShown: [DealingEvent::CutCardShown],
        CardDealt: [DealingEvent::CardDealt {
            card: Laid::up(card("7h"), 20),
            from_aside: true,
            side: Side::Banker,
        }],
        CountsStand: [DealingEvent::CountsStand],
        ChoiceOpened: [DealingEvent::ChoiceOpened { side }],
        ChoiceMade: [made(Decision::Draw)],
        ThirdCardDue: [DealingEvent::ThirdCardDue { side: Side::Banker }],
        ResultReached: [
            DealingEvent::ResultReached { coup: coup(None) },
            DealingEvent::ResultReached { coup: coup(Some(card("4c"))) },
        ],
        ResultRecorded: [DealingEvent::ResultRecorded {
            reported: Reported { cards: [2, 3], totals: [7, 6] }
        },],
        CardsDiscarded: [DealingEvent::CardsDiscarded { cards: 5 }],
        ResultWithdrawn: [DealingEvent::ResultWithdrawn],
        LastHandBegun: [DealingEvent::LastHandBegun { left: 1 }],
        LookBegun: [DealingEvent::LookBegun { seat, side }],
        Announced: [said(Announcement::Card)],
        CountForced: [
            DealingEvent::CountForced { count: 6, more: false, side },
            DealingEvent::CountForced { count: 8, more: true, side },
        ],
        BettorChose: [chose(Decision::Stand)],
    });
    all.extend(each::unwagered().map(|round| ("RoundBegun", begun(Some(round)))));
    all.extend(each::laid().map(|card| ("CardDealt", dealt(card))));
    all.extend(each::decisions().map(|decision| ("ChoiceMade", made(decision))));
    all.extend(each::announcements().map(|word| ("Announced", said(word))));
    all.extend(each::decisions().map(|decision| ("BettorChose", chose(decision))));
    all
}

fn turning() -> Vec<(&'static str, TurningEvent)> {
    let (by, seat, side) = (P3, seat(3), Side::Player);
    let handed = |to| TurningEvent::CardsHanded { side, third: false, to };
    let turned = |by, cards, third| TurningEvent::CardsTurned { by, cards, side, third };
    let mut all = every!(TurningEvent {
        TurnerProposed: [TurningEvent::TurnerProposed { by, seat, side, to: Person(5) }],
        ProposalAgreed: [
            TurningEvent::ProposalAgreed { by, settled: false },
            TurningEvent::ProposalAgreed { by, settled: true },
        ],
        ProposalRefused: [TurningEvent::ProposalRefused { by }],
        CardsHanded: [TurningEvent::CardsHanded { side: Side::Banker, third: true, to: Turner::Dealer }],
        CardsOffered: [TurningEvent::CardsOffered { seat, side, to: by }],
        CardsDeclined: [
            TurningEvent::CardsDeclined { by, ordered: None, side },
            TurningEvent::CardsDeclined { by, ordered: Some(text("bends the cards")), side },
        ],
        CardsTurned: [turned(Turner::Dealer, [Some(card("7h")), None], true)],
    });
    all.extend(each::turners().map(|to| ("CardsHanded", handed(to))));
    let both = [Some(card("7h")), Some(card("10c"))];
    all.extend(each::turners().map(|by| ("CardsTurned", turned(by, both, false))));
    all
}

fn house_money() -> Vec<(&'static str, HouseMoneyEvent)> {
    let (key, seat, stake) = (bet(3, "house-money.player"), seat(3), chips(usd(20_00)));
    let reversed = |lost| HouseMoneyEvent::EarlyReversed { handed: usd(60_00), key, lost, seat, stake };
    every!(HouseMoneyEvent {
        PayoutDue: [HouseMoneyEvent::PayoutDue {
            key,
            line: name("Pair, suited"),
            seat,
            stake: mixed(),
            won: usd(60_00),
        }],
        PayoutTaken: [HouseMoneyEvent::PayoutTaken { key, seat, stake, won: usd(60_00) }],
        PayoutPressed: [HouseMoneyEvent::PayoutPressed {
            handed: usd(0),
            key,
            onto: name("player"),
            pressed: usd(80_00),
            seat,
            side: Side::Player,
            stake,
        }],
        EarlyReversed: [reversed(false), reversed(true)],
        PressReversed: [HouseMoneyEvent::PressReversed { key, pressed: usd(80_00) }],
    })
}

fn settlement() -> Vec<(&'static str, SettlementEvent)> {
    let (key, seat, person) = (bet(3, "banker"), seat(3), P3);
    let paid = |how: bool, stake, won| SettlementEvent::WagerPaid {
        kept_back: usd(5_00),
        key,
        limited: how,
        line: name("Banker wins"),
        promotional_taken: how,
        seat,
        stake,
        stake_taken: !how,
        taken_in: how,
        won,
    };
    let charged = |how| SettlementEvent::VigorishCharged {
        amount: usd(5_00),
        how,
        person,
        seat,
        wager: name("banker"),
    };
    let lost = |early, taken_in, stake| SettlementEvent::WagerLost { early, key, seat, stake, taken_in };
    let mut all = every!(SettlementEvent {
        WagerLost: [lost(false, false, chips(php(10_000))), lost(true, true, mixed())],
        WagerPaid: [paid(false, chips(usd(10_000)), usd(10_000)), paid(true, mixed(), usd(17_500))],
        WagerPushed: [SettlementEvent::WagerPushed {
            key,
            line: name("Tie"),
            seat,
            stake: chips(usd(10_000))
        },],
        VigorishCharged: [charged(VigorishHow::Marked)],
        VigorishCollected: [SettlementEvent::VigorishCollected { amount: usd(5_00), person, seat }],
        RoundSettled: [SettlementEvent::RoundSettled { round: 12 }],
    });
    all.extend(each::vigorish().map(|how| ("VigorishCharged", charged(how))));
    all
}

fn jackpot() -> Vec<(&'static str, JackpotEvent)> {
    let (hit, game, link, meter, word) = (HitId(3), GameId(41), name("stars"), name("star"), 9);
    let (key, seat, wager) = (bet(3, "royal-9"), seat(3), name("royal-9"));
    let (line, share) = (name("Personal K-9 in both hands"), Percent::from_hundredths(10_000));
    let told = |contact| JackpotEvent::LinkTold { contact, link, wager, word };
    let verified = |winners| JackpotEvent::JackpotVerified { hit, link, meter, winners, word };
    let mut all = every!(JackpotEvent {
        JackpotReached: [JackpotEvent::JackpotReached {
            key,
            dealer_envy: usd(50_00),
            hands: [hand("Kh 9c"), hand("Kd 9s")],
            line,
            meter,
            seat,
            share,
        }],
        ClaimRaised: [JackpotEvent::ClaimRaised { key, line, meter, seat, share }],
        PayWaits: [JackpotEvent::PayWaits { key, seat }],
        JackpotVerified: [verified(Vec::new()), verified(vec![key, tip(5, "royal-9")])],
        JackpotPaid: [JackpotEvent::JackpotPaid { amount: usd(45_123), hit, key, link, meter, seat, word }],
        ClaimDropped: [JackpotEvent::ClaimDropped {
            hit,
            key,
            link,
            meter,
            reason: text("the cards were misread"),
            seat,
            word,
        }],
        TrayReimbursed: [JackpotEvent::TrayReimbursed { amount: usd(150_000), game, link, wager, word },],
        LinkTold: [told(Contact::Ready)],
        WordHeard: [JackpotEvent::WordHeard { link, word }],
        DealerEnvyPaid: [JackpotEvent::DealerEnvyPaid { amount: usd(50_00), wager }],
    });
    all.extend(each::contacts().map(|contact| ("LinkTold", told(contact))));
    all
}

fn bank() -> Vec<(&'static str, BankEvent)> {
    let (person, at) = (P3, seat(3));
    let offered = |least, most| BankEvent::BankOffered { least, most, person, seat: at };
    let taken = |most| BankEvent::BankTaken { least: usd(10_000), most, person, seat: at };
    let passed = |from, not_to, offered_from, why| BankEvent::BankPassed { from, not_to, offered_from, why };
    let mut all = every!(BankEvent {
        BiddingOpened: [
            BankEvent::BiddingOpened { without: None },
            BankEvent::BiddingOpened { without: Some(person) },
        ],
        BidMade: [BankEvent::BidMade { amount: usd(50_000), person, seat: at }],
        BankOffered: [offered(None, None), offered(Some(usd(10_000)), Some(usd(500_000)))],
        BankDeclined: [BankEvent::BankDeclined { person, seat: at }],
        TurnMissed: [BankEvent::TurnMissed { person, seat: at }],
        TurnForfeited: [BankEvent::TurnForfeited { person, seat: at }],
        TurnRegained: [BankEvent::TurnRegained { person, seat: at }],
        BankTaken: [taken(None), taken(Some(usd(500_000)))],
        BankPassed: [
            passed(None, None, None, PassedWhy::Left),
            passed(Some(at), Some(at), Some(seat(5)), PassedWhy::Choice),
        ],
        BankVacant: [BankEvent::BankVacant],
    });
    all.extend(each::passings().map(|why| ("BankPassed", passed(Some(at), None, Some(seat(5)), why))));
    all
}

fn cover() -> Vec<(&'static str, CoverEvent)> {
    let (person, seat, amount) = (P3, seat(3), usd(50_000));
    let key = bet(3, "player");
    let claimed = |claim| CoverEvent::BankClaimed { claim, person, seat };
    let closed = |claim| CoverEvent::ClaimsClosed { winner: Some(Claimant { claim, person, seat }) };
    let mut all = every!(CoverEvent {
        BankWagered: [CoverEvent::BankWagered { amount, person, seat }],
        BankClaimed: [claimed(BankClaim::Suivi)],
        ClaimsClosed: [CoverEvent::ClaimsClosed { winner: None }],
        CoverAsked: [CoverEvent::CoverAsked { person, rest: amount, seat }],
        CoverDeclined: [CoverEvent::CoverDeclined { person, seat }],
        CoverClosed: [CoverEvent::CoverClosed],
        UncoveredReturned: [CoverEvent::UncoveredReturned { amount, key: bet(5, "banker"), seat }],
        DominantNamed: [CoverEvent::DominantNamed {
            banker: Person(5),
            banker_seat: super::seat(5),
            person,
            seat
        },],
        CoverPlaced: [CoverEvent::CoverPlaced { amount, cover: usd(90_000), person, seat }],
        CollectionTaken: [CoverEvent::CollectionTaken { amount: usd(1_00), person, seat }],
        CollectionReturned: [CoverEvent::CollectionReturned { amount: usd(1_00), person, seat }],
        ButtonPlaced: [CoverEvent::ButtonPlaced { seat }],
        CoveredLost: [CoverEvent::CoveredLost { key, lost: amount, returned: usd(0), seat, to: Person(5) },],
        CoveredPaid: [CoverEvent::CoveredPaid {
            key,
            due: amount,
            line: name("Player wins"),
            seat,
            stake: amount,
            won: usd(40_000),
        }],
        CoverReturned: [CoverEvent::CoverReturned { amount, person }],
        WonByBank: [CoverEvent::WonByBank { amount, banker: Person(5), key, seat }],
        PaidByBank: [CoverEvent::PaidByBank {
            banker: bet(5, "banker"),
            key,
            seat,
            stake: amount,
            won: amount
        },],
    });
    all.extend(each::bank_claims().map(|claim| ("BankClaimed", claimed(claim))));
    all.extend(each::bank_claims().map(|claim| ("ClaimsClosed", closed(claim))));
    all
}

fn irregularity() -> Vec<(&'static str, IrregularityEvent)> {
    let by = FLOOR;
    let reported = |role, what| IrregularityEvent::IrregularityReported { by: DEALER, role, what };
    let approved = |what| IrregularityEvent::IrregularityApproved { by, what };
    let ordered = |round| IrregularityEvent::UnwageredRoundOrdered { round };
    let mut all = every!(IrregularityEvent {
        IrregularityReported: [reported(Role::Dealer, Irregularity::TooFewCards)],
        IrregularityDismissed: [IrregularityEvent::IrregularityDismissed { by }],
        IrregularityApproved: [approved(Irregularity::TooFewCards)],
        CardSetAside: [IrregularityEvent::CardSetAside { card: Laid::up(card("7h"), 20) }],
        CardDiscarded: [
            IrregularityEvent::CardDiscarded { card: None, place: 20 },
            IrregularityEvent::CardDiscarded { card: Some(card("7h")), place: 20 },
        ],
        BurnOrdered: [IrregularityEvent::BurnOrdered { cards: 3 }],
        UnwageredRoundOrdered: [ordered(UnwageredRound::Simulated)],
    });
    let reports = each::irregularities().map(|what| reported(Role::Dealer, what));
    let by_role = each::roles().map(|role| reported(role, Irregularity::WrongOrder));
    all.extend(reports.chain(by_role).map(|event| ("IrregularityReported", event)));
    all.extend(each::irregularities().map(|what| ("IrregularityApproved", approved(what))));
    all.extend(each::laid().map(|card| ("CardSetAside", IrregularityEvent::CardSetAside { card })));
    all.extend(each::unwagered().map(|round| ("UnwageredRoundOrdered", ordered(round))));
    all
}

fn floor() -> Vec<(&'static str, FloorEvent)> {
    let (by, reason, request) = (FLOOR, text("a dispute, \"loud\"\nand long \u{1f0a1}"), RequestId(4));
    let voided = |new_shoe, second| FloorEvent::RoundVoided { by, new_shoe, reason: text("fire"), second };
    let asked = |what| FloorEvent::Asked {
        request: Request { by, id: request, role: Role::Floor, until: None, what },
    };
    let mut all = every!(FloorEvent {
        TableHeld: [FloorEvent::TableHeld { by, reason: reason.clone() }],
        DealerSignedOn: [
            FloorEvent::DealerSignedOn { person: DEALER, relieved: None },
            FloorEvent::DealerSignedOn { person: DEALER, relieved: Some(Person(1002)) },
        ],
        DealerSignedOff: [FloorEvent::DealerSignedOff { by, person: DEALER }],
        Lapsed: [FloorEvent::Lapsed { request }],
        TableResumed: [FloorEvent::TableResumed { by }],
        Accommodated: [FloorEvent::Accommodated {
            by,
            helper: DEALER,
            person: P3,
            reason: text("a broken arm"),
        }],
        Asked: [asked(each::wanted().remove(0))],
        Approved: [FloorEvent::Approved { by, request }],
        TurnedDown: [FloorEvent::TurnedDown { by, reason: text("no"), request }],
        Expired: [FloorEvent::Expired { request }],
        Corrected: [FloorEvent::Corrected {
            amount: usd(5_00),
            by,
            from: Account::Tray,
            reason: text("paid short"),
            second: Person(5001),
            to: Account::Chips(P3),
        }],
        RoundVoided: [voided(false, None), voided(true, Some(Person(5001)))],
        PassedOver: [FloorEvent::PassedOver { by, person: P3, reason: text("says nothing") }],
    });
    all.extend(each::wanted().into_iter().skip(1).map(|what| ("Asked", asked(what))));
    all
}
