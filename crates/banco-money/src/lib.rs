//! Money as whole minor units with a currency, and the pay notation of the rulebooks.
//!
//! No float comes near money here, and no bare `+ - *`: every operation is checked and says what it
//! does with fractions of a cent.

mod amount;
mod pay;
mod percent;
mod wire;

pub use amount::{Amount, Currency, MoneyError, ParseAmountError, with_commas};
pub use pay::{ParsePayError, Pay};
pub use percent::{ParsePercentError, Percent};

/// Which way a fraction of the smallest unit goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rounding {
    /// Towards zero.
    #[default]
    Down,
    /// Away from zero.
    Up,
}
