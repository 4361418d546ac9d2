"""The tables in the browser: a JSON API, a WebSocket for each table, and a page that uses nothing else.

``app.py`` puts the routes together. ``server.House`` is what requests share, ``desk.py`` carries out commands one after
the other, ``live.py`` pushes views. ``guard.py`` and ``middleware.py`` check every request before it reaches a route.
"""
