"""A Debian with nothing but python3, made by debootstrap, to try the project in."""

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
NETWORK_SETTINGS = (  # of a network with a proxy, or with certificates of its own
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
# Mounts end with the process that made them, however it ends.
ENTER = (
    "mount -t proc proc $0/proc && mount --rbind /dev $0/dev && mount -t tmpfs tmpfs $0/dev/shm && "
    'exec chroot "$0" /bin/sh -c "cd /root/byzanz && exec $1"'
)


@contextmanager
def bare_debian():
    """The folder of a new system; skips the test where none can be made."""
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
    """Where this machine has Debian's packages from."""
    if os.geteuid() != 0:
        pytest.skip("only root can make a system of its own")
    for tool in ("debootstrap", "apt-get", "unshare"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool} here")
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
    """Let the new system reach what this one reaches."""
    for name in NETWORK_FILES:
        shutil.copy(name, folder / name[1:])
    if any(name in os.environ for name in NETWORK_SETTINGS if "CERT" in name):
        (folder / CERTIFICATES[1:]).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CERTIFICATES, folder / CERTIFICATES[1:])


def put_project(root, folder):
    """Copy the files of the project as they are now, but nothing that was made of them."""
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
    """A process in the new system, in the project's folder; all of it ends with this process."""
    network = {name: os.environ[name] for name in NETWORK_SETTINGS if name in os.environ}
    return subprocess.Popen(
        [
            *("unshare", "--mount", "--pid", "--fork", "--kill-child"),
            *("sh", "-c", ENTER, str(folder), command),
        ],
        env={"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", **network, **environment},
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
    )
