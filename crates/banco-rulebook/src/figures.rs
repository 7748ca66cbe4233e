//! The terms of a table as single figures, each under a key of its own: what two versions of the terms are compared by
//! before somebody approves them.

use crate::in_force::InForce;
use crate::model::link::{LinkTerms, LockMode, Overflow};
use crate::model::wager::Wager;
use crate::terms::{Offer, Offered, Terms, WagerName};

/// One figure of the terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Its key, which no other figure of the terms has: `wager.player.max`.
    pub key: String,
    /// What of a wager it is; `None` for terms of the table itself.
    pub subject: Option<FigureSubject>,
    /// Its value.
    pub value: String,
    /// What that means, where the value does not say so.
    pub meaning: String,
    /// The clauses, or the reading where there are none.
    pub cite: Vec<String>,
}

/// What of a wager a figure is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FigureSubject {
    /// The printed name of the wager, with its pay table where several are on offer.
    pub wager: String,
    /// Which figure.
    pub part: WagerPart,
    /// The line or meter that it belongs to; empty for the wager itself.
    pub of: String,
}

/// The figures of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WagerPart {
    /// The pay table.
    Paytable,
    /// The fixed amount of the wager.
    Unit,
    /// The minimum wager.
    Min,
    /// The maximum wager.
    Max,
    /// The most that all players together are paid in one round.
    Aggregate,
    /// Where it is offered.
    Seats,
    /// The suits of suit-specific lines.
    Suits,
    /// What a line pays.
    Pays,
    /// From where a meter starts.
    MeterSeed,
    /// The share of each wager that a meter takes.
    MeterIncrement,
    /// The share of each wager that goes to the reserve of a meter.
    MeterReserve,
    /// Within which amounts the meter must hit.
    MustHit,
}

impl WagerPart {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Paytable,
        Self::Unit,
        Self::Min,
        Self::Max,
        Self::Aggregate,
        Self::Seats,
        Self::Suits,
        Self::Pays,
        Self::MeterSeed,
        Self::MeterIncrement,
        Self::MeterReserve,
        Self::MustHit,
    ];

    /// A stable name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paytable => "paytable",
            Self::Unit => "unit",
            Self::Min => "min",
            Self::Max => "max",
            Self::Aggregate => "aggregate",
            Self::Seats => "seats",
            Self::Suits => "suits",
            Self::Pays => "pays",
            Self::MeterSeed => "seed",
            Self::MeterIncrement => "increment",
            Self::MeterReserve => "reserve",
            Self::MustHit => "must_hit",
        }
    }
}

impl Terms {
    /// Every term as a figure of its own: the choices in force, who approves, each wager's limits, pays and meters, and
    /// the progressive links.
    #[must_use]
    pub fn figures(&self) -> Vec<Figure> {
        let mut all = vec![
            plain("name", &self.name),
            plain("rulebook", &format!("{} {}", self.rulebook.id(), self.rulebook.file.edition)),
            plain("rulebook.files", &self.rulebook.hash.to_string()),
            plain("currency", &self.currency.to_string()),
            plain("approvals.executive_from", &level(self.approvals.executive_from)),
        ];
        all.extend(self.in_force().into_iter().filter(|one| !one.is_wager()).map(from_line));
        for offer in &self.offers {
            all.extend(self.offer_figures(offer));
        }
        for link in &self.links {
            all.extend(link_figures(link));
        }
        all
    }

    fn offer_figures(&self, offer: &Offer) -> Vec<Figure> {
        let Some(wager) = self.rulebook.wager(&offer.wager) else { return Vec::new() };
        let several = wager.separate_paytables && !offer.column.is_empty();
        let of_column = |text: &str| match several {
            true => format!("{text}:{}", offer.column),
            false => text.to_owned(),
        };
        let one = OfferFigures { key: of_column(&wager.id), name: of_column(&wager.name), wager };
        let mut all = Vec::new();
        let paytable = if offer.column.is_empty() { "as printed" } else { offer.column.as_str() };
        all.push(one.figure(WagerPart::Paytable, "", paytable.to_owned()));
        let amounts = [
            (WagerPart::Unit, offer.unit),
            (WagerPart::Min, offer.min),
            (WagerPart::Max, offer.max),
            (WagerPart::Aggregate, offer.aggregate),
        ];
        let amounts = amounts.into_iter().filter_map(|(part, amount)| Some((part, amount?)));
        all.extend(amounts.map(|(part, amount)| one.figure(part, "", amount.to_string())));
        all.push(one.figure(WagerPart::Seats, "", listed(&offer.positions)));
        let suits: Vec<&str> = offer.suits.iter().map(|suit| suit.name()).collect();
        all.extend((!suits.is_empty()).then(|| one.figure(WagerPart::Suits, "", suits.join(", "))));
        all.extend(self.pay_figures(&one, offer));
        all.extend(meter_figures(&one, offer));
        all
    }

    /// What every line pays, as it is settled: the printed pays with those that the submission sets.
    fn pay_figures(&self, one: &OfferFigures<'_>, offer: &Offer) -> Vec<Figure> {
        let sides: Vec<Option<String>> = match one.wager.sides.as_slice() {
            [] => vec![None],
            sides => sides.iter().cloned().map(Some).collect(),
        };
        let paytable = Some(offer.column.clone()).filter(|column| !column.is_empty());
        let named = |side: Option<String>| {
            let name = WagerName { id: offer.wager.clone(), side: side.clone(), paytable: paytable.clone() };
            self.offered(&name).ok().map(|offered| (side, offered))
        };
        let lines = |(side, offered): (Option<String>, Offered)| {
            let of = move |line: &str| {
                side.as_ref().map_or_else(|| line.to_owned(), |side| format!("{side}, {line}"))
            };
            let pays = |line: &crate::paytable::Line| {
                one.figure(WagerPart::Pays, &of(&line.name), line.pay.to_string())
            };
            offered.table.lines.iter().map(pays).collect::<Vec<_>>()
        };
        sides.into_iter().filter_map(named).flat_map(lines).collect()
    }
}

/// The figures of one wager on offer.
struct OfferFigures<'a> {
    key: String,
    name: String,
    wager: &'a Wager,
}

impl OfferFigures<'_> {
    fn figure(&self, part: WagerPart, of: &str, value: String) -> Figure {
        let key = format!("wager.{}.{}", self.key, part.name());
        Figure {
            key: if of.is_empty() { key } else { format!("{key}.{of}") },
            subject: Some(FigureSubject { wager: self.name.clone(), part, of: of.to_owned() }),
            value,
            meaning: String::new(),
            cite: self.wager.cite.as_slice().to_vec(),
        }
    }
}

fn meter_figures(one: &OfferFigures<'_>, offer: &Offer) -> Vec<Figure> {
    let mut all = Vec::new();
    for meter in &offer.meters {
        let values = [
            (WagerPart::MeterSeed, meter.seed.map(|seed| seed.to_string())),
            (WagerPart::MeterIncrement, meter.increment.map(|share| share.to_string())),
            (WagerPart::MeterReserve, meter.reserve.map(|share| share.to_string())),
        ];
        let values = values.into_iter().filter_map(|(part, value)| Some((part, value?)));
        all.extend(values.map(|(part, value)| one.figure(part, &meter.id, value)));
    }
    all.extend(offer.must_hit.as_ref().map(|hit| {
        let value = format!("from {} to {} at {}", hit.reset.0, hit.max.0, hit.increment.0);
        one.figure(WagerPart::MustHit, "", value)
    }));
    all
}

fn link_figures(link: &LinkTerms) -> Vec<Figure> {
    let key = |part: &str| format!("link.{}.{part}", link.name);
    let lock = match link.lock {
        LockMode::All => "every table",
        LockMode::Value => "its amount",
    };
    let overflow = match link.overflow {
        Overflow::Next => "next jackpot",
        Overflow::Seed => "seed",
    };
    let mut all = vec![
        plain(&key("wagers"), &link.wagers.join(", ")),
        plain(&key("lock"), lock),
        plain(&key("executive_from"), &level(link.executive_from)),
        plain(&key("overflow"), overflow),
    ];
    all.extend(link.caps.iter().map(|(meter, cap)| plain(&key(&format!("caps.{meter}")), &cap.to_string())));
    all
}

/// The level from which an executive is one of two people.
fn level(from: Option<banco_money::Amount>) -> String {
    from.map_or_else(|| "always".to_owned(), |from| from.to_string())
}

fn listed(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

fn plain(key: &str, value: &str) -> Figure {
    let (key, value) = (key.to_owned(), value.to_owned());
    Figure { key, subject: None, value, meaning: String::new(), cite: Vec::new() }
}

fn from_line(line: InForce) -> Figure {
    let InForce { key, value, meaning, cite, by_default: _ } = line;
    Figure { key, subject: None, value, meaning, cite }
}
