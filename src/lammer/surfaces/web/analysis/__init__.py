"""Exact work beside the server: a few child processes of lower priority, a bounded queue before them, and answers kept.

``analyst.py`` is what routes ask; ``worker.py`` starts a process and talks to it; ``child.py`` is the process;
``tasks.py`` lists what it can do.
"""
