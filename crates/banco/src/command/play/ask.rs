//! What the table asks the player: the cut, the shoe, the cards, payouts, draw or stand.

use banco_cards::{Card, Hand, Side, format_cards};
use banco_engine::Decision;
use banco_engine::table::{Bet, Command, Laid, Person, Phase, Stage};
use banco_house::Act;
use banco_rulebook::model::rulebook::Family;
use banco_rulebook::model::vocabulary::SettingId;

use super::game::{Game, HERE, participant};
use super::show;
use crate::command::deal::hand_name;
use crate::failure::Failure;

/// Yes, no, or neither. Whoever only presses Enter takes nothing on: that is no, at every prompt.
pub fn yes_or_no(line: &str) -> Option<bool> {
    match line {
        "y" | "yes" => Some(true),
        "" | "n" | "no" => Some(false),
        _ => None,
    }
}

/// A number that no answer is so large as.
fn is_too_much(line: &str) -> bool {
    let digits = line.trim_start_matches('$').replace([',', '.'], "");
    digits.len() > 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

impl Game {
    /// Asks until there is an answer; `None` once nothing more will come.
    fn question<T>(
        &mut self,
        question: &str,
        answers: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        loop {
            let Some(line) = self.input.ask(&format!("{question} ({answers})"))? else { return Ok(None) };
            let line = line.to_lowercase();
            if let Some(answer) = read(&line) {
                return Ok(Some(answer));
            }
            if is_too_much(&line) {
                show::wrong("that is too much", answers)?;
            } else if !self.look(&line)? {
                show::no_answer(&line, answers)?;
            }
        }
    }

    /// Asks the player what the table waits for.
    pub fn ask(&mut self, person: Person) -> Result<(), Failure> {
        let round = *self.table.round();
        match (self.table.phase(), round.stage) {
            (Phase::Cutting, _) => self.ask_cut(person),
            (Phase::Dealing, Stage::Turning(side) | Stage::TurningThird(side)) => self.ask_turn(person, side),
            (Phase::Dealing, Stage::Offering(side) | Stage::OfferingThird(side)) => {
                self.ask_to_turn(person, side)
            }
            (Phase::Dealing, Stage::Payout) => self.ask_payout(person),
            (Phase::Dealing, Stage::Choosing(Side::Banker)) => self.ask_bankers_choice(person),
            (Phase::Dealing, Stage::Choosing(_)) if self.family() == Family::PlayerBanked => {
                self.ask_stand_or_hit(person)
            }
            (Phase::Dealing, Stage::Choosing(side)) => self.ask_choice(person, side),
            (Phase::Dealing, Stage::Deciding(_)) => self.ask_announcement(person),
            _ if self.table.shoe_asked().is_some() => self.ask_shoe(person),
            _ => self.ask_about_bank(person),
        }
    }

    /// A question to the player; at which of their seats, where they have several.
    pub fn put_to(&self, person: Person, question: &str) -> String {
        let at = self.words().at(person);
        if at.is_empty() { question.to_owned() } else { format!("{}, {question}", at.trim_start()) }
    }

    /// Where to cut, or not at all.
    fn ask_cut(&mut self, person: Person) -> Result<(), Failure> {
        let least = self.table.rules().terms.rulebook.file.cut.from_either_end;
        let most = self.table.shoe().size.saturating_sub(least);
        let answers = format!("{least} to {most} cards from the top; Enter for no");
        let read = |line: &str| match line {
            "" | "decline" | "no" | "n" => Some(None),
            other => other.trim_start_matches("cut ").parse().ok().map(Some),
        };
        match self.question(&self.put_to(person, "do you cut?"), &answers, read)? {
            None => Ok(()),
            Some(Some(at)) => self.act(participant(person), Command::Cut { at }).map(|_| ()),
            Some(None) => self.must(participant(person), Command::DeclineCut),
        }
    }

    /// Whether to deal from the shoe.
    fn ask_shoe(&mut self, person: Person) -> Result<(), Failure> {
        let answers = "`yes`, `dealer` to have the dealer deal for you; Enter for no";
        let read = |line: &str| match line {
            "dealer" => Some(Command::AcceptShoe { dealer_acts: true }),
            other => yes_or_no(other).map(|yes| match yes {
                true => Command::AcceptShoe { dealer_acts: false },
                false => Command::DeclineShoe,
            }),
        };
        match self.question(&self.put_to(person, "do you take the shoe?"), answers, read)? {
            None => Ok(()),
            Some(command) => self.must(participant(person), command),
        }
    }

    /// The player holds a hand: only they see it before it is turned.
    fn ask_turn(&mut self, person: Person, side: Side) -> Result<(), Failure> {
        let hand = hand_name(&self.table.rules().terms, side);
        let question = match self.table.round().stage {
            Stage::TurningThird(_) => format!("you hold the third card of the {hand}: {}", self.held(side)),
            _ => format!("you hold the {hand}'s hand: {}", self.held(side)),
        };
        let read = |line: &str| match line {
            "turn" => Some(Command::TurnCards(Vec::new())),
            "relinquish" => Some(Command::RelinquishCards),
            _ => None,
        };
        let answers = "`turn`, or `relinquish` gives it up; Enter asks again";
        match self.question(&self.put_to(person, &question), answers, read)? {
            Some(command) => self.must(participant(person), command),
            None => self.silent(person),
        }
    }

    /// The face-down cards of a hand as its holder sees them, and what they make.
    fn held(&self, side: Side) -> String {
        let laid: Vec<Laid> = self.table.round().laid(side).iter().flatten().copied().collect();
        let down: Vec<Card> =
            laid.iter().filter(|laid| !laid.is_up()).filter_map(|laid| laid.unseal()).collect();
        let mut whole = Hand::default();
        for card in laid.iter().filter_map(|laid| laid.unseal()) {
            // Three places hold three cards, as a hand does.
            let _ = whole.push(card);
        }
        format!("{}, which makes {}", format_cards(&down), whole.total())
    }

    /// Somebody gave the cards up, and they come to the player.
    fn ask_to_turn(&mut self, person: Person, side: Side) -> Result<(), Failure> {
        let hand = hand_name(&self.table.rules().terms, side);
        let question = self.put_to(person, &format!("do you turn the {hand}'s cards?"));
        let answer = self.question(&question, "`yes`; Enter for no", yes_or_no)?;
        match answer {
            Some(true) => self.must(participant(person), Command::AcceptCards),
            Some(false) => self.must(participant(person), Command::DeclineCards),
            None => self.silent(person),
        }
    }

    /// House Money: take the payout or add it to the wager on a hand.
    fn ask_payout(&mut self, person: Person) -> Result<(), Failure> {
        let Some(payout) = self.table.round().payout else { return Ok(()) };
        let spot = self.table.rules().spot_called(payout.key.wager);
        let label = spot.map(|spot| spot.label.to_string()).unwrap_or_default();
        let won = format!("you have won {} on {label}: take or press?", payout.won);
        let question = self.put_to(person, &won);
        let backed: Vec<Side> = Side::BOTH.into_iter().filter(|side| self.backs(person, *side)).collect();
        let read = |line: &str| match (line, backed.as_slice()) {
            ("take", _) => Some(Command::TakePayout),
            ("press", [side]) => Some(Command::PressPayout { side: *side }),
            ("press player", _) => Some(Command::PressPayout { side: Side::Player }),
            ("press banker", _) => Some(Command::PressPayout { side: Side::Banker }),
            _ => None,
        };
        let share = match self.table.rules().terms.setting(SettingId::HouseMoneyPress) {
            Some(share) if share < 100 => format!("{share}% of it"),
            _ => "it".to_owned(),
        };
        let answers = match backed.as_slice() {
            [side] => {
                let hand = hand_name(&self.table.rules().terms, *side);
                format!("`take`, or `press` adds {share} to the {hand} wager")
            }
            _ => format!("`take`, or `press player` or `press banker` adds {share} to that wager"),
        };
        let answers = format!("{answers}; Enter asks again");
        match self.question(&question, &answers, read)? {
            Some(command) => {
                let act = Act::at(HERE, participant(person), command.clone());
                if let Some(fill) = self.dealer.fill_before(&self.pit, &act) {
                    self.carry_out(&fill)?;
                }
                self.act(participant(person), command).map(|_| ())
            }
            None => self.silent(person),
        }
    }

    /// Whether somebody has a wager on a hand.
    fn backs(&self, person: Person, side: Side) -> bool {
        let spot = self.table.rules().hand_spot(side).map(|spot| spot.id);
        let own = |bet: &Bet| bet.key.owner == person && !bet.key.for_dealer && Some(bet.spot) == spot;
        self.table.bets().iter().any(own)
    }

    /// Draw or stand, where the hand may choose.
    fn ask_choice(&mut self, person: Person, side: Side) -> Result<(), Failure> {
        let hand = hand_name(&self.table.rules().terms, side);
        let count = self.table.round().count(side);
        let question = format!("the {hand}'s hand counts {count}: draw or stand?");
        let question = self.put_to(person, &question);
        let read = |line: &str| match line {
            "draw" | "d" | "hit" => Some(Decision::Draw),
            "stand" | "s" | "stay" => Some(Decision::Stand),
            _ => None,
        };
        match self.question(&question, "`draw` or `stand`; Enter asks again", read)? {
            Some(decision) => self.must(participant(person), Command::Choose(decision)),
            None => self.silent(person),
        }
    }

    /// The next round has no wagers.
    pub fn ask_unwagered(&mut self) -> Result<(), Failure> {
        let read = |line: &str| matches!(line, "" | "deal").then_some(());
        match self.question("The next round is dealt without wagers", "Enter deals it", read)? {
            Some(()) => self.begin(Command::DealWithoutWagers),
            None => Ok(()),
        }
    }
}
