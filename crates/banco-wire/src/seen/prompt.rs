//! What a viewer may do next: each prompt with the commands that answer it, so that a client can be written from it
//! alone. An answer is `{"do": ..}` with everything in `given`, and with the keys in `asks` as the person fills them in.

#![deny(clippy::wildcard_enum_match_arm)]

use banco_engine::table::{self, Clauses, Command, Minute, Prompt, Rules, SpotId, TableView, Viewer};
use banco_money::Amount;
use banco_rulebook::model::rulebook;
use banco_rulebook::model::vocabulary::SettingId;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::NamesOf;
use crate::command::name_of_table_command;
use crate::value::{LONGEST_REASON, Money, Number};
use crate::word::{Announcement, BankClaim, CardSource, Decision, Side, Tender, UnwageredRound};

/// What is asked for under one key of a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ask {
    /// Money.
    Money {
        /// The least.
        least: Option<Money>,
        /// The most.
        most: Option<Money>,
    },
    /// A whole number.
    Number {
        /// The least.
        least: Number,
        /// The most.
        most: Number,
    },
    /// The name of one of the wagers in the part `terms`, which has their limits.
    Spot,
    /// One of these words.
    OneOf {
        /// The words.
        of: Vec<String>,
    },
    /// The number of one of these seats.
    Seat {
        /// The seats.
        of: Vec<u8>,
    },
    /// True or false.
    YesNo,
    /// A card.
    Card,
    /// So many cards, in the order in which they lie.
    Cards {
        /// How many.
        many: u8,
    },
    /// A text on one line.
    Text {
        /// It has no more characters than this.
        longest: Number,
    },
    /// A figure for each hand: `{"player":7,"banker":6}`.
    BothHands {
        /// The most for each.
        most: u8,
    },
}

/// A key of a command that somebody fills in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Asked {
    /// The key.
    pub key: String,
    /// Whether it may be missing.
    pub optional: bool,
    /// What stands there.
    #[serde(flatten)]
    pub ask: Ask,
}

/// A command that answers a prompt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// Its name.
    #[serde(rename = "do")]
    pub command: &'static str,
    /// What stands in it in any case.
    pub given: Map<String, Value>,
    /// What is filled in.
    pub asks: Vec<Asked>,
}

/// What a viewer may do next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PromptSeen {
    /// A stable name for it.
    pub prompt: &'static str,
    /// What is asked, in words.
    pub words: String,
    /// The clauses by which it is asked; some requests have none of their own.
    pub clauses: Vec<String>,
    /// The commands that answer it.
    pub answers: Vec<Answer>,
}

impl Answer {
    /// Whether somebody may fill this word in under a key.
    #[must_use]
    pub fn says(&self, key: &str, word: &str) -> bool {
        let offers =
            |one: &Asked| matches!(&one.ask, Ask::OneOf { of } if of.iter().any(|known| known == word));
        self.asks.iter().any(|one| one.key == key && offers(one))
    }

    /// The answer by a command, named after one of the engine's.
    fn by(command: &Command) -> Self {
        Self { command: name_of_table_command(command), given: Map::new(), asks: Vec::new() }
    }

    fn given(mut self, key: &str, value: Value) -> Self {
        self.given.insert(key.to_owned(), value);
        self
    }

    fn asks(mut self, key: &str, ask: Ask) -> Self {
        self.asks.push(Asked { key: key.to_owned(), optional: false, ask });
        self
    }

    fn may_say(mut self, key: &str, ask: Ask) -> Self {
        self.asks.push(Asked { key: key.to_owned(), optional: true, ask });
        self
    }
}

impl Ask {
    fn words(words: impl IntoIterator<Item = &'static str>) -> Self {
        Self::OneOf { of: words.into_iter().map(str::to_owned).collect() }
    }

    fn range((least, most): (Amount, Amount)) -> Self {
        Self::Money { least: Some(least.into()), most: Some(most.into()) }
    }

    fn between(least: u16, most: u16) -> Self {
        Self::Number { least: Number(least.into()), most: Number(most.into()) }
    }

    const fn any_money() -> Self {
        Self::Money { least: None, most: None }
    }

    fn reason() -> Self {
        Self::Text { longest: Number(u32::try_from(LONGEST_REASON).unwrap_or(u32::MAX)) }
    }
}

/// Everything a prompt is made of beside itself.
struct Room<'a> {
    view: &'a TableView,
    rules: &'a Rules,
    names: NamesOf<'a>,
}

/// What a viewer may do next.
pub(super) fn prompts(view: &TableView, rules: &Rules, names: NamesOf<'_>) -> Vec<PromptSeen> {
    let room = Room { view, rules, names };
    let prompts = view.prompts.iter().zip(&view.asked_by);
    prompts.map(|(prompt, clauses)| room.seen(prompt, *clauses)).collect()
}

/// A command of which only the name matters here: amounts and spots are filled in by whoever answers.
struct Blank {
    amount: Amount,
    reason: String,
}

impl Room<'_> {
    fn seen(&self, prompt: &Prompt, clauses: Clauses) -> PromptSeen {
        let (name, words) = self.told(prompt);
        PromptSeen { prompt: name, words, clauses: clauses.texts(), answers: self.answers(prompt) }
    }

    /// A stable name, and what is asked in words.
    fn told(&self, prompt: &Prompt) -> (&'static str, String) {
        let side = |side: &banco_cards::Side| side.name();
        match prompt {
            Prompt::OpenTable => ("open_table", "open the table".to_owned()),
            Prompt::GiveNotice { notice, due } => {
                ("give_notice", format!("give the notice {notice} by minute {}", due.0))
            }
            Prompt::NextStep { summary, .. } => ("next_step", summary.to_string()),
            Prompt::CutOffered => ("cut_offered", "cut the cards or decline".to_owned()),
            Prompt::Cut => ("cut", "cut the cards".to_owned()),
            Prompt::LoadShoe => ("load_shoe", "place the cut card and load the shoe".to_owned()),
            Prompt::BurnCard => ("burn_card", "burn the next card".to_owned()),
            Prompt::PlaceWagers => ("place_wagers", "make, raise or take down wagers".to_owned()),
            Prompt::ShoeOffered => ("shoe_offered", "take the shoe or decline it".to_owned()),
            Prompt::PassShoe => ("pass_shoe", "pass the shoe, if you want to".to_owned()),
            Prompt::ProposalOpen { side: hand, person } => {
                let who = (self.names)(*person);
                ("proposal_open", format!("agree that {who} turns the {} hand, or not", side(hand)))
            }
            Prompt::ConfirmSpoken { person, wager, amount } => {
                let who = (self.names)(*person);
                let wager = self.rules.spot_called(*wager).map_or(*wager, |spot| spot.label);
                ("confirm_spoken", format!("confirm {amount} on {wager} that {who} called out, or not"))
            }
            Prompt::NoMoreBets => ("no_more_bets", "call \"no more bets\"".to_owned()),
            Prompt::DealWithoutWagers { round } => {
                let kind = match UnwageredRound::from(*round) {
                    UnwageredRound::Simulated => "a simulated round",
                    UnwageredRound::FreeHand => "a free hand",
                };
                ("deal_without_wagers", format!("deal {kind} without wagers"))
            }
            Prompt::CardDue { side: hand } => {
                ("card_due", format!("a card is due to the {} hand", side(hand)))
            }
            Prompt::RecordResult => ("record_result", "record the result".to_owned()),
            Prompt::TurnCards { side: hand, third: false, .. } => {
                ("turn_cards", format!("turn the {} hand", side(hand)))
            }
            Prompt::TurnCards { side: hand, third: true, .. } => {
                ("turn_cards", format!("turn the third card of the {} hand", side(hand)))
            }
            Prompt::CardsOffered { side: hand } => {
                ("cards_offered", format!("turn the {} hand, or decline", side(hand)))
            }
            Prompt::TakeOrPress { won, onto } if onto.is_empty() => ("take_or_press", format!("take {won}")),
            Prompt::TakeOrPress { won, .. } => ("take_or_press", format!("take {won}, or add it to a wager")),
            Prompt::Choose { side: hand } => ("choose", format!("hit or stand with the {} hand", side(hand))),
            Prompt::Settle => ("settle", "collect, pay and take vigorish".to_owned()),
            Prompt::ClearTable => ("clear_table", "clear the cards away".to_owned()),
            Prompt::CollectVigorish => ("collect_vigorish", "collect marked vigorish".to_owned()),
            Prompt::Approve { what } => ("answer_report", format!("decide on the report: {what}")),
            Prompt::Consent { helper, .. } => {
                let who = (self.names)(*helper);
                ("consent", format!("let {who} act for you at this table?"))
            }
            Prompt::DecideRequest { request } => {
                let who = (self.names)(request.by);
                ("decide_request", format!("approve {} of {who}, or turn it down", request.id))
            }
            Prompt::Resume => ("resume", "let play go on".to_owned()),
            Prompt::Bid { least, most } => ("bid", format!("bid {least} to {most} for the bank")),
            Prompt::CloseBidding => ("close_bidding", "end the bidding".to_owned()),
            Prompt::OfferBank { .. } => ("offer_bank", "offer the player/dealer position".to_owned()),
            Prompt::BankOffered { .. } => ("bank_offered", "take the bank or decline it".to_owned()),
            Prompt::RaiseCover { .. } => ("raise_cover", "add to the cover, or pass the position".to_owned()),
            Prompt::WagerBank { .. } => ("wager_bank", "wager for the bank, or pass it".to_owned()),
            Prompt::ClaimBank { whole, .. } => ("claim_bank", format!("cover the whole bank of {whole}")),
            Prompt::CloseClaims => ("close_claims", "end the claims".to_owned()),
            Prompt::CoverBank { .. } => ("cover_bank", "cover a part of the bank, or nothing".to_owned()),
            Prompt::CoverRest { most, .. } => ("cover_rest", format!("cover up to {most} of the bank")),
            Prompt::Announce { side: hand, .. } => {
                ("announce", format!("announce what the {} hand does", side(hand)))
            }
            Prompt::CloseChoices => ("close_choices", "end the time to stand or hit".to_owned()),
        }
    }

    fn blank(&self) -> Blank {
        Blank { amount: Amount::zero(self.rules.terms.currency), reason: String::new() }
    }

    /// The commands that answer a prompt.
    #[expect(clippy::too_many_lines, reason = "a few lines for each prompt")]
    fn answers(&self, prompt: &Prompt) -> Vec<Answer> {
        let Blank { amount, reason } = self.blank();
        let plain = |command: Command| vec![Answer::by(&command)];
        match prompt {
            Prompt::OpenTable => {
                let open = Command::OpenTable { float: amount, differential: None, at: Minute(0) };
                vec![
                    Answer::by(&open)
                        .asks("float", Ask::any_money())
                        .may_say("differential", Ask::any_money()),
                ]
            }
            Prompt::GiveNotice { notice, .. } => {
                let give = Command::GiveNotice { notice: String::new(), at: Minute(0) };
                vec![Answer::by(&give).given("notice", json!(notice.as_str()))]
            }
            Prompt::NextStep { step, .. } => {
                let prepare = Command::Prepare { step: String::new(), told: None };
                let notation = Ask::Text { longest: Number(2_000) };
                vec![Answer::by(&prepare).given("step", json!(step.as_str())).may_say("told", notation)]
            }
            Prompt::CutOffered => vec![self.cut(), Answer::by(&Command::DeclineCut)],
            Prompt::Cut => vec![self.cut()],
            Prompt::LoadShoe => vec![self.load()],
            Prompt::BurnCard => {
                vec![
                    Answer::by(&Command::BurnCard(banco_engine::Hidden::unknown()))
                        .may_say("card", Ask::Card),
                ]
            }
            Prompt::PlaceWagers => self.wagers(),
            Prompt::ShoeOffered => vec![
                Answer::by(&Command::AcceptShoe { dealer_acts: false }).may_say("dealer_acts", Ask::YesNo),
                Answer::by(&Command::DeclineShoe),
            ],
            Prompt::PassShoe => plain(Command::PassShoe),
            Prompt::ProposalOpen { .. } => {
                vec![Answer::by(&Command::AnswerProposal { agreed: true }).asks("agreed", Ask::YesNo)]
            }
            Prompt::ConfirmSpoken { person, .. } => {
                let answer = Command::AnswerSpoken { person: *person, confirmed: true };
                let given = Answer::by(&answer).given("person", json!(person.0));
                vec![given.asks("confirmed", Ask::YesNo)]
            }
            Prompt::NoMoreBets => plain(Command::NoMoreBets),
            Prompt::DealWithoutWagers { .. } => plain(Command::DealWithoutWagers),
            Prompt::CardDue { .. } => {
                vec![Answer::by(&Command::Card(banco_engine::Hidden::unknown())).may_say("card", Ask::Card)]
            }
            Prompt::RecordResult => vec![record_result()],
            Prompt::TurnCards { unknown, .. } => self.turn(*unknown),
            Prompt::CardsOffered { .. } => {
                vec![Answer::by(&Command::AcceptCards), Answer::by(&Command::DeclineCards)]
            }
            Prompt::TakeOrPress { onto, .. } => {
                let take = Answer::by(&Command::TakePayout);
                let words = Ask::words(onto.iter().map(|side| Side::from(*side).word()));
                let pressed = Command::PressPayout { side: banco_cards::Side::Player };
                let pressed = (!onto.is_empty()).then(|| Answer::by(&pressed).asks("side", words));
                [take].into_iter().chain(pressed).collect()
            }
            Prompt::Choose { .. } => {
                let choose = Answer::by(&Command::Choose(banco_engine::Decision::Stand));
                vec![choose.asks("decision", Ask::words(Decision::WORDS.iter().copied()))]
            }
            Prompt::Settle => plain(Command::Settle),
            Prompt::ClearTable => plain(Command::ClearTable),
            Prompt::CollectVigorish => plain(Command::CollectVigorish),
            Prompt::Approve { .. } => {
                vec![Answer::by(&Command::AnswerReport { approved: true }).asks("approved", Ask::YesNo)]
            }
            Prompt::Consent { request: id, .. } => vec![
                Answer::by(&Command::Approve { request: *id }).given("request", json!(id.0)),
                Answer::by(&Command::TurnDown { request: *id, reason: "no consent".into() })
                    .given("request", json!(id.0))
                    .given("reason", json!("no consent")),
            ],
            Prompt::DecideRequest { request } => {
                let id = request.id;
                let number = || json!(id.0);
                vec![
                    Answer::by(&Command::Approve { request: id }).given("request", number()),
                    Answer::by(&Command::TurnDown { request: id, reason })
                        .given("request", number())
                        .asks("reason", Ask::reason()),
                ]
            }
            Prompt::Resume => plain(Command::Resume),
            Prompt::Bid { least, most } => {
                vec![Answer::by(&Command::Bid { amount }).asks("amount", Ask::range((*least, *most)))]
            }
            Prompt::CloseBidding => plain(Command::CloseBidding),
            Prompt::OfferBank { seats } => {
                vec![
                    Answer::by(&Command::OfferBank { seat: 0 }).asks("seat", Ask::Seat { of: seats.clone() }),
                ]
            }
            Prompt::BankOffered { take, named } => bank_offered(*take, *named),
            Prompt::RaiseCover { amounts, pass } | Prompt::WagerBank { amounts, pass } => {
                let wager = amounts.map(|amounts| {
                    Answer::by(&Command::WagerBank { amount }).asks("amount", Ask::range(amounts))
                });
                wager.into_iter().chain(pass.then(|| Answer::by(&Command::PassBank))).collect()
            }
            Prompt::ClaimBank { suivi, .. } => {
                let claims = [Some(BankClaim::Banco), suivi.then_some(BankClaim::Suivi)];
                let claims = Ask::words(claims.into_iter().flatten().map(BankClaim::word));
                vec![Answer::by(&Command::ClaimBank(BankClaim::Banco.into())).asks("claim", claims)]
            }
            Prompt::CloseClaims => plain(Command::CloseClaims),
            Prompt::CoverBank { amounts } => {
                let cover = amounts.map(|amounts| {
                    Answer::by(&Command::CoverBank { amount }).asks("amount", Ask::range(amounts))
                });
                cover.into_iter().chain([Answer::by(&Command::DeclineCover)]).collect()
            }
            Prompt::CoverRest { least, most } => {
                vec![Answer::by(&Command::CoverBank { amount }).asks("amount", Ask::range((*least, *most)))]
            }
            Prompt::Announce { words, .. } => {
                let words = words.iter().map(|word| Announcement::from(*word).word());
                let announce = Answer::by(&Command::Announce(Announcement::Card.into()));
                vec![announce.asks("word", Ask::words(words))]
            }
            Prompt::CloseChoices => plain(Command::CloseChoices),
        }
    }

    fn cut(&self) -> Answer {
        let least = self.rules.terms.rulebook.file.cut.from_either_end;
        let most = self.view.shoe.size.saturating_sub(least);
        Answer::by(&Command::Cut { at: 0 }).asks("at", Ask::between(least, most))
    }

    fn load(&self) -> Answer {
        let load = Command::LoadShoe { source: CardSource::Virtual.into(), cut_card: 0, batch: 1 };
        let terms = &self.rules.terms;
        let deepest = terms.rulebook.setting(SettingId::CutCardDepth).and_then(|setting| setting.max);
        let deepest = deepest.and_then(|most| u16::try_from(most).ok()).unwrap_or(u16::MAX);
        let cut_card = Ask::between(self.rules.least_cut_card(), deepest.min(self.view.shoe.size / 2));
        // The place of a card matters where participants hold the position: results alone are not enough.
        let results = terms.rulebook.file.family != rulebook::Family::PlayerBanked;
        let all = [CardSource::Virtual, CardSource::Entry, CardSource::ResultOnly];
        let here = |source: &CardSource| {
            let of_these = |cards| cards == table::CardSource::from(*source).cards();
            (results || *source != CardSource::ResultOnly) && self.view.shoe.cards.is_none_or(of_these)
        };
        let sources = all.into_iter().filter(here);
        // Batches take turns, shoe by shoe.
        let batch = self.view.shoe.number.saturating_sub(1) % u32::from(terms.batches.max(1)) + 1;
        Answer::by(&load)
            .given("batch", json!(batch))
            .asks("source", Ask::words(sources.map(CardSource::word)))
            .asks("cut_card", cut_card)
    }

    /// A wager is made or raised, or one of their own taken down.
    fn wagers(&self) -> Vec<Answer> {
        let Blank { amount, .. } = self.blank();
        let spot = SpotId(0);
        let place = Command::PlaceWager { spot, amount, tender: Tender::Chips.into(), for_dealer: false };
        let place = Answer::by(&place)
            .asks("spot", Ask::Spot)
            .asks("amount", Ask::any_money())
            .may_say("tender", Ask::words(Tender::WORDS.iter().copied()))
            .may_say("for_dealer", Ask::YesNo);
        let own = self.view.wagers.iter().map(|wager| wager.bet).filter(|bet| {
            matches!(self.view.viewer, Viewer::Participant(person) if person == bet.key.owner)
                && !bet.taken_in
        });
        let down = own.map(|bet| {
            Answer::by(&Command::TakeDown { spot, for_dealer: false })
                .given("spot", json!(bet.key.wager.as_str()))
                .given("for_dealer", json!(bet.key.for_dealer))
        });
        [place].into_iter().chain(down).collect()
    }

    /// Whoever holds cards may also give them up; the dealer may not.
    fn turn(&self, unknown: u8) -> Vec<Answer> {
        let turn = Answer::by(&Command::TurnCards(Vec::new()));
        let turn = if unknown == 0 { turn } else { turn.asks("cards", Ask::Cards { many: unknown }) };
        let holds = matches!(self.view.viewer, Viewer::Participant(_));
        [turn].into_iter().chain(holds.then(|| Answer::by(&Command::RelinquishCards))).collect()
    }
}

fn record_result() -> Answer {
    let blank = table::Reported { cards: [0; 2], totals: [0; 2] };
    Answer::by(&Command::RecordResult(blank))
        .asks("cards", Ask::BothHands { most: 3 })
        .asks("totals", Ask::BothHands { most: 9 })
}

/// Where an amount is named, it may be missing only if the bank can be taken without one.
fn bank_offered(take: bool, named: Option<(Amount, Amount)>) -> Vec<Answer> {
    let accept = Answer::by(&Command::AcceptBank { amount: None });
    let accept = match (take, named) {
        (true, Some(named)) => Some(accept.may_say("amount", Ask::range(named))),
        (false, Some(named)) => Some(accept.asks("amount", Ask::range(named))),
        (true, None) => Some(accept),
        (false, None) => None,
    };
    accept.into_iter().chain([Answer::by(&Command::DeclineBank)]).collect()
}
