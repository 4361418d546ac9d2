"""``lammer docs`` serves the site to a real browser, which asks no other host for anything, and copies it."""

import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from lammer.surfaces.cli import docs
from tests import warm
from tests.surfaces.commands import run
from tests.waiting import PATIENCE


@pytest.fixture
def address(built_site: Path) -> Iterator[str]:
    """Of a running server, which is stopped with Ctrl-C."""
    server = warm.Process(["docs", "--port", "0", "--no-browser"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert server.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
    assert found
    yield found.group()
    server.send_signal(signal.SIGINT)
    assert server.wait(PATIENCE) == 0
    assert server.communicate(PATIENCE)[1] == ""


def search(page: Page, words: str) -> None:
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").or_(page.get_by_placeholder("Search")).first.fill(words)
    expect(page.get_by_role("option").filter(has_text=re.compile("pot of gold", re.I)).first).to_be_visible(
        timeout=PATIENCE * 1000
    )


def test_a_browser_reads_and_searches_it_and_asks_no_other_host(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page, asked, complaints = context.new_page(), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    for place in ("index.html", "mathematics.html", "games/sd-free-bet.html", "notebooks/regret-of-a-policy.html"):
        page.goto(address + place)
        expect(page.locator("h1")).to_be_visible()
    search(page, "pot of gold")
    assert {urlsplit(url).netloc for url in asked if not url.startswith(("data:", "blob:"))} == {
        urlsplit(address).netloc
    }
    assert complaints == []
    # Negative control: an address of another host would be among those asked for, and the browser refuses it.
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate(
            "document.head.append(Object.assign(document.createElement('script'), {src: 'http://192.0.2.1/x.js'}))"
        )
    context.close()


def test_a_copy_can_be_searched_without_a_server(browser: Browser, built_site: Path, tmp_path: Path) -> None:
    done = run("docs", "-o", str(tmp_path / "copy"))
    assert (done.code, done.error) == (0, "")
    context = browser.new_context()
    page = context.new_page()
    page.goto((tmp_path / "copy" / "index.html").as_uri())
    search(page, "pot of gold")
    context.close()


def test_it_answers_with_pages_and_refuses_the_rest(address: str) -> None:
    with urlopen(address) as answer:
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert b"<h1" in answer.read()
    for place in ("no-such-page.html", "assets/", "../docs.py", "%2e%2e/docs.py"):
        with pytest.raises(HTTPError) as refused:
            urlopen(address + place)
        with refused.value as answer:
            assert answer.code == 404


def test_mistakes_are_explained(built_site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "exists; name a new folder" in run("docs", "-o", str(tmp_path)).error
    assert "0 to 65535" in run("docs", "--port", "70000").error
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "in use" in run("docs", "--port", str(taken.getsockname()[1])).error
    monkeypatch.setattr(docs, "SITE", tmp_path)
    refused = run("docs")
    assert refused.code == 2
    assert "python tools/site.py" in refused.error


def test_a_copy_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site, copy = tmp_path / "site", tmp_path / "copy"
    site.mkdir()
    (site / "index.html").write_text("<h1>", encoding="utf-8")
    monkeypatch.setattr(docs, "SITE", site)
    assert "index.html is not a folder" in run("docs", "-o", str(site / "index.html" / "copy")).error
    (site / "page.html").symlink_to(tmp_path / "nowhere")  # cannot be copied
    refused = run("docs", "-o", str(copy))
    assert refused.code == 2
    assert f"--output {copy}: cannot be written: " in refused.error
    assert [path.name for path in tmp_path.iterdir()] == ["site"]
    (site / "page.html").unlink()  # control
    assert run("docs", "-o", str(copy)).code == 0
    assert [path.name for path in copy.iterdir()] == ["index.html"]
