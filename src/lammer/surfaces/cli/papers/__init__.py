"""Commands that make documents and pictures."""
