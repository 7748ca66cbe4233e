//! Play that goes on: what the table prompts for is done.

use banco_cards::{Card, Side};
use banco_engine::table::{
    Actor, BuyInWith, CardSource, Command, Contact, CutCard, HitId, Irregularity, LinkSays, LinkWord, Minute,
    Person, Phase, Prompt, Refusal, Reported, Role, SpotId, Tender, Viewer, Word, view,
};
use banco_engine::{Decision, Hidden, Name};
use banco_money::Amount;

use crate::bank;
use crate::desk::{Desk, staff};
use crate::setups::Setup;
use crate::support::blind::committed;
use crate::support::promises::{awaits_one, pass_over, viewers};
use crate::support::two_people;

/// Something sensible happens, most of all what the table asks for.
pub fn play_on(desk: &mut Desk, setup: &Setup) {
    let seated = desk.table.people().len();
    let most = usize::try_from(desk.crowd).unwrap() * 2 / 3;
    let open = desk.table.phase() != Phase::Closed;
    if open && (seated < 2 || (seated < most && desk.dice.once_in(12))) {
        return arrive(desk);
    }
    if open && desk.dice.once_in(3) && hear(desk) {
        return;
    }
    let mut asked: Vec<(Viewer, Prompt)> = Vec::new();
    for viewer in viewers(&desk.table) {
        asked.extend(view(&desk.table, viewer).prompts.into_iter().map(|prompt| (viewer, prompt)));
    }
    // A cover is seldom raised, and passed more seldom still.
    if !desk.dice.once_in(10) {
        asked.retain(|(_, what)| !matches!(what, Prompt::RaiseCover { .. }));
    }
    // Wagers are made more often than rounds begin.
    let betting: Vec<_> = asked.iter().filter(|(_, what)| *what == Prompt::PlaceWagers).cloned().collect();
    let pace = if desk.position.is_some() { 10 } else { 4 };
    if betting.is_empty() || desk.dice.once_in(pace) {
        asked.retain(|(_, what)| *what != Prompt::PlaceWagers);
    } else {
        asked = betting;
    }
    if asked.is_empty() {
        return arrive(desk);
    }
    let (viewer, prompt) = desk.dice.pick(&asked);
    let silent = awaits_one(&prompt) && matches!(viewer, Viewer::Participant(_)) && desk.dice.once_in(10);
    let done = if silent {
        let (by, command) = pass_over();
        desk.command(by, command)
    } else {
        answer(desk, setup, viewer, &prompt)
    };
    if let Err(refusal) = done {
        let code = refusal.code();
        if code == "not_enough" {
            relieve(desk);
        }
        assert!(
            may_be_refused(&prompt).contains(&code),
            "{setup:?}: {viewer:?} {prompt:?}: {refusal} ({code})"
        );
    }
}

/// The node of a link finds or loses its table, or decides on a jackpot. Tells whether it had anything to say.
fn hear(desk: &mut Desk) -> bool {
    let Some((link, says)) = something_to_say(desk) else { return false };
    let done = say(desk, link, says.clone());
    let short = matches!(&done, Err(refusal) if refusal.code() == "not_enough");
    if short {
        relieve(desk);
    }
    assert!(done.is_ok() || short, "{says:?}: {done:?}");
    true
}

fn something_to_say(desk: &mut Desk) -> Option<(Name, LinkSays)> {
    let rules = desk.table.rules().clone();
    let wagers = rules.links.iter().flat_map(|link| link.wagers.iter().map(move |wager| (link, wager)));
    let wagers: Vec<(Name, Name)> =
        wagers.map(|(link, wager)| (Name::new(&link.name), Name::new(&wager.id))).collect();
    let lost = wagers.iter().find(|(_, wager)| desk.table.contact(wager) != Contact::Ready).copied();
    if let Some(claim) = desk.table.claims().first().cloned() {
        let (link, _) = wagers.iter().find(|(_, wager)| *wager == claim.key.wager).copied()?;
        let (hit, meter, winners) = (HitId(claim.round), claim.meter, vec![claim.key]);
        let says = if claim.verified {
            LinkSays::Paid { hit, meter, shares: vec![(claim.key, money(desk, 90_000_00))] }
        } else if desk.dice.once_in(3) {
            LinkSays::Rejected { hit, meter, winners, reason: "not so".into() }
        } else {
            LinkSays::Verified { hit, meter, winners }
        };
        return Some((link, says));
    }
    if let Some((link, wager)) = lost {
        return Some((link, LinkSays::Contact(vec![(wager, Contact::Ready)])));
    }
    if !wagers.is_empty() && desk.dice.once_in(20) {
        let contact = desk.dice.pick(&[Contact::Lost, Contact::Pending]);
        let (link, wager) = desk.dice.pick(&wagers);
        return Some((link, LinkSays::Contact(vec![(wager, contact)])));
    }
    None
}

/// The next word of a link.
pub fn say(desk: &mut Desk, link: Name, says: LinkSays) -> Result<usize, Refusal> {
    let number = desk.words.get(&link).copied().unwrap_or(0) + 1;
    let said = desk.hear(Word::Link(LinkWord { link, number, says }));
    if said.is_ok() {
        desk.words.insert(link, number);
    }
    said
}

/// A prompt is kept, but for what lies outside it: money that is short, limits, a moment that has passed.
const fn may_be_refused(prompt: &Prompt) -> &'static [&'static str] {
    match prompt {
        Prompt::PlaceWagers => &[
            "not_at_seat",
            "one_bettor",
            "link_lost",
            "cards_needed",
            "no_dealer_wagers",
            "own_wager_needed",
            "tender_refused",
            "coupon_without_chips",
            "wrong_unit",
            "below_minimum",
            "above_maximum",
            "opposite_wager",
            "one_side_only",
            "base_wager_needed",
            "differential",
            "nothing_there",
            "not_enough",
            "not_provided",
            "not_your_turn",
        ],
        Prompt::ConfirmSpoken { .. } => &[
            "below_minimum",
            "above_maximum",
            "opposite_wager",
            "one_side_only",
            "base_wager_needed",
            "differential",
            "not_enough",
            "wrong_unit",
            "not_at_seat",
            "one_bettor",
            // The link may be lost after the wager was called out.
            "link_lost",
        ],
        Prompt::CollectVigorish | Prompt::Settle | Prompt::TakeOrPress { .. } => &["not_enough"],
        Prompt::Approve { .. } => &[
            "wrong_moment",
            "no_card_due",
            "card_set_aside",
            "shoe_empty",
            "card_not_in_shoe",
            "third_card_authorised",
            "shoe_not_empty",
        ],
        Prompt::CardDue { .. } => &["shoe_empty"],
        // Whoever was to be seen off may have wagers in play by now, or be gone.
        Prompt::DecideRequest { .. } => &[
            "account_short",
            "not_enough",
            "bad_money",
            "involved",
            "wagers_in_play",
            "unknown_person",
            "seat_taken",
        ],
        Prompt::Consent { .. } => &["involved", "unknown_person"],
        Prompt::NextStep { .. } => &["notice_overdue"],
        _ => &[],
    }
}

/// Chips come to a tray that cannot pay, and to whoever has none.
fn relieve(desk: &mut Desk) {
    let amount = money(desk, 50_000_00);
    let _ = desk.command(staff(Role::Floor, 1), Command::FillTray { amount, credit: false });
    let amount = money(desk, 2_000_00);
    let by = Actor::new(Role::Participant, somebody_here(desk));
    let _ = desk.command(by, Command::BuyIn { amount, with: BuyInWith::Chips });
}

fn arrive(desk: &mut Desk) {
    let person = desk.person();
    let one = Actor::new(Role::Participant, person);
    let seats = desk.table.rules().seats.clone();
    let seat = desk.dice.pick(&seats).number;
    let behind = desk.dice.once_in(4);
    let command = if behind { Command::StandBehind { seat } } else { Command::Sit { seat } };
    if desk.command(one, command).is_ok() {
        // Some can hardly afford their wagers.
        let most = desk.dice.pick(&[200_00, 1_000_00, 20_000_00]);
        let amount = money(desk, most);
        let (by, buys) = match desk.dice.below(3) {
            0 => (one, Command::BuyIn { amount, with: BuyInWith::Cash }),
            1 => (one, Command::BuyIn { amount, with: BuyInWith::Chips }),
            _ => (staff(Role::Dealer, 1), Command::TakeCash { person, amount }),
        };
        let _ = desk.command(by, buys);
        if desk.dice.once_in(3) {
            let amount = money(desk, 500_00);
            let tender = desk.dice.pick(&[Tender::Promotional, Tender::Coupon]);
            let _ = desk.command(staff(Role::Floor, 1), Command::Promote { person, tender, amount });
        }
    }
}

/// Some amount up to so many minor units, mostly round.
pub fn money(desk: &mut Desk, most: u64) -> Amount {
    let minor = desk.dice.below(most) + 1;
    let minor = if desk.dice.once_in(5) { minor } else { (minor / 500).max(1) * 500 };
    Amount::from_minor(i64::try_from(minor).unwrap(), desk.table.rules().terms.currency)
}

fn answer(desk: &mut Desk, setup: &Setup, viewer: Viewer, prompt: &Prompt) -> Result<usize, Refusal> {
    let dealer = staff(Role::Dealer, 1);
    let by = match viewer {
        Viewer::Participant(person) => Actor::new(Role::Participant, person),
        Viewer::Floor => staff(Role::Floor, 1),
        Viewer::Surveillance => staff(Role::Surveillance, 1),
        _ => dealer,
    };
    let command = match prompt {
        Prompt::OpenTable => open(desk),
        Prompt::GiveNotice { notice, due } => {
            let late = desk.dice.below(10);
            Command::GiveNotice { notice: notice.to_string(), at: Minute(due.0.saturating_sub(5) + late) }
        }
        Prompt::NextStep { step, .. } => {
            let done = u32::try_from(desk.table.shoe().step_by.len()).unwrap();
            let by = staff(by.role(), 11 + done);
            return desk.command(by, Command::Prepare { step: step.to_string(), told: None });
        }
        Prompt::CutOffered if desk.dice.once_in(3) => Command::DeclineCut,
        Prompt::CutOffered | Prompt::Cut => Command::Cut { at: desk.table.rules().terms.pack().len() / 2 },
        Prompt::LoadShoe => load(desk, setup),
        Prompt::BurnCard => Command::BurnCard(desk.sealed.next_hidden()),
        Prompt::PlaceWagers if desk.position.is_some() && !desk.dice.once_in(6) => {
            bank::wager(desk, by.person())
        }
        Prompt::PlaceWagers => wager(desk),
        Prompt::ShoeOffered if desk.dice.once_in(3) => Command::DeclineShoe,
        Prompt::ShoeOffered => Command::AcceptShoe { dealer_acts: desk.dice.once_in(3) },
        Prompt::PassShoe => Command::PassShoe,
        Prompt::ProposalOpen { .. } => Command::AnswerProposal { agreed: !desk.dice.once_in(4) },
        Prompt::ConfirmSpoken { person, .. } => {
            Command::AnswerSpoken { person: *person, confirmed: !desk.dice.once_in(4) }
        }
        Prompt::NoMoreBets => Command::NoMoreBets,
        Prompt::DealWithoutWagers { .. } => Command::DealWithoutWagers,
        Prompt::Consent { request, .. } => Command::Approve { request: *request },
        Prompt::DecideRequest { .. } => {
            let (by, command) = two_people::decide(&desk.table, &mut desk.dice).unwrap();
            return desk.command(by, command);
        }
        Prompt::Approve { .. } => {
            // Nobody decides on what they have reported.
            let reporter = desk.table.incident().map(|incident| incident.by);
            let number = if reporter == Some(by.person()) { 2 } else { 1 };
            let approved = !desk.dice.once_in(4);
            return desk.command(staff(by.role(), number), Command::AnswerReport { approved });
        }
        Prompt::CardDue { .. } => return card(desk),
        Prompt::RecordResult => return record(desk),
        other => in_round(desk, by, other),
    };
    desk.command(by, command)
}

fn in_round(desk: &mut Desk, by: Actor, prompt: &Prompt) -> Command {
    match prompt {
        Prompt::TurnCards { .. } if by.role() == Role::Participant && desk.dice.once_in(8) => {
            Command::RelinquishCards
        }
        Prompt::TurnCards { side, third, unknown } => {
            Command::TurnCards(turned(desk, *side, *third, *unknown))
        }
        Prompt::CardsOffered { .. } if desk.dice.once_in(2) => Command::DeclineCards,
        Prompt::CardsOffered { .. } => Command::AcceptCards,
        Prompt::TakeOrPress { onto, .. } => press_or_take(desk, onto),
        Prompt::Choose { .. } => {
            let draws = Command::Choose(Decision::Draw);
            let house_way = banco_engine::table::decide(&desk.table, by, draws.clone()).is_ok();
            let draws = house_way && (by.role() == Role::Dealer || desk.dice.once_in(2));
            Command::Choose(if draws { Decision::Draw } else { Decision::Stand })
        }
        Prompt::Settle => Command::Settle,
        Prompt::ClearTable => Command::ClearTable,
        Prompt::CollectVigorish => Command::CollectVigorish,
        Prompt::Resume => Command::Resume,
        other => bank::answer(desk, other),
    }
}

fn open(desk: &mut Desk) -> Command {
    let most = desk.dice.pick(&[3_000_00, 20_000_00, 10_000_000_00]);
    let float = money(desk, most);
    let differential = desk.dice.once_in(4).then(|| money(desk, 3_000_00));
    Command::OpenTable { float, differential, at: Minute(desk.dice.below(200)) }
}

fn load(desk: &mut Desk, setup: &Setup) -> Command {
    let batches = u32::from(desk.table.rules().terms.batches.max(1));
    let batch = u8::try_from((desk.table.shoe().number - 1) % batches + 1).unwrap();
    // As deep as it goes, so that a test sees many shoes.
    let most = 104.min(desk.table.rules().terms.pack().len() / 2);
    let cut_card = if desk.dice.once_in(4) { desk.table.rules().least_cut_card() } else { most };
    Command::LoadShoe { source: setup.source, cut_card, batch }
}

/// A wager somebody might make, or a change of one.
pub fn wager(desk: &mut Desk) -> Command {
    let spot = some_spot(desk);
    let for_dealer = desk.dice.once_in(8);
    if desk.dice.once_in(8) {
        let amount = money(desk, 300_00);
        let back = Command::TakeBack { spot, amount };
        return desk.dice.pick(&[Command::TakeDown { spot, for_dealer }, back]);
    }
    let offered = desk.table.rules().spot(spot).unwrap().offered.clone();
    let amount = match (offered.units.first(), offered.min) {
        (Some(unit), _) => *unit,
        (None, Some(least)) if desk.dice.once_in(2) => least,
        _ => money(desk, 900_00),
    };
    if desk.dice.once_in(12) {
        return Command::SpeakWager { spot, amount };
    }
    let tender =
        desk.dice.pick(&[Tender::Chips, Tender::Chips, Tender::Chips, Tender::Promotional, Tender::Coupon]);
    Command::PlaceWager { spot, amount, tender, for_dealer }
}

/// Base wagers more often than others, and House Money more often than those.
fn some_spot(desk: &mut Desk) -> SpotId {
    let spots = &desk.table.rules().spots;
    let pressed = spots.iter().find(|spot| spot.name.id == "house-money").map(|spot| spot.id);
    let all = spots.len() as u64;
    match (desk.dice.below(6), pressed) {
        (0, Some(pressed)) => pressed,
        (0..=2, _) => SpotId(u16::try_from(desk.dice.below(all)).unwrap()),
        _ => SpotId(u16::try_from(desk.dice.below(3.min(all))).unwrap()),
    }
}

/// The next card: from the virtual shoe, or from a real one, where a face-down card may stay unknown.
fn card(desk: &mut Desk) -> Result<usize, Refusal> {
    let shoe = desk.table.shoe();
    let entry = shoe.source == CardSource::Entry;
    let by = staff(Role::Dealer, 1);
    if entry && shoe.cut_card == CutCard::Inside && shoe.drawn >= shoe.cut_at {
        return desk.command(by, Command::ShowCutCard);
    }
    let blind = entry && desk.dice.once_in(2);
    let Some(next) = desk.sealed.next_dealt() else {
        return desk.command(by, Command::Report(Irregularity::TooFewCards));
    };
    if !entry {
        let place = desk.table.next_card();
        return desk.hear(Word::Card(committed(next, place)));
    }
    let next = Hidden::new(next);
    // The dealer types it in, or a machine reads it.
    let reader = desk.dice.once_in(4);
    let mut enter = |card| {
        if reader { desk.hear(Word::Card(card)) } else { desk.command(by, Command::Card(card)) }
    };
    if blind {
        let blind = enter(Hidden::unknown());
        if !matches!(&blind, Err(refusal) if refusal.code() == "card_needed") {
            return blind;
        }
    }
    enter(next)
}

fn record(desk: &mut Desk) -> Result<usize, Refusal> {
    loop {
        let mut below = |most: u64| u8::try_from(desk.dice.below(most)).unwrap();
        let reported = Reported { totals: [below(10), below(10)], cards: [below(2) + 2, below(2) + 2] };
        match desk.command(staff(Role::Dealer, 1), Command::RecordResult(reported)) {
            Err(refusal) if refusal.code() == "impossible_result" => {}
            done => return done,
        }
    }
}

/// The faces of cards that nobody has told the table.
fn turned(desk: &Desk, side: Side, third: bool, unknown: u8) -> Vec<Card> {
    let laid = desk.table.round().laid(side).iter().flatten();
    let places = laid.zip(desk.sealed.hand(side)).skip(if third { 2 } else { 0 });
    let faces: Vec<Card> = places
        .filter(|(laid, _)| !laid.is_up() && laid.unseal().is_none())
        .map(|(_, (card, _))| *card)
        .take(usize::from(unknown))
        .collect();
    assert_eq!(faces.len(), usize::from(unknown));
    faces
}

fn press_or_take(desk: &mut Desk, onto: &[Side]) -> Command {
    if onto.is_empty() || desk.dice.once_in(3) {
        return Command::TakePayout;
    }
    Command::PressPayout { side: desk.dice.pick(onto) }
}

/// Whoever may be anybody.
pub fn anybody(desk: &mut Desk) -> Actor {
    let role = desk.dice.pick(&[
        Role::Participant,
        Role::Participant,
        Role::Dealer,
        Role::Floor,
        Role::Surveillance,
        Role::Executive,
    ]);
    let by = match role {
        Role::Participant => Actor::new(role, desk.person()),
        other => staff(other, 1 + u32::try_from(desk.dice.below(3)).unwrap()),
    };
    if desk.dice.once_in(15) { Actor::helping(by.person(), desk.person()) } else { by }
}

pub fn somebody_here(desk: &mut Desk) -> Person {
    let here: Vec<Person> = desk.table.people().iter().map(|one| one.person).collect();
    if here.is_empty() { desk.person() } else { desk.dice.pick(&here) }
}
