//! One turn of the floor: everything that waits is decided on a copy, kept, and put in place.

use std::collections::BTreeSet;
use std::num::NonZero;

use banco_engine::Hidden;
use banco_engine::link::TableId;
use banco_engine::pit::{State, Stream};
use banco_engine::table::{Phase, Table};
use banco_house::Said;
use banco_journal::{Batch, CommandId, Hash, Head, Kept, StoreError, StreamName, Write};
use futures_util::future::join_all;

use crate::ask::{Answered, Ask, Unanswered, Wish};
use crate::books::{Books, name_of};
use crate::floor::{Floor, Happened, Waiting};
use crate::load::{LoadError, RULES, catch_up, read_rules};
use crate::write::{Pen, Ready, Unwritable, decide, machine_id};

/// How often something is decided again when other nodes are faster.
const TRIES: u32 = 16;

/// Decisions that have a stream in common: they are kept together or not at all.
struct Group {
    streams: BTreeSet<StreamName>,
    parts: Vec<Part>,
}

/// One ask, with what follows from it by itself.
struct Part {
    order: usize,
    ready: Vec<Ready>,
    waiting: Waiting,
}

impl Floor {
    fn pen(&self) -> Pen<'_> {
        Pen {
            keyring: &self.keyring,
            chance: self.options.chance,
            people: &*self.options.people,
            house: self.house,
            now: self.options.clock.now(),
        }
    }

    /// Decides everything that waits, keeps it, and answers.
    pub(crate) async fn turn(&mut self, asks: Vec<Waiting>) {
        if let Some(broken) = self.broken.get() {
            let error = Unanswered::Away(StoreError::Damaged(broken.clone()));
            asks.into_iter().for_each(|waiting| waiting.answer(Err(error.clone())));
            return;
        }
        let (groups, twins) = self.decide_all(asks);
        let store = std::sync::Arc::clone(&self.store);
        let kept = groups.iter().map(|group| store.append(group.batches()));
        let kept = join_all(kept).await;
        let mut again: Vec<(Waiting, bool)> = twins.into_iter().map(|twin| (twin, false)).collect();
        let (mut happened, mut answers) = (Vec::new(), Vec::new());
        for (group, kept) in groups.into_iter().zip(kept) {
            match kept {
                Ok(()) => {
                    for part in group.parts {
                        let (answer, more) = self.put(&part.waiting.ask, part.ready);
                        happened.extend(more);
                        answers.push((part.waiting, answer));
                    }
                }
                Err(error) => {
                    let unknown = matches!(error, StoreError::Unknown(_));
                    again.extend(group.parts.into_iter().map(|part| (part.waiting, unknown)));
                }
            }
        }
        // Whoever is answered sees what they are told of.
        self.show(happened);
        answers.into_iter().for_each(|(waiting, answer)| waiting.answer(answer));
        // Whatever failed together is tried one by one.
        for (waiting, unknown) in again {
            let answer = self.alone(&waiting.ask, unknown).await;
            waiting.answer(answer);
        }
    }

    /// Decides on a copy, each after those before it. What was asked twice is left for later.
    fn decide_all(&self, asks: Vec<Waiting>) -> (Vec<Group>, Vec<Waiting>) {
        let mut copy = self.books.clone();
        let (mut groups, mut twins, mut ids) = (Vec::new(), Vec::new(), BTreeSet::new());
        for (order, waiting) in asks.into_iter().enumerate() {
            if !ids.insert(waiting.ask.id) {
                twins.push(waiting);
                continue;
            }
            match decide_one(&waiting.ask, &mut copy, &self.pen()) {
                Ok(ready) => join(&mut groups, Part { order, ready, waiting }),
                Err(problem) => waiting.answer(Err(unwritable(&problem))),
            }
        }
        (groups, twins)
    }

    /// Does what shoes have left undone: those of a journal that an older program wrote, since a shoe is
    /// promised and shown together with what it follows.
    pub(crate) async fn hear_shoes(&mut self) {
        for table in self.books.with_words_of_shoes() {
            let Some((what, act)) = self.books.shoe_says(table) else { continue };
            let Some(stream) = name_of(Stream::Table(table)) else { continue };
            let id = machine_id(what, [(&stream, self.books.head(&stream))]);
            let ask = Ask::new(id, Hash::NONE, Wish::Said(act.into_said()));
            // If it cannot be kept now, it follows from whatever happens next at the table.
            drop(self.alone(&ask, false).await);
        }
    }

    /// Puts what was kept in place. Says what is answered, and what has happened.
    fn put(&mut self, ask: &Ask, ready: Vec<Ready>) -> (Result<Answered, Unanswered>, Vec<Happened>) {
        let answer = ready.first().map(|ready| ready.batch.answer.clone());
        let mut happened = Vec::new();
        for ready in ready {
            self.note_due(&ready);
            ready.put_into(&mut self.books);
            let ends = ready.batch.writes.iter().map(|write| (write.stream.clone(), write.head().version));
            if !ready.batch.writes.is_empty() {
                let (at, cause) = (ready.batch.at, ready.batch.cause);
                let happenings = ready.decision.happenings;
                happened.push(Happened { at, cause, streams: ends.collect(), happenings });
            }
        }
        if let Some(rules) = ask.rules().filter(|_| !happened.is_empty()) {
            self.books.learn_rules(rules);
        }
        let answer = answer.map(|answer| Answered { answer, again: false });
        (answer.ok_or(Unanswered::Unknown), happened)
    }

    /// Notes the streams of which a snapshot is to be kept: at the end of a shoe, and after so many events.
    fn note_due(&mut self, ready: &Ready) {
        let Some(every) = NonZero::new(self.options.snapshot_every) else { return };
        let crosses = |write: &&Write| write.after.version / every != write.head().version / every;
        self.due.extend(ready.batch.writes.iter().filter(crosses).map(|write| write.stream.clone()));
        let is_over = |table: Option<&Table>| table.is_some_and(|table| table.phase() == Phase::BetweenShoes);
        for touched in &ready.decision.touched {
            if let (Stream::Table(at), State::Table(after)) = (touched.stream, &touched.after)
                && is_over(Some(after))
                && !is_over(self.books.pit().table(at))
            {
                self.due.extend(name_of(touched.stream));
            }
        }
    }

    /// One ask by itself, decided again as often as others are faster. Where a try has ended nobody knows how, nothing is
    /// said to have happened or not until the store tells.
    async fn alone(&mut self, ask: &Ask, mut unknown: bool) -> Result<Answered, Unanswered> {
        for _ in 0..TRIES {
            let kept = self.store.command(ask.id).await;
            if let Some(kept) = kept.map_err(|error| untold(error, unknown))? {
                self.follow_streams(ask).await;
                return same(kept, ask);
            }
            let ready = decide_one(ask, &mut self.books.clone(), &self.pen());
            let ready = ready.map_err(|problem| unwritable(&problem))?;
            match self.store.append(ready.iter().map(|ready| ready.batch.clone()).collect()).await {
                Ok(()) => {
                    let (answer, happened) = self.put(ask, ready);
                    self.show(happened);
                    return answer;
                }
                Err(StoreError::Moved(_) | StoreError::Known(_)) => self.follow_streams(ask).await,
                // Another node has kept the same rules meanwhile.
                Err(StoreError::ItemMoved { space, .. }) if space == RULES => {
                    let read = read_rules(&*self.store, &mut self.books, &self.options.rules_read).await;
                    self.note(read);
                }
                // The next look at the command tells.
                Err(StoreError::Unknown(_)) => unknown = true,
                Err(error) => return Err(untold(error, unknown)),
            }
            if let Some(broken) = self.broken.get() {
                return Err(Unanswered::Away(StoreError::Damaged(broken.clone())));
            }
        }
        Err(Unanswered::Unknown)
    }

    /// Reads what others have written to the streams that an ask concerns.
    async fn follow_streams(&mut self, ask: &Ask) {
        let streams = streams_of(&ask.wish, &self.books);
        self.follow_others(Some(streams.into_iter().filter_map(name_of).collect())).await;
    }

    /// Reads what other nodes have written: to these streams, or to all.
    pub(crate) async fn follow_others(&mut self, streams: Option<BTreeSet<StreamName>>) {
        let mut happened = Vec::new();
        let read = self.read_others(streams, &mut happened).await;
        // What was applied before a read failed is told all the same: nobody would ever tell it again.
        self.show(happened);
        self.note(read);
    }

    /// What cannot be read for ever ends the floor; what cannot be read now is read later.
    fn note(&mut self, read: Result<(), LoadError>) {
        match read {
            Ok(())
            | Err(LoadError::Store(
                StoreError::Away(_)
                | StoreError::Busy
                | StoreError::Full
                | StoreError::Unknown(_)
                | StoreError::Stopped(_),
            )) => {}
            Err(error) => {
                let _ = self.broken.set(error.to_string());
            }
        }
    }

    async fn read_others(
        &mut self,
        streams: Option<BTreeSet<StreamName>>,
        happened: &mut Vec<Happened>,
    ) -> Result<(), LoadError> {
        let asked = streams.map(|streams| streams.into_iter().collect());
        let heads = self.store.heads(asked).await?;
        let behind =
            heads.into_iter().filter(|(stream, head)| self.books.head(stream).version < head.version);
        let behind: Vec<(StreamName, Head)> = behind.collect();
        for (stream, head) in behind {
            let (at, rules) = ((&stream, head.fence), &self.options.rules_read);
            catch_up(&*self.store, &self.keyring, &mut self.books, at, rules, happened).await?;
        }
        Ok(())
    }
}

impl Group {
    fn batches(&self) -> Vec<Batch> {
        self.parts.iter().flat_map(|part| &part.ready).map(|ready| ready.batch.clone()).collect()
    }
}

/// Decides an ask and whatever follows from it by itself: tables hear what links have said to them, and what
/// their shoes promise and show. All of it is kept together.
fn decide_one(ask: &Ask, books: &mut Books, pen: &Pen<'_>) -> Result<Vec<Ready>, Unwritable> {
    let first = decide(ask, books, pen)?;
    first.put_into(books);
    let mut to_hear: Vec<TableId> = first.decision.to_hear.iter().copied().collect();
    let mut all = vec![first];
    while let Some(table) = to_hear.pop() {
        let delivery = |_: &Books| Some(("deliver", Wish::Deliver(table)));
        if let Some(delivery) = follow(table, delivery, books, pen)? {
            to_hear.extend(delivery.decision.to_hear.iter().copied());
            all.push(delivery);
        }
    }
    let tables: BTreeSet<TableId> = all.iter().flat_map(tables_of).collect();
    for table in tables {
        let said =
            |books: &Books| books.shoe_says(table).map(|(what, act)| (what, Wish::Said(act.into_said())));
        while let Some(word) = follow(table, said, books, pen)? {
            all.push(word);
        }
    }
    Ok(all)
}

/// The tables that a decision changes.
fn tables_of(ready: &Ready) -> impl Iterator<Item = TableId> {
    ready.decision.touched.iter().filter_map(|touched| match touched.stream {
        Stream::Table(table) => Some(table),
        Stream::Link(_) | Stream::Account(_) => None,
    })
}

/// Decides what a machine of the house says to a table now, if anything. What a table does not take is not
/// written down: it goes on waiting.
fn follow(
    table: TableId,
    says: impl Fn(&Books) -> Option<(&'static str, Wish)>,
    books: &mut Books,
    pen: &Pen<'_>,
) -> Result<Option<Ready>, Unwritable> {
    let Some((stream, (what, wish))) = name_of(Stream::Table(table)).zip(says(books)) else {
        return Ok(None);
    };
    let id = machine_id(what, [(&stream, books.head(&stream))]);
    let ready = decide(&Ask::new(id, Hash::NONE, wish), books, pen)?;
    if ready.batch.writes.is_empty() {
        return Ok(None);
    }
    ready.put_into(books);
    Ok(Some(ready))
}

/// Adds a part to the groups with which it has a stream in common; they become one.
fn join(groups: &mut Vec<Group>, part: Part) {
    let mut streams: BTreeSet<StreamName> = part.ready.iter().flat_map(Ready::streams).cloned().collect();
    let (common, apart): (Vec<Group>, Vec<Group>) =
        groups.drain(..).partition(|group| !group.streams.is_disjoint(&streams));
    let mut parts = vec![part];
    for group in common {
        streams.extend(group.streams);
        parts.extend(group.parts);
    }
    parts.sort_by_key(|part| part.order);
    groups.extend(apart);
    groups.push(Group { streams, parts });
}

/// What was answered the first time, if it was the same thing.
fn same(kept: Kept, ask: &Ask) -> Result<Answered, Unanswered> {
    match kept.body == ask.body {
        true => Ok(Answered { answer: kept.answer, again: true }),
        false => Err(Unanswered::OtherBody(ask.id)),
    }
}

fn unwritable(problem: &Unwritable) -> Unanswered {
    match problem {
        Unwritable::NoRandomness(why) => Unanswered::NoRandomness(*why),
        Unwritable::Record(_) | Unwritable::Json(_) | Unwritable::Seal(_) | Unwritable::NoName(_) => {
            Unanswered::Away(StoreError::Stopped(problem.to_string()))
        }
    }
}

/// Why there is no answer. An earlier try whose end nobody knows may still be kept by a store that is away.
fn untold(error: StoreError, unknown: bool) -> Unanswered {
    match error {
        StoreError::Away(_) | StoreError::Stopped(_) | StoreError::Busy | StoreError::Full if unknown => {
            Unanswered::Unknown
        }
        StoreError::Fenced(_) => Unanswered::Fenced,
        StoreError::Busy => Unanswered::Busy,
        StoreError::Unknown(_) => Unanswered::Unknown,
        other => Unanswered::Away(other),
    }
}

/// The streams that a wish concerns.
pub(crate) fn streams_of(wish: &Wish, books: &Books) -> BTreeSet<Stream> {
    match wish {
        Wish::Said(Said::Command(by, command)) => books.pit().streams_of(*by, command),
        Wish::Said(Said::Word(word)) => books.pit().streams_of_word(word),
        Wish::Draw(draw) => {
            let card = draw.with(Hidden::unknown()).into_said();
            streams_of(&Wish::Said(card), books)
        }
        Wish::PutUp { table, .. } | Wish::Deliver(table) => BTreeSet::from([Stream::Table(*table)]),
    }
}

/// An id of a machine's own, for whoever does something about a table.
#[must_use]
pub fn id_for(what: &str, stream: &StreamName, books: &Books) -> CommandId {
    machine_id(what, [(stream, books.head(stream))])
}

/// The same for a wish: another id as soon as anything has moved that it concerns. A command of the table's
/// dealer may change nothing but a link, and the next one is another command then.
#[must_use]
pub fn id_for_wish(what: &str, wish: &Wish, books: &Books) -> CommandId {
    let streams: Vec<StreamName> = streams_of(wish, books).into_iter().filter_map(name_of).collect();
    machine_id(what, streams.iter().map(|stream| (stream, books.head(stream))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_of_what_nobody_knows() {
        let away = || StoreError::Away("gone".to_owned());
        assert_eq!(untold(away(), false), Unanswered::Away(away()));
        for error in [away(), StoreError::Busy, StoreError::Full, StoreError::Stopped("gone".to_owned())] {
            assert_eq!(untold(error, true), Unanswered::Unknown);
        }
    }
}
