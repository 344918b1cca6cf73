// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// Which users the server does not believe.
///
/// A refusal concerns one user: what is said of others goes on. It is tried again with the waiting times of `RetryPolicy`, and after `longestRow`
/// refusals in a row only with another signature or in the next session.
///
/// Another signature, and the app's own request, are an occasion to try at once after the first `promptRow` refusals in a row. After more they shorten the
/// pause only, to one that grows too: a backend whose every signature is wrong must not make a device ask without end.
struct UserProofs: Equatable, Sendable {
  struct Proof: Equatable, Sendable {
    /// nil: the request speaks for nobody in particular.
    var userID: String?
    var signature: String?
  }

  /// Refusals in a row.
  static let longestRow = 50
  /// So many refusals in a row may be followed by an attempt at once.
  static let promptRow = 3
  static let longestShortenedPause = Duration.seconds(60)

  private enum Pause: Equatable, Sendable {
    /// In monotonic time.
    case until(Duration)
    case untilNextSession
  }

  private struct Standing: Equatable, Sendable {
    /// Goes on with another signature: only being believed ends the row, or a session.
    var retry = RetryPolicy()
    var pause: Pause?
    /// When something that the app does may end the pause; in monotonic time.
    var earliest = Duration.zero
    /// What was said of a signature that the server accepts all the same.
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
    var standing = standings[ExactText(userID)] ?? Standing()
    guard !standing.isPaused(at: now) else { return false }
    standing.refused(at: now, random: random)
    standings[ExactText(userID)] = standing
    return true
  }

  /// The server does not believe it, and takes what was said all the same. Returns whether that is news.
  mutating func tolerated(_ userID: String, signature: String?, reason: String) -> Bool {
    let complaint = Complaint(signature: signature, reason: reason)
    defer { standings[ExactText(userID)] = Standing(tolerated: complaint) }
    return standings[ExactText(userID)]?.tolerated != complaint
  }

  /// The server took what was said of this user.
  mutating func accepted(_ userID: String) {
    let tolerated = standings[ExactText(userID)]?.tolerated
    standings[ExactText(userID)] = tolerated.map { Standing(tolerated: $0) }
  }

  // MARK: - What ends waiting

  /// Another signature of this user, given at this moment of monotonic time.
  mutating func signatureChanged(of userID: String, at now: Duration) {
    standings[ExactText(userID)]?.shorten(at: now)
  }

  /// The app asks for it, at this moment of monotonic time.
  mutating func hurry(at now: Duration) {
    for (userID, standing) in standings {
      if case .until = standing.pause { standings[userID]?.shorten(at: now) }
    }
  }

  /// Nothing after the first refusals in a row, then from a second on twice as long each time.
  private static func shortenedPause(after refusals: Int) -> Duration {
    guard refusals > promptRow else { return .zero }
    return min(longestShortenedPause, .seconds(1 << min(refusals - promptRow - 1, 20)))
  }

  /// Forgets users of whom there is nothing to say any more.
  mutating func keep(_ isNeeded: (String) -> Bool) {
    guard !standings.isEmpty else { return }
    standings = standings.filter { isNeeded($0.key.text) }
  }

  /// A session started, or everything under way was cancelled.
  mutating func clear() {
    standings = [:]
  }

  // MARK: - Questions

  /// Of whom nothing is sent now.
  func silenced(at now: Duration) -> Set<ExactText> {
    guard !standings.isEmpty else { return [] }
    return Set(standings.filter { $0.value.isPaused(at: now) }.keys)
  }

  func isSilenced(_ userID: String?, at now: Duration) -> Bool {
    userID.flatMap { standings[ExactText($0)]?.isPaused(at: now) } ?? false
  }

  /// When somebody's pause ends by itself next.
  func nextAttempt(after now: Duration) -> Duration? {
    standings.values.compactMap { standing in
      if case .until(let end) = standing.pause, now < end { end } else { nil }
    }.min()
  }
}
