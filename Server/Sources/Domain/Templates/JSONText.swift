// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// A text for the app that is JSON, with values in it. Values never end a string or add a field
/// there.
public struct JSONText: Sendable {
  /// Whether what follows stands in a string.
  public private(set) var isInString = false
  private var isEscaped = false

  public init() {}

  /// Goes on after a part of the text.
  public mutating func pass(_ text: String) {
    for byte in text.utf8 {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if isInString, byte == UInt8(ascii: "\\") {
        isEscaped = true
      }
    }
  }

  /// The value as it stands at this place: in a string without quotes of its own, elsewhere as
  /// JSON.
  ///
  /// - Parameter words: The value as people read it.
  public func written(_ value: Wire.JSONValue, as words: String) -> String {
    guard isInString else { return String(decoding: Wire.encode(value), as: UTF8.self) }
    return String(
      String(decoding: Wire.encode(Wire.JSONValue.string(words)), as: UTF8.self).dropFirst().dropLast())
  }

  // MARK: - Checking

  /// Whether the author means it as JSON: an object or a list, whole or not.
  public static func looksLikeJSON(_ text: String) -> Bool {
    var trimmed = text.trimmed
    // What a section begins with counts. `{{user.city}}` is a text that begins with a value.
    while ["{{#", "{{^", "{{!"].contains(where: trimmed.hasPrefix), let end = trimmed.firstRange(of: "}}") {
      trimmed = String(trimmed[end.upperBound...]).trimmed
    }
    guard let first = trimmed.first, first == "{" || first == "[", !trimmed.hasPrefix("{{"),
      !trimmed.hasPrefix(Address.deviceMarker)
    else { return false }
    let inner = String(trimmed.dropFirst()).trimmed
    if first == "{" {
      return inner.isEmpty || inner.hasPrefix("\"") || inner.hasPrefix("}")
        || inner.contains("}") && !isMarker(inner)
    }
    if inner.hasPrefix("\"") || inner.hasPrefix("{") && !inner.hasPrefix("{{") || inner.hasPrefix("[") {
      return true
    }
    // `[Sale] 20% off` is a text, and so is `[SALE]`.
    guard trimmed.hasSuffix("]") else { return false }
    return inner.first.map { $0 == "]" || $0 == "-" || $0.isNumber || $0 == "{" } ?? false
      || ["true", "false", "null"].contains { inner.hasPrefix($0) }
  }

  /// Whether it begins as `{city}` does, a place for a value in other template languages.
  private static func isMarker(_ inner: String) -> Bool {
    let name = inner.prefix { $0 != "}" }
    return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_.- ".contains($0) }
  }

  /// Why the text is not JSON, whatever its values are, and on which line; nil if it is.
  ///
  /// - Parameter template: The text with its tags; nil if they are not filled in.
  static func problem(in text: String, _ template: Template?) -> (words: String, line: Int?)? {
    let samples =
      template?.samples {
        var place = JSONText()
        return { passed in
          place.pass(passed)
          return place.isInString ? "x" : "0"
        }
      } ?? [text]
    for sample in samples {
      do throws(Wire.DecodingProblem) {
        _ = try Wire.decode(Wire.JSONValue.self, from: Array(sample.utf8))
      } catch {
        // Lines of a sample are those of the text unless a tag took its line with it.
        return (error.message, samples == [sample] ? error.position?.line : nil)
      }
    }
    return nil
  }
}
