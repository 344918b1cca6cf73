// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire {
  /// A number for bytes that is the same on every platform: FNV-1a, mixed once more because its
  /// upper bits hardly depend on the last bytes.
  enum Digest {
    static func number(of bytes: some Sequence<UInt8>) -> UInt64 {
      var hash = FNV1a(bytes).value
      hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
      return hash ^ (hash >> 31)
    }

    static func text(of bytes: some Sequence<UInt8>) -> String { String(number(of: bytes), radix: 16) }
  }
}

extension Wire.DeviceSettings {
  /// Whether a device reports a decision.
  ///
  /// Only the decision's id determines this, so everyone who knows the id gets the same result:
  /// 64-bit FNV-1a over its UTF-8 bytes, mixed by the finaliser of SplitMix64. It is reported if
  /// the upper 53 bits, as a fraction, are less than the sample.
  ///
  /// - Parameter sample: 0 to 1. nil and NaN: every decision is reported.
  public static func reports(decisionID: String, sample: Double?) -> Bool {
    guard let sample, !sample.isNaN, sample < 1 else { return true }
    return Double(Wire.Digest.number(of: decisionID.utf8) >> 11) / Double(UInt64(1) << 53) < sample
  }
}
