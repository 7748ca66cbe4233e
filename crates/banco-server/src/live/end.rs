//! How a line ends: the same words on WebSocket and on SSE.

use banco_wire::{Bye, Envelope, Kind, Moment, Position};

use super::to_raw;
use crate::app::App;

/// Why the server ends a line, with the close codes of our own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The client went.
    Gone,
    /// The client is not signed in any more.
    SignedOut,
    /// The client said what is none of the words.
    BadHello,
    /// The client reads too slowly, or is dead.
    TooSlow,
    /// The server stops.
    Restart,
    /// What is stored cannot be read now.
    Away,
}

impl End {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Gone => "gone",
            Self::SignedOut => "signed_out",
            Self::BadHello => "bad_hello",
            Self::TooSlow => "too_slow",
            Self::Restart => "restart",
            Self::Away => "away",
        }
    }

    pub(super) const fn code(self) -> u16 {
        match self {
            Self::Gone => 1000,
            Self::SignedOut => 4401,
            Self::BadHello => 4400,
            Self::TooSlow => 4408,
            Self::Restart => 1012,
            Self::Away => 1013,
        }
    }

    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Gone => "",
            Self::SignedOut => "you are signed out",
            Self::BadHello => "the first message must say which streams are wanted",
            Self::TooSlow => "the line is too slow; come back and go on where you were",
            Self::Restart => "the server is restarting; come back and go on where you were",
            Self::Away => "nothing can be read now; come back",
        }
    }

    /// The last message of a line.
    pub(super) fn bye(self, app: &App) -> Envelope {
        let last = matches!(self, Self::SignedOut | Self::BadHello);
        let retry_after = (!last).then_some(if self == Self::Restart { 2_000 } else { 500 });
        let bye = Bye { code: self.name().to_owned(), text: self.text().to_owned(), last, retry_after };
        let at = Position { epoch: app.epoch.clone(), seq: 0 };
        Envelope::new("floor", at, Kind::Bye, Moment::from_micros(app.now().0), to_raw(&bye))
    }
}
