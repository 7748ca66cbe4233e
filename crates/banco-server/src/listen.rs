//! Connections: how many, from where, and how long they may take to say what they want.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::{Service as _, ServiceExt as _};

use crate::config::Limits;
use crate::metrics::Metrics;

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// What is said to whoever finds no room.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Type: application/problem+json\r\n\
    Content-Length: 117\r\nConnection: close\r\n\r\n\
    {\"type\":\"/problems/too_many_connections\",\"title\":\"too many are connected\",\"status\":503,\
    \"code\":\"too_many_connections\"}";

/// The longest head of a request.
const LONGEST_HEAD: usize = 32 * 1024;

/// Everything that takes connections.
pub struct Door {
    /// Where they come in.
    pub listener: TcpListener,
    /// Certificates, if there are any.
    pub tls: Option<TlsAcceptor>,
    /// What answers.
    pub router: Router,
    /// What they may cost.
    pub limits: Limits,
    /// Proxies, which speak for many.
    pub proxies: Vec<IpAddr>,
    /// Whether programs on this machine may have as many connections as they like.
    pub local_exempt: bool,
    /// What counts them.
    pub metrics: Arc<Metrics>,
    /// Ends everything.
    pub stop: CancellationToken,
}

impl Door {
    /// Takes connections until it is told to stop, and lets those go on that have something under way.
    pub async fn open(self) {
        let tasks = TaskTracker::new();
        let crowd = Arc::new(Crowd::default());
        loop {
            let accepted = tokio::select! {
                () = self.stop.cancelled() => break,
                accepted = self.listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => self.admit(stream, peer, &crowd, &tasks),
                // No file handle is left, for instance: others will go.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
        tasks.close();
        drop(tokio::time::timeout(self.limits.stop, tasks.wait()).await);
    }

    fn admit(&self, stream: TcpStream, peer: SocketAddr, crowd: &Arc<Crowd>, tasks: &TaskTracker) {
        let many = peer.ip().to_canonical();
        // A bench on the machine itself speaks for many where that is allowed, like every proxy that is named.
        let many = (self.local_exempt && many.is_loopback()) || self.proxies.contains(&many);
        let Some(place) = crowd.enter(peer.ip(), many, &self.limits) else {
            self.metrics.shed.count(&[("cause", "connections")]);
            tasks.spawn(async move {
                let mut stream = stream;
                drop(tokio::time::timeout(Duration::from_secs(1), stream.write_all(FULL)).await);
            });
            return;
        };
        // A message is small, and somebody waits for it.
        drop(stream.set_nodelay(true));
        let (tls, router, stop) = (self.tls.clone(), self.router.clone(), self.stop.clone());
        let (header, metrics) = (self.limits.header, Arc::clone(&self.metrics));
        tasks.spawn(async move {
            let _counted = metrics.connections.hold();
            let _place = place;
            match tls {
                None => talk(stream, peer, router, header, stop).await,
                Some(tls) => {
                    if let Ok(Ok(stream)) = tokio::time::timeout(header, tls.accept(stream)).await {
                        talk(stream, peer, router, header, stop).await;
                    }
                }
            }
        });
    }
}

/// One connection, until it ends or the server stops.
async fn talk<S>(stream: S, peer: SocketAddr, router: Router, header: Duration, stop: CancellationToken)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = tower::service_fn(move |request: hyper::Request<Incoming>| {
        let mut router = router.clone();
        async move {
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer));
            router.as_service::<Body>().ready().await?.call(request).await
        }
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(header).max_buf_size(LONGEST_HEAD);
    let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    let connection = connection.with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        // However it ends, it ends.
        _ = connection.as_mut() => {}
        () = stop.cancelled() => {
            connection.as_mut().graceful_shutdown();
            drop(connection.await);
        }
    }
}

/// Who is connected, by address.
#[derive(Default)]
struct Crowd {
    here: Mutex<HashMap<IpAddr, usize>>,
}

/// A connection that counts as long as this is kept.
struct Here {
    crowd: Arc<Crowd>,
    address: IpAddr,
}

impl Crowd {
    fn enter(self: &Arc<Self>, address: IpAddr, many: bool, limits: &Limits) -> Option<Here> {
        let address = neighborhood(address);
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = here.values().sum();
        let known = here.get(&address).copied().unwrap_or_default();
        let each = if many { limits.connections } else { limits.connections_each };
        if all >= limits.connections || known >= each {
            return None;
        }
        here.insert(address, known + 1);
        drop(here);
        Some(Here { crowd: Arc::clone(self), address })
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        let mut here = self.crowd.here.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = here.get_mut(&self.address) {
            *known -= 1;
            if *known == 0 {
                here.remove(&self.address);
            }
        }
    }
}

/// Whoever has an IPv6 network of their own has one address here.
#[must_use]
pub fn neighborhood(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None if six.is_loopback() => address,
            None => {
                let [a, b, c, d, ..] = six.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        },
    }
}

/// Certificates from files.
///
/// # Errors
/// What cannot be read, or does not fit together.
pub fn tls(chain: &Path, key: &Path) -> io::Result<TlsAcceptor> {
    let odd = |path: &Path, error: &dyn std::fmt::Display| {
        io::Error::new(io::ErrorKind::InvalidData, format!("{}: {error}", path.display()))
    };
    let certificates = CertificateDer::pem_file_iter(chain).and_then(Iterator::collect);
    let certificates: Vec<CertificateDer<'static>> = certificates.map_err(|error| odd(chain, &error))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| odd(key, &error))?;
    let mut config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(certificates, secret)
        .map_err(|error| odd(chain, &error))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
