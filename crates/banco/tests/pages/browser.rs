//! A browser of our own.

use std::future::Future;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use banco_lab::Folder;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::floor::Floor;

/// The driver, a browser, and the folder of its profile.
pub struct Browser {
    driver: Child,
    _words: BufReader<ChildStdout>,
    _profile: Folder,
    pub page: Client,
}

const DRIVER: &str = "/usr/bin/chromedriver";

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
    async fn start() -> Self {
        let mut driver = Command::new(DRIVER)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let mut words = BufReader::new(driver.stdout.take().unwrap());
        let port = loop {
            let mut line = String::new();
            assert!(words.read_line(&mut line).unwrap() > 0, "the driver does not start");
            if let Some(port) = line.trim().strip_suffix('.').and_then(|line| line.split("on port ").nth(1)) {
                break port.to_owned();
            }
        };
        let profile = Folder::new("browser").unwrap();
        let page = connect(&port, &profile).await;
        Self { driver, _words: words, _profile: profile, page }
    }

    /// Makes the window so large that pages have exactly this room.
    pub async fn size(&self, width: u32, height: u32) {
        self.page.set_window_size(width, height).await.unwrap();
        let inside = self.script("return [innerWidth, innerHeight]", vec![]).await;
        let (inner_width, inner_height) = (inside[0].as_u64().unwrap(), inside[1].as_u64().unwrap());
        let more = |wanted: u32, got: u64| wanted * 2 - u32::try_from(got).unwrap();
        if (u64::from(width), u64::from(height)) != (inner_width, inner_height) {
            self.page.set_window_size(more(width, inner_width), more(height, inner_height)).await.unwrap();
        }
    }

    /// How pages look from now on, as the cookie has it. A page of the floor must be open.
    pub async fn look(&self, words: &str) {
        self.script("document.cookie = `banco-look=${arguments[0]}; path=/`", vec![json!(words)]).await;
    }

    /// Opens a page.
    pub async fn open(&self, address: &str) {
        self.page.goto(address).await.unwrap();
    }

    /// What a script gives back.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        self.page.execute(script, arguments).await.unwrap()
    }

    /// Waits until a script says yes.
    pub async fn until(&self, what: &str, script: &str) -> Duration {
        let began = Instant::now();
        while self.script(script, vec![]).await != json!(true) {
            assert!(began.elapsed() < Duration::from_secs(20), "never: {what}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        began.elapsed()
    }

    /// Comes in as a guest and sits down at a table.
    pub async fn sit(&self, floor: &Floor, table: u32) {
        self.open(&floor.at("/sign-in")).await;
        self.script("document.querySelector('form[action=\"/guest\"] button').click()", vec![]).await;
        self.until("a guest", "return document.querySelector('form[action=\"/sign-out\"]') !== null").await;
        self.open(&floor.at(&format!("/tables/{table}"))).await;
        self.script("document.querySelector('.take-seat button[name=seat]').click()", vec![]).await;
        self.until("a seat", "return document.querySelector('.spot') !== null").await;
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

    /// Closes the browser.
    pub async fn close(self) {
        self.page.clone().close().await.unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

async fn connect(port: &str, profile: &Folder) -> Client {
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
    let wanted = [("goog:chromeOptions".to_owned(), options)].into_iter().collect();
    let mut builder = ClientBuilder::new(HttpConnector::new());
    builder.capabilities(wanted);
    builder.connect(&format!("http://127.0.0.1:{port}")).await.unwrap()
}
