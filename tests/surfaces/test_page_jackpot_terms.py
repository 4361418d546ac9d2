"""In real browsers: an executive opens a jackpot with amounts of their own, its sign tells what it pays, and a petition
that makes it easier to win is shown."""

from pathlib import Path

from playwright.sync_api import expect

from lammer.progressive.desk import open_desk
from lammer.surfaces.web.people import Role
from tests.surfaces.page_house import Comes, Visitor, served
from tests.users import user_entry

PASSWORD = "correct horse"
STAFF: dict[str, Role] = {"dana": "dealer", "erin": "executive", "ann": "player"}
TWO, NOTHING = "| 7h 8c 7d Tc | S", "| 9h 8c 9d Tc | S"


def test_a_jackpot_with_lucky_george_and_amounts_of_its_own(comes: Comes, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    users.write_text("".join(user_entry(name, PASSWORD, (role,)) for name, role in STAFF.items()), "utf-8")
    with served(tmp_path, {"george": [TWO, NOTHING]}, users) as address:
        people = {name: comes(at=address) for name in STAFF}
        for name, visitor in people.items():
            visitor.logs_in(name, PASSWORD)
        _open(people["erin"])
        opened = {"game": "sd-blackjack+blazing-7s", "turn_seconds": 0, "link": "lucky"}
        people["dana"].api("/api/tables", key="open the table", table="george", **opened)
        people["erin"].api("/api/links/lucky/tables", key="approve it", table="george")
        people["dana"].api("/api/tables", key="one without", table="plain", **opened | {"link": ""})
        people["ann"].api("/api/buy-in", key="play money", amount=100_000)
        _two_sevens(people["ann"])
        _reduce(tmp_path)
        _eased(people["ann"])
        _no_sensor(people["ann"])


def _open(erin: Visitor) -> None:
    page = erin.page
    page.get_by_text("Open a jackpot").click()
    page.get_by_label("Name of the jackpot").fill("lucky")
    page.get_by_role("combobox", name="Terms").select_option("blazing-7s-pt1-envy")
    page.get_by_text("Pays and amounts").click()
    expect(page.get_by_text("two 7s: 25 for 1; Lucky George 2")).to_be_visible()
    seed, limit = page.locator("[data-key='levels.meter.seed']"), page.locator("[data-key='levels.meter.limit']")
    seed.fill("lots")
    erin.button("Open jackpot").click()
    expect(page.locator("label", has=seed)).to_contain_text("write it like 10,000")
    seed.fill("5,000.50")
    limit.fill("4,000")
    erin.button("Open jackpot").click()
    expect(page.locator("label", has=limit)).to_contain_text("must not be below the seed")
    limit.fill("0")
    page.locator("[data-key='levels.meter.increment']").fill("25")
    erin.button("Open jackpot").click()
    expect(page.locator(".meter-line")).to_have_text("Meter 5,000.50")


def _two_sevens(ann: Visitor) -> None:
    ann.page.goto("/t/george")
    ann.button("Sit at box 4").first.click()
    ann.button("Blazing 7's Progressive, box 4").click()
    ann.button("Deal 15").click()
    expect(ann.page.locator(".meter")).to_have_attribute("data-amount", str(500_050 + 125))
    ann.keys("s")
    expect(ann.results()).to_contain_text("Blazing 7's Progressive wins 120: two 7s, Lucky George 2 to the dealers")


def _reduce(folder: Path) -> None:
    """At the desk, on the same books."""
    desk = open_desk(folder / "floor.db", folder / "floor.key")
    for number, (kind, said) in enumerate(
        [
            ("close-link", {}),
            ("petition", {"permits": "reduce qualification", "reference": "P1", "decided_by": "d", "note": "n"}),
            ("reduce", {"reference": "P1", "outcome": "777 same colour"}),
            ("open-link", {}),
        ]
    ):
        desk.do(kind, f"reduction {number}", "erin", "lucky", **said)
    desk.journal.close()


def _eased(ann: Visitor) -> None:
    ann.page.reload()
    message = "777 same colour wins the highest award too, until it is won (petition P1)"
    expect(ann.page.locator(".meters")).to_contain_text(message)
    ann.button("Help").click()
    expect(ann.page.locator(".help")).to_contain_text("777 same colour: 100% of the meter; Lucky George 25")


def _no_sensor(ann: Visitor) -> None:
    """A table without a jackpot has the game and not the wager."""
    ann.page.goto("/t/plain")
    ann.button("Sit at box 4").first.click()
    expect(ann.button("Main bet, box 4")).to_be_visible()
    expect(ann.button("Blazing 7's Progressive, box 4")).to_have_count(0)
