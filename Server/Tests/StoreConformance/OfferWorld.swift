// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import ServerTestSupport

/// Random offers to a few people, some of whom turn out to be the same, and a naive count of them:
/// one entry for each person, campaign and step.
struct OfferWorld {
  struct Step {
    enum Kind {
      case offer(person: String, eligible: [CampaignID], delivered: [CampaignID])
      case signIn(device: String, user: String)
    }

    var number: Int
    var kind: Kind
    var at: Instant
    var isTest: Bool
    var isSentAgain: Bool
  }

  private struct Key: Hashable {
    var campaign: CampaignID
    var isDelivered: Bool
  }

  private struct First {
    var own: Instant?
    var test: Instant?
  }

  /// More than one word of bits.
  static let campaigns = (0..<70).map { CampaignID("c\($0)") }
  private static let start = CountedTime.hour(of: Sample.now)
  static let hours = (0..<6).map { start + .seconds($0 * 3_600) }

  private var chance: SeededGenerator
  private var number = 0
  /// By what a person is called: who it turned out to be.
  private var names: [String: String] = [:]
  private var people: [String: [Key: First]] = [:]
  /// How many campaigns have been launched.
  private var launched = 3

  init(seed: UInt64) {
    chance = SeededGenerator(seed: seed)
  }

  mutating func step() -> Step {
    number += 1
    launched = min(Self.campaigns.count, launched + Int.random(in: 0..<3, using: &chance))
    let at = Self.start + .seconds(number * 300 + Int.random(in: 0..<300, using: &chance))
    let isTest = Int.random(in: 0..<4, using: &chance) == 0
    let kind: Step.Kind
    if Int.random(in: 0..<8, using: &chance) == 0 {
      let device = "device-\(Int.random(in: 0..<4, using: &chance))"
      let user = "user-\(Int.random(in: 0..<3, using: &chance))"
      kind = .signIn(device: device, user: user)
      signIn("u:" + user, on: "d:" + device)
    } else {
      let isAnonymous = Bool.random(using: &chance)
      let person =
        isAnonymous
        ? "d:device-\(Int.random(in: 0..<4, using: &chance))"
        : "u:user-\(Int.random(in: 0..<3, using: &chance))"
      // As a rule all that are running, which are the newest; sometimes any.
      let finished = Int.random(in: 0...launched / 2, using: &chance)
      let running = Array(Self.campaigns[finished..<launched])
      let some = Self.campaigns.prefix(launched).filter { _ in Bool.random(using: &chance) }
      let eligible = Int.random(in: 0..<3, using: &chance) > 0 ? running : some
      let delivered =
        Int.random(in: 0..<3, using: &chance) > 0
        ? eligible : eligible.filter { _ in Bool.random(using: &chance) }
      kind = .offer(person: person, eligible: eligible, delivered: delivered)
      let hour = CountedTime.hour(of: at)
      for campaign in eligible { add(Key(campaign: campaign, isDelivered: false), to: person, hour, isTest) }
      for campaign in delivered { add(Key(campaign: campaign, isDelivered: true), to: person, hour, isTest) }
    }
    return Step(number: number, kind: kind, at: at, isTest: isTest, isSentAgain: Bool.random(using: &chance))
  }

  private mutating func add(_ key: Key, to name: String, _ hour: Instant, _ isTest: Bool) {
    let person = names[name] ?? name
    names[name] = person
    var first = people[person, default: [:]][key] ?? First()
    if isTest { first.test = first.test ?? hour } else { first.own = first.own ?? hour }
    people[person, default: [:]][key] = first
  }

  /// Only the first user of a device takes over what was done there.
  private mutating func signIn(_ user: String, on device: String) {
    names[user] = user
    guard let anonymous = names[device] else {
      names[device] = user
      return
    }
    guard anonymous == device else { return }
    names[device] = user
    for (key, taken) in people.removeValue(forKey: device) ?? [:] {
      let known = people[user, default: [:]][key] ?? First()
      people[user, default: [:]][key] = First(
        own: [known.own, taken.own].compactMap { $0 }.min(),
        test: [known.test, taken.test].compactMap { $0 }.min())
    }
  }

  /// - Parameter hour: nil: all of them.
  func totals(_ campaign: CampaignID, hour: Instant? = nil) -> (
    own: CampaignReport.Totals, test: CampaignReport.Totals
  ) {
    func count(isDelivered: Bool, isTest: Bool) -> Int {
      people.values.count { steps in
        guard let first = steps[Key(campaign: campaign, isDelivered: isDelivered)] else { return false }
        let counted = isTest ? first.own == nil ? first.test : nil : first.own
        return counted.map { hour == nil || $0 == hour } ?? false
      }
    }
    func totals(isTest: Bool) -> CampaignReport.Totals {
      CampaignReport.Totals(
        eligible: count(isDelivered: false, isTest: isTest),
        delivered: count(isDelivered: true, isTest: isTest))
    }
    return (totals(isTest: false), totals(isTest: true))
  }
}
