// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Pages

@Suite("What templates find in a model") struct PageModelTests {
  private struct Line {
    let name: String
    var count: Int?
  }

  private enum Choice: Equatable { case one, other(String) }

  /// Describes itself with as many properties as it likes.
  private struct Shifting: CustomReflectable, Equatable {
    let count: Int
    var customMirror: Mirror {
      Mirror(self, children: (0..<count).map { ("property\($0)", $0) }, displayStyle: .struct)
    }
  }

  private struct Page {
    let title = "Campaigns"
    let isShort = true
    let first: Line? = Line(name: "first", count: 3)
    let none: Line? = nil
    let lines = [Line(name: "a", count: nil), Line(name: "b", count: 2)]
    let words = ["x", "y"]
    let pair = (label: "left", number: 7)
    let choice = Choice.other("z")
    let shifting = Shifting(count: 2)
    let nested: [Line]? = [Line(name: "c")]
  }

  private let page = PageModel.model(Page())

  private func found(_ path: String...) -> Any? {
    path.reduce(page) { value, name in (value as? PageModel)?.child(named: name) }
  }

  @Test func `properties are found by their names, also those of models within the model`() {
    #expect(found("title") as? String == "Campaigns" && found("isShort") as? Bool == true)
    #expect(found("first", "name") as? String == "first" && found("first", "count") as? Int == 3)
    #expect(found("pair", "label") as? String == "left" && found("pair", "number") as? Int == 7)
    #expect(found("words") as? [String] == ["x", "y"] && found("choice") as? Choice == .other("z"))
  }

  @Test func `a property that is nil is not there, and neither is one that the model does not have`() {
    #expect(found("none") == nil && found("no") == nil && found("first", "title") == nil)
  }

  @Test func `the elements of a list are models`() throws {
    let lines = try #require(found("lines") as? [Any]).map { $0 as? PageModel }
    #expect(lines.map { $0?.child(named: "name") as? String } == ["a", "b"])
    #expect(lines.map { $0?.child(named: "count") as? Int } == [nil, 2])
    #expect((found("nested") as? [Any])?.first is PageModel)
  }

  @Test func `a model that is written as a text has the text of its value`() throws {
    let first = try #require(found("first"))
    #expect("\(first)" == "\(Line(name: "first", count: 3))")
  }

  @Test func `a value that describes itself stays what it is`() {
    #expect(found("shifting") as? Shifting == Shifting(count: 2))
    #expect(PageModel.model(Shifting(count: 1)) as? Shifting == Shifting(count: 1))
  }
}
