// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What has arrived of incomplete bodies, all of them within one limit of bytes.
///
/// Beyond the limit, the body that has been arriving longest gives way, because slow clients must
/// not take the room of quick ones: a body may take as long as its client likes, within the
/// deadlines of connections. Its bytes are freed immediately, though its client may send nothing
/// for a long time.
struct ArrivingBodies: Sendable {
  struct Number: Hashable, Sendable {
    fileprivate var value: Int
  }

  private let limit: Int
  private var bodies: [Int: [UInt8]] = [:]
  /// Bodies that have begun, the oldest first, including some that are gone.
  private var order: [Int] = []
  private var next = 0
  private(set) var bytes = 0

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { bodies.count }
  /// How many bodies have ever begun.
  var begun: Int { next }

  mutating func begin() -> Number {
    // Bodies that are gone are removed when they are the majority.
    if order.count > 64, order.count > bodies.count * 2 { order.removeAll { bodies[$0] == nil } }
    defer { next += 1 }
    bodies[next] = []
    order.append(next)
    return Number(value: next)
  }

  /// How many bytes of the body have arrived; nil when it had to give way.
  mutating func append(_ more: some Collection<UInt8>, to number: Number) -> Int? {
    guard bodies[number.value] != nil else { return nil }
    bodies[number.value]?.append(contentsOf: more)
    bytes += more.count
    while bytes > limit, let oldest = order.first {
      order.removeFirst()
      remove(oldest)
    }
    return bodies[number.value]?.count
  }

  /// The whole body, or what has arrived when its client disconnects; nil when it had to give way.
  mutating func end(_ number: Number) -> [UInt8]? { remove(number.value) }

  @discardableResult
  private mutating func remove(_ number: Int) -> [UInt8]? {
    guard let body = bodies.removeValue(forKey: number) else { return nil }
    bytes -= body.count
    return body
  }
}
