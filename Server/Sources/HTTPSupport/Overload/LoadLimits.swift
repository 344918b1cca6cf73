// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How much may wait to be stored; what is beyond is sent away at once.
public struct LoadLimits: Sendable {
  public var requests = 256
  /// Of bodies that are complete, decompressed.
  public var bytes = 4 << 20
  /// Of bodies that are on their way, as they are sent.
  public var arrivingBytes = 8 << 20
  /// Others are sent away while the oldest request has waited longer than this, or one more would by the pace of the last answers.
  public var wait = Duration.milliseconds(500)

  /// So many may wait whatever the pace: they are stored together, and a slow disk is of use only when many share a flush.
  public var few = 64

  public init() {}

  init(requests: Int, bytes: Int, wait: Duration) {
    self.init()
    (self.requests, self.bytes, self.wait) = (requests, bytes, wait)
  }
}
