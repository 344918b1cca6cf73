// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// How long each phase of a connection may take, and how many connections there may be.
public struct ConnectionLimits: Sendable {
  /// From the beginning of a connection to the end of its first request's header.
  public var headerTimeout = TimeAmount.seconds(10)
  /// From an answer to the end of the next request's header on the same connection.
  public var idleTimeout = TimeAmount.seconds(60)
  /// The time for a body, plus one second for each `minimumRate` bytes received.
  public var bodyTimeout = TimeAmount.seconds(10)
  /// In bytes per second.
  public var minimumRate = 1_024
  /// How long a client may accept nothing of an answer that is ready for it.
  public var writeTimeout = TimeAmount.seconds(30)
  /// How long the rest of a body may take when the server stops.
  public var stopTimeout = TimeAmount.seconds(1)
  /// Simultaneous connections; more are answered with 503.
  public var maximumConnections = 10_000

  public init() {}
}
