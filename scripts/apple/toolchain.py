"""The standard library of this machine's Swift toolchain under the name of an Apple target, so that the compiler treats code as Apple's compiler does.

No Apple SDK is needed, and nothing that is compiled this way can be linked or run. `docs/apple.md` explains what the check proves and what it does not.

A compiled Swift module contains the name of its target. That name is replaced by the name of an Apple target of the same length, so that nothing in
the file moves. Two modules, `Swift` and `_Concurrency`, are compiled anew from their textual interface, because some of their declarations exist
only with Objective-C interoperability.
"""

import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUBS = ROOT / "Tests/AppleStubs"
LINUX = "x86_64-unknown-linux-gnu"
# Interfaces are compiled for this target, whose name has as many characters as the others, and then get their names.
NEUTRAL = "arm64-apple-ios26.000000"
RELABELLED = (
    "_StringProcessing _RegexParser SwiftOnoneSupport Synchronization _Builtin_float Observation FoundationEssentials _FoundationCollections"
).split()
HEADERS = [Path("/usr/include"), Path("/usr/include/x86_64-linux-gnu")]
FROM_INTERFACES = ["Swift", "_Concurrency"]


@dataclass(frozen=True)
class Platform:
    """An Apple platform: its oldest supported version and its newest one."""

    name: str
    triple: str
    oldest: str
    newest: str
    # In compiled modules. As long as the Linux target's name.
    label: str
    # Where the compiler looks for the standard library of the platform.
    folder: str

    def target(self, version: str) -> str:
        return self.triple + version

    @property
    def file(self) -> str:
        """The name of a compiled module in the module's folder."""
        return f"{self.triple.removesuffix('x')}.swiftmodule"


PLATFORMS = {
    platform.name: platform
    for platform in (
        Platform("ios", "arm64-apple-ios", "16.0", "26.0", "arm64-apple-ios16.000000", "iphoneos"),
        Platform("tvos", "arm64-apple-tvos", "16.0", "26.0", "arm64-apple-tvos16.00000", "appletvos"),
        Platform("macos", "arm64-apple-macosx", "14.0", "26.0", "arm64-apple-macosx14.000", "macosx"),
        Platform("visionos", "arm64-apple-xros", "1.0", "26.0", "arm64-apple-xros1.000000", "xros"),
    )
}


# For visionOS, declarations that only name a version of iOS count as the version of visionOS of the same time.
VISION_VERSIONS = {"17.0": "1.0", "17.4": "1.1", "17.5": "1.2", "18.0": "2.0", "18.1": "2.1", "18.2": "2.2", "18.4": "2.4", "18.5": "2.5", "26.0": "26.0"}


class Trouble(Exception):
    """Why the check cannot run. Not a finding."""


def run(arguments: list, **options) -> subprocess.CompletedProcess:
    return subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True, **options)


class Toolchain:
    """The prepared standard libraries, one folder for each platform, in `build`."""

    def __init__(self, build: Path):
        self.build = build
        compiler = shutil.which("swiftc")
        if compiler is None:
            raise Trouble("swiftc was not found on the PATH")
        self.library = Path(compiler).resolve().parent.parent / "lib/swift"
        self.interop = sorted((STUBS / "Interop").glob("*.txt"))

    def resources(self, platform: Platform) -> Path:
        return self.build / platform.name / "resources"

    def sdk(self, platform: Platform) -> Path:
        return self.build / platform.name / "sdk"

    @property
    def _recipe(self) -> str:
        """Changes when the result would."""
        digest = hashlib.sha256(run(["swiftc", "--version"]).stdout.encode())
        for path in [Path(__file__), *self.interop]:
            digest.update(path.read_bytes())
        return digest.hexdigest()

    def prepare(self, say) -> None:
        """Makes the libraries of all platforms, unless they are there already."""
        stamp = self.build / "prepared"
        recipe = self._recipe
        if stamp.exists() and stamp.read_text() == recipe:
            return
        say("preparing the standard library, once for this toolchain")
        shutil.rmtree(self.build, ignore_errors=True)
        neutral = self.build / "neutral"
        self._make_resources(neutral, "iphoneos")
        relabelled = {module: self._relabel(module) for module in RELABELLED}
        for module in RELABELLED:
            self._store(neutral, PLATFORMS["ios"], module, relabelled[module](NEUTRAL))
        # Only for reading the interfaces, which need each other.
        for module in FROM_INTERFACES:
            compiled = self._compile_interface(module, neutral)
            self._store(neutral, PLATFORMS["ios"], module, compiled)
        for platform in PLATFORMS.values():
            self._make_resources(self.resources(platform), platform.folder)
            for module in RELABELLED:
                self._store(self.resources(platform), platform, module, relabelled[module](platform.label))
            for module in FROM_INTERFACES:
                text = (neutral / "iphoneos" / f"{module}.swiftmodule" / PLATFORMS["ios"].file).read_bytes()
                self._store(self.resources(platform), platform, module, text.replace(NEUTRAL.encode(), platform.label.encode()))
            self._store_settings(platform)
        stamp.write_text(recipe)

    def _make_resources(self, resources: Path, folder: str) -> None:
        (resources / "shims").mkdir(parents=True)
        (resources / folder).mkdir()
        for name in ("clang", "apinotes"):
            (resources / name).symlink_to(self.library / name)
        for header in sorted((self.library / "shims").glob("*.h")):
            (resources / "shims" / header.name).symlink_to(header)
        # That module would pull in the C library of Linux.
        shims = (self.library / "shims/module.modulemap").read_text()
        (resources / "shims/module.modulemap").write_text(re.sub(r"^module SwiftOverlayShims.*?^\}\n", "", shims, flags=re.M | re.S))

    def _relabel(self, module: str):
        path = self.library / f"linux/{module}.swiftmodule/{LINUX}.swiftmodule"
        if not path.exists():
            raise Trouble(f"this toolchain has no module {module} for {LINUX}; the check needs Swift 6.3 for Linux on x86-64")
        content = path.read_bytes()
        if LINUX.encode() not in content:
            raise Trouble(f"{path} does not contain the name of its target; the check must be adapted to this version of Swift")
        # A module without a C library, so that `canImport(Glibc)` is false, as on a device.
        content = content.replace(b"Glibc", b"NoLib")
        return lambda label: content.replace(LINUX.encode(), label.encode())

    def _store(self, resources: Path, platform: Platform, module: str, content: bytes) -> None:
        place = resources / platform.folder / f"{module}.swiftmodule"
        place.mkdir(exist_ok=True)
        (place / platform.file).write_bytes(content)

    def _store_settings(self, platform: Platform) -> None:
        """The one file of an SDK that the compiler reads itself, and zlib's headers, which are the same everywhere."""
        headers = self.sdk(platform) / "usr/include"
        headers.mkdir(parents=True)
        for name in ("zlib.h", "zconf.h"):
            found = next((folder / name for folder in HEADERS if (folder / name).exists()), None)
            if found is None:
                raise Trouble(f"{name} was not found; scripts/bootstrap installs it")
            (headers / name).symlink_to(found)
        settings = {"Version": platform.newest, "MaximumDeploymentTarget": f"{platform.newest}.99", "VersionMap": {"iOS_visionOS": VISION_VERSIONS}}
        (self.sdk(platform) / "SDKSettings.json").write_text(json.dumps(settings))

    def _compile_interface(self, module: str, resources: Path) -> bytes:
        text = (self.library / f"linux/{module}.swiftmodule/{LINUX}.swiftinterface").read_text()
        lines = text.splitlines(keepends=True)
        flags = next(index for index, line in enumerate(lines) if line.startswith("// swift-module-flags:"))
        lines[flags] = lines[flags].replace(f"-target {LINUX}", f"-target {NEUTRAL}")
        lines[flags] = lines[flags].replace("-disable-objc-interop", "-disable-availability-checking")
        text = "".join(lines)
        text = re.sub(r"@backDeployed\([^)]*\) *", "", text)
        # Functions for a type of floating-point number that ARM does not have.
        text = re.sub(r"^ *self = _stdlib_(?:squareRoot|remainder)l\(.*\)$\n", "", text, flags=re.M)
        interop = STUBS / "Interop" / f"{module}.txt"
        source = self.build / f"{module}.swiftinterface"
        source.write_text(text + interop.read_text())
        out = self.build / f"{module}.compiled"
        done = run(
            ["swiftc", "-frontend", "-compile-module-from-interface", "-parse-stdlib", "-module-name", module, "-target", NEUTRAL, "-resource-dir",
             resources, "-module-cache-path", self.build / "cache-interfaces", source, "-o", out])
        if not out.exists():
            raise Trouble(f"the interface of {module} does not compile for an Apple target:\n{done.stderr[-4000:]}")
        content = out.read_bytes()
        if NEUTRAL.encode() not in content:
            raise Trouble(f"the compiled module {module} does not contain the name of its target")
        return content
