//! What is told of requests to a collector, where the program is built with `otlp` and a collector is named.

#[cfg(feature = "otlp")]
mod export;
#[cfg(feature = "otlp")]
pub use export::Traces;

#[cfg(not(feature = "otlp"))]
mod none;
#[cfg(not(feature = "otlp"))]
pub use none::Traces;
