//! `banco admin keys`: the keys that seal undealt cards, triggers and second factors.

use std::collections::BTreeMap;

use banco_rulebook::Diagnostic;
use banco_server::operate::{reseal, sealed_with};
use banco_server::{add_seal_key, drop_seal_key, kept_anchor_key};
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::json;

use super::Admin;
use crate::command::operate::place::{bad_keys, refused};
use crate::failure::Failure;
use crate::output;

/// Holds the keys where no file does.
const TEXT: &str = "BANCO_SEAL_KEYS_TEXT";

/// What to do about keys.
#[derive(Subcommand)]
pub enum Keys {
    /// List the keys, which one seals now, and how much each has sealed; and the public key of anchors.
    List,
    /// Add a new key, which seals from now on.
    New(NewArguments),
    /// Seal everything with the key that seals now, and check that it opens.
    Rotate(RotateArguments),
    /// Take a key out of the file that has nothing sealed anymore.
    Drop(DropArguments),
}

/// What the key is called.
#[derive(Args)]
pub struct NewArguments {
    /// A name that no key has had, such as `2027-spring`.
    id: String,
}

/// How far to go.
#[derive(Args)]
pub struct RotateArguments {
    /// Only say how much would be sealed anew.
    #[arg(long)]
    dry_run: bool,
}

/// Which key.
#[derive(Args)]
pub struct DropArguments {
    /// Its name, as the list has it.
    id: String,
}

/// Does it.
pub async fn run(admin: &Admin, what: &Keys) -> Result<(), Failure> {
    match what {
        Keys::List => list(admin).await,
        Keys::New(new) => add(admin, &new.id),
        Keys::Rotate(rotate) => self::rotate(admin, rotate.dry_run).await,
        Keys::Drop(key) => drop_key(admin, &key.id).await,
    }
}

/// How much each key has sealed: cards and triggers, then second factors.
async fn sealed(admin: &Admin) -> Result<(BTreeMap<String, usize>, BTreeMap<String, usize>), Failure> {
    let cards = sealed_with(&*admin.floor.store).await.map_err(anyhow::Error::from)?;
    Ok((cards, admin.floor.people.sealed_with().await.map_err(refused)?))
}

/// A key in the list.
#[derive(Serialize)]
struct Row {
    key: String,
    seals_now: bool,
    at_hand: bool,
    cards: usize,
    second_factors: usize,
}

async fn list(admin: &Admin) -> Result<(), Failure> {
    let (cards, factors) = sealed(admin).await?;
    let keyring = &admin.floor.keyring;
    let mut ids: Vec<&str> = keyring.ids().collect();
    // Keys that are missed are the most important ones.
    ids.extend(cards.keys().chain(factors.keys()).map(String::as_str));
    ids.sort_unstable();
    ids.dedup();
    let count = |of: &BTreeMap<String, usize>, id: &str| of.get(id).copied().unwrap_or_default();
    let rows: Vec<Row> = ids
        .into_iter()
        .map(|id| Row {
            key: id.to_owned(),
            seals_now: id == keyring.current(),
            at_hand: keyring.ids().any(|known| known == id),
            cards: count(&cards, id),
            second_factors: count(&factors, id),
        })
        .collect();
    let yes = |is| if is { "yes" } else { "no" }.to_owned();
    admin.rows(&["key", "seals now", "at hand", "cards", "second factors"], &rows, |row| {
        vec![
            row.key.clone(),
            yes(row.seals_now),
            yes(row.at_hand),
            row.cards.to_string(),
            row.second_factors.to_string(),
        ]
    })?;
    if let Some(key) = kept_anchor_key(&admin.floor.config.anchor_key).map_err(bad_keys)? {
        output::note(&format!("anchors are signed with {}", key.public()));
    }
    Ok(())
}

/// Keys that come from the environment are changed where they come from.
fn in_a_file() -> Result<(), Failure> {
    if std::env::var_os(TEXT).is_none() {
        return Ok(());
    }
    let message = format!("the keys come from `{TEXT}`");
    let hint = "change them where that is set: a line `NAME` and 64 digits for each key, the last one seals";
    Err(Failure::usage(Diagnostic::error("keys_not_in_file", message).hint(hint)))
}

fn add(admin: &Admin, id: &str) -> Result<(), Failure> {
    in_a_file()?;
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if id.is_empty() || id.len() > 40 || !id.bytes().all(letter) {
        let hint = "letters, digits, `-`, `_` and `.`, 40 at most";
        return Err(Diagnostic::error("bad_key_name", format!("`{id}` is no name of a key"))
            .hint(hint)
            .into());
    }
    if admin.floor.keyring.ids().any(|known| known == id) {
        let message = format!("there is a key `{id}`");
        return Err(Diagnostic::error("key_taken", message).hint("choose another name").into());
    }
    let path = &admin.floor.config.seal_keys;
    let keyring = add_seal_key(path, id).map_err(bad_keys)?;
    let text = format!("`{}` seals from now on", keyring.current());
    admin.one(&json!({ "seals_now": keyring.current() }), &text)?;
    output::note(&format!(
        "keep a copy of `{}`, bring it to every node and start them again",
        path.display()
    ));
    output::note("then `banco admin keys rotate` seals what older keys have sealed");
    Ok(())
}

async fn rotate(admin: &Admin, dry_run: bool) -> Result<(), Failure> {
    let keyring = &admin.floor.keyring;
    let current = keyring.current();
    if dry_run {
        let (cards, factors) = sealed(admin).await?;
        let old = |of: &BTreeMap<String, usize>| -> usize {
            of.iter().filter(|(id, _)| *id != current).map(|(_, many)| many).sum()
        };
        return told(admin, current, old(&cards), old(&factors), "would be sealed anew");
    }
    let cards = reseal(&*admin.floor.store, keyring).await.map_err(anyhow::Error::from)?;
    let factors = admin.floor.people.reseal(admin.floor.now).await.map_err(refused)?;
    let (left, left_factors) = sealed(admin).await?;
    if let Some(id) = left.keys().chain(left_factors.keys()).find(|id| *id != current) {
        let message = format!("key `{id}` still has something sealed: a node has sealed with it meanwhile");
        let hint = "start every node again with the new file, then rotate once more";
        return Err(Failure::not_now(Diagnostic::error("still_sealed", message).hint(hint)));
    }
    told(admin, current, cards, factors, "sealed anew, and everything opens")?;
    output::note(
        "older keys may go with `banco admin keys drop`; backups from before still need them, so keep a copy",
    );
    Ok(())
}

fn told(admin: &Admin, key: &str, cards: usize, factors: usize, what: &str) -> Result<(), Failure> {
    let text = format!("{cards} secrets of the journal and {factors} second factors {what}, with `{key}`");
    admin.one(&json!({ "key": key, "cards": cards, "second_factors": factors, "done": what }), &text)
}

async fn drop_key(admin: &Admin, id: &str) -> Result<(), Failure> {
    in_a_file()?;
    let keyring = &admin.floor.keyring;
    let refuse =
        |code, message: String, hint| Err(Failure::refused(Diagnostic::error(code, message).hint(hint)));
    if !keyring.ids().any(|known| known == id) {
        let message = format!("there is no key `{id}`");
        let hint = "`banco admin keys list` lists them";
        return Err(Failure::usage(Diagnostic::error("no_key", message).hint(hint)));
    }
    if id == keyring.current() {
        return refuse(
            "key_seals",
            format!("`{id}` is the key that seals now"),
            "`banco admin keys new` first",
        );
    }
    let (cards, factors) = sealed(admin).await?;
    if cards.contains_key(id) || factors.contains_key(id) {
        let message = format!("`{id}` still has something sealed");
        return refuse("key_needed", message, "`banco admin keys rotate` first");
    }
    let left = drop_seal_key(&admin.floor.config.seal_keys, id).map_err(bad_keys)?;
    admin.one(
        &json!({ "dropped": id, "left": left.ids().collect::<Vec<_>>() }),
        &format!("`{id}` is out of the file; keep a copy as long as backups are kept that were made before"),
    )
}
