//! What somebody does on a progressive link, from words to commands.

use std::sync::Arc;

use banco_cards::{Hand, parse_cards};
use banco_money::Amount;

use super::act::rest;
use super::line::Who;
use super::run::NewTerms;
use super::words::Words;
use crate::link::{Command, DayReport, Event, Fine, HitId, Link, Progress, Sealed, TableId};
use crate::pit::{Happening, Pit};
use crate::table::Person;

/// A command to a link, and which link it is.
pub(super) type LinkCommand = (Arc<str>, Command);

/// Where the words are spoken.
#[derive(Clone, Copy)]
pub(super) struct Here<'p> {
    pub pit: &'p Pit,
    pub table: TableId,
    /// By whom.
    pub by: Person,
    pub new_terms: NewTerms<'p>,
}

/// Reads what somebody does on a link; `None` if the words are about something else.
pub(super) fn command(here: Here<'_>, text: &str) -> Result<Option<LinkCommand>, String> {
    let mut words = Words::new(text);
    for read in [keypad, decision, correction, upkeep] {
        if let Some(command) = read(here, &mut words)? {
            words.end()?;
            return Ok(Some(command));
        }
    }
    Ok(None)
}

type Read = Result<Option<LinkCommand>, String>;

impl<'p> Here<'p> {
    fn links(self) -> Vec<&'p Link> {
        self.pit.links_of(self.table)
    }

    /// The link of the table that passes a test, else its first.
    fn link(self, test: impl Fn(&Link) -> bool) -> Result<&'p Link, String> {
        let links = self.links();
        let found = links.iter().find(|link| test(link)).or_else(|| links.first());
        found.copied().ok_or_else(|| "the table has no link".to_owned())
    }

    fn with_meter(self, meter: &str) -> Result<&'p Link, String> {
        self.link(|link| link.setup().meters.iter().any(|known| *known.id == *meter))
    }

    /// The link of this name; the first one where none is named.
    fn named(self, name: Option<&str>) -> Result<&'p Link, String> {
        let Some(name) = name else { return self.link(|_| true) };
        let found = self.links().into_iter().find(|link| *link.setup().name == *name);
        found.ok_or_else(|| format!("the table is not on the link `{name}`"))
    }

    fn with_hit(self, hit: HitId) -> Result<&'p Link, String> {
        self.link(|link| link.hit(hit).is_some_and(|hit| hit.progress.is_pending()))
    }
}

fn named(link: &Link, command: Command) -> Option<LinkCommand> {
    Some((Arc::clone(&link.setup().name), command))
}

/// What the dealer does at the keypad.
fn keypad(here: Here<'_>, words: &mut Words<'_>) -> Read {
    let table = here.table;
    if words.take("select") {
        let seat = words.number()?;
        let line = rest(words);
        let has = |link: &Link| {
            link.setup().wagers.iter().any(|wager| wager.lines.iter().any(|known| **known == *line))
        };
        return Ok(named(here.link(has)?, Command::Select { table, seat, line }));
    }
    let own = |link: &Link| link.pending().any(|hit| hit.table == table && hit.progress == Progress::Reached);
    if words.take("hit jackpot") {
        let selected = |link: &Link| link.game(table).is_some_and(|game| !game.selected.is_empty());
        let link = here.link(|link| own(link) || selected(link))?;
        return Ok(named(link, Command::HitJackpot { table }));
    }
    if words.take("end round draw") {
        let draw: u32 = words.number()?;
        let draw = draw.checked_sub(1).ok_or("draws are counted from 1")?;
        return Ok(named(here.link(own)?, Command::EndRound { table, draw }));
    }
    Ok(None)
}

/// `jackpot 3`, or the first one that is pending at this table.
fn hit(here: Here<'_>, words: &mut Words<'_>) -> Result<HitId, String> {
    let first = words.clone().next().unwrap_or_default();
    if first.parse::<u32>().is_ok() {
        return words.number().map(HitId);
    }
    let links = here.links();
    let mut pending = links.iter().flat_map(|link| link.pending());
    let own = pending.find(|hit| hit.table == here.table).map(|hit| hit.id);
    Ok(own.unwrap_or(HitId(1)))
}

/// What supervisors and executives decide.
fn decision(here: Here<'_>, words: &mut Words<'_>) -> Read {
    if words.take("verify jackpot") {
        let hit = hit(here, words)?;
        let hands = hands(words)?;
        return Ok(named(here.with_hit(hit)?, Command::Verify { hit, hands }));
    }
    if words.take("pay jackpot") {
        let hit = hit(here, words)?;
        let link = here.with_hit(hit)?;
        let amount = words.amount(link.setup().currency)?;
        return Ok(named(link, Command::PayJackpot { hit, amount }));
    }
    if words.take("reject jackpot") {
        let hit = hit(here, words)?;
        words.take("because");
        return Ok(named(here.with_hit(hit)?, Command::Reject { hit, reason: rest(words) }));
    }
    Ok(None)
}

/// `Kh 9c, Kh 9c`: the Player's cards, then the Banker's.
fn hands(words: &mut Words<'_>) -> Result<Option<[Hand; 2]>, String> {
    let text = rest(words);
    if text.is_empty() {
        return Ok(None);
    }
    let (player, banker) = text.split_once(',').ok_or("write the Player's cards, a comma, the Banker's")?;
    let hand = |text: &str| -> Result<Hand, String> {
        let mut hand = Hand::default();
        for card in parse_cards(text.trim()).map_err(|error| error.to_string())? {
            hand.push(card).map_err(|error| error.to_string())?;
        }
        Ok(hand)
    };
    Ok(Some([hand(player)?, hand(banker)?]))
}

/// `with floor 2 because REASON`. Whoever names nobody is alone.
fn approval(here: Here<'_>, words: &mut Words<'_>) -> Result<(Person, String), String> {
    let mut second = here.by;
    if words.take("with") {
        let (who, number) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        second = Who::person(&format!("{who} {number}"))?.person();
    }
    words.take("because");
    Ok((second, rest(words)))
}

/// What two people approve.
fn correction(here: Here<'_>, words: &mut Words<'_>) -> Read {
    if words.take("adjust") {
        let meter = words.next().unwrap_or_default().to_owned();
        let reserve = words.take("reserve");
        let link = here.with_meter(&meter)?;
        let down = words.take("down");
        let amount = words.amount(link.setup().currency)?;
        let amount = if down { amount.negated().map_err(|error| error.to_string())? } else { amount };
        let (second, reason) = approval(here, words)?;
        return Ok(named(link, Command::Adjust { meter, reserve, amount, reason, second }));
    }
    if words.take("transfer") {
        let meter = words.next().unwrap_or_default().to_owned();
        words.take("to");
        let to = words.next().unwrap_or_default();
        let other = here.pit.link(to).ok_or_else(|| format!("there is no link `{to}`"))?;
        let (second, reason) = approval(here, words)?;
        let to = Arc::clone(other.setup());
        return Ok(named(here.with_meter(&meter)?, Command::TransferOut { meter, to, reason, second }));
    }
    if words.take("change link to") {
        let text = rest(words);
        let (change, approved) = text.split_once(" with ").ok_or("write KEY = VALUE with floor 2")?;
        let rules = (here.new_terms)(change)?;
        let (second, reason) = approval(here, &mut Words::new(&format!("with {approved}")))?;
        let link = here.link(|_| true)?;
        let same = rules.links.iter().find(|setup| setup.name == link.setup().name);
        let setup = Arc::clone(same.ok_or("the new terms have no such link")?);
        return Ok(named(link, Command::Change { setup, reason, second }));
    }
    if words.take("close link") {
        let (second, reason) = approval(here, words)?;
        return Ok(named(here.link(|_| true)?, Command::Close { reason, second }));
    }
    Ok(None)
}

/// What the node, the generator and readers do.
fn upkeep(here: Here<'_>, words: &mut Words<'_>) -> Read {
    let table = here.table;
    for (text, contact) in [("lose contact", false), ("find contact", true)] {
        if words.take(text) {
            let name = if words.take("with") { words.next() } else { None };
            return Ok(named(here.named(name)?, Command::Contact { table, contact }));
        }
    }
    if words.take("seal") {
        let meter = words.next().unwrap_or_default().to_owned();
        let link = here.with_meter(&meter)?;
        let sealed = sealed(words.amount(link.setup().currency)?);
        return Ok(named(link, Command::SealTrigger { meter, sealed }));
    }
    if words.take("read meters") {
        let name = if words.take("of") { words.next() } else { None };
        words.take("day");
        return Ok(named(here.named(name)?, Command::TakeReading { day: words.number()? }));
    }
    Ok(None)
}

/// A trigger of a script, which hides nothing.
pub(super) fn sealed(amount: Amount) -> Sealed {
    Sealed::new(Fine::of(amount), [0; 32])
}

/// `meter star`, `reserve harmony` or `jackpot 2`: what it holds, in figures.
pub(super) fn stands(here: Here<'_>, words: &mut Words<'_>) -> Option<Result<String, String>> {
    let mut find = |name: &str| words.take(name).then(|| words.next().unwrap_or_default().to_owned());
    if let Some(meter) = find("meter") {
        return Some(level(here, &meter, |link, at| link.shown(at)));
    }
    if let Some(meter) = find("reserve") {
        return Some(level(here, &meter, |link, at| link.level(at).map(|level| level.reserve)));
    }
    let number = find("jackpot")?;
    let hit = number.parse().map(HitId).map_err(|_| format!("`{number}` is no jackpot"));
    Some(hit.and_then(|hit| {
        let links = here.links();
        let found = links.iter().find_map(|link| Some((link, link.hit(hit)?)));
        let (link, hit) = found.ok_or_else(|| format!("there is no {hit}"))?;
        link.worth(hit).map(|amount| amount.to_string()).map_err(|error| error.to_string())
    }))
}

/// The events of a link, out of those of all links.
pub(super) fn events_of(name: &str, links: &[(Arc<str>, Event)]) -> Vec<Event> {
    links.iter().filter(|(known, _)| **known == *name).map(|(_, event)| event.clone()).collect()
}

/// The report of the day, if the meters were read.
pub(super) fn report(happenings: &[Happening], links: &[(Arc<str>, Event)]) -> Option<String> {
    happenings.iter().find_map(|happening| match happening {
        Happening::Link(setup, Event::ReadingTaken { .. }) => {
            let days = DayReport::all(setup, &events_of(&setup.name, links));
            days.last().map(|day| day.text(setup))
        }
        _ => None,
    })
}

/// Whether a line of a report says this, however its columns are set.
pub(super) fn reported(report: &str, text: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    report.lines().any(|line| plain(line) == plain(text))
}

fn level(here: Here<'_>, meter: &str, of: impl Fn(&Link, usize) -> Option<Fine>) -> Result<String, String> {
    let link = here.with_meter(meter)?;
    let at = link.setup().meters.iter().position(|known| *known.id == *meter);
    let fine = at.and_then(|at| of(link, at)).ok_or_else(|| format!("there is no meter `{meter}`"))?;
    Ok(fine.text(link.setup().currency))
}
