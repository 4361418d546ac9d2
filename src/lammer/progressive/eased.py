"""A qualification that is reduced by petition (SD.19 (9)): a hand that comes more often wins the highest award too, so
that it is won sooner. Once it is won and paid, hands that begin qualify as before."""

from lammer.progressive.claims import FULL
from lammer.progressive.liability import NINE, require_closed, used_petition
from lammer.progressive.refusals import StepRefused
from lammer.progressive.situation import Situation, Step, require, with_
from lammer.progressive.state import Claim, Eased, LinkState
from lammer.progressive.terms import Terms


def reduce_qualification(now: Situation, reference: str, outcome: str) -> Step:
    """By petition: a more frequent hand also wins the highest award, until that is won."""
    require(now.link, now.actor, "executive", NINE)
    require_closed(now)
    petitions, terms = used_petition(now, reference, "reduce qualification"), now.link.in_force
    may = _may_win_too(terms)
    if outcome not in may:
        text = f"{outcome!r} cannot win the highest award too; these can: {', '.join(may) or 'none, move it instead'}"
        raise StepRefused("no-such-hand", text, NINE)
    places = [*terms.shares, *terms.rows]
    better = places[: places.index(outcome) + 1]
    eased = Eased(
        reference=reference,
        outcome=outcome,
        rows={row: pays for row, pays in terms.rows.items() if row not in better},
        shares={**terms.shares, **dict.fromkeys(better, terms.shares[better[0]])},
    )
    # Terms that were announced before know nothing of this: they are announced anew.
    link = with_(now.link, eased=eased, petitions=petitions, notice=None)
    return Step(link, now.table, answer={"wins_highest_award": outcome})


def _may_win_too(terms: Terms) -> list[str]:
    """Hands below the highest award, best first, down to one that has a whole meter of its own to win."""
    found: list[str] = []
    for row in [*terms.shares, *terms.rows]:
        share = terms.shares.get(row)
        if share is None or share.percent < FULL:
            found.append(row)
        elif share.level != terms.top:
            break
    return found


def handed_over(link: LinkState, paid: Claim) -> LinkState:
    """A reduction ends with the highest award. Hands under way were wagered on under it and are settled by it."""
    won = paid.level == link.terms.top and paid.percent == FULL
    return with_(link, eased=None) if link.eased is not None and won else link
