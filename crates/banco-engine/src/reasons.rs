//! Refusals: a reason, its stable code, its message and its place in the order of precedence, written once.

macro_rules! reasons {
    ($( $(#[$meta:meta])* $code:literal $variant:ident $( { $($(#[$fmeta:meta])* $field:ident : $type:ty),* $(,)? } )? ; )*) => {
        /// A command that is not carried out. Nothing has changed.
        #[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
        #[error("{reason}")]
        pub struct Refusal {
            /// Why.
            pub reason: Reason,
            /// By which clauses.
            pub clauses: $crate::table::Clauses,
        }

        impl Refusal {
            /// A stable name for this kind of refusal.
            #[must_use]
            pub fn code(&self) -> &'static str {
                self.reason.code()
            }

            /// What to do instead.
            #[must_use]
            pub fn hint(&self) -> Option<String> {
                self.reason.hint()
            }
        }

        /// Why a command was refused. Where several hold, the one that comes first here is told.
        #[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
        #[expect(missing_docs, reason = "the messages say what the fields are")]
        pub enum Reason {
            $( $(#[$meta])* $variant $( { $($(#[$fmeta])* $field : $type),* } )?, )*
        }

        impl Reason {
            /// The stable codes, in order of precedence.
            pub const CODES: &'static [&'static str] = &[$($code),*];

            /// A stable name for this kind of refusal.
            #[must_use]
            pub const fn code(&self) -> &'static str {
                match self {
                    $( Self::$variant { .. } => $code, )*
                }
            }
        }
    };
}
