// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

/// Keys, cookies and links: made from the system's secure random source, shown once, and stored
/// only as their SHA-256.
///
/// Does not use `Environment`, whose randomness can be replayed; a secret must never be.
public struct Secret: Sendable {
  /// What the holder sends: letters, digits, `-` and `_` only.
  public let text: String

  /// 256 random bits.
  public static func make(prefix: String = "") -> Secret {
    let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    return Secret(text: prefix + base64URL(bytes))
  }

  public init(text: String) {
    self.text = text
  }

  /// SHA-256 of the text, which is what the store keeps.
  public var hash: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

  /// True when this is the secret with that hash. Takes the same time wherever they differ.
  public func matches(_ hash: [UInt8]) -> Bool {
    SHA256.hash(data: Array(text.utf8)) == hash
  }

  /// A second secret derived from this one, for a separate purpose; it does not reveal this one.
  public func derived(for purpose: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(purpose.utf8), using: SymmetricKey(data: Array(text.utf8)))
    return Self.base64URL(Array(code))
  }

  /// Takes the same time wherever the texts differ.
  public static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }
}
