"""The event stream of real servers: nothing is lost and nothing comes twice, whatever happens to server and reader."""

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest

from benchmarks.floor_crash import free_port
from lammer.client import Client, ServerRefused
from lammer.client.connection import LOST
from lammer.client.event_stream import messages
from lammer.floor.house import Floor, create_floor
from lammer.floor.news import floor_news
from lammer.ledger.keys import KeyPlace
from tests import warm
from tests.attacks.hostile import SHORT
from tests.surfaces.faults.server import Server
from tests.waiting import PATIENCE, until

LIMITED = "tests.attacks.limited_server"
LONG_NAME = "t" * 60


END = "the-end"


class Reader(threading.Thread):
    """A screen: reads events until a table with the name of the end is opened, and comes back by itself."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self._address = address
        self._seen: list[int] = []
        self.start()

    def run(self) -> None:
        with Client(self._address, user="screen") as client, closing(client.events(after=0)) as events:
            for event in events:
                self._seen.append(event["event"])
                if event.get("table", {}).get("table") == END:
                    return

    def seen(self) -> list[int]:
        """The numbers of all events, in the order in which they came."""
        self.join(PATIENCE)
        assert not self.is_alive(), self._seen
        return self._seen


def end(client: Client) -> None:
    client.open_table(table=END, game="sd-free-bet")


def event_numbers(floor: Floor, after: int = 0) -> list[int]:
    """The events of the books that tell something, by the function that the server uses for each of them."""
    rows = floor.journal.events_after(after, 10**6)
    return [row["number"] for row in rows if floor_news(row, staff=False) is not None]


def open_and_close(client: Client, table: str, times: int = 1) -> None:
    """Commands that every screen is told of."""
    for _ in range(times):
        client.close_table(table, reason="a break")
        client.reopen_table(table)


def test_a_screen_misses_nothing_when_the_server_is_killed(tmp_path: Path) -> None:
    """The dealer's commands are repeated under their keys meanwhile, also by the client itself."""
    server = Server(tmp_path, free_port())
    server.start()
    server.wait()
    reader = Reader(server.address)
    with Client(server.address, user="dana", patience=PATIENCE) as dealer:
        dealer.open_table(table="one", game="sd-free-bet", turn_seconds=0)
        for _ in range(2):
            open_and_close(dealer, "one", 2)
            server.kill()
            restart = threading.Thread(target=server.start)
            restart.start()
            open_and_close(dealer, "one", 2)
            restart.join()
        end(dealer)
        seen = reader.seen()
        _ends_cleanly(server, dealer)
    floor = create_floor(tmp_path / "floor.db", KeyPlace.usual(str(tmp_path / "floor.db"), folder=tmp_path / "keys"))
    expected = event_numbers(floor)
    floor.journal.close()
    assert seen == expected
    assert len(expected) == 1 + 2 * 2 * 4 + 1
    # Negative control: the comparison would notice one that is lost, and one that comes twice.
    assert seen[:3] + seen[4:] != expected
    assert [*seen[:3], *seen[2:]] != expected


def _ends_cleanly(server: Server, client: Client) -> None:
    """A stream that is open when the server stops comes to its regular end, and the server need not be killed."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as line:
        line.request("GET", "/api/events", headers={"Cookie": f"lammer={client.token}"})
        response = line.getresponse()
        assert response.status == 200
        process = server._process
        assert process is not None
        process.send_signal(15)
        assert response.read().endswith(b"\n\n")  # raises IncompleteRead if it was cut off
        assert process.wait(PATIENCE) == 0


def test_events_of_every_worker_reach_every_screen(tmp_path: Path) -> None:
    server = Server(tmp_path, free_port(), options=("--workers", "2"))
    server.start()
    server.wait()
    try:
        readers = [Reader(server.address) for _ in range(4)]  # spread over the workers by the system
        dealers = [Client(server.address, user=name) for name in ("dana", "dirk", "dora", "dan")]
        for dealer in dealers:
            table = f"of-{dealer.me()['name']}"
            dealer.open_table(table=table, game="sd-free-bet", turn_seconds=0)
            open_and_close(dealer, table)
        end(dealers[0])
        for dealer in dealers:
            dealer.close()
        seen = [reader.seen() for reader in readers]
        assert seen == [seen[0]] * 4
        assert len(seen[0]) == 3 * len(dealers) + 1
    finally:
        server.stop()


@contextmanager
def limited(folder: Path, db: str = "", **limits: Any) -> Iterator[str]:
    """A server with short limits; its address."""
    words = ["0", str(folder), json.dumps(SHORT | limits), db]
    process = warm.Process(words, LIMITED, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_events_of_another_server_come_through_postgresql(postgres_url: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        one, other = (stack.enter_context(limited(tmp_path, postgres_url)) for _ in range(2))
        reader = Reader(other)
        dealer = stack.enter_context(Client(one, user="dana"))
        dealer.open_table(table="one", game="sd-free-bet", turn_seconds=0)
        open_and_close(dealer, "one", 3)
        end(dealer)
        seen = reader.seen()
        floor = create_floor(postgres_url, tmp_path / "floor.key")
        assert seen == event_numbers(floor)
        assert len(seen) == 8
        floor.journal.close()


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """A server whose books have more events than anybody buffers, and the numbers of those events."""
    folder = tmp_path_factory.mktemp("busy")
    floor = create_floor(folder / "floor.db", folder / "floor.key")
    floor.open_table("open", "house", LONG_NAME, "sd-free-bet")
    with floor.journal.together():
        for number in range(500):
            floor.do("close", f"close {number}", "house", LONG_NAME, reason="a break")
            floor.do("reopen", f"reopen {number}", "house", LONG_NAME)
    numbers = event_numbers(floor)
    floor.journal.close()
    with limited(folder) as address:
        yield address, numbers


def streamed(
    address: str, token: str, receives: int = 0, last: str | None = None
) -> tuple[HTTPConnection, HTTPResponse]:
    line = HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)
    line.connect()
    if receives:
        line.sock.setsockopt(1, 8, receives)  # SOL_SOCKET, SO_RCVBUF
    headers = {"Cookie": f"lammer={token}"} | ({} if last is None else {"Last-Event-ID": last})
    line.request("GET", "/api/events?after=0", headers=headers)
    return line, line.getresponse()


def test_a_slow_reader_is_disconnected_and_continues(busy: tuple[str, list[int]]) -> None:
    address, numbers = busy
    with Client(address, user="slow") as client:
        client.me()
        line, response = streamed(address, client.token, receives=4096)
        with closing(line), closing(response):
            first = response.readline()
            assert first.startswith(b"retry: ")
            # It reads no further, until the server has given up.
            assert until(lambda: "lammer_event_readers 0.0" in client.metrics())
            read = [int(one.id) for one in _until_cut(response) if one.data]
        assert read
        assert read == numbers[: len(read)]
        assert len(read) < len(numbers), "all of it fitted into buffers"
        rest = [event["event"] for event in client.events(after=read[-1], follow=False)]
        assert (read + rest)[: len(numbers)] == numbers  # another test may have added some


def _until_cut(response: HTTPResponse) -> Iterator[Any]:
    """Where the stream is cut, within a line or between two, decides which error comes, if any."""
    with suppress(*LOST, ValueError):
        yield from messages(response)


def test_streams_count_as_open_pages_of_their_user(busy: tuple[str, list[int]]) -> None:
    address, _ = busy
    with Client(address, user="eve", patience=0) as client, ExitStack() as open_:
        client.me()
        for _ in range(int(SHORT["pages_per_user"])):
            line, response = streamed(address, client.token)
            open_.enter_context(closing(line))
            open_.enter_context(closing(response))
            assert response.status == 200
        line, response = streamed(address, client.token)
        with closing(line):
            assert response.status == 429
            assert json.loads(response.read())["error"]["code"] == "too-many-pages"
        with pytest.raises(ServerRefused, match="too many pages and event streams open"):
            next(client.events())


def test_a_stream_ends_with_its_session(busy: tuple[str, list[int]]) -> None:
    address, numbers = busy
    client = Client(address, user="guest")
    client.me()
    line, response = streamed(address, client.token, last=str(numbers[-1]))
    with closing(line), closing(response):
        assert response.readline() == b"retry: 2000\n"
        client.close()  # logs out
        assert response.read().endswith(b"\n\n")  # to its regular end
    line, response = streamed(address, client.token)
    with closing(line):
        assert response.status == 401
        response.read()


def test_a_place_that_is_not_in_the_books_is_refused(busy: tuple[str, list[int]]) -> None:
    address, numbers = busy
    with Client(address, user="ann") as client:
        with pytest.raises(ServerRefused, match="begin again without Last-Event-ID") as refused:
            next(client.events(after=10**9))
        assert (refused.value.status, refused.value.code) == (409, "no-such-event")
        line, response = streamed(address, client.token, last="yesterday")
        with closing(line):
            assert response.status == 422
            response.read()
        assert next(client.events(after=numbers[-2], follow=False))["event"] == numbers[-1]
        assert list(client.events(after=0, kinds=["meters"], follow=False)) == []


def test_control_a_reader_in_time_stays(busy: tuple[str, list[int]]) -> None:
    address, numbers = busy
    reader = Reader(address)
    with Client(address, user="dana") as dealer:
        end(dealer)
    assert reader.seen()[: len(numbers)] == numbers
