//! Running: threads, progress, Ctrl-C, resuming.

use banco_rulebook::Library;
use banco_sheets::simulation::simulation_page;
use banco_sim::result::{ResultError, RunResult};
use banco_sim::run::Manner;
use banco_sim::simd::Level;
use banco_sim::tally::Tally;

use super::setup::{Job, job};
use super::shoes::{format, write_shoes};
use super::{RunArguments, read, result_failure, text, write};
use crate::failure::Failure;
use crate::output;
use crate::progress;

/// Runs, writes and prints.
pub fn run(arguments: &RunArguments, library: &Library) -> Result<(), Failure> {
    arguments.shoes_out.as_deref().map(format).transpose()?;
    let (job, result) = dealt(arguments, library)?;
    let wanted = job.shoes.end;
    write(arguments.out.as_deref().or(arguments.resume.as_deref()), &result)?;
    if let Some(file) = &arguments.shoes_out {
        write_shoes(file, &job.simulation, &result)?;
    }
    if let Some(file) = &arguments.html {
        let page = simulation_page(&text::tables(&result), &job.simulation, &result);
        crate::write::whole(file, page.as_bytes())?;
    }
    text::print(&result, &arguments.form)?;
    if result.to < wanted {
        let kept = if arguments.out.is_some() || arguments.resume.is_some() {
            "; go on with `--resume`"
        } else {
            ""
        };
        output::note(&format!("interrupted: {} of {wanted} shoes are done{kept}", result.to));
        return Err(Failure::Interrupted);
    }
    Ok(())
}

/// Deals what was asked for, after what an earlier run has dealt; nothing is written or printed.
pub fn dealt(arguments: &RunArguments, library: &Library) -> Result<(Job, RunResult), Failure> {
    let mut job = job(arguments, library)?;
    let before = arguments.resume.as_ref().map(|file| resume(file, &mut job)).transpose()?;
    let (tally, end) = deal(arguments, &job)?;
    let after = RunResult::new(job.configuration.clone(), job.shoes.start, end, tally);
    let parts: Vec<RunResult> = before.into_iter().chain([after]).collect();
    let result = RunResult::merge(parts).map_err(|error| result_failure(&error, None))?;
    Ok((job, result))
}

/// The result so far; the job is left with the shoes that are missing.
fn resume(file: &std::path::Path, job: &mut Job) -> Result<RunResult, Failure> {
    let before = read(file)?;
    let different = |what: &str| result_failure(&ResultError::Different(what.to_owned()), Some(file));
    if let Some(what) = job.configuration.difference(&before.configuration) {
        return Err(different(what));
    }
    if before.from != job.shoes.start || before.to > job.shoes.end {
        return Err(different("shard"));
    }
    job.shoes.start = before.to;
    Ok(before)
}

fn deal(arguments: &RunArguments, job: &Job) -> Result<(Tally, u64), Failure> {
    watched(arguments.threads, job.shoes.end - job.shoes.start, "shoes", |manner| {
        job.simulation.run_with(&job.studies, job.shoes.clone(), manner)
    })
}

/// Does some work on many threads, with a progress bar on a terminal; Ctrl-C asks it to stop.
pub fn watched<R>(
    threads: Option<usize>,
    all: u64,
    what: &'static str,
    work: impl FnOnce(Manner<'_>) -> R,
) -> Result<R, Failure> {
    let watch = progress::stop()?;
    let threads = progress::threads(threads);
    Ok(progress::with_bar(all, what, |done| {
        work(Manner { threads, level: Level::best(), stop: &watch.stop, done })
    }))
}
