"""The build folder that all clones on a machine share, tried with two clones of a small project that has the project's own scripts."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SDK = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "martlet", products: [.library(name: "Kit", targets: ["Kit"])],
  targets: [.target(name: "Kit"){more}]
)
"""
SERVER = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "martlet-server",
  dependencies: [
    .package(name: "martlet", path: ".."),
    .package(url: "file://{dependency}", from: "1.0.0"),
  ],
  targets: [
    .executableTarget(
      name: "tool", dependencies: [.product(name: "Kit", package: "martlet"), .product(name: "Fetched", package: "fetched")])
  ]
)
"""
FETCHED = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "fetched", products: [.library(name: "Fetched", targets: ["Fetched"])], targets: [.target(name: "Fetched")])
"""


APP = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "shop",
  dependencies: [.package(name: "martlet", path: "../..")],
  targets: [.executableTarget(name: "app", dependencies: [.product(name: "Kit", package: "martlet")])]
)
"""


def write(folder: Path, files: dict[str, str]):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


@unittest.skipUnless(shutil.which("flock"), "Without flock, every clone builds in a folder of its own.")
class BuildFolder(unittest.TestCase):
    def setUp(self):
        self.place = Path(tempfile.mkdtemp()).resolve()
        self.addCleanup(shutil.rmtree, self.place)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("MARTLET_")}
        self.environment |= {"HOME": str(self.place / "home"), "XDG_CACHE_HOME": str(self.place / "cache")}
        fetched = self.place / "fetched"
        write(fetched, {"Package.swift": FETCHED, "Sources/Fetched/A.swift": "public let fetched = 1\n"})
        for command in ("init --quiet", "add .", "-c user.name=a -c user.email=a@b commit --quiet --message=A", "tag 1.0.0"):
            subprocess.run(["git", *command.split()], cwd=fetched, check=True)

    def clone(self, name: str, extra: bool = False) -> Path:
        folder = self.place / name
        more = ', .target(name: "Extra")' if extra else ""
        write(folder, {
            "Package.swift": SDK.replace('targets: ["Kit"]', 'targets: ["Kit"' + (', "Extra"]' if extra else "]")).format(more=more),
            "Sources/Kit/A.swift": f'public let name = "{name}"\n',
            "Server/Package.swift": SERVER.format(dependency=self.place / "fetched"),
            "Server/Sources/tool/main.swift": "import Fetched\nimport Kit\n\nprint(name, fetched)\n",
            "Examples/Shop/Package.swift": APP,
            "Examples/Shop/Sources/app/main.swift": "import Kit\n\nprint(name)\n",
        })  # fmt: skip
        if extra:
            write(folder, {"Sources/Extra/A.swift": "public let extra = 1\n"})
        (folder / "scripts").mkdir()
        for script in ("environment", "build", "clean-cache"):
            shutil.copy2(ROOT / "scripts" / script, folder / "scripts" / script)
        return folder

    def run_in(self, clone: Path, command: str, **more: str) -> str:
        answer = subprocess.run(["bash", "-c", command], cwd=clone, env=self.environment | more, capture_output=True, text=True)
        self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
        return answer.stdout

    def folder(self, clone: Path, **more: str) -> Path:
        return Path(self.run_in(clone, 'source scripts/environment && echo "$MARTLET_BUILD_FOLDER"', **more).strip())

    def test_clones_share_what_is_fetched_and_nothing_of_their_own(self):
        first, second = self.clone("first", extra=True), self.clone("second")
        self.run_in(first, "scripts/build Server && scripts/build .")
        products = Path(self.run_in(first, "scripts/build --products").strip())
        self.assertEqual(self.run_in(first, f"{products}/tool"), "first 1\n")
        fetched = {path: path.stat().st_mtime_ns for path in products.glob("Fetched.build/*.o")}
        self.assertTrue(fetched)
        self.assertTrue((products / "Modules/Extra.swiftmodule").exists())

        apple = products.parent / ".build-apple/ios"
        write(apple, {"Extra.swiftmodule": "", "resources/Swift.swiftmodule": ""})

        # Before the second clone has built, it has nothing of the first.
        self.assertEqual(self.folder(second), self.folder(first))
        self.folder(second)
        for gone in ("tool", "Modules/Kit.swiftmodule", "Modules/Extra.swiftmodule", "Kit.build"):
            self.assertFalse((products / gone).exists(), gone)
        self.assertEqual([path.name for path in apple.rglob("*.swiftmodule")], ["Swift.swiftmodule"])
        self.run_in(second, "scripts/build Server")
        self.assertEqual(self.run_in(second, f"{products}/tool"), "second 1\n")
        self.assertEqual({path: path.stat().st_mtime_ns for path in products.glob("Fetched.build/*.o")}, fetched)

    def test_packages_of_a_clone_share_what_is_built_and_fetched(self):
        clone = self.clone("first")
        self.run_in(clone, "scripts/build Server")
        products = Path(self.run_in(clone, "scripts/build --products").strip())
        files = [*products.glob("Fetched.build/*.o"), *products.glob("Kit.build/*.o"), products / "tool"]
        times = {path: path.stat().st_mtime_ns for path in files}
        self.assertGreater(len(times), 2)
        for package in ("Examples/Shop", ".", "Server"):
            self.run_in(clone, f"scripts/build {package}")
            # The package manager removes what the app does not need, if it knows of it. So the server has a list of its own.
            of_server = products.parent / f"workspace-state{'' if package == 'Server' else '-martlet-server'}.json"
            self.assertIn('"fetched"', of_server.read_text(), package)
            self.assertEqual({path: path.stat().st_mtime_ns for path in files}, times, package)
        self.assertEqual(self.run_in(clone, f"{products}/app"), "first\n")

    def test_who_does_not_get_the_lock_builds_in_a_folder_of_its_own(self):
        first, second = self.clone("first"), self.clone("second")
        shared = self.folder(first)
        self.assertNotIn(str(first), str(shared))
        with subprocess.Popen(
            ["bash", "-c", "source scripts/environment && echo ready && read"],
            cwd=first, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as holder:  # fmt: skip
            self.assertEqual(holder.stdout.readline(), "ready\n")
            self.assertEqual(self.folder(second), second / ".build-own")
            self.run_in(second, "scripts/clean-cache")
            self.assertTrue(shared.exists(), "a folder that is in use stays")
            holder.communicate("\n")
        self.assertEqual(self.folder(second), shared)
        self.run_in(second, "scripts/clean-cache")
        self.assertFalse(shared.exists())

    def test_other_compilers_options_and_dependencies_have_other_folders(self):
        clone = self.clone("first")
        folders = {self.folder(clone)}
        fake = self.place / "bin/swift"
        write(fake.parent, {"swift": "#!/bin/sh\necho Swift version 99\n"})
        fake.chmod(0o755)
        folders.add(self.folder(clone, PATH=f"{fake.parent}:{os.environ['PATH']}"))
        manifest, environment = clone / "Server/Package.swift", clone / "scripts/environment"
        manifest.write_text(manifest.read_text().replace("1.0.0", "1.0.1"))
        folders.add(self.folder(clone))
        environment.write_text(environment.read_text().replace("swift_options=(", "swift_options=(-Xswiftc -O "))
        folders.add(self.folder(clone))
        self.assertEqual(len(folders), 4)


if __name__ == "__main__":
    unittest.main()
