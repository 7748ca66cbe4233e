//! What the owner of an account chooses for their own protection. What binds more holds at once; what binds less
//! takes a day and a second word; a break or an exclusion is never made shorter.

use crate::authority::Actor;
use crate::cage::decide::{Draft, Step, no, until_in_words};
use crate::cage::event::{LimitsEvent, ProtectionEvent, SessionEvent};
use crate::cage::limits::{Limit, LimitKey};
use crate::cage::refusal::Reason;
use crate::cage::state::Exclusion;
use crate::cage::tables;
use crate::cage::time::{DAY, Time};

/// The owner sets a limit.
pub fn set_limit(draft: &mut Draft, by: Actor, limit: Limit) -> Step {
    draft.need_owner(by)?;
    if let Some(most) = limit.most() {
        draft.need_money(most)?;
        if most.minor() < 0 {
            return Err(no(Reason::BadAmount { amount: most, doing: "choose as a limit" }));
        }
    }
    let at = draft.now;
    let (now, waits) = {
        let limits = draft.account.limits();
        (limits.of(limit.key()), limits.waiting(limit.key()))
    };
    if limit.is_tighter_than(now) {
        draft.emit(LimitsEvent::Set { at, limit });
        draft.pass_time();
    } else if limit != now && waits.is_none_or(|waits| waits.limit != limit) {
        draft.emit(LimitsEvent::Asked { at, from: at.after(DAY), limit });
    } else if let Some(waits) = waits.filter(|_| limit == now) {
        draft.emit(LimitsEvent::Withdrawn { at, limit: waits.limit });
    } else {
        return Err(no(Reason::NothingChanges));
    }
    Ok(())
}

/// The owner confirms a looser limit when its day is over.
pub fn confirm_limit(draft: &mut Draft, by: Actor, key: LimitKey) -> Step {
    draft.need_owner(by)?;
    let Some(waits) = draft.account.limits().waiting(key) else {
        return Err(no(Reason::NoLimitWaits { limit: key }));
    };
    if draft.now < waits.from {
        return Err(no(Reason::TooEarly { from: waits.from }));
    }
    draft.emit(LimitsEvent::Confirmed { at: draft.now, limit: waits.limit });
    draft.pass_time();
    Ok(())
}

/// The owner thinks better of a looser limit.
pub fn withdraw_limit(draft: &mut Draft, by: Actor, key: LimitKey) -> Step {
    draft.need_owner(by)?;
    let Some(waits) = draft.account.limits().waiting(key) else {
        return Err(no(Reason::NoLimitWaits { limit: key }));
    };
    draft.emit(LimitsEvent::Withdrawn { at: draft.now, limit: waits.limit });
    Ok(())
}

/// The owner chooses how often they are told how long they have played.
pub fn choose_check(draft: &mut Draft, by: Actor, minutes: Option<u32>) -> Step {
    draft.need_owner(by)?;
    if minutes == Some(0) {
        return Err(no(Reason::BadMinutes { minutes: 0 }));
    }
    if minutes == draft.account.check_every() {
        return Err(no(Reason::NothingChanges));
    }
    draft.emit(SessionEvent::CheckChosen { at: draft.now, minutes });
    draft.pass_time();
    Ok(())
}

/// The owner takes a break.
pub fn cool_off(draft: &mut Draft, by: Actor, until: Time) -> Step {
    draft.need_owner(by)?;
    need_to_come(draft, until)?;
    match draft.account.cool_off() {
        Some(now) if until == now => return Err(no(Reason::NothingChanges)),
        Some(now) if until < now => return Err(no(Reason::Shortens { until: format!("until {now}") })),
        Some(_) | None => {}
    }
    draft.emit(ProtectionEvent::CoolOffBegun { at: draft.now, until });
    tables::void_all(draft, None, "takes a break");
    Ok(())
}

/// The owner excludes themself.
pub fn exclude(draft: &mut Draft, by: Actor, until: Option<Time>) -> Step {
    draft.need_owner(by)?;
    until.map_or(Ok(()), |until| need_to_come(draft, until))?;
    let last = |until: Option<Time>| until.unwrap_or(Time(u64::MAX));
    match draft.account.exclusion() {
        Some(now) if until == now.until => return Err(no(Reason::NothingChanges)),
        Some(now @ Exclusion { until: known }) if last(until) < last(known) => {
            return Err(no(Reason::Shortens { until: until_in_words(now) }));
        }
        Some(_) | None => {}
    }
    draft.emit(ProtectionEvent::Excluded { at: draft.now, until });
    tables::void_all(draft, None, "has chosen not to play");
    Ok(())
}

/// A moment that is yet to come, and can be written down.
fn need_to_come(draft: &Draft, until: Time) -> Step {
    if until <= draft.now || until > Time::LAST {
        return Err(no(Reason::BadTime { until }));
    }
    Ok(())
}
