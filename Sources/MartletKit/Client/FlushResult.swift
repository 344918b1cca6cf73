// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet {
  /// What became of the events that waited when `flush()` was called.
  public struct FlushResult: Hashable, Sendable {
    /// The server has stored them.
    public var sent = 0
    /// They are gone without having been stored: the server refused them one by one, or the journal was full. The log names the reasons.
    public var dropped = 0
    /// They wait still, and are sent later by themselves unless `reason` says otherwise.
    public var waiting = 0
    /// Why some wait, or why it is not known whether any does; nil: none does.
    public var reason: Reason?

    /// True when nothing waits any more. False when that is not known: the task was cancelled, or what is stored cannot be read yet.
    public var isComplete: Bool { reason == nil }

    /// Why events wait.
    public enum Reason: Hashable, Sendable {
      /// No answer came: no network, no server there, or something else that answers in its place.
      case unreachable
      /// The server is busy, or asked for patience.
      case serverBusy
      /// The server refuses the request, such as for a wrong key. Nothing is sent until the next session.
      case refused
      /// The server does not believe who the person is of whom events wait; they wait for another signature. What was logged by others is sent.
      case notAuthenticated
      /// What is stored cannot be read yet, or another client holds the folder.
      case storageUnavailable
      /// The configuration's endpoint is no address.
      case noEndpoint
      /// The SDK is off.
      case disabled
      /// The server took longer than 30 seconds.
      case timedOut
      /// The task that called was cancelled.
      case cancelled
      /// The client ended meanwhile. The next launch sends what waits.
      case ended
    }
  }

  /// Sends what waits, now, and returns when the server has taken it or it is clear that it does not: without network after the attempt, and
  /// after 30 seconds at the latest. When the calling task is cancelled it returns at once, and sending goes on.
  ///
  ///     let result = await martlet.flush()
  ///     if !result.isComplete { print("\(result.waiting) events wait: \(result.reason)") }
  ///
  /// What is logged while it runs may be sent along and does not count. Waiting of the client's own after failures is cut short; a time that the
  /// server named is not.
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
