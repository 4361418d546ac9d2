"""The wheel and the sdist: built offline, installed outside the repository, and used."""

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from lammer import __version__
from lammer.cache import package_hash
from lammer.rules.loader import game_names, load_sheet
from lammer.surfaces.web.lobby import edge_key, kept_edges
from tests.surfaces.installed import Built, Installed, build, built, install, offline
from tests.surfaces.page_house import Visitor
from tools import sbom

INDEX = "lammer/surfaces/web/built/index.html"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return built(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(files: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install(files.wheel_of_sdist, tmp_path_factory.mktemp("installed"))


def test_the_wheel_of_the_sdist_is_the_wheel_of_the_checkout(files: Built) -> None:
    with zipfile.ZipFile(files.wheel) as one, zipfile.ZipFile(files.wheel_of_sdist) as other:
        assert one.namelist() == other.namelist()
        assert [name for name in one.namelist() if one.read(name) != other.read(name)] == []
        assert INDEX in one.namelist()
        assert not [name for name in one.namelist() if "/web/ui/" in name or "__pycache__" in name]
        (name,) = [name for name in one.namelist() if "/sboms/" in name]
        assert one.read(name).decode() == sbom.sbom_text()


def test_control_without_its_built_page_an_sdist_gives_no_wheel(files: Built, tmp_path: Path) -> None:
    with tarfile.open(files.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.glob("lammer-*")
    shutil.rmtree(source / "src" / Path(INDEX).parent)
    with pytest.raises(AssertionError, match="the page needs Node"):
        build("wheel", source, tmp_path)


def test_the_installed_program_is_used_and_names_the_same_sources(installed: Installed) -> None:
    version = installed.run("--version").stdout
    assert version == f"lammer {__version__} (sources {package_hash()})\n"
    about = json.loads(installed.run("doctor", "--json", "--port", "0").stdout)
    (program,) = [one["text"] for one in about["findings"] if one["check"] == "program"]
    assert program.endswith(f" in {installed.package}")
    assert {one["level"] for one in about["findings"] if one["check"] in ("packages", "page", "kernels")} <= {
        "ok",
        "note",
    }
    assert about["faults"] == 0
    (installed.package / "rules" / "sheets" / "planted.toml").touch()  # control
    changed = installed.run("--version").stdout
    (installed.package / "rules" / "sheets" / "planted.toml").unlink()
    assert changed != version


def test_it_lists_games_and_computes_an_edge(installed: Installed) -> None:
    listed = installed.run("games").stdout
    assert [name for name in game_names() if name not in listed] == []
    done = installed.run("edge", "sd-blackjack")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"house edge {kept_edges()[edge_key(load_sheet('sd-blackjack'))]:.6%} of" in done.stdout


def test_it_installs_the_completion_script_of_a_shell(installed: Installed) -> None:
    output = installed.run("completion", "bash", "--install").stdout
    place = installed.folder / "bash-completion" / "completions" / "lammer"
    assert output == f"{place} written; a new shell uses it\n"
    assert "complete -F _lammer lammer" in place.read_text("utf-8")


def test_it_serves_a_hand_to_a_browser(installed: Installed, browser: Browser) -> None:
    command = [installed.lammer, "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen(
        command, cwd=installed.folder, env=installed.environment(), stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            ann = Visitor(browser, server.stdout.readline().split()[3].rstrip("/"))
            ann.plays("Free Money Blackjack")
            ann.deals_until_asked()
            ann.button("stand").click()
            expect(ann.results()).to_be_visible()
            assert ann.faults == []
            ann.context.close()
        finally:
            server.terminate()
    assert server.returncode == 0


def test_the_environment_has_no_other_lammer(installed: Installed) -> None:
    python = str(Path(installed.lammer).with_name("python"))
    code = "import lammer, numba; print(lammer.__file__, numba.__file__, sep='\\n')"
    done = subprocess.run([python, "-c", code], env=offline(installed.folder), capture_output=True, text=True)
    ours, theirs = done.stdout.splitlines()
    assert Path(ours).parent == installed.package
    assert Path(theirs).is_relative_to(Path(sys.prefix)), "the packages are those of the tests"
