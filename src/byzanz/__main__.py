"""`python -m byzanz` is the command line."""

from byzanz.cli.main import run

if __name__ == "__main__":
    run()
