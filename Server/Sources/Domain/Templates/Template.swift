// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A text with values, read without filling them in: a part of Mustache, as `docs/wire.md`
/// describes it.
///
/// ```
/// Hello {{#user.first_name}}{{user.first_name}}{{/user.first_name}}{{^user.first_name}}there{{/user.first_name}}!
/// ```
public struct Template: Sendable {
  public indirect enum Part: Sendable {
    case text(String)
    /// - Parameter isRaw: Whether nothing in the value is escaped: `{{{user.bio}}}`,
    ///   `{{&user.bio}}`.
    case value(TemplateReference, isRaw: Bool)
    case section(TemplateReference, isInverted: Bool, [Part])
  }

  /// A tag as it is written, and its place as a count of bytes in UTF-8.
  public struct Tag: Sendable {
    public var text: String
    public var offset: Int

    /// Whether it names a value of Martlet's, rightly or not.
    public var isOwn: Bool {
      let name = text.drop { "{#^/&".contains($0) || $0.isWhitespace }
      return TemplatePath.roots.contains {
        name.hasPrefix($0 + ".") || name.hasPrefix($0 + "}") || name.hasPrefix($0 + " ")
      }
    }
  }

  /// The most levels of nested sections: each level may repeat for every element of a list.
  public static let maximumDepth = 2

  public internal(set) var parts: [Part] = []
  /// All tags in the order of the text, comments too.
  public internal(set) var tags: [Tag] = []
  /// What is wrong with it, in the order of the text. Not empty: it is not filled in for anybody.
  public internal(set) var mistakes: [TemplateMistake] = []
  /// Values without which the text would have a gap: those used outside all sections, with the tag
  /// where each is used first.
  public internal(set) var required: [TemplatePath: Tag] = [:]
  /// All values in the text, in and outside of sections.
  public internal(set) var paths: Set<TemplatePath> = []
  /// Tags whose values are not escaped.
  public internal(set) var rawTags: [Tag] = []

  public init(_ text: String) {
    guard Self.hasBraces(text) else {
      parts = text.isEmpty ? [] : [.text(text)]
      return
    }
    var parser = TemplateParser(text)
    self = parser.parse()
  }

  init() {}

  /// Whether there may be a tag in the text.
  static func hasBraces(_ text: String) -> Bool {
    var isBrace = false
    for byte in text.utf8 {
      guard byte == UInt8(ascii: "{") else {
        isBrace = false
        continue
      }
      if isBrace { return true }
      isBrace = true
    }
    return false
  }

  /// What a device could get: each value replaced by a sample.
  ///
  /// - Parameters:
  ///   - isFilled: Whether sections have a value, and appear once. Otherwise their defaults appear.
  ///   - sample: The sample for the next value, after the text since the value before.
  private func sampled(isFilled: Bool, _ sample: (_ passed: String) -> String) -> String {
    var (text, passed) = ("", "")
    func write(_ parts: [Part]) {
      for part in parts {
        switch part {
        case .text(let own): passed += own
        case .value:
          text += passed + sample(passed)
          passed = ""
        case .section(_, let isInverted, let inner): if isInverted != isFilled { write(inner) }
        }
      }
    }
    write(parts)
    return text + passed
  }

  /// All that devices could get, with samples: with the values of sections, and with their
  /// defaults.
  ///
  /// - Parameter makeSample: Begins anew for each of them.
  func samples(_ makeSample: () -> (_ passed: String) -> String) -> [String] {
    let filled = sampled(isFilled: true, makeSample())
    let hasSections = parts.contains { if case .section = $0 { true } else { false } }
    return hasSections ? [filled, sampled(isFilled: false, makeSample())] : [filled]
  }
}

/// A value, and what is done with it before it is written: `user.first_name`,
/// `uppercased(user.first_name)`, `last()`.
public struct TemplateReference: Hashable, Sendable {
  /// The functions that templates have.
  public enum Function: String, CaseIterable, Sendable {
    case capitalized, lowercased, uppercased, reversed, first, last, count, empty, sorted, enumerated,
      plusone, minusone, equalzero, even,
      odd
    case index

    /// Whether it can ask about the place of an element in its list: `{{^last()}}, {{/last()}}`.
    var isPosition: Bool { [.first, .last, .index, .even, .odd].contains(self) }
  }

  /// nil: the place of the element in its list.
  public var path: TemplatePath?
  /// The outermost first.
  public var functions: [Function]

  enum Flaw: Error, Equatable {
    case path(TemplatePath.Flaw)
    case function(String)
  }

  init(_ text: some StringProtocol) throws(Flaw) {
    functions = []
    var rest = Substring(text)
    while rest.last == ")", let open = rest.firstIndex(of: "("), rest[..<open].allSatisfy(\.isLetter),
      open != rest.startIndex
    {
      guard let function = Function(rawValue: String(rest[..<open])) else {
        throw .function(String(rest[..<open]))
      }
      functions.append(function)
      rest = rest[rest.index(after: open)...].dropLast()
    }
    if rest.isEmpty, functions.last?.isPosition == true { return }
    do throws(TemplatePath.Flaw) {
      path = try TemplatePath.read(String(rest).trimmed)
    } catch {
      throw .path(error)
    }
  }
}

extension TemplatePath {
  /// What all values begin with.
  public static let roots = ["user", "event", "device"]

  /// What a device says about itself, as `device.locale`.
  public static let deviceNames = ["locale", "platform", "app_version"]
}
