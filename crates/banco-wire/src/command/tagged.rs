//! Objects of several kinds, told apart by the word under one key.

/// An enum whose variants are objects: how they are written, read and described, from one list.
macro_rules! tagged {
    (
        $(#[$about:meta])*
        $name:ident by $tag:literal, $what:literal {
            $($(#[$doc:meta])* $variant:ident = $text:literal {
                $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
            })*
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
        #[serde(tag = $tag, deny_unknown_fields)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $variant { $($(#[$field_doc])* $field: $type,)* },)*
        }

        impl $name {
            /// All names that may stand there.
            pub const NAMES: &'static [&'static str] = &[$($text),*];

            /// Its name.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => $text,)* }
            }
        }

        impl $crate::json::Read for $name {
            fn read(
                value: &serde_json::Value,
                place: &$crate::json::Place<'_>,
            ) -> Result<Self, $crate::bad::BadCommand> {
                let fields = $crate::json::Fields::of(value, place)?;
                let name = fields.tag($tag, $what, Self::NAMES)?;
                $(if name == $text {
                    fields.only(&[$tag, $(stringify!($field)),*])?;
                    return Ok(Self::$variant { $($field: fields.take(stringify!($field))?,)* });
                })*
                Err($crate::json::unknown_word(place, $what, name, Self::NAMES))
            }
        }
    };
}
