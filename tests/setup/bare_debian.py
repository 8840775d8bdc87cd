"""A minimal Debian with python3 only, made by debootstrap, to test the project in."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

RELEASE = "bookworm"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NETWORK_FILES = ("/etc/resolv.conf", "/etc/hosts")
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
OWN_CERTIFICATES = "/usr/local/share/ca-certificates"  # Debian rebuilds CERTIFICATES from these
NETWORK_SETTINGS = (  # variables for a proxy or for certificates of the network
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "PIP_CERT",
    "NODE_EXTRA_CA_CERTS",
)
# The mounts are in a private namespace: they disappear with the process.
ENTER = (
    "mount -t proc proc $0/proc && mount --rbind /dev $0/dev && mount -t tmpfs tmpfs $0/dev/shm && "
    'exec chroot "$0" /bin/sh -c "cd /root/byzanz && exec $1"'
)


@contextmanager
def bare_debian():
    """The folder of a new system; skips the test if it cannot be made."""
    mirror = debian_mirror()
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="bare-debian-") as folder:
        made = subprocess.run(
            ["debootstrap", "--variant=minbase", "--include=python3", RELEASE, folder, mirror],
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            pytest.skip(f"debootstrap failed: {made.stdout.splitlines()[-1:]}")
        share_network(Path(folder))
        yield Path(folder)


def debian_mirror() -> str:
    """The mirror from which this machine gets Debian's packages."""
    if os.geteuid() != 0:
        pytest.skip("only root can run debootstrap")
    for tool in ("debootstrap", "apt-get", "unshare"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    listed = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(RELEASE) $(REPO_URI)", "Created-By: Packages"],
        capture_output=True,
        text=True,
        check=True,
    )
    for line in listed.stdout.splitlines():
        release, address = line.split()
        if release == RELEASE:
            return address
    pytest.skip(f"this machine has no packages of Debian {RELEASE}")


def share_network(folder):
    """Copy the network settings and certificates of this machine to the new system."""
    for name in NETWORK_FILES:
        shutil.copy(name, folder / name[1:])
    if any(name in os.environ for name in NETWORK_SETTINGS if "CERT" in name):
        (folder / CERTIFICATES[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CERTIFICATES, folder / CERTIFICATES[1:])
        shutil.copytree(OWN_CERTIFICATES, folder / OWN_CERTIFICATES[1:], dirs_exist_ok=True)


def put_project(root, folder):
    """Copy the project's source files, with uncommitted changes, to the new system."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=True,
    )
    for name in filter(None, names.stdout.decode().split("\0")):
        if (root / name).exists():
            target = folder / "root" / "byzanz" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target)


def start(folder, command, log, **environment):
    """Start a command in the project's folder of the new system; it dies with this process."""
    network = {name: os.environ[name] for name in NETWORK_SETTINGS if name in os.environ}
    return subprocess.Popen(
        [
            *("setpriv", "--pdeathsig", "KILL"),
            *("unshare", "--mount", "--pid", "--fork", "--kill-child"),
            *("sh", "-c", ENTER, str(folder), command),
        ],
        env={"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", **network, **environment},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
