//! Tables, links and shoes as they are after everything that was written down.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use banco_engine::Name;
use banco_engine::link::{Link, TableId};
use banco_engine::pit::{Decision, Happening, Pit, State, Stream};
use banco_engine::record::Record;
use banco_engine::table::{CardSource, Event, Person, Rules};
use banco_house::{Act, CardNews, Chance, Draw, Heard, NoRandomness, VirtualShoe};
use banco_journal::{Head, StreamName};
use banco_rulebook::Bundle;
use rpds::RedBlackTreeMapSync;

/// The state of a floor. A copy costs little: tables, links and shoes are shared until they change.
#[derive(Clone, Default, Debug)]
pub struct Books {
    pit: Pit,
    heads: RedBlackTreeMapSync<StreamName, Head>,
    shoes: BTreeMap<TableId, Arc<VirtualShoe>>,
    /// Shoes before these that were promised and are not shown yet.
    over: BTreeMap<TableId, Vec<Arc<VirtualShoe>>>,
    heard: BTreeMap<TableId, Heard>,
    /// Rules that are kept in the journal.
    kept_rules: Arc<BTreeSet<String>>,
}

/// The name under which a stream of the engine is kept.
#[must_use]
pub fn name_of(stream: Stream) -> Option<StreamName> {
    match stream {
        Stream::Table(table) => StreamName::new(&format!("table/{}", table.0)).ok(),
        Stream::Link(link) => StreamName::new(&format!("link/{link}")).ok(),
        Stream::Account(person) => StreamName::new(&format!("account/{}", person.0)).ok(),
    }
}

/// The stream of the engine that is kept under a name; nothing for what others keep.
pub(crate) fn stream_of(name: &StreamName) -> Option<Stream> {
    let id = name.id()?;
    let stream = match name.kind() {
        "table" => Stream::Table(TableId(id.parse().ok()?)),
        "link" => Stream::Link(Name::new(id)),
        "account" => Stream::Account(Person(id.parse().ok()?)),
        _ => return None,
    };
    // `table/07` is no name of a table.
    (name_of(stream).as_ref() == Some(name)).then_some(stream)
}

/// All that belongs to one stream.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) state: State,
    pub(crate) head: Head,
    pub(crate) shoe: Option<Arc<VirtualShoe>>,
    /// Shoes before it that were promised and are not shown yet.
    pub(crate) over: Vec<Arc<VirtualShoe>>,
    pub(crate) heard: Heard,
}

impl Books {
    /// All that belongs to one stream; nothing where it has no event yet.
    pub(crate) fn part(&self, stream: Stream) -> Option<Part> {
        let (state, head) = (self.pit.state(stream)?, self.head(&name_of(stream)?));
        let Stream::Table(table) = stream else {
            return Some(Part { state, head, shoe: None, over: Vec::new(), heard: Heard::default() });
        };
        let (shoe, over) = (self.shoes.get(&table).cloned(), self.over.get(&table).cloned());
        Some(Part { state, head, shoe, over: over.unwrap_or_default(), heard: self.heard_at(table) })
    }

    /// Puts all that belongs to one stream in place of what is there.
    pub(crate) fn put_part(&mut self, stream: Stream, part: Part) {
        let Some(name) = name_of(stream) else { return };
        self.heads.insert_mut(name, part.head);
        self.pit.put_back(stream, part.state);
        if let Stream::Table(table) = stream {
            self.heard.insert(table, part.heard);
            match part.shoe {
                Some(shoe) => drop(self.shoes.insert(table, shoe)),
                None => drop(self.shoes.remove(&table)),
            }
            match part.over.is_empty() {
                true => drop(self.over.remove(&table)),
                false => drop(self.over.insert(table, part.over)),
            }
        }
    }

    /// Takes a stream out, as before its first event.
    pub(crate) fn take_out(&mut self, stream: Stream) {
        self.pit.take_out(stream);
        if let Some(name) = name_of(stream) {
            self.heads.remove_mut(&name);
        }
        if let Stream::Table(table) = stream {
            self.heard.remove(&table);
            self.shoes.remove(&table);
            self.over.remove(&table);
        }
    }

    /// Tables and links.
    #[must_use]
    pub const fn pit(&self) -> &Pit {
        &self.pit
    }

    pub(crate) const fn pit_mut(&mut self) -> &mut Pit {
        &mut self.pit
    }

    /// Where a stream ends.
    #[must_use]
    pub fn head(&self, stream: &StreamName) -> Head {
        self.heads.get(stream).copied().unwrap_or_default()
    }

    /// All streams.
    pub fn heads(&self) -> impl Iterator<Item = (&StreamName, Head)> {
        self.heads.iter().map(|(stream, head)| (stream, *head))
    }

    pub(crate) fn set_head(&mut self, stream: StreamName, head: Head) {
        self.heads.insert_mut(stream, head);
    }

    /// The shoe of a table that deals from a virtual one.
    #[must_use]
    pub fn shoe(&self, table: TableId) -> Option<&VirtualShoe> {
        self.shoe_of(table).map(|shoe| &**shoe)
    }

    /// The same. A virtual shoe that was shuffled before somebody loaded real cards has nothing to do with those.
    pub(crate) fn shoe_of(&self, table: TableId) -> Option<&Arc<VirtualShoe>> {
        let source = self.pit.table(table).map(|known| known.shoe().source);
        self.shoes.get(&table).filter(|_| source.is_none_or(|source| source == CardSource::Virtual))
    }

    /// The shoe of a table, at a table that knows already what has happened to it. The one before is kept
    /// until it is shown.
    pub(crate) fn set_shoe(&mut self, table: TableId, shoe: Arc<VirtualShoe>) {
        let promised = self.pit.table(table).is_some_and(|known| !known.unopened().is_empty());
        let other = |before: &Arc<VirtualShoe>| promised && !before.is_same_stack(&shoe);
        let before = self.shoes.get(&table).filter(|before| other(before)).cloned();
        if let Some(before) = before {
            self.over.entry(table).or_default().push(before);
        }
        self.shoes.insert(table, shoe);
    }

    /// Lets go of shoes that have been shown.
    pub(crate) fn forget_shown(&mut self, table: TableId) {
        if self.pit.table(table).is_none_or(|known| known.to_be_opened().next().is_none()) {
            self.over.remove(&table);
        }
    }

    /// A card of a virtual shoe, if it is the one that is due.
    pub(crate) fn drawn(&self, draw: Draw) -> Option<Act> {
        let table = self.pit.table(draw.table())?;
        let is_due = Draw::due(draw.table(), table, draw.burnt) == draw;
        let card = self.shoe(draw.table()).filter(|_| is_due)?.hidden(draw.place)?;
        Some(draw.with(card))
    }

    /// What the shoe has to say to its table now, and what that is called: a shoe that is over is shown, and
    /// the next one is promised.
    pub(crate) fn shoe_says(&self, table: TableId) -> Option<(&'static str, Act)> {
        let known = self.pit.table(table)?;
        let shown = known.to_be_opened().find_map(|promised| {
            let kept = self.over.get(&table).into_iter().flatten().chain(self.shoes.get(&table));
            kept.into_iter().find(|shoe| shoe.opening().root() == promised.root)
        });
        if let Some(shoe) = shown {
            return Some(("show", Act::shoe_is_shown(table, shoe)));
        }
        let shoe = self.shoe(table).filter(|_| known.awaits_commitment())?;
        Some(("promise", Act::shoe_is_promised(table, known.shoe().number, shoe)))
    }

    /// All tables whose shoe has something to say.
    pub(crate) fn with_words_of_shoes(&self) -> Vec<TableId> {
        let tables = self.pit.tables().map(|(table, _)| table);
        tables.filter(|table| self.shoe_says(*table).is_some()).collect()
    }

    /// Who has had their say about the bank of a table, by what was said.
    #[must_use]
    pub fn heard_at(&self, table: TableId) -> Heard {
        self.heard.get(&table).cloned().unwrap_or_default()
    }

    pub(crate) fn heard(&mut self, table: TableId) -> &mut Heard {
        self.heard.entry(table).or_default()
    }

    /// Whether rules are kept already.
    pub(crate) fn knows_rules(&self, id: &str) -> bool {
        self.kept_rules.contains(id)
    }

    pub(crate) fn learn_rules(&mut self, rules: &Arc<Rules>) {
        Arc::make_mut(&mut self.kept_rules).insert(Bundle::from_terms(&rules.terms).id().to_string());
        self.pit.know(Arc::clone(rules));
    }

    /// What a record tells, as it happened; a link is known once it has followed its first record.
    #[must_use]
    pub fn happening(&self, record: &Record) -> Option<Happening> {
        match record {
            Record::Table { table, event, .. } => Some(Happening::Table(*table, event.clone())),
            Record::Account { account, event, .. } => Some(Happening::Account(*account, event.clone())),
            Record::Link { link, event, .. } => {
                let setup = self.pit.link(link).map(Link::setup);
                setup.map(|setup| Happening::Link(Arc::clone(setup), event.clone()))
            }
        }
    }

    /// Changes tables and links by a record.
    pub(crate) fn evolve(&mut self, record: &Record) {
        match record {
            Record::Table { table, event, .. } => self.pit.evolve_table(*table, event),
            Record::Account { account, event, .. } => self.pit.evolve_account(*account, event),
            Record::Link { link, event, .. } => self.pit.evolve_link(*link, event),
        }
    }

    /// Puts what was decided in place.
    pub(crate) fn put(&mut self, decision: Decision) {
        for happening in self.pit.swap(decision) {
            if let Happening::Table(table, event) = happening {
                self.heard(table).follow(&event);
                self.forget_shown(table);
            }
        }
    }

    /// The shoe of a table after an event that changes it: a new one is drawn where the cards are shuffled.
    pub(crate) fn shoe_after(
        &self,
        table: TableId,
        event: &Event,
        chance: Chance,
    ) -> Result<ShoeAfter, NoRandomness> {
        let Some(known) = self.pit.table(table) else { return Ok(ShoeAfter::Same) };
        let Some(news) = CardNews::from_event(known, event) else { return Ok(ShoeAfter::Same) };
        let before = self.shoe(table).cloned();
        let after = news.follow(known, before, chance)?.map(Arc::new);
        Ok(match (news, after) {
            (_, None) => ShoeAfter::Same,
            (CardNews::Cut { .. }, Some(shoe)) => ShoeAfter::Cut(shoe),
            (CardNews::Shuffled { .. } | CardNews::TakenBack { .. }, Some(shoe)) => ShoeAfter::New(shoe),
        })
    }
}

/// What an event does to a shoe.
pub(crate) enum ShoeAfter {
    /// Nothing.
    Same,
    /// It is cut, as everybody knows.
    Cut(Arc<VirtualShoe>),
    /// It is another one, which nobody knows.
    New(Arc<VirtualShoe>),
}
