"""The web server: a JSON API, a WebSocket for each table, and a page that uses only these.

Start with ``app.py``, which assembles the routes. ``server.House`` is the state that requests share, ``desk.py``
carries out commands in order, ``live.py`` pushes views. ``guard.py`` and ``middleware.py`` check every request before
it reaches a route. ``requests.py`` and ``replies.py`` have the types of the API.
"""
