//! Progressive links as the house deals with them: hidden triggers, END ROUND, and jackpots from claim to payment.
//!
//! Three people see a payment, as the texts want it. Where only people pay jackpots, the house claims what the cards
//! show and waits for them.
//! Nobody of them hides triggers or draws winners: the generator does.

use banco_engine::Name;
use banco_engine::link::{Cause, Game, Hit, Link, Progress, TriggerSecret};
use banco_engine::pit::Pit;
use banco_engine::table::{Phase, Table};

use super::{AutomaticDealer, Doing, Next, Why};
use crate::act::Act;
use crate::chance::HouseRandom;
use crate::words;

impl AutomaticDealer {
    /// The generator seals what a Must Hit meter is played for, and what it will be played for next, so that no
    /// round waits for a secret.
    pub(super) fn seals_trigger(&self, pit: &Pit, table: &Table, random: &mut HouseRandom) -> Option<Act> {
        if table.phase() == Phase::Closed {
            return None;
        }
        let mut links = pit.links_of(self.table).into_iter();
        let (link, meter) = links.find_map(|link| Some((link.name(), link.wanting_secrets().next()?.id)))?;
        let secret = TriggerSecret { fraction: random.fraction(), nonce: random.secret() };
        Some(Act::generator_says(link, words::seal_trigger(meter, secret)))
    }

    /// What is still to be done on the links after a round: what the cards have made is claimed, END ROUND is
    /// pressed, and then every jackpot goes its way.
    pub(super) fn jackpot(&self, pit: &Pit, random: &mut HouseRandom) -> Option<Next> {
        let by_cards = |hit: &Hit| hit.progress == Progress::Reached && hit.cause != Cause::MustHit;
        if let Some((link, hit)) = self.pending(pit, by_cards) {
            return Some(Next::Does(Doing::Jackpot, self.claims(link, hit)));
        }
        if let Some(link) = self.unended(pit) {
            let press = words::end_round(self.table);
            return Some(Next::Does(Doing::EndsRound, Act::on(link, self.staff.dealer(), press)));
        }
        let (link, hit) = self.pending(pit, |_| true)?;
        if pit.house().is_strict() && hit.progress != Progress::Reached {
            return Some(Next::Waits(Why::Jackpot));
        }
        let act = match hit.progress {
            Progress::Reached => Some(self.draws_winner(link, hit, random)),
            Progress::Claimed => Some(self.verifies(link, hit)),
            Progress::Verified | Progress::Paid | Progress::Rejected => self.pays(link, hit),
        };
        Some(act.map_or(Next::Waits(Why::Jackpot), |act| Next::Does(Doing::Jackpot, act)))
    }

    /// A jackpot of this table that somebody still has to decide.
    fn pending<'p>(&self, pit: &'p Pit, test: impl Fn(&Hit) -> bool) -> Option<(&'p Link, &'p Hit)> {
        let own = |hit: &&Hit| hit.table == self.table && test(hit);
        pit.links_of(self.table).into_iter().find_map(|link| link.pending().find(own).map(|hit| (link, hit)))
    }

    /// A link on which the round has fed a Must Hit meter and END ROUND is not pressed yet. Whether the meter is
    /// due nobody knows before.
    fn unended(&self, pit: &Pit) -> Option<Name> {
        let hidden = |link: &Link, meter: Name| link.rule(meter).is_some_and(|rule| rule.must_hit);
        let waits =
            |link: &Link, game: &Game| !game.ended && game.fed.iter().any(|fed| hidden(link, fed.meter));
        let mut links = pit.links_of(self.table).into_iter();
        links.find(|link| link.game(self.table).is_some_and(|game| waits(link, game))).map(Link::name)
    }

    fn draws_winner(&self, link: &Link, hit: &Hit, random: &mut HouseRandom) -> Act {
        let game = link.game(self.table);
        let of = game.map_or(1, |game| link.taking_part(game, hit.meter).count());
        let draw = u32::try_from(random.place_in(of)).unwrap_or(0);
        Act::generator_says(link.name(), words::draw_winner(hit.id, draw))
    }

    /// Where the dealer selects a seat and a hand first, one of the winners will do.
    fn claims(&self, link: &Link, hit: &Hit) -> Act {
        let first = hit.winners.first().map(|winner| winner.seat.number);
        let line = match &hit.cause {
            Cause::Cards { line, .. } => Some(*line),
            Cause::MustHit => None,
        };
        let selected = |of: &(u8, Name)| link.game(self.table).is_some_and(|game| game.selected.contains(of));
        let wanted = first.zip(line).filter(|of| link.selects(hit) && !selected(of));
        let command = match wanted {
            Some((seat, line)) => words::select(self.table, seat, line),
            None => words::hit_jackpot(self.table),
        };
        Act::on(link.name(), self.staff.dealer(), command)
    }

    fn verifies(&self, link: &Link, hit: &Hit) -> Act {
        let hands = match &hit.cause {
            Cause::Cards { hands, .. } => Some(*hands),
            Cause::MustHit => None,
        };
        Act::on(link.name(), self.staff.supervisor(), words::verify(hit.id, hands))
    }

    /// The payment, once no earlier jackpot of the meter is open.
    fn pays(&self, link: &Link, hit: &Hit) -> Option<Act> {
        let first = link.pending().find(|other| other.meter == hit.meter)?;
        let amount = link.worth(hit).ok().filter(|_| first.id == hit.id)?;
        Some(Act::on(link.name(), self.staff.executive(), words::pay_jackpot(hit.id, amount)))
    }
}
