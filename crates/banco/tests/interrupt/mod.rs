//! Ctrl-C at the right moment, however busy the machine is: what a program is doing is read from `/proc`.

use std::process::Command;
use std::time::Duration;

/// Ctrl-C as soon as the program watches for it, and a little later.
#[allow(dead_code, reason = "not every test has a program that works")]
pub fn at_work(process: u32) {
    wait_for(|| watches(process));
    std::thread::sleep(Duration::from_millis(500));
    interrupt(process);
}

/// Ctrl-C when the program watches for it and waits for somebody.
#[allow(dead_code, reason = "not every test has a program that waits")]
pub fn waiting(process: u32) {
    wait_for(|| watches(process));
    let mut before = (String::new(), 0);
    wait_for(|| {
        let now = used(process);
        before.1 = if now == before.0 { before.1 + 1 } else { 0 };
        before.0 = now;
        before.1 >= 20
    });
    interrupt(process);
}

fn interrupt(process: u32) {
    Command::new("kill").args(["-INT", &process.to_string()]).status().unwrap();
}

/// A minute at most.
fn wait_for(mut done: impl FnMut() -> bool) {
    for _ in 0..3_000 {
        if done() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("the program never came so far");
}

/// Whether it has a handler for SIGINT, which is signal 2.
fn watches(process: u32) -> bool {
    let status = read(process, "status");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
    u64::from_str_radix(caught.trim(), 16).is_ok_and(|signals| signals & 0b10 != 0)
}

/// Whether it sleeps, and how long it has worked: the same text again and again means that it waits.
fn used(process: u32) -> String {
    let stat = read(process, "stat");
    // After the name in brackets: state first, time in user mode and in the kernel as the 12th and 13th.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    match fields.as_slice() {
        ["S", ..] if fields.len() > 12 => format!("{} {}", fields[11], fields[12]),
        _ => format!("{:?}", std::time::Instant::now()),
    }
}

fn read(process: u32, file: &str) -> String {
    std::fs::read_to_string(format!("/proc/{process}/{file}")).unwrap_or_default()
}
