//! Overrides single keys of a submission: `decks = 6`, `vigorish.rounding = "25¢"`, `wager.tie.max = "$50"`.

use toml::{Table, Value};

use crate::source::Source;

impl Source {
    /// The same TOML with some keys set. Each override is a line of TOML; in lists of tables with an `id` (as in
    /// `wager.tie.max`) or a `name` (as in `link.pit.lock`) that is the key, and an unknown one adds a table.
    ///
    /// # Errors
    /// The text or an override is not TOML.
    pub fn with_overrides(&self, overrides: &[String]) -> Result<Self, String> {
        if overrides.is_empty() {
            return Ok(self.clone());
        }
        let mut table: Table = self.text.parse().map_err(|error| format!("{}: {error}", self.path))?;
        for line in overrides {
            let more: Table = line.parse().map_err(|_| {
                format!("`{line}` is not `key = value`; write texts in quotes, such as variant = \"ez\"")
            })?;
            merge(&mut table, more);
        }
        let text = toml::to_string(&table).map_err(|error| error.to_string())?;
        Ok(Self { path: format!("{} (with keys set)", self.path), text })
    }
}

fn merge(base: &mut Table, more: Table) {
    for (key, value) in more {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(old)), Value::Table(new)) => merge(old, new),
            (Some(Value::Array(list)), Value::Table(new)) => merge_list(list, new),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

fn merge_list(list: &mut Vec<Value>, more: Table) {
    // Wagers have an id, links have a name only.
    let key = if list.iter().any(|item| item.get("id").is_some()) { "id" } else { "name" };
    for (id, value) in more {
        let Value::Table(value) = value else { continue };
        let has_id = |item: &&mut Value| item.get(key).and_then(Value::as_str) == Some(id.as_str());
        match list.iter_mut().find(has_id) {
            Some(Value::Table(old)) => merge(old, value),
            _ => {
                let mut new = Table::from_iter([(key.to_owned(), Value::String(id))]);
                merge(&mut new, value);
                list.push(Value::Table(new));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_set_in_tables_and_in_lists_by_id_or_name() {
        let text = "decks = 8\n[[wager]]\nid = \"tie\"\nmax = \"$5\"\n[[link]]\nname = \"pit\"\n";
        let source = Source { path: "s.toml".to_owned(), text: text.to_owned() };
        let overrides =
            ["decks = 6", "wager.tie.max = \"$9\"", "wager.player = {}", "link.pit.lock = \"value\""];
        let overrides = overrides.map(str::to_owned);
        let table: Table = source.with_overrides(&overrides).unwrap().text.parse().unwrap();
        assert_eq!(table["decks"].as_integer(), Some(6));
        assert_eq!(table["wager"][0]["max"].as_str(), Some("$9"));
        assert_eq!(table["wager"][1]["id"].as_str(), Some("player"));
        assert_eq!(table["link"][0]["lock"].as_str(), Some("value"));
        assert!(source.with_overrides(&["variant = ez".to_owned()]).is_err());
    }
}
