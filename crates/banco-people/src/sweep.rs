//! Takes away what nobody needs anymore: sessions, tickets and invitations that are over, and tries that were
//! long ago.

use std::time::Duration;

use banco_journal::At;

use crate::desk::{Act, Slot, list, until_kept};
use crate::items::{
    AskedItem, DeviceItem, InvitationItem, KeptItem, PairingCodeItem, PairingItem, SessionItem, TicketItem,
};
use crate::people::People;
use crate::refusal::PeopleError;
use crate::throttle::{Counter, later};

/// For how long it is told that nobody has answered in time.
const EXPIRED: Duration = Duration::from_hours(24);
/// How many items are taken away at a time.
const AT_ONCE: usize = 200;

impl People {
    /// Takes away what is over, and says how much it was. The trail keeps what it says.
    ///
    /// # Errors
    /// The store.
    pub async fn sweep(&self, now: At) -> Result<usize, PeopleError> {
        let sessions = self.sweep_space(now, |item: &SessionItem| item.is_over(now)).await?;
        let tickets = self.sweep_space(now, |item: &TicketItem| item.until <= now).await?;
        let invitations = self.sweep_space(now, |item: &InvitationItem| item.until <= now).await?;
        let tries = self.sweep_space(now, |item: &Counter| item.is_old(now)).await?;
        let screens = self.sweep_space(now, |item: &PairingItem| item.is_over(now)).await?;
        let codes = self.sweep_space(now, |item: &PairingCodeItem| item.until <= now).await?;
        let machines = self.sweep_space(now, |item: &DeviceItem| item.is_forgotten(now)).await?;
        // Whoever looks for what they asked for yesterday still finds that nobody answered.
        let is_past = |item: &AskedItem| later(item.until, EXPIRED) <= now;
        let asked = self.sweep_space(now, is_past).await?;
        Ok(sessions + tickets + invitations + tries + screens + codes + machines + asked)
    }

    async fn sweep_space<T: KeptItem + Sync>(
        &self,
        now: At,
        is_over: impl Fn(&T) -> bool + Send + Sync,
    ) -> Result<usize, PeopleError> {
        let all = list::<T>(self.store(), "").await?;
        let over: Vec<Slot<T>> =
            all.into_iter().filter(|slot| slot.value.as_ref().is_some_and(&is_over)).collect();
        let act = Act::machine("house", now);
        let mut swept = 0;
        for some in over.chunks(AT_ONCE) {
            let taken: Result<usize, PeopleError> = until_kept!(beside, self, act, |desk| {
                let mut taken = 0;
                for slot in some {
                    // It may have been used since it was listed.
                    let slot = desk.read::<T>(&slot.key).await?;
                    if slot.value.as_ref().is_some_and(&is_over) {
                        desk.take(&slot);
                        taken += 1;
                    }
                }
                taken
            });
            swept += taken?;
        }
        Ok(swept)
    }
}
