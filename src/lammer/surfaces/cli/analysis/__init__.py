"""``lammer edge``, ``strategy``, ``evs``, ``sidebets`` and ``compare``: the exact analysis for people and programs."""
