//! Hints between nodes by `LISTEN` and `NOTIFY`: names of streams, a few times in a tenth of a second at most, and never
//! inside a transaction that somebody waits for. A hint may be lost; whoever must know asks for heads as well.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};
use tokio_postgres::{AsyncMessage, Client};

use super::read::Reader;
use super::target::Target;
use crate::entry::StreamName;

/// How long hints gather.
const GATHER: Duration = Duration::from_millis(15);

/// The most bytes that PostgreSQL takes in one notice, with room to spare.
const LONGEST: usize = 7000;

/// How often the listening connection is looked at.
const PING: Duration = Duration::from_secs(5);

/// How listening goes.
#[derive(Debug, Default)]
pub struct ListenStats {
    connected: AtomicBool,
    lost: AtomicU64,
}

impl ListenStats {
    /// Whether somebody listens now.
    #[must_use]
    pub fn connected(&self) -> bool {
        self.connected.load(Ordering::Relaxed)
    }

    /// How often the connection was lost.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

/// Tells other nodes which streams have moved.
pub(super) async fn notify(reader: Arc<Reader>, mut moved: mpsc::UnboundedReceiver<StreamName>) {
    while let Some(first) = moved.recv().await {
        tokio::time::sleep(GATHER).await;
        let mut streams = BTreeSet::from([first]);
        while let Ok(stream) = moved.try_recv() {
            streams.insert(stream);
        }
        for text in payloads(&streams) {
            let Ok(client) = reader.client().await else { continue };
            // A hint that is lost is found by asking.
            let _ = client.execute("SELECT pg_notify('banco', $1)", &[&text]).await;
        }
    }
}

/// Names with a space between, in texts that are short enough.
fn payloads(streams: &BTreeSet<StreamName>) -> Vec<String> {
    let mut texts = vec![String::new()];
    for stream in streams {
        if texts.last().is_some_and(|text| text.len() + stream.as_str().len() >= LONGEST) {
            texts.push(String::new());
        }
        if let Some(text) = texts.last_mut() {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(stream.as_str());
        }
    }
    texts
}

/// Listens to other nodes, over a connection of its own that is made anew whenever it is lost.
pub(super) async fn listen(
    target: Arc<Target>,
    hints: broadcast::Sender<StreamName>,
    stats: Arc<ListenStats>,
) {
    let mut pause = Duration::from_millis(100);
    loop {
        if let Some((client, mut heard)) = start(&target).await {
            stats.connected.store(true, Ordering::Relaxed);
            pause = Duration::from_millis(100);
            hear(&client, &mut heard, &hints).await;
            stats.connected.store(false, Ordering::Relaxed);
            stats.lost.fetch_add(1, Ordering::Relaxed);
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(PING);
    }
}

async fn start(target: &Target) -> Option<(Client, mpsc::UnboundedReceiver<String>)> {
    let (client, mut connection) = target.open().await.ok()?;
    let (said, heard) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notice) = message
                && said.send(notice.payload().to_owned()).is_err()
            {
                return;
            }
        }
    });
    client.batch_execute("LISTEN banco").await.ok()?;
    Some((client, heard))
}

/// Passes on what is heard until the connection is lost. A connection on which nothing comes any more is found by asking
/// whether it still listens.
async fn hear(
    client: &Client,
    heard: &mut mpsc::UnboundedReceiver<String>,
    hints: &broadcast::Sender<StreamName>,
) {
    loop {
        match tokio::time::timeout(PING, heard.recv()).await {
            Ok(None) => return,
            Ok(Some(text)) => {
                let names = text.split(' ').filter_map(|name| StreamName::new(name).ok());
                // Nobody listens, perhaps.
                names.for_each(|stream| drop(hints.send(stream)));
            }
            Err(_) => {
                let ask =
                    client.query_opt("SELECT 1 FROM pg_listening_channels() AS c WHERE c = 'banco'", &[]);
                match tokio::time::timeout(PING, ask).await {
                    Ok(Ok(Some(_))) => {}
                    Ok(_) | Err(_) => return,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_fit_into_notices() {
        let streams: BTreeSet<StreamName> =
            (0..2000).map(|at| StreamName::new(&format!("account/{at}")).unwrap()).collect();
        let texts = payloads(&streams);
        assert!(texts.iter().all(|text| text.len() < 8000));
        assert_eq!(texts.iter().flat_map(|text| text.split(' ')).count(), 2000);
    }
}
