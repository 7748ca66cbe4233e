//! Tables that nobody deals at: an automatic dealer with a pace, and automatic participants.
//!
//! They are clients of the floor like everybody else: they look at the books, ask, and wait for what happens. What the house
//! does at a moment has one name on every node, so that it happens once.

use std::sync::Arc;
use std::time::Duration;

use banco_engine::link::TableId;
use banco_engine::pit::Stream;
use banco_engine::table::{BankStage, Person, Phase, Stage, Table, Viewer, view};
use banco_house::{
    Act, Advice, AutomaticDealer, AutomaticParticipant, Doing, Draw, Heard, HouseRandom, Next, Sight,
};
use banco_journal::{CommandId, Hash, StreamName};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout_at};

use crate::ask::{Answered, Ask, Unanswered, Wish};
use crate::books::{Books, name_of};
use crate::floor::{Commit, Handle};
use crate::turn::{id_for, id_for_wish};

/// How long the house waits after it was refused.
const AFTER_REFUSAL: Duration = Duration::from_millis(250);

/// How often a table that rests looks whether somebody has come.
const RESTS: Duration = Duration::from_secs(1);

/// How many commits wait for the house or a bot.
const FOLLOWED: usize = 64;

/// How fast a table goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// A step of the preparation.
    pub prepare: Duration,
    /// A card comes out.
    pub card: Duration,
    /// Cards are turned, wagers are settled, cards are cleared.
    pub step: Duration,
    /// How long wagers are taken.
    pub betting: Duration,
    /// How long somebody is waited for.
    pub answer: Duration,
}

impl Pace {
    /// For people.
    pub const NORMAL: Self = Self {
        prepare: Duration::from_millis(150),
        card: Duration::from_millis(700),
        step: Duration::from_millis(900),
        betting: Duration::from_secs(15),
        answer: Duration::from_secs(20),
    };

    const fn before(&self, doing: Doing) -> Duration {
        match doing {
            Doing::Prepares | Doing::Cuts | Doing::LoadsShoe => self.prepare,
            Doing::OffersBank
            | Doing::ClosesBidding
            | Doing::ClosesClaims
            | Doing::ClosesBets
            | Doing::DealsWithoutWagers
            | Doing::TurnsCards
            | Doing::ClosesChoices
            | Doing::PlaysHouseWay
            | Doing::PaysOut
            | Doing::ReportsTooFewCards
            | Doing::Approves
            | Doing::Settles
            | Doing::Jackpot
            | Doing::EndsRound
            | Doing::ClearsTable
            | Doing::CollectsVigorish => self.step,
            Doing::FillsTray | Doing::SealsTrigger => Duration::ZERO,
        }
    }
}

/// The house at a table.
pub struct Croupier {
    floor: Handle,
    table: TableId,
    stream: StreamName,
    dealer: AutomaticDealer,
    pace: Pace,
    random: HouseRandom,
    commits: mpsc::Receiver<Arc<Commit>>,
    /// Whoever was asked about the bank and said nothing, and what everybody had said then.
    silent: Vec<Person>,
    said: Heard,
    /// Until when wagers are taken, once they are.
    until: Option<Instant>,
    /// Who is waited for at which moment of the game, and until when: whatever others do gives nobody more time.
    waits: Option<(Moment, Instant)>,
    /// Bids or claims, while everybody may speak.
    open: Option<Open>,
    /// By which lease, where there are several nodes.
    term: Option<u64>,
    /// How often the house asked in vain since what it asks about has moved. What was refused stays refused under its
    /// name.
    in_vain: (CommandId, u32),
    /// Whether a new round is worth while, where somebody wants to know.
    goes_on: Option<GoesOn>,
    /// Who is told how long there is time, and what was told last.
    tells: Option<TellsTime>,
    told: Option<(Awaited, Instant)>,
}

/// What the house gives time for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// Wagers.
    Wagers,
    /// Somebody's answer.
    Answer,
}

/// Hears for what there is time, how much of it is left, and how much there was; nothing where the house goes on by itself.
pub type TellsTime = Arc<dyn Fn(Option<(Awaited, Duration, Duration)>) + Send + Sync>;

/// Bids or claims: since when everybody may speak, and when somebody last has.
#[derive(Clone, Copy, Debug)]
struct Open {
    stage: BankStage,
    since: Instant,
    spoke: Instant,
}

impl Open {
    /// Everybody has the time of an answer, and a quarter of it after each raise; but nobody holds the table up for longer
    /// than three answers.
    fn ends(self, answer: Duration) -> Instant {
        (self.since + answer).max(self.spoke + answer / 4).min(self.since + answer * 3)
    }
}

/// A moment of the game at which somebody is asked.
type Moment = (Vec<Person>, Phase, Stage, BankStage);

/// Whether somebody is there for whom a new round is worth while.
pub type GoesOn = Arc<dyn Fn(&Table) -> bool + Send + Sync>;

impl Croupier {
    /// The house at a table; nothing where the table has no name in the journal.
    #[must_use]
    pub fn new(
        floor: Handle,
        dealer: AutomaticDealer,
        table: TableId,
        pace: Pace,
        random: HouseRandom,
        term: Option<u64>,
    ) -> Option<Self> {
        let stream = name_of(Stream::Table(table))?;
        let commits = floor.follow(std::slice::from_ref(&stream), FOLLOWED);
        let (silent, said, until) = (Vec::new(), Heard::default(), None);
        let (waits, open, goes_on, tells, told) = (None, None, None, None, None);
        Some(Self {
            floor,
            table,
            stream,
            dealer,
            pace,
            random,
            commits,
            silent,
            said,
            until,
            waits,
            open,
            term,
            in_vain: (CommandId::default(), 0),
            goes_on,
            tells,
            told,
        })
    }

    /// Begins no round while nobody is there for whom it is worth while. A round that has begun is finished.
    #[must_use]
    pub fn while_worth(mut self, goes_on: GoesOn) -> Self {
        self.goes_on = Some(goes_on);
        self
    }

    /// Tells somebody how long there is time, whenever that changes.
    #[must_use]
    pub fn telling_time(mut self, tells: TellsTime) -> Self {
        self.tells = Some(tells);
        self
    }

    fn tell_time(&mut self) {
        let Some(tells) = &self.tells else { return };
        let answer = self.waits.as_ref().map(|(_, until)| (Awaited::Answer, *until));
        let now = self.until.map(|until| (Awaited::Wagers, until)).or(answer);
        if now != self.told {
            self.told = now;
            tells(now.map(|(what, until)| {
                let whole = if what == Awaited::Wagers { self.pace.betting } else { self.pace.answer };
                (what, until.saturating_duration_since(Instant::now()), whole)
            }));
        }
    }

    /// Whether the table rests: no round is under way, and none is worth while.
    fn rests(&self, books: &Books) -> bool {
        let Some((goes_on, table)) = self.goes_on.as_ref().zip(books.pit().table(self.table)) else {
            return false;
        };
        table.phase() == Phase::Betting && !goes_on(table)
    }

    /// Deals until the floor closes or another node has taken the table over.
    pub async fn run(mut self) {
        loop {
            match self.step().await {
                Ok(()) => {}
                Err(Unanswered::Fenced | Unanswered::Closing) => return,
                // Whatever it was, it passes, or the books will have changed.
                Err(_) => sleep(Duration::from_millis(250)).await,
            }
        }
    }

    /// Does what comes next, or waits for somebody else to do it.
    ///
    /// # Errors
    /// Why the floor did not answer.
    pub async fn step(&mut self) -> Result<(), Unanswered> {
        let books = self.floor.books();
        let mut heard = books.heard_at(self.table);
        if heard != self.said {
            self.said.clone_from(&heard);
            self.silent.clear();
            self.open.iter_mut().for_each(|open| open.spoke = Instant::now());
        }
        let stage = books
            .pit()
            .table(self.table)
            .filter(|table| Heard::concerns(table))
            .map(|table| table.bank().stage);
        self.open = self.open.filter(|open| Some(open.stage) == stage);
        self.silent.iter().for_each(|person| heard.add(*person));
        if self.rests(&books) {
            self.until = None;
            self.tell_time();
            self.moved(Instant::now() + RESTS).await;
            return Ok(());
        }
        if let Some(fill) = self.dealer.tops_up(books.pit()) {
            return self.asks("tops up", &books, fill).await;
        }
        let next = self.dealer.next(books.pit(), &heard, &mut self.random);
        if !matches!(next, Next::TakesWagers) {
            self.until = None;
        }
        if !matches!(next, Next::Asks(_)) {
            self.waits = None;
        }
        if !matches!(next, Next::TakesWagers | Next::Asks(_)) {
            self.tell_time();
        }
        match next {
            Next::Does(doing, act) => {
                sleep(self.pace.before(doing)).await;
                self.does(&books, &act).await
            }
            Next::Draws(draw) => self.draws(&books, draw).await,
            Next::Asks(people) => self.waits_for(&books, &people).await,
            Next::TakesWagers => self.takes_wagers(&books).await,
            Next::Lacks(..) | Next::Waits(_) => {
                self.silent.clear();
                self.moved(Instant::now() + self.pace.answer).await;
                Ok(())
            }
        }
    }

    /// Asks for something that the house does, unless the table has moved on meanwhile.
    async fn does(&mut self, seen: &Books, act: &Act) -> Result<(), Unanswered> {
        if let Some(fill) = self.dealer.fill_before(seen.pit(), act) {
            return self.asks("fill", seen, fill).await;
        }
        self.asks("does", seen, act.clone()).await
    }

    /// What the dealer says is the dealer's; what somebody should have said is said in their place.
    async fn asks(&mut self, what: &str, seen: &Books, act: Act) -> Result<(), Unanswered> {
        self.wishes(what, seen, Wish::Said(act.into_said())).await
    }

    async fn wishes(&mut self, what: &str, seen: &Books, wish: Wish) -> Result<(), Unanswered> {
        let state = id_for_wish("", &wish, seen);
        if self.in_vain.0 != state {
            self.in_vain = (state, 0);
        }
        let id = id_for_wish(&format!("{what} {}", self.in_vain.1), &wish, seen);
        let mut ask = Ask::new(id, Hash::over(what.as_bytes()), wish.clone()).for_absent();
        ask.term = self.term;
        let answered: Answered = self.floor.ask(ask).await?;
        if !answered.happened() || id_for_wish("", &wish, &self.floor.books()) == state {
            // Somebody else was faster, or something must happen elsewhere first; the next look tells.
            self.in_vain.1 += 1;
            self.moved(Instant::now() + AFTER_REFUSAL).await;
        }
        Ok(())
    }

    async fn draws(&mut self, seen: &Books, draw: Draw) -> Result<(), Unanswered> {
        sleep(self.pace.card).await;
        if seen.drawn(draw).is_some() {
            return self.wishes("draws", seen, Wish::Draw(draw)).await;
        }
        // The shoe is not here, or has no such card: the floor must look.
        sleep(self.pace.answer).await;
        Ok(())
    }

    /// Somebody is waited for; whoever says nothing is passed over.
    async fn waits_for(&mut self, seen: &Books, people: &[Person]) -> Result<(), Unanswered> {
        let Some(table) = seen.pit().table(self.table) else { return Ok(()) };
        let (stage, now) = (table.bank().stage, Instant::now());
        let all = Heard::concerns(table);
        let moment = (people.to_vec(), table.phase(), table.round().stage, stage);
        let until = match self.waits.take() {
            _ if all => {
                let open = self.open.get_or_insert(Open { stage, since: now, spoke: now });
                open.ends(self.pace.answer)
            }
            Some((before, until)) if before == moment => until,
            _ => now + self.pace.answer,
        };
        if now < until {
            self.waits = Some((moment, until));
            self.tell_time();
            self.moved(until).await;
            return Ok(());
        }
        if all {
            self.silent.extend(people);
        }
        let Some(person) = people.first().copied() else { return Ok(()) };
        match self.dealer.for_silent(seen.pit(), person) {
            Some(act) => self.asks("silent", seen, act).await,
            None => Ok(()),
        }
    }

    /// Wagers are taken for their time, and for as much again while nobody has made one: whoever is the first to wager has not
    /// come too late.
    async fn takes_wagers(&mut self, seen: &Books) -> Result<(), Unanswered> {
        let until = *self.until.get_or_insert_with(|| Instant::now() + self.pace.betting);
        self.tell_time();
        if Instant::now() < until {
            self.moved(until).await;
            return Ok(());
        }
        match self.dealer.close_bets(seen.pit()) {
            Some(act) => self.does(seen, &act).await,
            None => {
                self.until = None;
                Ok(())
            }
        }
    }

    /// Waits until something happens at the table or the time is over; tells whether something has.
    async fn moved(&mut self, until: Instant) -> bool {
        match timeout_at(until, self.commits.recv()).await {
            Ok(Some(_)) => true,
            // It missed something while it was busy, or the floor is closing.
            Ok(None) => {
                self.commits = self.floor.follow(std::slice::from_ref(&self.stream), FOLLOWED);
                sleep(Duration::from_millis(1)).await;
                true
            }
            Err(_) => false,
        }
    }
}

/// Somebody who plays by themselves, for practice and where a game needs more people. They know what their seat
/// knows, and nothing else.
pub struct Bot {
    floor: Handle,
    table: TableId,
    stream: StreamName,
    one: AutomaticParticipant,
    advice: Arc<Advice>,
    random: HouseRandom,
    commits: mpsc::Receiver<Arc<Commit>>,
    /// How long they think.
    thinks: Duration,
    asked: u64,
}

impl Bot {
    /// Somebody at a table.
    #[must_use]
    pub fn new(
        floor: Handle,
        table: TableId,
        one: AutomaticParticipant,
        advice: Arc<Advice>,
        random: HouseRandom,
        thinks: Duration,
    ) -> Option<Self> {
        let stream = name_of(Stream::Table(table))?;
        let commits = floor.follow(std::slice::from_ref(&stream), FOLLOWED);
        Some(Self { floor, table, stream, one, advice, random, commits, thinks, asked: 0 })
    }

    /// Sits down and plays until the floor closes.
    pub async fn run(mut self, seat: u8) {
        for act in self.one.arrive(self.table, seat) {
            self.does(act).await;
        }
        loop {
            for act in self.wants() {
                sleep(self.thinks).await;
                self.does(act).await;
            }
            match self.commits.recv().await {
                Some(_) => while self.commits.try_recv().is_ok() {},
                None => {
                    self.commits = self.floor.follow(std::slice::from_ref(&self.stream), FOLLOWED);
                    sleep(self.thinks.max(Duration::from_millis(1))).await;
                }
            }
        }
    }

    /// What they do by what they see.
    fn wants(&mut self) -> Vec<Act> {
        let books = self.floor.books();
        let Some(table) = books.pit().table(self.table) else { return Vec::new() };
        let seen = view(table, Viewer::Participant(self.one.person()));
        let sight = Sight { table: self.table, rules: table.rules(), seen: &seen, advice: &self.advice };
        match self.one.buy_in(&sight) {
            Some(act) => vec![act],
            None => self.one.answer(&sight, &mut self.random),
        }
    }

    async fn does(&mut self, act: Act) {
        let id = self.next_id();
        // What is refused was a misunderstanding; they look again.
        let _ = self.floor.ask(Ask::new(id, Hash::NONE, Wish::Said(act.into_said()))).await;
    }

    /// A name of their own for everything they ask.
    fn next_id(&mut self) -> CommandId {
        self.asked += 1;
        let text = format!("bot {} {}", self.one.person().0, self.asked);
        id_for(&text, &self.stream, &self.floor.books())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_auction_ends() {
        let since = Instant::now();
        let answer = Duration::from_secs(20);
        let ends = |spoke: u64| {
            let open = Open { stage: BankStage::Bidding, since, spoke: since + Duration::from_secs(spoke) };
            (open.ends(answer) - since).as_secs()
        };
        // Whoever is the first has the whole time, and a late raise a quarter of it; three times is the end.
        assert_eq!([0, 15, 16, 19, 54, 55, 56].map(ends), [20, 20, 21, 24, 59, 60, 60]);
    }
}
