// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension UInt64 {
  /// A number that looks random and is always the same for this one, by the last step of
  /// SplitMix64: each bit changes about half of the result's. 0 stays 0.
  public var mixed: UInt64 {
    var mixed = (self ^ (self >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
