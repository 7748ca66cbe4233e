//! What a form carries.

use std::collections::BTreeMap;

use banco_engine::link::TableId;
use banco_people::Session;

use super::Guest;
use crate::api::number;
use crate::problem::Failed;

/// The fields of a form, by name; the last of a name counts.
#[derive(Clone, Debug, Default)]
pub struct Fields(BTreeMap<String, String>);

impl Fields {
    /// A field as it was filled in; empty where it is missing.
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).map(|text| text.trim()).unwrap_or_default()
    }

    /// A password exactly as it was typed: a space at its end is a part of it.
    pub fn secret(&self, name: &str) -> &str {
        self.0.get(name).map(String::as_str).unwrap_or_default()
    }

    /// Whether it is there at all.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.trim()))
    }

    /// The idempotency key that was issued with the form.
    ///
    /// # Errors
    /// There is none, or none that can be one.
    pub fn key(&self) -> Result<String, Failed> {
        crate::forms::key_of(self)
    }

    /// The page of this floor from which the form came: never another place.
    pub fn back(&self) -> &str {
        let back = self.text("back");
        let ours = back.starts_with('/')
            && !back.starts_with("//")
            && back.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        if ours { back } else { "/" }
    }
}

/// A random key: one page's name for the keys of its forms, or the key of one command.
pub fn new_key() -> String {
    let mut bytes = [0; 16];
    // One that is used twice is refused, and the page makes another.
    let _ = getrandom::fill(&mut bytes);
    crate::keys::hex(&bytes)
}

/// The fields of a body that a form has sent.
pub fn fields(body: &[u8]) -> Fields {
    let pairs = body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty());
    let pair = |pair: &[u8]| {
        let mut parts = pair.splitn(2, |byte| *byte == b'=');
        (decoded(parts.next().unwrap_or_default()), decoded(parts.next().unwrap_or_default()))
    };
    Fields(pairs.map(pair).collect())
}

/// `a+b%2Fc` is "a b/c"; what is no text of Unicode loses what cannot be read.
fn decoded(text: &[u8]) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.iter().copied();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits = [rest.next(), rest.next()]
                    .map(|digit| digit.and_then(|digit| char::from(digit).to_digit(16)));
                match digits {
                    [Some(high), Some(low)] => u8::try_from(high * 16 + low).unwrap_or(b'?'),
                    _ => b'?',
                }
            }
            plain => plain,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What somebody sends to a table by a form.
pub struct AtTable<'a> {
    /// Which table.
    pub table: TableId,
    /// Who.
    pub session: &'a Session,
    /// What it says.
    pub fields: Fields,
}

impl<'a> AtTable<'a> {
    /// Reads it.
    ///
    /// # Errors
    /// There is no such table, or nobody is signed in.
    pub fn read(guest: &'a Guest, table: &str, bytes: &[u8]) -> Result<Self, Failed> {
        let table = TableId(number(table, "table")?);
        Ok(Self { table, session: guest.caller.session()?, fields: fields(bytes) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_read_as_browsers_write_them() {
        let read = fields(b"name=Ada+L%C3%B6we&back=%2Ftables%2F7&empty=&broken=%4");
        assert_eq!((read.text("name"), read.back(), read.text("empty")), ("Ada Löwe", "/tables/7", ""));
        assert_eq!((read.text("broken"), read.has("empty"), read.has("none")), ("?", true, false));
    }

    #[test]
    fn passwords_are_read_exactly() {
        let read = fields(b"password=+two+spaces+&login=+ada+");
        assert_eq!(
            (read.secret("password"), read.text("login"), read.secret("none")),
            (" two spaces ", "ada", "")
        );
    }

    #[test]
    fn nobody_is_sent_elsewhere() {
        for place in ["//evil.example", "https%3A%2F%2Fevil.example", "%2F%5Cevil.example", "%2F%0D%0Ax", ""]
        {
            assert_eq!(fields(format!("back={place}").as_bytes()).back(), "/", "{place}");
        }
    }
}
