// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.EventRecord {
  /// Everything that is wrong with this record, each with its field and remedy. Empty if it can be
  /// stored.
  ///
  /// A decoded record can still be invalid. Unknown fields are not validated, but the whole record
  /// must be small and free of U+0000.
  public func validate() -> [Wire.Problem.FieldError] { validate(encoded: Wire.encode(self)) }

  /// The same, if the record is already encoded.
  ///
  /// - Parameter bytes: the result of `Wire.encode`.
  public func validate(encoded bytes: [UInt8]) -> [Wire.Problem.FieldError] {
    var checks = Checks()
    withTable { checks.fields(of: $0, in: $1) }
    body.check(&checks)
    // Its position is only searched for if there is one.
    if bytes.holdNUL { checks.noNUL(json, "") }
    if bytes.count > Wire.Limits.eventBytes {
      checks.add(
        "", .tooLarge, "This event has more than \(Wire.Limits.eventBytes) bytes.",
        remedy: "Log fewer or shorter properties.")
    }
    return checks.errors
  }
}

extension [UInt8] {
  /// If false, no text of this document contains U+0000, which is always written as an escape. True
  /// can be a false alarm.
  var holdNUL: Bool {
    withUnsafeBufferPointer { bytes in
      var from = 0
      while let start = bytes[from...].firstIndex(of: UInt8(ascii: "\\")) {
        if bytes[start...].starts(with: #"\u0000"#.utf8) { return true }
        from = start + 1
      }
      return false
    }
  }
}

extension Wire.EventRecord.Body {
  /// Checks what the bounds of the fields do not cover.
  fileprivate func check(_ checks: inout Checks) {
    if let properties { checks.properties(properties, "properties") }
    switch self {
    case .custom(let name, _) where Wire.Limits.isReserved(name):
      checks.add(
        "name", .reserved, "Event names that start with $ are reserved.", remedy: "Choose another name.")
    case .purchase(_, let currency, _, _, _) where !Wire.CurrencyCode.isWellFormed(currency):
      checks.add(
        "currency", .invalid, "This is not a currency code.",
        remedy: "Send an ISO 4217 code of three upper-case letters, for example EUR.")
    case .attribute(_, let value): checks.propertyValue(value, "value", depth: 0)
    case .attributeChange(_, let change): checks.change(change)
    default: break
    }
  }
}

extension Checks {
  fileprivate mutating func change(_ change: Wire.AttributeChange) {
    guard change.fits else {
      switch change.operation.known {
      case .increment:
        add(
          "value", .invalid, "This is not a number.",
          remedy: "Send the number to add, or a negative number to subtract.")
      case .merge:
        add(
          "value", .invalid, "This is not an object.",
          remedy: "Send an object with the keys to set. Null removes a key.")
      default:
        add(
          "value", .invalid, "A list cannot hold this.", remedy: "Send one string, number, boolean or date.")
      }
      return
    }
    propertyValue(change.value, "value", depth: 0)
  }
}

extension Wire {
  /// Currency codes of purchases: three letters from A to Z (ISO 4217), such as `EUR`.
  public enum CurrencyCode {
    /// Whether the code is in wire form: three upper-case letters.
    public static func isWellFormed(_ text: String) -> Bool {
      text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    /// The code in upper case, or nil if it is not valid. Apps can use either case.
    public static func normal(_ text: String) -> String? {
      // Some letters beyond ASCII have an upper case in A to Z.
      guard text.utf8.allSatisfy({ $0 < 0x80 }), case let code = text.uppercased(), isWellFormed(code) else {
        return nil
      }
      return code
    }
  }
}
