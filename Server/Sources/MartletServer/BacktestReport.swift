// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Backtest
import Documents
import Domain
import MartletCore
import MartletKit
import MartletWire
import Statistics
import Store

/// A backtest for the command line.
public enum BacktestReport {
  /// Runs one over the data, which a running server may be using.
  ///
  /// - Parameters:
  ///   - campaign: The id of a campaign.
  ///   - people: How many people are replayed. nil: everybody who was active.
  ///   - asJSON: One JSON object instead of sentences.
  ///   - progress: Receives how many of how many people were replayed, now and then.
  /// - Returns: Lines, and whether there are figures.
  public static func make(
    of campaign: String, days: Int, people: Int?, asJSON: Bool, configuration: ServerConfiguration,
    progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void
  ) async throws(StartProblem) -> (lines: [String], hasFigures: Bool) {
    try await DataFolder.use(configuration.storage) { store throws(StoreError) in
      var found: (campaign: Campaign, names: [CampaignID: String])?
      for app in try await store.apps() {
        let campaigns = try await store.campaigns(app: app.id)
        guard let one = campaigns.first(where: { $0.id.rawValue == campaign }) else { continue }
        found = (one, campaigns.names)
      }
      guard let found else {
        throw .failed(
          "There is no campaign with the id \(campaign). The address of its page in the console ends with it."
        )
      }
      do throws(Rejection) {
        let result = try await Backtests(store: store)
          .run(
            found.campaign, days: days, people: people, at: Environment.live.now(), atOnce: 4,
            progress: progress)
        return (
          asJSON ? [String(decoding: Wire.encode(result.json), as: UTF8.self)] : lines(result, found.names),
          result.hasFigures
        )
      } catch {
        switch error {
        case .store(let error): throw error
        default: throw .failed(Backtests.nothingSeen.words)
        }
      }
    }
  }

  private static func lines(_ result: BacktestResult, _ names: [CampaignID: String]) -> [String] {
    func time(_ instant: Instant) -> String {
      let civil = CivilTime(milliseconds: instant.milliseconds)
      return "\(civil.dateText) \(civil.clockText)"
    }
    func name(_ id: CampaignID) -> String { names[id] ?? id.rawValue }
    let words = BacktestWords(result)
    var lines = [
      "Backtest of \(name(result.campaign)), \(time(result.period.lowerBound)) to \(time(result.period.upperBound)) UTC",
      words.people, words.fidelity,
    ]
    if let decisions = words.decisions { lines.append(decisions) }
    for difference in result.decisions.differences {
      lines.append(
        "  \(time(difference.at))  \(difference.event), \(difference.person) on \(difference.deviceID)")
      for candidate in difference.candidates {
        let sides = BacktestWords.words(candidate, name: name)
        lines.append(
          "    \(name(candidate.campaign)): recorded \(sides.recorded); replayed \(sides.replayed)")
      }
    }
    guard result.hasFigures else { return lines }
    lines += ["", words.reached, words.impressions]
    lines += days(result.days, indent: 2)
    if !result.arms.isEmpty { lines += ["", "By arm of the experiment:"] }
    for arm in result.arms {
      let counted = words.words(arm)
      lines.append(
        "  \(arm.label): \(arm.isWithheld ? "withheld" : "shown") \(counted.times), \(counted.people)")
      lines += days(arm.days, indent: 4, isWithheld: arm.isWithheld)
    }
    let misses = words.misses
    if !misses.isEmpty {
      lines += ["", "Not shown, although it matched:"] + misses.map { "  \($0.count) × \($0.words)" }
    }
    let others = result.othersByDisplaced
    if !others.isEmpty {
      lines += ["", "Other campaigns, without and with it:"]
      lines += others.map {
        "  \(name($0.id)): \($0.other.without) → \($0.other.with), of which it took \($0.other.displaced)"
      }
    }
    if !result.samples.isEmpty { lines += ["", "For example:"] }
    for sample in result.samples {
      lines.append("  \(sample.person)")
      lines += sample.entries.map {
        "    \(time($0.at))  \(name($0.campaign)) on \($0.trigger)\($0.isOld ? "" : " (new)")"
      }
    }
    return lines + [""] + words.limits
  }

  private static func days(_ days: [BacktestResult.Day], indent: Int, isWithheld: Bool = false) -> [String] {
    days.filter { $0.impressions > 0 }.map { day in
      let date = CivilTime(milliseconds: day.day * 86_400_000).dateText
      return String(repeating: " ", count: indent)
        + "\(date)  \(day.impressions) × \(isWithheld ? "from" : "to") \(NumberWords.plural(day.people, "person", "people"))"
    }
  }
}
