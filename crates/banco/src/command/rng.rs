//! `banco rng`: the randomness that shoes are drawn from, for whoever tests it.

use std::io::Write as _;

use banco_house::Source;
use clap::{Args, Subcommand};

use crate::failure::Failure;

/// How many bytes are asked for at once: as many as one key of a shoe has.
const AT_ONCE: usize = 32;

/// What to do.
#[derive(Args)]
pub struct RngArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Write raw bytes to standard output, as shoes get them: from the operating system, watched by the same
    /// tests.
    Dump {
        /// How many bytes.
        #[arg(long, value_name = "N")]
        bytes: u64,
    },
}

/// Writes bytes until there are enough; if the source fails a test, no more come.
pub fn run(arguments: &RngArguments) -> Result<(), Failure> {
    let What::Dump { bytes } = arguments.what;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let (source, mut left) = (Source::of_system(), bytes);
    while left > 0 {
        let mut key = [0; AT_ONCE];
        source.fill(&mut key).map_err(|problem| Failure::Machine(problem.into()))?;
        let many = usize::try_from(left).unwrap_or(AT_ONCE).min(AT_ONCE);
        out.write_all(key.get(..many).unwrap_or_default())?;
        left -= many as u64;
    }
    Ok(out.flush()?)
}
