"""The Objective-C target of EngagementReach, compiled to objects for iOS, and file by file for the systems where it is empty, and the snippets of the vendor's article, each word for word but for a counted
table of repairs of what the article itself has wrong.

Everything is in Tests/EngagementReachTests: the document, the repairs, the code around snippets, and mistakes.
"""

import json
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compilation import Compilation
from objective_c import HOLE, ONLY_FOR_SNIPPETS, ObjectiveC, extraction
from toolchain import ROOT, run

SOURCES = ROOT / "Sources/Compatibility/EngagementReachObjC"
FOLDER = ROOT / "Tests/EngagementReachTests"
DECLARATION = "@declaration"


class ReachObjectiveC(ObjectiveC):
    prelude = FOLDER / "ObjectiveC/Prelude.h"
    mistakes = FOLDER / "ObjectiveC/Mistakes"
    own_headers = (SOURCES / "include",)

    def check_target(self, pool: ThreadPoolExecutor) -> tuple[list[str], int]:
        """Compiles each file of the target to an object. Returns what is wrong, and how many files there are."""
        files = sorted(SOURCES.glob("*.m"))

        def compile(path: Path) -> list[str]:
            done = run(
                ["clang", "-c", "-o", os.devnull, *self.flags(), "-fobjc-arc", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-nullability-completeness",
                 "-Wno-incomplete-umbrella", "-Werror", path])  # fmt: skip
            return [f"{path.relative_to(ROOT)}: {line}" for line in done.stderr.splitlines() if ": error: " in line or "fatal" in line] or (
                [] if done.returncode == 0 else [f"{path.relative_to(ROOT)}: {done.stderr[-500:]}"])

        problems = [line for lines in pool.map(compile, files) for line in lines]
        return problems if files else ["there are no files"], len(files)

    def check_empty(self, pool: ThreadPoolExecutor) -> tuple[list[str], int]:
        """Compiles each file and each header for a system without UIKit or WebKit, where all of them are empty. A Mac also builds the target for itself."""
        name = self.compilation.platform.name
        files = [path for path in sorted(SOURCES.rglob("*.[hm]"))]

        def compile(path: Path, *more: str) -> list[str]:
            done = run(["clang", "-fsyntax-only", "-x", "objective-c", *self.flags(), "-fobjc-arc", "-Wall", "-Werror", *more, path])
            return [f"{path.relative_to(ROOT)}, {name}: {line}" for line in done.stderr.splitlines() if ": error: " in line or "fatal" in line] or (
                [] if done.returncode == 0 else [f"{path.relative_to(ROOT)}, {name}: {done.stderr[-500:]}"])

        problems = [line for lines in pool.map(lambda path: compile(path, "-Wno-pragma-once-outside-header"), files) for line in lines]
        # A header that is not empty there must fail, or this proves nothing.
        condition = "ENGAGEMENT_REACH_HAS_VIEWS"
        text = f'#import "EngagementReachPlatform.h"\n#undef {condition}\n#define {condition} 1\n#import "AEWebAnnouncementJsBridge.h"\n'
        if run(["clang", "-fsyntax-only", "-x", "objective-c", *self.flags(), "-"], input=text).returncode == 0:
            problems.append(f"{name}: a header that needs UIKit and WebKit compiles, so that this check proves nothing")
        problems += self._problems_with_more_headers() if name == "tvos" else []
        return problems, len(files)

    def _problems_with_more_headers(self) -> list[str]:
        """On Apple TV, the files stay empty also if a later SDK has headers with these names."""
        with tempfile.TemporaryDirectory() as folder:
            for framework in ("UIKit", "WebKit"):
                (Path(folder) / framework).mkdir()
                (Path(folder) / framework / f"{framework}.h").touch()
            text = '#import "EngagementReachPlatform.h"\n#if ENGAGEMENT_REACH_HAS_VIEWS\n#error not empty\n#endif\n'
            done = run(["clang", "-fsyntax-only", "-x", "objective-c", *self.flags(), "-I", folder, "-"], input=text)
        return [] if done.returncode == 0 else [f"tvos: EngagementReachPlatform.h trusts headers alone: {done.stderr[-500:]}"]

    def check_uses(self, pool: ThreadPoolExecutor) -> tuple[list[str], int]:
        """Code of an app that uses what the article does not mention. It must compile without a warning."""
        files = sorted((FOLDER / "ObjectiveC/Uses").glob("*.m"))
        found = pool.map(lambda path: [f"{path.relative_to(ROOT)}: {error}" for error in self._errors(path.read_text(), [])], files)
        problems = [line for lines in found for line in lines]
        return problems if files else ["there are no uses of EngagementReachObjC"], len(files)

    def check_article(self, pool: ThreadPoolExecutor) -> tuple[list[str], int, int, int]:
        """Checks each snippet where it belongs. Returns what is wrong, how many are right, how many there are, and how many repairs they need."""
        places = {path.stem: path.read_text() for path in (FOLDER / "ObjectiveC/Places").glob("*.m")}
        snippets = {snippet.line: snippet for snippet in extraction().kept(FOLDER / "Documents/reach-es.md")}
        entries = json.loads((FOLDER / "Documents/snippets.json").read_text())
        problems = []
        if [entry["line"] for entry in entries] != list(snippets):
            problems.append("snippets.json does not speak of the snippets of the document, in their order")
        texts = {}
        for entry in entries:
            text = snippets[entry["line"]].text
            for repair in entry["repairs"]:
                if text.count(repair["text"]) != 1:
                    problems.append(f"reach-es:{entry['line']}: the repaired text is not there once: {repair['text']}")
                text = text.replace(repair["text"], repair["by"])
            texts[entry["line"]] = text

        def look_at(entry) -> list[str]:
            before, _, after = places[entry["place"]].partition(f"{HOLE}\n")
            is_by_hand = DECLARATION in before
            # The declaration is the snippet before it.
            lines = list(texts)
            before = before.replace(DECLARATION, texts[lines[lines.index(entry["line"]) - 1]])
            flags = [*entry.get("flags", []), *(["-fno-objc-arc"] if is_by_hand else [])]
            # A repair that is not needed would hide nothing, and stays out of the table.
            errors = [f"reach-es:{entry['line']}: {error}" for error in self._errors(before + texts[entry["line"]] + after, [*ONLY_FOR_SNIPPETS, *flags])]
            for repair in entry["repairs"]:
                without = texts[entry["line"]].replace(repair["by"], repair["text"], 1) if repair["by"] else repair["text"] + texts[entry["line"]]
                if not errors and not self._errors(before + without + after, [*ONLY_FOR_SNIPPETS, *flags]):
                    errors.append(f"reach-es:{entry['line']}: the repair is not needed: {repair['because']}")
            return errors

        results = list(pool.map(look_at, entries))
        problems += [error for errors in results for error in errors]
        return problems, sum(not errors for errors in results), len(entries), sum(len(entry["repairs"]) for entry in entries)
