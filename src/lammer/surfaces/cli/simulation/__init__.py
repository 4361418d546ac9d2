"""``lammer simulate``, ``check`` and ``bench``: many rounds, for people and programs."""
