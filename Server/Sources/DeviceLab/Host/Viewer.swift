// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// One browser that views a device.
///
/// It gets every event as long as it keeps up. A browser that does not is dropped; it reconnects by itself and gets the present state. So a slow
/// browser never makes the server's memory grow without bound.
@MainActor
final class Viewer {
  /// The most events that may wait for one browser.
  static let capacity = 256

  let number: Int
  /// The bytes to send, in pieces.
  nonisolated let stream: AsyncStream<[UInt8]>
  private let continuation: AsyncStream<[UInt8]>.Continuation

  init(number: Int) {
    self.number = number
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
  }

  /// Returns false if the viewer did not keep up or has left; its stream is then over.
  func send(_ bytes: [UInt8]) -> Bool {
    if case .enqueued = continuation.yield(bytes) { return true }
    close()
    return false
  }

  func close() { continuation.finish() }
}
