"""A qualification reduced by petition (SD.19 (9)): a more frequent hand also wins the highest award, so that the award
is won sooner. Once it is won and paid, new hands qualify as before."""

from lammer.progressive.claims import FULL
from lammer.progressive.liability import NINE, require_closed, used_petition
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, require, with_
from lammer.progressive.state import Claim, Eased, LinkState
from lammer.progressive.terms import Terms


def reduce_qualification(now: Situation, reference: str, outcome: str) -> Step:
    """By petition: a more frequent hand also wins the highest award, until the award is won."""
    require(now.link, now.actor, "executive", NINE)
    require_closed(now)
    petitions, terms = used_petition(now, reference, "reduce qualification"), now.link.in_force
    eligible = _eligible(terms)
    if outcome not in eligible:
        choices = f"choose from {', '.join(eligible)}" if eligible else "no hand can; move the jackpot instead"
        text = f"{outcome!r} cannot win the highest award too: {choices}"
        raise StepRefused("no-such-hand", text, NINE)
    places = [*terms.shares, *terms.rows]
    better = places[: places.index(outcome) + 1]
    eased = Eased(
        reference=reference,
        outcome=outcome,
        rows={row: pays for row, pays in terms.rows.items() if row not in better},
        shares={**terms.shares, **dict.fromkeys(better, terms.shares[better[0]])},
    )
    # Announced terms do not include the reduction, so they must be announced again.
    link = with_(now.link, eased=eased, petitions=petitions, notice=None)
    return Step(link, now.table, answer={"wins_highest_award": outcome})


def _eligible(terms: Terms) -> list[str]:
    """Hands below the highest award, best first, down to the first hand that wins a whole other meter."""
    hands: list[str] = []
    for row in [*terms.shares, *terms.rows]:
        share = terms.shares.get(row)
        if share is None or share.percent < FULL:
            hands.append(row)
        elif share.level != terms.top:
            break
    return hands


def without_reduction(link: LinkState, paid: Claim) -> LinkState:
    """Ends the reduction when the highest award is paid. Hands in progress are still settled by it, since their wagers
    were taken under it."""
    won = paid.level == link.terms.top and paid.percent == FULL
    return with_(link, eased=None) if link.eased is not None and won else link
