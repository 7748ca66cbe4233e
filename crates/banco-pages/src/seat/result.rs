//! What became of the viewer's wagers in their last round: won, pushed or lost, by which line and which clause.

use banco_wire::{Money, Outcome, Phase};
use maud::{Markup, html};

use super::Room;
use super::felt::won;
use crate::figures;
use crate::icon::{Icon, small};
use crate::text::Lang;

/// What became of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WagerEnd {
    /// It has won.
    Won,
    /// It has lost.
    Lost,
    /// It was neither, and stays or went back.
    Pushed,
    /// It went back without a decision, or its owner took it down.
    Returned,
    /// What it wins hangs on a jackpot, or it is not decided.
    Waits,
}

impl WagerEnd {
    /// In a word.
    #[must_use]
    pub fn word(self, lang: Lang) -> String {
        match self {
            Self::Won => lang.say("end-won"),
            Self::Lost => lang.say("end-lost"),
            Self::Pushed => lang.say("end-pushed"),
            Self::Returned => lang.say("end-returned"),
            Self::Waits => lang.say("end-waits"),
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Won => "outcome outcome-win",
            Self::Lost => "outcome outcome-lose",
            Self::Pushed | Self::Returned | Self::Waits => "outcome outcome-push",
        }
    }
}

/// A wager of a round, and what became of it.
#[derive(Clone, Debug)]
pub struct WagerTold {
    /// Its name in commands.
    pub spot: String,
    /// Its printed name.
    pub name: String,
    /// What was wagered.
    pub stake: Money,
    /// What became of it.
    pub end: WagerEnd,
    /// The line of the pay table that it reached.
    pub line: Option<String>,
    /// What it won, without the stake.
    pub won: Money,
    /// Vigorish for it.
    pub vigorish: Money,
    /// What it brought altogether, with its sign.
    pub net: Money,
    /// The clauses behind it.
    pub clauses: Vec<String>,
}

/// A round of the viewer's, in a line.
#[derive(Clone, Debug)]
pub struct Brief {
    /// Its address.
    pub id: String,
    /// Which hand of the table.
    pub number: u32,
    /// Who won; nothing where it was void.
    pub outcome: Option<Outcome>,
    /// What the text calls the Banker's hand.
    pub banker: String,
    /// Both counts.
    pub totals: Option<(u8, u8)>,
    /// What it brought, with its sign; nothing where that is not at hand.
    pub net: Option<Money>,
}

/// A round that is over.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The round in a line.
    pub brief: Brief,
    /// The viewer's wagers.
    pub wagers: Vec<WagerTold>,
    /// What else the round brought or cost the viewer.
    pub beside: Vec<Beside>,
}

/// Something of a round that is no wager.
#[derive(Clone, Debug)]
pub struct Beside {
    /// What it is.
    pub what: BesideWhat,
    /// What it brought, with its sign.
    pub net: Money,
    /// The clauses behind it.
    pub clauses: Vec<String>,
}

/// What it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BesideWhat {
    /// What the viewer won and paid as player/dealer.
    Bank,
    /// The fee for the round.
    Collection,
}

impl BesideWhat {
    /// In a word.
    #[must_use]
    pub fn word(self, lang: Lang) -> String {
        match self {
            Self::Bank => lang.say("beside-bank"),
            Self::Collection => lang.say("beside-collection"),
        }
    }
}

impl Settled {
    /// What all of it brought together.
    #[must_use]
    pub fn net(&self) -> Option<Money> {
        let all = || self.wagers.iter().map(|wager| wager.net).chain(self.beside.iter().map(|one| one.net));
        let first = all().next()?;
        Some(Money { minor: all().map(|net| net.minor).sum(), ..first })
    }

    /// Whether the viewer had no part in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.wagers.is_empty() && self.beside.is_empty()
    }
}

/// `Banker wins, 9 to 7`.
#[must_use]
pub fn headline(lang: Lang, brief: &Brief) -> String {
    let Some(outcome) = brief.outcome else { return lang.say("stage-void") };
    let words = won(lang, outcome, &brief.banker);
    match (outcome, brief.totals) {
        (_, None) => words,
        (Outcome::Banker, Some((player, banker))) => totals(lang, &words, banker, player),
        (_, Some((player, banker))) => totals(lang, &words, player, banker),
    }
}

fn totals(lang: Lang, words: &str, one: u8, other: u8) -> String {
    lang.with("result-totals", &[("words", words.into()), ("one", one.into()), ("other", other.into())])
}

/// The panel: open while the round is the last thing that happened, folded to its head once the next one runs.
pub(super) fn result(room: Room<'_>) -> Markup {
    let Some(settled) = room.seat.settled.as_ref().filter(|settled| !settled.is_empty()) else {
        return html! {};
    };
    if room.seen().turn.phase == Phase::Dealing {
        return html! {};
    }
    let lang = room.lang();
    let fresh = room.seen().turn.phase != Phase::Betting || room.own_wagers().next().is_none();
    html! {
        details .result-panel open[fresh] data-round=(settled.brief.number) data-phase=(room.seen().turn.phase.word())
            data-key={ "result-" (settled.brief.number) "-" (fresh) } {
            summary .result-head {
                h2 { (headline(lang, &settled.brief)) }
                @if let Some(net) = settled.net() { span .result-net { (figures::signed(net)) } }
            }
            @for wager in &settled.wagers { (row(lang, wager)) }
            @for one in &settled.beside { (beside(lang, one)) }
            p .result-foot {
                a href={ "/rounds/" (settled.brief.id) } { (lang.say("round-story")) }
            }
        }
    }
}

fn row(lang: Lang, wager: &WagerTold) -> Markup {
    html! {
        details .result-row data-key={ "wager-" (wager.spot) } {
            summary {
                span .wager { (wager.name) }
                span .r-stake.figure { (figures::short(wager.stake)) }
                span class=(wager.end.class()) { (wager.end.word(lang)) }
                span .r-why.muted { (wager.line.as_deref().unwrap_or_default()) }
                span .net.figure { (figures::signed(wager.net)) }
                span .turn { (small(Icon::Down)) }
            }
            dl .result-clause {
                @if let Some(line) = &wager.line { dt { (lang.say("line")) } dd { (line) } }
                @if wager.vigorish.minor > 0 { dt { (lang.say("vigorish")) } dd { (figures::money(wager.vigorish)) } }
                dt { (lang.say("clause")) } dd { (wager.clauses.join(", ")) }
            }
        }
    }
}

fn beside(lang: Lang, one: &Beside) -> Markup {
    html! {
        details .result-row data-key={ "beside-" (one.what.word(lang)) } {
            summary {
                span .wager { (one.what.word(lang)) }
                span .r-stake {} span .outcome {} span .r-why {}
                span .net.figure { (figures::signed(one.net)) }
                span .turn { (small(Icon::Down)) }
            }
            @if !one.clauses.is_empty() {
                dl .result-clause { dt { (lang.say("clause")) } dd { (one.clauses.join(", ")) } }
            }
        }
    }
}
