"""The server is killed in the middle of a round and started again on the same books and port."""

from pathlib import Path

from playwright.sync_api import expect

from tests.surfaces.page_house import Comes, address_of, free_port, running

SHOES = {"free-money": ["| Th 9c 6d Tc | S", "| 9h Tc 8d 7c | S"]}


def test_a_choice_made_while_the_server_is_away_is_sent_once_it_is_back(comes: Comes, tmp_path: Path) -> None:
    port = free_port()
    with running(tmp_path, SHOES, port) as server:
        ann = comes(at=address_of(port))
        ann.sits_alone("free-money")
        ann.button("Deal 10").click()
        expect(ann.button("stand")).to_be_enabled()
        server.kill()
        server.wait()
        expect(ann.page.locator(".line-state")).to_have_text("reconnecting …")
        ann.page.keyboard.press("s")
        kept = ann.page.locator(".kept")
        expect(kept).to_have_text("The server is away. Your stand will be sent as soon as it is back.")
    with running(tmp_path, SHOES, port):
        expect(ann.results()).to_contain_text("Your hand loses 10")
        expect(ann.page.locator(".line-state")).to_have_text("")
        expect(kept).to_have_text("")
        expect(ann.page.get_by_role("alert").filter(has_text="server")).to_have_count(0)
        # The next round begins by itself only if the choice had been sent twice.
        ann.button("Deal 10").click()
        expect(ann.button("stand")).to_be_enabled()
