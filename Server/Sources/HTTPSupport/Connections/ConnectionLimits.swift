// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import NIOCore

/// How long a connection may take for what, and how many there may be.
public struct ConnectionLimits: Sendable {
  /// From the beginning of a connection to the end of its first request's header.
  public var headerTimeout = TimeAmount.seconds(10)
  /// From an answer to the end of the next request's header on the same connection.
  public var idleTimeout = TimeAmount.seconds(60)
  /// A body has this long, and a second more for each `minimumRate` bytes that have come.
  public var bodyTimeout = TimeAmount.seconds(10)
  /// Bytes a second.
  public var minimumRate = 1_024
  /// How long a client may take nothing of an answer that is waiting for it.
  public var writeTimeout = TimeAmount.seconds(30)
  /// What the rest of a body has left when the server stops.
  public var stopTimeout = TimeAmount.seconds(1)
  /// Connections at the same time; those beyond it are answered with 503.
  public var maximumConnections = 10_000

  public init() {}
}
