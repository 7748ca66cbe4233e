//! What an insider would do.

use banco_journal::{Answer, At, By, CommandId, Hash, Kept};
use serde_json::{Value, json};

use crate::Forgery;
use crate::journal::{Journal, Row};

type Place = (String, usize);
type Change = fn(&mut Journal);

/// All of them.
pub fn all(honest: &Journal) -> Vec<Forgery> {
    let forge = |name: &str, reason: Option<&'static str>, change: &dyn Fn(&mut Journal)| {
        let mut journal = honest.clone();
        change(&mut journal);
        Forgery { name: name.to_owned(), journal, reason }
    };
    let records = RECORDS.iter().map(|(name, change)| forge(name, None, change));
    let sql = |change: &'static str| move |journal: &mut Journal| journal.sql.push(change.to_owned());
    let below = BELOW.iter().map(|(name, change)| forge(name, None, &sql(change)));
    let beyond = BEYOND.iter().map(|(name, reason, change)| forge(name, Some(reason), change));
    records.chain(below).chain(beyond).collect()
}

fn place(journal: &Journal, name: &str) -> Place {
    journal.find(name, 0).unwrap_or_else(|| panic!("no {name}"))
}

fn told<'j>(journal: &'j mut Journal, name: &str) -> &'j mut Value {
    let at = place(journal, name);
    journal.row(&at).event().unwrap().2
}

fn set(journal: &mut Journal, name: &str, path: &str, value: Value) {
    let told = told(journal, name);
    *told.pointer_mut(path).unwrap_or_else(|| panic!("{name} has no {path}")) = value;
}

/// Changes an amount, or a figure.
fn add(journal: &mut Journal, name: &str, path: &str, more: i64) {
    let told = told(journal, name);
    let mut at = told.pointer_mut(path).unwrap_or_else(|| panic!("{name} has no {path}"));
    while at.is_object() {
        at = at.as_object_mut().unwrap().values_mut().next().unwrap();
    }
    *at = (at.as_i64().unwrap() + more).into();
}

/// Another person as the author of the command of an event: in its input, and in all that it wrote.
fn author(journal: &mut Journal, name: &str, person: u32, role: &str) {
    let at = place(journal, name);
    let input = journal.input_of(&at);
    let told = input.to_string();
    let by = input.pointer_mut("/operation/command/by").unwrap_or_else(|| panic!("{name}: {told}"));
    *by = json!({ "person": person, "role": role });
    let cause = journal.row(&at).cause;
    for row in journal.streams.values_mut().flatten().filter(|row| row.cause == cause) {
        row.by = json!({ "person": person, "role": role });
    }
    let by = By::Person { person, role: role.to_owned() };
    journal.commands.get_mut(&cause).unwrap().by = by;
}

fn becomes_paid(journal: &mut Journal) {
    let mut paid = told(journal, "wager_paid").clone();
    let lost = told(journal, "wager_lost").clone();
    for key in ["bet", "seat", "stake"] {
        paid[key] = lost[key].clone();
    }
    let at = place(journal, "wager_lost");
    journal.row(&at).set_event("settlement", "wager_paid", paid);
}

fn becomes_lost(journal: &mut Journal) {
    let mut lost = told(journal, "wager_lost").clone();
    let paid = told(journal, "wager_paid").clone();
    for key in ["bet", "seat", "stake"] {
        lost[key] = paid[key].clone();
    }
    let at = place(journal, "wager_paid");
    journal.row(&at).set_event("settlement", "wager_lost", lost);
}

/// A wager is moved behind the beginning of its round, with the number that its input names.
fn bets_late(journal: &mut Journal) {
    let (stream, begun) = place(journal, "round_begun");
    let rows = journal.streams.get_mut(&stream).unwrap();
    let bet = rows[..begun].iter().rposition(|row| row.name() == "wager_placed").unwrap();
    let mut row = rows.remove(bet);
    let cause = rows[begun - 1].cause;
    let end = rows.iter().rposition(|row| row.cause == cause).unwrap();
    row.was = None;
    row.at = rows[end].at + 1;
    row.input.as_mut().unwrap()["streams"][&stream] = rows[end].was.unwrap().into();
    let (cause, at) = (row.cause, row.at);
    rows.insert(end + 1, row);
    journal.commands.get_mut(&cause).unwrap().at = At(at);
}

/// A wager that is a thousand times as high, in its command and in its event.
fn bets_high(journal: &mut Journal) {
    let at = place(journal, "wager_placed");
    let amount =
        journal.input_of(&at).pointer_mut("/operation/command/what/table/1/place_wager/amount").unwrap();
    let amount = amount.as_object_mut().unwrap().values_mut().next().unwrap();
    let more = amount.as_i64().unwrap() * 999;
    *amount = (amount.as_i64().unwrap() + more).into();
    add(journal, "wager_placed", "/added", more);
    add(journal, "wager_placed", "/stake/chips", more);
}

/// A wager below the least of the table.
fn bets_low(journal: &mut Journal) {
    let at = place(journal, "wager_placed");
    let amount =
        journal.input_of(&at).pointer_mut("/operation/command/what/table/1/place_wager/amount").unwrap();
    let amount = amount.as_object_mut().unwrap().values_mut().next().unwrap();
    let less = 1 - amount.as_i64().unwrap();
    *amount = 1.into();
    add(journal, "wager_placed", "/added", less);
    add(journal, "wager_placed", "/stake/chips", less);
}

/// A command is taken out with all that it wrote.
fn never_given(journal: &mut Journal, name: &str) {
    let at = place(journal, name);
    let cause = journal.row(&at).cause;
    for rows in journal.streams.values_mut() {
        rows.retain(|row| row.cause != cause);
    }
    journal.commands.remove(&cause);
}

/// A refused command gets an answer that it happened.
fn accepted(journal: &mut Journal, text: &str) {
    let refused = journal.commands.values_mut().find(|kept| kept.answer.status == 409).unwrap();
    refused.answer = Answer { status: 200, text: text.to_owned() };
}

/// A command that nobody gave, and that could have been given.
fn invented(journal: &mut Journal) {
    let rows = journal.streams.get_mut("table/1").unwrap();
    let held = rows.iter().find(|row| row.name() == "table_held").unwrap().clone();
    let last = rows.last().unwrap();
    let (at, was) = (last.at + 1, last.was.unwrap());
    let mut input = held.input.clone().unwrap();
    input["streams"]["table/1"] = was.into();
    let cause = CommandId([99; 16]);
    let row = Row { was: None, at, cause, input: Some(input), ..held };
    let by = serde_json::from_value(row.by.clone()).unwrap();
    rows.push(row);
    let text = r#"{"streams":{}}"#.to_owned();
    let kept = Kept { body: Hash::NONE, at: At(at), by, answer: Answer { status: 200, text } };
    journal.commands.insert(cause, kept);
    // The time in the input is the one of the entry.
    let rows = journal.streams.get_mut("table/1").unwrap();
    rows.last_mut().unwrap().input.as_mut().unwrap().as_object_mut().unwrap().shift_remove("time");
}

/// Records and inputs, changed so that all the rest fits.
const RECORDS: &[(&str, Change)] = &[
    ("a loser is paid", becomes_paid),
    ("a winner is marked lost", becomes_lost),
    ("a pay is too high", |j| add(j, "wager_paid", "/won", 100)),
    ("a pay is too low", |j| add(j, "wager_paid", "/won", -100)),
    ("a wager is paid by another line", |j| set(j, "wager_paid", "/line", json!("tie"))),
    ("a winner is left out of the settlement", |j| {
        let at = place(j, "wager_paid");
        j.take_out(&at);
    }),
    ("a winner is paid twice", |j| {
        let at = place(j, "wager_paid");
        let mut copy = j.row(&at).clone();
        (copy.was, copy.input) = (None, None);
        j.streams.get_mut(&at.0).unwrap().insert(at.1 + 1, copy);
    }),
    ("a wager is paid to somebody else", |j| add(j, "wager_paid", "/bet/owner", 1)),
    ("the result of a round is changed", |j| set(j, "result_reached", "/coup/banker/0", json!("9h"))),
    ("a turned card is another one", |j| set(j, "cards_turned", "/cards/0", json!("9h"))),
    ("a card goes to the other hand", |j| {
        let told = told(j, "card_dealt");
        let other = if told["side"] == "player" { "banker" } else { "player" };
        told["side"] = json!(other);
    }),
    ("the commitment of a dealt card is changed", |j| {
        let told = told(j, "card_dealt").to_string();
        let hash = told.split('"').find(|part| part.len() == 64).unwrap();
        let at = place(j, "card_dealt");
        let row = j.row(&at);
        let text = row.record.to_string().replace(hash, &"0".repeat(64));
        row.record = serde_json::from_str(&text).unwrap();
    }),
    ("a burned card is another one", |j| {
        let told = told(j, "card_burned");
        let text = told.to_string();
        let card = text.split('"').find(|part| part.len() == 2).map(str::to_owned);
        let other = match card {
            Some(card) => {
                text.replace(&format!("\"{card}\""), if card == "9h" { "\"4c\"" } else { "\"9h\"" })
            }
            None => text.replace("null", "\"9h\""),
        };
        *told = serde_json::from_str(&other).unwrap();
    }),
    ("one more card is burned", |j| {
        let at = place(j, "card_burned");
        let mut copy = j.row(&at).clone();
        (copy.was, copy.input) = (None, None);
        j.streams.get_mut(&at.0).unwrap().insert(at.1 + 1, copy);
    }),
    ("a burned card is left out", |j| never_given(j, "card_burned")),
    ("a shoe is dealt that was never promised", |j| never_given(j, "shoe_committed")),
    ("the cut is elsewhere", |j| add(j, "cut_made", "/at", 1)),
    ("the promised root is changed", |j| set(j, "shoe_committed", "/root", json!("0".repeat(64)))),
    ("the cut card lies elsewhere", |j| add(j, "shoe_loaded", "/cut_card", 1)),
    ("a bet after \"no more bets\"", bets_late),
    ("\"no more bets\" is removed", |j| never_given(j, "round_begun")),
    ("a wager above the limit", bets_high),
    ("a wager below the limit", bets_low),
    ("a wager on another spot", |j| set(j, "wager_placed", "/bet/wager", json!("tie"))),
    ("a wager of somebody else", |j| add(j, "wager_placed", "/bet/owner", 1)),
    ("clauses of a settlement are changed", |j| {
        let at = place(j, "wager_paid");
        j.row(&at).record["clauses"] = json!(["1(a)"]);
    }),
    ("clauses of a command are changed", |j| {
        let at = place(j, "table_held");
        j.row(&at).record["clauses"] = json!(["1(a)"]);
    }),
    ("a buy-in is larger", |j| add(j, "bought_in", "/amount", 100_000)),
    ("a fill is larger", |j| add(j, "tray_filled", "/amount", 100_000)),
    ("an approval by whoever asked", |j| {
        set(j, "approved", "/by", json!(900_000));
        set(j, "corrected", "/second", json!(900_000));
        author(j, "approved", 900_000, "floor");
    }),
    ("an approval by a player", |j| {
        set(j, "approved", "/by", json!(1));
        set(j, "corrected", "/second", json!(1));
        author(j, "approved", 1, "participant");
    }),
    ("an approval by a dealer", |j| author(j, "approved", 900_001, "dealer")),
    ("an approval under another name", |j| set(j, "approved", "/by", json!(900_005))),
    ("a correction without a request", |j| never_given(j, "asked")),
    ("a correction without its approval", |j| {
        let at = place(j, "approved");
        j.take_out(&at);
    }),
    ("a correction by one person", |j| set(j, "corrected", "/second", json!(900_000))),
    ("a correction of more than was asked for", |j| add(j, "corrected", "/amount", 1_000)),
    ("a correction to another account", |j| set(j, "corrected", "/to", json!({ "chips": 1 }))),
    ("a request that was turned down is approved", |j| {
        let at = place(j, "turned_down");
        let approve = json!({ "by": 900_001, "request": 2 });
        j.row(&at).set_event("floor", "approved", approve);
    }),
    ("a hold by a player", |j| author(j, "table_held", 1, "participant")),
    ("a settlement by a player", |j| author(j, "round_settled", 1, "participant")),
    ("a deposit is larger", |j| add(j, "deposited", "/amount", 100_000)),
    ("a deposit by a player", |j| author(j, "deposited", 77, "participant")),
    ("a payout is smaller", |j| add(j, "paid_out", "/amount", -1_000)),
    ("a payout above the balance", |j| {
        let at = place(j, "paid_out");
        let amount = j.input_of(&at).pointer_mut("/operation/command/what/account/1/pay_out/amount").unwrap();
        *amount.as_object_mut().unwrap().values_mut().next().unwrap() = json!(10_000_000);
        set(j, "paid_out", "/amount", json!({ "USD": 10_000_000 }));
    }),
    ("an adjustment by one person", |j| set(j, "adjusted", "/approval/approved_by", json!(900_000))),
    ("an adjustment of more than was asked for", |j| add(j, "adjusted", "/amount", -1_000)),
    ("an account that nobody opened", |j| never_given(j, "opened")),
    ("an author who is not the one of the input", |j| {
        let at = place(j, "table_held");
        j.row(&at).by = json!({ "person": 900_009, "role": "floor" });
    }),
    ("an input that names another configuration of the house", |j| {
        let at = place(j, "table_held");
        j.input_of(&at)["house"] = json!(99);
    }),
    ("an input that leaves out a stream", |j| {
        let at = place(j, "table_held");
        j.input_of(&at)["streams"] = json!({});
    }),
    ("an input with one more field", |j| {
        let at = place(j, "table_held");
        j.input_of(&at)["note"] = json!("x");
    }),
    ("the inputs of a stream are taken away", |j| {
        j.streams.get_mut("account/77").unwrap().iter_mut().for_each(|row| row.input = None);
    }),
    ("all inputs are taken away", |j| {
        j.streams.values_mut().flatten().for_each(|row| row.input = None);
    }),
    ("entries of two commands change places", |j| {
        let (stream, held) = place(j, "table_held");
        let rows = j.streams.get_mut(&stream).unwrap();
        let (one, other) = (rows[held].record["what"].clone(), rows[held + 1].record["what"].clone());
        rows[held].record["what"] = other;
        rows[held + 1].record["what"] = one;
    }),
    ("a stream is put in", |j| {
        let row = j.streams["account/77"][0].clone();
        j.streams.insert("account/78".to_owned(), vec![row]);
    }),
    ("a refused command becomes an accepted one", |j| accepted(j, r#"{"streams":{"table/1":12}}"#)),
    ("the configuration of the house is laxer than it was", |j| {
        let rows = j.streams.get_mut("floor").unwrap();
        rows[0].record["house"]["kind"] = json!("real");
    }),
    ("the configuration of the house is taken away", |j| drop(j.streams.remove("floor"))),
    ("the answer to a command is taken away", |j| {
        let at = place(j, "table_held");
        let cause = j.row(&at).cause;
        j.commands.remove(&cause);
    }),
    ("the answer to a command names another author", |j| {
        let at = place(j, "table_held");
        let cause = j.row(&at).cause;
        j.commands.get_mut(&cause).unwrap().by = By::Machine { machine: "clock".to_owned() };
    }),
    ("the answer to a command becomes a refusal", |j| {
        let at = place(j, "table_held");
        let cause = j.row(&at).cause;
        let text = r#"{"code":"nothing_changes"}"#.to_owned();
        j.commands.get_mut(&cause).unwrap().answer = Answer { status: 409, text };
    }),
    ("a planted command has the id of another that wrote nothing", |j| {
        let text = r#"{"streams":{"table/1":3}}"#.to_owned();
        let by = By::Person { person: 1, role: "participant".to_owned() };
        let kept = Kept { body: Hash::NONE, at: At(1), by, answer: Answer { status: 200, text } };
        j.commands.insert(CommandId([98; 16]), kept);
    }),
    ("the rules of the table are changed", |j| {
        let item = j.items.iter_mut().find(|item| item.space == "rules").unwrap();
        let text = String::from_utf8_lossy(&item.value).replace("Midi", "Maxi");
        item.value = text.into_bytes();
        item.value.push(b' ');
    }),
    ("the rules of the table are taken away", |j| j.items.retain(|item| item.space != "rules")),
];

/// Below the records, in the tables of the database.
const BELOW: &[(&str, &str)] = &[
    (
        "a posting is taken away",
        "DELETE FROM posting WHERE stream = 'table/1' AND version = (SELECT min(version) FROM posting WHERE stream = 'table/1')",
    ),
    ("all postings of a stream are taken away", "DELETE FROM posting WHERE stream = 'account/77'"),
    (
        "a posting is larger",
        "UPDATE posting SET amount = amount + 1 WHERE stream = 'account/77' AND line = 1",
    ),
    (
        "a posting goes to another account",
        "UPDATE posting SET credit = 'table/1:chips:1' WHERE stream = 'account/77'",
    ),
    ("a posting in another currency", "UPDATE posting SET currency = 'EUR' WHERE stream = 'account/77'"),
    (
        "a posting of an entry that is not there",
        "INSERT INTO posting VALUES ('table/1', 99999, 1, 'table/1:tray', 'table/1:chips:1', 'USD', 5)",
    ),
    (
        "a posting of a stream that is not there",
        "INSERT INTO posting VALUES ('table/99', 1, 1, 'table/1:tray', 'table/1:chips:1', 'USD', 5)",
    ),
    (
        "one more posting of an entry",
        "INSERT INTO posting SELECT stream, version, 9, credit, debit, currency, 0 FROM posting LIMIT 1",
    ),
    ("the secret of a shoe is taken away", "DELETE FROM seal WHERE what = 'shoe'"),
    (
        "the secret of a shoe is changed",
        "UPDATE seal SET bytes = zeroblob(length(bytes)) WHERE what = 'shoe'",
    ),
    ("the secret of a shoe is put elsewhere", "UPDATE seal SET version = version + 1 WHERE what = 'shoe'"),
    ("a stream is hidden: its head is taken away", "DELETE FROM stream_head WHERE stream = 'account/77'"),
    ("a head is moved back", "UPDATE stream_head SET version = version - 1 WHERE stream = 'table/1'"),
    ("a head has another hash", "UPDATE stream_head SET hash = zeroblob(32) WHERE stream = 'table/1'"),
    ("a head has another time", "UPDATE stream_head SET at = at + 1 WHERE stream = 'table/1'"),
    (
        "a head is said to be in an anchor (`anchored`)",
        "UPDATE stream_head SET anchored = 1000000 WHERE stream = 'table/1'",
    ),
    (
        "a head has a term that no lease has had (`fence`)",
        "UPDATE stream_head SET fence = 99 WHERE stream = 'table/1'",
    ),
    (
        "an answer has lost its digest",
        "UPDATE command SET digest = NULL WHERE id = (SELECT cause FROM entry WHERE stream = 'table/1' LIMIT 1)",
    ),
    (
        "an answer has another digest",
        "UPDATE command SET digest = zeroblob(32) WHERE id = (SELECT cause FROM entry WHERE stream = 'table/1' LIMIT 1)",
    ),
    (
        "an entry is changed without its hash",
        "UPDATE entry SET at = at + 1 WHERE stream = 'table/1' AND version = 5",
    ),
    (
        "an input is changed without its hash",
        "UPDATE entry SET input = replace(input, '1', '2') WHERE stream = 'table/1' AND version = 1",
    ),
    ("an entry is taken out without its hash", "DELETE FROM entry WHERE stream = 'table/1' AND version = 5"),
];

/// What nothing in the journal can tell.
const BEYOND: &[(&str, &str, Change)] = &[
    (
        "a command that its author never gave, at the end, and that could have been given",
        "whoever can sign in could have given it; nothing else in the journal speaks of it",
        invented,
    ),
    (
        "the last command of a stream is taken away, with its answer",
        "what is missing at an end leaves no gap",
        |j| never_given(j, "paid_out"),
    ),
    (
        "a command on which nothing rests is taken away, with its answer",
        "a history in which it was never given is one that the engine could have decided",
        |j| never_given(j, "tray_filled"),
    ),
    (
        "a stream is taken away as a whole, with its answers",
        "nothing else names it, if nobody in it has been at a table",
        |j| {
            let causes: Vec<CommandId> = j.streams["account/77"].iter().map(|row| row.cause).collect();
            j.streams.remove("account/77");
            causes.iter().for_each(|cause| drop(j.commands.remove(cause)));
        },
    ),
    ("a refusal is taken away", "refusals are swept after a while; no chain holds them", |j| {
        j.commands.retain(|_, kept| kept.answer.status < 400)
    }),
    (
        "the words of a refusal are changed",
        "no chain holds refusals, and their digest can be recomputed",
        |j| {
            let refused = j.commands.values_mut().find(|kept| kept.answer.status == 409).unwrap();
            refused.answer.text = r#"{"code":"other"}"#.to_owned();
        },
    ),
    ("a planted refusal", "no chain holds refusals; whoever has the id is told that it was used", |j| {
        let by = By::Person { person: 1, role: "participant".to_owned() };
        let answer = Answer { status: 409, text: r#"{"code":"other"}"#.to_owned() };
        let kept = Kept { body: Hash::NONE, at: At(1), by, answer };
        j.commands.insert(CommandId([97; 16]), kept);
    }),
    (
        "the epoch is changed",
        "it changes whenever an older copy is gone on with; the next anchor names it",
        |j| j.sql.push("UPDATE meta SET value = 'other' WHERE key = 'epoch'".to_owned()),
    ),
];
