//! `banco shuffle`: how well a procedure mixes the cards, step by step as the rulebook or the licensee has it.

mod run;
mod setup;
mod text;

use banco_rulebook::Library;
use clap::Args;

use crate::failure::Failure;
use crate::output;

/// Which procedure, on which cards, how often.
#[derive(Args)]
#[command(after_long_help = NOTATION)]
pub struct ShuffleArguments {
    /// The steps, such as `riffle, riffle, strip 5, riffle, cut`, or the name of a procedure of the rulebook. Without it
    /// the one that the submission chose.
    #[arg(value_name = "PROCEDURE")]
    procedure: Option<String>,

    /// The rulebook whose rules the procedure must obey, and whose procedures can be named.
    #[arg(short, long, value_name = "ID")]
    rulebook: Option<String>,

    /// A Rules Submission: a file, `-` for standard input, or the name of one that comes with the rulebook.
    #[arg(short, long, value_name = "FILE")]
    submission: Option<String>,

    /// Set one key of the submission, such as `--set options.shuffle=wash-and-three-dealers`.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,

    /// The number of decks; usually that of the submission, or eight.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=20))]
    decks: Option<u8>,

    /// The number of cards, if they are not whole decks.
    #[arg(long, value_name = "N", conflicts_with = "decks")]
    cards: Option<u16>,

    /// How many cards make a slug whose way is followed; usually a deck.
    #[arg(long, value_name = "N")]
    slug: Option<u16>,

    /// How many shuffles.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    shuffles: u64,

    /// The seed: the same seed gives the same shuffles.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads; usually as many as the machine has.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Show where the cards of each slug went.
    #[arg(long)]
    travel: bool,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

const NOTATION: &str = "\
Steps are separated by commas, stages by semicolons. A stage is done on the whole stack, on `piles of SIZE:` or in
`grabs of SIZE:` (half of each from either half of the stack). A size is `52`, `2 decks` or `half a deck`.

  wash [50%]          all cards, or so many in a hundred, change places at random
  riffle [by 2.5]     Gilbert-Shannon-Reeds; or so many cards fall at once on average
  strip 5             running cuts, so many packets
  lace [SIZE] [by 4]  the top cards (else half of all) spread evenly over the others, so many to a place
  plug [SIZE] [in 3]  the bottom cards slipped into the middle of the others, in so many packets
  turn [over]         the lower half turned by 180 degrees, or turned over
  box                 the halves change places
  cut [SIZE]          a cut anywhere, at least so far from either end
  shelf 10            a machine with so many shelves

`x3` after a step does it three times.";

/// Measures a procedure.
pub fn run(
    arguments: &ShuffleArguments,
    library: impl Fn() -> Result<Library, Failure>,
) -> Result<(), Failure> {
    let job = setup::job(arguments, library)?;
    let report = run::run(&job.lab, arguments.threads);
    if arguments.json {
        return output::print_json(&text::Output { rulebook: job.rulebook.as_ref(), report: &report });
    }
    output::print(&text::text(&report, &job, arguments.travel))
}
