// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Figures about a store that an operator watches: cheap to ask for, and current.
public struct StoreFigures: Hashable, Sendable {
  /// Batches of events that wait for the writer.
  public var waitingBatches: Int
  /// nil, like the two others, when there are no files.
  public var dataBytes: Int64?
  /// Of the write-ahead log.
  public var logBytes: Int64?
  /// Free space where the files are.
  public var freeBytes: Int64?

  public init(waitingBatches: Int, dataBytes: Int64? = nil, logBytes: Int64? = nil, freeBytes: Int64? = nil) {
    self.waitingBatches = waitingBatches
    self.dataBytes = dataBytes
    self.logBytes = logBytes
    self.freeBytes = freeBytes
  }
}
