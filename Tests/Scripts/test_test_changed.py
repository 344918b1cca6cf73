"""Which tests `scripts/test-changed` chooses for a change."""

import importlib.util
import sys
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "scripts"))
loader = SourceFileLoader("test_changed", str(ROOT / "scripts/test-changed"))
changed = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
sys.modules[loader.name] = changed
loader.exec_module(changed)
GRAPH = changed.Graph()


class Choosing(unittest.TestCase):
    def titles(self, *files: str) -> list[str]:
        return [step.name for step in changed.plan(list(files), GRAPH)]

    def test_a_document_is_only_checked(self):
        self.assertEqual(self.titles("docs/audiences.md"), ["checks"])

    def test_a_part_of_the_console_needs_no_tests_of_the_sdk_or_the_store(self):
        titles = self.titles("Server/Sources/Console/Search/SearchRoutes.swift")
        self.assertIn("ConsoleTests", titles)
        self.assertNotIn("StoreSQLiteTests", titles)
        self.assertNotIn("SDK build", titles)
        self.assertEqual(titles[-1], "browser tests")

    def test_the_engine_concerns_everything_and_its_own_tests_come_first(self):
        titles = self.titles("Sources/MartletCore/Delivery/DeliveryEngine.swift")
        self.assertEqual(titles[:3], ["checks", "SDK build", "MartletCoreTests"])
        for name in ("MartletUITests", "server build", "ConsoleTests", "ShopModelTests", "scenarios"):
            self.assertIn(name, titles)

    def test_a_change_of_tests_concerns_only_them(self):
        self.assertEqual(self.titles("Server/Tests/DomainTests/A.swift"), ["checks", "server build", "DomainTests"])

    def test_a_manifest_concerns_its_package(self):
        titles = self.titles("Server/Package.swift")
        self.assertTrue({name for name in GRAPH.tests if GRAPH.package[name] == "Server"} <= set(titles))

    def test_every_browser_test_belongs_to_a_part_and_every_part_exists(self):
        files = {path.stem.removeprefix("test_") for path in (ROOT / "Tests/Browser").glob("test_*.py")}
        self.assertEqual({name for names in changed.CONCERNS.values() for name in names}, files)
        for part in changed.CONCERNS:
            self.assertTrue((ROOT / part).exists(), part)


if __name__ == "__main__":
    unittest.main()
