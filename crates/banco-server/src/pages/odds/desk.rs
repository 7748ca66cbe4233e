//! Where odds are counted for strangers: few at a time, each question once, and nobody waits long.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use banco_pages::odds::{Answer, Asked, Choices, Row};
use banco_rulebook::{Library, Terms};
use banco_sheets::{
    CardsAsked, Dependency, Document, Format, ParQuestion, Room, RulesAsked, SheetError, ShoeAsked,
    WagerAsked, wager_names,
};
use tokio::sync::Semaphore;

use super::told;
use crate::app::App;
use crate::problem::Failed;

/// How many questions are counted at a time; each takes all cores for a moment.
const AT_A_TIME: usize = 2;
/// How long somebody waits for their turn.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many answers are remembered.
const REMEMBERED: usize = 256;

/// A question with its answer and what else can be asked.
#[derive(Debug)]
pub struct Counted {
    /// What was asked, as it is understood.
    pub asked: Asked,
    /// What can be asked.
    pub choices: Choices,
    /// The answer.
    pub answer: Result<Answer, String>,
}

/// The last answers, oldest first.
#[derive(Debug)]
struct Remembered<T>(Mutex<VecDeque<(Asked, Arc<T>)>>);

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Remembered<T> {
    fn get(&self, asked: &Asked) -> Option<Arc<T>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(known, _)| known == asked).map(|(_, answer)| Arc::clone(answer))
    }

    fn keep(&self, asked: &Asked, answer: &Arc<T>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.push_back((asked.clone(), Arc::clone(answer)));
        while known.len() > REMEMBERED {
            known.pop_front();
        }
    }
}

/// The desk.
#[derive(Debug)]
pub struct OddsDesk {
    turns: Arc<Semaphore>,
    counted: Remembered<Counted>,
    overviews: Remembered<Vec<Row>>,
}

impl Default for OddsDesk {
    fn default() -> Self {
        Self {
            turns: Arc::new(Semaphore::new(AT_A_TIME)),
            counted: Remembered::default(),
            overviews: Remembered::default(),
        }
    }
}

impl OddsDesk {
    /// Counts when it is one's turn, apart from everything else.
    async fn take_turn<T: Send + 'static>(
        &self,
        app: &Arc<App>,
        work: impl FnOnce(&Library) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let busy = || {
            let title = "many people are asking for odds; please ask again in a moment";
            Failed::new(StatusCode::SERVICE_UNAVAILABLE, "odds_busy", title).again_in(2)
        };
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or_else(busy)?;
        let app = Arc::clone(app);
        let done = tokio::task::spawn_blocking(move || {
            let answer = work(&app.library);
            drop(turn);
            answer
        });
        done.await.map_err(|_| Failed::away())
    }

    /// The answer to a question.
    pub async fn count(&self, app: &Arc<App>, asked: &Asked) -> Result<Arc<Counted>, Failed> {
        if let Some(known) = self.counted.get(asked) {
            return Ok(known);
        }
        let question = asked.clone();
        let counted = self.take_turn(app, move |library| count(library, &question)).await?;
        let counted = Arc::new(counted.ok_or_else(|| Failed::not_found("rulebook"))?);
        self.counted.keep(asked, &counted);
        Ok(counted)
    }

    /// The usual wagers of a rulebook, from the same shoe.
    pub async fn overview(&self, app: &Arc<App>, asked: &Asked) -> Result<Arc<Vec<Row>>, Failed> {
        let asked = Asked { wager: String::new(), ..asked.clone() };
        if let Some(known) = self.overviews.get(&asked) {
            return Ok(known);
        }
        let question = asked.clone();
        let rows = Arc::new(self.take_turn(app, move |library| overview(library, &question)).await?);
        self.overviews.keep(&asked, &rows);
        Ok(rows)
    }

    /// A PAR sheet as a file.
    pub async fn file(&self, app: &Arc<App>, asked: &Asked, format: Format) -> Result<Vec<u8>, Failed> {
        let asked = asked.clone();
        let made = self.take_turn(app, move |library| {
            let terms =
                terms(library, &asked.rulebook).ok_or_else(|| "there is no such rulebook".to_owned())?;
            let document =
                document(&asked, vec![terms], format.room(), &[]).map_err(|error| error.to_string())?;
            document.render(format).map_err(|error| error.to_string())
        });
        let refused = |why: String| Failed::new(StatusCode::UNPROCESSABLE_ENTITY, "no_odds", why);
        made.await?.map_err(refused)
    }
}

/// A rulebook with the choices of its usual submission, and every wager within reach.
fn terms(library: &Library, rulebook: &str) -> Option<Terms> {
    Some(library.terms(rulebook, "default").ok()?.opened())
}

fn document(
    asked: &Asked,
    terms: Vec<Terms>,
    room: Room,
    with: &[Dependency],
) -> Result<Document, SheetError> {
    let question = ParQuestion {
        rules: RulesAsked::rulebook(asked.rulebook.clone()),
        wager: (!asked.wager.is_empty()).then(|| WagerAsked::Name(asked.wager.clone())),
        shoe: ShoeAsked {
            cards: CardsAsked { decks: asked.decks, without: asked.without.clone(), ..CardsAsked::default() },
            ..ShoeAsked::default()
        },
        with: with.to_vec(),
        room,
        ..ParQuestion::default()
    };
    question.answer(terms)
}

fn count(library: &Library, asked: &Asked) -> Option<Counted> {
    let terms = terms(library, &asked.rulebook)?;
    let choices = choices(library, &terms);
    let asked = understood(asked, &choices);
    let with = [Dependency::Removal, Dependency::Decks, Dependency::Correlation, Dependency::Seats];
    let answer = match document(&asked, vec![terms], Room::Page, &with) {
        Ok(document) => told::answer(&document, &label(&choices, &asked.wager)),
        Err(error) => Err(error.to_string()),
    };
    Some(Counted { asked, choices, answer })
}

/// A wager of another rulebook becomes the first of this one.
fn understood(asked: &Asked, choices: &Choices) -> Asked {
    let mut names = choices.wagers.iter().flat_map(|(_, wagers)| wagers).map(|(name, _)| name);
    let known = names.clone().any(|name| *name == asked.wager);
    let begins = names.clone().find(|name| name.split([':', '.']).next() == Some(&asked.wager));
    let wager = match (known, begins) {
        (true, _) => asked.wager.clone(),
        (false, Some(name)) => name.clone(),
        (false, None) => names.next().cloned().unwrap_or_default(),
    };
    Asked { wager, ..asked.clone() }
}

/// What people call a wager.
fn label(choices: &Choices, wager: &str) -> String {
    let mut known = choices.wagers.iter().flat_map(|(_, wagers)| wagers);
    known.find(|(name, _)| name == wager).map_or_else(|| wager.to_owned(), |(_, label)| label.clone())
}

/// Every rulebook, and every wager of these terms that has odds.
fn choices(library: &Library, terms: &Terms) -> Choices {
    let rulebooks =
        library.rulebooks.iter().map(|book| (book.id().to_owned(), book.file.name.clone())).collect();
    let mut wagers: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for name in wager_names(None, terms).unwrap_or_default() {
        let group =
            terms.rulebook.wager(&name.id).map_or_else(|| name.id.clone(), |wager| wager.name.clone());
        let side = name.side.as_ref().map(|side| format!(" on {}", capital(side))).unwrap_or_default();
        let table = name.paytable.as_ref().map(|table| format!(", pay table {table}")).unwrap_or_default();
        let choice = (name.to_string(), format!("{group}{side}{table}"));
        match wagers.last_mut().filter(|(known, _)| *known == group) {
            Some((_, choices)) => choices.push(choice),
            None => wagers.push((group, vec![choice])),
        }
    }
    Choices { rulebooks, wagers }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn overview(library: &Library, asked: &Asked) -> Vec<Row> {
    let Ok(terms) = library.terms(&asked.rulebook, "default") else { return Vec::new() };
    // Cards that are no cards are told once, where they are asked for.
    let choices = choices(library, &terms);
    let made = document(asked, vec![terms], Room::Lines, &[Dependency::Nothing]);
    made.map(|made| told::rows(&made, |wager| label(&choices, wager))).unwrap_or_default()
}
