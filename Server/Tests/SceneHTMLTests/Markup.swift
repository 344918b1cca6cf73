// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Reads the renderer's markup strictly: double-quoted attributes only, every element closed in its
/// turn. Throws for anything else.
struct Markup {
  struct Element: Hashable {
    var tag: String
    var attributes: [String: String]
  }

  enum Fault: Error, Hashable {
    case unclosed(String)
    case unexpectedEnd(String)
    case badTag(String)
    case strayBracket
  }

  private(set) var elements: [Element] = []
  /// All text between elements, unescaped.
  private(set) var text = ""

  init(_ html: String) throws(Fault) {
    var open: [String] = []
    var rest = html[...]
    while let bracket = rest.firstIndex(where: { $0 == "<" || $0 == ">" }) {
      guard rest[bracket] == "<" else { throw .strayBracket }
      text += Self.unescaped(rest[..<bracket])
      rest = rest[rest.index(after: bracket)...]
      if rest.first == "/" {
        guard let end = rest.firstIndex(of: ">") else { throw .badTag(String(rest.prefix(40))) }
        let tag = String(rest[rest.index(after: rest.startIndex)..<end])
        guard open.popLast() == tag else { throw .unexpectedEnd(tag) }
        rest = rest[rest.index(after: end)...]
      } else {
        let element = try Self.element(&rest)
        elements.append(element.element)
        if !element.isVoid { open.append(element.element.tag) }
      }
    }
    text += Self.unescaped(rest)
    if let tag = open.last { throw .unclosed(tag) }
  }

  func elements(with attribute: String) -> [Element] {
    elements.filter { $0.attributes[attribute] != nil }
  }

  private static func element(_ rest: inout Substring) throws(Fault) -> (element: Element, isVoid: Bool) {
    let start = rest
    let tag = take(&rest) { $0.isLetter || $0.isNumber }
    guard !tag.isEmpty else { throw .badTag(String(start.prefix(40))) }
    var element = Element(tag: tag, attributes: [:])
    while true {
      let isSpaced = rest.first == " "
      rest = rest.drop { $0 == " " }
      if rest.first == ">" {
        rest = rest.dropFirst()
        return (element, tag == "img")
      }
      if rest.hasPrefix("/>") {
        rest = rest.dropFirst(2)
        return (element, true)
      }
      let name = take(&rest) { $0.isLetter || $0 == "-" }
      guard isSpaced, !name.isEmpty, element.attributes[name] == nil else {
        throw .badTag(String(start.prefix(80)))
      }
      var value = ""
      if rest.hasPrefix("=\"") {
        rest = rest.dropFirst(2)
        value = take(&rest) { $0 != "\"" }
        guard rest.first == "\"", !value.contains("<") else { throw .badTag(String(start.prefix(80))) }
        rest = rest.dropFirst()
      }
      element.attributes[name] = unescaped(value[...])
    }
  }

  private static func take(_ rest: inout Substring, while condition: (Character) -> Bool) -> String {
    let taken = rest.prefix(while: condition)
    rest = rest[taken.endIndex...]
    return String(taken)
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'")
      .replacing("&amp;", with: "&")
  }
}
