// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet {
  /// What happened to the events that were waiting when `flush()` was called.
  public struct FlushResult: Hashable, Sendable {
    /// The number of events that the server has stored.
    public var sent = 0
    /// The number of events that were removed without being stored, because the server rejected
    /// them or the journal was full. The log has the reasons.
    public var dropped = 0
    /// The number of events that are still waiting. They are sent later automatically, unless
    /// `reason` says otherwise.
    public var waiting = 0
    /// Why events are still waiting, or why their number is unknown. nil if none are waiting.
    public var reason: Reason?

    /// True if no events are waiting. False if that is unknown, because the task was cancelled or
    /// the stored events cannot be read yet.
    public var isComplete: Bool { reason == nil }

    /// Why events are waiting.
    public enum Reason: Hashable, Sendable {
      /// The server did not respond: there is no network, no server at the endpoint, or something
      /// else responded in its place.
      case unreachable
      /// The server is busy, or asked the client to wait.
      case serverBusy
      /// The server rejects the requests, for example because of a wrong key. Nothing is sent until
      /// the next session.
      case refused
      /// The server requires a valid signature for the user of these events. They wait for another
      /// one. Events of other users are sent.
      case notAuthenticated
      /// The stored events cannot be read yet, or another client uses the same folder.
      case storageUnavailable
      /// The endpoint in the configuration is not a valid URL.
      case noEndpoint
      /// The SDK is off.
      case disabled
      /// The server took longer than 30 seconds.
      case timedOut
      /// The calling task was cancelled.
      case cancelled
      /// The client was released. The next launch sends the events.
      case ended
    }
  }

  /// Sends all waiting events now, and returns when the server has received them or cannot receive
  /// them: after one attempt if there is no network, and after 30 seconds at the latest. If the
  /// calling task is cancelled, this returns immediately, and sending continues.
  ///
  ///     let result = await martlet.flush()
  ///     if !result.isComplete { print("\(result.waiting) events wait: \(result.reason)") }
  ///
  /// Events that are logged meanwhile can be sent too, but do not count. The client's own pauses
  /// are skipped, but not those of the server.
  @discardableResult
  public func flush() async -> FlushResult {
    let turn = FlushTurn()
    mailbox.post(.flushAwaited(turn))
    return await turn.wait(cancelled: FlushResult(reason: .cancelled))
  }
}

extension Martlet.FlushResult.Reason {
  init(_ failure: RetryPolicy.Failure) {
    switch failure {
    case .noAnswer: self = .unreachable
    case .status(408, _, _), .status(429, _, _), .status(500..., _, _): self = .serverBusy
    case .status: self = .refused
    }
  }
}
