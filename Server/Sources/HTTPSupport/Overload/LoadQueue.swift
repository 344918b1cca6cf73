// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What devices and programs have sent and is not answered yet: how much it is, how long the oldest of it has waited, and how soon one more would
/// have its turn.
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
  /// The stretch that is being measured: answers since then, while always something waited.
  private var stretch = Stretch(since: .zero)
  /// How long one answer took after another in the last stretch that says something; nil: there was none.
  private var pace: Duration?
  private(set) var requests = 0
  private(set) var bytes = 0

  private struct Stretch {
    var since: Duration
    var answers = 0
    var last = Duration.zero

    /// Answers come many at a time, with one flush of the disk: a short stretch of few answers would say little, least of all one request alone.
    func pace(few: Int) -> Duration? {
      guard answers > 0, answers >= few || last - since >= .milliseconds(200) else { return nil }
      return (last - since) / answers
    }
  }

  init(limits: LoadLimits = LoadLimits()) {
    self.limits = limits
  }

  /// True when a request that comes now is to be sent away, whatever it holds.
  func isFull(at now: Duration) -> Bool {
    if requests >= limits.requests || bytes >= limits.bytes { return true }
    guard let oldest = arrivals.first else { return false }
    if now - oldest.at > limits.wait { return true }
    // The oldest has waited for those before it only; whoever comes now waits for all. Few tell nothing: one flush of the disk stores many.
    guard requests >= limits.few, let pace = stretch.pace(few: limits.few) ?? pace else { return false }
    return pace * requests > limits.wait
  }

  /// nil: there is no room for it. A request that is alone has room, however large it is.
  mutating func enter(bytes count: Int, at now: Duration) -> Ticket? {
    guard !isFull(at: now), requests == 0 || bytes + count <= limits.bytes else { return nil }
    endStretch()
    if requests == 0 { stretch = Stretch(since: now) }
    let ticket = Ticket(number: next, bytes: count)
    next += 1
    requests += 1
    bytes += count
    arrivals.append((ticket.number, now))
    return ticket
  }

  mutating func leave(_ ticket: Ticket, at now: Duration) {
    requests -= 1
    // Only now: answers of one flush come at once, and the first of them alone would look slow.
    if now > stretch.last { endStretch() }
    stretch.answers += 1
    stretch.last = now
    bytes -= ticket.bytes
    answered.insert(ticket.number)
    let done = arrivals.prefix { answered.contains($0.number) }.count
    for arrival in arrivals.prefix(done) { answered.remove(arrival.number) }
    arrivals.removeFirst(done)
  }

  /// Begins another stretch, when this one says something.
  private mutating func endStretch() {
    guard let measured = stretch.pace(few: limits.few) else { return }
    pace = measured
    stretch = Stretch(since: stretch.last)
  }
}

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
