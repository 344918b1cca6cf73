"""The public declarations of the SDK's products, as the compiler reports them, for the checks of the documentation."""

import atexit
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from project import Check, build, modules


class SymbolGraphs:
    """Builds the package and extracts the symbol graph of each product's module into a temporary folder, which is removed when the process ends."""

    def __init__(self, check: Check):
        self.check = check
        manifest = json.loads(self.run("swift", "package", "dump-package"))
        self.package = manifest["name"]
        self.modules = sorted({name for product in manifest["products"] if "library" in product["type"] for name in product["targets"]})
        self.run(*build(check.root))
        self.folder = Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, self.folder)
        # `swift package dump-symbol-graph` also needs the test modules and fails if they are not built, so each module is extracted separately.
        platform = json.loads(self.run("swift", "-print-target-info"))["target"]["unversionedTriple"]
        maps = [flag for path in sorted(check.root.glob("Sources/*/module.modulemap")) for flag in ("-Xcc", f"-fmodule-map-file={path}")]
        for module in self.modules:
            self.place(module).mkdir()
            self.run(
                "swift", "symbolgraph-extract", "-module-name", module, "-target", platform, "-I", modules(check.root), *maps,
                "-minimum-access-level", "public", "-skip-synthesized-members", "-omit-extension-block-symbols", "-output-dir", str(self.place(module)),
            )  # fmt: skip

    def place(self, module: str) -> Path:
        return self.folder / module

    def graphs(self):
        """The graphs of each module, including its extensions of other modules."""
        for module in self.modules:
            for file in sorted(self.place(module).glob("*.symbols.json")):
                yield module, json.loads(file.read_text())

    def run(self, *command: str) -> str:
        """A command's standard output. Ends the check if the command fails, because without a build there is nothing to check."""
        answer = subprocess.run(command, capture_output=True, text=True, cwd=self.check.root)
        if answer.returncode:
            print(answer.stdout + answer.stderr)
            self.check.report("Package.swift", None, f"the symbol graph could not be made: '{' '.join(command[:3])}' failed")
            self.check.finish("declarations")
        return answer.stdout
