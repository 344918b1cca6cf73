// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import PeopleFiles

extension ReportSection.NothingYet {
  init(_ state: CampaignState, hasLab: Bool, isPush: Bool) {
    switch state {
    case .running where isPush:
      self.init(
        heading: "Not sent yet",
        text: "Send it to see here how many devices it reached and how many people opened it.",
        offersLab: false)
    case .draft:
      self.init(
        heading: "No report yet",
        text: "Deliveries, impressions and clicks appear here after you launch the campaign.",
        offersLab: false)
    case .running:
      self.init(
        heading: "No activity yet",
        text: "Devices receive a campaign when their next session starts."
          + (hasLab ? " To see it now, start a session in the Device Lab." : ""),
        offersLab: hasLab)
    case .paused:
      self.init(
        heading: "No activity before the pause", text: "Resume the campaign to show it.", offersLab: false)
    case .finished:
      self.init(
        heading: "No activity", text: "The campaign was finished before anyone saw it.", offersLab: false)
    }
  }
}

extension ReportSection.Step {
  /// - Parameters:
  ///   - rate: Its share of an earlier step; nil for none.
  ///   - earlier: The name of that step.
  init(
    stepName: String, stepCount: String, stepUnit: String, stepBar: String, of rate: ReportRate?,
    _ earlier: String
  ) {
    self.init(
      stepName: stepName, stepCount: stepCount, stepUnit: stepUnit, stepBar: stepBar,
      stepShare: rate.map { "\($0.share) of \(earlier)" + ($0.worth.map { ", " + $0 } ?? "") },
      stepIsPale: rate?.isPale ?? false,
      stepProblem: rate?.problem)
  }
}

/// What clicks are, in words.
enum ClickWords {
  /// Why there may be more clicks than impressions.
  static let above =
    "A message may have been clicked more than once, or somebody sent invented events with the SDK key."
}

/// How a number changed since the period before.
enum ChangeWords {
  /// `↑ 12% vs the 7 days before`
  static func change(from old: Int, to new: Int, before: String) -> String {
    if old == new { return "no change from \(before)" }
    guard old > 0 else { return "none in \(before)" }
    let percent = Int((Double(abs(new - old)) / Double(old) * 100).rounded())
    let arrow = new > old ? "↑" : "↓"
    return percent == 0
      ? "\(arrow) less than 1% vs \(before)" : "\(arrow) \(NumberWords.count(percent))% vs \(before)"
  }
}
