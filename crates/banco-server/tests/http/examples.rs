//! The clients under `examples/` do what they say, where their interpreter is at hand.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::house::House;

/// Runs a client against a server of its own, if its interpreter is there.
async fn plays(interpreter: &str, script: &str, also: &[&str]) {
    for needed in [interpreter].iter().chain(also) {
        let there =
            Command::new(needed).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !there.is_ok_and(|status| status.success()) {
            eprintln!("skipped: `{needed}` is not on this machine");
            return;
        }
    }
    let house = House::open().await;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/clients").join(script);
    let mut run = Command::new(interpreter);
    run.arg(script).arg(format!("http://{}", house.server.address)).env_remove("http_proxy");
    let ran = tokio::task::spawn_blocking(move || run.output()).await.unwrap().unwrap();
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success() && out.contains("the round is over"), "{out}\n{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn curl_plays_a_round() {
    plays("bash", "play.sh", &["curl"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn python_plays_a_round() {
    plays("python3", "client.py", &[]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn javascript_plays_a_round() {
    plays("node", "client.mjs", &[]).await;
}
