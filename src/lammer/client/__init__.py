"""A client for the HTTP API of a floor: a method for each route, with types, and an iterator over its events.

Start with ``client.Client``. ``routes/`` is generated from the server's OpenAPI document (tools/http_client.py);
``connection.py`` repeats requests, ``event_stream.py`` reads events. It needs nothing but the standard library.
"""

from lammer.client.client import Client as Client
from lammer.client.refusals import ServerRefused as ServerRefused
from lammer.client.refusals import ServerUnreachable as ServerUnreachable

__all__ = ["Client", "ServerRefused", "ServerUnreachable"]
