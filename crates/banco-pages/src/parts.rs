//! A page is made of sections that change by themselves. Each has a name, which is also its id in the page; a browser that
//! hears of a change asks for all of them and puts in those that differ.

use maud::{Markup, html};

/// A section of a page.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its name, and the id of its element.
    pub id: &'static str,
    /// What stands in it, without the element itself.
    pub inside: Markup,
}

/// The sections of a page, in no order.
#[derive(Clone, Debug, Default)]
pub struct Parts(pub Vec<Part>);

impl Parts {
    /// With one more.
    #[must_use]
    pub fn and(mut self, id: &'static str, inside: Markup) -> Self {
        self.0.push(Part { id, inside });
        self
    }

    /// What stands in one; nothing if there is none of this name.
    #[must_use]
    pub fn inside(&self, id: &str) -> Markup {
        self.0.iter().find(|part| part.id == id).map_or_else(|| html! {}, |part| part.inside.clone())
    }
}
