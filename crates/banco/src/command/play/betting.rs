//! Between rounds: what the player says about wagers, seats and the next deal.

use anyhow::anyhow;
use banco_engine::table::{
    Command, DealingEvent, Person, Reason, Role, Spot, SpotId, Tender, What, decide, evolve,
};
use banco_money::Amount;
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::model::wager::WagerKind;
use banco_rulebook::{TermsError, WagerName};

use super::game::{Game, participant, staff};
use super::{board, show};
use crate::failure::Failure;
use crate::output;

/// Short names of the wagers that are made most.
const SHORT: [(&str, &str); 3] = [("p", "player"), ("b", "banker"), ("t", "tie")];

impl Game {
    /// The others make their wagers, then it is the player's turn.
    pub fn bets(&mut self) -> Result<(), Failure> {
        if self.bet_for != Some(self.table.round().number) {
            self.bet_for = Some(self.table.round().number);
            self.tell_signs()?;
            self.others_bet()?;
        }
        if self.input.over().is_some() {
            return self.deal_for_the_silent();
        }
        match self.input.ask(&board::prompt(self))? {
            Some(line) => self.say(&line.to_lowercase()),
            None => Ok(()),
        }
    }

    /// Nothing more will come, and somebody's wagers bind them: the round is dealt as it is.
    fn deal_for_the_silent(&mut self) -> Result<(), Failure> {
        match self.dealer.close_bets(&self.pit) {
            Some(_) => self.close(),
            None => Err(anyhow!("the round cannot be dealt").into()),
        }
    }

    fn others_bet(&mut self) -> Result<(), Failure> {
        let people: Vec<Person> = self.others.people().collect();
        people.into_iter().try_for_each(|person| self.opponent(person).map(|_| ()))?;
        match board::others_wagers(self) {
            Some(line) => output::print(&format!("  {line}")),
            None => Ok(()),
        }
    }

    /// What the player says between rounds.
    fn say(&mut self, line: &str) -> Result<(), Failure> {
        let Some((seat, words)) = self.seat(line)? else { return Ok(()) };
        let everywhere: Vec<Person> = seat.map_or_else(|| self.mine.clone(), |seat| vec![seat]);
        let one = seat.or_else(|| self.mine.first().copied());
        let Some(one) = one else { return Ok(()) };
        match words {
            "" if self.takes_part() => self.close(),
            "" => {
                let others = !self.table.bets().is_empty() || self.looks_on();
                let look_on = if others { ", or `deal` to look on" } else { "" };
                let instead = format!("say {}{look_on}", self.example());
                show::wrong("you have no wager on the table", &instead)
            }
            "deal" | "d" if self.looks_on() => self.begin(Command::DealWithoutWagers),
            "deal" | "d" => self.close(),
            "same" | "s" => everywhere.into_iter().try_for_each(|person| self.same(person)),
            "clear" | "c" => everywhere.into_iter().try_for_each(|person| self.clear(person)),
            "free" | "free hand" => self.free_hand(),
            "pass" | "pass shoe" => self.pass(one),
            "leave" => everywhere.into_iter().try_for_each(|person| self.try_to_leave(person)),
            words if self.look(words)? => Ok(()),
            words => self.money_words(one, words),
        }
    }

    /// Whether nobody at the table has a wager, and the round can be dealt all the same.
    fn looks_on(&self) -> bool {
        let dealt = || decide(&self.table, staff(Role::Dealer), Command::DealWithoutWagers).is_ok();
        self.table.bets().is_empty() && dealt()
    }

    /// A wager as it could be said here.
    fn example(&self) -> &'static str {
        match self.family() {
            Family::HouseBanked | Family::CheminDeFer => "`banker 100`",
            Family::PlayerBanked => "`player 100`",
        }
    }

    /// Whether the player has a wager in the round, or covers it.
    pub fn takes_part(&self) -> bool {
        let holder = self.table.bank().holder.map(|(person, _)| person);
        let owners = self.table.bets().iter().map(|bet| bet.key.owner);
        owners.chain(holder).any(|person| self.mine.contains(&person))
    }

    /// The words behind `3:` or `seat 3:`, and whose they are. A seat of somebody else is told.
    pub fn seat<'l>(&self, line: &'l str) -> Result<Option<(Option<Person>, &'l str)>, Failure> {
        let Some((before, words)) = line.split_once(':') else { return Ok(Some((None, line))) };
        let Ok(number) = before.trim().trim_start_matches("seat").trim().parse() else {
            // A pay table follows a colon as well: `99-fortunes:P5 5`.
            return Ok(Some((None, line)));
        };
        if self.mine.contains(&Person(number)) {
            return Ok(Some((Some(Person(number)), words.trim())));
        }
        show::wrong(
            &format!("seat {number} is not yours"),
            &format!("you have {}", board::seats(&self.mine)),
        )?;
        Ok(None)
    }

    /// Wagers, a wager to be taken down, or more chips.
    fn money_words(&mut self, person: Person, line: &str) -> Result<(), Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["down", wager] => match self.spot(wager) {
                Ok(spot) => {
                    let down = Command::TakeDown { spot, for_dealer: false };
                    self.act(participant(person), down).map(|_| ())
                }
                Err(error) => unknown(&error),
            },
            ["buy", amount] | ["buy", "in", amount] => match self.amount(amount) {
                Ok(amount) => self.buy_in(person, amount).map(|_| ()),
                Err(message) => show::wrong(&message, "say `buy 500`"),
            },
            ["cover" | "raise", amount] | ["raise", "cover", amount]
                if self.family() == Family::PlayerBanked =>
            {
                match self.amount(amount) {
                    Ok(amount) => self.raise_cover(person, amount),
                    Err(message) => show::wrong(&message, "say `cover 100` to add $100 to your cover"),
                }
            }
            pairs => match self.wagers(pairs) {
                Ok(wagers) => self.place(person, wagers),
                Err(told) => told,
            },
        }
    }

    /// `player 50 tie 5`: all of them, base wagers first, or what is wrong, told.
    fn wagers(&self, words: &[&str]) -> Result<Vec<(SpotId, Amount)>, Result<(), Failure>> {
        let mut wagers = Vec::new();
        for pair in words.chunks(2) {
            let [wager, amount] = pair else {
                let name = words.last().copied().unwrap_or_default();
                let known = self.spot(name).is_ok();
                let what = if known { "an amount is missing" } else { "nobody here understands that" };
                let hint = format!(
                    "say a wager and an amount, such as {}; `table` lists the wagers, `help` what else there is",
                    self.example()
                );
                return Err(show::wrong(&format!("`{}`: {what}", words.join(" ")), &hint));
            };
            let spot = self.spot(wager).map_err(|error| unknown(&error))?;
            let amount = self
                .amount(amount)
                .map_err(|message| show::wrong(&message, &format!("say {}", self.example())))?;
            wagers.push((spot, amount));
        }
        let bonus = |spot: SpotId| {
            self.table.rules().spot(spot).is_some_and(|spot: &Spot| spot.kind != WagerKind::Base)
        };
        wagers.sort_by_key(|(spot, _)| bonus(*spot));
        Ok(wagers)
    }

    /// An amount in the money of the table.
    pub fn amount(&self, text: &str) -> Result<Amount, String> {
        let digits = text.trim_start_matches('$').replace([',', '.'], "");
        let huge = digits.len() > 15 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let amount = Amount::parse_in(text, self.table.rules().terms.currency);
        amount.map_err(|error| if huge { "that is too much".to_owned() } else { error.to_string() })
    }

    fn spot(&self, word: &str) -> Result<SpotId, TermsError> {
        let long = SHORT.iter().find(|(short, _)| *short == word).map_or(word, |(_, long)| *long);
        // Pay tables are written in capitals.
        let name: WagerName = long.parse()?;
        let rules = self.table.rules();
        let capitals =
            WagerName { paytable: name.paytable.as_ref().map(|p| p.to_uppercase()), ..name.clone() };
        let found = rules.spot_named(&name).or_else(|error| rules.spot_named(&capitals).map_err(|_| error));
        found.map(|spot| spot.id)
    }

    /// All of these wagers, or none: they are tried on a copy of the table first.
    fn place(&mut self, person: Person, wagers: Vec<(SpotId, Amount)>) -> Result<(), Failure> {
        let by = participant(person);
        let command =
            |(spot, amount)| Command::PlaceWager { spot, amount, tender: Tender::Chips, for_dealer: false };
        let mut trial = self.table.clone();
        for wager in &wagers {
            match decide(&trial, by, command(*wager)) {
                Ok(events) => events.iter().for_each(|event| evolve(&mut trial, event, self.pit.shelf())),
                Err(refusal) => {
                    show::refused_for_chips(&self.words(), &refusal)?;
                    if self.table.bank().holder.is_some_and(|(holder, _)| holder == person) {
                        show::hint("you cover this round: Enter deals it, `cover 100` adds to the cover")?;
                    }
                    return match wagers.len() {
                        1 => Ok(()),
                        _ => output::print("  none of these wagers was made"),
                    };
                }
            }
        }
        wagers.into_iter().try_for_each(|wager| self.must(by, command(wager)))
    }

    /// The wagers of the last round again; what still lies there counts.
    fn same(&mut self, person: Person) -> Result<(), Failure> {
        let last = self.last.get(&person).cloned().unwrap_or_default();
        if last.is_empty() {
            let nobody = format!("{} made no wager yet", self.words().has(person));
            return show::wrong(&nobody, &format!("say {}", self.example()));
        }
        let lies = |spot: SpotId| {
            let bets = self.table.bets().iter();
            bets.filter(move |bet| bet.key.owner == person && bet.spot == spot && !bet.key.for_dealer)
        };
        let missing = last.into_iter().filter_map(|(spot, amount)| {
            let there = lies(spot).next().map_or(self.table.nothing(), |bet| bet.stake.chips);
            Some((spot, amount.minus(there).ok()?))
        });
        let missing: Vec<_> = missing.filter(|(_, amount)| amount.is_positive()).collect();
        self.place(person, missing)
    }

    /// Everything comes down, what needs a base wager before the base wager.
    pub fn clear(&mut self, person: Person) -> Result<(), Failure> {
        let own = self.table.bets().iter().filter(|bet| bet.key.owner == person);
        let mut spots: Vec<SpotId> = own.map(|bet| bet.spot).collect();
        let rules = std::sync::Arc::clone(self.table.rules());
        spots.sort_by_key(|id| rules.spot(*id).is_some_and(|spot| spot.kind == WagerKind::Base));
        for spot in spots {
            self.act(participant(person), Command::TakeDown { spot, for_dealer: false })?;
        }
        Ok(())
    }

    /// Passes the shoe on, if the seat, or another one of the player's, has it.
    fn pass(&mut self, person: Person) -> Result<(), Failure> {
        let house = self.family() == Family::HouseBanked;
        let pass = || if house { Command::PassShoe } else { Command::PassBank };
        let may = |one: &&Person| decide(&self.table, participant(**one), pass()).is_ok();
        let person = self.mine.iter().find(may).copied().unwrap_or(person);
        self.act(participant(person), pass()).map(|_| ())
    }

    /// A round without wagers at the players' wish: the others take theirs down for it.
    fn free_hand(&mut self) -> Result<(), Failure> {
        if self.table.bets().iter().any(|bet| self.mine.contains(&bet.key.owner)) {
            return show::wrong("a free hand is dealt without wagers", "take yours down first: `clear`");
        }
        if decide(&self.table, staff(Role::Dealer), Command::DealWithoutWagers).is_ok() {
            let theirs: Vec<(Person, SpotId)> =
                self.table.bets().iter().map(|bet| (bet.key.owner, bet.spot)).collect();
            for (person, spot) in theirs {
                self.must(participant(person), Command::TakeDown { spot, for_dealer: false })?;
            }
        }
        self.begin(Command::DealWithoutWagers)
    }

    /// "No more bets".
    fn close(&mut self) -> Result<(), Failure> {
        for person in &self.mine {
            let own = self.table.bets().iter().filter(|bet| bet.key.owner == *person && !bet.key.for_dealer);
            let wagers: Vec<_> = own.map(|bet| (bet.spot, bet.stake.chips)).collect();
            if !wagers.is_empty() {
                self.last.insert(*person, wagers);
            }
        }
        self.begin(Command::NoMoreBets)
    }

    /// A round begins, if it may.
    pub fn begin(&mut self, command: Command) -> Result<(), Failure> {
        let dealer = staff(Role::Dealer);
        if let Err(refusal) = decide(&self.table, dealer, command.clone()) {
            let idle = self.table.bets().is_empty() && matches!(refusal.reason, Reason::WrongMoment { .. });
            show::refused(&self.words(), &refusal.into())?;
            let hint = format!("say a wager and an amount, such as {}", self.example());
            return if idle { show::hint(&hint) } else { Ok(()) };
        }
        let people: Vec<Person> = self.table.people().iter().map(|one| one.person).collect();
        for person in people {
            let worth = self.worth(person)?;
            self.before.insert(person, worth);
        }
        self.turn_the_page();
        output::print(&format!("\n{}", board::round_title(self.table.round().number + 1)))?;
        self.must(dealer, command)
    }

    /// The story of a new round: where participants hold the bank it begins with how that came about.
    fn turn_the_page(&mut self) {
        let discarded = |what: &What| matches!(what, What::Dealing(DealingEvent::CardsDiscarded { .. }));
        let ended = self.story.iter().rposition(|event| discarded(&event.what));
        let before = match self.family() {
            Family::HouseBanked => self.story.len(),
            _ => ended.map_or(0, |at| at + 1),
        };
        self.story.drain(..before);
    }
}

fn unknown(error: &TermsError) -> Result<(), Failure> {
    let hint = match error {
        TermsError::Side { wager, sides } => {
            format!("say `{wager}.{}` and an amount", sides.split(", ").next().unwrap_or_default())
        }
        other => {
            let hint = other.hint().filter(|hint| !hint.is_empty());
            hint.unwrap_or("`table` lists the wagers").to_owned()
        }
    };
    show::wrong(&error.to_string(), &hint)
}
