//! What sheets tell, without saying how it looks: every format renders this.

use banco_money::{Amount, Currency, Pay, with_commas};
use banco_odds::{CountError, Fraction, decimal};
use serde_json::{Map, Value as Json};

use crate::digits::{decimals, rounded};

/// All sheets of one question.
#[derive(Debug)]
pub struct Document {
    /// The document id: that of the sheet, or one over those of all sheets.
    pub id: String,
    /// Name and version of this program.
    pub software: &'static str,
    /// The date on the sheets, if one was asked for.
    pub date: Option<String>,
    /// Who answers for the sheets.
    pub author: Option<String>,
    /// The command that makes all of it again.
    pub command: String,
    /// The sheets, in the order of the rulebook.
    pub sheets: Vec<DocumentSheet>,
    /// Why some wagers have no sheet: those on several rounds have no odds of one coup.
    pub without_odds: Vec<CountError>,
}

impl Document {
    /// The same document with so many significant digits wherever people see a number, but for money.
    pub(crate) fn with_digits(mut self, digits: usize) -> Self {
        let contents = self.sheets.iter_mut().flat_map(|sheet| &mut sheet.sections);
        for section in contents {
            match &mut section.content {
                Content::Facts(facts) => {
                    facts.iter_mut().for_each(|fact| fact.value.set_digits(digits));
                }
                Content::Grid(grid) => {
                    let values = grid.rows.iter_mut().chain(&mut grid.sums).flatten();
                    values.for_each(|value| value.set_digits(digits));
                }
            }
        }
        self
    }
}

/// One sheet.
#[derive(Debug)]
pub struct DocumentSheet {
    /// `RULEBOOK WAGER, N decks, seat N`.
    pub title: String,
    /// What belongs on one page of a workbook: the rulebook and the wager.
    pub family: (String, String),
    /// Something to be careful about.
    pub warnings: Vec<String>,
    /// What it tells, in order.
    pub sections: Vec<Section>,
}

impl DocumentSheet {
    /// A fact by its key, wherever it is told; nothing where it is not told.
    pub fn value(&self, key: &str) -> &Value {
        let facts = self.sections.iter().filter_map(|section| match &section.content {
            Content::Facts(facts) => facts.iter().find(|fact| fact.name.key == key),
            Content::Grid(_) => None,
        });
        facts.map(|fact| &fact.value).next().unwrap_or(&Value::Nothing)
    }

    /// A fact of one section, by both keys; nothing where it is not told.
    pub fn value_in(&self, section: &str, key: &str) -> &Value {
        let facts = self.sections.iter().filter(|told| told.key == section).filter_map(|told| {
            let Content::Facts(facts) = &told.content else { return None };
            facts.iter().find(|fact| fact.name.key == key)
        });
        facts.map(|fact| &fact.value).next().unwrap_or(&Value::Nothing)
    }

    /// A table by its key.
    pub fn grid(&self, key: &str) -> Option<&Grid> {
        self.sections.iter().filter(|section| section.key == key).find_map(|section| match &section.content {
            Content::Grid(grid) => Some(grid),
            Content::Facts(_) => None,
        })
    }
}

/// A part of a sheet.
#[derive(Debug)]
pub struct Section {
    /// Its name for programs; empty where its facts belong to the sheet itself.
    pub key: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it tells.
    pub content: Content,
}

/// What a section tells.
#[derive(Debug)]
pub enum Content {
    /// Single facts.
    Facts(Vec<Fact>),
    /// A table.
    Grid(Grid),
}

/// What something is called.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// By programs; never changed.
    pub key: &'static str,
    /// By people.
    pub label: &'static str,
    /// What it means; empty where the label says it all.
    pub meaning: &'static str,
}

impl Name {
    pub(crate) const fn new(key: &'static str, label: &'static str, meaning: &'static str) -> Self {
        Self { key, label, meaning }
    }

    /// The label where it stands alone, not before its value in a line.
    pub fn title(&self) -> &'static str {
        self.label.trim_end_matches(':')
    }
}

/// One thing that a sheet tells.
#[derive(Debug)]
pub struct Fact {
    /// What it is called.
    pub name: Name,
    /// What is so called.
    pub value: Value,
    /// Whether it is told on a terminal too, where space is short.
    pub brief: bool,
}

/// A table.
#[derive(Debug)]
pub struct Grid {
    /// What its columns are called.
    pub columns: Vec<Name>,
    /// Its rows, with a value for each column.
    pub rows: Vec<Vec<Value>>,
    /// The sums below them, where they mean something.
    pub sums: Option<Vec<Value>>,
    /// How it is drawn, where a picture tells more.
    pub plot: Option<Plot>,
    /// Which columns are told on a terminal too, by their keys.
    pub brief: &'static [&'static str],
}

impl Grid {
    /// What stands in a row below a column; nothing where there is none.
    pub(crate) fn value(&self, row: usize, key: &str) -> Value {
        let column = self.columns.iter().position(|column| column.key == key);
        let row = self.rows.get(row).zip(column);
        row.and_then(|(row, column)| row.get(column)).cloned().unwrap_or(Value::Nothing)
    }
}

/// How a table is drawn, by its columns.
#[derive(Clone, Copy, Debug)]
pub struct Plot {
    /// In which way.
    pub kind: PlotKind,
    /// The column that labels what is drawn.
    pub label: usize,
    /// The column with what is drawn.
    pub value: usize,
    /// What can be seen, in a sentence.
    pub about: &'static str,
}

/// In which way a table is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlotKind {
    /// Bars to both sides of zero.
    Bars,
    /// Bars by order of magnitude.
    LogBars,
    /// Points joined by a line.
    Line,
}

/// How a number is shown to people.
#[derive(Clone, Copy, Debug)]
pub enum Shown {
    /// With so many decimals.
    Decimals(usize),
    /// As an amount that need not be whole: `$1,234.57`.
    Money(Currency),
    /// With so many significant digits; what lies before the point always stays.
    Digits(usize),
    /// The same with its sign.
    Signed(usize),
    /// With so many significant digits as a share in percent.
    Percent(usize),
    /// The same with its sign.
    SignedPercent(usize),
}

/// What is told.
#[derive(Clone, Debug)]
pub enum Value {
    /// Nothing, because it does not apply.
    Nothing,
    /// Something that nobody has said yet.
    Unknown,
    /// Words.
    Text(String),
    /// A small whole number.
    Whole(u64),
    /// A whole number with its sign.
    Integer(i64),
    /// A count that must stay exact, however long it is.
    Count(u128),
    /// A number, and how people see it.
    Number(f64, Shown),
    /// The same where it is known exactly: people see that one, rounded once; programs get the number.
    Exact(Fraction, f64, Shown),
    /// An amount; a number only in long tables.
    Money(Amount),
    /// A share that was set with two decimals of a percent at most; a number only in long tables.
    Rate(Fraction),
    /// What a line pays.
    Pays(Pay),
    /// The same number under several keys.
    Numbers(Vec<(String, f64)>, Shown),
    /// Several words.
    List(Vec<String>),
    /// Keys with what was chosen for them.
    Choices(Vec<(String, String)>),
    /// Names with what they say.
    Items(Vec<(String, String)>),
}

impl Value {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn text_if(text: Option<impl Into<String>>) -> Self {
        text.map_or(Self::Nothing, Self::text)
    }

    pub(crate) fn number_if(number: Option<f64>, shown: Shown) -> Self {
        number.map_or(Self::Nothing, |number| Self::Number(number, shown))
    }

    /// A figure that is known exactly; programs get the number nearest to it.
    pub(crate) fn nearest(exact: &Fraction, shown: Shown) -> Self {
        Self::Exact(exact.clone(), decimal(exact), shown)
    }

    /// Whether there is nothing to tell.
    pub fn is_nothing(&self) -> bool {
        match self {
            Self::Nothing => true,
            Self::Text(text) => text.is_empty(),
            Self::List(list) => list.is_empty(),
            Self::Items(items) | Self::Choices(items) => items.is_empty(),
            Self::Numbers(numbers, _) => numbers.is_empty(),
            // A share of no deals at all.
            Self::Number(number, _) | Self::Exact(_, number, _) => number.is_nan(),
            Self::Unknown
            | Self::Whole(_)
            | Self::Integer(_)
            | Self::Count(_)
            | Self::Money(_)
            | Self::Rate(_)
            | Self::Pays(_) => false,
        }
    }

    /// The number, where it is one that need not be exact: amounts in whole units of currency, shares of one.
    #[expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "an amount for programs")]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number, _) | Self::Exact(_, number, _) => Some(*number),
            Self::Money(amount) => Some(amount.minor() as f64 / 100.0),
            Self::Rate(share) => Some(decimal(share)),
            _ => None,
        }
    }

    /// Whether people see nothing but a number.
    pub const fn is_number(&self) -> bool {
        matches!(
            self,
            Self::Number(..) | Self::Exact(..) | Self::Count(_) | Self::Whole(_) | Self::Integer(_)
        )
    }

    /// Shows so many significant digits from now on; money stays as it is.
    pub fn set_digits(&mut self, digits: usize) {
        match self {
            Self::Number(_, shown) | Self::Exact(_, _, shown) | Self::Numbers(_, shown) => {
                *shown = shown.with_digits(digits);
            }
            _ => {}
        }
    }

    /// For people, in one line; of items just the names.
    pub fn shown(&self) -> String {
        match self {
            nothing if nothing.is_nothing() => String::new(),
            Self::Nothing => String::new(),
            Self::Unknown => "unknown".to_owned(),
            Self::Text(text) => text.clone(),
            Self::Whole(whole) => whole.to_string(),
            Self::Integer(integer) => integer.to_string(),
            Self::Count(count) => count.to_string(),
            Self::Number(number, shown) => shown.show(*number),
            Self::Exact(exact, _, shown) => shown.show_exact(exact),
            Self::Money(amount) => amount.to_string(),
            Self::Rate(share) => short_percent(share),
            Self::Pays(pays) => pays.to_string(),
            Self::Numbers(numbers, shown) => {
                let one = |(key, number): &(String, f64)| format!("{key}: {}", shown.show(*number));
                numbers.iter().map(one).collect::<Vec<_>>().join(", ")
            }
            Self::List(list) => list.join(", "),
            Self::Choices(choices) => {
                let one = |(key, choice): &(String, String)| format!("{key}={choice}");
                choices.iter().map(one).collect::<Vec<_>>().join(", ")
            }
            Self::Items(items) => items.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>().join(", "),
        }
    }

    /// For programs: exact counts as text, numbers in full.
    pub fn json(&self) -> Json {
        match self {
            Self::Nothing | Self::Unknown => Json::Null,
            Self::Text(text) => Json::from(text.as_str()),
            Self::Whole(whole) => Json::from(*whole),
            Self::Integer(integer) => Json::from(*integer),
            Self::Count(count) => Json::from(count.to_string()),
            Self::Number(number, _) | Self::Exact(_, number, _) => Json::from(*number),
            Self::Money(_) | Self::Rate(_) | Self::Pays(_) => Json::from(self.shown()),
            Self::Numbers(numbers, _) => {
                numbers.iter().map(|(key, number)| (key.clone(), Json::from(*number))).collect()
            }
            Self::List(list) => list.iter().map(|text| Json::from(text.as_str())).collect(),
            Self::Choices(choices) => {
                choices.iter().map(|(key, choice)| (key.clone(), Json::from(choice.as_str()))).collect()
            }
            Self::Items(items) => {
                let item = |(id, says): &(String, String)| {
                    Json::Object(Map::from_iter([
                        ("id".to_owned(), Json::from(id.as_str())),
                        ("says".to_owned(), Json::from(says.as_str())),
                    ]))
                };
                items.iter().map(item).collect()
            }
        }
    }
}

impl Shown {
    /// The number as people see it.
    pub fn show(self, number: f64) -> String {
        Fraction::from_float(number).map_or_else(|| number.to_string(), |exact| self.show_exact(&exact))
    }

    /// The same of a number that is known exactly: rounded once, half a digit up.
    pub fn show_exact(self, number: &Fraction) -> String {
        let nothing = Fraction::from_integer(0.into());
        let size = rounded(&self.scaled(number), self.decimals(number));
        let is_zero = size.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        let sign = match self {
            _ if is_zero => "",
            _ if *number < nothing => "-",
            Self::Signed(_) | Self::SignedPercent(_) => "+",
            Self::Decimals(_) | Self::Money(_) | Self::Digits(_) | Self::Percent(_) => "",
        };
        match self {
            Self::Money(currency) => format!("{sign}{}{}", currency.sign(), with_commas(&size)),
            _ => format!("{sign}{size}{}", if self.is_percent() { "%" } else { "" }),
        }
    }

    /// With how many decimals this number is shown.
    pub(crate) fn decimals(self, number: &Fraction) -> usize {
        match self {
            Self::Decimals(places) => places,
            Self::Money(_) => 2,
            Self::Digits(digits)
            | Self::Signed(digits)
            | Self::Percent(digits)
            | Self::SignedPercent(digits) => decimals(&self.scaled(number), digits),
        }
    }

    fn scaled(self, number: &Fraction) -> Fraction {
        if self.is_percent() { number * Fraction::from_integer(100.into()) } else { number.clone() }
    }

    /// Whether it is a share in percent.
    pub(crate) const fn is_percent(self) -> bool {
        matches!(self, Self::Percent(_) | Self::SignedPercent(_))
    }

    const fn with_digits(self, digits: usize) -> Self {
        match self {
            Self::Decimals(_) | Self::Money(_) => self,
            Self::Digits(_) => Self::Digits(digits),
            Self::Signed(_) => Self::Signed(digits),
            Self::Percent(_) => Self::Percent(digits),
            Self::SignedPercent(_) => Self::SignedPercent(digits),
        }
    }
}

/// A percentage that was set with two decimals at most, as short as it is.
fn short_percent(share: &Fraction) -> String {
    let text = rounded(&(share * Fraction::from_integer(100.into())), 2);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}
