// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The users whose signatures the server rejects.
///
/// A rejection affects one user only, and events of others are still sent. It is retried with the
/// pauses of `RetryPolicy`. After `longestRow` rejections in a row, it is retried only with another
/// signature or in the next session.
///
/// Another signature or a request by the app causes an immediate attempt after the first
/// `promptRow` rejections in a row. After more rejections, it only shortens the pause to one that
/// also grows, so that a backend that always signs wrongly causes no endless requests.
struct UserProofs: Equatable, Sendable {
  struct Proof: Equatable, Sendable {
    /// nil if the request is for no particular user.
    var userID: String?
    var signature: String?
  }

  /// The maximum number of rejections in a row.
  static let longestRow = 50
  /// Up to this many rejections in a row can be followed by an immediate attempt.
  static let promptRow = 3
  static let longestShortenedPause = Duration.seconds(60)

  private enum Pause: Equatable, Sendable {
    /// In monotonic time.
    case until(Duration)
    case untilNextSession
  }

  private struct Standing: Equatable, Sendable {
    /// Continues with another signature. Only acceptance or a new session resets it.
    var retry = RetryPolicy()
    var pause: Pause?
    /// The earliest time at which an action of the app can end the pause, in monotonic time.
    var earliest = Duration.zero
    /// The complaint about a signature that the server accepted anyway.
    var tolerated: Complaint?

    func isPaused(at now: Duration) -> Bool {
      switch pause {
      case .until(let end): now < end
      case .untilNextSession: true
      case nil: false
      }
    }

    /// - Parameter random: uniform in 0..<1.
    mutating func refused(at now: Duration, random: Double) {
      guard case .wait(let delay, _) = retry.failed(.noAnswer, random: random) else { return }
      pause = retry.failures < UserProofs.longestRow ? .until(now + delay) : .untilNextSession
      earliest = now + min(delay, UserProofs.shortenedPause(after: retry.failures))
    }

    mutating func shorten(at now: Duration) {
      guard isPaused(at: now) else { return }
      pause = earliest > now ? .until(earliest) : nil
    }
  }

  private struct Complaint: Equatable, Sendable {
    var signature: String?
    var reason: String
  }

  private var standings: [ExactText: Standing] = [:]

  // MARK: - Answers of the server

  /// The server rejected a request about this user with this signature. `current` is the signature
  /// that a request would carry now.
  ///
  /// Returns whether this is new. It is not if another request with the same signature was rejected
  /// before without an attempt since, or if there is another signature by now, which is used to
  /// send again.
  mutating func refused(
    _ userID: String, signature: String?, current: String?, at now: Duration, random: Double
  ) -> Bool {
    guard signature == current else { return false }
    var standing = standings[ExactText(userID)] ?? Standing()
    guard !standing.isPaused(at: now) else { return false }
    standing.refused(at: now, random: random)
    standings[ExactText(userID)] = standing
    return true
  }

  /// The server rejected the signature but accepted the request. Returns whether this is new.
  mutating func tolerated(_ userID: String, signature: String?, reason: String) -> Bool {
    let complaint = Complaint(signature: signature, reason: reason)
    defer { standings[ExactText(userID)] = Standing(tolerated: complaint) }
    return standings[ExactText(userID)]?.tolerated != complaint
  }

  mutating func accepted(_ userID: String) {
    let tolerated = standings[ExactText(userID)]?.tolerated
    standings[ExactText(userID)] = tolerated.map { Standing(tolerated: $0) }
  }

  // MARK: - Ending a pause

  /// The user has another signature. `now` is in monotonic time.
  mutating func signatureChanged(of userID: String, at now: Duration) {
    standings[ExactText(userID)]?.shorten(at: now)
  }

  /// The app requests an attempt. `now` is in monotonic time.
  mutating func hurry(at now: Duration) {
    for (userID, standing) in standings {
      if case .until = standing.pause { standings[userID]?.shorten(at: now) }
    }
  }

  /// Zero after the first `promptRow` rejections in a row. Then one second, doubled each time.
  private static func shortenedPause(after refusals: Int) -> Duration {
    guard refusals > promptRow else { return .zero }
    return min(longestShortenedPause, .seconds(1 << min(refusals - promptRow - 1, 20)))
  }

  mutating func keep(_ isNeeded: (String) -> Bool) {
    guard !standings.isEmpty else { return }
    standings = standings.filter { isNeeded($0.key.text) }
  }

  /// Called when a session starts, or when all requests were cancelled.
  mutating func clear() {
    standings = [:]
  }

  // MARK: - Reading

  /// The users for whom nothing is sent now.
  func silenced(at now: Duration) -> Set<ExactText> {
    guard !standings.isEmpty else { return [] }
    return Set(standings.filter { $0.value.isPaused(at: now) }.keys)
  }

  func isSilenced(_ userID: String?, at now: Duration) -> Bool {
    userID.flatMap { standings[ExactText($0)]?.isPaused(at: now) } ?? false
  }

  /// The next time at which a pause ends by itself.
  func nextAttempt(after now: Duration) -> Duration? {
    standings.values.compactMap { standing in
      if case .until(let end) = standing.pause, now < end { end } else { nil }
    }.min()
  }
}
