// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// How a purchase names its currency: three letters of ISO 4217, A to Z, such as `EUR`. Other alphabets have letters too, and no currency has them.
  public enum CurrencyCode {
    /// Whether it is written as on the wire: in upper case.
    public static func isWellFormed(_ text: String) -> Bool {
      text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    /// The code in upper case, as apps may give it in either; nil: it is none.
    public static func normal(_ text: String) -> String? {
      // Upper case of a letter beyond ASCII may be one of A to Z.
      guard text.utf8.allSatisfy({ $0 < 0x80 }), case let code = text.uppercased(), isWellFormed(code) else { return nil }
      return code
    }
  }
}
