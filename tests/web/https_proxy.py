"""A small https proxy in front of a server; each request has its own connection."""

import socket
import ssl
import threading
from base64 import b64encode
from contextlib import contextmanager, suppress
from hashlib import sha256
from socketserver import StreamRequestHandler, ThreadingTCPServer

import trustme
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate

HOST = "127.0.0.1"


class Certificate:
    """A self-signed certificate, and the browser option that trusts it."""

    def __init__(self):
        authority = trustme.CA()
        leaf = authority.issue_cert(HOST)
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        leaf.configure_cert(self.context)
        public_key = load_pem_x509_certificate(leaf.cert_chain_pems[0].bytes()).public_key()
        encoded = public_key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        fingerprint = b64encode(sha256(encoded).digest()).decode()
        self.browser_argument = f"--ignore-certificate-errors-spki-list={fingerprint}"


class HttpsProxy(ThreadingTCPServer):
    """Forwards requests to a local port; at times no server may be listening there."""

    daemon_threads = True

    def __init__(self, certificate, port):
        self.target = port
        super().__init__((HOST, 0), ProxyHandler)
        self.socket = certificate.context.wrap_socket(
            self.socket, server_side=True, do_handshake_on_connect=False
        )
        self.url = f"https://{HOST}:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        """Ignore errors: browsers close connections at any time."""


class ProxyHandler(StreamRequestHandler):
    """Forwards one request, and the whole answer."""

    def handle(self):
        lines = []
        while (line := self.rfile.readline()).strip():
            lines.append(line)
        if not lines:
            return
        if not any(line.lower().startswith(b"upgrade:") for line in lines):
            lines = [line for line in lines if not line.lower().startswith(b"connection:")]
            lines.append(b"Connection: close\r\n")
        lines.append(b"X-Forwarded-Proto: https\r\n")
        with suppress(OSError), socket.create_connection((HOST, self.server.target)) as inside:
            inside.sendall(b"".join(lines) + b"\r\n")
            threading.Thread(target=self._forward, args=(inside,), daemon=True).start()
            while chunk := inside.recv(65536):
                self.wfile.write(chunk)

    def _forward(self, inside):
        with suppress(OSError, ValueError):
            while chunk := self.rfile.read1(65536):
                inside.sendall(chunk)
            inside.shutdown(socket.SHUT_WR)


@contextmanager
def proxied(certificate, port):
    """Run a proxy; yields its address."""
    with HttpsProxy(certificate, port) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        yield proxy.url
        proxy.shutdown()
        thread.join()
