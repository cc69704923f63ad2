"""Starts the stand-ins: `python -m live.standins`, with tests/ on the path."""

from live.standins.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
