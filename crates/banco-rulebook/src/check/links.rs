//! Progressive links: whose meters they hold, what a pending jackpot locks, who confirms it, caps.

use std::collections::{BTreeMap, BTreeSet};

use banco_money::Amount;

use super::Checker;
use crate::diagnostic::suggest;
use crate::model::link::{LinkChoice, LinkTerms, LockMode, Overflow};
use crate::source::steps;
use crate::terms::{Offer, Terms};

impl Checker<'_> {
    /// The links of the submission, and for every other progressive wager the link that has its name.
    pub(super) fn links(&mut self, terms: &Terms) -> Vec<LinkTerms> {
        let mut links: Vec<LinkTerms> = Vec::new();
        let mut linked = BTreeSet::new();
        self.check_shared_meters(terms);
        let choices = &self.file.link;
        for (at, choice) in choices.iter().enumerate() {
            let twice = links.iter().any(|link| link.name == choice.name);
            self.check_filled(at, choice, twice);
            self.check_meters(at, choice, terms, &mut linked);
            let held = |offer: &&Offer| offer.meters.iter().any(|meter| choice.meters.contains(&meter.id));
            let offers: Vec<&Offer> = terms.offers.iter().filter(held).collect();
            self.check_whole(at, choice, &offers);
            links.push(self.link(at, choice, terms, &offers));
        }
        for offer in terms.offers.iter().filter(|offer| !offer.meters.is_empty()) {
            if links.iter().all(|link| !link.wagers.contains(&offer.wager)) {
                self.check_own_name(offer);
                links.push(LinkTerms {
                    name: offer.wager.clone(),
                    wagers: vec![offer.wager.clone()],
                    lock: self.usual_lock(&[offer]),
                    executive_from: self.usual_level(terms),
                    caps: BTreeMap::new(),
                    overflow: Overflow::default(),
                });
            }
        }
        links
    }

    /// A link has a name, which is its alone, and meters.
    fn check_filled(&mut self, at: usize, choice: &LinkChoice, twice: bool) {
        let name = steps!["link", at, "name"];
        if choice.name.trim().is_empty() {
            let hint = "name it: tables that name the same link share its meters";
            self.error(&name, "empty_name", "a link has no name".to_owned(), &[], hint);
        } else if twice {
            let message = format!("two links are called `{}`", choice.name);
            self.error(&name, "duplicate_id", message, &[], "give each its own name");
        }
        if choice.meters.is_empty() {
            let message = format!("the link `{}` holds no meter", choice.name);
            let hint = "list the meters that its tables share, or leave the link out";
            self.error(&steps!["link", at, "meters"], "no_meters", message, &[], hint);
        }
    }

    /// A wager that is linked to nothing is on the link that has its name.
    fn check_own_name(&mut self, offer: &Offer) {
        let Some(at) = self.file.link.iter().position(|choice| choice.name == offer.wager) else { return };
        let name = &offer.wager;
        let message =
            format!("the link `{name}` does not hold the meters of `{name}`, whose own link has that name");
        let hint = "call the link something else, or put the meters of that wager into it";
        self.error(&steps!["link", at, "name"], "duplicate_id", message, &[], hint);
    }

    /// A meter is known by its id, so two wagers cannot both have one of that id.
    fn check_shared_meters(&mut self, terms: &Terms) {
        for (index, offer) in terms.offers.iter().enumerate() {
            let others = terms.offers.iter().take(index).filter(|other| other.wager != offer.wager);
            let before = |id: &str| others.clone().find(|other| other.meters.iter().any(|own| own.id == id));
            let shared = offer.meters.iter().find_map(|meter| Some((&meter.id, before(&meter.id)?)));
            if let Some((meter, other)) = shared {
                let message = format!("`{}` and `{}` both have a meter `{meter}`", other.wager, offer.wager);
                let at = steps!["wager", self.place_of(offer), "id"];
                self.error(&at, "duplicate_id", message, &[], "offer only one of the two at this table");
            }
        }
    }

    /// Every linked meter belongs to a wager on offer, and to one link only.
    fn check_meters<'c>(
        &mut self,
        at: usize,
        choice: &'c LinkChoice,
        terms: &Terms,
        linked: &mut BTreeSet<&'c str>,
    ) {
        let offered: Vec<&str> =
            terms.offers.iter().flat_map(|offer| &offer.meters).map(|meter| meter.id.as_str()).collect();
        for (index, meter) in choice.meters.iter().enumerate() {
            let at = steps!["link", at, "meters", index];
            if !offered.contains(&meter.as_str()) {
                let message = format!("no wager on offer has a meter `{meter}`");
                self.error(&at, "unknown_meter", message, &[], suggest(meter, offered.iter().copied()));
            } else if !linked.insert(meter) {
                let message = format!("the meter `{meter}` is in two links");
                self.error(&at, "duplicate_id", message, &[], "a meter can be on only one link");
            }
        }
    }

    /// A wager feeds all its meters at once, so one link holds them all.
    fn check_whole(&mut self, at: usize, choice: &LinkChoice, offers: &[&Offer]) {
        for offer in offers {
            let missing = offer.meters.iter().find(|meter| !choice.meters.contains(&meter.id));
            if let Some(missing) = missing {
                let message = format!(
                    "the link `{}` holds only some meters of `{}`: `{}` is missing",
                    choice.name, offer.wager, missing.id
                );
                let hint = "a wager feeds all its meters at once: put them all into one link";
                self.error(&steps!["link", at, "meters"], "meter_left_out", message, &[], hint);
            }
        }
    }

    fn link(&mut self, at: usize, choice: &LinkChoice, terms: &Terms, offers: &[&Offer]) -> LinkTerms {
        let usual = self.usual_lock(offers);
        self.check_lock(at, choice, offers);
        let mut caps = BTreeMap::new();
        for (meter, cap) in &choice.caps {
            self.check_cap(at, meter, cap.0, terms, offers);
            caps.insert(meter.clone(), cap.0);
        }
        let asked = choice.executive_from.map(|level| level.0);
        if asked.is_some_and(|level| level.currency() != terms.currency) {
            let message = format!("the table plays in {}", terms.currency);
            let hint = "write it in the table's currency";
            self.error(&steps!["link", at, "executive_from"], "currency_mismatch", message, &[], hint);
        }
        LinkTerms {
            name: choice.name.clone(),
            wagers: offers.iter().map(|offer| offer.wager.clone()).collect(),
            lock: choice.lock.unwrap_or(usual),
            executive_from: asked.or_else(|| self.usual_level(terms)),
            caps,
            overflow: choice.overflow,
        }
    }

    /// A lock that the text demands cannot be left out.
    fn check_lock(&mut self, at: usize, choice: &LinkChoice, offers: &[&Offer]) {
        let rulebook = std::sync::Arc::clone(self.rulebook);
        let families = offers.iter().filter_map(|offer| Some((offer, rulebook.families.get(&offer.wager)?)));
        for (offer, family) in families {
            let demanded = family.jackpot.lock;
            if choice.lock.is_some() && demanded.is_some() && choice.lock != demanded {
                let message = format!("a pending jackpot of `{}` locks every table of its link", offer.wager);
                let cite = family.jackpot.lock_cite.as_slice();
                self.error(&steps!["link", at, "lock"], "lock_fixed", message, cite, "leave `lock` out");
            }
        }
    }

    fn check_cap(&mut self, at: usize, meter: &str, cap: Amount, terms: &Terms, offers: &[&Offer]) {
        let known = offers.iter().flat_map(|offer| &offer.meters).find(|known| known.id == meter);
        let at = steps!["link", at, "caps", meter];
        let Some(known) = known else {
            let message = format!("the link has no meter `{meter}`");
            let meters = offers.iter().flat_map(|offer| &offer.meters).map(|known| known.id.as_str());
            self.error(&at, "unknown_meter", message, &[], suggest(meter, meters));
            return;
        };
        if cap.currency() != terms.currency {
            let message = format!("the table plays in {}", terms.currency);
            self.error(&at, "currency_mismatch", message, &[], "write it in the table's currency");
        } else if cap.minor() <= known.seed.map_or(0, Amount::minor) {
            let message = format!("a cap of {cap} leaves the meter `{meter}` no room above its seed");
            self.error(&at, "cap_too_low", message, &[], "set a cap above the seed");
        }
    }

    /// What the text demands of one of the wagers, or what the rulebook's data take as usual.
    fn usual_lock(&self, offers: &[&Offer]) -> LockMode {
        let families = offers.iter().filter_map(|offer| self.rulebook.families.get(&offer.wager));
        let mut demanded = families.filter_map(|family| family.jackpot.lock);
        let usual = self.rulebook.file.link.as_ref().map_or(LockMode::All, |link| link.lock);
        demanded.next().unwrap_or(usual)
    }

    fn usual_level(&self, terms: &Terms) -> Option<Amount> {
        let levels = self.rulebook.file.link.as_ref()?.executive_from.as_slice();
        levels.iter().map(|level| level.0).find(|level| level.currency() == terms.currency)
    }
}
