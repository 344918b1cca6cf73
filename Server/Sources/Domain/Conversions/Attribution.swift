// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// For which message a conversion counts: the one that the person saw last before it, whichever
/// campaign showed it.
///
/// It counts for a campaign if that message is the campaign's, was seen in the period, and was seen
/// less than the window before. So an event counts for one message at most, and the conversions of
/// periods that follow each other add up.
///
/// This is the rule for one person. Steps must come in the order of time; of the same instant,
/// messages before events.
public struct Attribution: Sendable {
  /// From the beginning, and before the end.
  private let period: Range<Instant>
  private let window: Duration
  private var last: (at: Instant, isOwn: Bool)?
  /// When the person first converted. nil: never.
  public private(set) var first: Instant?
  /// How often the person converted.
  public private(set) var conversions = 0
  /// How many messages and events were looked at.
  public private(set) var steps = 0
  /// What they spent.
  public private(set) var revenue = Revenue()

  public init(period: Range<Instant>, window: Duration) {
    self.period = period
    self.window = window
  }

  /// The person saw a message.
  ///
  /// - Parameter isOwn: Whether it was the campaign's.
  public mutating func see(at: Instant, isOwn: Bool) {
    steps += 1
    last = (at, isOwn)
  }

  /// Whether an event at that time counts.
  public func counts(at: Instant) -> Bool {
    guard let last, last.isOwn, period.contains(last.at) else { return false }
    return at < last.at + window
  }

  /// The person logged an event that may be the conversion.
  ///
  /// - Parameter record: The stored event; only asked for when it is needed.
  public mutating func add(at: Instant, _ reading: ConversionReading, record: () -> String?) {
    steps += 1
    guard counts(at: at), let found = reading.conversion(reading.needsRecord ? record() : nil, at: at) else {
      return
    }
    convert(at: at, amount: found.amount)
  }

  /// The person did what the conversion is. Does nothing if it does not count.
  ///
  /// - Parameter amount: Its revenue.
  public mutating func convert(at: Instant, amount: Revenue.Amount? = nil) {
    guard counts(at: at) else { return }
    first = first ?? at
    conversions += 1
    if let amount { revenue.add(amount) }
  }
}

extension ConversionCount {
  /// Adds a person who may have converted.
  public mutating func add(_ person: Attribution) {
    guard person.conversions > 0 else { return }
    converted += 1
    conversions += person.conversions
    revenue.add(person.revenue)
  }
}
