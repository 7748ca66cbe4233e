//! Where a database is, and how it is spoken to: in the clear, or through TLS.
//!
//! `sslmode=require` keeps what is said from others; `sslmode=verify-full` also makes sure who answers, by the certificates
//! of the file that `sslrootcert` names, or by those of the system.

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_postgres::{Client, Config, Connection, Socket};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};

use super::PostgresError;

/// Where systems keep the certificates that they trust.
const OF_SYSTEM: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// A database that can be connected to.
#[derive(Clone)]
pub(crate) struct Target {
    config: Config,
    tls: Tls,
}

impl Target {
    /// Reads an address. It may hold a password, so nothing of it is told.
    pub(crate) fn read(address: &str, patience: Duration) -> Result<Self, PostgresError> {
        let (plain, mode, roots) = without_tls(address);
        let bad = |what: String| PostgresError::BadAddress(what);
        let mut config: Config =
            plain.parse().map_err(|error: tokio_postgres::Error| bad(error.to_string()))?;
        config.connect_timeout(patience).application_name("banco");
        config.tcp_user_timeout(patience).keepalives_idle(Duration::from_secs(15));
        let (mode, verifier) = match mode.as_deref() {
            None | Some("disable" | "allow" | "prefer") => (SslMode::Disable, trusting()),
            Some("require") => (SslMode::Require, trusting()),
            Some("verify-full") => (SslMode::Require, verifying(roots.as_deref())?),
            Some(other) => {
                let known = "one of `disable`, `require`, `verify-full`";
                return Err(bad(format!("there is no `sslmode={other}` here: {known}")));
            }
        };
        config.ssl_mode(mode);
        Ok(Self { config, tls: Tls(TlsConnector::from(Arc::new(verifier))) })
    }

    /// A new connection, and what must be driven for it.
    pub(crate) async fn open(&self) -> Result<(Client, Connection<Socket, Tunnel>), tokio_postgres::Error> {
        self.config.connect(self.tls.clone()).await
    }

    /// A new connection. It ends when the client is dropped.
    pub(crate) async fn connect(&self) -> Result<Client, tokio_postgres::Error> {
        let (client, connection) = self.open().await?;
        tokio::spawn(async move {
            // The client that waits for an answer is told as well.
            let _ = connection.await;
        });
        Ok(client)
    }
}

/// The address without what it says of TLS, which is beside it.
fn without_tls(address: &str) -> (String, Option<String>, Option<PathBuf>) {
    let Some((place, query)) = address.split_once('?') else { return (address.to_owned(), None, None) };
    let (mut mode, mut roots, mut others) = (None, None, Vec::new());
    for part in query.split('&') {
        match part.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value.to_owned()),
            Some(("sslrootcert", "system")) => {}
            Some(("sslrootcert", value)) => roots = Some(PathBuf::from(value.replace("%2F", "/"))),
            _ => others.push(part),
        }
    }
    let rest = others.join("&");
    (if rest.is_empty() { place.to_owned() } else { format!("{place}?{rest}") }, mode, roots)
}

/// What encrypts and signs.
fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// Encrypts for whoever answers.
fn trusting() -> ClientConfig {
    let builder = ClientConfig::builder_with_provider(provider());
    let versions = builder.with_safe_default_protocol_versions();
    // The provider has both versions, so the other one is as good.
    let builder = versions.unwrap_or_else(|_| ClientConfig::builder());
    builder.dangerous().with_custom_certificate_verifier(Arc::new(Anybody(provider()))).with_no_client_auth()
}

/// Speaks to nobody but whoever the address names.
fn verifying(file: Option<&Path>) -> Result<ClientConfig, PostgresError> {
    let bad = |what: String| PostgresError::BadAddress(what);
    let of_system = || OF_SYSTEM.iter().map(Path::new).find(|path| path.exists());
    let file = file.or_else(of_system).ok_or_else(|| {
        bad("the system has no certificates that it trusts; name a file with `sslrootcert`".to_owned())
    })?;
    let odd = |error: &dyn std::fmt::Display| bad(format!("{}: {error}", file.display()));
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| odd(&error))? {
        // A bundle of a system may hold one that is of no use here.
        let certificate = certificate.map_err(|error| odd(&error))?;
        let _ = roots.add(certificate);
    }
    if roots.is_empty() {
        return Err(odd(&"there is no certificate in it"));
    }
    let builder = ClientConfig::builder_with_provider(provider());
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| odd(&error))?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}

/// Takes whoever answers for the database, as `sslmode=require` says.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// What makes a tunnel to a host.
#[derive(Clone)]
pub(crate) struct Tls(TlsConnector);

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Tunnel;
    type TlsConnect = ToHost;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<ToHost> {
        let name = ServerName::try_from(host.to_owned());
        let name = name.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        Ok(ToHost(self.0.clone(), name))
    }
}

/// A tunnel that is to be made.
pub(crate) struct ToHost(TlsConnector, ServerName<'static>);

impl TlsConnect<Socket> for ToHost {
    type Stream = Tunnel;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Tunnel>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move { self.0.connect(self.1, socket).await.map(|stream| Tunnel(Box::new(stream))) })
    }
}

/// A tunnel through which a database is spoken to.
pub(crate) struct Tunnel(Box<tokio_rustls::client::TlsStream<Socket>>);

impl TlsStream for Tunnel {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Tunnel {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, into)
    }
}

impl AsyncWrite for Tunnel {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_address_says_of_tls_is_taken_out_of_it() {
        let (rest, mode, roots) = without_tls(
            "postgres://a@b/c?sslmode=verify-full&connect_timeout=3&sslrootcert=%2Fetc%2Froot.pem",
        );
        assert_eq!(rest, "postgres://a@b/c?connect_timeout=3");
        assert_eq!(
            (mode.as_deref(), roots.as_deref()),
            (Some("verify-full"), Some(Path::new("/etc/root.pem")))
        );
        assert_eq!(without_tls("postgres://a@b/c?sslmode=require").0, "postgres://a@b/c");
        assert_eq!(without_tls("postgres://a@b/c").1, None);
    }

    #[test]
    fn a_mode_that_nobody_knows_is_refused() {
        let read =
            |address: &str| Target::read(address, Duration::from_secs(1)).err().map(|bad| bad.to_string());
        assert_eq!(read("postgres://a@b/c?sslmode=disable"), None);
        assert_eq!(read("postgres://a@b/c?sslmode=require"), None);
        assert!(read("postgres://a@b/c?sslmode=verify-some").is_some_and(|bad| bad.contains("verify-some")));
        let missing = read("postgres://a:secret@b/c?sslmode=verify-full&sslrootcert=/nowhere.pem");
        assert!(missing.is_some_and(|bad| bad.contains("/nowhere.pem") && !bad.contains("secret")));
    }
}
