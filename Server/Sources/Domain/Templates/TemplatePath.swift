// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Where templates find a value: `user.first_name`, `event.cart.total`, `user.[alias.crm]`.
///
/// Names are separated by dots. Letters and digits of any script, emoji, `_` and `-` stand as they
/// are. A name with anything else, such as a dot or a blank, stands in brackets, and `]` in it is
/// doubled.
public struct TemplatePath: Hashable, Sendable, CustomStringConvertible {
  /// Empty: the element of the list that a section repeats for, `{{.}}`.
  public let names: [String]

  /// Why a text is no path.
  enum Flaw: Error, Equatable {
    case empty
    /// Nothing stands before or after a dot.
    case gap
    /// A character that needs brackets, or has no meaning here.
    case character(Character)
    /// A bracket is never closed.
    case open
  }

  public init(_ names: [String]) {
    self.names = names
  }

  /// nil for a text that is no path.
  public init?(_ text: String) {
    guard let path = try? Self.read(text) else { return nil }
    self = path
  }

  public var description: String {
    names.isEmpty
      ? "."
      : names.map { $0.allSatisfy(Self.isPlain) ? $0 : "[" + $0.replacing("]", with: "]]") + "]" }.joined(
        separator: ".")
  }

  static func read(_ text: some StringProtocol) throws(Flaw) -> TemplatePath {
    if text == "." { return TemplatePath([]) }
    guard !text.isEmpty else { throw .empty }
    var names: [String] = []
    var rest = Substring(text)
    while true {
      guard let first = rest.first, first != "." else { throw .gap }
      let name = first == "[" ? try quoted(&rest) : plain(&rest)
      guard !name.isEmpty else { throw first == "[" ? .gap : .character(first) }
      names.append(name)
      guard let next = rest.first else { return TemplatePath(names) }
      guard next == "." else { throw .character(next) }
      rest.removeFirst()
    }
  }

  private static func plain(_ rest: inout Substring) -> String {
    let name = rest.prefix(while: isPlain)
    rest = rest[name.endIndex...]
    return String(name)
  }

  private static func quoted(_ rest: inout Substring) throws(Flaw) -> String {
    var name = ""
    rest.removeFirst()
    while let character = rest.popFirst() {
      guard character == "]" else {
        name.append(character)
        continue
      }
      guard rest.first == "]" else { return name }
      name.append("]")
      rest.removeFirst()
    }
    throw .open
  }

  /// Whether the character can stand in a name without brackets.
  static func isPlain(_ character: Character) -> Bool {
    guard character.isASCII else { return !character.isWhitespace }
    return character.isLetter || character.isNumber || "_-?*".contains(character)
  }
}
