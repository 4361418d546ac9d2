"""Forms of a progressive jackpot, made from its books: each is about one event, whose signature it prints.

``books.py`` reads the books as they were after an event, so a form never changes later; ``proof.py`` checks the event
and draws its code. ``slip.py``, ``approval.py``, ``terms_form.py``, ``readings.py``, ``liability.py`` and
``petitions.py`` arrange one form each. Start with ``catalogue.made``.
"""
