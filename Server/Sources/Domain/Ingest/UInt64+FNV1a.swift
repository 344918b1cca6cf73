// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension UInt64 {
  /// The beginning of a hash that nothing else decides (FNV-1a, 64 bits).
  public static let hashStart: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash after this text too: FNV-1a, which is the same in each process. It is not meant for
  /// security. Short texts differ little in its low bits; `mixed` spreads them.
  public func hashing(_ text: String) -> UInt64 {
    var hash = self
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
