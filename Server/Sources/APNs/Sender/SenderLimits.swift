// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How patient a sender is, and how much it does at a time.
public struct SenderLimits: Hashable, Sendable {
  /// The most pushes in flight on the connection, at least 1. The peer's own limit applies if it is
  /// lower.
  public var streams = 1_000
  /// The time within which `send` returns, including waiting for a connection and for a free
  /// stream.
  public var deadline = Duration.seconds(30)
  /// The time for a connection to be ready: TCP, TLS, and the peer's settings.
  public var opening = Duration.seconds(10)
  /// How often a push is sent without an answer until its sender gives it back, at least 1.
  public var attempts = 3
  /// How often a push is sent that APNs does not process, because a connection ends or a provider
  /// token has expired, at least 1.
  public var refusals = 10

  /// How many connections in a row must call a new provider token expired until the sender believes
  /// that its own clock is wrong.
  public var doubts = 3

  public init() {}
}
