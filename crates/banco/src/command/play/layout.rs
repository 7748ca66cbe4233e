//! The table as the player can look at it: what it plays by, and its wagers with limits, pays and clauses.

use std::fmt::Write as _;

use banco_cards::Rank;
use banco_engine::link::{MeterView, view};
use banco_engine::needs;
use banco_engine::table::Spot;
use banco_money::Pay;
use banco_rulebook::model::vocabulary::{CollectedId, Vocabulary};
use banco_rulebook::model::wager::EnvyTo;
use banco_rulebook::{Condition, Line, VigorishOn, Whose};
use owo_colors::OwoColorize as _;

use super::bank;
use super::game::Game;

/// The whole table.
pub fn layout_text(game: &Game) -> String {
    let rules = game.table.rules();
    let terms = &rules.terms;
    let mut text = format!("{}: {} decks, {} seats", terms.name.bold(), terms.decks, rules.seats.len());
    let owes = |spot: &Spot| spot.offered.table.lines.iter().any(|line| line.vigorish != VigorishOn::Nothing);
    if let Some(vigorish) = terms.vigorish.filter(|_| rules.spots.iter().any(owes)) {
        let collected = terms.vigorish_collected.unwrap_or(CollectedId::AtPayment).as_str().replace('-', " ");
        let _ = write!(text, ", {} vigorish ({collected})", vigorish.on_win);
    }
    text.extend(bank::collections_told(game).map(|fees| format!("; {fees}")));
    let mut from = 0;
    while let Some(first) = rules.spots.get(from) {
        let same = rules.spots.iter().skip(from).take_while(|spot| alike(first, spot)).count();
        let group = rules.spots.get(from..from + same).unwrap_or_default();
        let _ = write!(text, "\n{}", wager(game, group));
        from += same.max(1);
    }
    text
}

/// Sides of one wager that pay alike are told together.
fn alike(one: &Spot, other: &Spot) -> bool {
    let pays = |spot: &Spot| {
        let lines = spot.offered.table.lines.iter();
        lines.map(|line| (line.name.clone(), line.pay.clone())).collect::<Vec<_>>()
    };
    one.offer == other.offer && pays(one) == pays(other)
}

fn wager(game: &Game, group: &[Spot]) -> String {
    let Some(spot) = group.first() else { return String::new() };
    let names: Vec<String> = group.iter().map(|spot| spot.name.to_string()).collect();
    let clauses = format!("[{}]", spot.clauses).dimmed().to_string();
    let meters = meters(game, spot);
    let mut text = format!("  {}  {} {clauses}", names.join(", ").bold(), limits(spot));
    for line in &spot.offered.table.lines {
        let _ = write!(text, "\n      {}", pays(spot, line, &meters));
    }
    let must_hit =
        game.table.rules().terms.offers.get(spot.offer).is_some_and(|offer| offer.must_hit.is_some());
    for meter in meters.iter().filter(|_| must_hit) {
        let max = meter.must_hit_by.map(|max| format!("\n      {}, must hit by {max}", now(meter)));
        text.extend(max);
    }
    text.extend(of_seats(game, spot).map(|line| format!("\n      {line}")));
    text
}

/// The meters of the link that the wager feeds, as the sign shows them.
fn meters(game: &Game, spot: &Spot) -> Vec<MeterView> {
    let links = game.table.rules().terms.links.iter();
    let own = links.filter(|link| link.wagers.contains(&spot.name.id));
    own.filter_map(|link| game.pit.link(&link.name)).flat_map(|link| view(link).meters).collect()
}

/// `Star Progressive, now $50,000`.
fn now(meter: &MeterView) -> String {
    let value = meter.value.map(|value| format!(", now {value}")).unwrap_or_default();
    format!("{}{value}", meter.name)
}

/// A line: what it pays, the suits it asks for, and who takes what beside.
fn pays(spot: &Spot, line: &Line, meters: &[MeterView]) -> String {
    let of = |id: &str| meters.iter().find(|meter| *meter.id == *id);
    let pay = match &line.pay {
        Pay::Share(share, id) => of(id).map(|meter| format!("{share} of {}", now(meter))),
        _ => None,
    };
    let pay = pay.unwrap_or_else(|| line.pay.to_string());
    let mut text = line.name.clone();
    if needs(&line.when, spot.backed).chosen_suits {
        let suits: Vec<&str> = spot.offered.suits.iter().map(|suit| suit.name()).collect();
        let _ = write!(text, " (suits chosen: {})", suits.join(", "));
    }
    let _ = write!(text, ": {pay}");
    // An envy that is printed where every seat wins the line itself goes to nobody.
    let to = match spot.offered.table.envy_to {
        Some(EnvyTo::Dealer) => Some("for the dealer"),
        Some(EnvyTo::OtherSeats) => {
            line.envy_when.as_ref().map(|_| "for every other seat that made the wager")
        }
        None => None,
    };
    text.extend(line.envy.zip(to).map(|(envy, to)| format!("; envy {envy} {to}")));
    text
}

/// What a wager that depends on the seat means for the player's seats.
fn of_seats(game: &Game, spot: &Spot) -> Option<String> {
    let positions = spot.offered.positions.as_deref();
    let carries = |seat: &u8| positions.is_none_or(|positions| positions.contains(seat));
    let seats = game.mine.iter().filter_map(|person| u8::try_from(person.0).ok()).filter(carries);
    let lines = &spot.offered.table.lines;
    let ranked = lines.iter().any(|line| asks_rank(&line.when));
    let personal = &game.table.rules().terms.personal;
    let own = |seat: u8| match ranked {
        true => Rank::ALL.into_iter().find(|rank| rank.number() == seat).map(|rank| rank.to_string()),
        false => personal.get(&seat).map(ToString::to_string),
    };
    let each: Vec<String> =
        seats.filter_map(|seat| Some(format!("{} for seat {seat}", own(seat)?))).collect();
    let what = if ranked { "a seat matches the rank of its printed number" } else { "Personal King-9" };
    (spot.needs.seat && !each.is_empty()).then(|| format!("{what}: {}", each.join(", ")))
}

/// Whether a line asks for the rank that is the number of the seat.
fn asks_rank(when: &Condition) -> bool {
    let groups = when.first_four.iter().chain(&when.all_cards);
    groups.into_iter().any(|group| group.rank_of_seat == Some(Whose::Own))
}

fn limits(spot: &Spot) -> String {
    let offered = &spot.offered;
    let units: Vec<String> = offered.units.iter().map(ToString::to_string).collect();
    match (units.is_empty(), offered.min, offered.max) {
        (false, ..) => units.join(" or "),
        (_, Some(min), Some(max)) => format!("{min} to {max}"),
        (_, Some(min), None) => format!("from {min}"),
        (_, None, Some(max)) => format!("up to {max}"),
        (_, None, None) => "any amount".to_owned(),
    }
}
