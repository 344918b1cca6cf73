// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Pages

@Suite struct AssetLibraryTests {
  @Test func `addresses change with the content`() throws {
    let one = try AssetLibrary([("js/a.js", "export const a = 1;\n")])
    let two = try AssetLibrary([("js/a.js", "export const a = 2;\n")])
    let path = try #require(one.path(of: "a.js"))
    #expect(path.wholeMatch(of: /\/assets\/a-[0-9a-f]{16}\.js/) != nil)
    #expect(path != two.path(of: "a.js"))
    #expect(one.asset(atPath: path)?.text == "export const a = 1;\n")
  }

  @Test func `modules import each other by address`() throws {
    let library = try AssetLibrary([
      ("js/z.js", "import { a } from \"./a.js\";\n"), ("js/deep/a.js", "export const a = 1;\n"),
    ])
    let path = try #require(library.path(of: "a.js"))
    let importing = try #require(library.path(of: "z.js").flatMap { library.asset(atPath: $0) })
    #expect(importing.text == "import { a } from \"\(path)\";\n")
  }

  @Test func `a change in an imported module changes the importer's address`() throws {
    let one = try AssetLibrary([("z.js", "import \"./a.js\";\n"), ("a.js", "1")])
    let two = try AssetLibrary([("z.js", "import \"./a.js\";\n"), ("a.js", "2")])
    #expect(one.path(of: "z.js") != two.path(of: "z.js"))
  }

  @Test func `sheets of one folder become one, in the order of their names`() throws {
    let library = try AssetLibrary([("css/pages/b.css", "b\n"), ("css/pages/a.css", "a\n")])
    #expect(library.assets.map(\.text) == ["a\nb\n"])
    #expect(library.assets.map(\.name) == ["pages.css"])
  }

  @Test func `mistakes are found`() {
    #expect(throws: AssetLibrary.Mistake.sameName("a.js")) {
      try AssetLibrary([("x/a.js", ""), ("y/a.js", "")])
    }
    #expect(throws: AssetLibrary.Mistake.unknownType("a.exe")) { try AssetLibrary([("a.exe", "")]) }
    #expect(throws: AssetLibrary.Mistake.cannotImport("b.js", from: "a.js")) {
      try AssetLibrary([("a.js", "import \"./b.js\";")])
    }
    #expect(throws: AssetLibrary.Mistake.cannotImport("a.js", from: "b.js")) {
      try AssetLibrary([("a.js", "import \"./b.js\";"), ("b.js", "import \"./a.js\";")])
    }
  }

  @Test func `embedded files are what the folder holds`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Sources/Pages/Assets")
    let enumerator = try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey]))
    var found: [String: String] = [:]
    for case let file as URL in enumerator
    where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      found[String(file.path.dropFirst(folder.path.count + 1))] = try String(
        contentsOf: file, encoding: .utf8)
    }
    let embedded = Dictionary(uniqueKeysWithValues: EmbeddedFiles.all.map { ($0.path, $0.text.description) })
    #expect(embedded == found)
  }
}
