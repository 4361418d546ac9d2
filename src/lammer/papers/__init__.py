"""Documents about a game, made from its sheet and its exact and simulated figures: PDF and HTML, without a network.

``figures.py`` computes everything that a document prints; ``par.py`` makes a document (``document.py``) of it with the
sections of ``sections/``; ``pdf.py`` and ``html_page.py`` write the same document. Every printed figure is also in the
file as JSON, and ``checking.py`` computes it again. Start with ``par.par_sheet``.
"""
