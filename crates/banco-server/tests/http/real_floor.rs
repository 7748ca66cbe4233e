//! A floor for real money as a red team would use it: chips only from accounts or through the dealer's hands, two people
//! where it matters, requests that die with the role of their asker.

use serde_json::{Value, json};

use crate::house::{House, REAL, Somebody, approve};
use crate::sessions::{code, first_with_second_factor};

/// Everybody whom a floor for real money needs.
struct RealFloor {
    house: House,
    ada: Somebody,
    fay: Somebody,
    fred: Somebody,
    eli: Somebody,
    carl: Somebody,
    dora: Somebody,
    dan: Somebody,
    table: u64,
}

const fn usd(dollars: i64) -> Dollars {
    Dollars(dollars)
}

struct Dollars(i64);

impl From<Dollars> for Value {
    fn from(dollars: Dollars) -> Self {
        json!({ "minor": dollars.0 * 100, "currency": "USD" })
    }
}

/// A second factor, and a fresh proof.
async fn enrolled(house: &House, somebody: Somebody) -> Somebody {
    let enrolment = somebody.client.post("/api/v1/second-factor", json!({})).await.must(201).json();
    let secret = enrolment["secret"].as_str().unwrap().to_owned();
    let confirmed = json!({ "code": code(&secret, 0), "bearer": true });
    let path = "/api/v1/second-factor/confirmation";
    let confirmed = somebody.client.post(path, confirmed).await.must(200).json();
    let token = confirmed["token"].as_str().unwrap().to_owned();
    Somebody { client: house.client().with(&token), token, ..somebody }.proved().await
}

impl RealFloor {
    async fn open(more: &[(&'static str, &'static str)]) -> Self {
        let flags: Vec<_> = REAL.iter().chain(more).chain(&[("approval_seconds", "600")]).copied().collect();
        let house = House::with(&flags).await;
        let (ada, _, _) = first_with_second_factor(&house).await;
        let ada = ada.proved().await;
        let bea = house.somebody(&ada, "bea", &["administrator"]).await;
        let bea = enrolled(&house, bea).await;
        let ada = Somebody { second: Some(Box::new(bea)), ..ada };
        let [fay, fred, eli, carl, dora, dan] = [
            ("fay", "floor"),
            ("fred", "floor"),
            ("eli", "executive"),
            ("carl", "cashier"),
            ("dora", "dealer"),
            ("dan", "dealer"),
        ]
        .map(|(login, role)| (login, [role]));
        let mut all = Vec::new();
        for (login, role) in [fay, fred, eli, carl, dora, dan] {
            let new = house.somebody(&ada, login, &role).await;
            all.push(enrolled(&house, new).await);
        }
        let [fay, fred, eli, carl, dora, dan] =
            <[Somebody; 6]>::try_from(all).unwrap_or_else(|_| panic!("six people"));
        let table = put_up(&fay, &eli).await;
        Self { house, ada, fay, fred, eli, carl, dora, dan, table }
    }

    fn at_table(&self) -> String {
        format!("/api/v1/tables/{}/commands", self.table)
    }

    async fn does(&self, who: &Somebody, command: Value) -> crate::client::Answer {
        who.client.command(&self.at_table(), command).await
    }

    /// The request that waits at a stream, approved by somebody.
    async fn approved(&self, stream: &str, by: &Somebody) {
        let all = by.client.get("/api/v1/approvals").await.must(200).json();
        let waits =
            all.as_array().unwrap().iter().find(|one| one["stream"] == stream && one["state"] == "open");
        let request = waits.unwrap_or_else(|| panic!("{stream} in {all}"))["request"].clone();
        approve(&by.client, stream, &request).await;
    }

    async fn opened(&self) {
        self.does(&self.fay, json!({ "do": "open_table", "float": Value::from(usd(50_000)) }))
            .await
            .must(200);
        self.approved(&format!("table/{}", self.table), &self.fred).await;
    }

    /// A patron with an active account, signed in.
    async fn patron(&self, login: &str, number: &str) -> Somebody {
        let wanted = json!({
            "name": format!("Patron {login}"), "login": login, "date_of_birth": "1980-01-31",
            "id_type": "passport", "id_number": number,
        });
        let made = self.carl.client.command("/api/v1/patrons", wanted).await.must(201).json();
        let accepted = json!({ "invitation": made["invitation"], "password": crate::house::PASSWORD });
        self.house.client().post("/api/v1/invitations/accepted", accepted).await.must(204);
        let person = made["person"].as_u64().unwrap();
        crate::house::sign_in(&self.house.client(), login, person).await
    }

    fn account(person: &Somebody) -> String {
        format!("/api/v1/accounts/{}/commands", person.person)
    }

    async fn deposit(&self, patron: &Somebody, dollars: i64) {
        let deposit = json!({ "do": "deposit", "amount": Value::from(usd(dollars)) });
        self.carl.client.command(&Self::account(patron), deposit).await.must(200);
    }

    async fn balance(&self, patron: &Somebody) -> i64 {
        let path = format!("/api/v1/accounts/{}", patron.person);
        let seen = self.carl.client.get(&path).await.must(200).json();
        seen["balance"]["minor"].as_i64().unwrap() / 100
    }
}

async fn put_up(fay: &Somebody, eli: &Somebody) -> u64 {
    let file = json!({
        "name": "Salon", "pit": "Main", "dealing": "dealer", "company": 0,
        "betting_seconds": null, "answer_seconds": null,
    });
    let wanted = json!({ "file": file, "shipped": { "rulebook": "ma-midi", "name": "default" } });
    let proposal = fay.client.command("/api/v1/proposals", wanted).await.must(201).json();
    assert!(proposal["terms"].as_array().unwrap().len() > 10, "the approver sees the terms: {proposal}");
    let path = format!("/api/v1/proposals/{}", proposal["proposal"].as_str().unwrap());
    let yes = json!({ "hash": proposal["hash"], "approve": true });
    fay.client.command(&path, yes.clone()).await.refused(409, "same_person");
    eli.client.command(&path, yes).await.must(200);
    let tables = fay.client.get("/api/v1/tables").await.must(200).json();
    tables[0]["table"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_chip_comes_from_nowhere() {
    let floor = RealFloor::open(&[("cash_buy_in_most", "40000")]).await;
    floor.opened().await;
    let pat = floor.patron("pat", "P1234567").await;
    // Nobody sits without an account of their own: a player whom an administrator has made has none.
    let quinn = floor.house.somebody(&floor.ada, "quinn", &["player"]).await;
    floor.does(&quinn, json!({ "do": "sit", "seat": 2 })).await.refused(409, "no_account");
    floor.deposit(&pat, 100).await;
    floor.does(&pat, json!({ "do": "sit", "seat": 1 })).await.must(200);
    assert_eq!(floor.balance(&pat).await, 100, "taking a seat buys nothing in");
    for with in ["chips", "cash"] {
        let million = json!({ "do": "buy_in", "amount": Value::from(usd(1_000_000)), "with": with });
        floor.does(&pat, million).await.refused(409, "account_needed");
    }
    let more = json!({ "do": "buy_in", "amount": Value::from(usd(101)), "with": "account" });
    floor.does(&pat, more).await.refused(409, "not_enough");
    let some = json!({ "do": "buy_in", "amount": Value::from(usd(60)), "with": "account" });
    floor.does(&pat, some).await.must(200);
    // Cash is the dealer's to enter, while on duty; from the level on the floor confirms it.
    let cash =
        |dollars| json!({ "do": "take_cash", "person": pat.person, "amount": Value::from(usd(dollars)) });
    floor.does(&floor.dora, cash(200)).await.refused(409, "not_on_duty");
    floor.does(&pat, cash(200)).await.refused(409, "wrong_role");
    floor.does(&floor.dora, json!({ "do": "sign_on" })).await.must(200);
    floor.does(&floor.dora, cash(999)).await.must(200);
    floor.does(&floor.dora, cash(1)).await.must(200);
    let chips = || async {
        let seen = pat.client.get(&format!("/api/v1/tables/{}/view", floor.table)).await.must(200).json();
        seen["own"]["chips"]["minor"].as_i64().unwrap() / 100
    };
    assert_eq!(chips().await, 60 + 999, "the sum reaches the level: the last dollar waits");
    floor.approved(&format!("table/{}", floor.table), &floor.fred).await;
    assert_eq!(chips().await, 60 + 1_000);
    floor.does(&floor.dora, cash(40_001)).await.refused(409, "above_cap");
    // Another dealer relieves; whoever is relieved deals no more.
    floor.does(&floor.dan, json!({ "do": "sign_on" })).await.must(200);
    floor.does(&floor.dora, cash(5)).await.refused(409, "not_on_duty");
    floor.does(&pat, json!({ "do": "leave" })).await.must(200);
    assert_eq!(floor.balance(&pat).await, 40 + 60 + 1_000, "everything comes home, and nothing else");
    let books = floor.eli.client.get("/api/v1/reports/trial_balance").await.must(200).json();
    let sum: i64 =
        books.as_array().unwrap().iter().map(|row| row["amount"]["minor"].as_i64().unwrap_or(0)).sum();
    assert_eq!(sum, 0, "{books}");
}

/// The same by the pages of the seat: a seat takes nothing, and its form buys in from the account.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_buys_in_what_its_owner_enters() {
    let floor = RealFloor::open(&[]).await;
    floor.opened().await;
    let pat = floor.patron("pat", "P1234567").await;
    floor.deposit(&pat, 100).await;
    let table = format!("/tables/{}", floor.table);
    let sat = pat.client.form(&format!("{table}/seat"), "seat=1&key=sits").await;
    assert!(matches!(sat.status, 204 | 303), "{} {}", sat.status, sat.text());
    assert_eq!(floor.balance(&pat).await, 100, "taking a seat buys nothing in");
    let page = pat.client.get(&table).await.must(200).text();
    let asks = "name=\"text.with\" value=\"account\"";
    assert!(page.contains("buy-in-row") && page.contains(asks), "{page}");
    let buys = "do=buy_in&text.with=account&money.amount=60&key=buys";
    for _ in 0..2 {
        pat.client.form(&format!("{table}/do"), buys).await.must(204);
    }
    assert_eq!(floor.balance(&pat).await, 40, "once, however often it is sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_needs_its_owner_and_above_the_level_two_people() {
    let floor = RealFloor::open(&[("pay_out_two_from", "500")]).await;
    let pat = floor.patron("pat", "P1234567").await;
    floor.deposit(&pat, 2_000).await;
    let account = RealFloor::account(&pat);
    let stream = format!("account/{}", pat.person);
    let pay = |dollars, identity: Value| json!({ "do": "pay_out", "amount": Value::from(usd(dollars)), "identity": identity });
    floor.carl.client.command(&account, pay(100, Value::Null)).await.must(200);
    assert_eq!(floor.balance(&pat).await, 2_000, "without a check it waits for the owner");
    let all = floor.eli.client.get("/api/v1/approvals").await.must(200).json();
    let waits = all.as_array().unwrap().iter().find(|one| one["stream"] == stream).unwrap().clone();
    let yes = json!({ "hash": waits["hash"], "approve": true });
    let path = format!("/api/v1/approvals/{stream}/{}", waits["request"]);
    floor.eli.client.command(&path, yes).await.refused(409, "owner_needed");
    let confirm = json!({ "do": "confirm_pay_out", "request": waits["request"] });
    floor.carl.client.command(&account, confirm.clone()).await.refused(409, "wrong_role");
    pat.client.command(&account, confirm).await.must(200);
    assert_eq!(floor.balance(&pat).await, 1_900);
    floor.carl.client.command(&account, pay(399, json!("passport ...4567"))).await.must(200);
    assert_eq!(floor.balance(&pat).await, 1_501, "with a check, below the level of the day");
    floor.carl.client.command(&account, pay(1, json!("passport ...4567"))).await.must(200);
    assert_eq!(floor.balance(&pat).await, 1_501, "the day's sum has reached the level");
    floor.approved(&stream, &floor.fay).await;
    assert_eq!(floor.balance(&pat).await, 1_500);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_handed_out_opened_filled_or_changed_by_one_person() {
    let floor = RealFloor::open(&[]).await;
    let stream = format!("table/{}", floor.table);
    let float = json!({ "do": "open_table", "float": Value::from(usd(50_000)) });
    floor.does(&floor.fay, float).await.must(200);
    let view = format!("/api/v1/tables/{}/view", floor.table);
    let phase = || async { floor.fay.client.get(&view).await.must(200).json()["turn"]["phase"].clone() };
    assert_eq!(phase().await, "closed", "one person does not open a table");
    floor.approved(&stream, &floor.fred).await;
    assert_ne!(phase().await, "closed");
    let tray = || async {
        let seen = floor.fay.client.get(&view).await.must(200).json();
        seen["staff"]["tray"]["minor"].as_i64().unwrap() / 100
    };
    assert_eq!(tray().await, 50_000);
    for (credit, after) in [(false, 50_005), (true, 50_000)] {
        let fill = json!({ "do": "fill_tray", "amount": Value::from(usd(5)), "credit": credit });
        let before = tray().await;
        floor.does(&floor.fay, fill).await.must(200);
        assert_eq!(tray().await, before, "zero always takes two people");
        floor.approved(&stream, &floor.eli).await;
        assert_eq!(tray().await, after);
    }
    let pat = floor.patron("pat", "P1234567").await;
    floor.deposit(&pat, 100).await;
    floor.does(&pat, json!({ "do": "sit", "seat": 1 })).await.must(200);
    let promote = |dollars| json!({ "do": "promote", "person": pat.person, "tender": "promotional", "amount": Value::from(usd(dollars)) });
    let held = || async {
        let seen = pat.client.get(&view).await.must(200).json();
        seen["own"]["promotional"]["minor"].as_i64().unwrap() / 100
    };
    floor.does(&floor.fay, promote(1_000_000)).await.refused(409, "above_cap");
    floor.does(&floor.fay, promote(99)).await.must(200);
    floor.does(&floor.fay, promote(99)).await.must(200);
    assert_eq!(held().await, 99, "many small ones are one large one");
    floor.approved(&stream, &floor.fred).await;
    assert_eq!(held().await, 198);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_dies_with_the_role_of_its_asker() {
    let floor = RealFloor::open(&[]).await;
    let stream = format!("table/{}", floor.table);
    let float = json!({ "do": "open_table", "float": Value::from(usd(50_000)) });
    floor.does(&floor.fay, float).await.must(200);
    let all = floor.eli.client.get("/api/v1/approvals").await.must(200).json();
    let waits = all.as_array().unwrap().iter().find(|one| one["stream"] == stream).unwrap().clone();
    let path = format!("/api/v1/people/{}/disabled", floor.fay.person);
    floor.ada.client.post(&path, json!({ "reason": "left the house" })).await.must(204);
    let yes = json!({ "hash": waits["hash"], "approve": true });
    let answer = format!("/api/v1/approvals/{stream}/{}", waits["request"]);
    let refused = floor.eli.client.command(&answer, yes).await;
    assert!(
        ["asker_gone", "request_expired", "not_found"].contains(&refused.code().as_str()),
        "{} {}",
        refused.status,
        refused.text()
    );
    let direct = json!({ "do": "approve", "request": waits["request"] });
    let refused = floor.does(&floor.eli, direct).await;
    assert!(["asker_gone", "request_expired"].contains(&refused.code().as_str()), "{}", refused.text());
    let seen = floor.eli.client.get(&format!("/api/v1/tables/{}/view", floor.table)).await.must(200).json();
    assert_eq!(seen["turn"]["phase"], "closed");
}
