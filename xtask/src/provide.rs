//! What the tests need of the machine, installed where it is missing.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

/// Debian's PostgreSQL: the tests start servers of their own in temporary folders.
pub fn postgres(root: &Path) -> Result<()> {
    if has_postgres() {
        return Ok(());
    }
    install(root, "postgresql")?;
    if has_postgres() {
        Ok(())
    } else {
        bail!("PostgreSQL is installed, but its programs are not where Debian puts them")
    }
}

/// Debian's Chromium with its driver: the tests look at pages with it.
pub fn browser(root: &Path) -> Result<()> {
    let there =
        || ["/usr/bin/chromium", "/usr/bin/chromedriver"].iter().all(|program| Path::new(program).exists());
    if there() {
        return Ok(());
    }
    install(root, "chromium")?;
    install(root, "chromium-driver")?;
    if there() { Ok(()) } else { bail!("Chromium is installed, but not where Debian puts it") }
}

/// Debian's LibreOffice Calc without a screen: the tests open workbooks in it.
pub fn office(root: &Path) -> Result<()> {
    let there = || Path::new("/usr/bin/soffice").exists();
    if there() {
        return Ok(());
    }
    install(root, "libreoffice-calc-nogui")?;
    if there() { Ok(()) } else { bail!("LibreOffice is installed, but not where Debian puts it") }
}

fn has_postgres() -> bool {
    let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") else { return false };
    versions.flatten().any(|version| version.path().join("bin/initdb").exists())
}

/// Installs a package of Debian's.
fn install(root: &Path, package: &str) -> Result<()> {
    println!("installing Debian's package `{package}`");
    for arguments in [&["update", "-q"][..], &["install", "-q", "-y", "--no-install-recommends", package]] {
        let mut apt = Command::new("apt-get");
        let status = apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").current_dir(root).status();
        if !status.is_ok_and(|status| status.success()) {
            bail!(
                "cannot install `{package}`: run `apt-get install {package}` as root, or install it in another way"
            );
        }
    }
    Ok(())
}
