// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire.DeviceSettings {
  /// Whether a device reports a decision.
  ///
  /// Settled by the decision's id alone, so that all who know the id agree: FNV-1a with 64 bits over its UTF-8 bytes, mixed by the finaliser
  /// of SplitMix64, its upper 53 bits taken as a fraction; reported when that is less than the sample.
  ///
  /// - Parameter sample: 0…1; nil and what is no number: 1, every decision.
  public static func reports(decisionID: String, sample: Double?) -> Bool {
    guard let sample, !sample.isNaN, sample < 1 else { return true }
    return Double(Wire.Digest.number(of: decisionID.utf8) >> 11) / Double(UInt64(1) << 53) < sample
  }
}
