"""The pit: numbered forms for the chips of a table (``forms.py``, ``desk.py``), and a report that compares the win of
the tables with their theoretical win (``rounds.py``, ``theory.py``, ``report.py``).

Every form is a document in the books, and each of its steps is a signed event. ``floor/verify/pit.py`` checks them.
"""
