"""``lammer edge``, ``strategy``, ``evs``, ``sidebets`` and ``compare``: commands of the exact analysis."""
