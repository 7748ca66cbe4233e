//! Which words of its links a table has heard. The table is to keep this itself.

use std::collections::{BTreeMap, BTreeSet};

use crate::link::Fine;
use crate::name::Name;

/// What a table has heard of one link.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct OfLink {
    /// Everything up to this word.
    upto: u32,
    /// Words after that.
    beyond: BTreeSet<u32>,
    /// The last word about contact.
    contact: u32,
    /// The money that came with them.
    received: Fine,
}

/// What a table has heard of its links.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Heard(BTreeMap<Name, OfLink>);

impl Heard {
    /// Whether a word was heard.
    pub fn has(&self, link: Name, number: u32) -> bool {
        self.0.get(&link).is_some_and(|of| number <= of.upto || of.beyond.contains(&number))
    }

    /// Up to which word everything was heard.
    pub fn upto(&self, link: Name) -> u32 {
        self.0.get(&link).map_or(0, |of| of.upto)
    }

    /// Whether a word about contact is newer than the last.
    pub fn is_news(&self, link: Name, number: u32) -> bool {
        self.0.get(&link).is_none_or(|of| number > of.contact)
    }

    /// The money that came from a link.
    pub fn received(&self, link: Name) -> Fine {
        self.0.get(&link).map(|of| of.received).unwrap_or_default()
    }

    /// A word is heard.
    pub fn take(&mut self, link: Name, number: u32, contact: bool, money: Fine) {
        let of = self.0.entry(link).or_default();
        of.beyond.insert(number);
        while of.beyond.remove(&of.upto.saturating_add(1)) {
            of.upto = of.upto.saturating_add(1);
        }
        if contact {
            of.contact = of.contact.max(number);
        }
        of.received += money;
    }
}
