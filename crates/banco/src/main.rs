//! The program `banco`: everything it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    banco::main()
}
