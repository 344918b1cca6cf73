"""The public declarations of the SDK's products, as the compiler tells them: what the checks of documentation look at."""

import atexit
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from project import Check


class SymbolGraphs:
    """Builds the package and has the symbol graph of each product's module written into a folder of its own, which goes with the process."""

    def __init__(self, check: Check):
        self.check = check
        manifest = json.loads(self.run("swift", "package", "dump-package"))
        self.package = manifest["name"]
        self.modules = sorted({name for product in manifest["products"] if "library" in product["type"] for name in product["targets"]})
        self.run("swift", "build", *os.environ.get("MARTLET_BUILD_OPTIONS", "").split(), "--quiet")
        self.folder = Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, self.folder)
        # `swift package dump-symbol-graph` also wants the graphs of test modules, and fails when they are not built; so each module is asked for alone.
        platform = json.loads(self.run("swift", "-print-target-info"))["target"]["unversionedTriple"]
        maps = [flag for path in sorted(check.root.glob("Sources/*/module.modulemap")) for flag in ("-Xcc", f"-fmodule-map-file={path}")]
        for module in self.modules:
            self.place(module).mkdir()
            self.run(
                "swift", "symbolgraph-extract", "-module-name", module, "-target", platform, "-I", ".build/debug/Modules", *maps,
                "-minimum-access-level", "public", "-skip-synthesized-members", "-omit-extension-block-symbols", "-output-dir", str(self.place(module)),
            )  # fmt: skip

    def place(self, module: str) -> Path:
        return self.folder / module

    def graphs(self):
        """The graphs of each module, with what it adds to others."""
        for module in self.modules:
            for file in sorted(self.place(module).glob("*.symbols.json")):
                yield module, json.loads(file.read_text())

    def run(self, *command: str) -> str:
        """A command's standard output. Ends the check when it fails: without a build there is nothing to look at."""
        answer = subprocess.run(command, capture_output=True, text=True, cwd=self.check.root)
        if answer.returncode:
            print(answer.stdout + answer.stderr)
            self.check.report("Package.swift", None, f"the symbol graph could not be made: '{' '.join(command[:3])}' failed")
            self.check.finish("declarations")
        return answer.stdout
