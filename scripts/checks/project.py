"""What the checks share: which files belong to the project, Swift code without comments and strings, and how a check reports.

A check is an executable file in this folder. It takes one optional argument, the folder to check (default: this repository), prints one line per
violation as `path:line: what is wrong and what to do`, and exits with status 1 if there were any. `self-test` gives each check violations.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SWIFT_ROOTS = ["Sources", "Tests", "Snippets", "Benchmarks", "Examples", "Server/Plugins", "Server/Sources", "Server/Tests"]
STUBS = "Tests/AppleStubs/"
SKIPPED = {".git", ".build", ".venv", ".swiftpm", "data", "artifacts", "__pycache__", "node_modules"}


def build(folder: Path) -> list[str]:
    """The command that builds the package in a folder as all scripts build it. Other packages than this one are built in a folder of their own."""
    if folder == REPOSITORY:
        return [f"{REPOSITORY}/scripts/build", ".", "--quiet"]
    return ["swift", "build", "--package-path", str(folder), "--quiet", "-debug-info-format", "none"]


@cache
def modules(folder: Path) -> str:
    """The folder of the modules that `build` made."""
    if folder != REPOSITORY:
        return f"{folder}/.build/debug/Modules"
    answer = subprocess.run([f"{REPOSITORY}/scripts/build", "--products"], capture_output=True, text=True, check=True)
    return f"{answer.stdout.strip()}/Modules"


def read_manifest(folder: Path, is_strict: bool | None = None) -> dict | str:
    """What the package manager reads in the manifest of a folder, or why it cannot. With `is_strict`, as scripts/environment sets it or does not.

    It depends on the text alone, and costs a compilation. So several checks, and the samples of `self-test`, share what was read: MARTLET_MANIFESTS names
    the folder for it.
    """
    environment = dict(os.environ)
    if is_strict is not None:
        environment.pop("MARTLET_STRICT", None)
        environment |= {"MARTLET_STRICT": "1"} if is_strict else {}
    text = (folder / "Package.swift").read_bytes()
    key = hashlib.sha256(environment.get("MARTLET_STRICT", "").encode() + b"\n" + text).hexdigest()
    shared = Path(environment["MARTLET_MANIFESTS"], key) if "MARTLET_MANIFESTS" in environment else None
    if shared and shared.exists():
        return json.loads(shared.read_text())
    answer = subprocess.run(["swift", "package", "--package-path", str(folder), "dump-package"], env=environment, capture_output=True, text=True)
    if answer.returncode:
        return answer.stderr.strip()
    if shared:
        # Renamed when it is whole: checks run beside each other.
        own = shared.with_name(f"{key}-{os.getpid()}-{threading.get_ident()}")
        own.write_text(answer.stdout)
        own.rename(shared)
    return json.loads(answer.stdout)


class Check:
    """One run of a check: collects violations and ends the process."""

    def __init__(self, name: str):
        self.name = name
        arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
        self.options = {argument for argument in sys.argv[1:] if argument.startswith("--")}
        self.root = Path(arguments[0]).resolve() if arguments else REPOSITORY
        self.violations: list[str] = []
        self.looked_at = 0

    def files(self, *suffixes: str, under: list[str] | None = None):
        """The project's files with one of the suffixes, in a fixed order."""
        starts = [self.root / start for start in under] if under else [self.root]
        for start in starts:
            if start.is_file():
                self.looked_at += 1
                yield start
            for folder, folders, names in os.walk(start):
                folders[:] = sorted(name for name in folders if name not in SKIPPED and not name.startswith(".build-"))
                for name in sorted(names):
                    if not suffixes or name.endswith(suffixes):
                        self.looked_at += 1
                        yield Path(folder) / name

    def swift_files(self, with_stubs: bool = False):
        """The project's code. The declarations of Apple's modules are somebody else's: they follow Apple's documentation, not the house rules."""
        for path in self.files(".swift", under=SWIFT_ROOTS):
            if with_stubs or not self.relative(path).startswith(STUBS):
                yield path

    def relative(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def report(self, path: Path | str, line: int | None, message: str):
        place = path if isinstance(path, str) else self.relative(path)
        self.violations.append(f"{place}:{line}: {message}" if line else f"{place}: {message}")

    def finish(self, unit: str = "files"):
        """Also fails if there was nothing to check: a check that sees nothing proves nothing."""
        if not self.violations and self.looked_at == 0:
            self.violations.append(f"nothing to check was found under {self.root}")
        for violation in self.violations:
            print(violation)
        print(f"{self.name}: {len(self.violations)} violations in {self.looked_at} {unit}")
        sys.exit(1 if self.violations else 0)


# What can begin or end something in code, and in a string.
IN_CODE = re.compile(r"[/#\"`()]")
IN_STRING = re.compile(r"[\"\\\n]")


def code_of(text: str, keep_comments: bool = False) -> str:
    """Swift source with comments and the contents of strings and raw names blanked, so that every match is code. Lines and columns stay.

    Code inside an interpolation is kept. A regular expression literal is blanked if it can be distinguished from a division.
    """
    out = list(text)
    end = len(text)

    def blank(start: int, stop: int):
        out[start:stop] = ["\n" if character == "\n" else " " for character in text[start:stop]]

    def comment(start: int) -> int:
        if text.startswith("//", start):
            stop = text.find("\n", start)
            stop = end if stop < 0 else stop
        else:
            depth, stop = 1, start + 2
            while stop < end and depth:
                if text.startswith("/*", stop):
                    depth, stop = depth + 1, stop + 2
                elif text.startswith("*/", stop):
                    depth, stop = depth - 1, stop + 2
                else:
                    stop += 1
        if not keep_comments:
            blank(start, stop)
        return stop

    def string(start: int, hashes: int) -> int:
        """Starts at the opening quote. Returns the index after the closing one."""
        quote = '"""' if text.startswith('"""', start) else '"'
        closing, escape = quote + "#" * hashes, "\\" + "#" * hashes
        index = start + len(quote)
        while index < end:
            if text.startswith(closing, index):
                return index + len(closing)
            if text.startswith(escape, index):
                if text.startswith("(", index + len(escape)):
                    blank(index, index + len(escape))
                    index = scan(index + len(escape) + 1, inside_parentheses=True)
                    continue
                blank(index, index + len(escape) + 1)
                index += len(escape) + 1
                continue
            if text[index] == "\n" and quote == '"':
                return index  # not Swift; do not lose the rest of the file
            following = IN_STRING.search(text, index + 1)
            stop = following.start() if following else end
            blank(index, stop)
            index = stop
        return end

    def scan(index: int, inside_parentheses: bool = False) -> int:
        depth = 1
        # Most characters begin nothing: the search passes over them.
        while found := IN_CODE.search(text, index):
            index, character = found.start(), found[0]
            if text.startswith(("//", "/*"), index):
                index = comment(index)
                continue
            if character == "#":
                hashes = len(text[index:]) - len(text[index:].lstrip("#")) if text.startswith("##", index) else 1
                if text.startswith('"', index + hashes):
                    index = string(index + hashes, hashes)
                    continue
                if text.startswith("/", index + hashes):
                    stop = text.find("/" + "#" * hashes, index + hashes + 1)
                    if stop > 0:
                        blank(index + hashes + 1, stop)
                        index = stop + 1 + hashes
                        continue
                index += hashes
                continue
            if character == '"':
                index = string(index, 0)
                continue
            if character == "`":
                stop = text.find("`", index + 1)
                line = text.find("\n", index + 1)
                if stop > 0 and (line < 0 or stop < line):
                    if " " in text[index:stop]:
                        blank(index + 1, stop)
                    index = stop + 1
                    continue
            if character == "/" and re.search(r"[(,=\[:]\s*$", text[max(0, index - 3) : index]):
                match = re.compile(r"/(?![\s*/])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\\[])*/").match(text, index)
                if match:
                    blank(index + 1, match.end() - 1)
                    index = match.end()
                    continue
            if inside_parentheses and character in "()":
                depth += 1 if character == "(" else -1
                if depth == 0:
                    return index + 1
            index += 1
        return end

    scan(0)
    return "".join(out)


def lines_matching(pattern: re.Pattern, text: str):
    """Pairs of line number and match."""
    for match in pattern.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match


def table(check: Check, path: str, name: str) -> list[list[str]]:
    """The rows of the table between `<!-- NAME:begin -->` and `<!-- NAME:end -->`, without its two header lines."""
    text = (check.root / path).read_text()
    match = re.search(rf"<!-- {name}:begin -->\n(.*?)<!-- {name}:end -->", text, re.S)
    if not match:
        check.report(path, None, f"the table {name} is gone; it stands between <!-- {name}:begin --> and <!-- {name}:end -->")
        return []
    rows = [line for line in match[1].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows[2:]]
