// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The expression of an audience: or-terms of and-terms of names, `not` and parentheses.
///
/// ```
/// expression = term { "or" term }    term = factor { "and" factor }    factor = "not" factor | "(" expression ")" | Name
/// ```
indirect enum AudienceExpression: Equatable, Sendable {
  case name(String)
  case not(AudienceExpression)
  case all([AudienceExpression])
  case any([AudienceExpression])

  /// The names in it, in their order.
  var names: [String] {
    switch self {
    case .name(let name): [name]
    case .not(let inner): inner.names
    case .all(let parts), .any(let parts): parts.flatMap(\.names)
    }
  }

  /// Why a text is no expression.
  struct Problem: Error, Equatable {
    /// The number of the character, from 1.
    var position: Int
    var message: String
  }

  /// Deeper nesting is refused, because each level is a call.
  static let maximumDepth = 100

  init(_ text: String) throws(Problem) {
    var parser = AudienceParser(text)
    self = try parser.whole()
  }

  /// Whether a text is the name of a criterion: `[A-Z][A-Za-z_0-9]*`.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
      return false
    }
    return text.allSatisfy(\.isNamePart)
  }
}

private struct AudienceParser {
  private enum Token: Equatable {
    case word(String)
    case open, close
  }

  private var tokens: [(token: Token, position: Int)] = []
  private var place = 0
  private let end: Int
  private var broken: AudienceExpression.Problem?

  init(_ text: String) {
    let characters = Array(text)
    end = characters.count + 1
    var index = 0
    while index < characters.count {
      let character = characters[index]
      let position = index + 1
      index += 1
      switch character {
      case "(": tokens.append((.open, position))
      case ")": tokens.append((.close, position))
      case _ where character.isWhitespace: break
      case _ where character.isNamePart:
        var word = String(character)
        while index < characters.count, characters[index].isNamePart {
          word.append(characters[index])
          index += 1
        }
        tokens.append((.word(word), position))
      default:
        broken = .init(position: position, message: "the character '\(character)' cannot be here")
        return
      }
    }
  }

  mutating func whole() throws(AudienceExpression.Problem) -> AudienceExpression {
    if let broken { throw broken }
    let expression = try expression(depth: 0)
    guard place == tokens.count else { throw problem("expected 'and', 'or' or the end") }
    return expression
  }

  private mutating func expression(depth: Int) throws(AudienceExpression.Problem) -> AudienceExpression {
    var parts = [try term(depth: depth)]
    while take(.word("or")) { parts.append(try term(depth: depth)) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func term(depth: Int) throws(AudienceExpression.Problem) -> AudienceExpression {
    var parts = [try factor(depth: depth)]
    while take(.word("and")) { parts.append(try factor(depth: depth)) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func factor(depth: Int) throws(AudienceExpression.Problem) -> AudienceExpression {
    guard depth < AudienceExpression.maximumDepth else { throw problem("there are too many levels") }
    if take(.word("not")) { return .not(try factor(depth: depth + 1)) }
    if take(.open) {
      let inner = try expression(depth: depth + 1)
      guard take(.close) else { throw problem("expected ')'") }
      return inner
    }
    guard place < tokens.count, case .word(let name) = tokens[place].token, AudienceExpression.isName(name)
    else {
      throw problem("expected a name that begins with a capital letter, 'not' or '('")
    }
    place += 1
    return .name(name)
  }

  private mutating func take(_ token: Token) -> Bool {
    guard place < tokens.count, tokens[place].token == token else { return false }
    place += 1
    return true
  }

  private func problem(_ message: String) -> AudienceExpression.Problem {
    .init(position: place < tokens.count ? tokens[place].position : end, message: message)
  }
}

extension Character {
  fileprivate var isNamePart: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
