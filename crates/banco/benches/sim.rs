//! A million shoes as a whole command, beside a plain simulator in C++ compiled in the same run: `cargo bench -p banco`.
//!
//! `banco sim` on one thread loads its rulebook, deals, settles, adds up results, swings and streaks, and prints; the
//! yardstick shuffles, draws and counts winners. The shortest of several turns each, taken in turns because machines are
//! noisy. `-- SHOES` deals another number of shoes.
#![allow(
    clippy::unwrap_used,
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a benchmark may fail by panicking"
)]

use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// How often each is run.
const TURNS: usize = 9;

fn main() {
    let given = std::env::args().skip(1).find_map(|argument| argument.parse::<u64>().ok());
    let shoes = given.unwrap_or(1_000_000).to_string();
    let banco = Path::new(env!("CARGO_BIN_EXE_banco"));
    let sim = |wagers: &[&str], shoes: &str| {
        let mut command = Command::new(banco);
        command.args(["sim", "--rulebook", "co-rule-28", "--threads", "1", "--shoes", shoes]);
        command.args(wagers.iter().flat_map(|wager| ["--wager", wager]));
        command
    };
    let base = ["player", "banker", "tie"];
    let mut rows = vec![
        ("base game", sim(&base, &shoes)),
        ("start alone: sixteen shoes", sim(&base, "16")),
        ("base game, Dragon 7, Panda 8", sim(&["player", "banker", "tie", "dragon-7", "panda-8"], &shoes)),
    ];
    let yardstick = compiled();
    match &yardstick {
        Some(program) => {
            let mut command = Command::new(program);
            command.arg(&shoes);
            rows.insert(0, ("plain, in C++ (c++ -O3 -march=native)", command));
        }
        None => println!("no compiler `c++` found: times without a yardstick"),
    }
    let mut least = vec![f64::MAX; rows.len()];
    for _ in 0..TURNS {
        for ((name, command), least) in rows.iter_mut().zip(&mut least) {
            let started = Instant::now();
            let output = command.output().unwrap();
            *least = least.min(started.elapsed().as_secs_f64());
            assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
    println!("{shoes} shoes as a whole command, one thread");
    let plain = yardstick.is_some().then(|| least.first().copied().unwrap_or_default());
    for ((name, _), least) in rows.iter().zip(&least) {
        let ratio = plain.map(|plain| format!("{:8.2} x", plain / least)).unwrap_or_default();
        println!("{name:40}{least:8.3} s{ratio}");
    }
    if let Some(program) = yardstick {
        let _ = std::fs::remove_file(program);
    }
}

/// The yardstick as a program, if there is a compiler.
fn compiled() -> Option<std::path::PathBuf> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/yardstick/plain.cpp");
    let program = std::env::temp_dir().join(format!("banco-plain-{}", std::process::id()));
    let status =
        Command::new("c++").args(["-O3", "-march=native", source, "-o"]).arg(&program).status().ok()?;
    status.success().then_some(program)
}
