//! The progressive links of the table: the sign, hidden triggers, and jackpots as staff deal with them.

use anyhow::Context as _;
use banco_engine::Name;
use banco_engine::link::{
    Cause, Command, GameEvent, Hit, JackpotEvent, Link, Progress, TriggerSecret, What, Word, view,
};
use banco_engine::pit;
use banco_engine::table::{Actor, Person, Role};

use super::game::{Game, HERE, STAFF, staff};
use crate::failure::Failure;
use crate::output;

/// Whoever verifies a jackpot, and whoever confirms its payment: two people beside the dealer.
const SUPERVISOR: Actor = Actor::new(Role::Floor, Person(STAFF + 1));
const EXECUTIVE: Actor = Actor::new(Role::Executive, Person(STAFF + 2));

/// What the player is told of a link.
pub fn told(happening: &pit::Happening) -> Option<String> {
    let pit::Happening::Link(_, event) = happening else { return None };
    let told = match &event.what {
        What::Jackpot(event) => matches!(
            event,
            JackpotEvent::Made { .. }
                | JackpotEvent::Claimed { .. }
                | JackpotEvent::WinnerDrawn { .. }
                | JackpotEvent::Verified { .. }
        ),
        What::Game(event) => matches!(event, GameEvent::RoundEnded { hit: Some(_), .. }),
        What::Operation(_) | What::Table(_) | What::Trigger(_) | What::Change(_) | What::Reading(_) => false,
    };
    told.then(|| happening.to_string())
}

impl Game {
    /// What the signs of the table show, one line for each link.
    pub fn signs(&self) -> Vec<String> {
        let sign = |link| {
            let meters = view(link).meters.into_iter().map(|meter| {
                let value = meter.value.map_or_else(String::new, |value| value.to_string());
                let by = meter.must_hit_by.map_or_else(String::new, |by| format!(" (must hit by {by})"));
                format!("{} {value}{by}", meter.name)
            });
            meters.collect::<Vec<_>>().join(", ")
        };
        self.pit.links_of(HERE).into_iter().map(sign).collect()
    }

    /// Hides the triggers that Must Hit meters are played for, now and next.
    pub fn seal_triggers(&mut self) -> Result<(), Failure> {
        while let Some((link, meter)) = self.wanting_secret() {
            let sealed = self.secret()?.sealed();
            self.say_to_link(link, Word::SealTrigger { meter, sealed })?;
        }
        Ok(())
    }

    fn wanting_secret(&self) -> Option<(Name, Name)> {
        let links = self.pit.links_of(HERE).into_iter();
        links.into_iter().find_map(|link| Some((link.name(), link.wanting_secrets().next()?.id)))
    }

    /// A secret: every place above the reset up to the maximum has the same chance.
    fn secret(&mut self) -> Result<TriggerSecret, Failure> {
        self.triggers += 1;
        let chance = self.chance.for_purpose(&format!("trigger {}", self.triggers), 0);
        let mut randomness = chance.context("the system has no randomness for a trigger")?;
        let [a, b, c, d, e, f, g, h, ..] = randomness.secret();
        let fraction = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        Ok(TriggerSecret { fraction, nonce: randomness.secret() })
    }

    fn on_link(&mut self, link: Name, by: Actor, command: Command) -> Result<(), Failure> {
        match self.pit.carry_out(by, pit::Command::Link(link, command)) {
            Ok(happenings) => self.happen(happenings),
            Err(refusal) => Err(super::game::stuck(&refusal)),
        }
    }

    fn say_to_link(&mut self, link: Name, word: Word) -> Result<(), Failure> {
        match self.pit.carry_out_word(pit::Word::Link(link, word)) {
            Ok(happenings) => self.happen(happenings),
            Err(refusal) => Err(super::game::stuck(&refusal)),
        }
    }

    /// Staff end the round and deal with every jackpot of it: claimed or drawn, verified, paid.
    pub fn jackpots(&mut self) -> Result<(), Failure> {
        while let Some(link) = self.unended() {
            self.on_link(link, staff(Role::Dealer), Command::EndRound { table: HERE })?;
        }
        while let Some((link, hit)) = self.pending() {
            match (hit.progress, &hit.cause) {
                (Progress::Reached, Cause::MustHit) => self.draw_winner(link, &hit)?,
                (Progress::Reached, Cause::Cards { line, .. }) => self.claim(link, &hit, line)?,
                (Progress::Claimed, Cause::Cards { hands, .. }) => {
                    let command = Command::Verify { hit: hit.id, hands: Some(*hands) };
                    self.on_link(link, SUPERVISOR, command)?;
                }
                (Progress::Claimed, Cause::MustHit) => {
                    self.on_link(link, SUPERVISOR, Command::Verify { hit: hit.id, hands: None })?;
                }
                _ => self.pay_jackpot(link, &hit)?,
            }
        }
        self.seal_triggers()
    }

    /// A link with a Must Hit meter on which END ROUND is to be pressed.
    fn unended(&self) -> Option<Name> {
        let hidden = |link: &&Link| link.setup().meters.iter().any(|meter| meter.must_hit);
        let plays = |link: &&Link| link.game(HERE).is_some_and(|game| !game.ended);
        self.pit.links_of(HERE).into_iter().filter(hidden).find(plays).map(Link::name)
    }

    fn pending(&self) -> Option<(Name, Hit)> {
        let links = self.pit.links_of(HERE).into_iter();
        links.into_iter().find_map(|link| Some((link.name(), link.pending().next()?.clone())))
    }

    fn claim(&mut self, link: Name, hit: &Hit, line: &str) -> Result<(), Failure> {
        let dealer = staff(Role::Dealer);
        let selects = self.pit.link(&link).is_some_and(|link| link.selects(hit));
        if let Some(winner) = hit.winners.first().filter(|_| selects) {
            let select = Command::Select { table: HERE, seat: winner.seat.number, line: line.to_owned() };
            self.on_link(link, dealer, select)?;
        }
        self.on_link(link, dealer, Command::HitJackpot { table: HERE })
    }

    fn draw_winner(&mut self, link: Name, hit: &Hit) -> Result<(), Failure> {
        let purpose = format!("winner of round {}", self.table.round().number);
        let chance = self.chance.for_purpose(&purpose, 0);
        let mut randomness = chance.context("the system has no randomness to draw with")?;
        let game = self.pit.link(&link).and_then(|link| Some((link, link.game(HERE)?)));
        let of = game.map_or(1, |(link, game)| link.taking_part(game, hit.meter).count());
        let of = u16::try_from(of).unwrap_or(u16::MAX);
        let draw = u32::from(randomness.below(of));
        self.say_to_link(link, Word::DrawWinner { draw, hit: hit.id })
    }

    fn pay_jackpot(&mut self, link: Name, hit: &Hit) -> Result<(), Failure> {
        let worth = self.pit.link(&link).and_then(|link| link.worth(hit).ok());
        let amount = worth.context("a jackpot is worth more than money can be")?;
        self.on_link(link, EXECUTIVE, Command::PayJackpot { hit: hit.id, amount })
    }

    /// The signs above the table, where there are any.
    pub fn tell_signs(&self) -> Result<(), Failure> {
        self.signs().iter().try_for_each(|sign| output::print(&format!("  {sign}")))
    }
}
