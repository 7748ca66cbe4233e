//! What a table plays by: a rulebook and the choices of a submission, resolved and checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use banco_cards::{Pack, Suit};
use banco_money::{Amount, Currency, MoneyError, Pay, Percent, Rounding};

use crate::diagnostic::suggest;
use crate::load::Rulebook;
use crate::model::approval::Approvals;
use crate::model::filing::FiledProcedure;
use crate::model::link::LinkTerms;
use crate::model::procedure::Handling;
use crate::model::rulebook::Variant;
use crate::model::submission::SuppliedLine;
use crate::model::vocabulary::{BaseWager, CollectedId, SettingId, Vocabulary};
use crate::model::wager::{MustHit, Wager};
use crate::notation::{Cite, KingNine, Text};
use crate::paytable::{Changes, PayTable};
use crate::rules_id::{ContentHash, RulesId};
use crate::source::Source;

/// A wager as people name it: `ID[.SIDE][:PAYTABLE]`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WagerName {
    /// The wager's id.
    pub id: String,
    /// What is backed.
    pub side: Option<String>,
    /// The pay table.
    pub paytable: Option<String>,
}

impl FromStr for WagerName {
    type Err = TermsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (front, paytable) = match text.split_once(':') {
            Some((front, paytable)) => (front, Some(paytable)),
            None => (text, None),
        };
        let (id, side) = match front.split_once('.') {
            Some((id, side)) => (id, Some(side)),
            None => (front, None),
        };
        if id.is_empty() || side == Some("") || paytable == Some("") {
            return Err(TermsError::BadName { text: text.to_owned() });
        }
        Ok(Self { id: id.to_owned(), side: side.map(str::to_owned), paytable: paytable.map(str::to_owned) })
    }
}

impl fmt::Display for WagerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        self.side.iter().try_for_each(|side| write!(f, ".{side}"))?;
        self.paytable.iter().try_for_each(|paytable| write!(f, ":{paytable}"))
    }
}

/// Why a wager cannot be had at a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TermsError {
    /// Not a name at all.
    #[error("`{text}` is not a wager name; write ID, ID.SIDE, ID:PAYTABLE or ID.SIDE:PAYTABLE")]
    BadName {
        /// What was given.
        text: String,
    },
    /// The rulebook knows no such wager.
    #[error("the rulebook `{rulebook}` has no wager `{wager}`")]
    UnknownWager {
        /// What was asked for.
        wager: String,
        /// Of which rulebook.
        rulebook: String,
        /// What may have been meant.
        hint: String,
    },
    /// The submission does not offer it.
    #[error("the submission does not offer `{wager}`")]
    NotOffered {
        /// What was asked for.
        wager: String,
        /// What is offered.
        hint: String,
    },
    /// The wager needs a side, or has no such side.
    #[error("`{wager}` is made on one of: {sides}")]
    Side {
        /// The wager.
        wager: String,
        /// Its sides.
        sides: String,
    },
    /// The wager has no sides.
    #[error("`{wager}` has no sides, so `.{side}` means nothing")]
    NoSides {
        /// The wager.
        wager: String,
        /// What was given.
        side: String,
    },
    /// The wager needs a pay table, or has no such pay table.
    #[error("`{wager}` needs a pay table: {columns}")]
    Paytable {
        /// The wager.
        wager: String,
        /// Its pay tables.
        columns: String,
    },
    /// The wager has no such pay table.
    #[error("`{wager}` has no pay table `{asked}`")]
    UnknownPaytable {
        /// The wager.
        wager: String,
        /// What was asked for.
        asked: String,
        /// What may have been meant.
        hint: String,
    },
    /// The text prints no lines, or breaks off, and the submission supplies none.
    #[error("`{name}` cannot be settled or counted: {why}")]
    LinesNeeded {
        /// The wager and its pay table.
        name: WagerName,
        /// What is missing, and by which reading.
        why: String,
        /// What to do.
        hint: String,
    },
    /// The submission offers another pay table.
    #[error("the submission offers `{wager}` by pay table `{offered}`, not `{asked}`")]
    OtherPaytable {
        /// The wager.
        wager: String,
        /// What is offered.
        offered: String,
        /// What was asked for.
        asked: String,
    },
}

impl TermsError {
    /// A stable name for this kind of problem.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::BadName { .. } => "bad_wager_name",
            Self::UnknownWager { .. } => "unknown_wager",
            Self::NotOffered { .. } => "wager_not_offered",
            Self::Side { .. } => "side_needed",
            Self::NoSides { .. } => "no_sides",
            Self::Paytable { .. } => "paytable_needed",
            Self::UnknownPaytable { .. } => "unknown_paytable",
            Self::LinesNeeded { .. } => "lines_needed",
            Self::OtherPaytable { .. } => "paytable_not_offered",
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::UnknownWager { hint, .. }
            | Self::NotOffered { hint, .. }
            | Self::UnknownPaytable { hint, .. }
            | Self::LinesNeeded { hint, .. } => Some(hint),
            _ => None,
        }
    }
}

/// The rates and rounding of vigorish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VigorishTerms {
    /// The share of the amount won.
    pub on_win: Percent,
    /// The share of a tied Banker wager, where that is charged.
    pub on_tie: Percent,
    /// Up to the next multiple of this; `None` for the cent.
    pub up_to: Option<Amount>,
}

/// A meter as a table runs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MeterTerms {
    /// Its name.
    pub id: String,
    /// From where it starts (again).
    pub seed: Option<Amount>,
    /// The share of each wager that it takes.
    pub increment: Option<Percent>,
    /// The share of each wager that goes to its reserve.
    pub reserve: Option<Percent>,
}

/// A wager on offer.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The wager's id.
    pub wager: String,
    /// The pay table; empty where there is just one.
    pub column: String,
    /// The least wager.
    pub min: Option<Amount>,
    /// The greatest wager.
    pub max: Option<Amount>,
    /// The most that all players together are paid in one round.
    pub aggregate: Option<Amount>,
    /// The fixed amount, where there is one.
    pub unit: Option<Amount>,
    /// The suits of suit-specific lines.
    pub suits: Vec<Suit>,
    /// The positions at which it is offered.
    pub positions: Vec<u8>,
    /// Its meters.
    pub meters: Vec<MeterTerms>,
    /// Its must-hit configuration.
    pub must_hit: Option<MustHit>,
    pub(crate) pays: BTreeMap<String, Text<Pay>>,
    pub(crate) lines: Vec<SuppliedLine>,
}

/// A pay table with what the table fixed for it.
#[derive(Clone, Debug)]
pub struct Offered {
    /// The pay table.
    pub table: PayTable,
    /// The suits of suit-specific lines.
    pub suits: Vec<Suit>,
    /// The amounts in which the wager may be made; none where it is free.
    pub units: Vec<Amount>,
    /// The positions at which it may be made; `None` for all.
    pub positions: Option<Vec<u8>>,
    /// The least wager.
    pub min: Option<Amount>,
    /// The greatest wager.
    pub max: Option<Amount>,
}

impl Offered {
    /// Whether a wager of this amount could be made: any where it is free, a fixed amount, or where pays are multiplied
    /// and nobody has fixed the amount yet, a multiple of the printed one.
    #[must_use]
    pub fn takes(&self, unit: Amount) -> bool {
        let multiple = |base: &Amount| unit.exact_multiple_of(*base).is_ok_and(|times| times.is_some());
        let printed = self.units == self.table.units;
        unit.is_positive()
            && (self.units.is_empty()
                || self.units.contains(&unit)
                || (printed && self.table.scales && self.table.units.iter().any(multiple)))
    }

    /// The same for wagers of this amount alone, pays and envy multiplied where the text multiplies them.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn at_unit(self, unit: Amount) -> Result<Self, MoneyError> {
        let units = if self.units.is_empty() { Vec::new() } else { vec![unit] };
        Ok(Self { table: self.table.at_unit(unit)?, units, ..self })
    }

    /// The same for wagers of the fixed amount: the one that the submission set, or the usual one of the text.
    ///
    /// # Errors
    /// A figure that does not fit.
    pub fn at_usual_unit(self) -> Result<Self, MoneyError> {
        match self.units.first().copied() {
            Some(unit) => self.at_unit(unit),
            None => Ok(self),
        }
    }
}

/// What a table plays by.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The rulebook.
    pub rulebook: Arc<Rulebook>,
    /// What the licensee calls the submission.
    pub name: String,
    /// The way of playing the base game.
    pub variant: Variant,
    /// The currency of the table.
    pub currency: Currency,
    /// The number of decks.
    pub decks: u8,
    /// Into how many batches they are divided.
    pub batches: u8,
    /// The numbers printed at the seats, counterclockwise from the dealer's right.
    pub positions: Vec<u8>,
    /// Vigorish.
    pub vigorish: Option<VigorishTerms>,
    /// When vigorish is collected.
    pub vigorish_collected: Option<CollectedId>,
    /// What happens to a fraction of a cent in a payout.
    pub fractions: Rounding,
    /// The choice made for every option.
    pub options: BTreeMap<String, String>,
    /// The number for every setting.
    pub settings: BTreeMap<SettingId, u32>,
    /// Procedures that the licensee has filed.
    pub filed: BTreeMap<String, FiledProcedure>,
    /// The keys that the submission names itself; everything else is by default.
    pub stated: BTreeSet<String>,
    /// The wagers on offer.
    pub offers: Vec<Offer>,
    /// The Personal King-9 of each position.
    pub personal: BTreeMap<u8, KingNine>,
    /// The progressive links: those of the submission, and for every other progressive wager the one of its name.
    pub links: Vec<LinkTerms>,
    /// Who approves corrections of the table's books.
    pub approvals: Approvals,
    /// The suits taken for suit-specific lines of wagers that are not on offer.
    pub usual_suits: Vec<Suit>,
    /// Whether every wager and pay table of the rulebook may be asked for, offered or not.
    pub open: bool,
    /// What is unusual or needs an approval, by key or clause, and what the submission says of it.
    pub acknowledged: BTreeMap<String, String>,
    /// The submission as it was read, keys set included.
    pub submission: Arc<Source>,
    /// SHA-256 of the submission's text.
    pub hash: ContentHash,
}

impl Terms {
    /// The same terms, but with every wager and pay table of the rulebook within reach. For questions about
    /// the rulebook, not for tables.
    #[must_use]
    pub fn opened(mut self) -> Self {
        self.open = true;
        self
    }

    /// Which rules these are, to the byte.
    #[must_use]
    pub fn rules_id(&self) -> RulesId {
        RulesId::new(self.rulebook.id(), &self.rulebook.file.edition, self.rulebook.hash, self.hash)
    }

    /// The cards of one shoe: of several batches, one is in play while the others are shuffled.
    #[must_use]
    pub fn pack(&self) -> Pack {
        let removed = self.variant.without.as_ref().map(|ranks| ranks.as_slice()).unwrap_or_default();
        Pack::standard(self.decks.checked_div(self.batches).unwrap_or(self.decks)).without(removed)
    }

    /// The choice made for an option; empty if the rulebook has no such option.
    #[must_use]
    pub fn option(&self, id: &str) -> &str {
        self.options.get(id).map_or("", String::as_str)
    }

    /// The clauses by which the four cards are dealt.
    #[must_use]
    pub fn dealing_cite(&self) -> &Cite {
        let dealing = &self.rulebook.file.dealing;
        let chosen = dealing.chosen.iter().find(|chosen| self.is_chosen(&chosen.when));
        chosen.map_or(&dealing.cite, |chosen| &chosen.cite)
    }

    /// How cards are laid out and turned.
    #[must_use]
    pub fn handling(&self) -> Option<&Handling> {
        let chosen = |when: &Option<String>| when.as_ref().is_none_or(|when| self.is_chosen(when));
        self.rulebook.file.handling.iter().find(|handling| chosen(&handling.when))
    }

    /// Whether `option=choice` is what was chosen, or `variant=id` is what is played.
    #[must_use]
    pub fn is_chosen(&self, key: &str) -> bool {
        key.strip_prefix("variant=").map_or_else(
            || crate::paytable::is_chosen(key, &self.options),
            |variant| self.variant.id == variant,
        )
    }

    /// The number for a setting; `None` if the rulebook has no such setting.
    #[must_use]
    pub fn setting(&self, id: SettingId) -> Option<u32> {
        self.settings.get(&id).copied()
    }

    /// Whether the option that a wager family names asks for a standard wager beside its wagers.
    #[must_use]
    pub fn needs_base_wager(&self, option: &str) -> bool {
        self.option(option) == BaseWager::Required.as_str()
    }

    /// The pay table of a wager at this table.
    ///
    /// # Errors
    /// What is wrong with the name, or that it is not offered.
    pub fn offered(&self, name: &WagerName) -> Result<Offered, TermsError> {
        let wager = self.wager(name)?;
        let (side, paytable) = resolve_side(wager, name)?;
        let mut offers = self.offers.iter().filter(|offer| offer.wager == wager.id);
        let asked = |offer: &&Offer| wager.separate_paytables && Some(offer.column.as_str()) == paytable;
        let several = offers.clone().nth(1).is_some();
        let offer = match offers.clone().find(asked) {
            Some(offer) => Some(offer),
            None if several && paytable.is_none() => None,
            None => offers.next(),
        };
        let column = self.column(wager, offer, paytable)?;
        let same = offer.filter(|offer| offer.column == column);
        self.need_lines(wager, column, same)?;
        let (none, empty) = (BTreeMap::new(), Vec::new());
        let family = |offer: &Offer| self.rulebook.families.get(&offer.wager);
        let families: Vec<&str> =
            self.offers.iter().filter_map(family).map(|family| family.name.as_str()).collect();
        let changes = Changes {
            options: &self.options,
            pays: same.map_or(&none, |offer| &offer.pays),
            lines: same.map_or(&empty, |offer| &offer.lines),
            families: &families,
        };
        let missing = || TermsError::Paytable { wager: wager.id.clone(), columns: wager.columns.join(", ") };
        let table = wager.pay_table(&self.rulebook.wagers, side, column, changes).ok_or_else(missing)?;
        let fixed = same.filter(|_| !self.open).and_then(|offer| offer.unit);
        Ok(Offered {
            units: fixed.map_or_else(|| table.units.clone(), |unit| vec![unit]),
            suits: match same.map(|offer| offer.suits.as_slice()) {
                Some(suits) if !suits.is_empty() => suits.to_vec(),
                _ => self.usual_suits.iter().copied().take(usize::from(table.chosen_suits)).collect(),
            },
            positions: match same.filter(|_| !self.open) {
                Some(offer) => Some(offer.positions.clone()),
                None => self.usual_positions(wager),
            },
            min: same.filter(|_| !self.open).and_then(|offer| offer.min),
            max: same.filter(|_| !self.open).and_then(|offer| offer.max),
            table,
        })
    }

    /// A table whose print is cut off, or that the text leaves to the licensee, is none until its lines are supplied.
    fn need_lines(&self, wager: &Wager, column: &str, offer: Option<&Offer>) -> Result<(), TermsError> {
        let Some((missing, reading)) = wager.missing_lines(column) else { return Ok(()) };
        if offer.is_some_and(|offer| !offer.lines.is_empty()) {
            return Ok(());
        }
        let paytable = Some(column.to_owned()).filter(|column| !column.is_empty());
        let reading = reading.map(|reading| format!(" (reading {reading})")).unwrap_or_default();
        Err(TermsError::LinesNeeded {
            name: WagerName { id: wager.id.clone(), side: None, paytable },
            why: format!("{missing}{reading}"),
            hint: format!("supply its lines in a submission: [[wager.lines]] of `{}`", wager.id),
        })
    }

    /// The positions that could carry a wager which is not on offer.
    fn usual_positions(&self, wager: &Wager) -> Option<Vec<u8>> {
        let printed = wager.requires.positions.as_ref().map(|positions| positions.as_slice().to_vec());
        let carrying = wager.requires.seats_carrying_max.map(usize::from);
        printed.or_else(|| carrying.map(|most| self.positions.iter().copied().take(most).collect()))
    }

    /// The wagers that may be asked for.
    fn within_reach(&self) -> impl Iterator<Item = &str> {
        let offered = |wager: &&Wager| self.open || self.offers.iter().any(|offer| offer.wager == wager.id);
        self.rulebook.wagers.iter().filter(offered).map(|wager| wager.id.as_str())
    }

    fn wager(&self, name: &WagerName) -> Result<&Wager, TermsError> {
        let known = self.rulebook.wager(&name.id).ok_or_else(|| TermsError::UnknownWager {
            wager: name.id.clone(),
            rulebook: self.rulebook.id().to_owned(),
            hint: suggest(&name.id, self.within_reach()),
        })?;
        if self.open || self.offers.iter().any(|offer| offer.wager == known.id) {
            return Ok(known);
        }
        let offered: Vec<&str> = self.offers.iter().map(|offer| offer.wager.as_str()).collect();
        Err(TermsError::NotOffered {
            wager: known.id.clone(),
            hint: format!("it offers: {}", offered.join(", ")),
        })
    }

    /// The pay table asked for, or the one that the submission or the variant fixes.
    fn column<'a>(
        &'a self,
        wager: &'a Wager,
        offer: Option<&'a Offer>,
        asked: Option<&'a str>,
    ) -> Result<&'a str, TermsError> {
        let columns = wager.column_names();
        if let Some(asked) = asked.filter(|asked| !columns.contains(asked)) {
            let hint = suggest(asked, columns.iter().copied());
            return Err(TermsError::UnknownPaytable {
                wager: wager.id.clone(),
                asked: asked.to_owned(),
                hint,
            });
        }
        let offered: Vec<&str> = self
            .offers
            .iter()
            .filter(|offer| offer.wager == wager.id)
            .map(|offer| offer.column.as_str())
            .collect();
        let fixed = offer.map(|offer| offer.column.as_str());
        let column = match (asked, fixed) {
            (Some(asked), Some(_)) if !self.open && !offered.contains(&asked) => {
                let (offered, asked) = (offered.join("`, `"), asked.to_owned());
                return Err(TermsError::OtherPaytable { wager: wager.id.clone(), offered, asked });
            }
            (Some(asked), _) => Some(asked),
            (None, Some(fixed)) => Some(fixed),
            (None, None) => match columns.as_slice() {
                [only] => Some(*only),
                _ => self.variant.paytables.get(&wager.id).map(String::as_str),
            },
        };
        let choices = if self.open || offered.is_empty() { columns.join(", ") } else { offered.join(", ") };
        column.ok_or_else(|| TermsError::Paytable { wager: wager.id.clone(), columns: choices })
    }
}

/// The side asked for. A pick may also be written where the pay table goes: `total-cards:5`.
fn resolve_side<'a>(
    wager: &'a Wager,
    name: &'a WagerName,
) -> Result<(Option<&'a str>, Option<&'a str>), TermsError> {
    let side = name.side.as_deref();
    let paytable = name.paytable.as_deref();
    if wager.sides.is_empty() {
        return match side {
            None => Ok((None, paytable)),
            Some(side) => Err(TermsError::NoSides { wager: wager.id.clone(), side: side.to_owned() }),
        };
    }
    let is_side = |text: &str| wager.sides.iter().any(|known| known == text);
    match (side, paytable) {
        (Some(side), paytable) if is_side(side) => Ok((Some(side), paytable)),
        (None, Some(side)) if is_side(side) && wager.columns.is_empty() => Ok((Some(side), None)),
        _ => Err(TermsError::Side { wager: wager.id.clone(), sides: wager.sides.join(", ") }),
    }
}

/// The suits taken for suit-specific lines where nobody chose, in this order.
pub(crate) const USUAL_SUITS: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
