//! Questions as another program asks them, without any command line.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use banco_rulebook::{Library, Source, Terms};
use banco_sheets::{
    CardsAsked, Document, Format, HandChoice, ParQuestion, RulesAsked, SheetError, ShoeAsked, WagerAsked,
};

fn terms() -> Terms {
    Library::embedded().unwrap().terms("ma-baccarat", "default").unwrap().opened()
}

fn about(wager: &str) -> ParQuestion {
    ParQuestion {
        rules: RulesAsked::rulebook("ma-baccarat"),
        wager: Some(WagerAsked::Name(wager.to_owned())),
        ..ParQuestion::default()
    }
}

fn answer(question: &ParQuestion) -> Result<Document, SheetError> {
    question.answer(vec![terms()])
}

/// The code of what is wrong with a question.
fn refused(question: &ParQuestion) -> &'static str {
    match answer(question) {
        Err(SheetError::Invalid(report)) => report.diagnostics.first().unwrap().code,
        Err(other) => panic!("{other}"),
        Ok(document) => panic!("{} was answered", document.id),
    }
}

#[test]
fn the_same_question_gives_the_same_bytes_in_every_format() {
    let documents = [answer(&about("tie")).unwrap(), answer(&about("tie")).unwrap()];
    for (ending, format) in Format::ENDINGS {
        assert_eq!(Format::from_ending(format.ending()), Some(format), "{ending}");
        if format.check_available().is_err() {
            assert!(matches!(documents[0].render(format), Err(SheetError::Invalid(_))), "{ending}");
            continue;
        }
        let [one, other] = documents.each_ref().map(|document| document.render(format).unwrap());
        assert!(!one.is_empty() && one == other, "{ending}");
        assert_eq!(std::str::from_utf8(&one).is_err(), format.is_binary(), "{ending}");
    }
    assert!(documents[0].command.ends_with("par -r ma-baccarat tie"), "{}", documents[0].command);
}

#[test]
fn what_is_wrong_is_an_error_with_a_code() {
    let shoe =
        |cards: CardsAsked| ParQuestion { shoe: ShoeAsked { cards, ..ShoeAsked::default() }, ..about("tie") };
    let decks = |decks| shoe(CardsAsked { decks: Some(decks), ..CardsAsked::default() });
    assert_eq!(refused(&about("no-such-wager")), "unknown_wager");
    assert_eq!(refused(&shoe(CardsAsked { without: "9x".to_owned(), ..CardsAsked::default() })), "bad_card");
    assert_eq!(refused(&decks(u8::MAX)), "bad_shoe");
    assert_eq!(refused(&ParQuestion { stake: Some("-5".to_owned()), ..about("tie") }), "bad_amount");
    let seat = ShoeAsked { seat: Some(99), ..ShoeAsked::default() };
    assert_eq!(refused(&ParQuestion { shoe: seat, ..about("tie") }), "not_at_seat");
    let stands = ShoeAsked { choice: HandChoice::Stand, ..ShoeAsked::default() };
    assert_eq!(refused(&ParQuestion { shoe: stands, ..about("tie") }), "no_choice");
    let file = Source { path: "mine.toml".to_owned(), text: "id = 7".to_owned() };
    assert!(matches!(
        answer(&ParQuestion { wager: Some(WagerAsked::File(file)), ..about("tie") }),
        Err(SheetError::Invalid(_))
    ));
    // A shoe without cards is no mistake: no round can be finished with it.
    assert_eq!(answer(&decks(0)).unwrap().sheets.len(), 1);
}

/// A server answers on other threads than those that ask.
#[test]
fn documents_go_from_thread_to_thread() {
    const fn goes<T: Send + Sync + 'static>() {}
    goes::<ParQuestion>();
    goes::<Document>();
    goes::<SheetError>();
}
