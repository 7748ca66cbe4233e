//! What a prompt of a table with a bank promises: commands that are carried out, and the nearest that are not.

use banco_cards::Side;
use banco_engine::Decision;
use banco_engine::table::{
    Actor, Announcement, BankClaim, Command, Person, Prompt, Role, Table, Viewer, decide, view,
};
use banco_money::Amount;

pub const WORDS: [Announcement; 4] =
    [Announcement::Card, Announcement::Stay, Announcement::Natural, Announcement::UnderEight];

/// Everybody who may look at a table.
pub fn viewers(table: &Table) -> Vec<Viewer> {
    let mut all =
        vec![Viewer::Onlooker, Viewer::Dealer, Viewer::Floor, Viewer::Surveillance, Viewer::Display];
    all.extend(table.people().iter().map(|one| Viewer::Participant(one.person)));
    all
}

/// In which capacity a viewer acts; onlookers do nothing.
pub const fn actor(viewer: Viewer) -> Option<Actor> {
    Some(match viewer {
        Viewer::Participant(person) => Actor::new(Role::Participant, person),
        Viewer::Dealer => Actor::new(Role::Dealer, Person(1_001)),
        Viewer::Floor => Actor::new(Role::Floor, Person(2_001)),
        Viewer::Surveillance => Actor::new(Role::Surveillance, Person(3_001)),
        Viewer::Onlooker | Viewer::Display => return None,
    })
}

/// What is carried out, and what is refused.
#[derive(Debug, Default)]
pub struct Promise {
    pub kept: Vec<Command>,
    pub beyond: Vec<Command>,
}

impl Promise {
    fn from_commands(kept: impl IntoIterator<Item = Command>) -> Self {
        Self { kept: kept.into_iter().collect(), beyond: Vec::new() }
    }

    /// Either carried out or refused.
    fn and(mut self, command: Command, kept: bool) -> Self {
        if kept { &mut self.kept } else { &mut self.beyond }.push(command);
        self
    }

    /// Both limits, and one step beyond each.
    fn within(mut self, limits: Option<(Amount, Amount)>, command: impl Fn(Amount) -> Command) -> Self {
        if let Some((least, most)) = limits {
            let off = |amount: Amount, by: i64| Amount::from_minor(amount.minor() + by, amount.currency());
            self.kept.extend([command(least), command(most)]);
            self.beyond.extend([command(off(least, -1)), command(off(most, 1))]);
        }
        self
    }
}

/// What a prompt promises, as far as no card is needed for it.
pub fn promised(table: &Table, prompt: &Prompt) -> Promise {
    match prompt {
        Prompt::Bid { least, most } => {
            Promise::default().within(Some((*least, *most)), |amount| Command::Bid { amount })
        }
        Prompt::CloseBidding => Promise::from_commands([Command::CloseBidding]),
        Prompt::OfferBank { seats } => {
            let all = table.rules().seats.iter().map(|seat| seat.number);
            all.fold(Promise::default(), |promise, seat| {
                promise.and(Command::OfferBank { seat }, seats.contains(&seat))
            })
        }
        Prompt::BankOffered { take, named } => Promise::from_commands([Command::DeclineBank])
            .and(Command::AcceptBank { amount: None }, *take)
            .within(*named, |amount| Command::AcceptBank { amount: Some(amount) }),
        Prompt::WagerBank { amounts, pass } | Prompt::RaiseCover { amounts, pass } => Promise::default()
            .and(Command::PassBank, *pass)
            .within(*amounts, |amount| Command::WagerBank { amount }),
        Prompt::ClaimBank { suivi, .. } => Promise::from_commands([Command::ClaimBank(BankClaim::Banco)])
            .and(Command::ClaimBank(BankClaim::Suivi), *suivi),
        Prompt::CloseClaims => Promise::from_commands([Command::CloseClaims]),
        Prompt::CoverBank { amounts } => Promise::from_commands([Command::DeclineCover])
            .within(*amounts, |amount| Command::CoverBank { amount }),
        Prompt::CoverRest { least, most } => {
            Promise::default().within(Some((*least, *most)), |amount| Command::CoverBank { amount })
        }
        Prompt::Announce { words, .. } => WORDS.into_iter().fold(Promise::default(), |promise, word| {
            promise.and(Command::Announce(word), words.contains(&word))
        }),
        Prompt::Choose { .. } => {
            Promise::from_commands([Decision::Draw, Decision::Stand].map(Command::Choose))
        }
        Prompt::CloseChoices => Promise::from_commands([Command::CloseChoices]),
        Prompt::NoMoreBets => Promise::from_commands([Command::NoMoreBets]),
        Prompt::DealWithoutWagers { .. } => Promise::from_commands([Command::DealWithoutWagers]),
        Prompt::Settle => Promise::from_commands([Command::Settle]),
        Prompt::ClearTable => Promise::from_commands([Command::ClearTable]),
        Prompt::CutOffered => Promise::from_commands([Command::DeclineCut]),
        Prompt::GiveNotice { notice, due } => {
            Promise::from_commands([Command::GiveNotice { notice: notice.to_string(), at: *due }])
        }
        Prompt::Resume => Promise::from_commands([Command::Resume]),
        _ => Promise::default(),
    }
}

/// What a viewer is asked to do whose command of this kind is carried out.
fn kind(prompt: &Prompt) -> &'static str {
    match prompt {
        Prompt::Bid { .. } => "bid",
        Prompt::CloseBidding => "close bidding",
        Prompt::OfferBank { .. } => "offer bank",
        Prompt::BankOffered { .. } => "answer",
        Prompt::WagerBank { .. } | Prompt::RaiseCover { .. } => "wager",
        Prompt::ClaimBank { .. } => "claim",
        Prompt::CloseClaims => "close claims",
        Prompt::CoverBank { .. } | Prompt::CoverRest { .. } => "cover",
        Prompt::Announce { .. } => "announce",
        Prompt::Choose { .. } => "choose",
        Prompt::CloseChoices => "close choices",
        _ => "",
    }
}

/// Commands that nobody carries out without being asked, each with the kind of prompt that asks for it.
fn probes(table: &Table) -> Vec<(&'static str, Command)> {
    let mut all = vec![
        ("close bidding", Command::CloseBidding),
        ("answer", Command::AcceptBank { amount: None }),
        ("answer", Command::DeclineBank),
        ("wager", Command::PassBank),
        ("claim", Command::ClaimBank(BankClaim::Banco)),
        ("claim", Command::ClaimBank(BankClaim::Suivi)),
        ("close claims", Command::CloseClaims),
        ("cover", Command::DeclineCover),
        ("choose", Command::Choose(Decision::Draw)),
        ("choose", Command::Choose(Decision::Stand)),
        ("close choices", Command::CloseChoices),
    ];
    all.extend(WORDS.map(|word| ("announce", Command::Announce(word))));
    let bank = table.bank();
    let spot = table.rules().hand_spot(Side::Banker).and_then(|spot| spot.offered.min);
    let known = [spot, bank.last, bank.wager, bank.next.map(|(least, _)| least)];
    for amount in known.into_iter().flatten() {
        all.extend([
            ("bid", Command::Bid { amount }),
            ("answer", Command::AcceptBank { amount: Some(amount) }),
            ("wager", Command::WagerBank { amount }),
            ("cover", Command::CoverBank { amount }),
        ]);
    }
    all.extend(
        table.rules().seats.iter().map(|seat| ("offer bank", Command::OfferBank { seat: seat.number })),
    );
    all
}

/// Whether one person's word is awaited, so that the dealer may pass them over.
pub const fn awaits_one(prompt: &Prompt) -> bool {
    matches!(
        prompt,
        Prompt::CutOffered
            | Prompt::ShoeOffered
            | Prompt::BankOffered { .. }
            | Prompt::CoverBank { .. }
            | Prompt::CardsOffered { .. }
            | Prompt::Announce { .. }
            | Prompt::Choose { side: Side::Banker }
    )
}

/// The dealer passes somebody over who is silent.
pub fn pass_over() -> (Actor, Command) {
    (Actor::new(Role::Dealer, Person(1_001)), Command::PassOver { reason: "silent".to_owned() })
}

/// Every prompt is kept, nothing beyond it is; and whoever can do something is asked.
pub fn check(table: &Table, told: &str) {
    for viewer in viewers(table) {
        let prompts = view(table, viewer).prompts;
        let Some(by) = actor(viewer) else {
            assert!(prompts.is_empty(), "{told}: {viewer:?} is asked {prompts:?}");
            continue;
        };
        if matches!(viewer, Viewer::Participant(_)) && prompts.iter().any(awaits_one) {
            let (by, command) = pass_over();
            let done = decide(table, by, command);
            assert!(done.is_ok(), "{told}: {viewer:?} {prompts:?} is silent: {}", done.unwrap_err());
        }
        for prompt in &prompts {
            let promise = promised(table, prompt);
            for command in promise.kept {
                let done = decide(table, by, command.clone());
                assert!(done.is_ok(), "{told}: {viewer:?} {prompt:?} {command:?}: {}", done.unwrap_err());
            }
            for command in promise.beyond {
                let done = decide(table, by, command.clone());
                assert!(done.is_err(), "{told}: {viewer:?} {prompt:?}: {command:?} is carried out");
            }
        }
        // While the table waits the floor alone is asked anything.
        for (asked, command) in probes(table) {
            if decide(table, by, command.clone()).is_ok() {
                let prompted = prompts.iter().any(|prompt| kind(prompt) == asked);
                assert!(prompted, "{told}: nothing asks {viewer:?} for {command:?}: {prompts:?}");
            }
        }
    }
}
