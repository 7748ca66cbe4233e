//! What the model has against an order: everything at once, so that the link must tell the first of it.

use std::collections::BTreeSet;

use banco_engine::link::{Command, Sensor, TableId, Wanted, Word};
use banco_engine::table::{Actor, Person, Role};
use banco_engine::{RulesId, Shelf};
use banco_money::{Amount, Currency, Percent};

use crate::books::{Grain, grains, of_fine};
use crate::model::{Jackpot, Model, Order, Stage};
use crate::setups::setup_under;

/// The house around a model: rules, the other model, who sits where, and rounds that are being dealt.
pub struct House<'h> {
    pub shelf: &'h Shelf,
    pub beside: Option<&'h Model>,
    pub seated: &'h BTreeSet<(Person, TableId)>,
    pub dealing: BTreeSet<TableId>,
}

type Codes = Vec<&'static str>;

/// Collects codes.
#[derive(Default)]
struct Against(Codes);

impl Against {
    fn if_(&mut self, holds: bool, code: &'static str) {
        if holds {
            self.0.push(code);
        }
    }
}

impl Model {
    /// Everything that is wrong with an order.
    pub fn objections(&self, house: &House<'_>, order: &Order) -> Codes {
        let mut no = Against::default();
        let running = match order {
            Order::Command(_, Command::Open { .. }) => Some(false),
            Order::Command(_, Command::TakeReading { .. }) if self.set_up => None,
            Order::Word(Word::Attach { .. }) => None,
            Order::Command(..) | Order::Word(_) => Some(true),
        };
        no.if_(running == Some(true) && !self.open, "link_closed");
        no.if_(running == Some(false) && self.open, "link_open");
        match order {
            _ if running == Some(true) && !self.open => {}
            Order::Command(by, command) => self.against_command(house, *by, command, &mut no),
            Order::Word(word) => self.against_word(house, word, &mut no),
        }
        no.0
    }

    fn against_word(&self, house: &House<'_>, word: &Word, no: &mut Against) {
        match word {
            Word::Attach { rules, table, .. } => {
                let theirs = setup_under(house.shelf, *rules, self.name);
                no.if_(theirs.is_none(), "unknown_rules");
                no.if_(self.open && self.emptied, "link_emptied");
                no.if_(self.tables.contains_key(table), "table_attached");
                let code = if self.open { "odds_differ" } else { "other_terms" };
                no.if_(self.set_up && theirs.is_some_and(|theirs| theirs != self.setup), code);
            }
            Word::Detach { table } => {
                self.need_table(*table, no);
                no.if_(self.rounds.contains_key(table), "game_running");
            }
            Word::Contact { table, .. } | Word::Heard { table, .. } => self.need_table(*table, no),
            Word::StartGame { table, sensors, .. } => self.against_start(*table, sensors, no),
            Word::Reach { table, claims } => {
                self.need_game(*table, no);
                for claim in claims {
                    no.if_(!self.known(claim.meter), "unknown_meter");
                    if self.known(claim.meter) && self.rounds.contains_key(table) {
                        let wager = self.rule(claim.meter).wager;
                        let all = claim.winners.iter().all(|winner| self.registered(*table, winner, wager));
                        no.if_(!all, "not_registered");
                        let some = !claim.winners.is_empty() && claim.share <= Percent::HUNDRED;
                        no.if_(!some || self.rule(claim.meter).must_hit, "no_jackpot");
                    }
                    let once = Self::distinct(claim.winners.iter().map(|winner| winner.key));
                    no.if_(!once, "sensor_twice");
                }
            }
            Word::PayFixed { table, wager, .. } => {
                self.need_game(*table, no);
                no.if_(self.setup.wagers.iter().all(|rule| rule.id != *wager), "unknown_wager");
            }
            Word::VoidGame { by, table } => {
                self.need_game(*table, no);
                let floor = by.is_some_and(|by| by.role() != Role::Executive);
                let great = |hit: &&Jackpot| hit.pending() && self.is_great(self.worth(hit));
                no.if_(floor && self.own(*table).iter().any(great), "executive_needed");
                no.if_(self.own(*table).iter().any(|hit| hit.stage == Stage::Paid), "already_paid");
            }
            Word::EndGame { table, .. } => {
                self.need_game(*table, no);
                let own = self.own(*table);
                let waits =
                    |test: &dyn Fn(&Jackpot) -> bool| own.iter().any(|hit| hit.pending() && test(hit));
                let reached = |hit: &Jackpot| hit.stage == Stage::Reached;
                no.if_(waits(&|hit| reached(hit) && hit.cards.is_some()), "hit_unclaimed");
                no.if_(!self.due(*table).is_empty(), "end_round_needed");
                no.if_(waits(&|hit| reached(hit) && hit.cards.is_none()), "draw_needed");
                no.if_(waits(&|hit| !reached(hit)), "jackpot_pending");
            }
            Word::TransferIn { meter, feed, .. } => {
                no.if_(!self.known(*meter), "unknown_meter");
                no.if_(!self.has_room(*meter, of_fine(feed.pot) + of_fine(feed.reserve)), "above_maximum");
            }
            Word::SealTrigger { meter, .. } => {
                no.if_(!self.known(*meter) || !self.rule(*meter).must_hit, "unknown_meter");
                let full = |secrets: &crate::model::Secrets| secrets.current.and(secrets.next).is_some();
                no.if_(self.secrets.get(meter).is_some_and(full), "trigger_sealed");
            }
            Word::DrawWinner { draw, hit } => {
                let found = self.jackpot(hit.0);
                no.if_(found.is_none(), "unknown_hit");
                if let Some(found) = found {
                    no.if_(found.cards.is_some() || found.stage != Stage::Reached, "wrong_moment");
                    let many = self.taking_part(found.table, found.meter).len();
                    no.if_(usize::try_from(*draw).unwrap() >= many, "draw_out_of_range");
                }
            }
        }
    }

    fn need_table(&self, table: TableId, no: &mut Against) {
        no.if_(!self.tables.contains_key(&table), "unknown_table");
    }

    fn need_game(&self, table: TableId, no: &mut Against) {
        self.need_table(table, no);
        no.if_(!self.rounds.contains_key(&table), "no_game");
    }

    fn against_start(&self, table: TableId, sensors: &[Sensor], no: &mut Against) {
        self.need_table(table, no);
        no.if_(self.tables.get(&table) == Some(&false), "link_lost");
        no.if_(self.rounds.contains_key(&table), "game_running");
        no.if_(!Self::distinct(sensors.iter().map(|sensor| sensor.by.key)), "sensor_twice");
        for sensor in sensors {
            let sound = sensor.stake.is_positive() && sensor.stake.currency() == Currency::Usd;
            no.if_(!sound, "bad_stake");
            let Some(rule) = self.setup.wagers.iter().find(|rule| rule.id == sensor.wager) else {
                no.if_(true, "unknown_wager");
                continue;
            };
            no.if_(!rule.units.is_empty() && !rule.units.contains(&sensor.stake), "wrong_unit");
            no.if_(self.locked(rule.id), "jackpot_pending");
            let hidden = self.setup.meters.iter().filter(|meter| meter.must_hit && meter.wager == rule.id);
            let mut secrets = hidden.map(|meter| self.secrets.get(&meter.id));
            no.if_(secrets.any(|one| one.is_none_or(|one| one.current.is_none())), "trigger_needed");
        }
    }

    fn against_command(&self, house: &House<'_>, by: Actor, command: &Command, no: &mut Against) {
        let staff = matches!(by.role(), Role::Floor | Role::Executive);
        let dealer = by.role() == Role::Dealer;
        match command {
            Command::Open { rules } => {
                no.if_(!staff, "wrong_role");
                let terms = setup_under(house.shelf, *rules, self.name);
                no.if_(terms.is_none(), "unknown_rules");
                no.if_(self.set_up && terms.is_some_and(|terms| terms != self.setup), "other_terms");
            }
            Command::Select { table, line, .. } => {
                no.if_(!dealer, "wrong_role");
                self.need_game(*table, no);
                let known = |line: &str| {
                    self.setup.wagers.iter().any(|wager| wager.lines.iter().any(|known| **known == *line))
                };
                no.if_(!known(line), "unknown_line");
            }
            Command::HitJackpot { table } => {
                no.if_(!dealer, "wrong_role");
                self.need_game(*table, no);
                no.if_(self.involved(house, by.person()), "involved");
                let selects = self.setup.wagers.iter().any(|wager| wager.selects);
                match self.claimed(*table) {
                    None => no.if_(self.rounds.contains_key(table), "not_borne_out"),
                    Some(claimed) => {
                        let code = if selects { "nothing_selected" } else { "no_jackpot" };
                        no.if_(claimed.is_empty(), code);
                    }
                }
            }
            Command::EndRound { table } => {
                no.if_(!dealer, "wrong_role");
                self.need_game(*table, no);
                no.if_(self.involved(house, by.person()), "involved");
                no.if_(house.dealing.contains(table), "round_not_settled");
                no.if_(self.rounds.get(table).is_some_and(|round| round.ended), "round_ended");
            }
            Command::Verify { hit, .. } | Command::PayJackpot { hit, .. } => {
                no.if_(!staff, "wrong_role");
                no.if_(self.involved(house, by.person()), "involved");
                match self.jackpot(hit.0) {
                    None => no.if_(true, "unknown_hit"),
                    Some(hit) => self.against_deciding(house, by, hit, command, no),
                }
            }
            Command::Ask(wanted) => {
                no.if_(!staff, "wrong_role");
                no.if_(self.involved(house, by.person()), "involved");
                no.if_(wanted.reason().trim().is_empty(), "reason_needed");
                self.against_wanted(house, wanted, &[by.person()], no);
            }
            Command::Approve { request } => {
                no.if_(!staff, "wrong_role");
                match self.requests.get(&request.0) {
                    None => no.if_(true, "unknown_request"),
                    Some(asked) => {
                        let two = [by.person(), asked.by];
                        no.if_(two.iter().any(|person| self.involved(house, *person)), "involved");
                        no.if_(by.person() == asked.by, "same_person");
                        let executive = [by.role(), asked.role].contains(&Role::Executive);
                        no.if_(!executive && self.is_great(self.at_stake(&asked.wanted)), "executive_needed");
                        self.against_wanted(house, &asked.wanted, &two, no);
                    }
                }
            }
            Command::TurnDown { reason, request } => {
                no.if_(!staff, "wrong_role");
                no.if_(!self.requests.contains_key(&request.0), "unknown_request");
                no.if_(self.involved(house, by.person()), "involved");
                no.if_(reason.trim().is_empty(), "reason_needed");
            }
            Command::TakeReading { day } => {
                no.if_(!staff && by.role() != Role::Surveillance, "wrong_role");
                no.if_(self.last_day.is_some_and(|last| *day <= last), "bad_day");
            }
        }
    }

    /// Whether somebody sits at a table of the link, bets in a running round, or waits for a jackpot.
    pub fn involved(&self, house: &House<'_>, person: Person) -> bool {
        let sits = self.tables.keys().any(|table| house.seated.contains(&(person, *table)));
        let mut sensors = self.rounds.values().flat_map(|round| &round.sensors);
        let mut winners = self.pending().flat_map(|hit| &hit.winners);
        let bets = sensors.any(|sensor| sensor.by.key.owner == person);
        sits || bets || winners.any(|winner| winner.key.owner == person)
    }

    fn against_deciding(
        &self,
        house: &House<'_>,
        by: Actor,
        hit: &Jackpot,
        command: &Command,
        no: &mut Against,
    ) {
        no.if_(hit.people.iter().take(2).any(|person| *person == by.person()), "same_person");
        no.if_(hit.stage == Stage::Paid, "already_paid");
        match command {
            Command::Verify { hands, .. } => {
                no.if_(hit.stage != Stage::Claimed && hit.stage != Stage::Paid, "wrong_moment");
                let seen = hit.cards.as_ref().is_none_or(|(_, cards)| Some(cards) == hands.as_ref());
                no.if_(!seen, "cards_differ");
            }
            Command::PayJackpot { amount, .. } => {
                let worth = self.worth(hit);
                let floor = by.role() != Role::Executive && hit.pending();
                no.if_(floor && self.is_great(worth), "executive_needed");
                no.if_(hit.stage != Stage::Verified && hit.stage != Stage::Paid, "wrong_moment");
                no.if_(hit.pending() && house.dealing.contains(&hit.table), "round_not_settled");
                let first = self.pending().find(|other| other.meter == hit.meter);
                no.if_(first.is_some_and(|first| first.id != hit.id), "earlier_hit");
                no.if_(*amount != Amount::from_minor(worth, Currency::Usd), "amount_differs");
            }
            other => panic!("{other:?} decides on no jackpot"),
        }
    }

    /// From the level on, and always where none is set, an executive is one of those who decide.
    fn is_great(&self, minor: i64) -> bool {
        self.setup.executive_from.is_none_or(|from| minor >= from.minor())
    }

    fn at_stake(&self, wanted: &Wanted) -> i64 {
        let held = |meter| {
            let now = self.standing(meter);
            now.pot + now.reserve
        };
        crate::books::whole(match wanted {
            Wanted::Adjust { amount, .. } => grains(*amount).abs(),
            Wanted::Change { .. } | Wanted::Close { .. } => self.books.keys().map(|meter| held(*meter)).sum(),
            Wanted::Reject { hit, .. } => {
                let pending = self.jackpot(hit.0).filter(|hit| hit.pending());
                pending.map_or(0, |hit| self.standing(hit.meter).worth_of(hit.id))
            }
            Wanted::TransferOut { meter, .. } => held(*meter),
        })
    }

    /// Whether a Must Hit meter may take so much more.
    fn has_room(&self, meter: banco_engine::Name, more: Grain) -> bool {
        if !self.known(meter) || !self.rule(meter).must_hit {
            return true;
        }
        let now = self.standing(meter);
        more <= 0 || now.pot + now.reserve + more <= grains(self.rule(meter).growth.cap.unwrap())
    }

    fn against_wanted(&self, house: &House<'_>, wanted: &Wanted, people: &[Person], no: &mut Against) {
        let idle = self.rounds.is_empty() && self.pending().next().is_none() && self.tables.is_empty();
        match wanted {
            Wanted::Adjust { amount, meter, reserve, .. } => {
                no.if_(!self.known(*meter), "unknown_meter");
                no.if_(amount.is_zero() || amount.currency() != Currency::Usd, "bad_amount");
                let now = self.standing(*meter);
                let has = if *reserve { now.reserve } else { now.pot };
                no.if_(has + grains(*amount) < 0, "meter_short");
                no.if_(!self.has_room(*meter, grains(*amount)), "above_maximum");
            }
            Wanted::Change { rules, .. } => {
                no.if_(!idle, "not_idle");
                self.against_terms(house.shelf, *rules, no);
            }
            Wanted::Close { .. } => no.if_(!idle, "not_idle"),
            Wanted::Reject { hit, .. } => match self.jackpot(hit.0) {
                None => no.if_(true, "unknown_hit"),
                Some(hit) => {
                    no.if_(
                        hit.people.first().is_some_and(|claimant| people.contains(claimant)),
                        "same_person",
                    );
                    no.if_(hit.stage == Stage::Paid, "already_paid");
                    no.if_(hit.stage == Stage::Rejected, "wrong_moment");
                }
            },
            Wanted::TransferOut { meter, to, .. } => {
                no.if_(!idle, "not_idle");
                no.if_(!self.known(*meter), "unknown_meter");
                let other = house.beside.filter(|other| other.name == *to && other.open && !other.emptied);
                let Some(other) = other.filter(|other| other.known(*meter)) else {
                    return no.if_(true, "transfer_differs");
                };
                self.against_transfer(*meter, other, no);
            }
        }
    }

    fn against_terms(&self, shelf: &Shelf, rules: RulesId, no: &mut Against) {
        let Some(setup) = setup_under(shelf, rules, self.name) else { return no.if_(true, "unknown_rules") };
        let meters = |setup: &banco_engine::link::Setup| {
            setup.meters.iter().map(|rule| (rule.id, rule.must_hit)).collect::<Vec<_>>()
        };
        no.if_(meters(&setup) != meters(&self.setup), "other_meters");
        for rule in setup.meters.iter().filter(|rule| self.known(rule.id)) {
            let now = self.standing(rule.id);
            let shown = if rule.must_hit { now.pot + now.reserve } else { now.shown };
            no.if_(rule.growth.cap.is_some_and(|cap| grains(cap) < shown), "cap_below_meter");
        }
    }

    fn against_transfer(&self, meter: banco_engine::Name, other: &Self, no: &mut Against) {
        if !self.known(meter) {
            return;
        }
        let wager = |model: &Self| {
            let wager = model.rule(meter).wager;
            model.setup.wagers.iter().find(|rule| rule.id == wager).unwrap().clone()
        };
        let (one, two) = (wager(self), wager(other));
        let alike =
            one.odds == two.odds && one.units == two.units && self.setup.overflow == other.setup.overflow;
        no.if_(!alike, "transfer_differs");
        let (now, there) = (self.standing(meter), other.standing(meter));
        no.if_(!other.has_room(meter, now.pot + now.reserve), "above_maximum");
        let cap = other.rule(meter).growth.cap.filter(|_| !other.rule(meter).must_hit);
        no.if_(cap.is_some_and(|cap| there.shown + now.pot > grains(cap)), "above_maximum");
    }
}
