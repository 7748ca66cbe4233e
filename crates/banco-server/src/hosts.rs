//! The host names to which a floor answers.
//!
//! A page of another site can point its own name at this machine and so read answers as if they were its own (DNS rebinding).
//! Its requests carry that name as their host, so only hosts on a list are served. Ports are not compared: forwarders and
//! containers change them, and a name alone decides which site a browser believes to be talking to.

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::{StatusCode, header};

use crate::config::{Config, FloorKind};
use crate::problem::Failed;

/// The paths by which machines look after a floor. They say only that it lives, and probes call them by changing addresses.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// Names and addresses to which a floor answers.
#[derive(Debug)]
pub struct AllowedHosts {
    names: HashSet<String>,
    /// Whether every address is allowed. No name that is rebound is an address.
    addresses: bool,
}

impl AllowedHosts {
    /// The hosts of a floor that listens at an address.
    #[must_use]
    pub fn new(config: &Config, listening: SocketAddr) -> Self {
        let demo = config.floor == FloorKind::Demo;
        let origin = config.origin.as_deref().and_then(|origin| origin.split_once("://"));
        let own = origin.and_then(|(_, host)| host_name(host));
        let mut names: HashSet<String> = config.hosts.iter().cloned().chain(own).collect();
        let listens = listening.ip().to_canonical();
        if !listens.is_unspecified() {
            names.insert(listens.to_string());
        }
        if demo {
            names.extend(["localhost", "127.0.0.1", "::1"].map(str::to_owned));
        }
        Self { names, addresses: demo && listens.is_unspecified() }
    }

    /// The hosts of the listener for Prometheus: every address, this machine, and the hosts that are named.
    #[must_use]
    pub fn of_metrics(config: &Config) -> Self {
        let names = config.hosts.iter().cloned().chain(["localhost".to_owned()]).collect();
        Self { names, addresses: true }
    }

    /// Refuses a request for another host, or for none.
    ///
    /// # Errors
    /// 421, with the host as it was read.
    pub fn check(&self, request: &Request) -> Result<(), Failed> {
        if PROBES.contains(&request.uri().path()) {
            return Ok(());
        }
        let authority = request.uri().authority().map(|authority| authority.as_str());
        let headers = request.headers().get_all(header::HOST).iter();
        let named = headers.map(|value| value.to_str().unwrap_or_default()).chain(authority);
        let named: Vec<Option<String>> = named.map(host_name).collect();
        let foreign = named.iter().find(|name| !name.as_deref().is_some_and(|name| self.allows(name)));
        match (named.is_empty(), foreign) {
            (false, None) => Ok(()),
            (_, name) => Err(misdirected(name.and_then(Option::as_deref))),
        }
    }

    fn allows(&self, name: &str) -> bool {
        self.names.contains(name) || (self.addresses && name.parse::<IpAddr>().is_ok())
    }
}

fn misdirected(name: Option<&str>) -> Failed {
    let (title, hint) = match name {
        Some(name) => (
            format!("This floor does not answer to `{name}`."),
            format!("Operators: if `{name}` is this floor, name it in the setting `origin` or `hosts`."),
        ),
        None => (
            "The request names no host that can be read.".to_owned(),
            "Send one Host header with the name of the floor.".to_owned(),
        ),
    };
    Failed::new(StatusCode::MISDIRECTED_REQUEST, "misdirected_request", title).hint(hint)
}

/// The name or address of a host, without its port: lower case, addresses in their usual form.
#[must_use]
pub fn host_name(text: &str) -> Option<String> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address.to_canonical().to_string());
    }
    let (name, port) = match text.strip_prefix('[') {
        Some(rest) => rest.split_once(']').and_then(|(inside, port)| Some((inside, after_colon(port)?)))?,
        None => text.split_once(':').unwrap_or((text, "")),
    };
    if !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if let Ok(address) = name.parse::<IpAddr>() {
        return Some(address.to_canonical().to_string());
    }
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let whole = !text.starts_with('[') && (1..=253).contains(&name.len()) && name.bytes().all(plain);
    whole.then_some(name)
}

/// The port after a bracket: nothing, or what follows the colon.
fn after_colon(text: &str) -> Option<&str> {
    if text.is_empty() { Some("") } else { text.strip_prefix(':') }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests fail by panicking")]
mod tests {
    use axum::body::Body;

    use super::*;
    use crate::config::{Settings, Sources};

    fn hosts(flags: &[(&'static str, &str)], listening: &str) -> AllowedHosts {
        let flags = flags.iter().map(|(key, value)| (*key, (*value).to_owned())).collect();
        let environment = vec![("HOME".to_owned(), "/home/anna".to_owned())];
        let settings = Settings::read(&Sources { flags, environment, file: None }).unwrap();
        AllowedHosts::new(&settings.config().unwrap(), listening.parse().unwrap())
    }

    fn ask(path: &str, hosts: &[&str]) -> Request {
        let mut request = Request::builder().uri(path);
        for host in hosts {
            request = request.header(header::HOST, *host);
        }
        request.body(Body::empty()).unwrap()
    }

    #[test]
    fn hosts_are_read_in_every_form() {
        for (text, name) in [
            ("Floor.Example:8443", Some("floor.example")),
            ("floor.example.", Some("floor.example")),
            ("127.0.0.1:8080", Some("127.0.0.1")),
            ("[::1]:8080", Some("::1")),
            ("[::ffff:10.0.0.1]", Some("10.0.0.1")),
            ("::1", Some("::1")),
            ("[floor.example]", None),
            ("[::1]8080", None),
            ("a:b", None),
            ("user@floor.example", None),
            ("floor.example/x", None),
            ("", None),
        ] {
            assert_eq!(host_name(text).as_deref(), name, "{text}");
        }
    }

    #[test]
    fn a_demo_answers_to_this_machine_alone() {
        let hosts = hosts(&[], "127.0.0.1:8080");
        for host in ["localhost:8080", "127.0.0.1:9000", "[::1]:8080", "LOCALHOST"] {
            assert!(hosts.check(&ask("/", &[host])).is_ok(), "{host}");
        }
        for wrong in [&["evil.example"][..], &["10.0.0.1"], &[], &["localhost", "evil.example"]] {
            let failed = hosts.check(&ask("/", wrong)).unwrap_err();
            assert_eq!((failed.problem.status, failed.problem.code.as_str()), (421, "misdirected_request"));
        }
        assert!(hosts.check(&ask("http://evil.example/", &["localhost"])).is_err(), "the target counts, too");
        assert!(hosts.check(&ask("/healthz", &["10.0.0.1"])).is_ok());
    }

    #[test]
    fn a_demo_for_a_network_answers_to_addresses_and_not_to_names() {
        let hosts = hosts(&[], "0.0.0.0:8080");
        assert!(hosts.check(&ask("/", &["192.168.1.5:8080"])).is_ok());
        assert!(hosts.check(&ask("/", &["evil.example:8080"])).is_err());
    }

    #[test]
    fn a_real_floor_answers_to_its_own_names_alone() {
        let flags =
            [("floor", "real"), ("origin", "https://Floor.example"), ("hosts", "floor.internal, 10.0.0.5")];
        let hosts = hosts(&flags, "0.0.0.0:443");
        for host in ["floor.example", "floor.example:443", "floor.internal", "10.0.0.5"] {
            assert!(hosts.check(&ask("/", &[host])).is_ok(), "{host}");
        }
        for host in ["localhost", "127.0.0.1", "192.168.1.5", "floor.example.evil.example"] {
            assert!(hosts.check(&ask("/", &[host])).is_err(), "{host}");
        }
    }
}
