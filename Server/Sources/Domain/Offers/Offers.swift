// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// Which campaigns a person was offered, and in which hour first.
///
/// Each time something new is offered takes a few bytes, whatever the number of campaigns.
public struct Offers: Hashable, Sendable {
  public enum Step: Hashable, Sendable, CaseIterable {
    /// The campaigns were found to be for this person.
    case eligible
    /// The definitions were sent to a device.
    case delivered

    public var metric: CampaignMetric {
      switch self {
      case .eligible: .eligible
      case .delivered: .delivered
      }
    }
  }

  /// The hour and the kind of device for which something counts.
  public struct Slot: Hashable, Sendable {
    /// The hour's first instant.
    public var hour: Instant
    public var isTest: Bool

    public init(hour: Instant, isTest: Bool) {
      self.hour = hour
      self.isTest = isTest
    }
  }

  /// For one step and kind of device, a campaign is in one hour only.
  private var sets: [Step: [Slot: CampaignSet]] = [:]

  public init() {}

  public var isEmpty: Bool { sets.isEmpty }

  /// The campaigns that were offered on test devices, or on other devices.
  public func all(_ step: Step, isTest: Bool) -> CampaignSet {
    var all = CampaignSet()
    for (slot, set) in sets[step] ?? [:] where slot.isTest == isTest { all.formUnion(set) }
    return all
  }

  /// Campaigns that are known already stay in their hour.
  public mutating func add(_ campaigns: CampaignSet, _ step: Step, at instant: Instant, isTest: Bool) {
    let new = campaigns.subtracting(all(step, isTest: isTest))
    guard !new.isEmpty else { return }
    sets[step, default: [:]][
      Slot(hour: CountedTime.hour(of: instant), isTest: isTest), default: CampaignSet()
    ].formUnion(new)
  }

  /// Merges two people who turn out to be one: what both were offered counts in the earlier hour.
  public mutating func merge(_ other: Offers) {
    for step in Step.allCases {
      var both = sets[step] ?? [:]
      both.merge(other.sets[step] ?? [:]) { one, two in
        var all = one
        all.formUnion(two)
        return all
      }
      var seen = [false: CampaignSet(), true: CampaignSet()]
      for slot in both.keys.sorted(by: { $0.hour < $1.hour }) {
        let new = both[slot]?.subtracting(seen[slot.isTest] ?? CampaignSet()) ?? CampaignSet()
        both[slot] = new.isEmpty ? nil : new
        seen[slot.isTest]?.formUnion(new)
      }
      sets[step] = both.isEmpty ? nil : both
    }
  }

  /// Where the person counts: once for each campaign, among people if they were ever offered it on
  /// a device of their own.
  public func counted(_ step: Step) -> [Slot: CampaignSet] {
    let own = all(step, isTest: false)
    return (sets[step] ?? [:]).reduce(into: [:]) { counted, entry in
      let set = entry.key.isTest ? entry.value.subtracting(own) : entry.value
      if !set.isEmpty { counted[entry.key] = set }
    }
  }
}

extension Offers {
  /// For the database: for each hour, in order, its steps and kind of device, the hour and the
  /// campaigns.
  public var bytes: [UInt8] {
    var writer = OfferBytes()
    let slots = Set(sets.values.flatMap(\.keys)).sorted {
      ($0.hour.milliseconds, $0.isTest ? 1 : 0) < ($1.hour.milliseconds, $1.isTest ? 1 : 0)
    }
    for slot in slots {
      let (eligible, delivered) = (sets[.eligible]?[slot], sets[.delivered]?[slot])
      func write(_ mask: UInt64, _ set: CampaignSet?) {
        guard let set else { return }
        writer.write(mask | (slot.isTest ? Self.testMask : 0))
        writer.write(Self.number(of: slot.hour))
        writer.append(set.bytes)
      }
      if eligible == delivered {
        write(Self.mask(.eligible) | Self.mask(.delivered), eligible)
      } else {
        write(Self.mask(.eligible), eligible)
        write(Self.mask(.delivered), delivered)
      }
    }
    return writer.bytes
  }

  /// nil when the bytes are not in the form of `bytes`.
  public init?(bytes: some Sequence<UInt8>) {
    var reader = OfferBytes(bytes)
    while !reader.isAtEnd {
      guard let mask = reader.read(), let number = reader.read(), let hour = Self.hour(number),
        let set = reader.readBytes().flatMap({ CampaignSet(bytes: $0) }), !set.isEmpty
      else { return nil }
      let slot = Slot(hour: hour, isTest: mask & Self.testMask != 0)
      for step in Step.allCases where mask & Self.mask(step) != 0 { sets[step, default: [:]][slot] = set }
    }
  }

  private static let testMask: UInt64 = 4

  private static func mask(_ step: Step) -> UInt64 {
    switch step {
    case .eligible: 1
    case .delivered: 2
    }
  }

  private static let hourLength: Int64 = 3_600_000

  /// Hours counted from 1970: later ones are even numbers, earlier ones odd numbers.
  private static func number(of hour: Instant) -> UInt64 {
    let hours = hour.milliseconds / hourLength
    return UInt64(bitPattern: hours << 1 ^ hours >> 63)
  }

  private static func hour(_ number: UInt64) -> Instant? {
    let hours = Int64(bitPattern: number >> 1) ^ -Int64(number & 1)
    let (milliseconds, isTooLarge) = hours.multipliedReportingOverflow(by: hourLength)
    return isTooLarge ? nil : Instant(milliseconds: milliseconds)
  }
}

/// How the numbers of people who were offered campaigns change. Each number is for a whole set of
/// campaigns, so that somebody's first sync adds to two numbers instead of two for each campaign.
public struct OfferCounts: Hashable, Sendable {
  public struct Key: Hashable, Sendable {
    public var step: Offers.Step
    public var slot: Offers.Slot
    public var campaigns: CampaignSet

    public init(step: Offers.Step, slot: Offers.Slot, campaigns: CampaignSet) {
      self.step = step
      self.slot = slot
      self.campaigns = campaigns
    }
  }

  public private(set) var numbers: [Key: Int] = [:]

  public init() {}

  /// Moves a person's counts from where they were to where they belong now.
  public mutating func move(from old: Offers, to new: Offers) {
    for step in Offers.Step.allCases {
      let (before, after) = (old.counted(step), new.counted(step))
      for slot in Set(before.keys).union(after.keys) {
        let (was, becomes) = (before[slot] ?? CampaignSet(), after[slot] ?? CampaignSet())
        add(-1, of: was.subtracting(becomes), step, slot)
        add(1, of: becomes.subtracting(was), step, slot)
      }
    }
  }

  private mutating func add(
    _ number: Int, of campaigns: CampaignSet, _ step: Offers.Step, _ slot: Offers.Slot
  ) {
    guard !campaigns.isEmpty else { return }
    let key = Key(step: step, slot: slot, campaigns: campaigns)
    let sum = numbers[key, default: 0] + number
    numbers[key] = sum == 0 ? nil : sum
  }
}
