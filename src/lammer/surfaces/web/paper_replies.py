"""Types of the server's answers about papers: files, their progress, and what a jackpot's books can print."""

from typing import Literal

from typing_extensions import TypedDict


class PaperFile(TypedDict):
    """A finished document or picture; `content` is in base64."""

    file: str
    type: str
    content: str


class PaperProgress(TypedDict):
    """How far a paper is: `done` of `of` parts, and the part that is being made. All are 0 before it begins."""

    done: int
    of: int
    part: str


class AwardPaper(TypedDict):
    """An award of a jackpot that needed approval. It has an approval form and, once it is paid, a slip."""

    table: str
    hand: int
    spot: int
    outcome: str
    amount: int
    stage: Literal["frozen", "paid"]
    at: str


class ReadingPaper(TypedDict):
    """A reading of the meters."""

    event: int
    at: str
    by: str
    alarm: bool


class PetitionPaper(TypedDict):
    """`done`: something was handed over by it."""

    reference: str
    permits: str
    done: bool


class JackpotPapers(TypedDict):
    """What a jackpot's books can print, newest first."""

    awards: list[AwardPaper]
    readings: list[ReadingPaper]
    petitions: list[PetitionPaper]
