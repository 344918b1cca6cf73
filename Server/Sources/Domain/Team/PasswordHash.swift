// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A password as it is stored: derived with scrypt (RFC 7914), with the parameters and the salt
/// that it was derived with, so that they can grow.
public struct PasswordHash: Hashable, Sendable {
  public var cost: PasswordCost
  public var salt: [UInt8]
  public var key: [UInt8]

  public init(cost: PasswordCost, salt: [UInt8], key: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.key = key
  }

  /// `scrypt$15$8$3$SALT$KEY`, salt and key in Base64.
  public var text: String {
    "scrypt$\(cost.logRounds)$\(cost.blockSize)$\(cost.parallelism)$\(Data(salt).base64EncodedString())$\(Data(key).base64EncodedString())"
  }

  /// nil for another form, or for parameters that no version uses.
  public init?(text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, parts[0] == "scrypt", let logRounds = Int(parts[1]),
      let blockSize = Int(parts[2]),
      let parallelism = Int(parts[3]), let salt = Data(base64Encoded: parts[4]),
      let key = Data(base64Encoded: parts[5]),
      let cost = PasswordCost(logRounds: logRounds, blockSize: blockSize, parallelism: parallelism),
      !salt.isEmpty, !key.isEmpty
    else { return nil }
    self.init(cost: cost, salt: Array(salt), key: Array(key))
  }
}

/// How much work one guess costs.
public struct PasswordCost: Hashable, Sendable {
  /// The logarithm of the rounds, to the base of 2.
  public let logRounds: Int
  public let blockSize: Int
  public let parallelism: Int

  /// 32 MB of memory, three times: one of the recommended settings for scrypt.
  public static let standard = PasswordCost(15, 8, 3)

  /// nil outside of 1…20 rounds (logarithm), blocks of 1…32 and 1…16 times. At most 4 GB, which a
  /// test would notice; `standard` needs 32 MB.
  public init?(logRounds: Int, blockSize: Int, parallelism: Int) {
    guard (1...20).contains(logRounds), (1...32).contains(blockSize), (1...16).contains(parallelism) else {
      return nil
    }
    self.init(logRounds, blockSize, parallelism)
  }

  private init(_ logRounds: Int, _ blockSize: Int, _ parallelism: Int) {
    self.logRounds = logRounds
    self.blockSize = blockSize
    self.parallelism = parallelism
  }
}
