"""Fake tools for tests of the set-up, instead of uv, Node.js and a network."""

import shutil

# Makes an environment whose Python only prints its arguments.
FAKE_UV = """
echo "$*" >> "$CALLS"
case $1 in
--version) echo "uv 0.13.7 (fake)" ;;
venv)
    for venv; do :; done
    mkdir -p "$venv/bin"
    echo "version_info = 3.11.7" > "$venv/pyvenv.cfg"
    cat > "$venv/bin/python" <<'END'
#!/bin/sh
printf "<%s>" "$@"
case $2 in compileall|pip) ;; *) exit 7 ;; esac
END
    chmod +x "$venv/bin/python" ;;
esac
"""

FAKE_NODE = 'echo "${VERSION:-v22.1.0}"'
FAKE_NPM = """
echo "npm $*" >> "$CALLS"
web=$(dirname "$CALLS")/web
mkdir -p "$web/node_modules" "$web/../src/byzanz/pages/built"
touch "$web/../src/byzanz/pages/built/index.html"
"""


def put_command(path, script):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def bare_path(tmp_path, *commands):
    """A PATH with only the commands that the launcher uses, and some more."""
    for name in ("dirname", "readlink", *commands):
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / name).symlink_to(shutil.which(name))
    return tmp_path / "bin"


def edit(path):
    path.write_text(path.read_text() + "\n")
