// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.Open where Known: CaseIterable {
  /// The end of a sentence about an unknown value: `; did you mean custom_event?`, or a full stop if no known value is similar.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public var question: String {
    NearestName.suggestion(for: rawValue, among: Known.allCases.map(\.rawValue)).map { "; did you mean \($0)?" } ?? "."
  }
}

extension Wire.Message {
  /// All unknown enumerated values of the message, with the field and a sentence. Devices use the default instead, and do not show messages
  /// of an unknown type.
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
