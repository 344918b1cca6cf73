"""Compiles the stubs and the SDK for an Apple platform, down to the checks that need SIL (isolation of regions, initialisation)."""

import json
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from toolchain import ROOT, STUBS, Platform, Toolchain, Trouble, run

# Each warning is an error: calls that break main-actor isolation, and delegate methods that nearly match, are only warnings.
STRICT = ["-swift-version", "6", "-package-name", "martlet", "-parse-as-library", "-warnings-as-errors"]


@dataclass
class Module:
    """A module of the SDK, as the package manifest describes it."""

    name: str
    folder: Path
    dependencies: list[str]
    features: list[str]

    @property
    def sources(self) -> list[Path]:
        return sorted(self.folder.rglob("*.swift"))

    @property
    def flags(self) -> list[str]:
        return [*STRICT, *(part for feature in self.features for part in ("-enable-upcoming-feature", feature))]


def sdk_modules(root: Path = ROOT) -> list[Module]:
    """The modules that an app can link, after those that they import."""
    answer = run(["swift", "package", "--package-path", root, "dump-package"])
    if answer.returncode != 0:
        raise Trouble(f"the package manifest cannot be read:\n{answer.stderr[-2000:]}")
    manifest = json.loads(answer.stdout)
    offered = {target for product in manifest["products"] for target in product["targets"]}
    modules = {}
    for target in manifest["targets"]:
        if target["type"] != "regular" or target["name"] not in offered:
            continue
        features = [
            feature for setting in target["settings"] for kind, given in setting["kind"].items() if kind == "enableUpcomingFeature"
            for feature in given.values()
        ]
        modules[target["name"]] = Module(
            target["name"], root / (target.get("path") or f"Sources/{target['name']}"),
            [name for dependency in target["dependencies"] for name in [dependency["byName"][0]]], features)
    done: list[Module] = []

    def add(module: Module):
        if module in done:
            return
        for name in module.dependencies:
            if name in modules:
                add(modules[name])
        done.append(module)

    for module in modules.values():
        add(module)
    return done


@dataclass(frozen=True)
class Stub:
    """A module of Apple's that the SDK imports: Objective-C declarations in a header, or Swift ones, or both."""

    name: str
    platforms: tuple[str, ...]

    @property
    def folder(self) -> Path:
        return STUBS / self.name


def stubs() -> list[Stub]:
    """In the order in which they import each other."""
    listed = []
    for line in (STUBS / "modules.txt").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            listed.append(Stub(words[0], tuple(words[1:])))
    return listed


@dataclass
class Finding:
    """What the compiler said about one piece of code."""

    subject: str
    text: str

    @property
    def problems(self) -> list[str]:
        """One line each, without the quoted source."""
        found = [line for line in self.text.splitlines() if re.search(r": (error|warning): ", line)]
        return list(dict.fromkeys(line.replace(f"{ROOT}/", "") for line in found)) or [self.text.strip()[-1_000:]]


@dataclass
class Compilation:
    """Code compiled for one platform. Modules are built once, for the oldest version, and everything is then checked for each version."""

    toolchain: Toolchain
    platform: Platform
    modules: list[Module]
    findings: list[Finding] = field(default_factory=list)

    def __post_init__(self):
        self.out = self.toolchain.build / self.platform.name
        # The platform's modules only, so that `canImport` is right, and under their names, as in `#import <UIKit/UIKit.h>`.
        self.headers = self.out / "include"
        # What the compiler writes for Objective-C: MODULE-Swift.h.
        self.emitted = self.out / "emitted"

    @property
    def own_stubs(self) -> list[Stub]:
        return [stub for stub in stubs() if self.platform.name in stub.platforms]

    def flags(self, version: str) -> list[str]:
        return [
            "-target", self.platform.target(version), "-resource-dir", self.toolchain.resources(self.platform), "-sdk",
            self.toolchain.sdk(self.platform), "-module-cache-path", self.out / "cache", "-I", self.out, "-I", self.headers, "-I", STUBS / "Empty", "-I", STUBS / "C", "-I", ROOT / "Sources/CZlib",
            "-Xcc", "-fmodulemap-allow-subdirectory-search", "-diagnostic-style", "llvm",
        ]

    def link_headers(self) -> None:
        shutil.rmtree(self.headers, ignore_errors=True)
        self.headers.mkdir()
        for stub in self.own_stubs:
            if any(stub.folder.glob("*.h")):
                (self.headers / stub.name).symlink_to(stub.folder)

    def build_stubs(self) -> bool:
        """Compiles Apple's modules. False if one of them does not compile."""
        self.link_headers()
        nothing = self.out / "NoLib.swift"
        nothing.write_text("")
        base = ["swiftc", "-frontend", "-emit-module", "-parse-as-library"]
        jobs = [("NoLib", [nothing], [])]
        for stub in self.own_stubs:
            under = ["-import-underlying-module"] if (stub.folder / "module.modulemap").exists() else []
            sources = sorted(stub.folder.glob("*.swift"))
            if sources:
                jobs.append((stub.name, sources, [*under, "-swift-version", "6", "-experimental-skip-all-function-bodies"]))
        for name, sources, more in jobs:
            done = run([*base, "-module-name", name, *self.flags(self.platform.oldest), *more, "-o", self.out / f"{name}.swiftmodule", *sources])
            if done.returncode != 0:
                self.findings.append(Finding(f"stub {name}, {self.platform.name}", done.stderr))
                return False
        return True

    def build_modules(self) -> bool:
        """Compiles the interfaces of the SDK's modules, for those that import them."""
        shutil.rmtree(self.emitted, ignore_errors=True)
        self.emitted.mkdir()
        for module in self.modules:
            done = run(
                ["swiftc", "-frontend", "-emit-module", "-experimental-skip-all-function-bodies", *self.flags(self.platform.oldest), *module.flags,
                 "-emit-objc-header-path", self.emitted / f"{module.name}-Swift.h",
                 "-module-name", module.name, "-o", self.out / f"{module.name}.swiftmodule", *module.sources])
            if done.returncode != 0:
                self.findings.append(Finding(f"{module.name}, {self.platform.name}", done.stderr))
                return False
        return True

    def check(self, name: str, sources: list[Path], flags: list[str], version: str, subject: str, only_types: bool = False) -> bool:
        """Compiles code that nothing imports, completely. A warning counts as an error.

        Types include availability, and take half the time.
        """
        mode = ["-typecheck"] if only_types else ["-emit-sil", "-o", os.devnull]
        done = run(["swiftc", "-frontend", *mode, *self.flags(version), *flags, "-module-name", name, *sources])
        if done.returncode != 0:
            self.findings.append(Finding(subject, done.stderr))
        return done.returncode == 0

    def check_modules(self, versions: list[str], pool: ThreadPoolExecutor, extension_safe: set[str]) -> list:
        """Checks each module completely for the first version, and its types for the others.

        Those that app extensions may link are compiled as for one: that forbids more, and allows nothing else. For the other versions they are not.
        """
        jobs = []
        for module in self.modules:
            for version in versions:
                is_first = version == versions[0]
                extension = ["-application-extension"] if is_first and module.name in extension_safe else []
                subject = f"{module.name}, {self.platform.name} {version}{', in an app extension' if extension else ''}"
                flags = [*module.flags, *extension]
                jobs.append(pool.submit(self.check, module.name, module.sources, flags, version, subject, not is_first))
        return jobs
