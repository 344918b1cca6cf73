// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Suggests a known name for a misspelt one.
public enum NearestName {
  /// The nearest name, if at most a third of its letters differ, or nil.
  public static func suggestion(for name: String, among names: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let distances = names.map {
      (name: $0, distance: distance(Array(name.lowercased().utf8), Array($0.utf8)))
    }
    guard let nearest = distances.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }) else {
      return nil
    }
    return nearest.distance <= max(1, nearest.name.utf8.count / 3) ? nearest.name : nil
  }

  /// The number of insertions, removals and replacements that turn one into the other.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (index, byte) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let substituted = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}

extension Wire.Open where Known: CaseIterable {
  /// The end of a sentence about an unknown value: `; did you mean custom_event?`, or a full stop
  /// if no known value is similar.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  public var question: String {
    NearestName.suggestion(for: rawValue, among: Known.allCases.map(\.rawValue)).map {
      "; did you mean \($0)?"
    } ?? "."
  }
}

extension Wire.Message {
  /// All unknown enumerated values, with field and sentence. Devices use the default instead, and
  /// show no messages of an unknown type.
  public var unknownWords: [(field: String, message: String)] {
    var found: [(field: String, message: String)] = []
    func check<Known: CaseIterable>(_ word: Wire.Open<Known>?, _ field: String) {
      guard let word, word.known == nil else { return }
      found.append(
        (field, "This version does not know the word “\(word.rawValue.prefix(64))”" + word.question))
    }
    check(kind, "kind")
    check(headerAlignment, "header_alignment")
    check(messageAlignment, "message_alignment")
    check(slideFrom, "slide_from")
    check(orientation, "orientation")
    check(clickAction.type, "click_action.type")
    check(close.type, "close.type")
    for (index, button) in buttons.enumerated() {
      check(button.clickAction.type, "buttons[\(index)].click_action.type")
    }
    return found
  }
}
