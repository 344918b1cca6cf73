// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One browser that looks at a device.
///
/// It is sent what happens as long as it keeps up. One that does not is dropped: it comes back by itself and gets the present state, so that no
/// slow browser makes the server remember without bound.
@MainActor
final class Viewer {
  /// Messages that may wait for one browser.
  static let capacity = 256

  let number: Int
  /// What goes over the wire, piece by piece.
  nonisolated let stream: AsyncStream<[UInt8]>
  private let continuation: AsyncStream<[UInt8]>.Continuation

  init(number: Int) {
    self.number = number
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
  }

  /// False when the viewer did not keep up, or has left: then it is over.
  func send(_ bytes: [UInt8]) -> Bool {
    if case .enqueued = continuation.yield(bytes) { return true }
    close()
    return false
  }

  func close() { continuation.finish() }
}
