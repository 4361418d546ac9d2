"""Results that need exact analysis and simulation together: checks of one against the other, bankrolls, effects."""
