"""A build hook: wheel and source distribution get the built page and the documentation, and the wheel the SBOM. If the
page has to be built and the machine has no Node, Node comes from PyPI; so does the generator of the documentation."""

import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import page, sbom, site  # noqa: E402


class PageHook(BuildHookInterface):
    def dependencies(self) -> list[str]:
        """What is needed to build the parts that are not built yet. Environments in which uv builds have no pip, so
        nothing can be fetched later."""
        groups: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
        node = [] if page.is_built() or page.machine_node() else groups["node"]
        return node + ([] if site.is_built() else groups["site"])

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # For an editable install tools/bootstrap.py builds the page when it is needed.
        if version == "editable":
            return
        page.build()
        site.build()
        if self.target_name == "wheel":
            sbom.main([str(sbom.WHERE)])
            build_data.setdefault("sbom_files", []).append(str(sbom.WHERE))
