"""A jackpot in real browsers: the player wins it, and the dealer, the supervisor and the executive each have their step
on their own screen."""

from pathlib import Path

from playwright.sync_api import expect

from lammer.surfaces.web.people import Role
from tests.surfaces.page_house import Comes, Visitor, served
from tests.users import user_entry

PASSWORD = "correct horse"
STAFF: dict[str, Role] = {"dana": "dealer", "sam": "supervisor", "erin": "executive", "ann": "player"}
SUITED, NOTHING = "| 7h 7h 7h Tc | S", "| 9h 8c 9d Tc | S"
GAME = "Blackjack with Blazing 7's Progressive"


def test_a_jackpot_is_won_on_four_screens(comes: Comes, tmp_path: Path) -> None:
    users = tmp_path / "users.toml"
    users.write_text("".join(user_entry(name, PASSWORD, (role,)) for name, role in STAFF.items()), "utf-8")
    with served(tmp_path, {"sevens-1": [SUITED, NOTHING]}, users) as address:
        people = {name: comes(at=address) for name in STAFF}
        for name, visitor in people.items():
            visitor.logs_in(name, PASSWORD)
        _open(people)
        _win(people)
        _three_steps(people)
        _afterwards(people["ann"], people["dana"])


def _open(people: dict[str, Visitor]) -> None:
    """The executive opens the jackpot, the dealer a table for it."""
    erin, dana, ann = people["erin"], people["dana"], people["ann"]
    erin.page.get_by_text("Open a jackpot").click()
    erin.page.get_by_label("Name of the jackpot").fill("sevens")
    erin.button("Open jackpot").click()
    expect(erin.page.locator(".meter-line")).to_have_text("Meter 10,000.00")
    dana.page.get_by_text("Open a table for several").click()
    dana.page.get_by_label("Game").select_option(GAME)
    dana.page.get_by_label("Name of the table").fill("sevens-1")
    dana.page.get_by_label("Time to act").select_option("0")
    dana.page.get_by_label("Time to bet").select_option("0")
    dana.page.get_by_label("Jackpot").select_option("sevens")
    dana.button("Open table").click()
    erin.page.goto("/t/sevens-1")
    expect(erin.page.locator(".meters")).to_contain_text("not approved yet")
    expect(dana.button("Approve this table")).to_have_count(0)
    erin.button("Approve this table").click()
    expect(dana.page.locator(".meters")).not_to_contain_text("not approved yet")
    dana.button("Come on duty").click()
    expect(dana.button("Go off duty")).to_be_visible()
    ann.button("Your chips").click()
    ann.page.get_by_label("Amount").fill("1000")
    ann.button("Buy$").click()
    for name in ("ann", "sam"):
        people[name].page.goto("/t/sevens-1")
        expect(people[name].page.locator(".meter")).to_have_attribute("data-amount", "1000000")


def _win(people: dict[str, Visitor]) -> None:
    ann = people["ann"]
    ann.button("Sit at box 4").first.click()
    ann.button("Blazing 7's Progressive, box 4").click()
    ann.button("Deal 15").click()
    _dealt(people)
    for visitor in people.values():
        expect(visitor.page.locator(".meter")).to_have_attribute("data-amount", "1000100")
        expect(visitor.page.locator(".banner")).to_contain_text("Box 4: 777 suited!")
        expect(visitor.page.locator(".award [aria-current=step]")).to_have_text("The dealer selects the hand")
    expect(ann.button("Stand")).to_have_count(0)


def _dealt(people: dict[str, Visitor]) -> None:
    """With a dealer on duty nothing happens before each button is pressed."""
    ann, dana = people["ann"], people["dana"]
    _only(people, "dana", "Light the sensors", "dealer")
    expect(ann.page.locator(".spot.lit")).to_have_count(0)
    dana.button("Light the sensors").click()
    expect(ann.page.locator(".spot.lit")).to_be_visible()
    expect(ann.page.locator(".dock")).to_contain_text("Bets are closed")
    expect(ann.page.locator(".meter")).to_have_attribute("data-amount", "1000000")
    _only(people, "dana", "Take the progressive wagers", "dealer")
    dana.button("Take the progressive wagers").click()
    expect(ann.page.locator(".meter")).to_have_attribute("data-amount", "1000100")
    _only(people, "dana", "Deal the cards", "dealer")
    dana.button("Deal the cards").click()


def _three_steps(people: dict[str, Visitor]) -> None:
    """Each button is on one screen only; the others are told whom they wait for."""
    ann, dana, sam, erin = (people[name] for name in ("ann", "dana", "sam", "erin"))
    before = ann.purse()
    _only(people, "dana", "Select box 4, 777 suited", "dealer")
    dana.button("Select box 4, 777 suited").click()
    _only(people, "sam", "Confirm box 4, 777 suited", "supervisor")
    sam.button("Confirm box 4, 777 suited").click()
    for visitor in people.values():
        expect(visitor.page.locator(".meter-frozen")).to_have_text("10,001 frozen for a win")
        expect(visitor.page.locator(".meter")).to_have_attribute("data-amount", "1000100")
    _only(people, "erin", "Swipe card for 10,001", "executive")
    erin.page.get_by_label("Your password").fill("not this one")
    erin.button("Swipe card").click()
    expect(erin.page.locator(".award [role=alert]")).to_contain_text("Wrong name or password")
    erin.page.get_by_label("Your password").fill(PASSWORD)
    erin.button("Swipe card").click()
    _only(people, "dana", "End hand", "dealer")
    expect(ann.page.locator(".meter")).to_have_attribute("data-amount", "1000015")
    expect(ann.page.locator(".meter-frozen")).to_have_count(0)
    assert ann.purse() == before + 1_000_100
    dana.button("End hand").click()


def _only(people: dict[str, Visitor], whose: str, button: str, role: str) -> None:
    expect(people[whose].button(button)).to_be_visible()
    for name, visitor in people.items():
        if name != whose:
            expect(visitor.page.locator(".award")).to_contain_text(f"Waiting for the {role}.")
            expect(visitor.button(button)).to_have_count(0)


def _afterwards(ann: Visitor, dana: Visitor) -> None:
    expect(ann.page.locator(".award")).to_have_count(0)
    ann.keys("s")
    expect(ann.results()).to_contain_text("Blazing 7's Progressive wins 9,996: 777 suited")
    ann.button("Deal 15").click()
    for button in ("Light the sensors", "Take the progressive wagers", "Deal the cards", "End hand"):
        dana.button(button).click()
    ann.keys("s")
    expect(ann.results()).to_contain_text("Blazing 7's Progressive loses 5")


def test_one_person_plays_every_part_at_home(comes: Comes) -> None:
    ann = comes()
    ann.comes_in()
    ann.api("/api/tables", key="open the table", table="sevens-home", game="sd-blackjack+blazing-7s", turn_seconds=0)
    ann.page.goto("/t/sevens-home")
    ann.button("Sit at box 4").first.click()
    ann.button("Floor").click()
    ann.button("Come on duty as the dealer").click()
    expect(ann.button("Go off duty").first).to_be_visible()
    ann.page.keyboard.press("Escape")
    ann.button("Blazing 7's Progressive, box 4").click()
    ann.button("Deal 15").click()
    for button in ("light the sensors", "take the progressive wagers", "deal the cards"):
        ann.button(f"Dealer: {button}").click()
    ann.button("Dealer: select box 4, 777").click()
    expect(ann.button("Undo")).to_be_visible()
    ann.button("Supervisor: confirm box 4, 777").click()
    ann.button("Executive: swipe card for 1,000").click()
    ann.button("Dealer: end hand").click()
    expect(ann.page.locator(".award")).to_have_count(0)
    ann.keys("s")
    expect(ann.results()).to_contain_text("Blazing 7's Progressive wins 995: 777")
    ann.button("History").click()
    ann.button("Recall round 1").click()
    expect(ann.page.locator(".steps")).to_contain_text("confirm")
