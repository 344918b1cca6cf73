// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(CryptoKit)
import CryptoKit
import Foundation

/// SHA-256 of the system, which uses the processor's own instructions for it.
enum SystemSHA256 {
  static func hash(_ bytes: [UInt8]) -> [UInt8] { Array(CryptoKit.SHA256.hash(data: bytes)) }
}
#endif
