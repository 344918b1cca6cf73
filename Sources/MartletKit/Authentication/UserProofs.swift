// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What vouches for the user of each request on its way, and which users the server does not believe.
///
/// A refusal concerns one user: what is said of others goes on. It is tried again with the waiting times of `RetryPolicy`, at once with another
/// signature, and after `longestRow` refusals in a row only with one or in the next session.
struct UserProofs: Hashable, Sendable {
  struct Proof: Hashable, Sendable {
    /// nil: the request speaks for nobody in particular.
    var userID: String?
    var signature: String?
  }

  /// Refusals in a row.
  static let longestRow = 50

  private enum Pause: Hashable, Sendable {
    /// In monotonic time.
    case until(Duration)
    case untilNextSession
  }

  private struct Standing: Hashable, Sendable {
    var retry = RetryPolicy()
    var pause: Pause?
    /// What was said of a signature that the server accepts all the same.
    var tolerated: Complaint?

    func isPaused(at now: Duration) -> Bool {
      switch pause {
      case .until(let end): now < end
      case .untilNextSession: true
      case nil: false
      }
    }
  }

  private struct Complaint: Hashable, Sendable {
    var signature: String?
    var reason: String
  }

  private var underWay: [Int: Proof] = [:]
  private var standings: [String: Standing] = [:]

  mutating func begin(_ request: Int, with proof: Proof) {
    underWay[request] = proof
  }

  /// nil: it was cancelled before.
  @discardableResult
  mutating func end(_ request: Int) -> Proof? {
    underWay.removeValue(forKey: request)
  }

  // MARK: - The server's word

  /// The server did not take what was said of this user.
  ///
  /// - Parameters:
  ///   - signature: what the request carried.
  ///   - current: what a request would carry now.
  ///   - now: monotonic.
  ///   - random: uniform in 0..<1.
  /// - Returns: whether it is news. It is none when another request was refused before for the same signature and no attempt was made since, or
  ///   when there is another signature by now, with which it is sent again.
  mutating func refused(_ userID: String, signature: String?, current: String?, at now: Duration, random: Double) -> Bool {
    guard signature == current else { return false }
    var standing = standings[userID] ?? Standing()
    guard !standing.isPaused(at: now) else { return false }
    if case .wait(let delay, _) = standing.retry.failed(.noAnswer, random: random) { standing.pause = .until(now + delay) }
    if standing.retry.failures >= Self.longestRow { standing.pause = .untilNextSession }
    standings[userID] = standing
    return true
  }

  /// The server does not believe it, and takes what was said all the same. Returns whether that is news.
  mutating func tolerated(_ userID: String, signature: String?, reason: String) -> Bool {
    let complaint = Complaint(signature: signature, reason: reason)
    defer { standings[userID] = Standing(tolerated: complaint) }
    return standings[userID]?.tolerated != complaint
  }

  /// The server took what was said of this user.
  mutating func accepted(_ userID: String) {
    let tolerated = standings[userID]?.tolerated
    standings[userID] = tolerated.map { Standing(tolerated: $0) }
  }

  // MARK: - What ends waiting

  /// Another signature of this user.
  mutating func signatureChanged(of userID: String) {
    standings[userID] = nil
  }

  /// The app asks for it.
  mutating func hurry() {
    for (userID, standing) in standings {
      if case .until = standing.pause { standings[userID]?.pause = nil }
    }
  }

  mutating func sessionStarted() {
    standings = [:]
  }

  /// Forgets users of whom there is nothing to say any more.
  mutating func keep(_ isNeeded: (String) -> Bool) {
    guard !standings.isEmpty else { return }
    standings = standings.filter { isNeeded($0.key) }
  }

  /// Everything under way was cancelled.
  mutating func clear() {
    underWay = [:]
    standings = [:]
  }

  // MARK: - Questions

  /// Of whom nothing is sent now.
  func silenced(at now: Duration) -> Set<String> {
    guard !standings.isEmpty else { return [] }
    return Set(standings.filter { $0.value.isPaused(at: now) }.keys)
  }

  func isSilenced(_ userID: String?, at now: Duration) -> Bool {
    userID.flatMap { standings[$0]?.isPaused(at: now) } ?? false
  }

  /// When somebody's pause ends by itself next.
  func nextAttempt(after now: Duration) -> Duration? {
    standings.values.compactMap { standing in
      if case .until(let end) = standing.pause, now < end { end } else { nil }
    }.min()
  }
}
