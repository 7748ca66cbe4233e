//! Who asks: somebody at a terminal, or a program in the same process.
//!
//! A command prints and may take long. For somebody at a terminal that means standard output, a bar and Ctrl-C; for a
//! program what is printed is kept, and a [`Watch`] tells how far it is. Who asks belongs to the thread on which the
//! question is answered, so that commands need not hand it around.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// How far long work is, and whether it should stop; shared with whoever waits for it.
#[derive(Debug, Default)]
pub struct Watch {
    /// How much there is to do; zero while nobody knows.
    pub all: AtomicU64,
    /// How much is done.
    pub done: AtomicU64,
    /// Set it, and the work ends soon.
    pub stop: AtomicBool,
}

/// What a program gets.
#[derive(Debug, Default)]
pub struct Kept {
    /// What would be on standard output.
    pub printed: Vec<u8>,
    /// What was said beside it: whether it is a warning, and the text.
    pub notes: Vec<(bool, String)>,
}

struct Program {
    kept: Kept,
    /// What would come from standard input, until somebody takes it.
    input: Vec<u8>,
    watch: Arc<Watch>,
}

thread_local! {
    static PROGRAM: RefCell<Option<Program>> = const { RefCell::new(None) };
}

/// Answers a question for a program: what is printed and noted meanwhile is kept, and `input` stands for standard input.
pub fn for_program<R>(watch: &Arc<Watch>, input: Vec<u8>, answer: impl FnOnce() -> R) -> (R, Kept) {
    let program = Program { kept: Kept::default(), input, watch: Arc::clone(watch) };
    let before = PROGRAM.replace(Some(program));
    let result = answer();
    let kept = PROGRAM.replace(before).map(|program| program.kept).unwrap_or_default();
    (result, kept)
}

/// How a program watches; nothing at a terminal.
pub fn watch() -> Option<Arc<Watch>> {
    PROGRAM.with_borrow(|program| program.as_ref().map(|program| Arc::clone(&program.watch)))
}

/// Standard input, or what a program gave in its place.
pub fn input() -> Box<dyn BufRead> {
    let given =
        PROGRAM.with_borrow_mut(|program| program.as_mut().map(|program| std::mem::take(&mut program.input)));
    match given {
        Some(bytes) => Box::new(Cursor::new(bytes)),
        None => Box::new(BufReader::new(io::stdin())),
    }
}

/// Keeps a note for a program; says whether there is one.
pub fn keeps(warning: bool, text: &str) -> bool {
    PROGRAM.with_borrow_mut(|program| match program {
        Some(program) => {
            program.kept.notes.push((warning, text.to_owned()));
            true
        }
        None => false,
    })
}

/// Where data goes, byte by byte.
pub struct Out;

impl Out {
    /// Whether somebody looks at it on a terminal.
    pub fn is_terminal() -> bool {
        watch().is_none() && io::stdout().is_terminal()
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        PROGRAM.with_borrow_mut(|program| match program {
            Some(program) => program.kept.printed.write(bytes),
            None => io::stdout().write(bytes),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        if watch().is_some() { Ok(()) } else { io::stdout().flush() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_gets_what_is_printed_and_noted_and_nothing_else_does() {
        let watch = Arc::new(Watch::default());
        let (inner, kept) = for_program(&watch, b"said".to_vec(), || {
            Out.write_all(b"one").unwrap();
            assert!(keeps(false, "a note"));
            let ((), inner) = for_program(&watch, Vec::new(), || Out.write_all(b"two").unwrap());
            assert_eq!(io::read_to_string(input()).unwrap(), "said");
            assert_eq!(io::read_to_string(input()).unwrap(), "", "it is read once");
            Out.write_all(b" three").unwrap();
            inner
        });
        assert_eq!((kept.printed, inner.printed), (b"one three".to_vec(), b"two".to_vec()));
        assert_eq!(kept.notes, [(false, "a note".to_owned())]);
        assert!(!keeps(false, "nobody"), "somebody at a terminal");
    }
}
