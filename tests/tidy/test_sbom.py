"""The SBOM lists exactly what the locks pin, with a hash each, in the form that CycloneDX's own schema describes."""

import hashlib
import json
import re
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tools import sbom

PIN = re.compile(r"^([\w.-]+)(?:\[[\w,.-]+\])?==(\S+)", re.MULTILINE)


def pinned() -> set[str]:
    """Package URLs of everything that the locks name, read without the tool's own reader."""
    texts = [path.read_text("utf-8") for path in (sbom.ROOT / "locks").glob("*.txt")]
    python = {f"pkg:pypi/{name}@{version}" for text in texts for name, version in PIN.findall(text)}
    packages = json.loads(sbom.NPM_LOCK.read_text("utf-8"))["packages"]
    places = {place: one["version"] for place, one in packages.items() if place}
    return python | {
        f"pkg:npm/{place.rpartition('node_modules/')[2].replace('@', '%40')}@{version}"
        for place, version in places.items()
    }


def missing_and_more(document: dict[str, Any]) -> tuple[set[str], set[str]]:
    listed = {one["purl"] for one in document["components"]}
    return pinned() - listed, listed - pinned()


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(sbom.sbom_text())
    return content


@pytest.fixture(scope="module")
def schema() -> Any:
    """CycloneDX's own schema, as its Python package ships it."""
    found = find_spec("cyclonedx")
    assert found is not None
    assert found.origin is not None
    folder = Path(found.origin).parent / "schema" / "_res"

    def read(address: str) -> Any:
        return json.loads((folder / address.rpartition("/")[2]).read_text("utf-8"))

    return jsonschema_rs.validator_for(read("bom-1.6.SNAPSHOT.schema.json"), retriever=read)


def test_it_lists_exactly_the_locks_packages(document: dict[str, Any]) -> None:
    assert missing_and_more(document) == (set(), set())
    assert len(document["components"]) > 100


def test_control_a_package_that_is_missing_or_too_many_is_noticed(document: dict[str, Any]) -> None:
    first, *others = document["components"]
    assert missing_and_more(document | {"components": others}) == ({first["purl"]}, set())
    more = [*document["components"], {"purl": "pkg:pypi/planted@1"}]
    assert missing_and_more(document | {"components": more}) == (set(), {"pkg:pypi/planted@1"})


def test_every_entry_of_a_lock_has_a_hash(document: dict[str, Any]) -> None:
    for one in document["components"]:
        assert one["hashes"], one["name"]
        assert all(re.fullmatch(r"[0-9a-f]{64}|[0-9a-f]{128}", each["content"]) for each in one["hashes"])


@pytest.mark.parametrize("line", ["planted==1", "planted>=1 --hash=sha256:" + "0" * 64, "planted==1 --hash=md5:0"])
def test_control_a_lock_line_without_a_hash_is_refused(line: str) -> None:
    sound = f"a==1 ; sys_platform == 'win32' \\\n    --hash=sha256:{'0' * 64}\n"
    assert sbom.entries(sound) == [("a", "1", ("0" * 64,))]
    with pytest.raises(sbom.UnhashedLock, match="planted"):
        sbom.entries(sound + line)


def test_control_an_npm_package_without_a_hash_is_refused() -> None:
    with pytest.raises(sbom.UnhashedLock, match="planted"):
        sbom.npm_packages(json.dumps({"packages": {"": {}, "node_modules/planted": {"version": "1"}}}))


def test_it_is_valid_cyclonedx(document: dict[str, Any], schema: Any) -> None:
    assert [error.message for error in schema.iter_errors(document)] == []


def test_control_the_schema_notices_what_is_wrong(document: dict[str, Any], schema: Any) -> None:
    licence = {"licenses": [{"license": {"id": "no such licence"}}]}
    for wrong in (
        {"bomFormat": "other"},
        {"serialNumber": "1"},
        {"components": [{"type": "library"}]},
        {"components": [document["components"][0] | licence]},
    ):
        assert list(schema.iter_errors(document | wrong)), wrong


def test_it_is_the_same_every_time_and_tells_no_time(document: dict[str, Any]) -> None:
    assert sbom.sbom_text() == sbom.sbom_text()
    assert "timestamp" not in document["metadata"]
    planted = sbom.Package("pypi", "planted", "1", (("SHA-256", "0" * 64),), "MIT", ("run",))
    assert sbom.sbom([*sbom.packages(), planted])["serialNumber"] != document["serialNumber"]


def test_licences_are_those_that_the_installed_packages_state() -> None:
    kept = json.loads(sbom.LICENCES.read_text("utf-8"))
    assert kept == sbom.licences(), "run: python tools/sbom.py --licences"
    assert sbom.LICENCES_PAGE.read_text("utf-8") == sbom.licences_page(sbom.packages()), (
        "run: python tools/sbom.py --licences"
    )
    assert [one.name for one in sbom.packages() if one.licence == sbom.UNKNOWN] == []


BSD = "Redistributions in binary form must reproduce\n  the above copyright notice, this list of conditions"
METADATA = "Name: planted\nVersion: 1\nLicense: BSD\n"


@pytest.mark.parametrize(
    ("metadata", "text", "licence"),
    [
        ("License-Expression: MIT OR Apache-2.0\n" + METADATA, BSD, "MIT OR Apache-2.0"),
        (METADATA, BSD, "BSD-2-Clause"),
        (METADATA, f"{BSD}. Neither the name may be used to endorse or promote products derived from", "BSD-3-Clause"),
        (METADATA, "All rights reserved.", "unknown"),  # control: nothing is guessed
    ],
)
def test_a_licence_is_read_from_metadata_or_licence_file(
    metadata: str, text: str, licence: str, tmp_path: Path
) -> None:
    wheel = tmp_path / "planted-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("planted-1.dist-info/METADATA", metadata)
        archive.writestr("planted-1.dist-info/licenses/LICENSE.txt", text)
        archive.writestr(
            "planted-1.dist-info/licenses/vendored/LICENSE.txt", "Apache License Version 2.0, January 2004"
        )
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    planted = sbom.Package("pypi", "planted", "1", (("SHA-256", digest),), sbom.UNKNOWN, ("run",))
    assert sbom.wheel_licence(planted, tmp_path) == licence
    other = planted._replace(hashes=(("SHA-256", "0" * 64),))
    assert sbom.wheel_licence(other, tmp_path) is None  # a wheel that the lock does not allow
