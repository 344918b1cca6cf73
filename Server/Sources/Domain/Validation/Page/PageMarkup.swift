// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The tags and scripts of a page as they are written, each with its line. Takes one pass, whatever
/// the page contains. A browser may see the page differently, so this is for notes to authors only.
struct PageMarkup {
  struct Tag: Hashable {
    /// In lower case.
    let name: String
    /// Whether it is an end tag.
    let isEnd: Bool
    /// Whether it ends with `/>`.
    let closesItself: Bool
    let line: Int
    /// By name in lower case. An attribute without a value is blank; of two with the same name, the
    /// first counts.
    let attributes: [String: String]
  }

  /// What is inside a script.
  struct Script: Hashable {
    let text: String
    /// The line on which it begins.
    let line: Int
  }

  /// Something that begins on a line and never ends, so that everything after it is part of it.
  struct Break: Hashable {
    /// As it is written, such as `<!--`.
    let beginning: String
    let line: Int
  }

  private(set) var tags: [Tag] = []
  private(set) var scripts: [Script] = []
  private(set) var openEnd: Break?

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  /// Elements whose content is text, whatever it looks like.
  private static let textElements: Set<String> = [
    "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
  ]

  init(_ page: String) {
    bytes = Array(page.utf8)
    while openEnd == nil, skip(to: { $0 == "<" }) { readMarkup() }
  }

  // MARK: - Reading

  private mutating func readMarkup() {
    let begin = line
    if isNext("<!--") {
      place += 4
      // `<!-->` is a whole comment too.
      if !(isNext(">") || isNext("->")), !skip(past: "-->") {
        openEnd = Break(beginning: "<!--", line: begin)
      }
      return
    }
    place += 1
    let isEnd = isNext("/")
    if isEnd { place += 1 }
    guard place < bytes.count, bytes[place].isLetter else {
      // Declarations such as `<!doctype html>`. Anything else is text, such as `1 < 2`.
      if !isEnd, isNext("!") || isNext("?") { _ = skip(to: { $0 == ">" }) }
      return
    }
    let name = text(while: { !$0.isSpace && $0 != "/" && $0 != ">" }).lowercased()
    guard let (attributes, closesItself) = readAttributes() else {
      openEnd = Break(beginning: (isEnd ? "</" : "<") + name, line: begin)
      return
    }
    tags.append(
      Tag(name: name, isEnd: isEnd, closesItself: closesItself, line: begin, attributes: attributes))
    guard !isEnd, Self.textElements.contains(name) else { return }
    let (start, first) = (place, line)
    guard skip(toEndOf: name) else {
      openEnd = Break(beginning: "<" + name, line: begin)
      return
    }
    if name == "script", attributes["type"].map(Self.isScript) ?? true {
      scripts.append(Script(text: String(decoding: bytes[start..<place], as: UTF8.self), line: first))
    }
  }

  /// nil if the tag never ends.
  private mutating func readAttributes() -> (attributes: [String: String], closesItself: Bool)? {
    var attributes: [String: String] = [:]
    var closesItself = false
    while skip(to: { !$0.isSpace }) {
      switch bytes[place] {
      case ">":
        place += 1
        return (attributes, closesItself)
      case "/":
        place += 1
        closesItself = isNext(">")
      default:
        // A name may begin with `=`, which a browser takes as part of it.
        let first = String(decoding: [bytes[place]], as: UTF8.self)
        advance()
        let name = (first + text(while: { !$0.isSpace && $0 != "/" && $0 != ">" && $0 != "=" })).lowercased()
        guard let value = readValue() else { return nil }
        if attributes[name] == nil { attributes[name] = value }
      }
    }
    return nil
  }

  /// Blank if there is none; nil if it never ends.
  private mutating func readValue() -> String? {
    let (start, first) = (place, line)
    guard skip(to: { !$0.isSpace }) else { return nil }
    guard bytes[place] == "=" else {
      (place, line) = (start, first)
      return ""
    }
    place += 1
    guard skip(to: { !$0.isSpace }) else { return nil }
    let quote = bytes[place]
    guard quote == "\"" || quote == "'" else {
      return Self.decoded(text(while: { !$0.isSpace && $0 != ">" }))
    }
    place += 1
    let value = text(while: { $0 != quote })
    guard place < bytes.count else { return nil }
    place += 1
    return Self.decoded(value)
  }

  /// The value without the character references that addresses have.
  private static func decoded(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "&")) else { return value }
    return [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&#38;", "&"), ("&amp;", "&")]
      .reduce(value) { $0.replacing($1.0, with: $1.1) }
  }

  private static func isScript(_ type: String) -> Bool {
    let type = type.lowercased()
    return type.isEmpty || type == "module" || type.contains("javascript") || type.contains("ecmascript")
  }

  // MARK: - Moving

  private mutating func advance() {
    if bytes[place] == "\n" { line += 1 }
    place += 1
  }

  /// Stops at the first byte that is wanted. False at the end of the page.
  private mutating func skip(to isWanted: (UInt8) -> Bool) -> Bool {
    while place < bytes.count {
      if isWanted(bytes[place]) { return true }
      advance()
    }
    return false
  }

  private mutating func skip(past end: StaticString) -> Bool {
    while place < bytes.count {
      if isNext(end) {
        place += end.utf8CodeUnitCount
        return true
      }
      advance()
    }
    return false
  }

  /// Stops at the end tag of an element.
  private mutating func skip(toEndOf name: String) -> Bool {
    let end = Array("</\(name)".utf8)
    while place < bytes.count {
      if bytes[place] == "<", bytes[place...].starts(with: end, by: { $0.lowercased == $1 }) {
        let after = place + end.count
        if after == bytes.count || bytes[after].isSpace || bytes[after] == "/" || bytes[after] == ">" {
          return true
        }
      }
      advance()
    }
    return false
  }

  private func isNext(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[place...].starts(with: $0) }
  }

  private mutating func text(while isWanted: (UInt8) -> Bool) -> String {
    let start = place
    _ = skip(to: { !isWanted($0) })
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowercased) }
  fileprivate var isSpace: Bool {
    self == " " || self == "\n" || self == "\t" || self == "\r" || self == 0x0C
  }

  fileprivate static func == (byte: UInt8, character: Unicode.Scalar) -> Bool {
    byte == UInt8(ascii: character)
  }
  fileprivate static func != (byte: UInt8, character: Unicode.Scalar) -> Bool {
    byte != UInt8(ascii: character)
  }
  fileprivate static func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    byte == UInt8(ascii: character)
  }
}
