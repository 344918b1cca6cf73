// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What has come of bodies that are not complete yet, all of them within one limit of bytes.
///
/// Beyond it the body that has been on its way longest gives way, because slow clients must not take the room of quick ones: a body is here for
/// as long as its client likes, within the deadlines of connections. What had come of it is freed at once, though its client may say nothing
/// for long.
struct ArrivingBodies: Sendable {
  struct Number: Hashable, Sendable {
    fileprivate var value: Int
  }

  private let limit: Int
  private var bodies: [Int: [UInt8]] = [:]
  /// Those that have begun, the oldest first, among them some that are no longer here.
  private var order: [Int] = []
  private var next = 0
  private(set) var bytes = 0

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { bodies.count }
  /// How many have ever begun.
  var begun: Int { next }

  mutating func begin() -> Number {
    // Some come and go in the meantime: those are cleared away when they are the most.
    if order.count > 64, order.count > bodies.count * 2 { order.removeAll { bodies[$0] == nil } }
    defer { next += 1 }
    bodies[next] = []
    order.append(next)
    return Number(value: next)
  }

  /// How many bytes have come of it; nil: it had to give way.
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

  /// The whole body, or what has come of it when its client goes away; nil: it had to give way.
  mutating func end(_ number: Number) -> [UInt8]? {
    remove(number.value)
  }

  @discardableResult
  private mutating func remove(_ number: Int) -> [UInt8]? {
    guard let body = bodies.removeValue(forKey: number) else { return nil }
    bytes -= body.count
    return body
  }
}
