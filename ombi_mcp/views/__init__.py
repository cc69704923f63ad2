"""Arguments to views: flat input schemas composed from typed argument classes."""
