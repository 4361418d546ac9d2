"""Writes a CycloneDX 1.6 SBOM of every package that lammer is run, built and tested with, from the locks and the page's
npm lock.

    python tools/sbom.py                 writes build/lammer.cdx.json
    python tools/sbom.py FILE            writes FILE; - prints it
    python tools/sbom.py --licences [FOLDER]
                                         reads the licences of the installed packages into locks/licences.json and
                                         docs/licences.md; needed after tools/lock. Packages that are not installed,
                                         such as those of other systems, are read from wheels in FOLDER, where
                                         pip download --no-deps puts them

The same locks give the same bytes: the SBOM contains no time, and its serial number is derived from its content. A
wheel contains it in .dist-info/sboms.
"""

import base64
import hashlib
import json
import re
import sys
import uuid
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the tool is run by its path

from tools.licence import UNKNOWN as UNKNOWN  # noqa: E402
from tools.licence import installed_licence, licence_in_wheel  # noqa: E402

NPM_LOCK = ROOT / "src" / "lammer" / "surfaces" / "web" / "ui" / "package-lock.json"
LICENCES = ROOT / "locks" / "licences.json"
"""The licences of the packages, stored because a wheel is built where they are not installed."""
LICENCES_PAGE = ROOT / "docs" / "licences.md"
WHERE = ROOT / "build" / "lammer.cdx.json"
NAMESPACE = uuid.UUID("6f0f4c8e-6c1c-5a53-9d0e-0a5b1f0d7e11")
"""An arbitrary unique number."""
USES = {"run": "required", "test": "excluded", "uv": "excluded", "node": "excluded", "site": "excluded"}
"""By lock: whether its packages are part of an installed lammer, as a CycloneDX scope."""
WORDS = {
    "run": "running",
    "test": "testing",
    "uv": "set-up",
    "node": "building the page",
    "site": "building the documentation",
}
REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[\w,.-]+\])?==(\S+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


class UnhashedLock(ValueError):
    """A lock entry that is not pinned to one version with at least one hash."""


class Package(NamedTuple):
    kind: str
    """pypi or npm."""
    name: str
    version: str
    hashes: tuple[tuple[str, str], ...]
    """Algorithm and hexadecimal digest of every file that may be installed."""
    licence: str
    locks: tuple[str, ...]

    @property
    def purl(self) -> str:
        name = self.name.replace("@", "%40") if self.kind == "npm" else re.sub(r"[-_.]+", "-", self.name).lower()
        return f"pkg:{self.kind}/{name}@{self.version}"


def entries(lock: str, where: str = "the lock") -> list[tuple[str, str, tuple[str, ...]]]:
    """Name, version and SHA-256 digests of every requirement. Raises UnhashedLock if they are missing."""
    found = []
    for line in re.sub(r"\\\n", " ", lock).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        match, hashes = REQUIREMENT.match(line), tuple(HASH.findall(line))
        if match is None or not hashes:
            raise UnhashedLock(f"{where}: {line.split('--hash')[0].strip()!r} has no exact version or no hash")
        found.append((match[1], match[2], hashes))
    return found


def python_packages(folder: Path = ROOT / "locks") -> list[Package]:
    known: dict[str, str] = json.loads(LICENCES.read_text("utf-8")) if LICENCES.exists() else {}
    pins: dict[tuple[str, str], tuple[set[str], list[str]]] = {}
    for path in sorted(folder.glob("*.txt")):
        for name, version, hashes in entries(path.read_text("utf-8"), path.name):
            kept = pins.setdefault((name, version), (set(), []))
            kept[0].update(hashes)
            if path.stem not in kept[1]:
                kept[1].append(path.stem)
    return [
        Package(
            "pypi",
            name,
            version,
            tuple(("SHA-256", one) for one in sorted(hashes)),
            known.get(f"{name} {version}", UNKNOWN),
            tuple(locks),
        )
        for (name, version), (hashes, locks) in sorted(pins.items())
    ]


def npm_packages(lock: str) -> list[Package]:
    found = []
    for place, entry in json.loads(lock)["packages"].items():
        if not place:
            continue
        name, integrity = place.rpartition("node_modules/")[2], entry.get("integrity", "")
        algorithm, dash, digest = integrity.partition("-")
        if not dash:
            raise UnhashedLock(f"package-lock.json: {name} has no hash")
        hashes = ((f"SHA-{algorithm.removeprefix('sha')}", base64.b64decode(digest).hex()),)
        lock_name = "node" if entry.get("dev") else "run"
        found.append(Package("npm", name, entry["version"], hashes, entry.get("license", UNKNOWN), (lock_name,)))
    return sorted(found)


def licences(wheels: Path | None = None) -> dict[str, str]:
    """Licences by name and version: of installed packages and of wheels in a folder, else as stored before. Versions
    that no lock pins are dropped."""
    found = dict[str, str]()
    for one in python_packages():
        licence = installed_licence(one.name, one.version) or (wheel_licence(one, wheels) if wheels else None)
        found[f"{one.name} {one.version}"] = licence or one.licence
    return {pin: licence for pin, licence in found.items() if licence != UNKNOWN}


def wheel_licence(package: Package, folder: Path) -> str | None:
    """The licence from a wheel of the package with a hash of the lock; None if there is no such wheel."""
    allowed = {digest for _, digest in package.hashes}
    for path in sorted(folder.glob("*.whl")):
        if hashlib.sha256(path.read_bytes()).hexdigest() in allowed:
            return licence_in_wheel(path)
    return None


def packages() -> list[Package]:
    return [*python_packages(), *npm_packages(NPM_LOCK.read_text("utf-8"))]


def component(package: Package) -> dict[str, Any]:
    scopes = {USES[lock] for lock in package.locks}
    return {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "scope": "required" if "required" in scopes else "excluded",
        "hashes": [{"alg": algorithm, "content": digest} for algorithm, digest in package.hashes],
        "licenses": [_licence(package.licence)],
        "purl": package.purl,
        "properties": [{"name": "lammer:lock", "value": lock} for lock in package.locks],
    }


def _licence(expression: str) -> dict[str, Any]:
    if expression == UNKNOWN:
        return {"license": {"name": UNKNOWN}}
    simple = re.fullmatch(r"[\w.+-]+", expression)
    return {"license": {"id": expression}} if simple else {"expression": expression}


def project() -> dict[str, Any]:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    found = re.search(r'^version = "([^"]+)"', text, re.MULTILINE)
    assert found is not None
    purl = f"pkg:pypi/lammer@{found[1]}"
    return {
        "type": "application",
        "bom-ref": purl,
        "name": "lammer",
        "version": found[1],
        "licenses": [{"license": {"id": "MIT"}}],
        "purl": purl,
    }


def sbom(found: list[Package]) -> dict[str, Any]:
    """The SBOM document; the packages of the run lock are the dependencies of lammer."""
    about = project()
    content: dict[str, Any] = {
        "metadata": {"lifecycles": [{"phase": "pre-build"}], "component": about},
        "components": [component(package) for package in found],
        "dependencies": [
            {"ref": about["bom-ref"], "dependsOn": [one.purl for one in found if "run" in one.locks]},
            *({"ref": package.purl} for package in found),
        ],
    }
    serial = uuid.uuid5(NAMESPACE, json.dumps(content, sort_keys=True))
    head = {"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX"}
    return {**head, "specVersion": "1.6", "serialNumber": f"urn:uuid:{serial}", "version": 1, **content}


def sbom_text() -> str:
    return json.dumps(sbom(packages()), indent=2) + "\n"


def licences_page(found: list[Package]) -> str:
    """The page with every package of the locks and its licence."""
    lines = [
        "# Licences",
        "",
        "Every package that lammer is run, built or tested with, as the locks pin it, with the licence that its own",
        "metadata or licence file states; `python tools/sbom.py --licences` writes this page.",
        "lammer itself is under the MIT licence.",
        "",
        "| package | version | licence | for |",
        "| --- | --- | --- | --- |",
    ]
    for one in found:
        uses = ", ".join(WORDS[lock] for lock in one.locks if lock != "test" or "run" not in one.locks)
        name = f"{one.name} (npm)" if one.kind == "npm" else one.name
        lines.append(f"| {name} | {one.version} | {one.licence} | {uses} |")
    return "\n".join(lines) + "\n"


def main(words: list[str]) -> None:
    try:
        if words[:1] == ["--licences"]:
            wheels = Path(words[1]) if words[1:] else None
            LICENCES.write_text(json.dumps(licences(wheels), indent=2) + "\n", encoding="utf-8")
            LICENCES_PAGE.write_text(licences_page(packages()), encoding="utf-8")
        elif words == ["-"]:
            sys.stdout.write(sbom_text())
        else:
            where = Path(words[0]) if words else WHERE
            where.parent.mkdir(parents=True, exist_ok=True)
            where.write_text(sbom_text(), encoding="utf-8")
            print(where)
    except UnhashedLock as fault:
        sys.exit(f"sbom: {fault}")


if __name__ == "__main__":
    main(sys.argv[1:])
