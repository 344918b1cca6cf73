// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire
import Statistics

/// A result in sentences, for pages and terminals.
public struct BacktestWords: Sendable {
  let result: BacktestResult

  public init(_ result: BacktestResult) {
    self.result = result
  }

  /// `1,000 of the 8,211 people who were active, drawn at random.`
  public var people: String {
    let active = NumberWords.count(result.active)
    switch result.active {
    case 0: return "Nobody was active in this time."
    case 1: return "The one person who was active."
    case _ where result.people < result.active:
      return "\(NumberWords.count(result.people)) of the \(active) people who were active, drawn at random."
    default: return "All of the \(active) people who were active."
    }
  }

  /// How far the figures can be trusted.
  public var fidelity: String {
    let fidelity = result.fidelity
    guard let share = fidelity.share else {
      return "Nothing was shown to them in this time, so the replay cannot be compared with the past."
    }
    // Rounded down: what a limit refuses does not look as if it was reached.
    let percent = Int((share * 100).rounded(.down))
    let agrees =
      "Without the campaign, the replay agrees with \(percent)% of the impressions that devices reported or that it shows."
    return switch fidelity.grade {
    case .poor: agrees + " Below 80%, it says nothing about what would have been, so there are no figures."
    case .fair: agrees + " Below 95%, take the figures as rough ones."
    case .good, .unknown: agrees
    }
  }

  public var reached: String {
    "It would have reached \(Self.words(result.reached, result.reachedEstimate, result.sample, "person", "people"))."
  }

  public var impressions: String {
    "It would have been shown \(Self.words(result.impressions, result.impressionsEstimate, result.sample, "time", "times"))."
  }

  /// How many people of an arm, and how often: `40 people` and `44 times`.
  public func words(_ arm: BacktestResult.Arm) -> (people: String, times: String) {
    (
      Self.words(arm.people, result.peopleEstimate(of: arm), result.sample, "person", "people"),
      Self.words(arm.exposures, result.exposuresEstimate(of: arm), result.sample, "time", "times")
    )
  }

  /// How often it matched and was not shown, with the reason. The most frequent first.
  public var misses: [(words: String, count: Int)] {
    result.misses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { key, count in
      if key == BacktestResult.waiting {
        return ("Still waiting at the end, for example for its screen", count)
      }
      let words = Wire.OutcomeWords(countedAs: key)
      return ([words.title, words.reason].compactMap(\.self).joined(separator: ": "), count)
    }
  }

  /// What it does not know.
  public var limits: [String] {
    var limits = [
      "People do the same in a replay, whether or not they see a campaign. It says whom a campaign would have reached, and not what that would have led to.",
      "Messages, banners, announcements and surveys are replayed, pushes and data are not. Each is closed at once, and nobody taps a banner. It does not know a device without network, what the app’s own code decides, and pictures that cannot be loaded.",
      "It uses the present frequency caps, the present rules of saved audiences, and a minimum interval of 30 seconds between messages. Deleted people are missing, and people who were merged count as one.",
    ]
    let facts =
      result.approximated.map { $0.rawValue.replacing("_", with: " ") }.sorted()
      + (result.approximatesLists ? ["uploaded lists"] : [])
    if !facts.isEmpty {
      limits.append(
        "Audiences use facts whose past values are not stored. Their present values were used: \(facts.joined(separator: ", "))."
      )
    }
    return limits
  }

  /// `40 people, about 400 (331 to 478) of all`
  private static func words(
    _ count: Int, _ estimate: Estimate?, _ sample: RandomSample, _ one: String, _ many: String
  ) -> String {
    let words = NumberWords.plural(count, one, many)
    guard let estimate, sample.fraction < 1 else { return words }
    func number(_ value: Double) -> String { NumberWords.count(Int(value.rounded())) }
    let (lower, upper) = (number(estimate.interval.lower), number(estimate.interval.upper))
    return
      "\(words) of the sample: about \(number(estimate.value)) in all (95% interval \(lower) to \(upper))"
  }
}
