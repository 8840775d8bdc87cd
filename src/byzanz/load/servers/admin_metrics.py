"""Reads the metrics of a server from its admin port."""

import http.client
import re

from byzanz.load.address import Address

SECONDS = 5.0  # the timeout of the answer
METRIC = re.compile(r"^([a-z_]+) (\S+)$", re.MULTILINE)  # a metric without labels


class NoMetrics(Exception):
    """The admin port does not answer with metrics; the message is a sentence."""


def read_metrics(admin: Address) -> dict[str, float]:
    """Return the metrics without labels, by name; raises `NoMetrics`."""
    if admin.tls is None:
        connection = http.client.HTTPConnection(admin.host, admin.port, timeout=SECONDS)
    else:
        connection = http.client.HTTPSConnection(
            admin.host, admin.port, timeout=SECONDS, context=admin.tls
        )
    try:
        connection.request("GET", f"{admin.prefix}/metrics")
        text = connection.getresponse().read().decode()
        return {name: float(value) for name, value in METRIC.findall(text)}
    except (OSError, http.client.HTTPException, ValueError) as error:
        url = f"http://{admin.host}:{admin.port}{admin.prefix}/metrics"
        raise NoMetrics(f"{url} has no metrics ({type(error).__name__})") from None
    finally:
        connection.close()
