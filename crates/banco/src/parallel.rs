//! Work by all cores.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::failure::Failure;

/// Works on every item by all cores, each worker with a bench of its own. A worker takes the next item that nobody has
/// taken yet; what all have made is put back in order.
pub fn in_parallel<Item: Sync, Bench, Done: Send>(
    items: &[Item],
    bench: impl Fn() -> Result<Bench, Failure> + Sync,
    work: impl Fn(&Bench, &Item) -> Result<Done, Failure> + Sync,
) -> Result<Vec<Done>, Failure> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(items.len().max(1));
    let next = AtomicUsize::new(0);
    let worker = || -> Result<Vec<(usize, Done)>, Failure> {
        let bench = bench()?;
        let mut done = Vec::new();
        while let Some((at, item)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).map(|item| (at, item))
        } {
            done.push((at, work(&bench, item)?));
        }
        Ok(done)
    };
    let mut done: Vec<(usize, Done)> = Vec::new();
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        for worker in running {
            let finished = worker.join().map_err(|_| anyhow::anyhow!("a worker thread stopped early"))?;
            done.extend(finished?);
        }
        Ok::<(), Failure>(())
    })?;
    done.sort_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, done)| done).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_and_in_order() {
        let items: Vec<u32> = (0..1000).collect();
        let done = in_parallel(&items, || Ok(1), |more: &u32, item| Ok(item + more)).unwrap_or_default();
        assert!(done.iter().copied().eq(1..=1000));
        assert!(in_parallel(&[] as &[u32], || Ok(()), |(), item| Ok(*item)).unwrap_or_default().is_empty());
    }

    #[test]
    fn a_failure_is_told() {
        let odd = |(): &(), item: &u32| match item % 2 {
            0 => Ok(*item),
            _ => Err(Failure::invalid("odd", "odd")),
        };
        assert!(in_parallel(&[2, 4, 5], || Ok(()), odd).is_err());
    }
}
