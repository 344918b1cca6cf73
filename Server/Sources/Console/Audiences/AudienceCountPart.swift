// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import Pages
import Statistics

/// The part of an audience's page that says how many people are in it.
struct AudienceCountPart {
  /// `1,204`, or `About 120,000`.
  let people: String
  let total: String
  /// nil if there is nobody.
  let share: String?
  /// Of 100.
  let length: String
  let reachable: String
  /// How it is known.
  let basis: String
  let isExact: Bool
  /// Whether it says that there is nobody.
  let isNobody: Bool
  /// Whether a form can ask for the exact number, for a rule that is not saved.
  let isForm: Bool
  let sample: [Frame.Link]
  let hasSample: Bool

  init(_ count: AudienceAuthoring.QuickCount, isForm: Bool) {
    switch count {
    case .exact(let count): self.init(count, isForm: isForm)
    case .estimated(let estimate): self.init(estimate, isForm: isForm)
    }
  }

  private init(_ count: AudienceAuthoring.Count, isForm: Bool) {
    self.isForm = isForm
    people = NumberWords.count(count.people)
    total = NumberWords.count(count.total)
    share = count.total == 0 ? nil : NumberWords.share(count.people, of: count.total)
    length = count.total == 0 ? "0" : "\(Double(count.people) / Double(count.total) * 100)"
    reachable = NumberWords.count(count.reachable)
    basis = "Exact, as of \(UTCTime(count.at).words)."
    isExact = true
    isNobody = count.people == 0
    sample = Self.links(count.sample)
    hasSample = !sample.isEmpty
  }

  private init(_ estimate: AudienceAuthoring.CountEstimate, isForm: Bool) {
    self.isForm = isForm
    let (found, all) = (estimate.people, estimate.total)
    people = "About \(Self.rough(found.value))"
    total = "about \(Self.rough(all.value))"
    share = all.value == 0 ? nil : "\(Int((found.value / all.value * 100).rounded()))%"
    length = all.value == 0 ? "0" : "\(found.value / all.value * 100)"
    reachable = "about \(Self.rough(estimate.reachable.value))"
    let (lower, upper) = (Self.rough(found.interval.lower, .down), Self.rough(found.interval.upper, .up))
    let (asked, time) = (NumberWords.count(estimate.asked), UTCTime(estimate.at).words)
    basis =
      "Estimated from \(asked) people drawn at random, as of \(time): probably \(lower) to \(upper) (95% interval)."
    isExact = false
    isNobody = found.value == 0
    sample = Self.links(estimate.sample)
    hasSample = !sample.isEmpty
  }

  private static func links(_ people: [String]) -> [Frame.Link] {
    people.map { Frame.Link(label: PersonWords.name($0), href: PersonPage.Query().path($0)) }
  }

  /// The number with two digits, because a sample knows no more: `120,000` for 124,211.
  static func rough(_ number: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> String
  {
    var unit = 1.0
    while number / unit >= 100 { unit *= 10 }
    return NumberWords.count(Int((number / unit).rounded(rule) * unit))
  }
}
