//! Events by topic, written once for tables, links and accounts alike.

/// An event with its clauses, and a vocabulary split by topic that hands each question on to the topic's own
/// file. Naming a topic here makes the compiler ask that file for every answer listed.
macro_rules! topics {
    (
        $(#[doc = $doc:literal] $topic:ident($event:ident),)*
        =>
        $($(#[$meta:meta])* $vis:vis fn $ask:ident($($arg:ident: $type:ty),*) $(-> $answer:ty)?;)*
    ) => {
        /// Something that has happened, and the clauses behind it.
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Event {
            /// By which clauses.
            pub clauses: crate::name::Clauses,
            /// What.
            pub what: What,
        }

        impl Event {
            /// Something that happens by these clauses.
            pub fn new(clauses: crate::name::Clauses, what: impl Into<What>) -> Self {
                Self { clauses, what: what.into() }
            }
        }

        /// What has happened, by topic.
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum What {
            $(#[doc = $doc] $topic($event),)*
        }

        $(impl From<$event> for What {
            fn from(event: $event) -> Self {
                Self::$topic(event)
            }
        })*

        topics! { @ask [$($topic)*] $($(#[$meta])* $vis fn $ask($($arg: $type),*) $(-> $answer)?;)* }
    };
    (@ask $topics:tt $($(#[$meta:meta])* $vis:vis fn $ask:ident($($arg:ident: $type:ty),*) $(-> $answer:ty)?;)*) => {
        impl What {
            $(topics! { @one $topics ($($arg),*) $(#[$meta])* $vis fn $ask($($arg: $type),*) $(-> $answer)?; })*
        }
    };
    (@one [$($topic:ident)*] $given:tt $(#[$meta:meta])* $vis:vis fn $ask:ident($($arg:ident: $type:ty),*) $(-> $answer:ty)?;) => {
        $(#[$meta])*
        $vis fn $ask(&self, $($arg: $type),*) $(-> $answer)? {
            match self {
                $(Self::$topic(event) => event.$ask $given,)*
            }
        }
    };
}
