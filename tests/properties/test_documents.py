"""The store of JSON documents: damage is absence, writing is atomic, and the folder stays small."""

import os
from pathlib import Path

import pytest

from lammer import cache
from lammer.cache import documents
from lammer.cache.documents import Documents


def only_file(folder: Path) -> Path:
    (found,) = folder.iterdir()
    return found


def test_a_document_comes_back_as_it_was(tmp_path: Path) -> None:
    store = Documents(tmp_path)
    store.write("a key", {"edge": 0.1 + 0.2, "text": "é"})
    assert store.read("a key") == {"edge": 0.1 + 0.2, "text": "é"}
    assert store.read("another key") is None


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"0\n{}", b"[1]"])
def test_a_file_with_other_content_is_ignored_and_rewritten(content: bytes, tmp_path: Path) -> None:
    store = Documents(tmp_path)
    store.write("key", [1])
    only_file(tmp_path).write_bytes(content)
    assert store.read("key") is None
    store.write("key", [2])
    assert store.read("key") == [2]


def test_no_truncated_file_is_read(tmp_path: Path) -> None:
    store = Documents(tmp_path)
    store.write("key", 123456)
    file = only_file(tmp_path)
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert store.read("key") is None, length


def test_a_changed_digit_is_noticed(tmp_path: Path) -> None:
    store = Documents(tmp_path)
    store.write("key", 123456)
    file = only_file(tmp_path)
    file.write_bytes(file.read_bytes().replace(b"123456", b"123457"))
    assert store.read("key") is None


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    for folder in (None, tmp_path / "absent"):
        store = Documents(folder)
        store.write("key", 1)
        assert store.read("key") is None
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_document_and_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Documents(tmp_path)
    store.write("key", "old")

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", full)
    store.write("key", "new")
    assert store.read("key") == "old"
    only_file(tmp_path)


@pytest.mark.parametrize(("files", "size"), [(3, 10**6), (10**6, 3 * 1000)])
def test_the_oldest_documents_go_first(files: int, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAXIMUM_FILES", files)
    monkeypatch.setattr(documents, "MAXIMUM_BYTES", size)
    store = Documents(tmp_path)
    for number in range(5):
        store.write(str(number), "x" * 900)
        for file in tmp_path.iterdir():  # each write is one second after the one before
            os.utime(file, (file.stat().st_mtime - 1,) * 2)
    assert [number for number in range(5) if store.read(str(number)) is not None] == [2, 3, 4]


def test_folders_of_other_versions_are_swept_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMMER_CACHE", str(tmp_path))
    for number in range(cache.KEPT + 3):
        assert cache.cache_folder("findings", str(number)) == tmp_path / f"findings-{number}"
        os.utime(tmp_path / f"findings-{number}", (number, number))
    assert len(list(tmp_path.iterdir())) <= cache.KEPT + 1
    assert (tmp_path / f"findings-{cache.KEPT + 2}").exists()
