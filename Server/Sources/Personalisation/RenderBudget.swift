// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Mustache

/// What rendering may cost: the values that are used, and the bytes that may be written. When either is used up, or nobody waits for the result any
/// more, values are missing, lists have no elements, and so the rendering ends.
///
/// A template can repeat itself for each element of lists in lists, and write a long value each time, so its own length bounds nothing.
final class RenderBudget {
  /// Enough for a long page with nested lists.
  static let steps = 10_000
  /// Several times the longest result, because not everything that is used is written.
  static let bytes = 1_048_576

  private(set) var steps = 0
  private(set) var bytes = 0
  /// Whether something is missing in the results.
  private(set) var isUsedUp = false
  /// The bytes of all results.
  var written = 0
  private var sections = SectionSize()
  private var kind = TemplateKind.text

  /// Call before each text that is rendered.
  func begin(_ text: String, _ kind: TemplateKind) {
    sections = SectionSize(of: text)
    self.kind = kind
  }

  /// The values as the template engine gets them, so that every use of one is counted.
  func counting(_ value: Any) -> Any {
    switch value {
    case let fields as [String: Any]: CountedFields(fields: fields, budget: self)
    case let elements as [Any]: CountedList(elements: elements, budget: self)
    case let text as String: CountedText(text: text, budget: self)
    default: value
    }
  }

  /// False when there is no room for this.
  fileprivate func spend(steps more: Int = 1, bytes moreBytes: Int = 0) -> Bool {
    if isUsedUp { return false }
    steps += more
    bytes += moreBytes
    isUsedUp = steps > Self.steps || bytes > Self.bytes || Task.isCancelled
    return !isUsedUp
  }

  /// For a value that is written.
  fileprivate func spend(_ text: String) -> Bool { spend(bytes: kind.length(of: text)) }

  /// For a section that is repeated for this many elements. Which section it is cannot be known here, so it counts as the largest of the text.
  fileprivate func spend(elements: Int) -> Bool { spend(steps: 1 + elements * sections.tags, bytes: elements * sections.bytes) }

  /// A list or an object that is named where a text belongs.
  fileprivate func text(of value: Any) -> String {
    guard !isUsedUp else { return "" }
    let text = String(describing: value)
    return spend(text) ? text : ""
  }
}

/// The most that one element of a list adds to a text, without values: the largest of the text's sections.
private struct SectionSize {
  var bytes = 0
  var tags = 0

  init() {}

  init(of text: String) {
    let text = Array(text.utf8)
    var opened: [(place: Int, tag: Int)] = []
    var (place, tag) = (0, 0)
    while place + 1 < text.count {
      guard text[place] == UInt8(ascii: "{"), text[place + 1] == UInt8(ascii: "{") else {
        place += 1
        continue
      }
      tag += 1
      place += 2
      while place < text.count, text[place] == UInt8(ascii: " ") || text[place] == UInt8(ascii: "\n") { place += 1 }
      guard place < text.count else { break }
      switch text[place] {
      case UInt8(ascii: "#"), UInt8(ascii: "^"): opened.append((place, tag))
      case UInt8(ascii: "/"):
        guard let start = opened.popLast() else { break }
        bytes = max(bytes, place - start.place)
        tags = max(tags, tag - start.tag)
      default: break
      }
    }
  }
}

extension TemplateKind {
  /// The most bytes of a value once it is written.
  fileprivate func length(of text: String) -> Int {
    switch self {
    case .html: text.utf8.reduce(0) { $0 + ("&<>\"'".utf8.contains($1) ? 6 : 1) }
    case .address: text.utf8.count * 3
    default: text.utf8.count
    }
  }
}

/// A text, which is written wherever it is named.
private struct CountedText: MustacheCustomRenderable, MustacheTransformable, MustacheParent {
  let text: String
  let budget: RenderBudget

  var renderText: String { budget.spend(text) ? text : "" }
  var isNull: Bool { false }

  func child(named name: String) -> Any? { nil }

  func transform(_ name: String) -> Any? {
    guard budget.spend(text), let result = text.transform(name) else { return nil }
    return (result as? String ?? (result as? Substring).map(String.init)).map { CountedText(text: $0, budget: budget) } ?? result
  }
}

/// An object, whose fields templates look up.
private struct CountedFields: MustacheCustomRenderable, MustacheTransformable, MustacheParent {
  let fields: [String: Any]
  let budget: RenderBudget

  var renderText: String { budget.text(of: fields) }
  var isNull: Bool { false }

  func child(named name: String) -> Any? { budget.spend() ? fields[name].map(budget.counting) : nil }

  func transform(_ name: String) -> Any? {
    budget.spend(elements: fields.count) ? fields.mapValues(budget.counting).transform(name) : nil
  }
}

/// A list, for whose elements a section is repeated.
private struct CountedList: MustacheSequence, MustacheCustomRenderable, MustacheTransformable, MustacheParent {
  let elements: [Any]
  let budget: RenderBudget

  var renderText: String { budget.text(of: elements) }
  var isNull: Bool { false }

  func makeIterator() -> some IteratorProtocol {
    (budget.spend(elements: elements.count) ? elements : []).map(budget.counting).makeIterator()
  }

  func child(named name: String) -> Any? { nil }

  func transform(_ name: String) -> Any? {
    budget.spend(elements: elements.count) ? elements.map(budget.counting).transform(name) : nil
  }
}
