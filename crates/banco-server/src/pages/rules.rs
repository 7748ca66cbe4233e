//! The rules of a table.

use std::sync::Arc;

use axum::extract::{Path, State};
use banco_engine::link::TableId;
use banco_pages::rules::RulesOf;

use super::{Guest, Page, html};
use crate::api::{Reply, number, table_in};
use crate::live::sees_table;
use crate::problem::Failed;

/// `GET /tables/{table}/rules`
pub async fn page(State(app): Page, guest: Guest, Path(table): Path<String>) -> Reply {
    let table = TableId(number(&table, "table")?);
    sees_table(&guest.caller, table)?;
    let rules = Arc::clone(table_in(&app.floor.books(), table)?.rules());
    let (_, file) = app.tables.get(table).ok_or_else(|| Failed::not_found("table"))?;
    let posted = app.posted.of(&rules).await.ok_or_else(Failed::away)?;
    let of =
        RulesOf { table: table.0, name: &file.name, posted: &posted, clauses: &rules.terms.rulebook.clauses };
    html(banco_pages::rules::rules(&guest.visit, &of))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests fail by panicking")]
mod tests {
    use banco_engine::table::Rules;
    use banco_pages::layout::{FormKeys, Visit};
    use banco_pages::rules::met;
    use banco_pages::{Lang, Look};
    use banco_rulebook::Library;
    use banco_rulebook::model::clause::ClauseKind;
    use banco_wire::Posted;

    use super::*;
    use crate::posted::post;

    /// Every shipped submission with what it posts.
    fn all() -> Vec<(Rules, Posted)> {
        let library = Library::embedded().unwrap();
        let rules = library.submissions.iter().map(|known| {
            let rules = Rules::new(library.terms(&known.rulebook, &known.name).unwrap()).unwrap();
            let posted = post(&rules);
            (rules, posted)
        });
        rules.collect()
    }

    fn of<'a>(rules: &'a Rules, posted: &'a Posted) -> RulesOf<'a> {
        RulesOf { table: 7, name: "Table 7", posted, clauses: &rules.terms.rulebook.clauses }
    }

    fn page(rules: &Rules, posted: &Posted, lang: Lang) -> String {
        let visit = Visit {
            look: Look { lang, ..Look::default() },
            path: "/".to_owned(),
            play_money: true,
            who: None,
            keys: FormKeys::new("page"),
        };
        banco_pages::rules::rules(&visit, &of(rules, posted)).into_string()
    }

    /// What the texts want to be seen is seen: every demand is met from the table's own data, wherever its data call for it.
    #[test]
    fn every_demand_of_a_text_is_met_by_some_table() {
        let all = all();
        for book in &Library::embedded().unwrap().rulebooks {
            for item in &book.file.posted {
                let here = all.iter().filter(|(rules, _)| rules.terms.rulebook.id() == book.id());
                let shown = here.filter_map(|(rules, posted)| {
                    let sign = posted.signs.iter().find(|sign| sign.id == item.id.as_str())?;
                    met(&of(rules, posted), sign, Lang::En)
                });
                assert!(shown.count() > 0, "{}: nobody shows {}", book.id(), item.id.as_str());
            }
        }
    }

    /// Each demand stands on the rules page with its clauses, and each of these leads to what it says.
    #[test]
    fn demands_and_clauses_are_on_the_page() {
        for (rules, posted) in all() {
            let html = page(&rules, &posted, Lang::En);
            for sign in &posted.signs {
                let start = html.find(&format!("data-posted=\"{}\"", sign.id)).unwrap();
                let entry = html[start..].split("</dd>").next().unwrap();
                for clause in &sign.clauses {
                    assert!(entry.contains(&format!(">{clause}</a>")), "{} {clause}", sign.id);
                }
            }
            for link in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(html.contains(&format!("id=\"{link}\"")), "{}: #{link} leads nowhere", posted.name);
            }
        }
    }

    /// The sentence of tables without commission is there exactly where the text asks for it.
    #[test]
    fn ez_tables_say_that_banker_pushes() {
        let ez =
            |rules: &Rules| rules.terms.variant.id == "ez" && rules.terms.rulebook.id().starts_with("ma-");
        let mut seen = 0;
        for (rules, posted) in all() {
            let says = page(&rules, &posted, Lang::En).contains("A Banker wager pushes on a Dragon 7.");
            assert_eq!(says, ez(&rules), "{} {}", posted.rulebook, posted.name);
            seen += usize::from(says);
        }
        assert!(seen > 0);
    }

    /// A clause about signs, layouts and notices to the public is either data that is posted, or data of another kind.
    #[test]
    fn no_clause_about_what_is_seen_is_forgotten() {
        for book in &Library::embedded().unwrap().rulebooks {
            for clause in book.clauses.iter().filter(|clause| clause.kind == ClauseKind::Notice) {
                let known = book.cited.contains_key(&clause.id) || clause.exempt.is_some();
                assert!(known, "{}: nothing answers to {} ({})", book.id(), clause.id, clause.summary);
            }
        }
    }

    #[test]
    fn rules_can_be_read_in_every_language_and_need_no_exception() {
        for (rules, posted) in all() {
            for lang in Lang::ALL {
                let html = page(&rules, &posted, lang);
                assert!(html.contains(&lang.say("rules-wagers")));
                for never in [" style=", "<style", "data:image", "javascript:"] {
                    assert!(!html.contains(never), "{never}");
                }
            }
        }
    }
}
