//! Connections that write. A job belongs to its connection, not to whoever waits for it: a client that goes away does
//! not leave a transaction half way.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, broadcast, mpsc, oneshot};
use tokio_postgres::Client;

use super::append::{self, Lost, append};
use super::read::away;
use super::target::Target;
use crate::anchor::Anchor;
use crate::batch::{Batch, Seal};
use crate::column;
use crate::entry::{Hash, StreamName};
use crate::fault::Faults;
use crate::store::{Lease, StoreError};

/// How many submissions one transaction holds at most.
const LARGEST_GROUP: usize = 64;

/// A transaction in which nothing is said for so long is ended by the database, and its locks with it.
const LONGEST_SLEEP: &str = "SET idle_in_transaction_session_timeout = '2s'";

/// How often a submission is tried when two nodes write the same at once.
const TRIES: u32 = 5;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// Batches that belong together.
pub(super) struct Submission {
    pub(super) batches: Vec<Batch>,
    pub(super) reply: Reply<()>,
}

/// What a connection is asked to do.
pub(super) enum Job {
    Append(Submission),
    Reseal(Vec<Seal>, Vec<Seal>, Reply<()>),
    Lease { name: String, owner: String, time: Duration, reply: Reply<Option<Lease>> },
    Release { name: String, owner: String, reply: Reply<()> },
    Anchor(Anchor, Reply<()>),
}

/// One connection that writes.
pub(super) struct Lane {
    pub(super) target: Arc<Target>,
    pub(super) waiting: Arc<Mutex<mpsc::Receiver<Job>>>,
    pub(super) hints: broadcast::Sender<StreamName>,
    pub(super) moved: mpsc::UnboundedSender<StreamName>,
    pub(super) faults: Faults,
}

impl Lane {
    pub(super) async fn work(self) {
        let mut client: Option<Client> = None;
        while let Some((submissions, others)) = self.next().await {
            client = self.connected(client).await.ok();
            if client.is_none() {
                // Once more, since the database may just have changed its host.
                client = self.connected(None).await.ok();
            }
            if !submissions.is_empty() {
                self.submit(&mut client, submissions).await;
            }
            for job in others {
                other(client.as_mut(), job).await;
            }
            client = client.filter(|client| !client.is_closed());
        }
    }

    /// What waits: appends together, and whatever else came with them.
    async fn next(&self) -> Option<(Vec<Submission>, Vec<Job>)> {
        let mut waiting = self.waiting.lock().await;
        let first = waiting.recv().await?;
        let mut jobs = vec![first];
        while jobs.len() < LARGEST_GROUP
            && let Ok(job) = waiting.try_recv()
        {
            jobs.push(job);
        }
        drop(waiting);
        let (mut submissions, mut others) = (Vec::new(), Vec::new());
        for job in jobs {
            match job {
                Job::Append(submission) => submissions.push(submission),
                Job::Reseal(..) | Job::Lease { .. } | Job::Release { .. } | Job::Anchor(..) => {
                    others.push(job)
                }
            }
        }
        Some((submissions, others))
    }

    async fn connected(&self, client: Option<Client>) -> Result<Client, StoreError> {
        match client.filter(|client| !client.is_closed()) {
            Some(client) => Ok(client),
            None => self.connect().await.map_err(|error| away(&error)),
        }
    }

    /// A node that falls asleep in a transaction must not keep the others from its streams.
    async fn connect(&self) -> Result<Client, tokio_postgres::Error> {
        let client = self.target.connect().await?;
        client.batch_execute(LONGEST_SLEEP).await?;
        Ok(client)
    }

    /// All submissions in one transaction; one by one where that clashes with another node.
    async fn submit(&self, client: &mut Option<Client>, submissions: Vec<Submission>) {
        let (batches, replies): (Vec<Vec<Batch>>, Vec<Reply<()>>) =
            submissions.into_iter().map(|submission| (submission.batches, submission.reply)).unzip();
        let together = self.try_append(client, &batches).await;
        let ends: Vec<Option<Result<(), StoreError>>> = match together {
            Ok(ends) => ends.into_iter().map(Some).collect(),
            Err(Lost::Clash) => {
                let mut ends = Vec::with_capacity(batches.len());
                for one in &batches {
                    ends.push(self.alone(client, one).await);
                }
                ends
            }
            Err(Lost::Nothing(error)) => batches.iter().map(|_| Some(Err(error.clone()))).collect(),
            Err(Lost::Unknown(problem)) => {
                batches.iter().map(|_| Some(Err(StoreError::Unknown(problem.clone())))).collect()
            }
            Err(Lost::Dead) => batches.iter().map(|_| None).collect(),
        };
        for ((batches, reply), end) in batches.into_iter().zip(replies).zip(ends) {
            let Some(end) = end else { continue };
            let kept = end.is_ok();
            // Whoever asked may be gone.
            drop(reply.send(end));
            if kept {
                self.tell(&batches);
            }
        }
    }

    /// Streams that have moved are told here at once, to other nodes a moment later.
    fn tell(&self, batches: &[Batch]) {
        for write in batches.iter().flat_map(|batch| &batch.writes) {
            drop(self.hints.send(write.stream.clone()));
            drop(self.moved.send(write.stream.clone()));
        }
    }

    async fn try_append(
        &self,
        client: &mut Option<Client>,
        batches: &[Vec<Batch>],
    ) -> Result<Vec<Result<(), StoreError>>, Lost> {
        let Some(known) = client else {
            return Err(Lost::Nothing(StoreError::Away("no connection".to_owned())));
        };
        let ended = append(known, batches, &self.faults).await;
        if matches!(ended, Err(Lost::Unknown(_) | Lost::Dead)) {
            // Whatever is still going on over it ends with it.
            *client = None;
        }
        ended
    }

    /// One submission that has clashed. Its second try sees what the other node has written.
    async fn alone(&self, client: &mut Option<Client>, batches: &[Batch]) -> Option<Result<(), StoreError>> {
        let one = [batches.to_vec()];
        for _ in 0..TRIES {
            match self.try_append(client, &one).await {
                Ok(ends) => return ends.into_iter().next(),
                Err(Lost::Clash) => {}
                Err(Lost::Nothing(error)) => return Some(Err(error)),
                Err(Lost::Unknown(problem)) => return Some(Err(StoreError::Unknown(problem))),
                Err(Lost::Dead) => return None,
            }
        }
        Some(Err(StoreError::Busy))
    }
}

/// What is not an append.
async fn other(client: Option<&mut Client>, job: Job) {
    let Some(client) = client else {
        let away = StoreError::Away("no connection".to_owned());
        match job {
            Job::Append(Submission { reply, .. })
            | Job::Reseal(_, _, reply)
            | Job::Release { reply, .. }
            | Job::Anchor(_, reply) => drop(reply.send(Err(away))),
            Job::Lease { reply, .. } => drop(reply.send(Err(away))),
        }
        return;
    };
    match job {
        Job::Append(Submission { reply, .. }) => drop(reply.send(Err(StoreError::Busy))),
        Job::Reseal(old, new, reply) => drop(reply.send(reseal(client, &old, &new).await.map_err(failed))),
        Job::Lease { name, owner, time, reply } => {
            drop(reply.send(lease(client, name, &owner, time).await.map_err(|error| away(&error))));
        }
        Job::Release { name, owner, reply } => {
            let release = "UPDATE lease SET until = 'epoch', owner = '' WHERE name = $1 AND owner = $2";
            let done = client.execute(release, &[&name, &owner]).await;
            drop(reply.send(done.map(|_| ()).map_err(|error| away(&error))));
        }
        Job::Anchor(anchor, reply) => drop(reply.send(keep_anchor(client, &anchor).await.map_err(failed))),
    }
}

fn failed(lost: Lost) -> StoreError {
    match lost {
        Lost::Nothing(error) => error,
        Lost::Clash => StoreError::Busy,
        Lost::Unknown(problem) => StoreError::Unknown(problem),
        Lost::Dead => StoreError::Stopped("on purpose".to_owned()),
    }
}

async fn reseal(client: &mut Client, old: &[Seal], new: &[Seal]) -> Result<(), Lost> {
    let transaction = client.transaction().await?;
    let delete = "DELETE FROM seal WHERE stream = $1 AND version = $2 AND what = $3 AND key = $4";
    for seal in old {
        let (stream, version) = (seal.stream.as_str(), column(seal.version));
        transaction.execute(delete, &[&stream, &version, &seal.what, &seal.key]).await?;
    }
    for seal in new {
        append::keep_seal(&transaction, seal).await?;
    }
    Ok(transaction.commit().await?)
}

/// By the clock of the database, the only one that all nodes share.
async fn lease(
    client: &Client,
    name: String,
    owner: &str,
    time: Duration,
) -> Result<Option<Lease>, tokio_postgres::Error> {
    let take = "INSERT INTO lease AS held (name, owner, term, until)
                VALUES ($1, $2, 1, clock_timestamp() + $3::bigint * interval '1 microsecond')
                ON CONFLICT (name) DO UPDATE
                SET owner = $2, until = excluded.until,
                    term = CASE WHEN held.owner = $2 THEN held.term ELSE held.term + 1 END
                WHERE held.owner = $2 OR held.until <= clock_timestamp()
                RETURNING term";
    let micros = i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
    let row = client.query_opt(take, &[&name, &owner, &micros]).await?;
    let term = row.map(|row| row.try_get::<_, i64>(0)).transpose()?;
    Ok(term.map(|term| Lease { name, term: u64::try_from(term).unwrap_or_default() }))
}

async fn keep_anchor(client: &mut Client, anchor: &Anchor) -> Result<(), Lost> {
    let damaged = |problem: String| Lost::Nothing(StoreError::Damaged(problem));
    let statement = anchor.statement(&[]).map_err(|error| damaged(error.to_string()))?;
    let transaction = client.transaction().await?;
    let last = "SELECT number, statement FROM anchor ORDER BY number DESC LIMIT 1";
    let (number, hash) = match transaction.query_opt(last, &[]).await? {
        Some(row) => {
            let said: &str = row.try_get(1)?;
            (u64::try_from(row.try_get::<_, i64>(0)?).unwrap_or_default(), Hash::over(said.as_bytes()))
        }
        None => (0, Hash::NONE),
    };
    if (number.saturating_add(1), hash) != (statement.number, statement.prev) {
        return Err(damaged(format!("anchor {} does not follow anchor {number}", statement.number)));
    }
    let put = "INSERT INTO anchor (number, key, signature, statement) VALUES ($1, $2, $3, $4)";
    let (number, key) = (column(statement.number), anchor.key.0.as_slice());
    transaction.execute(put, &[&number, &key, &anchor.signature, &anchor.statement]).await?;
    let streams: Vec<&str> = statement.heads.iter().map(|head| head.stream.as_str()).collect();
    let versions: Vec<i64> = statement.heads.iter().map(|head| column(head.version)).collect();
    // In the order of the names, like everybody who locks heads.
    let mark = "UPDATE stream_head SET anchored = moved.version
                FROM (SELECT known.stream, seen.version FROM stream_head AS known
                      JOIN unnest($1::text[], $2::bigint[]) AS seen (stream, version) ON known.stream = seen.stream
                      ORDER BY known.stream FOR NO KEY UPDATE OF known) AS moved
                WHERE stream_head.stream = moved.stream";
    transaction.execute(mark, &[&streams, &versions]).await?;
    Ok(transaction.commit().await?)
}
