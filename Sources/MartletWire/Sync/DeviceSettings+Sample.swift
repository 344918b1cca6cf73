// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.DeviceSettings {
  /// Whether a device reports a decision.
  ///
  /// Only the decision's id determines this, so everyone who knows the id gets the same result: 64-bit FNV-1a over its UTF-8 bytes, mixed
  /// by the finaliser of SplitMix64. It is reported if the upper 53 bits, as a fraction, are less than the sample.
  ///
  /// - Parameter sample: 0 to 1. nil and NaN: every decision is reported.
  public static func reports(decisionID: String, sample: Double?) -> Bool {
    guard let sample, !sample.isNaN, sample < 1 else { return true }
    return Double(Wire.Digest.number(of: decisionID.utf8) >> 11) / Double(UInt64(1) << 53) < sample
  }
}
