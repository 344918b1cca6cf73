// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What devices and programs have sent and is not answered yet: how much it is, and how long the oldest of it has waited.
///
/// A server that takes more than it can do serves nobody in time. So there is a limit, and what is beyond it is sent away at once.
struct LoadQueue: Sendable {
  struct Ticket: Hashable, Sendable {
    fileprivate var number: Int
    fileprivate var bytes: Int
  }

  private let limits: LoadLimits
  /// By the order of arrival; those that are answered are removed when all before them are.
  private var arrivals: [(number: Int, at: Duration)] = []
  private var answered: Set<Int> = []
  private var next = 0
  private(set) var requests = 0
  private(set) var bytes = 0

  init(limits: LoadLimits = LoadLimits()) {
    self.limits = limits
  }

  /// True when a request that comes now is to be sent away, whatever it holds.
  func isFull(at now: Duration) -> Bool {
    if requests >= limits.requests || bytes >= limits.bytes { return true }
    guard let oldest = arrivals.first else { return false }
    return now - oldest.at > limits.wait
  }

  /// nil: there is no room for it. A request that is alone has room, however large it is.
  mutating func enter(bytes count: Int, at now: Duration) -> Ticket? {
    guard !isFull(at: now), requests == 0 || bytes + count <= limits.bytes else { return nil }
    let ticket = Ticket(number: next, bytes: count)
    next += 1
    requests += 1
    bytes += count
    arrivals.append((ticket.number, now))
    return ticket
  }

  mutating func leave(_ ticket: Ticket) {
    requests -= 1
    bytes -= ticket.bytes
    answered.insert(ticket.number)
    let done = arrivals.prefix { answered.contains($0.number) }.count
    for arrival in arrivals.prefix(done) { answered.remove(arrival.number) }
    arrivals.removeFirst(done)
  }
}
