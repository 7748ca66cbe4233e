//! What an operator does without a browser, on real folders and a real PostgreSQL, with the program itself.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests fail by panicking")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use banco_lab::{Folder, Postgres};
use serde_json::Value;

/// The program, without what the machine's owner may have set.
fn banco(arguments: &[&str]) -> Command {
    // With the umask of a careless machine: what must be private does not rely on it.
    let mut command = Command::new("sh");
    command.args(["-c", "umask 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_banco")]).args(arguments);
    command.env("NO_COLOR", "1").env("HOME", "/nonexistent").env_remove("XDG_CONFIG_HOME");
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("BANCO_")) {
        command.env_remove(name);
    }
    command
}

/// What came of it: exit code, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = banco(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// The same where it must go well.
fn done(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}\n{out}\n{err}");
    out
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&done(arguments)).unwrap()
}

/// The same where it must not: with this exit code, and these words.
#[track_caller]
fn refused(arguments: &[&str], code: i32, words: &str) {
    let (found, out, err) = run(arguments);
    assert_eq!(found, code, "{arguments:?}\n{out}\n{err}");
    assert!(err.contains(words), "{arguments:?}\n{out}\n{err}");
}

/// A server that runs until this is dropped.
struct Served {
    child: Child,
    metrics: String,
    secret: Option<String>,
}

impl Served {
    fn start(arguments: &[&str]) -> Self {
        let mut command = banco(&["serve", "--listen", "127.0.0.1:0"]);
        let quick = [("BETTING_SECONDS", "1"), ("CARD_MILLIS", "0"), ("STEP_MILLIS", "0")];
        let quick = quick.into_iter().chain([("METRICS", "127.0.0.1:0")]);
        command.envs(quick.map(|(name, value)| (format!("BANCO_{name}"), value)));
        let command = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        assert!(first.starts_with("Banco serves at http://"), "{first}");
        lines.next().unwrap().unwrap();
        let metrics = lines.next().unwrap().unwrap();
        let metrics = metrics.split("http://").nth(1).unwrap().trim_end_matches("/metrics").to_owned();
        let secret =
            lines.next().map(Result::unwrap).and_then(|line| Some(line.split_once(": ")?.1.to_owned()));
        Self { child, metrics, secret }
    }

    /// Stops it as an operator does.
    fn stop(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(&id).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have been stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a server at an address answers.
fn get(address: &str, path: &str) -> String {
    let mut line = TcpStream::connect(address).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    line.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    line.read_to_string(&mut answer).unwrap();
    answer
}

/// A floor that has been served for a moment.
fn floor(purpose: &str) -> (Folder, String) {
    let folder = Folder::new(purpose).unwrap();
    let data = folder.join("data").display().to_string();
    Served::start(&["--data", &data]).stop();
    (folder, data)
}

#[test]
fn people_are_let_in_and_kept_out() {
    let (_folder, data) = floor("operate-people");
    let at = ["--data", &data];
    let admin = |words: &[&str]| -> Vec<String> {
        ["admin"].iter().chain(words).chain(&at).map(|word| (*word).to_owned()).collect()
    };
    let done = |words: &[&str]| {
        let all = admin(words);
        done(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let refused = |words: &[&str], code, told: &str| {
        let all = admin(words);
        refused(&all.iter().map(String::as_str).collect::<Vec<_>>(), code, told);
    };
    assert!(done(&["first-secret"]).trim().len() > 20);
    let added = done(&["people", "add", "--login", "anna", "--name", "Anna", "--role", "administrator"]);
    assert!(added.contains("with this invitation: "), "{added}");
    refused(&["first-secret"], 5, "administered");
    refused(&["people", "add", "--login", "anna", "--name", "B", "--role", "dealer"], 5, "login_taken");
    refused(&["people", "add", "--login", "b", "--name", "B", "--role", "dealer"], 3, "bad_login");
    refused(
        &["people", "add", "--login", "bob", "--name", "B", "--role", "king"],
        2,
        "possible values: player",
    );
    let list: Value = serde_json::from_str(&done(&["people", "list", "--staff", "--json"])).unwrap();
    let anna = list[0]["person"].to_string();
    assert_eq!((list[0]["login"].as_str(), list[0]["active"].as_bool()), (Some("anna"), Some(true)));
    assert!(done(&["people", "list"]).contains("anna"));
    done(&["people", "roles", "anna", "--role", "floor"]);
    done(&["people", "disable", &anna, "--reason", "left"]);
    refused(&["people", "disable", "anna", "--reason", "again"], 5, "disabled");
    refused(&["people", "invite", "anna"], 5, "disabled");
    done(&["people", "enable", "ANNA"]);
    done(&["people", "unlock", "anna"]);
    done(&["people", "invite", "anna"]);
    refused(&["people", "reset-second-factor", "anna", "--reason", "lost"], 5, "no_second_factor");
    refused(&["people", "enable", "nobody"], 2, "there is nobody `nobody`");
    done(&["sessions", "end", "anna"]);
    assert!(done(&["sessions", "list", "anna"]).contains("SESSION"));
    // Whatever was done stands in the journal as done by the house.
    let trail = self::done(&["export", "--stream", "people", "--data", &data]);
    assert!(trail.contains(r#""machine":"command line""#) && trail.contains("person_disabled"), "{trail}");
    self::done(&["verify", "--data", &data]);
}

#[test]
fn machines_keys_and_anchors() {
    let (folder, data) = floor("operate-keys");
    let tables = json(&["admin", "tables", "list", "--json", "--data", &data]);
    let table = tables[0]["table"].to_string();
    assert!(done(&["admin", "tables", "list", "--data", &data]).contains("automatic"));
    assert_eq!(json(&["admin", "tables", "proposals", "--json", "--data", &data]), Value::Array(Vec::new()));

    let enrol =
        |kind| ["admin", "devices", "enrol", "--kind", kind, "--name", "Eye", "--data", &data, "--table"];
    let with = |kind, table| enrol(kind).into_iter().chain([table]).collect::<Vec<&str>>();
    assert!(done(&with("card-reader", &table)).trim().len() > 20);
    refused(&with("card-reader", &table), 5, "reader_there");
    refused(&with("display", "987654"), 2, "no_table");
    let devices = json(&["admin", "devices", "list", "--json", "--data", &data]);
    let device = devices[0]["device"].as_str().unwrap();
    done(&["admin", "devices", "revoke", device, "--data", &data]);
    refused(&["admin", "devices", "revoke", device, "--data", &data], 2, "no_device");

    let keys = || json(&["admin", "keys", "list", "--json", "--data", &data]);
    let before = keys();
    let sealed = before[0]["cards"].as_u64().unwrap();
    assert!(sealed > 0, "{before}");
    refused(&["admin", "keys", "new", "first", "--data", &data], 3, "key_taken");
    refused(&["admin", "keys", "new", "a b", "--data", &data], 3, "bad_key_name");
    done(&["admin", "keys", "new", "second", "--data", &data]);
    refused(&["admin", "keys", "drop", "first", "--data", &data], 5, "key_needed");
    refused(&["admin", "keys", "drop", "second", "--data", &data], 5, "key_seals");
    let dry = json(&["admin", "keys", "rotate", "--dry-run", "--json", "--data", &data]);
    assert_eq!(dry["cards"].as_u64(), Some(sealed));
    done(&["admin", "keys", "rotate", "--data", &data]);
    let after = keys();
    assert_eq!((after[0]["cards"].as_u64(), after[1]["cards"].as_u64()), (Some(0), Some(sealed)), "{after}");
    done(&["admin", "keys", "drop", "first", "--data", &data]);
    assert_eq!(keys().as_array().unwrap().len(), 1);
    done(&["verify", "--data", &data]);

    // An anchor that was carried off tells the journal from one that has forgotten something.
    let (_, anchor, told) = run(&["admin", "anchor", "--data", &data]);
    let key = told.trim().rsplit("--key ").next().unwrap().trim_end_matches('`').to_owned();
    let anchors = folder.join("anchors").display().to_string();
    std::fs::write(&anchors, &anchor).unwrap();
    let held = ["verify", "--data", &data, "--anchors", &anchors, "--key", &key];
    assert!(done(&held).contains("1 more carried off"));
    let other = "ab".repeat(32);
    refused(&["verify", "--data", &data, "--key", &other], 4, "is not trusted here");
    // The floor goes on with the new key.
    Served::start(&["--data", &data]).stop();
    done(&held);
    // Without a key that is named, the one of the folder is believed and no other.
    std::fs::remove_file(folder.join("data").join("anchor.key")).unwrap();
    done(&["verify", "--data", &data]);
    Served::start(&["--data", &data]).stop();
    refused(&["verify", "--data", &data], 4, "is not trusted here");
}

/// A guest becomes an executive by one change in the database, and a trigger is gone.
#[test]
fn what_lies_below_the_log_is_found() {
    let (_folder, data) = floor("operate-below");
    let admin = |words: &[&str]| done(&[&["admin"], words, &["--data", &data]].concat());
    admin(&["first-secret"]);
    admin(&["people", "add", "--login", "anna", "--name", "Anna", "--role", "administrator"]);
    done(&["verify", "--data", &data]);
    let journal = format!("{data}/journal.sqlite");
    merge_log(&journal);
    let whole = std::fs::read(&journal).unwrap();
    let change = |sql: &str| {
        let file = rusqlite::Connection::open(&journal).unwrap();
        file.execute_batch(sql).unwrap();
    };
    let roles =
        "UPDATE item SET value = CAST(replace(CAST(value AS TEXT), 'administrator', 'executive') AS BLOB)
                 WHERE space = 'person'";
    change(roles);
    refused(&["verify", "--data", &data], 4, "are not those of the stream `people`");
    std::fs::write(&journal, &whole).unwrap();
    change("DROP TRIGGER entry_stays");
    refused(&["verify", "--data", &data], 4, "the trigger `entry_stays` is gone");
    std::fs::write(&journal, &whole).unwrap();
    done(&["verify", "--data", &data]);
}

/// What somebody might change who has the file.
const DAMAGE: [&str; 8] = [
    "UPDATE entry SET record = replace(record, 'table', 'tabel') WHERE stream = 'table/2' AND version = 2",
    "UPDATE entry SET at = at + 1 WHERE stream = 'table/3' AND version = 1",
    "DELETE FROM entry WHERE stream = 'table/4' AND version > 2",
    "UPDATE posting SET amount = amount + 1 WHERE stream = 'table/1'",
    "UPDATE seal SET bytes = zeroblob(length(bytes)) WHERE stream = 'table/1'",
    "UPDATE stream_head SET hash = zeroblob(32) WHERE stream = 'floor' OR stream = 'table/5'",
    "DELETE FROM command WHERE id IN (SELECT cause FROM entry WHERE stream = 'table/6' AND version = 1)",
    "UPDATE anchor SET statement = replace(statement, 'table/1', 'table/9')",
];

/// Changes a file by hand, as nobody may.
fn spoil(path: &str, change: &str) {
    let file = rusqlite::Connection::open(path).unwrap();
    let triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'";
    let triggers: Vec<(String, String)> = {
        let mut look = file.prepare(triggers).unwrap();
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        look.query_map((), row).unwrap().map(Result::unwrap).collect()
    };
    triggers.iter().for_each(|(name, _)| file.execute_batch(&format!("DROP TRIGGER {name}")).unwrap());
    assert!(file.execute(change, ()).unwrap() > 0, "{change}");
    triggers.iter().for_each(|(_, sql)| file.execute_batch(sql).unwrap());
    drop(file);
    merge_log(path);
}

/// Brings the log of a file into it, so that the file stands alone.
fn merge_log(path: &str) {
    rusqlite::Connection::open(path).unwrap().pragma_update(None, "journal_mode", "DELETE").unwrap();
}

#[test]
fn what_is_damaged_is_found() {
    let (folder, data) = floor("operate-damage");
    let all = done(&["verify", "--data", &data]);
    for what in ["file", "chain", "records", "commands", "anchors", "people", "replay"] {
        let line = all.lines().find(|line| line.starts_with(what)).unwrap();
        assert!(line.contains("holds"), "{all}");
    }
    assert!(all.contains("commands decided again"), "{all}");
    assert_eq!(json(&["verify", "--json", "--data", &data])["holds"], true);

    let export = folder.join("export").display().to_string();
    done(&["export", "--data", &data, "--out", &export]);
    done(&["verify", "--export", &export]);
    let bytes = std::fs::read(&export).unwrap();
    for part in 0..40 {
        let at = bytes.len() * part / 40 + part;
        let mut flipped = bytes.clone();
        flipped[at] ^= 1;
        std::fs::write(&export, &flipped).unwrap();
        let (code, out, err) = run(&["verify", "--export", &export]);
        assert_eq!(code, 4, "byte {at}\n{out}\n{err}");
    }

    // Records, money, secrets, heads and anchors in the file itself.
    let journal = format!("{data}/journal.sqlite");
    merge_log(&journal);
    let whole = std::fs::read(&journal).unwrap();
    for change in DAMAGE {
        spoil(&journal, change);
        let (code, out, err) = run(&["verify", "--data", &data]);
        assert_eq!(code, 4, "{change}\n{out}\n{err}");
        std::fs::write(&journal, &whole).unwrap();
    }
    done(&["verify", "--data", &data]);
    refused(&["verify", "--data", &folder.join("elsewhere").display().to_string()], 2, "no_floor");
    refused(&["verify"], 2, "say what to check");
    refused(&["export", "--stream", "table/99999", "--data", &data], 2, "no_stream");
}

/// A journal that is gone ends the process, and no other one is begun in its place.
#[test]
fn a_floor_whose_journal_is_gone_ends_and_begins_no_other() {
    let folder = Folder::new("operate-gone").unwrap();
    let data = folder.join("data").display().to_string();
    let mut served = Served::start(&["--data", &data]);
    let (journal, aside) = (format!("{data}/journal.sqlite"), folder.join("aside"));
    std::fs::rename(&journal, &aside).unwrap();
    let began = Instant::now();
    let ended = served.child.wait().unwrap();
    assert_eq!(ended.code(), Some(1), "whoever watches the process must start it again");
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
    refused(&["serve", "--listen", "127.0.0.1:0", "--data", &data], 1, "the journal is missing");
    assert!(!Path::new(&journal).exists(), "nothing is begun beside the keys of another journal");
    std::fs::rename(&aside, &journal).unwrap();
    Served::start(&["--data", &data]).stop();
    done(&["verify", "--data", &data]);
}

#[test]
fn a_floor_runs_on_when_nobody_reads_its_welcome() {
    let folder = Folder::new("operate-unread").unwrap();
    let data = folder.join("data").display().to_string();
    let mut command = banco(&["serve", "--listen", "127.0.0.1:0", "--data", &data]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let open =
        || run(&["admin", "people", "list", "--data", &data]).2.contains("a server has this floor open");
    while !open() {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it was asked to");
    }
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert!(child.wait().unwrap().success());
    assert!(
        done(&["verify", "--data", &data]).contains("1 signed by"),
        "the last anchor of a floor that stops"
    );
}

#[test]
fn a_floor_is_copied_while_it_runs_and_gone_on_with() {
    let folder = Folder::new("operate-backup").unwrap();
    let data = folder.join("data").display().to_string();
    let copy = folder.join("copy.sqlite").display().to_string();
    let served = Served::start(&["--data", &data]);
    assert!(served.secret.is_some());
    done(&["backup", "--to", &copy, "--data", &data]);
    let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&copy).unwrap());
    assert_eq!(mode & 0o777, 0o600, "others must not read it");
    refused(&["backup", "--to", &copy, "--data", &data], 2, "in_the_way");
    done(&["verify", "--data", &data]);
    assert!(done(&["export", "--data", &data]).lines().count() > 10);
    refused(&["admin", "people", "list", "--data", &data], 1, "a server has this floor open");
    refused(&["restore", &copy, "--data", &data], 1, "in_use");
    done(&["restore", &copy, "--data", &data, "--dry-run", "--verify"]);
    metrics_of_the_dashboard(&get(&served.metrics, "/metrics"));
    served.stop();

    let broken = folder.join("broken.sqlite").display().to_string();
    std::fs::copy(&copy, &broken).unwrap();
    spoil(&broken, "UPDATE posting SET amount = amount + 1 WHERE stream = 'table/1'");
    let journal = format!("{data}/journal.sqlite");
    merge_log(&journal);
    let before = std::fs::read(&journal).unwrap();
    refused(&["restore", &broken, "--data", &data, "--verify"], 4, "not_as_written");
    assert!(std::fs::read(&journal).unwrap() == before, "nothing is replaced by a damaged copy");

    let epoch = |path: &str| epoch(Path::new(path));
    let (_, _, told) = run(&["restore", &copy, "--data", &data, "--verify"]);
    let kept = told.split('`').find(|word| word.contains(".before-")).unwrap();
    assert_ne!(epoch(&journal), epoch(kept));
    assert_eq!(epoch(&copy), epoch(kept));
    done(&["verify", "--data", &data]);
    // After a power cut, what lies in the log of the old journal is kept with it.
    drop(Served::start(&["--data", &data]));
    done(&["verify", "--data", &data]);
    let lines = done(&["export", "--data", &data]).lines().count();
    let (code, _, told) = run(&["restore", &copy, "--data", &data]);
    assert_eq!(code, 0, "{told}");
    let kept = told.split('`').find(|word| word.contains(".before-")).unwrap().to_owned();
    let again = folder.join("again").display().to_string();
    done(&["restore", &kept, "--data", &again]);
    assert_eq!(done(&["export", "--data", &again]).lines().count(), lines);
    Served::start(&["--data", &data]).stop();
    done(&["verify", "--data", &data]);
    refused(&["restore", "--data", &data], 2, "name the copy");
}

/// Keys, journal, copies and exports are their owner's alone, in a folder that is open to everybody.
#[test]
fn what_a_floor_keeps_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("operate-private").unwrap();
    let open = std::fs::Permissions::from_mode(0o777);
    let data = folder.join("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, open).unwrap();
    let all_private = |path: &Path| {
        for file in std::fs::read_dir(path).unwrap().map(Result::unwrap) {
            let metadata = file.metadata().unwrap();
            let mode = metadata.permissions().mode() & 0o777;
            assert!(metadata.is_dir() || mode == 0o600, "{}: {mode:o}", file.path().display());
        }
    };
    let data_text = data.display().to_string();
    let served = Served::start(&["--data", &data_text]);
    all_private(&data);
    let copy = folder.join("copy.sqlite").display().to_string();
    let text = folder.join("export.jsonl");
    std::fs::write(&text, "an older one").unwrap();
    done(&["backup", "--to", &copy, "--data", &data_text]);
    done(&["export", "--out", &text.display().to_string(), "--data", &data_text]);
    served.stop();
    let restored = folder.join("restored");
    done(&["restore", &copy, "--data", &restored.display().to_string()]);
    done(&["restore", &copy, "--data", &data_text]);
    done(&["admin", "keys", "new", "second", "--data", &data_text]);
    for path in [folder.path(), data.as_path(), restored.as_path()] {
        all_private(path);
    }
}

/// Which history a file holds.
fn epoch(path: &Path) -> String {
    use banco_journal::Store as _;
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let store = banco_journal::sqlite::ReadOnlyStore::open(path).unwrap();
    runtime.block_on(store.epoch()).unwrap()
}

/// The dashboard asks for nothing that the server does not count.
fn metrics_of_the_dashboard(metrics: &str) {
    let dashboard =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/dashboard.json")).unwrap();
    let read: Value = serde_json::from_str(&dashboard).unwrap();
    assert!(read["panels"].as_array().unwrap().len() > 5);
    let letter = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let words = dashboard.split(|character| !letter(character)).filter(|word| word.starts_with("banco_"));
    for word in words {
        let name = word.trim_end_matches("_bucket").trim_end_matches("_sum").trim_end_matches("_count");
        assert!(metrics.contains(&format!("# TYPE {name} ")), "{name}");
    }
}

#[test]
fn a_floor_in_postgres_is_run_beside_its_server() {
    let postgres = Postgres::start().unwrap();
    let folder = Folder::new("operate-postgres").unwrap();
    let data = folder.join("data").display().to_string();
    let at = ["--database", &postgres.address(), "--data", &data].map(str::to_owned);
    let with = |words: &[&str]| -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).chain(at.clone()).collect()
    };
    let texts = |words: &[String]| -> Vec<String> { words.to_vec() };
    let call = |words: &[&str]| {
        let all = texts(&with(words));
        run(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let good = |words: &[&str]| {
        let (code, out, err) = call(words);
        assert_eq!(code, 0, "{words:?}\n{out}\n{err}");
        out
    };
    let served = Served::start(&at.iter().map(String::as_str).collect::<Vec<_>>());
    good(&["admin", "people", "add", "--login", "anna", "--name", "Anna", "--role", "dealer"]);
    assert!(good(&["admin", "people", "list", "--staff"]).contains("anna"));
    good(&["admin", "anchor"]);
    assert!(good(&["verify"]).contains("replay    holds"));
    let (code, _, told) = call(&["backup", "--to", "copy"]);
    assert!(code == 2 && told.contains("pg_dump"), "{told}");
    served.stop();
    good(&["admin", "keys", "new", "second"]);
    good(&["admin", "keys", "rotate"]);
    good(&["restore", "--verify"]);
    good(&["verify"]);
    Served::start(&at.iter().map(String::as_str).collect::<Vec<_>>()).stop();
}

#[test]
fn the_page_for_operators_lists_every_setting() {
    let page = include_str!("../../../docs/operate.md");
    for setting in banco_server::config::SETTINGS {
        let usual = if setting.usual.is_empty() { String::new() } else { format!("`{}`", setting.usual) };
        let row = format!("| `{}` | {usual} | {} |", setting.key, setting.help);
        assert!(page.lines().any(|line| line == row), "docs/operate.md lacks\n{row}");
    }
    let rows = page.lines().skip_while(|line| *line != "| setting | usual | what it is |").skip(2);
    assert_eq!(rows.take_while(|line| line.starts_with('|')).count(), banco_server::config::SETTINGS.len());
}

#[test]
fn a_bench_measures_and_holds_everything_against_the_journal() {
    let load = ["--seconds", "1", "--rate", "20", "--players", "3", "--displays", "1", "--json"];
    let figures = json(&[&["bench", "serve"], &load[..]].concat());
    for key in [
        "store",
        "commands",
        "commands_per_second",
        "ack_p50_ms",
        "ack_p99_ms",
        "push_p99_ms",
        "refused",
        "raw_commits_per_second",
        "ratio_to_raw",
        "rss_mb",
    ] {
        assert!(figures.get(key).is_some(), "{key} is missing: {figures}");
    }
    assert_eq!((figures["store"].as_str(), figures["commands"].as_u64()), (Some("sqlite"), Some(20)));
}
