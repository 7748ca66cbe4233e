//! What goes over the wire: commands, views and events as JSON, with their schemas.
