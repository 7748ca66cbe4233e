//! Asks that wait for the floor: a lane for the house and staff, and one for players that is fair among them.
//!
//! However much players send, dealers keep their pace: the house has a lane of its own, which every turn takes first.
//! Among players turns go round, so that one who sends a lot waits behind their own asks and not before those of others.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use banco_engine::table::Person;
use tokio::sync::Notify;

use crate::ask::Unanswered;
use crate::floor::Waiting;

/// Asks of the house in one turn at most.
const HOUSE_IN_TURN: usize = 512;
/// Asks of players in one turn at most: what the house sends meanwhile waits no longer than these take.
const PLAYERS_IN_TURN: usize = 256;
/// Asks of one player that may wait.
const MOST_OF_ONE: usize = 64;

/// The asks that wait.
struct AskQueue {
    /// Asks that may wait in each lane.
    capacity: usize,
    lanes: Mutex<Lanes>,
    arrived: Notify,
}

#[derive(Default)]
struct Lanes {
    closed: bool,
    house: VecDeque<Waiting>,
    players: BTreeMap<Person, VecDeque<Waiting>>,
    /// Players with asks, in the order of their turns.
    round: VecDeque<Person>,
    /// The same players by the number of their asks.
    by_length: BTreeSet<(usize, Person)>,
    waiting: usize,
}

/// Where asks are sent. The queue closes when the last clone is dropped.
#[derive(Clone)]
pub(crate) struct AskSender(Arc<CloseOnDrop>);

struct CloseOnDrop(Arc<AskQueue>);

/// Where the floor takes asks from. Asks that still wait when it is dropped are dropped with it.
pub(crate) struct AskReceiver(Arc<AskQueue>);

/// A queue of this capacity for each lane.
pub(crate) fn ask_queue(capacity: usize) -> (AskSender, AskReceiver) {
    let queue =
        Arc::new(AskQueue { capacity: capacity.max(1), lanes: Mutex::default(), arrived: Notify::new() });
    (AskSender(Arc::new(CloseOnDrop(Arc::clone(&queue)))), AskReceiver(queue))
}

impl AskQueue {
    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.lanes().closed = true;
        self.arrived.notify_one();
    }
}

impl AskSender {
    /// Puts an ask into its lane.
    ///
    /// # Errors
    /// The lane is full, or the floor is closing.
    pub(crate) fn send(&self, waiting: Waiting) -> Result<(), Unanswered> {
        let queue = &self.0.0;
        let turned_away = {
            let mut lanes = queue.lanes();
            if lanes.closed {
                return Err(Unanswered::Closing);
            }
            match waiting.ask.player() {
                None => lanes.push_house(waiting, queue.capacity).map(|()| None)?,
                Some(person) => lanes.push_player(person, waiting, queue.capacity)?,
            }
        };
        queue.arrived.notify_one();
        if let Some(turned_away) = turned_away {
            turned_away.answer(Err(Unanswered::Busy));
        }
        Ok(())
    }
}

impl Lanes {
    fn push_house(&mut self, waiting: Waiting, capacity: usize) -> Result<(), Unanswered> {
        if self.house.len() >= capacity {
            return Err(Unanswered::Busy);
        }
        self.house.push_back(waiting);
        Ok(())
    }

    /// Where the lane is full, whoever has most waiting makes room for somebody with less. Returns the ask that gave way.
    fn push_player(
        &mut self,
        person: Person,
        waiting: Waiting,
        capacity: usize,
    ) -> Result<Option<Waiting>, Unanswered> {
        let own = self.players.get(&person).map_or(0, VecDeque::len);
        if own >= MOST_OF_ONE {
            return Err(Unanswered::Busy);
        }
        let mut turned_away = None;
        if self.waiting >= capacity {
            let longest = self.by_length.last().copied();
            let (_, other) = longest.filter(|(length, _)| *length > own + 1).ok_or(Unanswered::Busy)?;
            // They have two or more, so they stay in the round.
            turned_away = self.take_of(other, VecDeque::pop_back);
        }
        let asks = self.players.entry(person).or_default();
        asks.push_back(waiting);
        if asks.len() == 1 {
            self.round.push_back(person);
        }
        self.by_length.remove(&(own, person));
        self.by_length.insert((own + 1, person));
        self.waiting += 1;
        Ok(turned_away)
    }

    /// Takes an ask of one player from either end of theirs.
    fn take_of(
        &mut self,
        person: Person,
        end: fn(&mut VecDeque<Waiting>) -> Option<Waiting>,
    ) -> Option<Waiting> {
        let asks = self.players.get_mut(&person)?;
        let length = asks.len();
        let taken = end(asks)?;
        self.by_length.remove(&(length, person));
        self.waiting -= 1;
        if length > 1 {
            self.by_length.insert((length - 1, person));
        } else {
            self.players.remove(&person);
        }
        Some(taken)
    }

    /// The next ask of the player whose turn it is.
    fn next_of_players(&mut self) -> Option<Waiting> {
        let person = self.round.pop_front()?;
        let taken = self.take_of(person, VecDeque::pop_front);
        if self.players.contains_key(&person) {
            self.round.push_back(person);
        }
        taken
    }

    fn turn(&mut self) -> Vec<Waiting> {
        let of_house = self.house.len().min(HOUSE_IN_TURN);
        let mut turn: Vec<Waiting> = self.house.drain(..of_house).collect();
        let end = turn.len() + PLAYERS_IN_TURN;
        while turn.len() < end
            && let Some(next) = self.next_of_players()
        {
            turn.push(next);
        }
        turn
    }
}

impl AskReceiver {
    /// Waits for asks, and takes a turn of them: those of the house first. `None` when the queue is closed and empty.
    pub(crate) async fn turn(&self) -> Option<Vec<Waiting>> {
        loop {
            let arrived = self.0.arrived.notified();
            {
                let mut lanes = self.0.lanes();
                let turn = lanes.turn();
                if !turn.is_empty() {
                    return Some(turn);
                }
                if lanes.closed {
                    return None;
                }
            }
            arrived.await;
        }
    }

    /// Takes on no more; what waits stays.
    pub(crate) fn close(&self) {
        self.0.close();
    }
}

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Drop for AskReceiver {
    fn drop(&mut self) {
        let mut lanes = self.0.lanes();
        *lanes = Lanes { closed: true, ..Lanes::default() };
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use banco_engine::link::TableId;
    use banco_engine::pit;
    use banco_engine::table::{Actor, Command, Role};
    use banco_house::Said;
    use banco_journal::{CommandId, Hash};
    use tokio::sync::oneshot;

    use super::*;
    use crate::ask::{Answered, Ask, Wish};

    type Reply = oneshot::Receiver<Result<Answered, Unanswered>>;

    fn waiting(role: Role, person: u32, number: u8) -> (Waiting, Reply) {
        let command = pit::Command::Table(TableId(1), Command::NoMoreBets);
        let wish = Wish::Said(Said::Command(Actor::new(role, Person(person)), command));
        let (reply, answer) = oneshot::channel();
        (Waiting { ask: Ask::new(CommandId([number; 16]), Hash::NONE, wish), reply }, answer)
    }

    fn send(sender: &AskSender, role: Role, person: u32, number: u8) -> Result<Reply, Unanswered> {
        let (waiting, answer) = waiting(role, person, number);
        sender.send(waiting).map(|()| answer)
    }

    fn numbers(turn: &[Waiting]) -> Vec<u8> {
        turn.iter().filter_map(|waiting| waiting.ask.id.0.first().copied()).collect()
    }

    #[tokio::test]
    async fn the_house_goes_first_and_players_take_turns() {
        let (sender, receiver) = ask_queue(100);
        let mut replies = Vec::new();
        for number in 1..=4 {
            replies.push(send(&sender, Role::Participant, 1, number).unwrap());
        }
        replies.push(send(&sender, Role::Participant, 2, 5).unwrap());
        replies.push(send(&sender, Role::Dealer, 9, 6).unwrap());
        assert_eq!(numbers(&receiver.turn().await.unwrap()), [6, 1, 5, 2, 3, 4]);
        drop(sender);
        assert!(receiver.turn().await.is_none());
    }

    #[tokio::test]
    async fn a_full_lane_makes_room_for_somebody_with_less() {
        let (sender, receiver) = ask_queue(8);
        let mut greedy: Vec<Reply> =
            (1..=8).map(|number| send(&sender, Role::Participant, 1, number).unwrap()).collect();
        assert_eq!(send(&sender, Role::Participant, 1, 9).unwrap_err(), Unanswered::Busy);
        let _bystander = send(&sender, Role::Participant, 2, 10).unwrap();
        assert_eq!(greedy.pop().unwrap().await.unwrap(), Err(Unanswered::Busy), "the newest gives way");
        let _dealer = send(&sender, Role::Dealer, 9, 11).unwrap();
        assert_eq!(numbers(&receiver.turn().await.unwrap()), [11, 1, 10, 2, 3, 4, 5, 6, 7]);
        // Where everybody has one, the next is turned away.
        let _all: Vec<Reply> =
            (1..=8).map(|person| send(&sender, Role::Participant, person, 1).unwrap()).collect();
        assert_eq!(send(&sender, Role::Participant, 20, 2).unwrap_err(), Unanswered::Busy);
    }

    #[tokio::test]
    async fn one_player_has_a_bounded_number_of_asks() {
        let (sender, receiver) = ask_queue(4096);
        let all: Vec<_> = (0..=MOST_OF_ONE).map(|_| send(&sender, Role::Participant, 1, 1)).collect();
        assert_eq!(all.iter().filter(|sent| sent.is_ok()).count(), MOST_OF_ONE);
        drop(receiver);
        let (sent, late) = (all.into_iter().next().unwrap().unwrap(), send(&sender, Role::Dealer, 2, 1));
        assert!(sent.await.is_err(), "what waited is dropped with the floor");
        assert_eq!(late.unwrap_err(), Unanswered::Closing);
    }
}
