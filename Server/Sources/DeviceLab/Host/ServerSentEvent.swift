// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// One event of a stream that browsers read with `EventSource`.
///
/// The data is compact JSON, which has no line breaks, so it always fits in one `data:` line.
struct ServerSentEvent: Hashable, Sendable {
  enum Name: String, Hashable, Sendable {
    /// The whole present state; it replaces everything sent before.
    case state
    /// The device's own state changed.
    case device
    /// A change of the scene to draw.
    case scene
    /// A new entry of the feed. It has an id, so that the browser can ask for entries that it
    /// missed.
    case feed
  }

  var name: Name
  /// The id that the browser sends as `Last-Event-ID` when it reconnects.
  var id: Int?
  var data: Wire.JSONValue

  init(_ name: Name, id: Int? = nil, _ data: Wire.JSONValue) {
    self.name = name
    self.id = id
    self.data = data
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    if let id { bytes += "id: \(id)\n".utf8 }
    bytes += "event: \(name.rawValue)\ndata: ".utf8
    bytes += Wire.encode(data)
    bytes += "\n\n".utf8
    return bytes
  }

  /// A comment that keeps the connection open and shows that the server is still there.
  static let heartbeat: [UInt8] = Array(": still here\n\n".utf8)
  /// How long a browser waits before it reconnects.
  static let retry: [UInt8] = Array("retry: 1000\n\n".utf8)
}

/// One browser that views a device.
///
/// It gets every event as long as it keeps up. A browser that does not is dropped; it reconnects by
/// itself and gets the present state. So a slow browser never makes the server's memory grow
/// without bound.
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
