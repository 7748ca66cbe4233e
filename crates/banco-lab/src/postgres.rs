//! A PostgreSQL server of our own: in a temporary folder, on a free port, with everything synced as in earnest.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::folder::Folder;

/// A running server. It ends when this is dropped.
#[derive(Debug)]
pub struct Postgres {
    folder: Folder,
    programs: PathBuf,
    port: u16,
    server: Option<Child>,
}

impl Postgres {
    /// Makes a new cluster and starts it.
    ///
    /// # Errors
    /// No PostgreSQL is installed, or it does not start.
    pub fn start() -> Result<Self> {
        let programs =
            programs().context("no PostgreSQL is installed; `cargo xtask test` installs Debian's")?;
        let folder = Folder::new("postgres")?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut made = Self { folder, programs, port, server: None };
        // PostgreSQL does not run as root, so the folder belongs to the user that Debian's package makes.
        if is_root()? {
            run(Command::new("chown").arg("postgres").arg(made.folder.path()))?;
        }
        let data = made.data();
        let mut initdb = made.as_postgres("initdb")?;
        initdb.arg("-D").arg(&data).args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]);
        run(&mut initdb)?;
        made.resume()?;
        Ok(made)
    }

    /// The same, reached by nothing but TLS: with a certificate for `127.0.0.1` of an authority of its own.
    ///
    /// # Errors
    /// No PostgreSQL or `openssl` is installed, or it does not start.
    pub fn start_with_tls() -> Result<Self> {
        let mut server = Self::start()?;
        server.signal("-INT")?;
        server.make_certificates()?;
        let data = server.data();
        std::fs::write(data.join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n")?;
        let settings = "ssl = on\nssl_cert_file = 'server.crt'\nssl_key_file = 'server.key'\n";
        std::fs::write(data.join("postgresql.auto.conf"), settings)?;
        server.resume()?;
        Ok(server)
    }

    /// The certificate of the authority that has signed the server's.
    #[must_use]
    pub fn root_certificate(&self) -> PathBuf {
        self.folder.join("root.crt")
    }

    fn make_certificates(&self) -> Result<()> {
        let (folder, data) = (self.folder.path(), self.data());
        let openssl = |arguments: &str| {
            let arguments = arguments.split(' ').filter(|argument| !argument.is_empty());
            run(Command::new("openssl").args(arguments).current_dir(folder))
        };
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -batch";
        openssl(&format!("req -x509 {key} -days 2 -subj /CN=root -keyout root.key -out root.crt"))?;
        openssl(&format!("req {key} -subj /CN=banco -keyout data/server.key -out server.csr"))?;
        std::fs::write(folder.join("extensions"), "subjectAltName = IP:127.0.0.1\n")?;
        openssl(
            "x509 -req -in server.csr -CA root.crt -CAkey root.key -CAcreateserial -days 2 \
             -extfile extensions -out data/server.crt",
        )?;
        run(Command::new("chmod").arg("600").arg(data.join("server.key")))?;
        if is_root()? {
            run(Command::new("chown")
                .arg("postgres")
                .arg(data.join("server.key"))
                .arg(data.join("server.crt")))?;
        }
        Ok(())
    }

    /// How it is reached.
    #[must_use]
    pub fn address(&self) -> String {
        Self::address_at(self.port)
    }

    /// How a line in front of it is reached.
    #[must_use]
    pub fn address_at(port: u16) -> String {
        format!("postgres://postgres@127.0.0.1:{port}/postgres")
    }

    /// Its port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Starts it again after it was stopped or killed.
    ///
    /// # Errors
    /// It does not start.
    pub fn resume(&mut self) -> Result<()> {
        let log = std::fs::File::create(self.folder.join("log"))?;
        let mut server = self.as_postgres("postgres")?;
        server.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        server.args([
            "-p",
            &self.port.to_string(),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "max_connections=100",
        ]);
        let server = server.stdout(log.try_clone()?).stderr(log).stdin(Stdio::null());
        self.server = Some(server.spawn().context("postgres")?);
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<()> {
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(60) {
            let ready = self.programs.join("pg_isready");
            let port = self.port.to_string();
            let asked = Command::new(ready)
                .args(["-q", "-h", "127.0.0.1", "-p", &port, "-U", "postgres"])
                .status()?;
            if asked.success() && TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return Ok(());
            }
            if let Some(server) = &mut self.server
                && server.try_wait()?.is_some()
            {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        bail!(
            "PostgreSQL does not start: {}",
            std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
        )
    }

    /// Kills it as a power cut would: nothing is closed, nothing is written any more.
    ///
    /// # Errors
    /// It cannot be killed.
    pub fn kill(&mut self) -> Result<()> {
        self.signal("-QUIT")
    }

    /// Ends it at once, and waits.
    fn signal(&mut self, signal: &str) -> Result<()> {
        if let Some(mut server) = self.server.take() {
            // The process is that of `postgres` itself: `setpriv` puts it in its own place.
            run(Command::new("kill").arg(signal).arg(server.id().to_string()))?;
            server.wait()?;
        }
        Ok(())
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// A program of PostgreSQL, run as the user that it may run as.
    fn as_postgres(&self, program: &str) -> Result<Command> {
        let program = self.programs.join(program);
        if !is_root()? {
            return Ok(Command::new(program));
        }
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups", "--"]).arg(program);
        // It must be able to enter the folder that it is started in.
        command.current_dir(self.folder.path());
        Ok(command)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.signal("-QUIT");
    }
}

/// Where the newest version on this machine has its programs.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<PathBuf> =
        versions.filter_map(|version| Some(version.ok()?.path().join("bin"))).collect();
    found.retain(|programs| programs.join("postgres").exists() && programs.join("initdb").exists());
    let number = |programs: &Path| -> u32 {
        let version = programs.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        version.and_then(|version| version.parse().ok()).unwrap_or_default()
    };
    found.sort_by_key(|programs| number(programs));
    found.pop()
}

fn is_root() -> Result<bool> {
    let id = Command::new("id").arg("-u").output().context("id")?;
    Ok(id.stdout.trim_ascii() == b"0")
}

fn run(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{:?}", command.get_program()))?;
    if output.status.success() {
        return Ok(());
    }
    bail!("{:?}: {}", command.get_program(), String::from_utf8_lossy(&output.stderr))
}
