// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// Currency codes of purchases: three letters from A to Z (ISO 4217), such as `EUR`.
  public enum CurrencyCode {
    /// Whether the code is in wire form: three upper-case letters.
    public static func isWellFormed(_ text: String) -> Bool {
      text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    /// The code in upper case, or nil if it is not valid. Apps can use either case.
    public static func normal(_ text: String) -> String? {
      // Upper case of a letter beyond ASCII may be one of A to Z.
      guard text.utf8.allSatisfy({ $0 < 0x80 }), case let code = text.uppercased(), isWellFormed(code) else { return nil }
      return code
    }
  }
}
