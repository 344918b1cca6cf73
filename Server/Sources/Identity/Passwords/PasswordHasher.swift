// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
public import Domain
import Foundation
import Synchronization

/// Derives passwords with scrypt, one at a time and away from the threads that serve requests.
///
/// A derivation takes 32 MB and a good part of a second on purpose. So that nobody can fill memory
/// and processors with them, a few may wait, and more are refused at once. Whoever guesses fills
/// only the queue of strangers, and the other one goes first.
public final class PasswordHasher: Sendable {
  /// Who waits for a derivation.
  public enum Queue: Hashable, Sendable {
    /// Somebody who is signed in, holds a link, or uses a browser that signed in to the account
    /// before. Goes first.
    case known
    /// Anybody else.
    case strangers
  }

  /// How many may wait or be derived at the same time, in each queue.
  public static let maximumWaiting = 20
  private static let saltLength = 16
  private static let keyLength = 32

  /// The work for new passwords.
  public let cost: PasswordCost
  private let most: Int
  let thread = DispatchQueue(label: "martlet.passwords")
  private let line = Mutex(Line())

  private struct Job {
    var queue: Queue
    var password: [UInt8]
    var salt: [UInt8]
    var cost: PasswordCost
    /// Gets nil if too many wait.
    var answer: CheckedContinuation<[UInt8]?, Never>
  }

  private struct Line {
    var waiting: [Job] = []
    /// The queue of the one that is being derived.
    var deriving: Queue?

    func count(_ queue: Queue) -> Int { waiting.count { $0.queue == queue } + (deriving == queue ? 1 : 0) }

    /// The next one, which is derived from now on.
    mutating func next() -> Job? {
      let place = waiting.firstIndex { $0.queue == .known } ?? waiting.indices.first
      let job = place.map { waiting.remove(at: $0) }
      deriving = job?.queue
      return job
    }
  }

  /// How many wait or are being derived.
  func count(_ queue: Queue) -> Int { line.withLock { $0.count(queue) } }

  /// The queues of all that wait, in the order in which they will be derived, after the one that is
  /// being derived.
  var next: [Queue] {
    line.withLock { line in
      var rest = line
      return (line.deriving.map { [$0] } ?? []) + line.waiting.compactMap { _ in rest.next()?.queue }
    }
  }

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
    return PasswordHash(
      cost: cost, salt: salt, key: try await derive(password, salt: salt, cost: cost, in: .known))
  }

  /// Whether it is the password. Takes the same time when there is no password to compare with, so
  /// that the time tells nobody who has an account.
  public func matches(_ password: String, _ hash: PasswordHash?, in queue: Queue = .known) async throws(Busy)
    -> Bool
  {
    let compared =
      hash ?? PasswordHash(cost: cost, salt: Array(repeating: 0, count: Self.saltLength), key: [])
    let key = try await derive(
      password.isEmpty ? " " : password, salt: compared.salt, cost: compared.cost, in: queue)
    guard !password.isEmpty, let hash else { return false }
    // Comparing keys takes the same time wherever they differ.
    return SymmetricKey(data: key) == SymmetricKey(data: hash.key)
  }

  private func derive(_ password: String, salt: [UInt8], cost: PasswordCost, in queue: Queue)
    async throws(Busy) -> [UInt8]
  {
    let bytes = Array(PasswordRules.canonical(password).utf8)
    let key = await withCheckedContinuation { (answer: CheckedContinuation<[UInt8]?, Never>) in
      let job = Job(queue: queue, password: bytes, salt: salt, cost: cost, answer: answer)
      let (isAdmitted, first) = line.withLock { line -> (Bool, Job?) in
        guard line.count(queue) < most else { return (false, nil) }
        line.waiting.append(job)
        return (true, line.deriving == nil ? line.next() : nil)
      }
      if !isAdmitted { answer.resume(returning: nil) }
      if let first { thread.async { [self] in perform(first) } }
    }
    guard let key else { throw Busy() }
    return key
  }

  private func perform(_ job: Job) {
    let key = try? KDF.Scrypt.deriveKey(
      from: job.password, salt: job.salt, outputByteCount: Self.keyLength, rounds: 1 << job.cost.logRounds,
      blockSize: job.cost.blockSize,
      parallelism: job.cost.parallelism)
    // Its place is free before it is answered.
    let next = line.withLock { $0.next() }
    // Without memory for it nothing is derived, and a random key is nobody's password.
    job.answer.resume(returning: (key ?? SymmetricKey(size: .bits256)).withUnsafeBytes { Array($0) })
    if let next { thread.async { [self] in perform(next) } }
  }
}
