//! All values of the enums that stand inside of events.

use banco_engine::link::{Cause, Wanted as LinkWanted};
use banco_engine::table::{
    Account, Announcement, BankClaim, Barred, BuyInWith, CardSource, Contact, Curator, CutBy, Face,
    Irregularity, Laid, Minute, PassedWhy, Place, Role, Tender, Turner, VigorishHow, VoidReason, Wanted,
};
use banco_engine::{Decision, Hidden, Person};
use banco_rulebook::model::rulebook::UnwageredRound;

use super::{card, committed, every, hand, name, php, rules, seat, text, usd, values};

pub fn accounts() -> impl Iterator<Item = Account> {
    values(every!(Account {
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
        Chips: [Account::Chips(Person(3))],
        Promotional: [Account::Promotional(Person(3))],
        Coupons: [Account::Coupons(Person(3))],
        Owed: [Account::Owed(Person(3))],
    }))
}

pub fn announcements() -> impl Iterator<Item = Announcement> {
    values(every!(Announcement {
        Card: [Announcement::Card],
        Stay: [Announcement::Stay],
        Natural: [Announcement::Natural],
        UnderEight: [Announcement::UnderEight],
    }))
}

pub fn bank_claims() -> impl Iterator<Item = BankClaim> {
    values(every!(BankClaim { Suivi: [BankClaim::Suivi], Banco: [BankClaim::Banco] }))
}

pub fn buy_ins() -> impl Iterator<Item = BuyInWith> {
    values(every!(BuyInWith {
        Cash: [BuyInWith::Cash],
        Chips: [BuyInWith::Chips],
        Account: [BuyInWith::Account],
    }))
}

pub fn card_sources() -> impl Iterator<Item = CardSource> {
    values(every!(CardSource {
        Virtual: [CardSource::Virtual],
        Entry: [CardSource::Entry],
        ResultOnly: [CardSource::ResultOnly],
    }))
}

pub fn causes() -> impl Iterator<Item = Cause> {
    let hands = [hand("Kh 9c"), hand("Kh 9c 2d")];
    values(every!(Cause {
        Cards: [Cause::Cards { hands, line: name("Personal K-9 in both hands") }],
        MustHit: [Cause::MustHit],
    }))
}

pub fn contacts() -> impl Iterator<Item = Contact> {
    values(every!(Contact { Lost: [Contact::Lost], Ready: [Contact::Ready], Pending: [Contact::Pending] }))
}

pub fn curators() -> impl Iterator<Item = Curator> {
    values(every!(Curator {
        Person: [Curator::Person(Person(3), seat(3))],
        DealerFor: [Curator::DealerFor(Person(5), seat(5))],
        Dealer: [Curator::Dealer],
    }))
}

pub fn cuts() -> impl Iterator<Item = CutBy> {
    values(every!(CutBy { Dealer: [CutBy::Dealer], Person: [CutBy::Person(Person(3), seat(3))] }))
}

pub fn decisions() -> impl Iterator<Item = Decision> {
    values(every!(Decision { Draw: [Decision::Draw], Stand: [Decision::Stand] }))
}

/// Cards face up, and face down with and without a commitment.
pub fn laid() -> impl Iterator<Item = Laid> {
    values(every!(Face {
        Down: [
            Face::Down(Hidden::unknown()),
            Face::Down(Hidden::new(card("7h"))),
            Face::Down(committed("7h", 20)),
        ],
        Up: [Face::Up(card("10s"))],
    }))
    .map(|face| match face {
        Face::Down(hidden) => Laid::down(hidden, 20),
        Face::Up(card) => Laid::up(card, 415),
    })
}

pub fn irregularities() -> impl Iterator<Item = Irregularity> {
    let (first, second) = (card("7h"), card("Kc"));
    values(every!(Irregularity {
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
    }))
}

pub fn passings() -> impl Iterator<Item = PassedWhy> {
    values(every!(PassedWhy {
        Choice: [PassedWhy::Choice],
        BankerLost: [PassedWhy::BankerLost],
        Order: [PassedWhy::Order(text("delays the game"))],
        Left: [PassedWhy::Left],
        RoundsUsed: [PassedWhy::RoundsUsed],
    }))
}

pub fn places() -> impl Iterator<Item = Place> {
    values(every!(Place { At: [Place::At(seat(3))], Behind: [Place::Behind(seat(5))] }))
}

pub fn roles() -> impl Iterator<Item = Role> {
    values(every!(Role {
        Participant: [Role::Participant],
        Dealer: [Role::Dealer],
        Floor: [Role::Floor],
        Executive: [Role::Executive],
        Surveillance: [Role::Surveillance],
        Cashier: [Role::Cashier],
    }))
}

pub fn tenders() -> impl Iterator<Item = Tender> {
    values(every!(Tender {
        Chips: [Tender::Chips],
        Promotional: [Tender::Promotional],
        Coupon: [Tender::Coupon],
    }))
}

pub fn turners() -> impl Iterator<Item = Turner> {
    values(every!(Turner { Dealer: [Turner::Dealer], Person: [Turner::Person(Person(3), seat(3))] }))
}

pub fn unwagered() -> impl Iterator<Item = UnwageredRound> {
    values(every!(UnwageredRound {
        Simulated: [UnwageredRound::Simulated],
        FreeHand: [UnwageredRound::FreeHand],
    }))
}

pub fn vigorish() -> impl Iterator<Item = VigorishHow> {
    values(every!(VigorishHow {
        Marked: [VigorishHow::Marked],
        KeptBack: [VigorishHow::KeptBack],
        FromChips: [VigorishHow::FromChips],
        FromWager: [VigorishHow::FromWager],
    }))
}

fn void_reasons() -> impl Iterator<Item = VoidReason> {
    values(every!(VoidReason {
        Irregularity: [VoidReason::Irregularity(name("too-few-cards"))],
        CannotBeCompleted: [VoidReason::CannotBeCompleted],
    }))
}

/// What two people do at a table.
pub fn wanted() -> Vec<Wanted> {
    let correction = |(from, to)| {
        let (amount, reason) = (usd(5_00), text("paid short"));
        Wanted::Correction { amount, from, reason, to }
    };
    let void = |why| Wanted::Void { reason: text("the shoe fell"), why };
    let open = |differential| {
        let (at, float) = (Minute(29_000_000), php(50_000_000));
        Wanted::Open { at, differential, float }
    };
    let promotion = |tender| Wanted::Promotion { amount: usd(25_00), person: Person(3), tender };
    let mut all: Vec<Wanted> = values(every!(Wanted {
        Correction: [correction((Account::Tray, Account::Chips(Person(3))))],
        SeeOff: [Wanted::SeeOff { person: Person(3), reason: text("gone for an hour") }],
        Void: [void(VoidReason::CannotBeCompleted)],
        Accommodation: [Wanted::Accommodation {
            helper: Person(1002),
            person: Person(3),
            reason: text("a broken arm"),
        }],
        CashBuyIn: [Wanted::CashBuyIn { amount: usd(1_000_000), person: Person(3) }],
        Fill: [
            Wanted::Fill { amount: usd(1_000_000), credit: false },
            Wanted::Fill { amount: usd(1_000_000), credit: true },
        ],
        Open: [open(None), open(Some(php(1_000_000)))],
        Promotion: [promotion(Tender::Promotional)],
        Terms: [Wanted::Terms { at: Minute(29_000_000), rules: rules() }],
    }))
    .collect();
    all.extend(accounts().map(|account| correction((account, Account::Outside))));
    all.extend(void_reasons().map(void));
    all.extend(tenders().map(promotion));
    all
}

/// What two people do on a link.
pub fn wanted_on_link() -> impl Iterator<Item = LinkWanted> {
    let reason = text("counted again");
    let meter = name("star");
    values(every!(LinkWanted {
        Adjust: [
            LinkWanted::Adjust { amount: usd(-5_00), meter, reason: reason.clone(), reserve: false },
            LinkWanted::Adjust { amount: php(7_00), meter, reason: reason.clone(), reserve: true },
        ],
        Change: [LinkWanted::Change { reason: reason.clone(), rules: rules() }],
        Close: [LinkWanted::Close { reason: reason.clone() }],
        Reject: [LinkWanted::Reject { hit: banco_engine::link::HitId(3), reason: reason.clone() }],
        TransferOut: [LinkWanted::TransferOut { meter, reason: reason.clone(), to: name("moons") }],
    }))
}

pub fn bars() -> impl Iterator<Item = Barred> {
    values(every!(Barred {
        CheckDue: [Barred::CheckDue],
        Closed: [Barred::Closed],
        CoolingOff: [Barred::CoolingOff],
        Excluded: [Barred::Excluded],
        Pending: [Barred::Pending],
        SessionOver: [Barred::SessionOver],
        Suspended: [Barred::Suspended],
    }))
}
