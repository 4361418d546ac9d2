"""The Python client against a real server: its page, its examples, and what it does when answers are lost."""

import doctest
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.floor_crash import free_port
from lammer.client import Client, ServerRefused, ServerUnreachable
from lammer.client.event_stream import Message, messages
from lammer.errors import BadArgument, LammerError
from tests.surfaces.faults.server import Server
from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A local floor, for all tests here."""
    server = Server(tmp_path_factory.mktemp("client"), free_port())
    server.start()
    server.wait()
    yield server.address
    server.stop()


def test_the_page_of_the_client_shows_what_it_does(address: str) -> None:
    text = (ROOT / "docs" / "client.md").read_text("utf-8")
    test = doctest.DocTestParser().get_doctest(text, {"url": address}, "docs/client.md", None, 0)
    runner, output = doctest.DocTestRunner(optionflags=FLAGS), list[str]()
    result = runner.run(test, out=output.append)
    assert result.failed == 0, "".join(output)
    assert result.attempted > 15


def run(example: str, *words: str) -> list[str]:
    command = [sys.executable, str(ROOT / "examples" / example), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_examples_play_by_the_chart_and_read_meters(address: str) -> None:
    *rounds, net = run("play_by_chart.py", address, "--game", "triple-win-20", "--rounds", "3")
    assert len(rounds) == 3
    assert all(line.startswith("triple-win-20@") for line in rounds)
    assert net.startswith("3 rounds, net ")
    with Client(address, user="ann") as client:
        client.open_table(table="sevens", game="sd-blackjack+blazing-7s", turn_seconds=0)
        client.sit("sevens", box=4)
        client.bet("sevens", box=4, bets={"main": 1000, "blazing-7s": 500})
        meter = client.jackpots()["links"][0]["meters"]["meter"]
    shown = run("meter_sign.py", address, "--once")
    assert shown[0] == shown[-1] == f"blazing-7s          meter {meter / 100:>12,.2f}"


class LosesAnswers(threading.Thread):
    """Stands between client and server: passes requests on, and hangs up before the answer to some of them."""

    def __init__(self, address: str, lost: int, of: bytes = b"/buy-in") -> None:
        super().__init__(daemon=True)
        self._of = of
        self._to = ("127.0.0.1", int(address.rpartition(":")[2]))
        self._lost, self.requests = lost, list[bytes]()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.start()

    def run(self) -> None:
        while True:
            try:
                line, _ = self._listening.accept()
            except OSError:
                return
            with line, socket.create_connection(self._to) as server:
                while request := _message(line):
                    self.requests.append(request)
                    server.sendall(request.replace(self.address[7:].encode(), f"127.0.0.1:{self._to[1]}".encode()))
                    answer = _message(server)
                    if self._of in request and self._lost:
                        self._lost -= 1
                        break
                    line.sendall(answer)

    def close(self) -> None:
        self._listening.close()


def _message(line: socket.socket) -> bytes:
    """A whole request or answer with its body; empty at the end."""
    found = b""
    while b"\r\n\r\n" not in found:
        if not (piece := line.recv(65536)):
            return b""
        found += piece
    head, _, body = found.partition(b"\r\n\r\n")
    length = next((int(one[16:]) for one in head.split(b"\r\n") if one.lower().startswith(b"content-length: ")), 0)
    while len(body) < length:
        body += line.recv(65536)
    return head + b"\r\n\r\n" + body


def test_a_command_whose_answer_is_lost_is_repeated_under_its_key(address: str) -> None:
    between = LosesAnswers(address, lost=2)
    with Client(between.address, user="carl") as client:
        before = client.me()["chips"]
        answer = client.buy_in(amount=700)
        assert answer["repeated"] is True  # the first one was carried out, and its answer lost
        assert client.me()["chips"] == before + 700
        assert client.buy_in(amount=700)["repeated"] is False  # another command has another key
    sent = [json.loads(one.partition(b"\r\n\r\n")[2]) for one in between.requests if b"/buy-in" in one]
    between.close()
    assert len(sent) == 4
    assert len({one["key"] for one in sent[:3]}) == 1
    assert sent[3]["key"] != sent[0]["key"]


def test_control_without_patience_the_loss_is_told_with_the_key(address: str) -> None:
    between = LosesAnswers(address, lost=1)
    with Client(between.address, user="cleo", patience=0) as client:
        before = client.me()["chips"]
        with pytest.raises(ServerUnreachable) as lost:
            client.buy_in(amount=700)
        assert client.buy_in(amount=700, key=lost.value.key)["repeated"] is True
        assert client.me()["chips"] == before + 700
    between.close()


def test_a_log_in_whose_answer_is_lost_is_repeated(address: str) -> None:
    between = LosesAnswers(address, lost=2, of=b"/api/guest")
    with Client(between.address, user="cora") as client:
        assert client.me()["name"] == "cora"
    between.close()


def hang_up_on_log_in(port: int) -> None:
    """Stands in for a server that ends a session and breaks down when the client logs in again."""
    refusal = b'{"error": {"code": "not-logged-in", "text": "log in first", "clause": ""}}'
    with socket.create_server(("127.0.0.1", port)) as listening:
        listening.settimeout(30)
        while True:
            line, _ = listening.accept()
            with line:
                if b"/api/guest" in _message(line):
                    return
                line.sendall(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: %d\r\n\r\n" % len(refusal) + refusal)


def test_a_reader_of_events_outlives_a_server_that_breaks_down_when_it_logs_in_again(tmp_path: Path) -> None:
    server = Server(tmp_path, free_port())
    server.start()
    server.wait()
    tables = list[str]()

    def read() -> None:
        with Client(server.address, user="sign", patience=0) as client:
            tables.extend(event["table"]["table"] for event in islice(client.events(after=0, kinds=["table"]), 2))

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    with Client(server.address, user="gil") as client:
        client.open_table(table="first", game="sd-free-bet")
        assert until(lambda: "lammer_event_readers 1.0" in client.metrics())
        server.kill()
        hang_up_on_log_in(server.port)
        server.start()
        server.wait()
        client.open_table(table="second", game="sd-free-bet")
    reader.join(60)
    server.stop()
    assert tables == ["first", "second"]


def test_refusals_have_code_clause_and_sentence(address: str) -> None:
    with Client(address, user="dan") as client:
        with pytest.raises(ServerRefused, match="there is no table nowhere") as refused:
            client.table_view("nowhere")
        assert (refused.value.status, refused.value.code) == (404, "no-such-table")
        with pytest.raises(ServerRefused) as refused:
            client.open_table(table="a b", game="sd-free-bet")
        assert refused.value.keys == {"table": refused.value.text}
        client.open_table(table="dans", game="european-free-bet", turn_seconds=0, training=False)
        with pytest.raises(ServerRefused) as refused:
            client.coach("dans")
        assert refused.value.clause == "EU 8"
        assert str(refused.value).endswith("(EU 8)")
    several = ServerRefused(422, "unreadable", "Some values cannot be used: bet.", "", {"bet": "Write a number."})
    assert str(several) == "Some values cannot be used: bet. bet: Write a number."
    assert str(ServerRefused(409, "limit", "At least 5.", "SD 1", {"bet": "At least 5."})) == "At least 5. (SD 1)"
    assert issubclass(ServerRefused, LammerError)


def test_sessions_are_opened_shared_renewed_and_closed(address: str) -> None:
    with Client(address, user="eve") as client:
        client.me()
        with Client(address, token=client.token) as other:
            assert other.me()["name"] == "eve"
        assert client.me()["name"] == "eve"  # who has not logged in does not log out
        old = client.token
        client.log_out()
        assert client.me()["name"] == "eve"  # logs in again
        assert client.token != old
    with pytest.raises(ServerRefused, match="log in first"), Client(address, token=old) as ended:
        ended.me()
    with pytest.raises(ServerRefused, match="log in first"), Client(address) as nobody:
        nobody.me()


def test_other_kinds_of_answers(address: str) -> None:
    with Client(address) as client:
        assert client.health()["status"] == "ok"
        assert client.metrics().startswith("# HELP ")
    with Client(address, user="fay") as client:
        client.open_table(table="fays", game="sd-free-bet", turn_seconds=0)
        assert client.records("fays", after=0) == ""


def test_a_server_that_is_not_there_is_told() -> None:
    with pytest.raises(ServerUnreachable, match="is the server running"):
        Client(f"http://127.0.0.1:{free_port()}", patience=0).alive()
    with pytest.raises(BadArgument, match=r"like http://127\.0\.0\.1:8777"):
        Client("127.0.0.1:8777")


def test_messages_of_a_stream() -> None:
    """Comments, several lines of data, a place without data, and a message that was cut off."""
    text = b": hello\n\nid: 4\ndata: a\ndata: b\n\nid: 5\n\nid: 6\ndata: cut"
    assert list(messages(text.splitlines(keepends=True))) == [Message("", ""), Message("4", "a\nb"), Message("5", "")]


class CutsStreams(threading.Thread):
    """A server that cuts its first stream off between two chunks, as one that is killed does, and ends the others."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.start()

    def run(self) -> None:
        for number, end in enumerate((b"", b"0\r\n\r\n"), start=1):
            line, _ = self._listening.accept()
            with line:
                asked = _message(line)
                assert (b"Last-Event-ID: 1\r\n" in asked) == (number == 2)
                text = b'id: %d\ndata: {"event": %d}\n\n' % (number, number)
                head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                line.sendall(head + b"%x\r\n%s\r\n%s" % (len(text), text, end))
        self._listening.close()


def test_a_stream_that_is_cut_off_is_continued_to_its_end() -> None:
    with Client(CutsStreams().address, token="any") as client:
        assert [event["event"] for event in client.events(follow=False)] == [1, 2]


def test_the_client_needs_the_standard_library_alone() -> None:
    code = "import lammer.client, sys; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    packages = {"fastapi", "httpx", "numba", "numpy", "pydantic", "requests", "sqlalchemy", "starlette", "uvicorn"}
    assert packages & set(loaded) == set()
    assert "lammer" in loaded
