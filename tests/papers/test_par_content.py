"""What a PAR sheet tells a regulator beside its exact figures: units, names, assumptions and examples."""

from dataclasses import replace

import pytest

import lammer
from lammer.papers import numbers, pictures
from lammer.papers.document import Paragraph, Picture
from lammer.papers.examples import examples_of
from lammer.papers.figures import NOT_ASKED
from lammer.papers.html_page import html_page
from lammer.papers.rule_effects import NOTHING
from lammer.papers.sections import evidence, play, progressive, rules, side_bets, vulnerability
from lammer.papers.sections.procedure import dealing_rules, irregularity_rules
from lammer.papers.wanted import LeftOut, Wanted
from lammer.progressive.analysis import analyse, new_standing
from lammer.progressive.award_timing import Pace
from lammer.progressive.terms import load_terms
from tests.papers.made import QUICK, analysed_quickly, figures, pages, par, pdf, quick, shipped

BLAZING = "sd-blackjack+blazing-7s"
UNCHARTED = QUICK._replace(chart=False, rounds=0)
FULL = Wanted(rounds=1_000_000)
FULL_SHEET = "sd-blackjack[split.maximum_hands=1]"


def test_amounts_of_money_have_their_unit() -> None:
    """A minimum of 500 cents is not a minimum of 500."""
    page = html_page(par(BLAZING, UNCHARTED))
    assert "5 (500 cents)" in page
    assert "starts at 50000 (5000000 cents)" in page
    assert "<td>500</td>" not in page


def test_a_meter_says_at_which_amount_its_pay_is_computed() -> None:
    """The side bets use the sheet's amounts, the terms of a jackpot may have others."""
    text = str(side_bets.side_bets(figures(BLAZING, UNCHARTED))[1])
    assert "the smallest wager, 1, with the meters at the amounts of the sheet: meter 10,000.00, mega 50,000.00" in text
    assert len(side_bets.side_bets(figures("sd-free-bet"))) == len(figures("sd-free-bet").side_bets) + 1


def test_a_jackpot_is_analysed_for_the_decks_of_the_game_and_beside_other_bets() -> None:
    for name, decks in ((f"{BLAZING}[shoe.decks=8]", 8), ("sd-blackjack+blazing-7s+21-plus-3", 6)):
        texts = par(name, UNCHARTED).figures()
        terms = load_terms("blazing-7s", (f"jackpot.decks={decks}",))
        found = analyse(terms, new_standing(terms), Pace({100: 300}, 12))
        assert texts["progressive.blazing-7s.100.meter.edge"] == f"{100 * found.stakes[0].house_edge:.4f}%"
        average = found.long_run.levels[0].average
        assert texts["progressive.blazing-7s.meter.average"] == f"{average.wagers:,.0f}"
        assert texts["cover.blazing-7s.PT1.house_edge"] == texts["progressive.blazing-7s.100.meter.edge"]


def test_what_the_tip_pool_costs_is_beside_the_edge() -> None:
    texts = par(BLAZING, UNCHARTED).figures()
    envy = next(one for one in figures(BLAZING, UNCHARTED).progressives if one.name == "blazing-7s-pt1-envy").found
    assert not isinstance(envy, LeftOut)
    assert texts["progressive.blazing-7s-pt1-envy.500.meter.envy"] == f"{100 * envy.stakes[1].envy:.4f}%" == "3.1602%"
    left = envy.long_run.house_edge - envy.long_run.envy
    assert texts["progressive.blazing-7s-pt1-envy.run.left"] == f"{100 * left:.4f}%"
    assert "progressive.blazing-7s.100.meter.envy" not in texts  # without envy there is no column


def test_liability_and_meters_that_never_break_even() -> None:
    texts = par(BLAZING, UNCHARTED).figures()
    assert texts["progressive.blazing-7s-three-meters.mega.liability"] == "25,000.00"
    assert texts["progressive.blazing-7s.meter.reserve"] == "1,879.99"
    found = str(progressive.progressive(figures(BLAZING, UNCHARTED)))
    assert (
        "With a wager of 1 the break-even meter is above the limit of major (limit 25000), minor (limit 5000)." in found
    )


def test_a_lower_bound_says_at_least_and_a_reserve_that_it_is_before_overflow() -> None:
    texts = par(BLAZING, UNCHARTED).figures()
    assert texts["progressive.blazing-7s-three-meters.major.covered"].startswith("at least ")
    assert not texts["progressive.blazing-7s-three-meters.mega.covered"].startswith("at least ")
    page = html_page(par(BLAZING, UNCHARTED))
    assert page.count("Reserve at a full award, before overflow") == 1, "one of the terms has limits"


def test_rules_of_an_effect_are_named_with_their_heading() -> None:
    """ "pays" alone could be a natural, insurance or a win."""
    found = figures(FULL_SHEET, FULL).effects
    assert not isinstance(found, LeftOut)
    labels = {one.key: one.label for one in found.rows}
    assert labels["natural.pays"] == "Naturals: pays"
    assert labels["dealer.tie"] == "Dealer: equal totals"


def test_an_effect_that_would_print_as_zero_is_not_listed() -> None:
    assert numbers.percent("key", 0.99 * NOTHING).text == "0.0000%"
    assert numbers.percent("key", 1.01 * NOTHING).text == "0.0001%"


@pytest.mark.parametrize(
    ("probability", "text"), [(0.5, "0.500000000"), (1e-7, "0.000000100"), (2.24e-10, "2.24e-10"), (0.0, "0.000000000")]
)
def test_a_possible_result_never_has_the_chance_zero(probability: float, text: str) -> None:
    assert numbers.chance("key", probability).text == text


def test_settlement_insurance_and_surrender_are_in_the_plain_rules() -> None:
    text = str(rules.plain(figures("sd-free-bet")))
    assert "A winning hand is paid for its own money and for every lammer on it." in text
    assert "Insurance is offered when the dealer shows an ace." in text
    assert "There is no surrender." in text
    assert "There is no insurance." in str(rules.plain(figures("triple-win-20")))


def test_procedure_and_irregularities_are_in_plain_words() -> None:
    """Every value of these sections is in a sentence with its clause, or has no meaning in that game."""
    sheet = figures("european-free-bet").sheet
    dealt = {one.text: one.clause for one in dealing_rules(sheet)}
    assert dealt["If every player declines, the supervisor cuts."] == "EU 1.8"
    assert dealt["The cut card is placed 1.5 to 3 decks from the end of the shoe."] == "EU 1.8"
    assert "A main wager is 5 to 500; the maximum is for all bettors of a box together." in dealt
    odd = {one.text: one.clause for one in irregularity_rules(sheet)}
    assert odd["The hand of an absent player draws to 16 and stands on 17 or more."] == "EU 1.9"
    assert odd["A winning or tied bet of an absent player is taken off the field."] == "EU 1.12"
    assert odd["A bet that does not follow a draw stands on the total the hand had."] == "A17; EU 1.10; EU 3.4"
    assert odd["An interrupted round is void: own money still at stake is returned."].startswith("EU 9")
    alone = [one.text for one in irregularity_rules(figures("sd-free-bet").sheet)]
    assert "A card that the dealer draws by mistake on a total of hard 17 to 21 or soft 18 to 21 is burned." in alone
    assert "Nobody is called for a player who is absent." in alone
    assert not [text for text in alone if "follow" in text], "a box has one bettor"
    page = html_page(par("sd-free-bet", UNCHARTED))
    assert "1 card is burned after the cut." in page
    assert "minimum_cards_per_box" in page, "the rules in code form have every value"


@pytest.mark.parametrize("name", [name for name in shipped() if "+" not in name])
def test_worked_examples_show_win_loss_and_tie(name: str) -> None:
    found = examples_of(lammer.load(name))
    titles = " ".join(one.title for one in found)
    assert {"Win", "Lose", "Tie", "Bust"} <= set(titles.replace(":", "").split())
    free = lammer.load(name).sheet.rules.free
    assert ("Win after a free double" in titles) == bool(free.double_totals)
    for one in found:
        assert all(hand.note.startswith(("total ", "no card")) for hand in one.hands), one.title


def test_every_bet_of_a_game_has_a_worked_example_or_is_named() -> None:
    """Bets after the up card, rare wins, parlays and trades too."""
    name = "sd-blackjack+bust-bonus+progressive-blackjack+lucky-ladies+war+ten-sticks-21+streak"
    game = lammer.load(name)
    titles = {one.title: one for one in examples_of(game)}
    assert {f"{bet.name} wins" for bet in game.sheet.side_bets.values()} <= set(titles)
    assert "Bust Bonus, bet 1: " in str(titles["Bust Bonus wins"].lines)
    assert "War, parlay: 1 joins the main wager" in titles["War: winnings join the main wager"].lines
    traded = titles["Ten sticks 21: the marked card is traded"]
    assert any(line.startswith("Ten sticks 21: lights before 0, lit 1, after 1") for line in traded.lines)
    for one in titles.values():
        assert lammer.replay(one.notation).over, one.title
    assert "is an example of: Bust Bonus wins, Lucky Ladies wins, " in str(
        play.examples(replace(figures("sd-blackjack"), sheet=game.sheet))[0]
    )


def test_two_hands_of_a_box_are_not_a_split() -> None:
    found = {one.title: one for one in examples_of(lammer.load("blackjack-switch"))}
    assert len(found["Split"].hands) > 3
    assert len(found["Win: higher total"].hands) == 3
    assert found["Win: higher total"].lines[0] == "The second cards of the two hands are swapped."


def test_the_second_method_of_two_hands_plays_a_game_with_swaps() -> None:
    """Without swaps the house keeps nearly ten percent, which is not the edge of the first page."""
    made = figures(analysed_quickly("blackjack-switch"))
    dealt, edge = made.simulated, made.chart_edges["house"]
    assert not isinstance(dealt, LeftOut)
    assert not isinstance(edge, LeftOut)
    (_, found), *_ = dealt.rows
    assert found.exact == edge.house_edge < 0.02
    assert abs(found.z) < dealt.limit
    assert dealt.played == "The shipped chart, with its swaps,"


COUNTED = "sd-blackjack+blazing-7s+push-22[split.maximum_hands=1,side_bets.push-22.paytable=11,insurance.pays=1:5]"
"""With a bet that a count loses, and one that is never made."""


def test_a_bet_that_a_count_does_not_see_names_the_count() -> None:
    *_, last = vulnerability.vulnerability(figures(COUNTED, UNCHARTED._replace(removal=True)))
    assert isinstance(last, Paragraph)
    assert last.text == "Blazing 7's Progressive PT1, Hi-Lo: the count says nothing about this bet"


def test_a_trigger_that_no_count_reaches_is_never_and_a_negative_win_is_explained() -> None:
    wanted = UNCHARTED._replace(removal=True)
    texts = par(COUNTED, wanted).figures()
    assert texts["vulnerability.insurance under A.hi-lo.trigger"] == "never"
    assert texts["vulnerability.push-22 11.own.trigger"] == "+5.58"
    assert texts["vulnerability.push-22 11.hi-lo.win.1"].startswith(numbers.MINUS)
    (text, *_) = vulnerability.vulnerability(figures(COUNTED, wanted))
    assert "Where a win is negative, " in str(text)
    assert "The trigger is never where " in str(text)


def test_the_picture_of_removed_cards_says_which_bets_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[list[str]]()
    bars = pictures.rank_bars

    def noted(ranks: list[str], effects: dict[str, list[float]], axis: str) -> object:
        drawn.append([*ranks])
        return bars(ranks, effects, axis)

    monkeypatch.setattr(pictures, "rank_bars", noted)
    four = figures(COUNTED, UNCHARTED._replace(removal=True))
    assert not isinstance(four.removal, LeftOut)
    assert not [one.caption for one in evidence.removal(four) if isinstance(one, Picture) if one.caption]
    assert drawn == [["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]]
    more = four.removal._replace(effects={**four.removal.effects, "insurance too": four.removal.effects["main game"]})
    (picture,) = [one for one in evidence.removal(replace(four, removal=more)) if isinstance(one, Picture)]
    assert picture.caption == "The first 4 of 5 bets. The table has all of them."


def test_no_page_before_the_last_is_mostly_empty() -> None:
    """A page may end early where a chart, a picture or an example does not fit, but not at its first half."""
    for name in ("sd-free-bet", FULL_SHEET):
        *others, _last = pages(pdf(name, FULL if name == FULL_SHEET else QUICK))
        for number, page in enumerate(others, 1):
            lowest = min(bottom for _, bottom, _, _ in page.boxes if bottom > 60)  # above the footer
            assert lowest < page.height / 2, f"{name}: page {number}"


@pytest.mark.parametrize("name", shipped())
def test_every_paytable_of_every_bet_has_its_edge_or_a_reason(name: str) -> None:
    game = analysed_quickly(name)
    found, texts = figures(game, quick(name)), par(game, quick(name)).figures()
    for bet_id, bet in found.sheet.side_bets.items():
        for paytable in (name for name, one in bet.paytables.items() if one.fits(found.sheet.rules.shoe.decks)):
            assert f"side.{bet_id}.{paytable}.house_edge" in texts or found.refused_bets[bet_id], (bet_id, paytable)


ON_PLAY = "sd-blackjack+streak+war+ten-sticks-21[split.maximum_hands=1]"


def test_bets_on_rounds_won_parlays_and_lights_are_those_of_their_commands() -> None:
    game, wanted = lammer.load(ON_PLAY), UNCHARTED._replace(spread=True)
    texts = par(ON_PLAY, wanted).figures()
    found = {one.id: one for one in game.sidebets()}
    for wins in (2, 3, 4, 5):
        streak = found[f"streak-{wins}"].streak
        assert streak is not None
        assert texts[f"side.streak-{wins}.PT1.house_edge"] == f"{100 * found[f'streak-{wins}'].house_edge:.6f}%"
        assert texts[f"side.streak-{wins}.PT1.round.rounds"] == f"{streak.rounds:.4f}"
    parlay, lights = found["war"].parlay, game.lights()
    assert parlay is not None
    assert texts["side.war.even.parlay.best"] == f"{100 * parlay.best:.6f}%"
    assert texts["cover.war.even.parlay"] == f"{100 * parlay.best:.4f}%"
    assert texts["lights.0.house_edge"] == f"{100 * lights.best.house_edge:.6f}%".replace("-", numbers.MINUS)
    assert "War, even, with best parlays" in html_page(par(ON_PLAY, wanted))


def test_bets_that_depend_on_play_without_joint_analysis_are_named() -> None:
    none = "No side bet of this game depends on how the main game is played."
    assert none not in html_page(par(ON_PLAY, UNCHARTED))
    (first, lights) = play.joint(figures(ON_PLAY, UNCHARTED))
    assert "How the main game is played decides STREAK 2, STREAK 3, STREAK 4, STREAK 5." in str(first)
    assert "War" not in str(first), "cards alone decide it"
    assert "Ten sticks 21" in str(lights)
    (alone,) = play.joint(figures("sd-blackjack+dead-mans-hand+progressive-blackjack+bust-bonus", UNCHARTED))
    assert "decides Dead Man's Hand, Progressive Blackjack. Joint play is not analysed for them" in str(alone)
    (nothing,) = play.joint(figures("sd-blackjack+21-plus-3", UNCHARTED))
    assert none in str(nothing)
    pot = figures("sd-free-bet+streak", UNCHARTED)
    assert "STREAK 2" in str(play.joint(pot)[-1])


def test_lights_that_favour_the_player_are_a_warning_of_the_first_page() -> None:
    (warning,) = [one for one in figures(ON_PLAY, UNCHARTED).remarks if one.key == "lights.prize"]
    edge = par(ON_PLAY, UNCHARTED).figures()["cover.lights.house_edge"]
    assert f"the player is {edge.strip(numbers.MINUS)} ahead of the house" in warning.text


def test_without_the_spread_bets_on_rounds_won_say_why_they_have_no_figure() -> None:
    refused = figures(ON_PLAY, UNCHARTED).refused_bets
    assert refused == {f"streak-{wins}": NOT_ASKED for wins in (2, 3, 4, 5)}
    assert f"STREAK 2: no exact figure. {NOT_ASKED}" in html_page(par(ON_PLAY, UNCHARTED))


def test_bets_on_rounds_won_are_named_among_the_bets_without_effects_of_removal() -> None:
    removed = figures(ON_PLAY, UNCHARTED._replace(removal=True)).removal
    assert not isinstance(removed, LeftOut)
    assert removed.refused["STREAK 2"].endswith("lammer eor GAME --side streak-2 prints the effects")
    page = html_page(par(ON_PLAY, UNCHARTED._replace(removal=True)))
    assert "STREAK 2: not in this document, which has no effects of removed cards" in page


def test_the_bet_against_ones_own_hand_has_its_figures_and_examples() -> None:
    found = lammer.load("winners-option").edge(against=True)
    document = par("winners-option", UNCHARTED._replace(rounds=100_000))
    texts = document.figures()
    assert texts["against.house_edge"] == f"{100 * found.house_edge:.6f}%"
    assert (texts["against.cover"], texts["against.sd"]) == (f"{100 * found.house_edge:.4f}%", f"{found.sd:.6f}")
    for net, chance in found.results.items():
        assert texts[f"against.{net:+g}"] == f"{chance:.9f}"
    assert abs(float(texts["bet against.house edge.z"].replace(numbers.MINUS, "-"))) < 4
    titles = [one.title for one in figures("winners-option", UNCHARTED).examples]
    assert {"Bet against the hand: win, lower total", "Bet against the hand: lose, both bust", "Split"} <= set(titles)
    assert "against.house_edge" not in par("sd-blackjack").figures()


def test_the_bet_against_ones_own_hand_is_in_hold_removed_cards_and_counting() -> None:
    name = "winners-option[split.maximum_hands=1]"
    document = par(name, UNCHARTED._replace(removal=True, spread=True))
    texts, found = document.figures(), lammer.load(name).edge(against=True)
    assert texts["hold.against.1000.sd"] == f"{100 * found.sd / 1000**0.5:.4f}%"
    without = lammer.load(name).edge(against=True, remove="4s", spread=False).house_edge - found.house_edge
    shown = float(texts["removal.bet against the hand.4"].replace(numbers.MINUS, "-"))
    assert shown == pytest.approx(100 * without, abs=6e-4)
    assert "vulnerability.bet against the hand.hi-lo.r" in texts
    assert "In place of the main wager a player may bet against the own hand." in html_page(document)


def test_two_hands_say_why_there_is_no_edge_per_unit_at_risk() -> None:
    page = html_page(par(analysed_quickly("blackjack-switch"), UNCHARTED._replace(spread=True)))
    assert "There is no exact standard deviation, own money at risk or house edge of the money at risk" in page


def test_paytables_for_other_decks_are_named_and_have_no_figures() -> None:
    """A table of six decks may not post the paytable for two, whose edge would favour the player there."""
    document = par("sd-blackjack+21-plus-3", UNCHARTED)
    assert "side.21-plus-3.v1.house_edge" in document.figures()
    assert "side.21-plus-3.v2.house_edge" not in document.figures()
    assert "Paytable v2 is for 2 decks and may not be posted with 6." in html_page(document)


def test_a_short_sheet_compares_side_bets_too_and_names_those_it_cannot() -> None:
    name = "sd-blackjack+perfect-pairs+lucky-ladies"
    document = par(name, UNCHARTED._replace(rounds=100_000))
    assert "with side bets.perfect-pairs 25-12-6.z" in document.figures()
    assert "with side bets.lucky-ladies A: suited 20.z" in document.figures()
    assert "Of Lucky Ladies the chances of outcomes are compared and not the edge, since " in html_page(document)


def test_the_second_method_names_parlays_and_lights_as_not_compared() -> None:
    text = str(evidence.simulation(figures(ON_PLAY, UNCHARTED._replace(rounds=100_000))))
    assert "The simulation pays the winnings of War out. The edges with parlays are not compared: " in text
    assert "Ten sticks 21 is not compared: the simulator deals no marked cards." in text


def test_negative_figures_have_a_minus_sign_and_halves_their_sign() -> None:
    texts = par("winners-option", UNCHARTED._replace(rounds=100_000)).figures()
    page = html_page(par("winners-option", UNCHARTED._replace(rounds=100_000)))
    assert f"<td>net {numbers.MINUS}1</td>" in page.replace(' class="left"', "")
    assert "net -" not in page.partition("<script")[0]
    assert texts["against.-1.net"] == f"{numbers.MINUS}1"
    assert numbers.signed("key", 0.5).text == "+0.5"
    assert numbers.chance("key", -0.053640287).text == f"{numbers.MINUS}0.053640287"


def test_an_amount_of_money_says_for_which_wager_it_is_a_pay() -> None:
    page = html_page(par("sd-blackjack+bonus-spin", UNCHARTED))
    assert "Bonus Spin: an amount of money is shown as the pay of the smallest wager, 5." in page


def test_two_hands_have_a_simulated_deviation_with_its_error() -> None:
    """The exact analysis has none. Blackjack Switch without splits, whose spread a second simulation estimates too."""
    name = analysed_quickly("blackjack-switch")
    document = par(name, UNCHARTED._replace(rounds=100_000, spread=True))
    texts = document.figures()
    other = lammer.load(name).simulate(100_000, seed="another")
    assert float(texts["edge.sd"]) == pytest.approx(other.sd, abs=6 * float(texts["edge.sd.error"]))
    assert 0 < float(texts["edge.sd.error"]) < 0.01
    assert texts["hold.1000.sd"] == f"{100 * float(texts['edge.sd']) / 1000**0.5:.4f}%"
    assert "Main wager; deviation and hits simulated" in html_page(document)
    assert "edge.sd.error" not in par(FULL_SHEET, FULL).figures()


def test_an_edge_that_depends_on_the_wager_names_the_wager_on_the_first_page() -> None:
    """A meter is worth less of a larger wager."""
    assert "Blazing 7&#x27;s Progressive, PT1, wager of 1 at the sheet&#x27;s meters" in html_page(
        par(BLAZING, UNCHARTED)
    )
    assert "Bonus Spin, 5, wager of 5 at the sheet" in html_page(par("sd-blackjack+bonus-spin", UNCHARTED))
    assert "21+3, v1</td>" in html_page(par("sd-blackjack+21-plus-3", UNCHARTED))
