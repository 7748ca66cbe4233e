//! The floor over HTTP: API, event streams, sign-in, demo and operation.
