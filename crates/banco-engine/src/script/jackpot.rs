//! What people and machines do on a progressive link, from words to commands.

#![deny(clippy::wildcard_enum_match_arm)]

use std::sync::Arc;

use banco_cards::{Hand, parse_cards};
use banco_money::Amount;

use super::act::rest;
use super::run::NewTerms;
use super::words::Words;
use crate::authority::RequestId;
use crate::link::{
    self, Cause, Command, DayReport, Event, Fine, HitId, Link, MeterRule, Progress, ReadingEvent, TableId,
    TriggerSecret, Wanted, What,
};
use crate::name::Name;
use crate::pit::{self, Happening, Pit};
use crate::table::Rules;

/// What is wanted of a link, or said to it.
pub(super) enum Order {
    /// By a person.
    Command(pit::Command),
    /// By a machine of the house.
    Word(pit::Word),
    /// By a person, under rules that must be at hand.
    Under(Arc<Rules>, pit::Command),
}

/// Where the words are spoken.
#[derive(Clone, Copy)]
pub(super) struct Here<'p> {
    pub pit: &'p Pit,
    pub table: TableId,
    /// Whether a machine of the house speaks: the node of the link or the generator.
    pub machine: bool,
    pub new_terms: NewTerms<'p>,
}

/// Reads what is done on a link; `None` if the words are about something else.
pub(super) fn order(here: Here<'_>, text: &str) -> Result<Option<Order>, String> {
    let mut words = Words::new(text);
    let readers: &[fn(Here<'_>, &mut Words<'_>) -> Read] =
        if here.machine { &[machines] } else { &[keypad, decision, request, readings] };
    for read in readers {
        if let Some(order) = read(here, &mut words)? {
            words.end()?;
            return Ok(Some(order));
        }
    }
    Ok(None)
}

type Read = Result<Option<Order>, String>;

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
        self.link(|link| link.setup().meter(meter).is_some())
    }

    /// The link of this name; the first one where none is named.
    fn named(self, name: Option<&str>) -> Result<&'p Link, String> {
        let Some(name) = name else { return self.link(|_| true) };
        let found = self.links().into_iter().find(|link| link.name() == name);
        found.ok_or_else(|| format!("the table is not on the link `{name}`"))
    }

    fn with_hit(self, hit: HitId) -> Result<&'p Link, String> {
        self.link(|link| link.hit(hit).is_some_and(|hit| hit.progress.is_pending()))
    }
}

fn command(link: &Link, command: Command) -> Option<Order> {
    Some(Order::Command(pit::Command::Link(link.name(), command)))
}

fn word(link: &Link, word: link::Word) -> Option<Order> {
    Some(Order::Word(pit::Word::Link(link.name(), word)))
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
        return Ok(command(here.link(has)?, Command::Select { table, seat, line }));
    }
    if words.take("hit jackpot") {
        let own =
            |link: &Link| link.pending().any(|hit| hit.table == table && hit.progress == Progress::Reached);
        let selected = |link: &Link| link.game(table).is_some_and(|game| !game.selected.is_empty());
        let link = here.link(|link| own(link) || selected(link))?;
        return Ok(command(link, Command::HitJackpot { table }));
    }
    if words.take("end round") {
        let hidden = |link: &Link| link.setup().meters.iter().any(|meter| meter.must_hit);
        return Ok(command(here.link(hidden)?, Command::EndRound { table }));
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

/// What supervisors and executives confirm.
fn decision(here: Here<'_>, words: &mut Words<'_>) -> Read {
    if words.take("verify jackpot") {
        let hit = hit(here, words)?;
        let hands = hands(words)?;
        return Ok(command(here.with_hit(hit)?, Command::Verify { hit, hands }));
    }
    if words.take("pay jackpot") {
        let hit = hit(here, words)?;
        let link = here.with_hit(hit)?;
        let amount = words.amount(link.setup().currency)?;
        return Ok(command(link, Command::PayJackpot { hit, amount }));
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

/// `because REASON`.
fn reason(words: &mut Words<'_>) -> Arc<str> {
    words.take("because");
    rest(words).into()
}

/// What one asks for and another approves: `ask ... because REASON`, `approve request 1`, `turn down request 1
/// because REASON`; perhaps `of LINK`.
fn request(here: Here<'_>, words: &mut Words<'_>) -> Read {
    let mut ahead = words.clone();
    if ahead.take("ask") {
        // The table has requests of its own.
        let order = ask(here, &mut ahead)?;
        if order.is_some() {
            *words = ahead;
        }
        return Ok(order);
    }
    let approve = words.clone().take("approve request");
    let turn_down = words.clone().take("turn down request");
    if !approve && !turn_down {
        return Ok(None);
    }
    let mut ahead = words.clone();
    let _ = ahead.take("approve request") || ahead.take("turn down request");
    let request = RequestId(ahead.number()?);
    let named = if ahead.take("of") { ahead.next() } else { None };
    let has = |link: &&Link| link.requests().iter().any(|known| known.id == request);
    // The table has requests of its own, under numbers of its own.
    let link = match named {
        Some(name) => here.named(Some(name))?,
        None => match here.links().into_iter().find(has) {
            Some(link) => link,
            None => return Ok(None),
        },
    };
    *words = ahead;
    if approve {
        return Ok(command(link, Command::Approve { request }));
    }
    let reason = reason(words).to_string();
    Ok(command(link, Command::TurnDown { reason, request }))
}

fn ask(here: Here<'_>, words: &mut Words<'_>) -> Read {
    if words.take("adjust") {
        let meter = words.next().unwrap_or_default();
        let (reserve, down) = (words.take("reserve"), words.take("down"));
        let link = here.with_meter(meter)?;
        let amount = words.amount(link.setup().currency)?;
        let amount = if down { amount.negated().map_err(|error| error.to_string())? } else { amount };
        let wanted = Wanted::Adjust { amount, meter: Name::new(meter), reason: reason(words), reserve };
        return Ok(command(link, Command::Ask(wanted)));
    }
    if words.take("transfer") {
        let meter = words.next().unwrap_or_default();
        words.take("to");
        let to = Name::new(words.next().unwrap_or_default());
        let link = here.with_meter(meter)?;
        let wanted = Wanted::TransferOut { meter: Name::new(meter), reason: reason(words), to };
        return Ok(command(link, Command::Ask(wanted)));
    }
    if words.take("change link to") {
        let text = rest(words);
        let (change, why) = text.rsplit_once("because").ok_or("write KEY = VALUE because REASON")?;
        let rules = (here.new_terms)(change.trim())?;
        let link = here.link(|_| true)?;
        let wanted = Wanted::Change { reason: why.trim().into(), rules: rules.id };
        return Ok(Some(Order::Under(rules, pit::Command::Link(link.name(), Command::Ask(wanted)))));
    }
    if words.take("close link") {
        let wanted = Wanted::Close { reason: reason(words) };
        return Ok(command(here.link(|_| true)?, Command::Ask(wanted)));
    }
    if words.take("reject jackpot") {
        let hit = hit(here, words)?;
        let wanted = Wanted::Reject { hit, reason: reason(words) };
        return Ok(command(here.with_hit(hit)?, Command::Ask(wanted)));
    }
    Ok(None)
}

fn readings(here: Here<'_>, words: &mut Words<'_>) -> Read {
    if !words.take("read meters") {
        return Ok(None);
    }
    let name = if words.take("of") { words.next() } else { None };
    words.take("day");
    Ok(command(here.named(name)?, Command::TakeReading { day: words.number()? }))
}

/// What the node and the generator say.
fn machines(here: Here<'_>, words: &mut Words<'_>) -> Read {
    let table = here.table;
    for (text, contact) in [("lose contact", false), ("find contact", true)] {
        if words.take(text) {
            let name = if words.take("with") { words.next() } else { None };
            return Ok(word(here.named(name)?, link::Word::Contact { contact, table }));
        }
    }
    if words.take("seal") {
        let meter = words.next().unwrap_or_default();
        let link = here.with_meter(meter)?;
        let amount = words.amount(link.setup().currency)?;
        return seal(link, Name::new(meter), amount).map(|sealing| word(link, sealing));
    }
    if words.take("draw") {
        let draw: u32 = words.number()?;
        let draw = draw.checked_sub(1).ok_or("draws are counted from 1")?;
        let hit = if words.take("for jackpot") { hit(here, words)? } else { to_draw(here) };
        return Ok(word(here.with_hit(hit)?, link::Word::DrawWinner { draw, hit }));
    }
    Ok(None)
}

/// The Must Hit jackpot of this table.
fn to_draw(here: Here<'_>) -> HitId {
    let links = here.links();
    let mut hidden = links.iter().flat_map(|link| link.hits()).filter(|hit| hit.cause == Cause::MustHit);
    hidden.rfind(|hit| hit.table == here.table).map_or(HitId(1), |hit| hit.id)
}

/// A trigger of a script, which hides nothing: this amount if it is the next to be played for, or this much if
/// the cycle begins at the reset.
pub(super) fn seal(link: &Link, meter: Name, amount: Amount) -> Result<link::Word, String> {
    let rule = link.rule(meter).filter(|rule| rule.must_hit);
    let (from, max) = rule.map_or((Fine::ZERO, Fine::from(amount)), |rule| range(link, rule));
    let secret = TriggerSecret::for_trigger(Fine::from(amount), from, max);
    let secret = secret.ok_or_else(|| format!("no trigger lies at {amount}"))?;
    Ok(link::Word::SealTrigger { meter, sealed: secret.sealed() })
}

fn range(link: &Link, rule: &MeterRule) -> (Fine, Fine) {
    let seed = Fine::from(rule.growth.seed);
    let begins = link.triggers(rule.id).is_none_or(|triggers| !triggers.is_sealed());
    let from = if begins { link.shown(rule.id).unwrap_or(seed) } else { seed };
    (from, rule.growth.cap.map_or(seed, Fine::from))
}

/// `meter star`, `reserve harmony` or `jackpot 2`: what it holds, in figures.
pub(super) fn stands(here: Here<'_>, words: &mut Words<'_>) -> Option<Result<String, String>> {
    let mut find = |name: &str| words.take(name).then(|| words.next().unwrap_or_default().to_owned());
    if let Some(meter) = find("meter") {
        return Some(level(here, &meter, Link::shown));
    }
    if let Some(meter) = find("reserve") {
        return Some(level(here, &meter, |link, meter| link.level(meter).map(|level| level.reserve)));
    }
    if let Some(meter) = find("owed to") {
        return Some(level(here, &meter, |link, meter| Some(link.owed(meter).total())));
    }
    let number = find("jackpot")?;
    let hit = number.parse().map(HitId).map_err(|_| format!("`{number}` is not a jackpot"));
    Some(hit.and_then(|hit| {
        let links = here.links();
        let found = links.iter().find_map(|link| Some((link, link.hit(hit)?)));
        let (link, hit) = found.ok_or_else(|| format!("there is no {hit}"))?;
        link.worth(hit).map(|amount| amount.to_string()).map_err(|error| error.to_string())
    }))
}

/// The events of a link, out of those of all links.
pub(super) fn events_of(name: Name, links: &[(Name, Event)]) -> Vec<Event> {
    links.iter().filter(|(known, _)| *known == name).map(|(_, event)| event.clone()).collect()
}

/// The report of the day, if the meters were read.
pub(super) fn report(happenings: &[Happening], links: &[(Name, Event)]) -> Option<String> {
    happenings.iter().find_map(|happening| {
        let Happening::Link(setup, event) = happening else { return None };
        let What::Reading(ReadingEvent::Taken { .. }) = event.what else { return None };
        let days = DayReport::all(&events_of(setup.name, links));
        days.last().map(|day| day.text(setup))
    })
}

/// Whether a line of a report says this, however its columns are set.
pub(super) fn reported(report: &str, text: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    report.lines().any(|line| plain(line) == plain(text))
}

fn level(here: Here<'_>, meter: &str, of: impl Fn(&Link, Name) -> Option<Fine>) -> Result<String, String> {
    let link = here.with_meter(meter)?;
    let known = link.setup().meter(meter).map(|rule| rule.id);
    let fine =
        known.and_then(|known| of(link, known)).ok_or_else(|| format!("there is no meter `{meter}`"))?;
    Ok(fine.text(link.setup().currency))
}
