"""The Objective-C side of the SDK: the headers that the compiler writes for its modules, and the snippets of documents, which clang checks against them.

What the modules and their types are called is in Tests/CompatibilityTests/ObjectiveC: headers as they should be, the code around snippets, and mistakes.
"""

import importlib.util
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import SourceFileLoader
from pathlib import Path

from compilation import Compilation
from toolchain import ROOT, STUBS, Trouble, run

FOLDER = ROOT / "Tests/CompatibilityTests/ObjectiveC"
HOLE = "@snippet"
# Warnings that mean that code would not work. -Werror makes them errors.
WARNINGS = ["-Werror", "-Wmethod-signatures", "-Wmismatched-parameter-types", "-Wmismatched-return-types"]
# A snippet leaves out what is not its subject. The headers are for Swift's compiler too, which needs less.
ACCEPTED = [
    "-Wno-incomplete-implementation", "-Wno-nullability-completeness", "-Wno-objc-property-implementation", "-Wno-objc-root-class", "-Wno-protocol",
]
# Only for snippets: some return nothing where the app's own code goes, and some are older than a deprecation.
ONLY_FOR_SNIPPETS = ["-Wno-return-type", "-Wno-deprecated-declarations"]


def extraction():
    """The script that stores the documents' code."""
    loader = SourceFileLoader("extract_snippets", str(ROOT / "scripts/extract-snippets"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    sys.modules[loader.name] = module
    loader.exec_module(module)
    return module


def declarations(header: str) -> str:
    """What a header declares, without what each version of the compiler writes around it."""
    inside = re.findall(r"^#if defined\(__OBJC__\)\n(.*?)^#endif // defined\(__OBJC__\)$", header, re.M | re.S)
    if not inside:
        raise Trouble("an emitted header has no part for Objective-C")
    return inside[-1].strip() + "\n"


def place_of(snippet: str) -> str:
    """The name of the file in Places for this kind of code."""
    text = snippet.strip()
    if text.startswith("@"):
        return "declarations"
    if text.startswith("-"):
        return "method" if "{" in text else "signature"
    return "statements"


class ObjectiveC:
    """The emitted headers of one platform."""

    # What stands before each piece of code.
    prelude = FOLDER / "Prelude.h"
    mistakes = FOLDER / "Mistakes"
    # Folders of headers that are written by hand.
    own_headers: tuple[Path, ...] = ()

    def __init__(self, compilation: Compilation):
        self.compilation = compilation

    def check_headers(self, records: bool) -> tuple[list[str], int]:
        """Compares the headers of the modules in Headers with those files, or writes the files. Returns the differences, and how many there are."""
        problems = []
        wanted = sorted((FOLDER / "Headers").glob("*.h"))
        for path in wanted:
            emitted = self.compilation.emitted / f"{path.stem}-Swift.h"
            if not emitted.exists():
                problems.append(f"{path.relative_to(ROOT)}: there is no module {path.stem}")
                continue
            text = f"// What the compiler declares for Objective-C. scripts/check-apple --record writes this file.\n\n{declarations(emitted.read_text())}"
            if records:
                path.write_text(text)
            elif path.read_text() != text:
                difference = run(["diff", "-U1", path, "-"], input=text).stdout.splitlines()[2:]
                lines = "\n".join(f"  {line}" for line in difference[:40])
                problems.append(f"{path.relative_to(ROOT)}: the header is different; look at it, and if it is right, run scripts/check-apple --record\n{lines}")
        return problems if wanted else ["there are no headers to compare with"], len(wanted)

    def flags(self) -> list:
        """How clang finds the headers that the platform has, and no others."""
        compilation = self.compilation
        target = compilation.platform.target(compilation.platform.oldest)
        folders = [*self.own_headers, compilation.headers, compilation.emitted, STUBS / "C"]
        return ["-target", target, "-fblocks", "-nostdlibinc", *(part for folder in folders for part in ("-I", folder))]

    def _errors(self, code: str, flags: list[str]) -> list[str]:
        """What clang says about the code after the prelude. Warnings are errors."""
        done = run(
            ["clang", "-fsyntax-only", "-x", "objective-c", *self.flags(), "-fobjc-arc", *WARNINGS, *ACCEPTED, *flags, "-include", self.prelude, "-"],
            input=code)  # fmt: skip
        found = [line for line in done.stderr.splitlines() if re.search(r": (fatal )?(error|warning): ", line)]
        return found or ([] if done.returncode == 0 else [done.stderr.strip()[-500:]])

    def check_snippets(self, pool: ThreadPoolExecutor) -> tuple[list[str], int, int, int]:
        """Checks each snippet where it belongs. Returns what is wrong, how many are right, how many there are, and how many different ones."""
        places = {path.stem: path.read_text() for path in (FOLDER / "Places").glob("*.m")}
        documents = extraction()
        snippets = documents.snippets(ROOT, documents.OBJECTIVE_C)

        def look_at(snippet) -> list[str]:
            around = places[place_of(snippet.text)]
            before, _, after = around.partition(f"{HOLE}\n")
            return self._errors(f"{before}{snippet.text}{after}", ONLY_FOR_SNIPPETS)

        results = list(pool.map(look_at, snippets))
        problems = [f"{snippet.place}: {error}" for snippet, errors in zip(snippets, results) for error in errors]
        passed = sum(not errors for errors in results)
        return problems if snippets else ["there are no snippets"], passed, len(snippets), len({snippet.text for snippet in snippets})

    def check_mistakes(self, pool: ThreadPoolExecutor) -> tuple[list[str], int]:
        """Each file in Mistakes must fail with the error in its first line, and no other. Returns what is wrong, and how many files there are."""
        mistakes = sorted(self.mistakes.glob("*.m"))

        def look_for(path: Path) -> str | None:
            text = path.read_text()
            wanted = re.search(r"^// wanted: (.*)$", text, re.M)[1]
            errors = self._errors(text, [])
            if len(errors) == 1 and wanted in errors[0]:
                return None
            return f"{path.relative_to(ROOT)}: expected one error with '{wanted}', got: {' | '.join(errors) or 'none'}"

        results = list(pool.map(look_for, mistakes))
        return [result for result in results if result] if mistakes else ["there are no planted mistakes in Objective-C"], len(mistakes)
