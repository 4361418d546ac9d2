"""``lammer simulate``, ``sweep``, ``check`` and ``bench``: commands of the simulator."""
