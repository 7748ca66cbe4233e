//! A line to a server that can be cut, held up and mended: a relay on a port of its own.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;

#[derive(Default)]
struct State {
    /// Nobody gets through, and whoever was through is cut off.
    cut: AtomicBool,
    /// What the server answers is swallowed.
    deaf: AtomicBool,
    open: Mutex<Vec<TcpStream>>,
}

/// A line from a port of its own to another.
#[derive(Clone)]
pub struct Line {
    port: u16,
    state: Arc<State>,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a line from port {}", self.port)
    }
}

impl Line {
    /// A line to a port of this machine.
    ///
    /// # Errors
    /// No port is free.
    pub fn to(port: u16) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let line = Self { port: listener.local_addr()?.port(), state: Arc::default() };
        let state = Arc::clone(&line.state);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if state.cut.load(Ordering::Relaxed) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                relay(&state, &client, &server);
            }
        });
        Ok(line)
    }

    /// The port at which it begins.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Cuts off whoever is through, and lets nobody else through.
    pub fn cut(&self) {
        self.state.cut.store(true, Ordering::Relaxed);
        let mut open = self.state.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.drain(..).for_each(|stream| drop(stream.shutdown(Shutdown::Both)));
    }

    /// Swallows what the server answers, so that nobody learns what became of a request.
    pub fn deafen(&self) {
        self.state.deaf.store(true, Ordering::Relaxed);
    }

    /// Lets everybody through again.
    pub fn mend(&self) {
        self.state.cut.store(false, Ordering::Relaxed);
        self.state.deaf.store(false, Ordering::Relaxed);
    }
}

fn relay(state: &Arc<State>, client: &TcpStream, server: &TcpStream) {
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let mut open = state.open.lock().unwrap_or_else(PoisonError::into_inner);
    open.extend([client, server].into_iter().filter_map(|stream| stream.try_clone().ok()));
    drop(open);
    let pairs =
        [(client.try_clone(), server.try_clone(), false), (server.try_clone(), client.try_clone(), true)];
    for (from, to, answers) in pairs {
        let (Ok(from), Ok(to)) = (from, to) else { return };
        let state = Arc::clone(state);
        std::thread::spawn(move || pass_on(&state, from, to, answers));
    }
}

fn pass_on(state: &State, mut from: TcpStream, mut to: TcpStream, answers: bool) {
    let mut buffer = [0; 16 * 1024];
    while let Ok(read) = from.read(&mut buffer) {
        if read == 0 {
            break;
        }
        while answers && state.deaf.load(Ordering::Relaxed) && !state.cut.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let Some(bytes) = buffer.get(..read) else { break };
        if state.cut.load(Ordering::Relaxed) || to.write_all(bytes).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}
