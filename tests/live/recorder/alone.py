"""Scenarios which need a server of their own, without any request."""

from live.recorder.scenarios import faults, setup

SCENARIOS = [*setup.SCENARIOS, *faults.ALONE]
