"""No normative sentence of the rule documents without a place where it is done and a test, and the page is current."""

import pytest

from tools.sentences import PAGE, Sentence, documents, faults, page, sentences

EVERY = list(sentences())


@pytest.mark.parametrize("sentence", EVERY, ids=lambda one: str(one.name))
def test_a_sentence_has_a_place_and_a_test(sentence: Sentence) -> None:
    assert faults(sentence) == []


def test_no_sentence_is_left_out() -> None:
    """The documents' own counts, as `python tools/sentences.py --sources FOLDER` found them."""
    counted = {str(document["id"]): document["sentences"] for document in documents()}
    assert counted == {name: sum(one.document == name for one in EVERY) for name in counted}


def test_a_gap_is_noticed() -> None:
    """Negative control."""
    whole = EVERY[0]
    assert faults(whole) == []
    for gap in ({"tests": ()}, {"tests": ("test_of_nothing",)}, {"where": ""}, {"where": "cellar"}):
        assert faults(whole._replace(**gap)) != []
    assert faults(whole._replace(where="not applicable: ", tests=())) != []


def test_docs_sentences_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python tools/sentences.py"
