// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Open where Known: CaseIterable {
  /// For the end of a sentence that says that the word is unknown: `; did you mean custom_event?`, or a full stop when none is near.
  public var question: String {
    NearestName.suggestion(for: rawValue, among: Known.allCases.map(\.rawValue)).map { "; did you mean \($0)?" } ?? "."
  }
}

extension Wire.Message {
  /// Every word of the message that belongs to a list and is not on it, with the field and a sentence. Devices take the list's default instead,
  /// and show no message of an unknown kind.
  public var unknownWords: [(field: String, message: String)] {
    var found: [(field: String, message: String)] = []
    func check<Known: CaseIterable>(_ word: Wire.Open<Known>?, _ field: String) {
      guard let word, word.known == nil else { return }
      found.append((field, "This version does not know the word “\(word.rawValue.prefix(64))”" + word.question))
    }
    check(kind, "kind")
    check(headerAlignment, "header_alignment")
    check(messageAlignment, "message_alignment")
    check(slideFrom, "slide_from")
    check(orientation, "orientation")
    check(clickAction.type, "click_action.type")
    check(close.type, "close.type")
    for (index, button) in buttons.enumerated() { check(button.clickAction.type, "buttons[\(index)].click_action.type") }
    return found
  }
}
