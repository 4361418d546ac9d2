"""Exact work beside the server: one child process of lower priority, a bounded queue before it, and answers kept.

``analyst.py`` is what routes ask; ``child.py`` is the process; ``tasks.py`` lists what it can do.
"""
