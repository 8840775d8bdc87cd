"""Rewrites the lock files in requirements/ from pyproject.toml.

`python3 scripts/lock.py` keeps locked versions where possible; `--upgrade` takes the newest ones.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

from setup_device import PLATFORM
from setup_folder import Folder
from setup_steps import found_uv, trust_system_certificates

UV_PIN = "uv==0.13.7"
PIP_PIN = "pip==26.3"

# No header, annotations or index address, so that the files are the same on every machine.
COMPILE = (
    "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate",
    "--python-version", "3.11",
)  # fmt: skip
RUN = ("--group", "build", "--extra", "server", "pyproject.toml")
DEV = ("--extra", "rl", "--extra", "spiel", "--group", "dev", "--group", "node", *RUN)
LOCKS = {
    "run": RUN,
    "dev": DEV,
    "research": ("--extra", "data", "--extra", "ray", *DEV),  # for tests with these libraries
    "node": ("--group", "node"),
    "uv": ("-",),
    "pip": ("-",),
}


def main(options: list[str]) -> int:
    """Write all lock files; the options are passed to uv."""
    folder = Folder(Path(__file__).resolve().parent.parent)
    trust_system_certificates()
    uv = found_uv(folder)
    if uv is None:
        print("There is no uv yet: start ./byzanz once, or install uv.", file=sys.stderr)
        return 1
    for name, sources in LOCKS.items():
        command = (uv, *COMPILE, *options, *sources, "-o", f"requirements/{name}.txt")
        answer = subprocess.run(
            command,
            cwd=folder.root,
            input=PIP_PIN if name == "pip" else UV_PIN,
            stdout=subprocess.DEVNULL,
            text=True,
            check=False,
        )
        if answer.returncode:
            return answer.returncode
    return lock_wheel(folder)


def lock_wheel(folder: Folder) -> int:
    """Write the lock of the wheel that runs in the page, of the version that is locked for all."""
    lines = folder.requirements("run").read_text().splitlines()
    pin = next(line.split()[0] for line in lines if line.startswith("msgspec=="))
    with tempfile.TemporaryDirectory() as target:
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check")
        options = ("--no-deps", "--only-binary", ":all:", *PLATFORM, "--dest", target)
        answer = subprocess.run((*pip, *options, pin), check=False)
        if answer.returncode:
            return answer.returncode
        (wheel,) = Path(target).glob("*.whl")
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    folder.requirements("device").write_text(f"{pin} \\\n    --hash=sha256:{digest}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
