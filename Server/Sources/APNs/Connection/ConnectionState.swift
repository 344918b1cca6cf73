// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What is known about one connection: which push is on which stream, how many more the peer
/// accepts, and since when it has been silent.
struct ConnectionState: Sendable {
  /// A stream's number: odd, and larger than all before it.
  typealias Stream = Int32
  typealias RequestID = UInt64

  private(set) var streams: [Stream: RequestID] = [:]
  /// Whether the peer's first settings have come. Nothing is sent before, because APNs may accept
  /// only one stream at first.
  private(set) var isReady = false
  /// When the last bytes came.
  var heardAt: Duration
  /// Whether the peer has answered anything. One that only ends connections is left alone for a
  /// while.
  var hasAnswered = false
  /// How many pushes in a row it did not process.
  var refusals = 0
  private var limit = 0
  private var next: Stream
  private var isClosing = false

  init(at now: Duration, first: Stream = 1) {
    (heardAt, next) = (now, first)
  }

  /// Whether another push can be sent now.
  var hasRoom: Bool { isReady && !isClosing && streams.count < limit }
  /// Whether it will carry no more pushes: the peer announced its end, or all numbers are used.
  var isLast: Bool { isClosing }
  /// Whether it can be closed.
  var isDone: Bool { isClosing && streams.isEmpty }

  /// The peer accepts so many streams at a time. Comes at the start, and whenever it changes.
  mutating func settings(streams limit: Int) {
    self.limit = limit
    isReady = true
  }

  /// Assigns the push a stream. Call only if there is room.
  mutating func open(_ request: RequestID) -> Stream {
    let stream = next
    streams[stream] = request
    // At 10,000 pushes a second all numbers are used within 30 hours.
    if next > Stream.max - 2 { isClosing = true } else { next += 2 }
    return stream
  }

  /// The stream is closed. Returns the push that was on it, unless it has been finished already.
  mutating func close(_ stream: Stream) -> RequestID? { streams.removeValue(forKey: stream) }

  /// The peer ends the connection. Returns the pushes that it has not processed, in their order.
  /// They can be sent again without a doubt; the others are still answered.
  mutating func goAway(last: Stream) -> [RequestID] {
    isClosing = true
    let unprocessed = streams.filter { $0.key > last }.sorted { $0.key < $1.key }
    for (stream, _) in unprocessed { streams[stream] = nil }
    return unprocessed.map(\.value)
  }

  /// The connection is gone. Returns the pushes that nobody answered, in their order. Whether the
  /// peer processed them is not known.
  mutating func end() -> [RequestID] {
    isClosing = true
    defer { streams = [:] }
    return streams.sorted { $0.key < $1.key }.map(\.value)
  }
}
