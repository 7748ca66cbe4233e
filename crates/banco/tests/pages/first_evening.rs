//! The first evening of a floor for real money, through pages alone and as `docs/operate.md` says it: every role comes in, a
//! table opens, the first deposit becomes chips, the first hand is dealt, the winnings leave through the cage, and the day
//! is closed.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::browser::{Browser, PATIENCE, with_browser};
use crate::days::{code_at, step_now};
use crate::dealers::{key, keys_of};
use crate::floor::Floor;
use crate::house::says;
use crate::seat::With;
use crate::staff::PASSWORD;

/// A rulebook that lets a person act for a participant, with a submission that comes with Banco.
const SUBMISSION: &str = "/admin/submission?rulebook=co-rule-28&name=default";

/// Who works here beside the two administrators, as what, and a page of their own.
const STAFF: [(&str, &str, &str, &str); 9] = [
    ("Fay", "fay", "floor", "/floor"),
    ("Flo", "flo", "floor", "/floor"),
    ("Eli", "eli", "executive", "/reports"),
    ("Cal", "cal", "cashier", "/cage"),
    ("Cyd", "cyd", "cashier", "/cage"),
    ("Dan", "dan", "dealer", "/dealer"),
    ("Dora", "dora", "dealer", "/dealer"),
    ("Sue", "sue", "surveillance", "/surveillance"),
    ("Ann", "ann", "auditor", "/surveillance"),
];

/// Whether the console waits for nothing.
const READY: &str = "!document.body.hasAttribute('aria-busy')";

/// A person with a browser of their own.
struct Worker<'f> {
    floor: &'f Floor,
    login: &'static str,
    browser: Browser,
    /// The secret of the second factor, and the last time step whose code was used.
    factor: RefCell<Option<(String, u64)>>,
}

/// A secret that a page shows once.
async fn secret(browser: &Browser) -> String {
    browser.shows("#secret").await;
    browser.text("#secret").await.trim().to_owned()
}

impl<'f> Worker<'f> {
    async fn new(floor: &'f Floor, login: &'static str) -> Self {
        Self { floor, login, browser: Browser::start().await, factor: RefCell::default() }
    }

    async fn open(&self, path: &str) {
        self.browser.open(&self.floor.at(path)).await;
    }

    /// Waits until the page that is open has this path.
    async fn at(&self, path: &str) {
        self.browser.until(path, &format!("return location.pathname === {}", json!(path))).await;
    }

    /// A code that was not used yet; one step ahead is accepted as well.
    async fn code(&self) -> String {
        loop {
            if let Some((secret, last)) = self.factor.borrow_mut().as_mut() {
                let step = step_now().max(*last + 1);
                if step <= step_now() + 1 {
                    *last = step;
                    return code_at(secret, step);
                }
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Fills in the proof of identity where a form asks for one.
    async fn proves(&self, form: &str) {
        let [code, password] = ["code", "password"].map(|kind| format!("{form} [name=proof-{kind}]"));
        if self.browser.count(&code).await > 0 {
            self.browser.fills(&code, &self.code().await).await;
        }
        if self.browser.count(&password).await > 0 {
            self.browser.fills(&password, PASSWORD).await;
        }
    }

    /// Fills in a form and sends it.
    async fn sends(&self, form: &str, fields: &[(&str, &str)]) {
        for (name, text) in fields {
            self.browser.fills(&format!("{form} [name=\"{name}\"]"), text).await;
        }
        self.proves(form).await;
        self.browser.click(&format!("{form} button:is(.button-primary, :only-of-type)")).await;
    }

    async fn signs_in(&self) {
        self.open("/sign-in").await;
        self.sends(".door-staff", &[("login", self.login), ("password", PASSWORD)]).await;
    }

    /// Accepts an invitation and signs in.
    async fn accepts(&self, invitation: &str, code: &str) {
        self.open("/invitation").await;
        self.sends("#main form", &[("invitation", invitation), ("code", code), ("password", PASSWORD)]).await;
        self.at("/sign-in").await;
        self.signs_in().await;
    }

    /// Sets up the second factor, to which the first sign-in leads.
    async fn enrols(&self) {
        self.at("/second-factor").await;
        self.browser.click("[value=begin]").await;
        *self.factor.borrow_mut() = Some((secret(&self.browser).await, 0));
        self.browser.fills("[name=code]", &self.code().await).await;
        self.browser.click("[value=confirm]").await;
        self.browser.shows(".recovery").await;
        self.browser.click("#main a.button-primary").await;
    }

    /// Adds a person with a role. Returns whether the new name is on the list.
    async fn adds(&self, name: &str, login: &str, role: &str) {
        self.open("/admin/people").await;
        self.browser.click(".act > summary").await;
        self.browser.click(&format!(".act [name=\"role.{role}\"]")).await;
        self.sends(".act form", &[("name", name), ("login", login)]).await;
        let row = format!(
            "[...document.querySelectorAll('tr')].find((row) => row.cells[2]?.textContent === '{login}')"
        );
        self.browser.until(login, &format!("return {row} !== undefined")).await;
    }

    /// Invites a person, and gives the invitation.
    async fn invites(&self, login: &str) -> String {
        self.open("/admin/people").await;
        let link = format!(
            "[...document.querySelectorAll('tr')].find((row) => row.cells[2]?.textContent === '{login}').querySelector('a').click()"
        );
        self.browser.script(&link, vec![]).await;
        let form = "#person form:has([value=invite])";
        self.browser.shows(form).await;
        self.sends(form, &[]).await;
        secret(&self.browser).await
    }

    /// Approves the request on a page whose card has these words, and gives the card.
    async fn approves(&self, path: &str, words: &str) -> String {
        let began = Instant::now();
        self.open(path).await;
        while !self.browser.text("#matters").await.contains(words) {
            assert!(
                began.elapsed() < PATIENCE,
                "{path} without {words}: {}",
                self.browser.text("main").await
            );
            self.open(path).await;
        }
        let key = "return [...document.querySelectorAll('#matters [data-matter]')].find((one) => one.textContent.includes(arguments[0])).dataset.matter";
        let key = self.browser.script(key, vec![words.into()]).await.as_str().unwrap().to_owned();
        let card = format!("[data-matter=\"{key}\"]");
        self.proves(&format!("{card} .approve-form")).await;
        self.browser.click(&format!("{card} [name=answer][value=approve]")).await;
        card
    }

    /// Unfolds an order of a table or an account, fills it in, and sends it.
    async fn orders(&self, command: &str, fields: &[(&str, &str)]) {
        let act = format!(".act[data-key$=\"-{command}\"]");
        self.browser.click(&format!("{act} > summary")).await;
        self.sends(&format!("{act} form"), fields).await;
    }

    /// Confirms the amount that the page repeats.
    async fn confirms(&self) {
        self.browser.shows("dialog.confirm[data-armed]").await;
        self.proves("dialog.confirm").await;
        self.browser.click("dialog.confirm [data-confirm]").await;
        self.gone("dialog.confirm").await;
    }

    /// Enters cash as an impatient dealer does: everything is pressed twice, a fifth of a second apart.
    async fn counts_cash(&self, amount: &str, by_enter: bool) {
        let form = "[data-key=cash] form";
        self.browser.click("[data-key=cash] > summary").await;
        self.browser.fills(&format!("{form} [name=\"money.amount\"]"), amount).await;
        for _ in 0..2 {
            if by_enter {
                self.browser.press(fantoccini::key::Key::Enter).await;
            } else {
                let press = format!("document.querySelector('{form} .button-primary').click()");
                self.browser.script(&press, vec![]).await;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        self.browser.shows("dialog.confirm[data-armed]").await;
        assert_eq!(self.browser.count("dialog.confirm").await, 1, "it is asked once");
        for _ in 0..2 {
            let press = "document.querySelector('dialog.confirm [data-confirm]')?.click()";
            self.browser.script(press, vec![]).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        self.browser.shows("[data-receipt]").await;
    }

    /// Waits until something is no longer on the page.
    async fn gone(&self, css: &str) {
        let gone = format!("return document.querySelector({}) === null", json!(css));
        self.browser.until(&format!("{css} is gone"), &gone).await;
    }

    /// Presses keys of the number pad, each once the console is ready.
    async fn pads(&self, signs: &str) {
        for sign in signs.chars() {
            self.browser.press(key(sign)).await;
            self.browser.until("the console is ready", &format!("return {READY}")).await;
        }
    }

    /// What the console asks the dealer for: a call, or the name of a prompt.
    async fn asked(&self) -> String {
        let asked = format!(
            "const call = document.querySelector('[data-call]')?.dataset.call; \
             return !{READY} ? '' : call ? `call-${{call}}` : document.querySelector('[data-prompt]')?.dataset.prompt ?? ''"
        );
        self.browser.script(&asked, vec![]).await.as_str().unwrap().to_owned()
    }

    /// Does a dealer's step of the new shoe, if one is due.
    async fn does_step(&self) {
        match self.asked().await.as_str() {
            "next_step" | "cut" | "load_shoe" => self.pads("E").await,
            "burn_card" if self.browser.count("[data-entry]").await > 0 => self.pads("24E").await,
            "burn_card" => self.pads("E").await,
            _ => {}
        }
    }

    /// Does what is due in a round with a natural for the Player.
    async fn deals(&self, cards: &mut impl Iterator<Item = &'static str>) {
        match self.asked().await.as_str() {
            "no_more_bets" | "call-result" => self.pads("1").await,
            "call-player" => self.pads("3").await,
            "card_due" => {
                if let Some(card) = cards.next() {
                    self.browser.shows("[data-entry]").await;
                    self.pads(&format!("{}E", keys_of(card))).await;
                }
            }
            "turn_cards" => self.pads("E").await,
            _ => {}
        }
    }

    /// Presses a button if it is there.
    async fn presses(&self, css: &str) {
        if self.browser.count(css).await > 0 {
            // The page may be drawn anew meanwhile.
            let _ = self.browser.try_click(css).await;
        }
    }
}

/// Everybody of the evening.
struct Evening<'f> {
    floor: &'f Floor,
    people: BTreeMap<&'static str, Worker<'f>>,
}

impl<'f> Evening<'f> {
    fn who(&self, login: &str) -> &Worker<'f> {
        &self.people[login]
    }

    /// The first administrator comes in with the secret of the first start, and names a second one alone.
    async fn begins(floor: &'f Floor, browser: Browser) -> Self {
        let ada = Worker { floor, login: "ada", browser, factor: RefCell::default() };
        ada.open("/first-administrator").await;
        let fields =
            [("secret", floor.secret.as_str()), ("name", "Ada"), ("login", "ada"), ("password", PASSWORD)];
        ada.sends("#main form", &fields).await;
        ada.at("/sign-in").await;
        ada.signs_in().await;
        ada.enrols().await;
        ada.at("/admin").await;
        ada.adds("Bea", "bea", "administrator").await;
        let bea = Worker::new(floor, "bea").await;
        bea.accepts(&ada.invites("bea").await, "").await;
        bea.enrols().await;
        Self { floor, people: BTreeMap::from([("ada", ada), ("bea", bea)]) }
    }

    /// Two administrators let the others in: one has the invitation, the other its code.
    async fn hires(&mut self) {
        for (name, login, role, page) in STAFF {
            let (ada, bea) = (self.who("ada"), self.who("bea"));
            ada.adds(name, login, role).await;
            let card = bea.approves("/admin/people", name).await;
            bea.gone(&card).await;
            let invitation = ada.invites(login).await;
            bea.approves("/admin/people", name).await;
            let worker = Worker::new(self.floor, login).await;
            worker.accepts(&invitation, &secret(&bea.browser).await).await;
            worker.enrols().await;
            worker.at(if role == "executive" { "/floor" } else { page }).await;
            worker.open(page).await;
            assert_eq!(worker.browser.count(".page-trouble").await, 0, "{login} at {page}");
            self.people.insert(login, worker);
        }
    }

    /// An administrator proposes a table and the floor approves it; two people of the floor open it.
    async fn opens_table(&self) {
        let (ada, fay, flo) = (self.who("ada"), self.who("fay"), self.who("flo"));
        ada.open(SUBMISSION).await;
        ada.sends(".editor", &[("name", "Midi 1"), ("pit", "High limit")]).await;
        ada.at("/admin").await;
        let card = fay.approves("/floor", "Midi 1").await;
        fay.gone(&card).await;
        fay.open("/floor/tables/1").await;
        fay.orders("open_table", &[("money.float", "50,000")]).await;
        fay.confirms().await;
        let card = flo.approves("/floor", "50,000").await;
        flo.gone(&card).await;
    }

    /// The cage opens an account for a patron whose document lies on the counter, and takes the first deposit.
    async fn takes_deposit(&mut self) {
        let cal = self.who("cal");
        cal.open("/cage").await;
        cal.browser.click(".open-patron > summary").await;
        let born = "document.querySelector('.open-patron [name=date_of_birth]').value = '1990-12-10'";
        cal.browser.script(born, vec![]).await;
        let fields = [
            ("name", "Pia Ann Player"),
            ("display_name", "Pia"),
            ("login", "pia-player"),
            ("id_number", "X1234567"),
        ];
        cal.sends(".open-patron form", &fields).await;
        let invitation = secret(&cal.browser).await;
        cal.browser.click(".money-keys a").await;
        let pia = Worker::new(self.floor, "pia-player").await;
        pia.accepts(&invitation, "").await;
        pia.browser.shows("form[action=\"/sign-out\"]").await;
        self.people.insert("pia", pia);
        let cal = self.who("cal");
        cal.orders("deposit", &[("money.amount", "500")]).await;
        cal.confirms().await;
        says(&cal.browser, "[data-receipt]", "$500.00").await;
    }

    /// The patron sits down and buys in from the account.
    async fn sits_down(&self) {
        let pia = self.who("pia");
        pia.open("/tables/1").await;
        pia.browser.click("button[name=seat][value=\"1\"]").await;
        let buy_in = "#strip ~ * form:has([name=do][value=buy_in]), form:has([name=do][value=buy_in])";
        pia.browser.shows(buy_in).await;
        pia.sends("form:has([name=do][value=buy_in])", &[("money.amount", "300")]).await;
        says(&pia.browser, "#strip", "$300").await;
    }

    /// Dealers relieve each other, and everybody who has a part in the new shoe does it.
    async fn makes_shoe_ready(&self) {
        let (dan, dora, fay, sue, pia) =
            (self.who("dan"), self.who("dora"), self.who("fay"), self.who("sue"), self.who("pia"));
        for dealer in [dora, dan] {
            dealer.open("/dealer/1").await;
            dealer.browser.shows("[data-script=on] [data-dealer]").await;
            dealer.browser.click("[data-prompt=sign_on] button").await;
            dealer.gone("[data-prompt=sign_on]").await;
        }
        dora.browser.shows("[data-prompt=sign_on]").await;
        sue.open("/surveillance?table=1").await;
        fay.open("/floor/tables/1").await;
        let began = Instant::now();
        while pia.browser.count("button[name=spot][value=player]:not([aria-disabled])").await == 0 {
            assert!(began.elapsed() < PATIENCE * 2, "{}", dan.browser.text("main").await);
            dan.does_step().await;
            fay.presses("[data-matter$=\"/step\"] .button-primary").await;
            sue.presses(".approval .approval-keys .button-primary").await;
            pia.presses("[data-prompt=cut_offered] form:has([value=decline_cut]) button").await;
        }
    }

    /// $25 on the Player, who has a natural.
    async fn plays_first_hand(&self) {
        let (dan, pia) = (self.who("dan"), self.who("pia"));
        pia.browser.puts(With::Mouse, 2_500, "player").await;
        pia.browser.staked("player", 2_500).await;
        let began = Instant::now();
        let mut cards = ["9h", "2d", "Kh", "5c"].into_iter();
        while dan.browser.count("[data-prompt=settle]").await == 0 {
            assert!(began.elapsed() < PATIENCE * 2, "{}", dan.browser.text("main").await);
            dan.deals(&mut cards).await;
            pia.browser.answers(With::Mouse).await;
        }
        while dan.browser.count("[data-prompt=clear_table]").await == 0 {
            assert!(began.elapsed() < PATIENCE * 3, "{}", dan.browser.text("main").await);
            dan.pads("E").await;
        }
        says(&pia.browser, "#strip", "$325").await;
    }

    /// Cash becomes chips through the dealer's hands and the floor's eyes, and a patron agrees to a helper at the seat.
    async fn sells_chips(&self) {
        let (dan, fay, pia) = (self.who("dan"), self.who("fay"), self.who("pia"));
        // Pressed twice, by mouse or by Enter, it happens once.
        for (amount, by_enter, after) in [("20", false, "$345"), ("30", true, "$375")] {
            dan.counts_cash(amount, by_enter).await;
            says(&dan.browser, "[data-receipt]", &format!("${amount}.00")).await;
            says(&pia.browser, "#strip", after).await;
            dan.open("/dealer/1").await;
            dan.browser.shows("[data-script=on] [data-dealer]").await;
        }
        dan.counts_cash("1,000", false).await;
        let card = fay.approves("/floor", "$1,000").await;
        fay.gone(&card).await;
        // The receipt of the money itself names both, and the dealer finds it, too.
        for words in ["$1,000.00", "Pia", "Dan", "Fay"] {
            says(&fay.browser, "[data-receipt]", words).await;
        }
        dan.open("/receipts?table=1").await;
        dan.browser.click(".receipt-sheet tbody a").await;
        says(&dan.browser, "[data-receipt]", "Fay").await;
        dan.open("/dealer/1").await;
        dan.browser.shows("[data-script=on] [data-dealer]").await;
        says(&pia.browser, "#strip", "$1,375").await;
        fay.open("/floor/tables/1").await;
        let helper = [("number.helper", "10"), ("text.reason", "cannot reach the layout")];
        fay.orders("accommodate", &helper).await;
        let consent = "[data-prompt=consent]";
        says(&pia.browser, consent, "act for you").await;
        pia.browser.click(&format!("{consent} form:has([value=approve]) button")).await;
        pia.gone(consent).await;
    }

    /// The patron leaves with everything. One cashier compares the document, and another pays out.
    async fn pays_out(&self) {
        let (dan, cal, cyd, pia) = (self.who("dan"), self.who("cal"), self.who("cyd"), self.who("pia"));
        dan.pads("1").await;
        pia.browser.click("#chips > summary").await;
        pia.browser.click("#chips form:has([name=do][value=leave]) button").await;
        pia.gone("#chips").await;
        cyd.open("/cage").await;
        cyd.browser.click(".queue a").await;
        cyd.browser.click("[data-key^=identity-] > summary").await;
        cyd.sends("[data-key^=identity-] form", &[("id_number", "X1234567")]).await;
        cal.open("/cage").await;
        cal.browser.click(".queue a").await;
        cal.browser.shows("#identity-valid").await;
        cal.orders("pay_out", &[("money.amount", "1,575")]).await;
        cal.confirms().await;
        says(&cal.browser, "[data-receipt]", "$1,575.00").await;
        cal.browser.click(".receipt-sheet ~ * a, main a.button").await;
        says(&cal.browser, "#account-balance", "$0.00").await;
    }

    /// The table closes; one cashier asks to close the day, and another closes it. That uses the request up.
    async fn closes_day(&self) {
        let (fay, cal, cyd) = (self.who("fay"), self.who("cal"), self.who("cyd"));
        fay.open("/floor/tables/1").await;
        fay.orders("close_table", &[]).await;
        for cashier in [cal, cyd] {
            cashier.open("/cage").await;
            cashier.sends("form[action=\"/cage/close\"]", &[]).await;
            cashier.confirms().await;
        }
        cyd.open("/cage").await;
        says(&cyd.browser, ".closing .tag", "Cyd").await;
        let closing = cyd.browser.text(".closing").await;
        assert!(!closing.contains("Cal asked"), "{closing}");
    }
}

#[test]
fn a_real_floor_from_its_first_start_to_its_first_payout() {
    with_browser(|browser| async move {
        let floor = Floor::real();
        let mut evening = Evening::begins(&floor, browser).await;
        evening.hires().await;
        evening.opens_table().await;
        evening.takes_deposit().await;
        evening.sits_down().await;
        evening.makes_shoe_ready().await;
        evening.plays_first_hand().await;
        evening.sells_chips().await;
        evening.pays_out().await;
        evening.closes_day().await;
        for worker in evening.people.into_values() {
            worker.browser.close().await;
        }
    });
}
