//! A floor for real money as a red team would use it: chips only from accounts or through the dealer's hands, two people
//! where it matters, requests that die with the role of their asker.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::Answer;
use crate::house::{House, MovedClock, PASSWORD, REAL, Somebody, approve, sign_in};
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
pub async fn enrolled(house: &House, somebody: Somebody) -> Somebody {
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
        Self::at(&Arc::new(MovedClock::default()), more).await
    }

    async fn at(clock: &Arc<MovedClock>, more: &[(&'static str, &'static str)]) -> Self {
        let flags: Vec<_> = REAL.iter().chain(more).chain(&[("approval_seconds", "600")]).copied().collect();
        let house = House::at(Arc::clone(clock) as _, &flags).await;
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

    async fn does(&self, who: &Somebody, command: Value) -> Answer {
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
        let (person, invitation) = self.opens_patron(login, number).await;
        self.accepts(&invitation).await.must(204);
        sign_in(&self.house.client(), login, person).await
    }

    /// A patron with an active account, who has not chosen a password: their number and the invitation.
    async fn opens_patron(&self, login: &str, number: &str) -> (u64, Value) {
        let wanted = json!({
            "name": format!("Patron {login}"), "login": login, "date_of_birth": "1980-01-31",
            "id_type": "passport", "id_number": number,
        });
        let made = self.carl.client.command("/api/v1/patrons", wanted).await.must(201).json();
        (made["person"].as_u64().unwrap(), made["invitation"].clone())
    }

    async fn accepts(&self, invitation: &Value) -> Answer {
        let accepted = json!({ "invitation": invitation, "password": PASSWORD });
        self.house.client().post("/api/v1/invitations/accepted", accepted).await
    }

    fn account(person: &Somebody) -> String {
        format!("/api/v1/accounts/{}/commands", person.person)
    }

    /// A cashier beside Carl.
    async fn another_cashier(&self) -> Somebody {
        let cleo = self.house.somebody(&self.ada, "cleo", &["cashier"]).await;
        enrolled(&self.house, cleo).await
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

/// A table that somebody wants to put up.
fn salon() -> Value {
    let file = json!({
        "name": "Salon", "pit": "Main", "dealing": "dealer", "company": 0,
        "betting_seconds": null, "answer_seconds": null,
    });
    json!({ "file": file, "shipped": { "rulebook": "ma-midi", "name": "default" } })
}

async fn put_up(fay: &Somebody, eli: &Somebody) -> u64 {
    let proposal = fay.client.command("/api/v1/proposals", salon()).await.must(201).json();
    assert!(proposal["terms"].as_array().unwrap().len() > 10, "the approver sees the terms: {proposal}");
    let path = format!("/api/v1/proposals/{}", proposal["proposal"].as_str().unwrap());
    let yes = json!({ "hash": proposal["hash"], "approve": true });
    fay.client.command(&path, yes.clone()).await.refused(409, "same_person");
    eli.client.command(&path, yes).await.must(200);
    let tables = fay.client.get("/api/v1/tables").await.must(200).json();
    tables.as_array().unwrap().iter().filter_map(|one| one["table"].as_u64()).max().unwrap()
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
    let clock = Arc::new(MovedClock::default());
    let floor = RealFloor::at(&clock, &[("pay_out_two_from", "500")]).await;
    let pat = floor.patron("pat", "P1234567").await;
    let cleo = floor.another_cashier().await;
    floor.deposit(&pat, 2_000).await;
    let account = RealFloor::account(&pat);
    let stream = format!("account/{}", pat.person);
    let pay = |dollars| json!({ "do": "pay_out", "amount": Value::from(usd(dollars)) });
    let past_check = Duration::from_mins(8);
    for _ in 0..2 {
        clock.skip(past_check);
        for somebody in [&pat, &cleo, &floor.carl, &floor.eli, &floor.fay] {
            somebody.client.get("/api/v1/tables").await.must(200);
            somebody.clone().proved().await;
        }
    }
    // A client cannot claim a check, and the last one on record is too old.
    let mut claimed = pay(100);
    claimed["identity"] = json!("passport ...4567");
    floor.carl.client.command(&account, claimed).await.refused(422, "unknown_key");
    floor.carl.client.command(&account, pay(100)).await.must(200);
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
    let check = format!("/api/v1/patrons/{}/identity-check", pat.person);
    let document = json!({ "id_type": "passport", "id_number": "P1234567" });
    floor.carl.client.post(&check, document.clone()).await.must(204);
    floor.carl.client.command(&account, pay(399)).await.must(200);
    assert_eq!(floor.balance(&pat).await, 1_900, "on the payer's own word it waits for the owner as well");
    let all = floor.carl.client.get(&format!("/api/v1/accounts/{}", pat.person)).await.must(200).json();
    let back =
        json!({ "do": "turn_down", "request": all["requests"][0]["request"], "reason": "no owner here" });
    floor.carl.client.command(&account, back).await.must(200);
    cleo.client.post(&check, document).await.must(204);
    floor.carl.client.command(&account, pay(399)).await.must(200);
    assert_eq!(floor.balance(&pat).await, 1_501, "with a check, below the level of the day");
    floor.carl.client.command(&account, pay(1)).await.must(200);
    assert_eq!(floor.balance(&pat).await, 1_501, "the day's sum has reached the level");
    floor.approved(&stream, &floor.fay).await;
    assert_eq!(floor.balance(&pat).await, 1_500);
}

/// One administrator does not come in as a patron, neither before nor after money has come.
#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_no_way_to_money_that_came_later() {
    let floor = &RealFloor::open(&[]).await;
    let deposit = |person: u64| {
        let deposit = json!({ "do": "deposit", "amount": Value::from(usd(100)) });
        let path = format!("/api/v1/accounts/{person}/commands");
        async move { floor.carl.client.command(&path, deposit).await.must(200) }
    };
    let (pat, _) = floor.opens_patron("pat", "P1234567").await;
    let path = format!("/api/v1/people/{pat}/invitation");
    let invited = floor.ada.client.post(&path, json!({})).await.must(202).json();
    floor.accepts(&invited["invitation"]).await.refused(409, "invitation_waits");
    deposit(pat).await;
    floor.accepts(&invited["invitation"]).await.refused(409, "invitation_waits");
    // What was handed over at the counter still lets its owner in, but the money waits until they have shown who they are.
    let (quinn, invitation) = floor.opens_patron("quinn", "Q1234567").await;
    deposit(quinn).await;
    floor.accepts(&invitation).await.must(204);
    let quinn = sign_in(&floor.house.client(), "quinn", quinn).await;
    let account = RealFloor::account(&quinn);
    let amount = Value::from(usd(50));
    let hold = json!({ "do": "hold_buy_in", "amount": amount, "table": floor.table });
    quinn.client.command(&account, hold).await.refused(409, "cooling_off");
    let pay_out = json!({ "do": "pay_out", "amount": amount });
    floor.carl.client.command(&account, pay_out.clone()).await.refused(409, "cooling_off");
    let asks = json!({ "do": "ask", "wanted": { "what": "pay_out", "amount": amount } });
    floor.carl.client.command(&account, asks).await.refused(409, "cooling_off");
    let check = format!("/api/v1/patrons/{}/identity-check", quinn.person);
    let document = json!({ "id_type": "passport", "id_number": "Q1234567" });
    floor.another_cashier().await.client.post(&check, document).await.must(204);
    floor.carl.client.command(&account, pay_out).await.must(200);
    assert_eq!(floor.balance(&quinn).await, 50);
}

/// Real accounts are for patrons whose document the cage has seen, by whatever command they are opened.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_has_an_account_without_a_document() {
    let floor = RealFloor::open(&[]).await;
    floor.opened().await;
    let quinn = floor.house.somebody(&floor.ada, "quinn", &["player"]).await;
    let account = RealFloor::account(&quinn);
    let open = json!({ "do": "open", "currency": "USD", "kind": "real" });
    floor.carl.client.command(&account, open).await.refused(409, "no_patron");
    let pat = floor.patron("pat", "P1234567").await;
    let suspend = json!({ "do": "change_status", "status": "suspended", "reason": "asked for it" });
    floor.carl.client.command(&RealFloor::account(&pat), suspend).await.must(200);
    floor.does(&pat, json!({ "do": "sit", "seat": 1 })).await.refused(409, "not_active");
    // One cashier does not end the suspension.
    let active = json!({ "do": "change_status", "status": "active", "reason": "asked for it" });
    floor.carl.client.command(&RealFloor::account(&pat), active).await.must(200);
    floor.does(&pat, json!({ "do": "sit", "seat": 1 })).await.refused(409, "not_active");
    let page = floor.eli.client.and("Accept", "text/html").get("/floor").await.must(200).text();
    assert!(page.contains("end the suspension"), "{page}");
    floor.approved(&format!("account/{}", pat.person), &floor.eli).await;
    floor.does(&pat, json!({ "do": "sit", "seat": 1 })).await.must(200);
}

/// A dealer deals at one table: somebody who signs on at another has signed off before.
#[tokio::test(flavor = "multi_thread")]
async fn a_dealer_is_on_duty_at_one_table() {
    let floor = RealFloor::open(&[]).await;
    floor.opened().await;
    let other = put_up(&floor.fay, &floor.eli).await;
    assert_ne!(other, floor.table);
    let path = format!("/api/v1/tables/{other}/commands");
    let float = json!({ "do": "open_table", "float": Value::from(usd(50_000)) });
    floor.fay.client.command(&path, float).await.must(200);
    floor.approved(&format!("table/{other}"), &floor.fred).await;
    floor.does(&floor.dora, json!({ "do": "sign_on" })).await.must(200);
    let sign_on = json!({ "do": "sign_on" });
    floor.dora.client.command(&path, sign_on.clone()).await.refused(409, "on_duty_elsewhere");
    floor.does(&floor.dora, json!({ "do": "sign_off" })).await.must(200);
    floor.dora.client.command(&path, sign_on.clone()).await.must(200);
    // Of two at once, at two tables, one happens.
    for _ in 0..10 {
        for path in [floor.at_table(), path.clone()] {
            let off = floor.fay.client.command(&path, json!({ "do": "sign_off" })).await;
            assert!(matches!(off.status, 200 | 409), "{}", off.text());
        }
        let (here, there) = tokio::join!(
            floor.does(&floor.dan, sign_on.clone()),
            floor.dan.client.command(&path, sign_on.clone())
        );
        let done = [&here, &there].iter().filter(|answer| answer.status == 200).count();
        assert_eq!(done, 1, "{} {}", here.text(), there.text());
    }
}

/// The record says from which amounts two people were needed, whenever that has changed.
#[tokio::test(flavor = "multi_thread")]
async fn levels_in_force_are_in_the_record() {
    let recorded = |house: &House| {
        let store = Arc::clone(&house.server.app.store);
        async move {
            let entries = store.entries("floor".parse().unwrap(), 0, 1_000).await.unwrap();
            let told = entries.iter().filter(|entry| entry.record.get().contains("levels_in_force"));
            told.map(|entry| entry.record.get().to_owned()).collect::<Vec<_>>()
        }
    };
    let house = House::with(&REAL).await;
    assert_eq!(recorded(&house).await.len(), 1);
    let house = house.again(&REAL).await;
    assert_eq!(recorded(&house).await.len(), 1, "nothing has changed");
    let flags: Vec<_> = REAL.into_iter().chain([("promotion_two_from", "5000")]).collect();
    let house = house.again(&flags).await;
    let all = recorded(&house).await;
    assert_eq!(all.len(), 2);
    let promotion = |line: &str| -> Value {
        serde_json::from_str::<Value>(line).unwrap()["levels_in_force"]["promotion"]["two_people_from"]
            .clone()
    };
    assert_eq!((promotion(&all[0]), promotion(&all[1])), (json!(10_000), json!(500_000)));
}

/// Many small amounts are as much as a large one, at whatever tables and from whatever accounts.
#[tokio::test(flavor = "multi_thread")]
async fn levels_are_not_split_across_tables_and_accounts() {
    let floor = RealFloor::open(&[("checked_pay_out_two_from", "500")]).await;
    floor.opened().await;
    let other = put_up(&floor.fay, &floor.eli).await;
    let there = format!("/api/v1/tables/{other}/commands");
    let float = json!({ "do": "open_table", "float": Value::from(usd(50_000)) });
    floor.fay.client.command(&there, float).await.must(200);
    floor.approved(&format!("table/{other}"), &floor.fred).await;
    let pat = floor.patron("pat", "P1234567").await;
    let quinn = floor.patron("quinn", "Q1234567").await;
    floor.does(&pat, json!({ "do": "sit", "seat": 1 })).await.must(200);
    quinn.client.command(&there, json!({ "do": "sit", "seat": 1 })).await.must(200);
    let waits = |stream: String| {
        let floor = &floor;
        async move {
            let all = floor.eli.client.get("/api/v1/approvals").await.must(200).json();
            all.as_array().unwrap().iter().filter(|one| one["stream"] == stream.as_str()).count()
        }
    };
    let cash =
        |who: &Somebody| json!({ "do": "take_cash", "person": who.person, "amount": Value::from(usd(600)) });
    floor.does(&floor.dora, json!({ "do": "sign_on" })).await.must(200);
    floor.does(&floor.dora, cash(&pat)).await.must(200);
    floor.does(&floor.dora, json!({ "do": "sign_off" })).await.must(200);
    floor.dora.client.command(&there, json!({ "do": "sign_on" })).await.must(200);
    floor.dora.client.command(&there, cash(&quinn)).await.must(200);
    assert_eq!(
        (waits(format!("table/{}", floor.table)).await, waits(format!("table/{other}")).await),
        (0, 1)
    );
    // Promotional chips of the floor, too.
    let promote = |who: &Somebody| json!({ "do": "promote", "person": who.person, "tender": "promotional", "amount": Value::from(usd(60)) });
    floor.does(&floor.fay, promote(&pat)).await.must(200);
    floor.fay.client.command(&there, promote(&quinn)).await.must(200);
    assert_eq!(
        (waits(format!("table/{}", floor.table)).await, waits(format!("table/{other}")).await),
        (0, 2)
    );
    // And payouts of one cashier on identity checks alone.
    for patron in [&pat, &quinn] {
        floor.deposit(patron, 300).await;
    }
    let cleo = floor.another_cashier().await;
    for (patron, number, left) in [(&pat, "P1234567", 0), (&quinn, "Q1234567", 300)] {
        let check = format!("/api/v1/patrons/{}/identity-check", patron.person);
        let document = json!({ "id_type": "passport", "id_number": number });
        cleo.client.post(&check, document).await.must(204);
        let pay = json!({ "do": "pay_out", "amount": Value::from(usd(300)) });
        floor.carl.client.command(&RealFloor::account(patron), pay).await.must(200);
        assert_eq!(floor.balance(patron).await, left);
    }
    floor.approved(&format!("account/{}", quinn.person), &floor.fay).await;
    assert_eq!(floor.balance(&quinn).await, 0);
}

/// Whoever approves sees each figure that differs, with what it was: on the API and on the page.
#[tokio::test(flavor = "multi_thread")]
async fn approvals_show_the_figures_that_differ() {
    let floor = RealFloor::open(&[]).await;
    let text = include_str!("../../../../rulebooks/co-rule-28/submission.toml");
    let player = "id = \"player\"\nmin = \"$25\"\nmax = \"$5,000\"";
    assert!(text.contains(player));
    let raised = text.replace(player, &player.replace("$5,000", "$500,000"));
    let raised = format!("{raised}\n[approvals]\nexecutive_from = \"$77\"\n");
    let mut tables = Vec::new();
    for text in [text, &raised] {
        let mut wanted = salon();
        wanted.as_object_mut().unwrap().remove("shipped");
        wanted["submission"] = json!(text);
        let proposal = floor.fay.client.command("/api/v1/proposals", wanted).await.must(201).json();
        let term = |key: &str| {
            let all = proposal["terms"].as_array().unwrap();
            let found = all.iter().find(|term| term["key"] == key);
            found.unwrap_or_else(|| panic!("{key} in {proposal}"))["value"].clone()
        };
        let max = if text == raised { "$500,000" } else { "$5,000" };
        assert_eq!((term("wager.player.max"), term("wager.tie.max")), (json!(max), json!("$500")));
        assert_eq!((term("wager.player.min"), term("table.dealing")), (json!("$25"), json!("dealer")));
        let page = floor.eli.client.and("Accept", "text/html").get("/floor").await.must(200).text();
        assert!(page.contains("Player maximum") && page.contains(max), "{page}");
        let path = format!("/api/v1/proposals/{}", proposal["proposal"].as_str().unwrap());
        floor.eli.client.command(&path, json!({ "hash": proposal["hash"], "approve": true })).await.must(200);
        let all = floor.fay.client.get("/api/v1/tables").await.must(200).json();
        tables.push(all.as_array().unwrap().iter().filter_map(|one| one["table"].as_u64()).max().unwrap());
    }
    let rules = {
        let books = floor.house.server.app.floor.books();
        let number = banco_engine::link::TableId(u32::try_from(tables[1]).unwrap());
        banco_wire::rules_text(books.pit().table(number).unwrap().rules().id)
    };
    let adopt = json!({ "do": "adopt_terms", "rules": rules });
    let path = format!("/api/v1/tables/{}/commands", tables[0]);
    floor.fay.client.command(&path, adopt).await.must(200);
    let stream = format!("table/{}", tables[0]);
    let all = floor.eli.client.get("/api/v1/approvals").await.must(200).json();
    let waits = all.as_array().unwrap().iter().find(|one| one["stream"] == stream.as_str()).unwrap();
    let rows: Vec<_> = waits["terms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["term"].as_str().unwrap(), row["before"].clone(), row["after"].clone()))
        .collect();
    assert_eq!(rows.len(), 2, "{waits}");
    assert_eq!(rows[0].0, "approvals.executive_from");
    assert_eq!(rows[0].2, "$77");
    assert_eq!(rows[1], ("wager.player.max", json!("$5,000"), json!("$500,000")));
    let page = floor.eli.client.and("Accept", "text/html").get("/floor").await.must(200).text();
    let row = page.split("Player maximum").nth(1).unwrap();
    let row = row.split("</tr>").next().unwrap();
    assert!(row.contains("$5,000") && row.contains("$500,000"), "{row}");
}

/// A proposal and a closing wait for a second person only as long as whoever asked may still ask.
#[tokio::test(flavor = "multi_thread")]
async fn proposals_and_closings_lapse_with_the_role_of_their_asker() {
    let floor = RealFloor::open(&[]).await;
    let proposal = floor.fay.client.command("/api/v1/proposals", salon()).await.must(201).json();
    let listed = || async { floor.eli.client.get("/api/v1/proposals").await.must(200).json() };
    assert_eq!(listed().await.as_array().unwrap().len(), 1);
    let cleo = floor.house.somebody(&floor.ada, "cleo", &["cashier"]).await;
    let cleo = enrolled(&floor.house, cleo).await;
    let close = |by: &Somebody, key: &str| {
        let (by, fields) = (by.client.clone(), format!("confirmed=yes&back=%2Fcage&key={key}"));
        async move { by.form("/cage/close", &fields).await }
    };
    assert!(close(&floor.carl, "first").await.status < 400);
    close(&floor.carl, "alone").await.refused(409, "same_person");
    for asker in [&floor.fay, &floor.carl] {
        let path = format!("/api/v1/people/{}/disabled", asker.person);
        floor.ada.client.post(&path, json!({ "reason": "left the house" })).await.must(204);
    }
    assert_eq!(listed().await, json!([]));
    let path = format!("/api/v1/proposals/{}", proposal["proposal"].as_str().unwrap());
    let yes = json!({ "hash": proposal["hash"], "approve": true });
    floor.eli.client.command(&path, yes.clone()).await.refused(409, "asker_gone");
    // What has lapsed stays so when its asker comes back, which takes two administrators.
    let bea = floor.ada.second.as_ref().unwrap();
    for asker in [&floor.fay, &floor.carl] {
        let enabled = format!("/api/v1/people/{}/disabled", asker.person);
        let asked = floor.ada.client.delete(&enabled).await.must(202).json();
        approve(&bea.client, &format!("person/{}", asker.person), &asked["request"]).await;
    }
    assert_eq!(listed().await, json!([]));
    floor.eli.client.command(&path, yes).await.refused(409, "asker_gone");
    assert!(close(&cleo, "second").await.status < 400);
    close(&cleo, "still alone").await.refused(409, "same_person");
}

/// Whoever signs out has left, and what they asked for goes with them.
#[tokio::test(flavor = "multi_thread")]
async fn requests_lapse_when_their_asker_signs_out() {
    let floor = RealFloor::open(&[]).await;
    let float = json!({ "do": "open_table", "float": Value::from(usd(50_000)) });
    floor.does(&floor.fay, float).await.must(200);
    let open = || async {
        let all = floor.eli.client.get("/api/v1/approvals").await.must(200).json();
        all.as_array().unwrap().iter().filter(|one| one["state"] == "open").count()
    };
    assert_eq!(open().await, 1);
    floor.fred.client.delete("/api/v1/session").await.must(204);
    assert_eq!(open().await, 1);
    floor.fay.client.delete("/api/v1/session").await.must(204);
    assert_eq!(open().await, 0);
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

/// A dealer sees players' money at the table where they are on duty, and elsewhere what anybody sees.
#[tokio::test(flavor = "multi_thread")]
async fn dealers_see_players_money_at_their_own_table() {
    let floor = RealFloor::open(&[]).await;
    floor.opened().await;
    let pat = floor.patron("pat", "P1234567").await;
    floor.deposit(&pat, 100).await;
    floor.does(&pat, json!({ "do": "sit", "seat": 1 })).await.must(200);
    floor.does(&floor.dora, json!({ "do": "sign_on" })).await.must(200);
    let view = format!("/api/v1/tables/{}/view", floor.table);
    let console = format!("/dealer/{}", floor.table);
    for (dealer, on_duty) in [(&floor.dora, true), (&floor.dan, false)] {
        for query in ["", "?as=dealer"] {
            let seen = dealer.client.get(&format!("{view}{query}")).await.must(200).json();
            assert_eq!(seen["staff"].is_object(), on_duty, "{seen}");
        }
        let mut line =
            crate::line::follow(&dealer.client, json!({ format!("table/{}", floor.table): null })).await;
        let whole = line.until(|one| one["kind"] == "snapshot").await;
        let staff = &whole["data"]["parts"]["staff"];
        assert_eq!(staff.is_object(), on_duty, "{staff}");
        dealer.client.get(&console).await.must(200);
        dealer.client.get(&format!("{console}/parts")).await.must(200);
    }
    // From the next reading on, once they take over.
    floor.does(&floor.dan, json!({ "do": "sign_on" })).await.must(200);
    let seen = floor.dan.client.get(&view).await.must(200).json();
    assert!(seen["staff"].is_object());
    assert!(floor.dora.client.get(&view).await.must(200).json()["staff"].is_null());
}

/// Invitations name the floor as browsers reach it, whatever a proxy asks the server for.
#[tokio::test(flavor = "multi_thread")]
async fn invitations_name_the_configured_origin() {
    let floor = RealFloor::open(&[]).await;
    let page = floor
        .carl
        .client
        .form(
            "/cage/patrons",
            "name=Pia+Ann+Player&login=pia&date_of_birth=1990-12-10&id_type=passport&id_number=X1234567&key=made",
        )
        .await
        .must(200)
        .text();
    assert!(page.contains("https://floor.example/invitation"), "{page}");
    assert!(!page.contains("http://"), "{page}");
}

/// What the console sends when a dealer takes cash, and what the page asks before it happens.
#[tokio::test(flavor = "multi_thread")]
async fn cash_at_a_table_is_confirmed_and_ends_in_a_receipt_for_those_who_took_part() {
    let floor = RealFloor::open(&[]).await;
    floor.opened().await;
    let pat = floor.patron("pat", "P1234567").await;
    floor.deposit(&pat, 100).await;
    floor.does(&pat, json!({ "do": "sit", "seat": 1 })).await.must(200);
    floor.does(&floor.dora, json!({ "do": "sign_on" })).await.must(200);
    let (path, stream) = (format!("/dealer/{}/do", floor.table), format!("table/{}", floor.table));
    let cash = |dollars: u32, more: &str| {
        let key = crate::client::new_key();
        format!("do=take_cash&number.person={}&money.amount={dollars}&key={key}{more}", pat.person)
    };
    let chips = || async {
        let seen = pat.client.get(&format!("/api/v1/tables/{}/view", floor.table)).await.must(200).json();
        seen["own"]["chips"]["minor"].as_i64().unwrap() / 100
    };
    let asked = floor.dora.client.form(&path, &cash(200, "")).await.must(200).json();
    assert!(asked["confirm"].as_str().unwrap().contains("$200"), "{asked}");
    assert!(!asked["confirm"].as_str().unwrap().contains("proof-"), "nothing is proved at the table");
    assert_eq!(chips().await, 0, "it was not confirmed");
    let done = floor.dora.client.form(&path, &cash(200, "&confirmed=yes")).await.must(200).json();
    assert_eq!(chips().await, 200);
    let receipt = done["see"].as_str().unwrap().split('?').next().unwrap().to_owned();
    let seen = floor.dora.client.get(&receipt).await.must(200).text();
    assert!(seen.contains("$200.00") && seen.contains("Patron") && seen.contains("dora"), "{seen}");
    // The supervisor sees it; a dealer who had no part in it and the player do not.
    floor.fay.client.get(&receipt).await.must(200);
    for other in [&floor.dan, &pat] {
        other.client.get(&receipt).await.refused(404, "not_found");
    }
    // What takes two people ends in a receipt of the money itself, with both of them.
    let done = floor.dora.client.form(&path, &cash(1_000, "&confirmed=yes")).await.must(200).json();
    let request = done["see"].as_str().unwrap().split('?').next().unwrap().to_owned();
    assert_eq!(chips().await, 200);
    let all = floor.fred.client.get("/api/v1/approvals").await.must(200).json();
    let waits = all.as_array().unwrap().iter().find(|one| one["stream"] == stream).unwrap().clone();
    let yes = format!(
        "to=approval%2Ftable%2F{}%2F{}&answer=approve&hash={}&back=%2Ffloor&key={}",
        floor.table,
        waits["request"],
        waits["hash"].as_str().unwrap(),
        crate::client::new_key()
    );
    let done = floor.fred.client.form("/staff/do", &yes).await.must(200).json();
    assert_eq!(chips().await, 1_200);
    let receipt = done["see"].as_str().unwrap().split('?').next().unwrap().to_owned();
    assert_ne!(receipt, request, "the request has its own");
    for who in [&floor.fred, &floor.dora, &floor.eli] {
        let seen = who.client.get(&receipt).await.must(200).text();
        for words in ["$1,000.00", "Asked by", "dora", "Approved by", "fred"] {
            assert!(seen.contains(words), "{words} in {seen}");
        }
    }
    floor.dan.client.get(&receipt).await.refused(404, "not_found");
    let number = receipt.rsplit('/').next().unwrap();
    let list = format!("/receipts?table={}", floor.table);
    assert!(floor.dora.client.get(&list).await.must(200).text().contains(number));
    assert!(!floor.dan.client.get(&list).await.must(200).text().contains(number));
}

/// The page of the account on which its owner confirms a payout, and the receipt that both find.
#[tokio::test(flavor = "multi_thread")]
async fn the_owner_confirms_a_payout_on_their_page_and_has_a_receipt() {
    let clock = Arc::new(MovedClock::default());
    let floor = RealFloor::at(&clock, &[]).await;
    let pat = floor.patron("pat", "P1234567").await;
    floor.deposit(&pat, 100).await;
    for _ in 0..2 {
        clock.skip(Duration::from_mins(8));
        for somebody in [&pat, &floor.carl, &floor.dora] {
            somebody.client.get("/api/v1/tables").await.must(200);
        }
    }
    let carl = floor.carl.clone().proved().await;
    let pays = json!({ "do": "pay_out", "amount": Value::from(usd(60)) });
    carl.client.command(&RealFloor::account(&pat), pays).await.must(200);
    assert_eq!(floor.balance(&pat).await, 100, "it waits for the owner");
    let page = pat.client.and("Accept", "text/html").get("/account").await.must(200).text();
    assert!(page.contains("value=\"confirm_pay_out\"") && page.contains("$60.00"), "{page}");
    let confirms = "do=confirm_pay_out&number.request=1&back=%2Faccount&key=confirms";
    let done = pat.client.form("/account/do", confirms).await.must(200).json();
    pat.client.form("/account/do", confirms).await.must(200);
    assert_eq!(floor.balance(&pat).await, 40, "once, however often it is sent");
    let receipt = done["see"].as_str().unwrap().split('?').next().unwrap();
    for who in [&pat, &floor.carl] {
        let seen = who.client.get(receipt).await.must(200).text();
        for words in ["$60.00", "$100.00", "$40.00", "Asked by", "carl", "Approved by"] {
            assert!(seen.contains(words), "{words} in {seen}");
        }
    }
    let number = receipt.rsplit('/').next().unwrap();
    assert!(pat.client.get("/receipts").await.must(200).text().contains(number));
    floor.dora.client.get(receipt).await.refused(404, "not_found");
}

/// What the page offers for corrections is what the engine takes.
#[tokio::test(flavor = "multi_thread")]
async fn corrections_take_chips_from_nowhere() {
    let floor = RealFloor::open(&[]).await;
    floor.opened().await;
    let pat = floor.patron("pat", "P1234567").await;
    floor.deposit(&pat, 100).await;
    floor.does(&pat, json!({ "do": "sit", "seat": 1 })).await.must(200);
    let correction = |from: Value, to: Value, dollars| {
        let wanted = json!({ "what": "correction", "amount": Value::from(usd(dollars)), "from": from, "to": to,
            "reason": "counted again" });
        json!({ "do": "ask", "wanted": wanted })
    };
    let (chips, tray) = (json!({ "what": "chips", "person": pat.person }), json!({ "what": "tray" }));
    for from in ["outside", "house", "drop", "tokes"] {
        let wanted = correction(json!({ "what": from }), chips.clone(), 100);
        floor.does(&floor.fay, wanted).await.refused(409, "not_correctable");
    }
    let wanted = correction(tray.clone(), chips.clone(), 100_001);
    floor.does(&floor.fay, wanted).await.refused(409, "above_cap");
    let page = floor.fay.client.and("Accept", "text/html");
    let page = page.get(&format!("/floor/tables/{}", floor.table)).await.must(200).text();
    assert!(!page.contains("{&quot;what&quot;:&quot;outside&quot;}"), "{page}");
    assert!(page.contains("{&quot;what&quot;:&quot;tray&quot;}"), "{page}");
    floor.does(&floor.fay, correction(tray, chips, 100)).await.must(200);
    floor.approved(&format!("table/{}", floor.table), &floor.eli).await;
}

/// An account for somebody who is there already, and a document of another kind under the same name.
#[tokio::test(flavor = "multi_thread")]
async fn the_cage_opens_accounts_for_those_who_are_here_and_tells_people_apart() {
    let floor = RealFloor::open(&[]).await;
    let quinn = floor.house.somebody(&floor.ada, "quinn", &["player"]).await;
    let browser = floor.carl.client.and("Accept", "text/html");
    let page = browser.get("/cage?find=quinn").await.must(200).text();
    assert!(page.contains("No account"), "{page}");
    let path = format!("/cage?account={}", quinn.person);
    let page = browser.get(&path).await.must(200).text();
    assert!(page.contains(&format!("name=\"person\" value=\"{}\"", quinn.person)), "{page}");
    let form = |person: u64, name: &str, number: &str, more: &str| {
        format!(
            "person={person}&name={name}&date_of_birth=1980-01-31&id_type=passport&id_number={number}&note=\
             &key={}{more}",
            crate::client::new_key()
        )
    };
    browser.form("/cage/patrons", &form(quinn.person, "Quinn+Doe", "Q1234567", "")).await.must(303);
    let account = |person: u64| format!("/api/v1/accounts/{person}");
    let status =
        async |person: u64| floor.carl.client.get(&account(person)).await.must(200).json()["status"].clone();
    assert_eq!(status(quinn.person).await, "active");
    // A closed account is opened again with the document on record, and with no other.
    let commands = format!("{}/commands", account(quinn.person));
    let close = json!({ "do": "change_status", "status": "closed", "reason": "asked for it" });
    for _ in 0..2 {
        floor.carl.client.command(&commands, close.clone()).await.must(200);
        let page = browser.get(&path).await.must(200).text();
        assert!(page.contains("value=\"Quinn Doe\""), "the document is only compared: {page}");
        let other = form(quinn.person, "Quinn+Doe", "Q7654321", "");
        let refused = browser.form("/cage/patrons", &other).await.must(409).text();
        assert!(refused.contains("open-patron-"), "{refused}");
        assert_eq!(status(quinn.person).await, "closed");
        browser.form("/cage/patrons", &form(quinn.person, "Quinn+Doe", "Q1234567", "")).await.must(303);
        assert_eq!(status(quinn.person).await, "active");
    }
    // Quinn stays away, and comes back with a driver's license and the words of the name turned round.
    let exclude = json!({ "do": "exclude" });
    quinn.client.command(&commands, exclude).await.must(200);
    let again = |more: &str| {
        format!(
            "name=DOE,+Qu%C3%ADnn&login=doe&date_of_birth=1980-01-31&id_type=driver_license&id_number=D999999\
             &key={}{more}",
            crate::client::new_key()
        )
    };
    let asked = browser.form("/cage/patrons", &again("")).await.must(409).text();
    let other = format!("name=\"another_than\" value=\"{}\"", quinn.person);
    assert!(asked.contains(&other) && asked.contains("same name and date of birth"), "{asked}");
    // Somebody who is here already is no way round it, either.
    let rita = floor.house.somebody(&floor.ada, "rita", &["player"]).await;
    browser.form("/cage/patrons", &form(rita.person, "quinn+doe", "R1234567", "")).await.must(409);
    let told = format!("&another_than={}", quinn.person);
    browser.form("/cage/patrons", &again(&told)).await.must(200);
    let people = floor.house.server.app.store.entries("people".parse().unwrap(), 0, 100_000).await.unwrap();
    let apart = people.iter().filter(|entry| entry.record.get().contains("patron_told_apart")).count();
    assert_eq!(apart, 1, "what the cashier has confirmed is in the journal");
}
