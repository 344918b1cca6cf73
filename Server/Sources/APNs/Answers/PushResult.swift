// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What became of a push.
public enum PushResult: Hashable, Sendable {
  /// APNs accepted it. Whether the device shows it, nobody is told.
  case sent
  /// The device cannot be reached with this token.
  case invalidToken(InvalidToken)
  /// APNs can never accept this push as it is.
  case mistake(APNsAnswer)
  /// APNs accepts no push with this key and topic until somebody changes the settings.
  case stop(APNsAnswer)
  /// Send it again later, with the same id.
  case later(Postponement)
}

/// A device token that is no longer valid.
public struct InvalidToken: Hashable, Sendable {
  /// nil if the reason is unknown.
  public let reason: APNsReason?
  /// When the token was already known to be invalid: by APNs' own word, or else when the push was
  /// sent.
  public let since: Instant

  public init(reason: APNsReason?, since: Instant) {
    (self.reason, self.since) = (reason, since)
  }

  /// Returns whether the token must not be used again. It stays valid if the device registered it
  /// after it had become invalid, for example because the app was removed and installed again.
  ///
  /// - Parameter registeredAt: When the device last reported the token.
  public func retires(registeredAt: Instant) -> Bool { registeredAt <= since }
}

/// A push that was not accepted this time.
public struct Postponement: Hashable, Sendable {
  public enum Cause: Hashable, Sendable {
    case answer(APNsAnswer)
    /// There was no connection, or no free stream in time.
    case notSent
    /// The push was sent, but no answer came in time, or the connection was lost.
    case unanswered
    /// `PushSender.shutDown()` was called.
    case shutDown
    /// The task of `PushSender.send(_:)` was cancelled before the push was on its way.
    case withdrawn
  }

  public let cause: Cause
  public let wait: Wait
  /// Why there was no connection; nil if there was one, or if nobody knows.
  public let trouble: ConnectionTrouble?

  public init(cause: Cause, wait: Wait, trouble: ConnectionTrouble? = nil) {
    (self.cause, self.wait, self.trouble) = (cause, wait, trouble)
  }

  /// Whether the device may have received it. It shows the push once even if it arrives again,
  /// because the id and the collapse id stay the same.
  public var mayHaveArrived: Bool { cause == .unanswered }

  /// The time until the push should be sent again. See
  /// `Wait.duration(attempts:retryAfter:random:)`.
  public func duration(attempts: Int, random: Double) -> Duration {
    let retryAfter: Duration? = if case .answer(let answer) = cause { answer.retryAfter } else { nil }
    return wait.duration(attempts: attempts, retryAfter: retryAfter, random: random)
  }
}
