//! Who is who: people, roles, passwords, second factors, sessions and devices.
