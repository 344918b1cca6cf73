// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Unicode normal form C (NFC): an `e` followed by a combining accent becomes `é`.
///
/// The same character can be written in several ways, and keyboards, files and servers use
/// different ones. The engine converts everything that it compares to this form. The table is part
/// of the program, so that all platforms agree. Later versions of Unicode do not change the form of
/// characters that this version knows.
public enum NormalForm {
  /// The text in normal form, or the same text if it already is. Takes linear time, except for runs
  /// of combining marks, which are sorted.
  public static func of(_ text: String) -> String {
    if isPlain(text) || NormalFormTable.shared.isNormal(text) { return text }
    return NormalFormTable.shared.compose(text)
  }

  /// True if no scalar is beyond U+02FF. Such scalars are always in normal form, whatever their
  /// neighbours. Their bytes in UTF-8 are at most 0xCB, and the first byte of every other scalar is
  /// higher.
  static func isPlain(_ text: String) -> Bool {
    func largest(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0) { max($0, $1) } }
    return (text.utf8.withContiguousStorageIfAvailable { largest($0) } ?? largest(text.utf8)) < 0xCC
  }
}

extension Value {
  /// The same value with all text in normal form.
  var inNormalForm: Value {
    switch self {
    case .string(let text): .string(NormalForm.of(text))
    // Arrays that are already normal are not copied.
    case .array(let elements): elements.allSatisfy(\.isPlain) ? self : .array(elements.map(\.inNormalForm))
    // Objects convert their text when they are created.
    case .null, .bool, .int, .double, .date, .object: self
    }
  }

  private var isPlain: Bool {
    switch self {
    case .string(let text): NormalForm.isPlain(text)
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .null, .bool, .int, .double, .date, .object: true
    }
  }
}
