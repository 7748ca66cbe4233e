//! Why a message of a client is no command.

/// Why a message of a client is no command: where in it, what was expected, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}: {message}", if pointer.is_empty() { "the message" } else { pointer })]
pub struct BadCommand {
    /// A stable name for what is wrong.
    pub code: &'static str,
    /// Where, as a JSON pointer: `/amount/minor`; empty for the whole message.
    pub pointer: String,
    /// What is wrong, in words.
    pub message: String,
    /// What to write instead.
    pub hint: Option<String>,
}

impl BadCommand {
    /// A message of that kind about a place.
    pub(crate) fn new(code: &'static str, pointer: impl ToString, message: impl Into<String>) -> Self {
        Self { code, pointer: pointer.to_string(), message: message.into(), hint: None }
    }

    /// The same with what to write instead.
    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    /// The HTTP status that says this: 400 for what is no JSON, 422 for what no schema allows, 409 for a name that
    /// the schema allows and this table, link or house does not have.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self.code {
            "not_json" => 400,
            code if code.starts_with("no_such_") => 409,
            _ => 422,
        }
    }
}

/// What somebody typed, as far as a message repeats it.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let short: String = text.chars().take(MOST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(MOST).is_some() { format!("{short}...") } else { short }
}

/// `did you mean ...?` for a name that is not among those known.
pub(crate) fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    // Comparing takes time by the length of both.
    let short: String = name.chars().take(100).collect();
    banco_rulebook::suggest(&short, known)
}
