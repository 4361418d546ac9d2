"""Charts as files: what is written can be read, and what cannot be read is said with its place."""

import json
from pathlib import Path

import pytest

from lammer.strategy.chart import (
    Chart,
    ChartFault,
    chart_tree,
    load_chart,
    shipped_chart,
    shipped_charts,
    with_lammers,
    write_chart,
)


@pytest.mark.parametrize("name", shipped_charts())
@pytest.mark.parametrize("form", ["csv", "json", "cells.json"])
def test_a_chart_survives_its_file(name: str, form: str, tmp_path: Path) -> None:
    chart = shipped_chart(name)
    tree = chart_tree(chart)
    path = tmp_path / f"chart.{form}"
    path.write_text(write_chart(chart) if form == "csv" else json.dumps({"cells": tree} if "cells" in form else tree))
    assert load_chart(path).cells == chart.cells


def test_toml_may_group_totals(tmp_path: Path) -> None:
    path = tmp_path / "chart.toml"
    path.write_text('[own.hard."4-8"]\n2 = "H"\nT = "D/H"\n[free.pair.A]\n6 = "FP"\n')
    chart = load_chart(path)
    assert chart.wishes("own", "hard", 8, 10) == ("double", "hit")
    assert chart.wishes("free", "pair", 1, 6) == ("free-split",)
    assert len(chart.cells) == 11


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.json", "{", "cannot be read"),
        ("a.json", "[]", "needs a table of own, free"),
        ("a.json", '{"mine": {}}', "'mine' is not one of own, free"),
        ("a.json", '{"own": {"hard": {"12": {"X": "H"}}}}', "'X' is not one of 2, 3"),
        ("a.json", '{"own": {"hard": {"12": {"2": 1}}}}', r"own.hard.12.2: write actions"),
        ("a.toml", '[own.hard.12]\n2 = "Q"', "own.hard.12.2: 'Q' is not an action"),
        ("a.toml", "own = 1", "own: needs a table of hard"),
        ("a.csv", "nonsense", "line 1"),
        ("a.json", "{}", "contains no cells"),
        ("a.json", '{"own": {"hard": {"8-5": {"2": "H"}}}}', "'8-5' is not a total"),
        ("a.json", '{"own": {"hard": {"4-99999999999": {"2": "H"}}}}', "is not a total"),
        ("a.json", "[" * 100_000, "cannot be read"),
    ],
)
def test_a_fault_is_told_with_its_place(name: str, text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ChartFault, match=message):
        load_chart(path)


def test_a_chart_without_rows_for_lammers_plays_them_like_own_money() -> None:
    own = {cell: wishes for cell, wishes in shipped_chart("free-bet").cells.items() if cell[0] == "own"}
    filled = with_lammers(Chart("own only", own))
    assert filled.wishes("free", "hard", 12, 2) == filled.wishes("own", "hard", 12, 2) == ("hit",)


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "chart.csv"
    path.write_text("\ufeff" + write_chart(shipped_chart("standard")), encoding="utf-8")
    assert load_chart(path).cells == shipped_chart("standard").cells
