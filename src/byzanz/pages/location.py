"""The folder of the built pages, and the paths of the pages with a special role."""

from pathlib import Path

FOLDER = Path(__file__).parent / "built"
INDEX = "/index.html"
REPORT = "/report.html"  # a template for `byzanz analyze --html`; never served
