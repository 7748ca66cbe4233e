//! Sessions: from signing in to signing out, and how long the owner has played.

use crate::authority::Actor;
use crate::cage::decide::{Draft, Step, no};
use crate::cage::event::SessionEvent;
use crate::cage::refusal::Reason;
use crate::cage::state::Session;
use crate::cage::time::Time;

/// A session that begins sooner after another goes on with it, in seconds: a lost line or a new sign-in does not
/// begin the count anew.
pub(super) const BREAK: u64 = 15 * 60;

/// The owner signs in.
pub fn start(draft: &mut Draft) -> Step {
    if draft.account.in_session() {
        return Err(no(Reason::SessionOpen { person: draft.account.person() }));
    }
    let at = draft.now;
    let goes_on = |session: &Session| session.ended.is_some_and(|ended| at.since(ended) < BREAK);
    let since: Time = draft.account.session().filter(goes_on).map_or(at, |session| session.since);
    draft.emit(SessionEvent::Started { at, since });
    // One that goes on may have become too long meanwhile.
    draft.pass_time();
    Ok(())
}

/// The owner signs out.
pub fn end(draft: &mut Draft) -> Step {
    if !draft.account.in_session() {
        return Err(no(Reason::NoSession { person: draft.account.person() }));
    }
    draft.emit(SessionEvent::Ended { at: draft.now });
    Ok(())
}

/// The owner has seen how long they have played.
pub fn acknowledge(draft: &mut Draft, by: Actor) -> Step {
    draft.need_owner(by)?;
    if !draft.account.session().is_some_and(|session| session.check_due) {
        return Err(no(Reason::NothingDue));
    }
    draft.emit(SessionEvent::CheckAcknowledged { at: draft.now });
    Ok(())
}
