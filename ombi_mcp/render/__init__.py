"""Finished envelopes as the text that people and models read."""
