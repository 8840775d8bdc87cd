"""The files of `deploy/` installed in a folder, with other paths, ports and certificates only."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import trustme

from tests.deploy.unit_file import DEPLOY

ROOT = DEPLOY.parent
CERTIFICATES = "/etc/letsencrypt/live/byzanz.example.org"
PROCESSES = ("1", "2", "3")
NGINX = """
daemon off;
{user}
pid {folder}/nginx.pid;
error_log {folder}/nginx-errors.log warn;
worker_rlimit_nofile 8192;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/temp;
    proxy_temp_path {folder}/temp;
    fastcgi_temp_path {folder}/temp;
    uwsgi_temp_path {folder}/temp;
    scgi_temp_path {folder}/temp;
    include {folder}/byzanz.conf;
    include {folder}/byzanz-upstream.conf;
}}
"""
LIMITS = ("people", "rooms", "commands", "reads", "misses", "connections")


def free_prefixes() -> tuple[str, str]:
    """Beginnings of port numbers in place of 877 and 878, so that several runs do not collide."""
    for prefix in range(2100 + os.getpid() % 400, 3200, 2):
        if all(_is_free(10 * each + 1 + n) for each in (prefix, prefix + 1) for n in range(3)):
            return str(prefix), str(prefix + 1)
    raise AssertionError("no free ports")


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


class Installation:
    """The folder of an installation: settings, proxy, certificates, and two releases."""

    def __init__(self, folder: Path, store: str) -> None:
        self.folder = folder
        self.ports, self.admin_ports = free_prefixes()
        self.https = int(f"{self.ports}8")
        self.url = f"https://127.0.0.1:{self.https}"
        self.restarts = folder / "restarts"  # the times of all restarts, which `systemctl` notes
        for name in ("temp", "bin", "state", "cache"):
            (folder / name).mkdir()
        self._write_settings(store)
        self._write_certificates()
        self._write_nginx()
        self._write_commands()
        self._nginx: subprocess.Popen[bytes] | None = None

    def _write_settings(self, store: str) -> None:
        text = (DEPLOY / "byzanz.toml").read_text()
        text = re.sub(r'^store = ".*?"', f'store = "{store}"', text, flags=re.MULTILINE)
        assert store in text
        (self.folder / "byzanz.toml").write_text(text)

    def _write_certificates(self) -> None:
        authority = trustme.CA()
        certificate = authority.issue_cert("byzanz.example.org", "127.0.0.1")
        authority.cert_pem.write_to_path(str(self.folder / "authority.pem"))
        certificate.private_key_pem.write_to_path(str(self.folder / "privkey.pem"))
        with (self.folder / "fullchain.pem").open("wb") as file:
            file.writelines(blob.bytes() for blob in certificate.cert_chain_pems)

    def _write_nginx(self) -> None:
        site = (DEPLOY / "nginx.conf").read_text().replace(CERTIFICATES, str(self.folder))
        site = re.sub(r"listen (\[::\]:)(80|443).*\n", "", site)  # a machine may have no IPv6
        site = site.replace("listen 80;", f"listen 127.0.0.1:{self.ports}9;")
        site = site.replace("listen 443 ", f"listen 127.0.0.1:{self.https} ")
        upstream = (DEPLOY / "nginx-upstream-several.conf").read_text()
        upstream = upstream.replace("127.0.0.1:877", f"127.0.0.1:{self.ports}")
        user = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "byzanz.conf").write_text(site)
        (self.folder / "byzanz-upstream.conf").write_text(upstream)
        (self.folder / "nginx.conf").write_text(NGINX.format(folder=self.folder, user=user))

    def _write_commands(self) -> None:
        """The script of the deployment, and a `systemctl` for it."""
        script = (DEPLOY / "rolling-restart").read_text()
        script = script.replace(":878$1/", f":{self.admin_ports}$1/")
        systemctl = f'#!/bin/sh\nexec {sys.executable} -m tests.deploy.systemctl "$@"\n'
        for name, text in (("rolling-restart", script), ("systemctl", systemctl)):
            path = self.folder / "bin" / name
            path.write_text(text)
            path.chmod(0o755)

    # --- releases -----------------------------------------------------------------------------

    def install_release(self, name: str) -> Path:
        """Copy the program as a release; returns the folder of the package."""
        package = self.folder / name / "byzanz"
        shutil.copytree(ROOT / "src/byzanz", package, ignore=shutil.ignore_patterns("__pycache__"))
        return package

    def switch_to(self, name: str) -> None:
        """Let the next start of each process be one of this release."""
        draft = self.folder / "draft"
        draft.symlink_to(self.folder / name)
        draft.replace(self.folder / "current")

    # --- processes ----------------------------------------------------------------------------

    @property
    def environment(self) -> dict[str, str]:
        limits = {f"BYZANZ_LIMITS__{name.upper()}": "1000000" for name in LIMITS}
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        settings = {"BYZANZ_SEARCH": "false", "BYZANZ_THINKERS": "1", "PYTHONPATH": str(ROOT)}
        settings |= {"INSTALLATION": str(self.folder), "PORTS": f"{self.ports} {self.admin_ports}"}
        return {**os.environ, **limits, **settings, "PATH": path}

    def start(self) -> None:
        """Start nginx and the three processes, and wait until all are healthy."""
        self._nginx = subprocess.Popen(["nginx", "-c", str(self.folder / "nginx.conf")])
        for number in PROCESSES:
            self.systemctl("start", f"byzanz@{number}.service")
        for number in PROCESSES:
            self._wait_for_health(number)

    def _wait_for_health(self, number: str) -> None:
        end = time.monotonic() + 60
        while True:
            try:
                url = f"http://127.0.0.1:{self.admin_ports}{number}/health"
                if httpx.get(url).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            assert time.monotonic() < end, self.log(number)
            time.sleep(0.1)

    def systemctl(self, *words: str) -> None:
        command = [self.folder / "bin" / "systemctl", *words]
        subprocess.run(command, env=self.environment, cwd=ROOT, check=True, timeout=60)

    def rolling_restart(self) -> None:
        """Restart all processes one after the other, as an operator does."""
        command = [self.folder / "bin" / "rolling-restart"]
        subprocess.run(command, env=self.environment, cwd=ROOT, check=True, timeout=300)

    def log(self, number: str) -> str:
        return (self.folder / f"log{number}").read_text()

    def stop(self) -> None:
        if self._nginx is not None:
            self._nginx.terminate()
            self._nginx.wait(10)
        for number in PROCESSES:
            if (self.folder / f"pid{number}").exists():
                self.systemctl("stop", f"byzanz@{number}.service")
