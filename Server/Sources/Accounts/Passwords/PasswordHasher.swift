// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
public import Domain
import Foundation
import Synchronization

/// Derives passwords with scrypt, one at a time and away from the threads that serve requests.
///
/// A derivation takes 32 MB and a good part of a second on purpose. So that nobody can fill memory and processors with them, a few may wait, and
/// more are refused at once.
public final class PasswordHasher: Sendable {
  /// How many may wait or be derived at the same time.
  public static let maximumWaiting = 20
  private static let saltLength = 16
  private static let keyLength = 32

  /// The work for new passwords.
  public let cost: PasswordCost
  private let most: Int
  private let queue = DispatchQueue(label: "martlet.passwords")
  private let waiting = Mutex(0)

  /// Too many passwords wait. Try again in a few seconds.
  public struct Busy: Error, Hashable, Sendable {}

  public init(cost: PasswordCost = .standard, maximumWaiting: Int = PasswordHasher.maximumWaiting) {
    self.cost = cost
    most = maximumWaiting
  }

  /// Derives a password with a new salt. The password is not empty.
  public func hash(_ password: String) async throws(Busy) -> PasswordHash {
    let cost = cost
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
    return PasswordHash(cost: cost, salt: salt, key: try await derive(password, salt: salt, cost: cost))
  }

  /// Whether it is the password. Takes the same time when there is no password to compare with, so that the time tells nobody who has an account.
  public func matches(_ password: String, _ hash: PasswordHash?) async throws(Busy) -> Bool {
    let compared = hash ?? PasswordHash(cost: cost, salt: Array(repeating: 0, count: Self.saltLength), key: [])
    let key = try await derive(password.isEmpty ? " " : password, salt: compared.salt, cost: compared.cost)
    guard !password.isEmpty, let hash else { return false }
    // Comparing keys takes the same time wherever they differ.
    return SymmetricKey(data: key) == SymmetricKey(data: hash.key)
  }

  private func derive(_ password: String, salt: [UInt8], cost: PasswordCost) async throws(Busy) -> [UInt8] {
    let isAdmitted = waiting.withLock { count in
      guard count < most else { return false }
      count += 1
      return true
    }
    guard isAdmitted else { throw Busy() }
    let bytes = Array(PasswordRules.canonical(password).utf8)
    return await withCheckedContinuation { (continuation: CheckedContinuation<[UInt8], Never>) in
      queue.async { [self] in
        let key = try? KDF.Scrypt.deriveKey(
          from: bytes, salt: salt, outputByteCount: Self.keyLength, rounds: 1 << cost.logRounds, blockSize: cost.blockSize,
          parallelism: cost.parallelism)
        waiting.withLock { $0 -= 1 }
        // Without memory for it nothing is derived, and a random key is nobody's password.
        continuation.resume(returning: (key ?? SymmetricKey(size: .bits256)).withUnsafeBytes { Array($0) })
      }
    }
  }
}
