"""What may be done and what is noted of it."""
