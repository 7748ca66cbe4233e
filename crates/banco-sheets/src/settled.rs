//! A settled wager for programs.

use banco_engine::Settled;
use banco_rulebook::model::wager::EnvyTo;
use serde::Serialize;

/// A settled wager in JSON, with amounts in minor units; the form is kept stable.
#[derive(Serialize)]
pub struct SettledOutput<'a> {
    wager: &'a str,
    side: Option<&'a str>,
    paytable: Option<&'a str>,
    stake: i64,
    result: &'static str,
    line: Option<&'a str>,
    won: i64,
    vigorish: i64,
    net: i64,
    claims: Vec<ClaimOutput<'a>>,
    envy: i64,
    envy_to: Option<&'static str>,
    currency: &'static str,
    cite: String,
}

#[derive(Serialize)]
struct ClaimOutput<'a> {
    meter: &'a str,
    share: String,
}

impl<'a> SettledOutput<'a> {
    /// What is told of it.
    pub fn new(settled: &'a Settled) -> Self {
        Self {
            wager: &settled.wager,
            side: settled.side.as_deref(),
            paytable: settled.paytable.as_deref(),
            stake: settled.stake.minor(),
            result: settled.verdict.name(),
            line: settled.line.as_deref(),
            won: settled.won.minor(),
            vigorish: settled.vigorish.minor(),
            net: settled.net.minor(),
            claims: settled
                .claims
                .iter()
                .map(|claim| ClaimOutput { meter: &claim.meter, share: claim.share.to_string() })
                .collect(),
            envy: settled.envy.minor(),
            envy_to: settled.envy_to.map(|to| match to {
                EnvyTo::Dealer => "dealer",
                EnvyTo::OtherSeats => "bettor",
            }),
            currency: settled.stake.currency().code(),
            cite: settled.cite.join(", "),
        }
    }
}
