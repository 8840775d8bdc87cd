import sys
from pathlib import Path

# The scripts are not a package, because they run before anything is installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
