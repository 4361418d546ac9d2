"""The pit: numbered forms for the chips of a table (``forms.py``, ``desk.py``), and the report of what the tables won
against what they should have won (``rounds.py``, ``theory.py``, ``report.py``).

Every form is a document of the books, and each of its steps a signed event. ``floor/verify/pit.py`` checks them.
"""
