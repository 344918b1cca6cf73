// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The names in a script, without those in comments and strings. Takes one pass. It does not know
/// regular expressions: a quote in one hides names up to the end of its line, a backtick up to the
/// next. So this is for notes to authors only.
struct ScriptNames {
  struct Name: Hashable {
    let text: String
    /// The line, from 0.
    let line: Int
    /// Whether it is called. The name of a method or function that is being declared is not.
    var isCalled = false
    /// What stands before the dot in front of it, `""` if that is no name; nil without a dot.
    let owner: String?
  }

  private(set) var names: [Name] = []

  private let bytes: [UInt8]
  private var place = 0
  private var line = 0
  /// For each template string around this place, how many braces are open in its expression.
  private var templates: [Int] = []
  /// For each open parenthesis, the name that it calls; nil for none.
  private var calls: [Int?] = []
  /// The call that has just ended. If a block follows, it was a declaration.
  private var ended: Int?
  /// The last thing that was no space and no comment.
  private var last: Token = .other

  private enum Token: Equatable {
    case name(Int)
    case dot(after: String)
    case other
  }

  init(_ script: String) {
    bytes = Array(script.utf8)
    while place < bytes.count { read() }
  }

  private mutating func read() {
    let byte = bytes[place]
    if Self.isName(byte) { return readName() }
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): return advance()
    case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
      while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { advance() }
      return
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      place += 2
      while place < bytes.count, !(bytes[place] == UInt8(ascii: "*") && next == UInt8(ascii: "/")) {
        advance()
      }
      place = min(place + 2, bytes.count)
      return
    default: break
    }
    let before = last
    let call = ended
    (last, ended) = (.other, nil)
    advance()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(to: byte)
    case UInt8(ascii: "`"): skipTemplate()
    case UInt8(ascii: "."):
      if case .name(let index) = before {
        last = .dot(after: names[index].text)
      } else {
        last = .dot(after: "")
      }
    case UInt8(ascii: "("): open(after: before)
    case UInt8(ascii: ")"): ended = calls.popLast() ?? nil
    case UInt8(ascii: "{"):
      if let call { names[call].isCalled = false }
      if !templates.isEmpty { templates[templates.count - 1] += 1 }
    case UInt8(ascii: "}"):
      guard let open = templates.last else { return }
      if open > 0 { templates[templates.count - 1] -= 1 } else { skipTemplate(isContinued: true) }
    default: break
    }
  }

  private mutating func readName() {
    let start = place
    while place < bytes.count, Self.isName(bytes[place]) { place += 1 }
    var owner: String?
    if case .dot(let name) = last { owner = name }
    names.append(Name(text: String(decoding: bytes[start..<place], as: UTF8.self), line: line, owner: owner))
    (last, ended) = (.name(names.count - 1), nil)
  }

  private mutating func open(after token: Token) {
    guard case .name(let index) = token else { return calls.append(nil) }
    names[index].isCalled = true
    calls.append(index)
  }

  // MARK: - Strings

  /// Ends at the end of the line too, as a browser would refuse the rest.
  private mutating func skipString(to quote: UInt8) {
    while place < bytes.count, bytes[place] != quote, bytes[place] != UInt8(ascii: "\n") {
      if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count { advance() }
      advance()
    }
    if place < bytes.count, bytes[place] == quote { advance() }
  }

  /// Up to the end of the string, or to an expression in it.
  private mutating func skipTemplate(isContinued: Bool = false) {
    if isContinued { templates.removeLast() }
    while place < bytes.count, bytes[place] != UInt8(ascii: "`") {
      if bytes[place] == UInt8(ascii: "$"), next == UInt8(ascii: "{") {
        place += 2
        return templates.append(0)
      }
      if bytes[place] == UInt8(ascii: "\\"), place + 1 < bytes.count { advance() }
      advance()
    }
    if place < bytes.count { advance() }
  }

  // MARK: - Moving

  private var next: UInt8? { place + 1 < bytes.count ? bytes[place + 1] : nil }

  private mutating func advance() {
    if bytes[place] == UInt8(ascii: "\n") { line += 1 }
    place += 1
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }
}
