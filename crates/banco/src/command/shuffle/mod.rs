//! `banco shuffle`: how well a procedure mixes the cards, step by step as the rulebook or the licensee has it.

mod run;
mod setup;
mod text;

use std::sync::Arc;

use banco_rulebook::Library;
use clap::Args;

use crate::failure::Failure;
use crate::output;

/// Which procedure, on which cards, how often.
#[derive(Args)]
#[command(after_long_help = NOTATION)]
pub struct ShuffleArguments {
    /// The steps, such as `riffle, riffle, strip 5, riffle, cut`, or the name of a shuffle in the rulebook. Without it,
    /// the shuffle that the submission uses.
    #[arg(value_name = "PROCEDURE")]
    procedure: Option<String>,

    /// The rulebook that the shuffle must follow, and whose shuffles you can name.
    #[arg(short, long, value_name = "ID")]
    rulebook: Option<String>,

    /// A Rules Submission: a file, `-` for standard input, or the name of one that comes with the rulebook.
    #[arg(short, long, value_name = "FILE")]
    submission: Option<String>,

    /// Change one key of the submission, such as `--set options.shuffle=wash-and-three-dealers`; repeatable.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// The number of decks; default: as in the submission, or eight.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    decks: Option<u8>,

    /// The number of cards, if they are not full decks.
    #[arg(long, value_name = "N", conflicts_with = "decks")]
    cards: Option<u16>,

    /// How many cards make a slug to follow; default: one deck.
    #[arg(long, value_name = "N")]
    slug: Option<u16>,

    /// How many times to shuffle.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    shuffles: u64,

    /// The seed: the same seed gives the same shuffles.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads to use; default: all the machine has.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Show where the cards of each slug end up.
    #[arg(long)]
    travel: bool,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

const NOTATION: &str = "\
Separate steps with commas and stages with semicolons. A stage works on the whole stack, on
`piles of SIZE:` or in `grabs of SIZE:` (half of each grab from either half of the stack). A size
is `52`, `2 decks` or `half a deck`.

  wash [50%]          mix all the cards, or this share of them, at random
  riffle [by 2.5]     one riffle (Gilbert-Shannon-Reeds), or with this many cards falling at once
  strip 5             running cuts of this many packets
  lace [SIZE] [by 4]  spread the top cards (default: half) evenly over the rest, this many at a time
  plug [SIZE] [in 3]  slip the bottom cards into the middle of the rest, in this many packets
  turn [over]         turn the lower half by 180 degrees, or turn it over
  box                 swap the halves
  cut [SIZE]          cut anywhere, at least this far from either end
  shelf 10            a machine with this many shelves

Add `x3` to do a step three times.";

/// Measures a procedure.
pub fn run(
    arguments: &ShuffleArguments,
    library: impl Fn() -> Result<Arc<Library>, Failure>,
) -> Result<(), Failure> {
    let job = setup::job(arguments, library)?;
    let report = run::run(&job.lab, arguments.threads);
    if arguments.json {
        return output::print_json(&text::Output { rulebook: job.rulebook.as_ref(), report: &report });
    }
    output::print(&text::text(&report, &job, arguments.travel))
}
