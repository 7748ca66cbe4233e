//! `banco admin anchor`.

use banco_journal::StoreError;
use banco_server::{kept_anchor_key, operate::sign_anchor};

use super::Admin;
use crate::command::operate::place::bad_keys;
use crate::failure::Failure;
use crate::output;

/// How often it is tried again when a server signs one at the same moment.
const TRIES: u32 = 3;

/// Signs, keeps and prints an anchor: one line of JSON, whatever the form that was asked for.
pub async fn run(admin: &Admin) -> Result<(), Failure> {
    let path = &admin.floor.config.anchor_key;
    let missing =
        || Failure::Machine(anyhow::anyhow!("`{}`: the key that signs anchors is not there", path.display()));
    let key = kept_anchor_key(path).map_err(bad_keys)?.ok_or_else(missing)?;
    let mut tries = 0;
    let anchor = loop {
        match sign_anchor(&*admin.floor.store, &key, admin.floor.now).await {
            Ok(anchor) => break anchor,
            Err(error @ (StoreError::Stopped(_) | StoreError::Full)) => {
                return Err(anyhow::Error::from(error).into());
            }
            Err(error) if tries == TRIES => return Err(anyhow::Error::from(error).into()),
            Err(_) => tries += 1,
        }
    };
    output::print(&serde_json::to_string(&anchor).map_err(anyhow::Error::from)?)?;
    output::note(&format!(
        "carry it off this machine; it is checked with `--anchors FILE --key {}`",
        key.public()
    ));
    Ok(())
}
