// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// One message of a stream that browsers read as an `EventSource`.
///
/// The data is compact JSON, which has no line breaks, so it always fits in one `data:` line.
struct ServerSentEvent: Hashable, Sendable {
  enum Name: String, Hashable, Sendable {
    /// The whole present state: after it nothing of before counts.
    case state
    /// The device's own facts changed.
    case device
    /// Something to draw.
    case scene
    /// A new entry of the feed; carries an id, so that the browser can ask for what it missed.
    case feed
  }

  var name: Name
  /// What the browser sends as `Last-Event-ID` when it comes back.
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

  /// A comment: keeps the connection open and shows that somebody still listens.
  static let heartbeat: [UInt8] = Array(": still here\n\n".utf8)
  /// How long a browser waits before it comes back.
  static let retry: [UInt8] = Array("retry: 1000\n\n".utf8)
}
