//! A browser of our own.

use std::cell::Cell;
use std::future::Future;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use banco_lab::Folder;
use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::floor::Floor;
use crate::http::{Line, Request};
use crate::seat::With;

/// The driver, a browser, and the folder of its profile.
pub struct Browser {
    driver: Child,
    _words: BufReader<ChildStdout>,
    profile: Folder,
    port: u16,
    pub page: Client,
    /// The room that a test has given pages.
    room: Cell<Option<(u32, u32)>>,
}

const DRIVER: &str = "/usr/bin/chromedriver";
/// What only somebody with a seat has: a way to leave it.
const SEATED: &str = "input[name=do][value=leave]";
/// For how long something is waited for.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Keeps a copy of every answer and of every word on a line.
const LISTEN: &str = "window.heard = []; const keep = (text) => window.heard.push(String(text)); const ask = window.fetch; \
     window.fetch = async (...all) => { const answer = await ask(...all); keep(await answer.clone().text()); return answer; }; \
     const Line = window.WebSocket; window.WebSocket = class extends Line { constructor(...all) { super(...all); \
     this.addEventListener('message', (message) => keep(message.data)); } };";

/// Runs a test in a browser; where there is none, it says so.
pub fn with_browser<F: Future<Output = ()>>(test: impl FnOnce(Browser) -> F) {
    if !std::path::Path::new(DRIVER).exists() {
        eprintln!("no chromium-driver here: `cargo xtask test` installs it");
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { test(Browser::start().await).await });
}

impl Browser {
    /// Starts one, with nobody signed in.
    pub async fn start() -> Self {
        // The port that a driver chooses may be taken before it listens there; another driver chooses another one.
        let started = (0..5).find_map(|_| start_driver());
        let (driver, words, port) = started.unwrap_or_else(|| panic!("the driver does not start"));
        let profile = Folder::new("browser").unwrap();
        let page = connect(port, &profile).await;
        Self { driver, _words: words, profile, port, page, room: Cell::default() }
    }

    /// Something that only the driver of this browser can do.
    async fn driver(&self, path: &str, body: Value) -> Value {
        let session = self.page.session_id().await.unwrap().unwrap();
        let path = format!("/session/{session}/{path}");
        let request = Request { method: "POST", path: &path, key: None, body: &body.to_string() };
        let reply = Line::default().ask(self.port, request).unwrap();
        assert_eq!(reply.status, 200, "{}", reply.body);
        reply.json()["value"].clone()
    }

    /// A command of the browser's own protocol.
    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.driver("goog/cdp/execute", json!({ "cmd": command, "params": parameters })).await
    }

    /// What the browser has complained of since it was asked last: what the policy forbids, and mistakes of scripts.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.driver("se/log", json!({ "type": "browser" })).await;
        let lines =
            log.as_array().unwrap().iter().map(|line| (&line["source"], line["message"].as_str().unwrap()));
        let ours = lines
            .filter(|(source, text)| *source == "javascript" || text.contains("Content Security Policy"));
        ours.map(|(_, text)| text.to_owned()).collect()
    }

    /// Gives pages exactly this room, whatever the frame of a window takes.
    pub async fn size(&self, width: u32, height: u32) {
        let room = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", room).await;
        self.room.set(Some((width, height)));
        self.has_room().await;
    }

    /// Waits until the page has its room. A page of another origin than the one before gets a new process, which has the usual
    /// size of a window for a moment.
    async fn has_room(&self) {
        if let Some((width, height)) = self.room.get() {
            let has = format!("return innerWidth === {width} && innerHeight === {height}");
            self.until("the room of a page", &has).await;
        }
    }

    /// How pages look from now on, as the cookie has it. A page of the floor must be open.
    pub async fn look(&self, words: &str) {
        self.script("document.cookie = `banco-look=${arguments[0]}; path=/`", vec![json!(words)]).await;
    }

    /// Opens a page.
    pub async fn open(&self, address: &str) {
        self.page.goto(address).await.unwrap();
        self.has_room().await;
    }

    /// What a script gives back.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.page.execute(script, arguments).await.unwrap()
    }

    /// Waits until a script says yes. One that fails because its element is not there yet has not said so yet.
    pub async fn until(&self, what: &str, script: &str) -> Duration {
        let began = Instant::now();
        loop {
            let said = self.page.execute(script, vec![]).await;
            if matches!(&said, Ok(said) if *said == json!(true)) {
                return began.elapsed();
            }
            if began.elapsed() >= PATIENCE {
                panic!("never: {what}, but {said:?}; {}", self.state().await);
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Presses with the mouse, as soon as that can be done: an element that something else covers cannot be pressed.
    pub async fn click(&self, css: &str) {
        let began = Instant::now();
        while let Err(why) = self.try_click(css).await {
            assert!(began.elapsed() < PATIENCE, "{css} cannot be pressed: {why}");
            // What lies under the strip at the foot of a small screen is scrolled up, as a person would do.
            let up = "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })";
            self.script(up, vec![json!(css)]).await;
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// The same once.
    pub async fn try_click(&self, css: &str) -> Result<(), String> {
        let found = self.page.find(Locator::Css(css)).await.map_err(|error| error.to_string())?;
        found.click().await.map_err(|error| error.to_string())
    }

    /// Types something into a field, in place of what stands there.
    pub async fn fills(&self, css: &str, text: &str) {
        self.shows(css).await;
        let field = self.page.find(Locator::Css(css)).await.unwrap();
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Keeps everything that pages hear from now on, on lines and as answers.
    pub async fn listen(&self) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": LISTEN })).await;
    }

    /// What the page has heard.
    pub async fn heard(&self) -> Vec<String> {
        let heard = self.script("return window.heard", vec![]).await;
        heard.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }

    /// Presses a key, where the focus is.
    pub async fn press(&self, key: impl Into<char>) {
        let value = key.into();
        let keys =
            KeyActions::new("keys".to_owned()).then(KeyAction::Down { value }).then(KeyAction::Up { value });
        self.page.perform_actions(keys).await.unwrap();
    }

    /// Goes with the tab key to an element; says whether it got there.
    pub async fn try_tab_to(&self, css: &str) -> bool {
        let there = "return document.activeElement?.matches(arguments[0]) ?? false";
        for _ in 0..150 {
            if self.script(there, vec![json!(css)]).await == json!(true) {
                return true;
            }
            self.press(Key::Tab).await;
        }
        false
    }

    /// Goes with the tab key to an element.
    pub async fn tab_to(&self, css: &str) {
        assert!(self.try_tab_to(css).await, "no key leads to {css}");
    }

    /// What stands in an element.
    pub async fn text(&self, css: &str) -> String {
        let text = "return document.querySelector(arguments[0])?.textContent ?? ''";
        self.script(text, vec![json!(css)]).await.as_str().unwrap().to_owned()
    }

    /// How many elements there are.
    pub async fn count(&self, css: &str) -> u64 {
        let count = "return document.querySelectorAll(arguments[0]).length";
        self.script(count, vec![json!(css)]).await.as_u64().unwrap()
    }

    /// Waits until there is such an element.
    pub async fn shows(&self, css: &str) -> Duration {
        self.until(css, &format!("return document.querySelector({}) !== null", json!(css))).await
    }

    /// Comes in as a guest.
    pub async fn come_in(&self, floor: &Floor) {
        self.open(&floor.at("/sign-in")).await;
        self.click("form[action=\"/guest\"] button").await;
        self.shows("form[action=\"/sign-out\"]").await;
    }

    /// Comes in as a guest and sits down at a table.
    pub async fn sit(&self, floor: &Floor, table: u32) {
        self.come_in(floor).await;
        self.open(&floor.at(&format!("/tables/{table}"))).await;
        self.sits_down(With::Mouse, "").await;
    }

    /// Takes a seat of the table that is open: the first one that is free, or the one of that number.
    pub async fn sits_down(&self, with: With, seat: &str) {
        let button = match seat {
            "" => "button[name=seat]".to_owned(),
            seat => format!("button[name=seat][value=\"{seat}\"]"),
        };
        // The page is asked for once more when there are chips as well; until then it may already show the seat.
        self.script("window.isOld = true", vec![]).await;
        match with {
            With::Mouse => self.click(&button).await,
            With::Keys => {
                self.tab_to(&button).await;
                self.press(Key::Enter).await;
            }
        }
        self.until(
            "the page of a seat",
            "return window.isOld === undefined && document.readyState === 'complete'",
        )
        .await;
        self.shows(SEATED).await;
    }

    /// Puts a chip on a spot of a table, as its form would, whatever page is open.
    pub async fn bet(&self, table: u32, spot: &str) {
        let script = "const [table, spot, done] = arguments; const send = async () => { \
                      const page = await (await fetch(`/tables/${table}`)).text(); \
                      const form = new DOMParser().parseFromString(page, 'text/html').querySelector('#bets'); \
                      const fields = new URLSearchParams(new FormData(form)); fields.set('spot', spot); \
                      return (await fetch(`/tables/${table}/do`, { method: 'POST', body: fields })).status; }; send().then(done, () => done(0));";
        let _ = self.page.execute_async(script, vec![json!(table), json!(spot)]).await;
    }

    /// What somebody sees of a seat, for a test that does not get on.
    pub async fn state(&self) -> String {
        let words = "const words = (id) => (document.getElementById(id)?.innerText ?? '').replace(/\\s+/g, ' '); \
                     return ['status', 'asks', 'banner', 'refused', 'alerts', 'strip', 'line'].map((id) => `${id}: ${words(id)}`).join('; ')";
        let told = self.script(words, vec![]).await.as_str().unwrap_or_default().to_owned();
        format!("{} shows {told}", self.page.current_url().await.unwrap())
    }

    /// Closes the browser, which must have had nothing to complain of.
    pub async fn close(self) {
        assert_eq!(self.complaints().await, Vec::<String>::new());
        self.page.clone().close().await.unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        // A browser outlives its driver: where a test fails, nobody has closed it.
        let browser = format!("user-data-dir={}", self.profile.path().display());
        let _ = Command::new("pkill").args(["-KILL", "-f", &browser]).status();
    }
}

/// A driver, and the port at which it says that it listens; nothing if it does not.
fn start_driver() -> Option<(Child, BufReader<ChildStdout>, u16)> {
    let mut command = Command::new(DRIVER);
    command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).stdin(Stdio::null());
    let mut driver = command.spawn().ok()?;
    let mut words = BufReader::new(driver.stdout.take()?);
    loop {
        let mut line = String::new();
        if words.read_line(&mut line).ok()? == 0 {
            let _ = driver.wait();
            return None;
        }
        let port = line.trim().strip_suffix('.').and_then(|line| line.split("on port ").nth(1)?.parse().ok());
        if let Some(port) = port {
            return Some((driver, words, port));
        }
    }
}

async fn connect(port: u16, profile: &Folder) -> Client {
    let profile = format!("--user-data-dir={}", profile.path().display());
    let arguments = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        &profile,
    ];
    let options = json!({ "args": arguments });
    let logged = json!({ "browser": "ALL" });
    let wanted = [("goog:chromeOptions".to_owned(), options), ("goog:loggingPrefs".to_owned(), logged)];
    let wanted = wanted.into_iter().collect();
    let mut builder = ClientBuilder::new(HttpConnector::new());
    builder.capabilities(wanted);
    builder.connect(&format!("http://127.0.0.1:{port}")).await.unwrap()
}
