"""Compiles the example app and the code of the article "Getting started on iOS" for iOS, as an app developer's Xcode would: against the SDK's modules."""

import json
import re

from compilation import Compilation, Finding
from toolchain import ROOT, Trouble, run

SHOP = ROOT / "Examples/Shop"
ARTICLE = ROOT / "Sources/MartletKit/Documentation.docc/GettingStartedOnIOS.md"
FLAGS = ["-swift-version", "6", "-package-name", "shop", "-parse-as-library", "-warnings-as-errors"]
# What the build system generates for a module with resources.
RESOURCES = "import Foundation\nextension Foundation.Bundle {\n  static let module = Bundle.main\n}\n"
# Its modules that are app extensions.
EXTENSIONS = {"ShopNotificationService"}


def check_example(compilation: Compilation) -> tuple[int, int]:
    """Checks each module of the example. Returns how many passed, and how many there are."""
    answer = run(["swift", "package", "--package-path", SHOP, "dump-package"])
    if answer.returncode != 0:
        raise Trouble(f"the manifest of the example cannot be read:\n{answer.stderr[-2000:]}")
    targets = [target for target in json.loads(answer.stdout)["targets"] if target["type"] in ("regular", "executable")]
    # Those that others import first.
    targets.sort(key=lambda target: len(target["dependencies"]))
    imported = {name for target in targets for dependency in target["dependencies"] for name in [next(iter(dependency.values()))[0]]}
    passed = 0
    version = compilation.platform.oldest
    for target in targets:
        name = target["name"]
        sources = sorted((SHOP / "Sources" / name).rglob("*.swift"))
        if target["resources"]:
            generated = compilation.out / f"{name}-resources.swift"
            generated.write_text(RESOURCES)
            sources.append(generated)
        flags = [*FLAGS, *(["-application-extension"] if name in EXTENSIONS else [])]
        if name in imported:
            done = run(
                ["swiftc", "-frontend", "-emit-module", "-experimental-skip-all-function-bodies", *compilation.flags(version), *flags, "-module-name", name,
                 "-o", compilation.out / f"{name}.swiftmodule", *sources])
            if done.returncode != 0:
                compilation.findings.append(Finding(f"the example's {name}", done.stderr))
                continue
        passed += compilation.check(name, sources, flags, version, f"the example's {name}")
    return passed, len(targets)


def check_article(compilation: Compilation) -> tuple[int, int]:
    """Checks each block of Swift in the article, as a module of its own. Returns how many passed, and how many there are."""
    blocks = re.findall(r"^```swift\n(.*?)^```$", ARTICLE.read_text(), re.M | re.S)
    passed = 0
    for number, block in enumerate(blocks, 1):
        source = compilation.out / f"GettingStarted{number}.swift"
        source.write_text(block)
        subject = f"the code {number} of {ARTICLE.relative_to(ROOT)}"
        passed += compilation.check(f"GettingStarted{number}", [source], FLAGS, compilation.platform.oldest, subject)
    if not blocks:
        compilation.findings.append(Finding(str(ARTICLE.relative_to(ROOT)), "has no code"))
    return passed, len(blocks)
