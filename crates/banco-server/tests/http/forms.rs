//! Forms that are sent twice happen once: every route that takes a form is walked.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use banco_journal::Entry;
use banco_server::authority::{ACCOUNT, ADMINISTRATORS_ORDERS, Effect, LINK, TABLE};
use serde_json::{Value, json};

use crate::client::{Answer, Client, new_key};
use crate::house::{House, PASSWORD, Somebody};
use crate::play::Player;

impl Client {
    /// Sends a form, as a script does.
    pub async fn form(&self, path: &str, fields: &str) -> Answer {
        let mut head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.at);
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "Content-Type: application/x-www-form-urlencoded\r\n";
        head += &format!("Content-Length: {}\r\n\r\n{fields}", fields.len());
        Answer::read(&self.raw(head.as_bytes()).await).unwrap_or_else(|| panic!("{path}: no answer"))
    }
}

/// Everybody who sends a form here.
struct People {
    nobody: Client,
    guest: Somebody,
    fay: Somebody,
    cal: Somebody,
    dan: Somebody,
    ann: Somebody,
    ada: Somebody,
    /// Whoever was invited and has not come yet.
    invitation: String,
}

impl People {
    async fn come(house: &House) -> Self {
        let ada = house.administrator().await;
        let new = json!({ "name": "Pia", "login": "pia", "roles": ["player"] });
        let pia = ada.client.command("/api/v1/people", new).await.must(201).json();
        let path = format!("/api/v1/people/{}/invitation", pia["person"]);
        let invited = ada.client.post(&path, json!({})).await.json();
        Self {
            nobody: house.client(),
            guest: house.guest("Gwen").await,
            fay: house.somebody(&ada, "fay", &["floor"]).await,
            cal: house.somebody(&ada, "cal", &["cashier"]).await,
            dan: house.somebody(&ada, "dan", &["dealer"]).await,
            ann: house.somebody(&ada, "ann", &["auditor"]).await,
            invitation: invited["invitation"].as_str().unwrap().to_owned(),
            ada,
        }
    }
}

/// A form, who sends it, and what the journal says once it has happened.
struct Form<'a> {
    route: &'static str,
    path: String,
    fields: String,
    by: &'a Client,
    /// The stream and the words of the entry that it makes; none where nothing is written.
    makes: Option<(String, &'static str)>,
}

fn form<'a>(
    by: &'a Client,
    route: &'static str,
    path: &str,
    fields: &str,
    makes: Option<(&str, &'static str)>,
) -> Form<'a> {
    let makes = makes.map(|(stream, words)| (stream.to_owned(), words));
    Form { route, path: path.to_owned(), fields: fields.to_owned(), by, makes }
}

async fn entries(house: &House, stream: &str) -> Vec<Entry> {
    house.server.app.store.entries(stream.parse().unwrap(), 0, 100_000).await.unwrap()
}

/// How many entries of a stream have these words.
async fn count(house: &House, makes: Option<&(String, &'static str)>) -> usize {
    let Some((stream, words)) = makes else { return 0 };
    entries(house, stream).await.iter().filter(|entry| entry.record.get().contains(words)).count()
}

/// Sends a form twice at once and once more later, and looks at what has happened.
async fn sends_twice(house: &House, form: &Form<'_>) {
    let (before, fields) =
        (count(house, form.makes.as_ref()).await, format!("{}&key={}", form.fields, new_key()));
    let [first, second] = [(); 2].map(|()| {
        let (by, path, fields) = (form.by.clone(), form.path.clone(), fields.clone());
        tokio::spawn(async move { by.form(&path, &fields).await })
    });
    let (first, second) = (first.await.unwrap(), second.await.unwrap());
    let route = form.route;
    assert!((200..400).contains(&first.status), "{route} once: {} {}", first.status, first.text());
    assert_eq!(second.status, first.status, "{route} twice: {}", second.text());
    assert_eq!(second.body, first.body, "{route} says two things");
    if let Some(made) = &form.makes {
        let times = count(house, form.makes.as_ref()).await - before;
        assert_eq!(times, 1, "{route} happened {times} times: {made:?}");
    }
}

fn pay(to: &str, command: &str, capacity: &str, amount: &str) -> String {
    let to = to.replace('/', "%2F");
    format!(
        "to={to}&as={capacity}&do={command}&confirmed=yes&currency=USD&money.amount={amount}&back=%2Fcage"
    )
}

/// Every form of the pages, but for those that need a table or a day of their own.
fn usual<'a>(people: &'a People, round: &str) -> Vec<Form<'a>> {
    let account = format!("account/{}", people.guest.person);
    let own = Some((account.as_str(), "\"set\""));
    let deposit = pay(&account, "deposit", "cashier", "200");
    let adjust = pay(&account, "ask", "floor", "").replace("&money.amount=", "");
    let adjust =
        format!("{adjust}&text.wanted.what=adjust&signed.wanted.amount=5&text.wanted.reason=miscounted");
    let invitation = format!("invitation={}&password={}", people.invitation, PASSWORD.replace(' ', "+"));
    let sign_in = format!("login=dan&password={}&back=%2F", PASSWORD.replace(' ', "+"));
    let package = format!("/surveillance/rounds/{round}/package");
    vec![
        form(&people.nobody, "/look", "/look", "set=dark&back=%2F", None),
        form(&people.dan.client, "/dealer/assist", "/dealer/assist", "assist=off&back=%2Fdealer", None),
        form(&people.nobody, "/sign-in", "/sign-in", &sign_in, Some(("people", "\"signed_in\""))),
        form(&people.nobody, "/guest", "/guest", "back=%2F", Some(("people", "guest_came"))),
        form(
            &people.nobody,
            "/tables/{table}/seat",
            "/tables/2/seat",
            "seat=",
            Some(("people", "guest_came")),
        ),
        form(
            &people.guest.client,
            "/account/do",
            "/account/do",
            "do=set_limit&text.limit.what=wager&money.limit.most=50&back=%2Faccount",
            own,
        ),
        form(
            &people.guest.client,
            "/tables/{table}/seat",
            "/tables/1/seat",
            "seat=",
            Some((&account, "\"held\"")),
        ),
        form(
            &people.guest.client,
            "/tables/{table}/do",
            "/tables/1/do",
            "do=buy_in&text.with=chips&money.amount=100",
            Some((&account, "\"held\"")),
        ),
        form(
            &people.dan.client,
            "/dealer/{table}/do",
            "/dealer/1/do",
            "act=call_floor",
            Some(("floor", "floor_called")),
        ),
        form(&people.nobody, "/invitation", "/invitation", &invitation, None),
        form(&people.dan.client, "/second-factor", "/second-factor", "ask=begin", None),
        form(&people.cal.client, "/staff/do", "/staff/do", &deposit, Some((&account, "deposited"))),
        form(
            &people.cal.client,
            "/staff/do",
            "/staff/do",
            &pay(&account, "pay_out", "cashier", "50"),
            Some((&account, "paid_out")),
        ),
        form(
            &people.fay.client,
            "/staff/do",
            "/staff/do",
            &pay("table/1", "fill_tray", "floor", "500"),
            Some(("table/1", "tray_filled")),
        ),
        form(&people.fay.client, "/staff/do", "/staff/do", &adjust, Some((&account, "\"asked\""))),
        form(
            &people.fay.client,
            "/staff/do",
            "/staff/do",
            "to=info%2F1&do=put_up&title=Fire+drill&text=At+three",
            Some(("floor", "info_put_up")),
        ),
        form(
            &people.ann.client,
            "/surveillance/rounds/{round}/package",
            &package,
            "",
            Some(("access", "dispute_package")),
        ),
        form(
            &people.ada.client,
            "/admin/do",
            "/admin/do",
            "ask=machine&table=1&kind=display&name=Sign&back=%2Fadmin%2Fmachines",
            Some(("people", "device_asked")),
        ),
        form(
            &people.ada.client,
            "/admin/do",
            "/admin/do",
            "ask=add&name=New&login=new&role.player=on&back=%2Fadmin%2Fpeople",
            Some(("people", "person_created")),
        ),
        form(&people.guest.client, "/sign-out", "/sign-out", "", Some(("people", "signed_out"))),
    ]
}

/// A table that is held, which somebody knows of; a table that somebody proposes.
async fn on_the_floor(people: &People) -> Vec<Form<'_>> {
    for table in [1, 2] {
        let path = format!("/api/v1/tables/{table}/commands");
        people.fay.client.command(&path, json!({ "do": "hold", "reason": "a spill" })).await.must(200);
    }
    // What waits is looked for now and then, at all tables at once: when one alarm is there, so is the other.
    let since = Instant::now();
    let other = |key: String| format!("matter=table%2F2%2Fhold&back=%2Ffloor&key={key}");
    while people.fay.client.form("/floor/known", &other(new_key())).await.status == 409 {
        assert!(since.elapsed() < Duration::from_secs(20), "the floor does not hear of it");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let known = "matter=table%2F1%2Fhold&back=%2Ffloor";
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../rulebooks/ma-midi/submission.toml"
    ));
    let text: String = text.unwrap().bytes().map(|byte| format!("%{byte:02X}")).collect();
    let draft = format!("ask=propose&name=Midi&pit=Boston&text={text}");
    vec![
        form(&people.fay.client, "/floor/known", "/floor/known", known, Some(("floor", "alarm_known"))),
        form(&people.ada.client, "/admin/submission", "/admin/submission", &draft, Some(("floor", "propos"))),
    ]
}

/// Closes every table as soon as its round lets it, and answers whatever waits.
async fn close_every_table(people: &People) {
    for one in people.fay.client.get("/api/v1/approvals").await.must(200).json().as_array().unwrap() {
        let path = format!("/api/v1/approvals/{}/{}", one["stream"].as_str().unwrap(), one["request"]);
        let no = json!({ "hash": one["hash"], "approve": false, "reason": "the day ends" });
        people.fay.client.command(&path, no).await.must(200);
    }
    for table in [1, 2] {
        let (path, since) = (format!("/api/v1/tables/{table}/commands"), Instant::now());
        people.fay.client.command(&path, json!({ "do": "resume" })).await.must(200);
        while people.fay.client.command(&path, json!({ "do": "close_table" })).await.status != 200 {
            assert!(since.elapsed() < Duration::from_secs(60), "table {table} is never between two rounds");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// A round that somebody has played.
async fn a_round(house: &House) -> String {
    let mut player = Player::sits(house.guest("Hugo").await, 2).await;
    player.play(1).await;
    let path = format!("/api/v1/accounts/{}/rounds", player.who.person);
    let rounds = player.who.client.get(&path).await.must(200).json();
    rounds["rounds"][0]["cursor"].as_str().unwrap_or_else(|| panic!("no round: {rounds}")).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_form_sent_twice_happens_once() {
    let house = House::with(&[("demo_tables", "2")]).await;
    let people = People::come(&house).await;
    let round = a_round(&house).await;
    let mut walked: BTreeSet<&str> = BTreeSet::new();
    for form in usual(&people, &round) {
        sends_twice(&house, &form).await;
        walked.insert(form.route);
    }
    for form in on_the_floor(&people).await {
        sends_twice(&house, &form).await;
        walked.insert(form.route);
    }
    close_every_table(&people).await;
    let close = "confirmed=yes&back=%2Fcage";
    sends_twice(
        &house,
        &form(&people.cal.client, "/cage/close", "/cage/close", close, Some(("floor", "day_closed"))),
    )
    .await;
    walked.insert("/cage/close");
    let patron =
        "name=Pia+Player&login=pia-player&date_of_birth=1990-12-10&id_type=passport&id_number=X1234567&note=";
    let patron =
        form(&people.cal.client, "/cage/patrons", "/cage/patrons", patron, Some(("people", "patron_opened")));
    sends_twice(&house, &patron).await;
    walked.insert("/cage/patrons");
    let new = House::with(&[("demo_tables", "1")]).await;
    let secret = new.server.first_secret.as_ref().unwrap().reveal().to_string();
    let first = format!("secret={secret}&name=Ada&login=ada&password={}", PASSWORD.replace(' ', "+"));
    let (nobody, made) = (new.client(), Some(("people", "first_administrator_claimed")));
    sends_twice(&new, &form(&nobody, "/first-administrator", "/first-administrator", &first, made)).await;
    walked.insert("/first-administrator");
    let routes = banco_server::routes();
    let sends = |route: &&banco_server::Route| route.method == "post" && !route.path.starts_with("/api/");
    let missing: Vec<&str> =
        routes.iter().filter(sends).map(|route| route.path).filter(|path| !walked.contains(path)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "nobody has sent these forms twice");
}

/// Orders with money that this walk leaves out, with the reason.
const NOT_WALKED: [(&str, &str); 7] = [
    (
        "table answer_spoken",
        "needs a rulebook with spoken wagers, and stands in a prompt that is gone once it is answered",
    ),
    ("account open", "is no form of its own: `/cage/patrons` is walked above"),
    ("link open", "the link of a table opens once"),
    ("link verify", "needs a jackpot that was hit; a second one is refused as verified"),
    ("link pay_jackpot", "needs a jackpot that was hit; a second one is refused as paid"),
    ("link ask", "goes the way of the requests of tables and accounts"),
    ("link approve", "goes the way of the approvals of tables and accounts"),
];

/// What a form of the staff says to approve the request that waits at a stream.
async fn approval(by: &Client, stream: &str) -> String {
    let all = by.get("/api/v1/approvals").await.must(200).json();
    let waits = all.as_array().unwrap().iter().find(|one| one["stream"] == stream);
    let waits = waits.unwrap_or_else(|| panic!("{stream} in {all}"));
    let to = format!("approval/{stream}/{}", waits["request"]).replace('/', "%2F");
    format!("to={to}&answer=approve&hash={}&back=%2Ffloor", waits["hash"].as_str().unwrap())
}

/// Every order with money of tables and accounts, by its form.
async fn with_money(house: &House, people: &People, walked: &mut BTreeSet<String>) {
    let eli = house.somebody(&people.ada, "eli", &["executive"]).await;
    let sat = people.guest.client.form("/tables/1/seat", &format!("seat=&key={}", new_key())).await;
    assert!((200..400).contains(&sat.status), "{}", sat.text());
    let (who, table) = (people.guest.person, "table/1");
    let account = format!("account/{who}");
    let (fay, cal, dan) = (&people.fay.client, &people.cal.client, &people.dan.client);
    let cash = format!("do=take_cash&number.person={who}&money.amount=20&confirmed=yes&back=%2Fdealer%2F1");
    let promote = pay(table, "promote", "floor", "5");
    let promote = format!("{promote}&number.person={who}&text.tender=promotional");
    let wanted = "confirmed=yes&currency=USD&text.wanted.reason=miscounted&back=%2Ffloor&do=ask";
    let fund = |name: &str| format!("%7B%22what%22%3A%22{name}%22%7D");
    let correct = format!(
        "to=table%2F1&as=floor&{wanted}&text.wanted.what=correction&money.wanted.amount=5\
         &json.wanted.from={}&json.wanted.to={}",
        fund("house"),
        fund("tray")
    );
    let adjust =
        format!("to=account%2F{who}&as=floor&{wanted}&text.wanted.what=adjust&signed.wanted.amount=5");
    let do_at = "/dealer/{table}/do";
    for (name, by, route, path, fields, (stream, words)) in [
        ("table take_cash", dan, do_at, "/dealer/1/do", cash, (table, "cash_taken")),
        ("table promote", fay, "/staff/do", "/staff/do", promote, (table, "promotion_given")),
        (
            "table fill_tray",
            fay,
            "/staff/do",
            "/staff/do",
            pay(table, "fill_tray", "floor", "50"),
            (table, "tray_filled"),
        ),
        (
            "account deposit",
            cal,
            "/staff/do",
            "/staff/do",
            pay(&account, "deposit", "cashier", "20"),
            (account.as_str(), "deposited"),
        ),
        (
            "account pay_out",
            cal,
            "/staff/do",
            "/staff/do",
            pay(&account, "pay_out", "cashier", "20"),
            (&account, "paid_out"),
        ),
        ("table ask", fay, "/staff/do", "/staff/do", correct, (table, "\"asked\"")),
        ("account ask", fay, "/staff/do", "/staff/do", adjust, (&account, "\"asked\"")),
    ] {
        sends_twice(house, &form(by, route, path, &fields, Some((stream, words)))).await;
        walked.insert(name.to_owned());
    }
    voids_a_buy_in(house, people, walked).await;
    for (name, stream, words) in
        [("table approve", table, "corrected"), ("account approve", account.as_str(), "adjusted")]
    {
        let fields = approval(&eli.client, stream).await;
        sends_twice(house, &form(&eli.client, "/staff/do", "/staff/do", &fields, Some((stream, words))))
            .await;
        walked.insert(name.to_owned());
    }
}

/// A cashier gives back a buy-in that no table has taken.
async fn voids_a_buy_in(house: &House, people: &People, walked: &mut BTreeSet<String>) {
    let account = format!("account/{}", people.guest.person);
    let path = format!("/api/v1/accounts/{}", people.guest.person);
    let amount = json!({ "minor": 500, "currency": "USD" });
    let hold = json!({ "do": "hold_buy_in", "amount": amount, "table": 2 });
    people.guest.client.command(&format!("{path}/commands"), hold).await.must(200);
    let seen = people.guest.client.get(&path).await.must(200).json();
    let hold = &seen["holds"].as_array().unwrap().last().unwrap()["hold"];
    let fields = format!(
        "to={}&as=cashier&do=void_buy_in&number.hold={hold}&text.reason=not+taken&back=%2Fcage",
        account.replace('/', "%2F")
    );
    let made = Some((account.as_str(), "voided"));
    sends_twice(house, &form(&people.cal.client, "/staff/do", "/staff/do", &fields, made)).await;
    walked.insert("account void_buy_in".to_owned());
}

/// Every order of administrators, by its form.
async fn of_administrators(house: &House, people: &People, walked: &mut BTreeSet<String>) {
    let ada = &people.ada;
    let dora = house.somebody(ada, "dora", &["dealer"]).await;
    let dora = crate::real_floor::enrolled(house, dora).await;
    let (dan, dora) = (people.dan.person, dora.person);
    let sign = json!({ "table": 1, "kind": "card_reader", "name": "Reader" });
    crate::house::device(house, ada, sign).await;
    let devices = ada.client.get("/api/v1/devices").await.must(200).json();
    let reader = devices.as_array().unwrap_or_else(|| panic!("{devices}")).iter();
    let reader = reader.filter_map(|one: &Value| one["id"].as_str()).next().unwrap().to_owned();
    for (order, fields, words) in [
        ("add", "name=Neo&login=neo&role.player=on".to_owned(), "person_created"),
        ("roles", format!("person={dan}&role.dealer=on&role.floor=on"), "roles_asked"),
        ("invite", format!("person={dan}"), "invitation_asked"),
        ("disable", format!("person={dan}&reason=away"), "person_disabled"),
        ("enable", format!("person={dan}"), "enable_asked"),
        ("unlock", format!("person={dan}"), "lock_out_ended"),
        ("sign-out", format!("person={dan}"), "sessions_revoked"),
        ("reset", format!("person={dora}&reason=lost"), "second_factor_reset_asked"),
        ("machine", "table=1&kind=display&name=Sign".to_owned(), "device_asked"),
        ("remove-machine", format!("table=1&machine={reader}"), "device_revocation_asked"),
    ] {
        let fields = format!("ask={order}&{fields}&back=%2Fadmin");
        let made = Some(("people", words));
        sends_twice(house, &form(&ada.client, "/admin/do", "/admin/do", &fields, made)).await;
        walked.insert(format!("administrator {order}"));
    }
    // An anchor is no entry of a stream.
    let anchor = form(&ada.client, "/admin/do", "/admin/do", "ask=anchor&back=%2Fadmin", None);
    sends_twice(house, &anchor).await;
    walked.insert("administrator anchor".to_owned());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_order_sent_twice_happens_once() {
    let house = House::with(&[("demo_tables", "2")]).await;
    let people = People::come(&house).await;
    let mut walked = BTreeSet::new();
    with_money(&house, &people, &mut walked).await;
    of_administrators(&house, &people, &mut walked).await;
    for table in [1, 2] {
        let path = format!("/api/v1/tables/{table}/commands");
        people.fay.client.command(&path, json!({ "do": "hold", "reason": "the end" })).await.must(200);
    }
    close_every_table(&people).await;
    let float = pay("table/1", "open_table", "floor", "").replace("money.amount=", "money.float=50000");
    let opens = form(&people.fay.client, "/staff/do", "/staff/do", &float, Some(("table/1", "table_opened")));
    sends_twice(&house, &opens).await;
    walked.insert("table open_table".to_owned());
    let mut all: BTreeSet<String> =
        ADMINISTRATORS_ORDERS.iter().map(|order| format!("administrator {order}")).collect();
    for (kind, rules) in [("table", TABLE), ("account", ACCOUNT), ("link", LINK)] {
        let money = rules.iter().filter(|rule| rule.effect == Effect::Money).flat_map(|rule| rule.names);
        all.extend(money.map(|name| format!("{kind} {name}")));
    }
    walked.extend(NOT_WALKED.iter().map(|(name, _)| (*name).to_owned()));
    let missing: Vec<&String> = all.difference(&walked).collect();
    let unknown: Vec<&String> = walked.difference(&all).collect();
    assert!(missing.is_empty() && unknown.is_empty(), "nobody has sent {missing:?}; unknown {unknown:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_for_one_form_of_one_person() {
    let house = House::with(&[("demo_tables", "1")]).await;
    let (gwen, hugo) = (house.guest("Gwen").await, house.guest("Hugo").await);
    let limit = |most: &str, key: &str| {
        format!("do=set_limit&text.limit.what=wager&money.limit.most={most}&back=%2Faccount&key={key}")
    };
    gwen.client.form("/account/do", &limit("50", "")).await.refused(400, "key_needed");
    gwen.client.form("/account/do", &limit("50", "one%0Atwo")).await.refused(400, "bad_key");
    gwen.client.form("/account/do", &limit("50", "mine")).await.must(204);
    let again = gwen.client.form("/account/do", &limit("50", "mine")).await.must(204);
    assert_eq!(again.header("idempotent-replayed"), Some("true"));
    let other = gwen.client.form("/account/do", &limit("40", "mine")).await;
    assert!(other.text().contains("idempotency key reused with a different body"), "{}", other.text());
    other.refused(422, "key_used_before");
    // Somebody else's key is another one.
    let own = hugo.client.form("/account/do", &limit("40", "mine")).await.must(204);
    assert_eq!(own.header("idempotent-replayed"), None);
    assert!(own.header("form-key").is_some_and(|key| key != "mine"));
}

/// Sent as anything but a form, it would have no key.
#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_sent_as_a_form() {
    let house = House::with(&[("demo_tables", "1")]).await;
    let gwen = house.guest("Gwen").await;
    let fields = "do=set_limit&text.limit.what=wager&money.limit.most=50&back=%2Faccount";
    for kind in ["text/plain", "application/json"] {
        let head = format!(
            "POST /account/do HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\
             Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n{fields}",
            gwen.client.at,
            gwen.token,
            fields.len()
        );
        let answer = Answer::read(&gwen.client.raw(head.as_bytes()).await).unwrap();
        assert_eq!(answer.status, 415, "{kind}: {}", answer.text());
    }
}

/// The value of a hidden field of a page.
fn field(page: &str, name: &str) -> String {
    let field = page.split(&format!("name=\"{name}\" value=\"")).nth(1);
    field.unwrap_or_else(|| panic!("no {name} in {page}")).split('"').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn money_is_confirmed_on_a_page_and_ends_in_a_receipt() {
    let house = House::with(&[("demo_tables", "1")]).await;
    let people = People::come(&house).await;
    let browser = people.cal.client.and("Accept", "text/html");
    let account = format!("/api/v1/accounts/{}", people.guest.person);
    let balance =
        async || people.cal.client.get(&account).await.must(200).json()["balance"]["minor"].as_i64().unwrap();
    let before = balance().await;
    let asks = |amount: &str| {
        let fields = pay(&format!("account/{}", people.guest.person), "deposit", "cashier", amount);
        format!("{}&key=asked", fields.replace("&confirmed=yes", ""))
    };
    // Asking moves nothing, whatever is asked and however often.
    browser.form("/staff/do", &asks("300")).await.must(200);
    let page = browser.form("/staff/do", &asks("200")).await.must(200).text();
    assert!(page.contains("$200.00") && page.contains("$10,000.00") && page.contains("$10,200.00"), "{page}");
    assert_ne!(field(&page, "key"), "asked", "the form that confirms has a key of its own");
    assert_eq!(balance().await, before);
    let fields = ["to", "as", "do", "currency", "money.amount", "back", "confirmed", "key"];
    let fields = fields.map(|name| format!("{name}={}", field(&page, name).replace('/', "%2F"))).join("&");
    let done = browser.form("/staff/do", &fields).await.must(303);
    assert_eq!(balance().await, before + 20_000);
    let receipt = done.header("location").unwrap().to_owned();
    let number = receipt.split(['/', '?']).nth(2).unwrap().to_owned();
    let seen = browser.get(&receipt).await.must(200).text();
    for words in [&number, "Deposit", "$200.00", "Gwen", "cal", "$10,000.00", "$10,200.00"] {
        assert!(seen.contains(words), "{words} in {seen}");
    }
    // Receipts are for those who keep or look at the books, and for entries that moved money.
    let path = format!("/receipts/{number}");
    people.ann.client.get(&path).await.must(200);
    for other in [&people.dan, &people.guest] {
        other.client.get(&path).await.refused(404, "not_found");
    }
    people.ada.client.get(&path).await.refused(403, "not_allowed");
    house.client().get(&path).await.refused(401, "not_signed_in");
    people.fay.client.get("/receipts/T-1-1").await.refused(404, "not_found");
    people.cal.client.get("/receipts/T-1-1").await.refused(404, "not_found");
    for missing in ["A-1-1", "A-999-1", "A-x", "D-1", "P-1-1"] {
        people.ann.client.get(&format!("/receipts/{missing}")).await.refused(404, "not_found");
    }
    // What would be refused is refused before it is confirmed.
    let fields = pay(&format!("account/{}", people.guest.person), "pay_out", "cashier", "99999");
    let early = format!("{}&key={}", fields.replace("&confirmed=yes", ""), new_key());
    assert_eq!(people.cal.client.form("/staff/do", &early).await.status, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cage_opens_an_account_by_a_form() {
    let house = House::with(&[("demo_tables", "1")]).await;
    let ada = house.administrator().await;
    let cal = house.somebody(&ada, "cal", &["cashier"]).await;
    let browser = cal.client.and("Accept", "text/html");
    let patron = |born: &str, key: &str| {
        format!(
            "name=Pia+Ann+Player&display_name=Pia&login=pia&date_of_birth={born}&id_type=passport\
             &id_number=X1234567&note=left-handed&key={key}"
        )
    };
    let refused = browser.form("/cage/patrons", &patron("2024-01-01", "young")).await.must(409).text();
    for kept in ["value=\"Pia Ann Player\"", "value=\"left-handed\"", "open-patron", "form-refused"] {
        assert!(refused.contains(kept), "{kept} in {refused}");
    }
    assert!(!refused.contains("X1234567"), "the number of a document is not sent back");
    // Nobody's account comes with it: what is refused shows the form and nothing else of the cage.
    let gwen = house.guest("Gwendolyn").await;
    assert!(cal.client.get("/cage").await.must(200).text().contains("Gwendolyn"));
    let again = browser.form("/cage/patrons", &patron("2024-01-01", "younger")).await.must(409).text();
    assert!(!again.contains("Gwendolyn") && !again.contains(&format!("account={}", gwen.person)), "{again}");
    let page = browser.form("/cage/patrons", &patron("1990-12-10", "made")).await.must(200).text();
    let code = page
        .split("<code id=\"secret\" class=\"wrap\">")
        .nth(1)
        .or_else(|| page.split("id=\"secret\">").nth(1));
    let code = code.unwrap_or_else(|| panic!("no code in {page}")).split('<').next().unwrap().to_owned();
    let person = page.split("/cage?account=").nth(1).unwrap().split('"').next().unwrap().to_owned();
    for query in ["ann+player", "pia", &person] {
        let found = browser.get(&format!("/cage?find={query}")).await.must(200).text();
        assert!(found.contains("Pia Ann Player") && found.contains("4567"), "{query}: {found}");
        assert!(!found.contains(&code) && !found.contains("X1234567"));
    }
    let accepted = format!("invitation={code}&password={}&key=chosen", PASSWORD.replace(' ', "+"));
    house.client().form("/invitation", &accepted).await.must(303);
    crate::house::sign_in(&house.client(), "pia", person.parse().unwrap()).await;
}
