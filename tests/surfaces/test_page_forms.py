"""Forms of the page in a real browser: what was written wrongly is told beside its field, in plain words."""

import pytest
from playwright.sync_api import Locator, expect

from tests.surfaces.page_house import Comes, Visitor

TABLE_NAME = "A table name has letters, digits and dashes, for example friday-night."


def host_form(visitor: Visitor) -> Locator:
    visitor.page.goto("/")
    visitor.page.get_by_text("Open a table for several").click()
    return visitor.page.locator("form.host").first


@pytest.mark.parametrize("name", ["friday night", "-friday", "freitag_nacht", "<b>", "été"])
def test_a_bad_table_name_is_told_beside_its_field(comes: Comes, name: str) -> None:
    ann = comes()
    form = host_form(ann)
    field = form.get_by_label("Name of the table")
    field.fill(name)
    form.get_by_role("button", name="Open table").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(TABLE_NAME)
    expect(form.get_by_role("alert").filter(has_text=TABLE_NAME)).to_be_visible()
    field.fill("friday-night-2")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(form.get_by_role("alert").filter(has_text=TABLE_NAME)).to_have_count(0)


def test_a_name_that_the_server_refuses_is_told_beside_its_field(comes: Comes) -> None:
    """The page checks names itself; here a page that does not is answered by the server."""
    ann = comes()
    ann.page.route("**/api/tables", lambda route: route.continue_(post_data=spoilt(route.request.post_data or "")))
    form = host_form(ann)
    form.get_by_label("Name of the table").fill("friday")
    form.get_by_role("button", name="Open table").click()
    expect(form.get_by_label("Name of the table")).to_have_accessible_description(TABLE_NAME)


def spoilt(body: str) -> str | None:
    return body.replace('"friday"', '"fri day"') or None


@pytest.mark.parametrize("label", ["Least bet", "Most bet"])
def test_a_bad_limit_is_told_beside_its_field(comes: Comes, label: str) -> None:
    ann = comes()
    form = host_form(ann)
    form.get_by_label(label).fill("five")
    form.get_by_role("button", name="Open table").click()
    expect(form.get_by_label(label)).to_have_accessible_description("Write it like 10, 7.50 or 1,000.")


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("decks 8", "decks 8: should be written as key=value, like shoe.decks=8"),
        ("shoe.decs=8", "shoe.decs: the sheet has no such value; did you mean shoe.decks"),
        ("colour=blue", "Colour: the sheet has no such value."),
        ("limits.minimum=-5", "Limits.minimum"),
    ],
)
def test_a_bad_rule_is_told_without_command_line_words(comes: Comes, rule: str, message: str) -> None:
    ann = comes()
    form = host_form(ann)
    form.get_by_label("Rules set otherwise").fill(rule)
    form.get_by_role("button", name="Open table").click()
    alert = form.get_by_role("alert").filter(has_text=":")
    expect(alert).to_contain_text(message, ignore_case=True)
    text = alert.inner_text()
    assert "--" not in text
    assert "house" not in text
    assert "lammer" not in text
