"""Takes charts (data a person can use); gives an action for a decision, and reads and writes the charts."""
