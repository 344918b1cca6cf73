// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Requests of devices and programs that are not answered yet: their size, how long the oldest has
/// waited, and how soon another would have its turn.
///
/// A server that accepts more than it can handle serves nobody in time. So there is a limit, and
/// requests beyond it are refused immediately.
struct LoadQueue: Sendable {
  struct Ticket: Hashable, Sendable {
    fileprivate var number: Int
    fileprivate var bytes: Int
  }

  private let limits: LoadLimits
  /// In the order of arrival. An answered request is removed once all before it are answered.
  private var arrivals: [(number: Int, at: Duration)] = []
  private var answered: Set<Int> = []
  private var next = 0
  /// The period that is being measured: the answers since it began, while something was always
  /// waiting.
  private var stretch = Stretch(since: .zero)
  /// The time from one answer to the next in the last conclusive period; nil when there was none.
  private var pace: Duration?
  private(set) var requests = 0
  private(set) var bytes = 0

  private struct Stretch {
    var since: Duration
    var answers = 0
    var last = Duration.zero

    /// One flush of the disk gives many answers together, so a short period with few answers would
    /// prove little, and a single request least of all.
    func pace(few: Int) -> Duration? {
      guard answers > 0, answers >= few || last - since >= .milliseconds(200) else { return nil }
      return (last - since) / answers
    }
  }

  init(limits: LoadLimits = LoadLimits()) {
    self.limits = limits
  }

  /// True when a request that arrives now must be refused, whatever it contains.
  func isFull(at now: Duration) -> Bool {
    if requests >= limits.requests || bytes >= limits.bytes { return true }
    guard let oldest = arrivals.first else { return false }
    if now - oldest.at > limits.wait { return true }
    // The oldest has waited only for those before it; a new request waits for all. Few prove
    // nothing, because one flush of the disk stores many.
    guard requests >= limits.few, let pace = stretch.pace(few: limits.few) ?? pace else { return false }
    return pace * requests > limits.wait
  }

  /// nil when there is no room. A request that is alone has room, however large it is.
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
    // Only now: the answers of one flush arrive together, and the first of them alone would look
    // slow.
    if now > stretch.last { endStretch() }
    stretch.answers += 1
    stretch.last = now
    bytes -= ticket.bytes
    answered.insert(ticket.number)
    let done = arrivals.prefix { answered.contains($0.number) }.count
    for arrival in arrivals.prefix(done) { answered.remove(arrival.number) }
    arrivals.removeFirst(done)
  }

  /// Begins a new period if this one is conclusive.
  private mutating func endStretch() {
    guard let measured = stretch.pace(few: limits.few) else { return }
    pace = measured
    stretch = Stretch(since: stretch.last)
  }
}

/// How much may wait to be stored; requests beyond it are refused immediately.
public struct LoadLimits: Sendable {
  public var requests = 256
  /// Bytes of complete bodies, decompressed.
  public var bytes = 4 << 20
  /// Bytes of arriving bodies, as they are sent.
  public var arrivingBytes = 8 << 20
  /// Requests are refused while the oldest has waited longer than this, or another one would at the
  /// pace of the last answers.
  public var wait = Duration.milliseconds(500)

  /// This many may wait whatever the pace: they are stored together, and a slow disk is efficient
  /// only when many share a flush.
  public var few = 64

  public init() {}

  init(requests: Int, bytes: Int, wait: Duration) {
    self.init()
    (self.requests, self.bytes, self.wait) = (requests, bytes, wait)
  }
}
