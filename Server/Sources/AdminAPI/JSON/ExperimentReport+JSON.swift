// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import MartletCore
import MartletWire
import Statistics

extension ExperimentReport {
  func json(of campaign: Campaign) -> Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "campaign_id": .string(campaign.id.rawValue),
      "experiment_id": .string(campaign.content.experiment?.id ?? ""),
      "at": .int(at.milliseconds), "arms": .array(arms.map(\.json)),
      "conversions": .array(goals.map { $0.json(arms) }),
    ]
    fields["begin"] = begin.map { .int($0.milliseconds) }
    if !changes.isEmpty { fields["shares_changed"] = .array(changes.map { .int($0.milliseconds) }) }
    fields["winner"] = winner.map { .string($0) }
    fields["verdict"] = verdict?.json(arms)
    fields["final"] = finalGoals.map { .array($0.map { $0.json(arms) }) }
    fields["split"] = sampleRatio?.json
    return .object(fields)
  }
}

extension ExperimentReport.Arm {
  fileprivate var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "name": .string(name), "label": .string(label), "share": .int(Int64(share)),
      "withheld": .bool(isWithheld),
      "people": .int(Int64(tally.people)), "exposures": .int(Int64(tally.exposures)),
      "shown": .int(Int64(tally.shown)),
      "clicked": .int(Int64(tally.clicked)),
    ]
    if !tally.answers.isEmpty {
      fields["answers"] = .array(
        tally.answers.sorted { $0.key.text < $1.key.text }.map { detail, count in
          var answer: [String: Wire.JSONValue] = [
            "question": .string(detail.question), "count": .int(Int64(count)),
          ]
          answer["answer"] = detail.answer.map { .string($0) }
          return .object(answer)
        })
    }
    return .object(fields)
  }
}

extension ExperimentReport.Goal {
  fileprivate func json(_ arms: [ExperimentReport.Arm]) -> Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "name": .string(name), "primary": .bool(isPrimary), "guardrail": .bool(isGuardrail),
      "window_ms": .int(window.wholeMilliseconds),
    ]
    let names = arms.map { (name: $0.name, label: $0.label) }
    fields["rates"] = rates?.json(names)
    fields["revenue"] = revenue?.json(names, of: .revenue(currency: currency))
    if revenue != nil, !currency.isEmpty { fields["revenue_currency"] = .string(currency) }
    return .object(fields)
  }
}

extension ExperimentReadout {
  /// - Parameters:
  ///   - labelled: The arms, in their order.
  ///   - metric: What the figures are. Rates are shares; revenue is in the currency's unit.
  ///   - words: What a reading says; nil for the usual words.
  func json(
    _ labelled: [(name: String, label: String)], of metric: ReadoutWords.Metric = .conversion,
    words: ((Reading) -> String)? = nil
  ) -> Wire.JSONValue {
    let chances = chances
    let scale = metric == .conversion ? 1 : metric.scale
    return [
      "arms": .array(
        arms.enumerated().map { place, arm in
          var fields: [String: Wire.JSONValue] = [
            "name": .string(labelled[place].name), "people": .int(Int64(arm.people)),
            "converted": .int(Int64(arm.conversions)),
          ]
          fields["estimate"] = arm.estimate?.json(scale)
          fields["best_chance"] = chances.map { .double($0[place].probability) }
          return .object(fields)
        }),
      "comparisons": .array(
        comparisons.map { comparison in
          let (arm, baseline) = (labelled[comparison.pair.arm], labelled[comparison.pair.baseline])
          var fields: [String: Wire.JSONValue] = [
            "arm": .string(arm.name), "baseline": .string(baseline.name),
          ]
          fields["reading"] = .string(comparison.reading.word)
          fields["words"] = .string(
            words?(comparison.reading)
              ?? ReadoutWords.sentence(
                comparison.reading, of: metric, arm: arm.label, baseline: baseline.label))
          if let compared = comparison.reading.comparison {
            fields["view"] = .string(compared.view == .running ? "running" : "final")
            fields["level"] = .double(compared.level)
            fields["difference"] = compared.difference.json(scale)
            fields["uplift"] = compared.uplift.map {
              .object(
                [
                  "value": $0.value.map { .double($0) }, "lower": .double($0.interval.lower),
                  "upper": $0.interval.upper.isFinite ? .double($0.interval.upper) : nil,
                ].compactMapValues(\.self))
            }
          }
          return .object(fields)
        }),
    ]
  }
}

extension SampleRatio {
  var json: Wire.JSONValue { ["chance": .double(chance), "alarm": .bool(isAlarm)] }
}

extension WinnerRule.Verdict {
  fileprivate func json(_ arms: [ExperimentReport.Arm]) -> Wire.JSONValue {
    switch self {
    case .winner(let place): ["state": "winner", "arm": .string(arms[place].name)]
    case .noDifferenceFound: ["state": "no_difference_found"]
    case .waiting(let obstacles):
      ["state": "waiting", "obstacles": .array(obstacles.map(\.word).sorted().map { .string($0) })]
    }
  }
}

extension WinnerRule.Obstacle {
  /// The name in the API.
  fileprivate var word: String {
    switch self {
    case .tooFewDays: "too_few_days"
    case .tooFewConversions: "too_few_conversions"
    case .mismatch: "mismatch"
    case .tooManyCrossovers: "too_many_crossovers"
    case .noneAhead: "none_ahead"
    case .guardrail: "guardrail"
    }
  }
}

extension Reading {
  /// The name in the API.
  fileprivate var word: String {
    switch self {
    case .mismatch: "split_broken"
    case .tooEarly: "too_early"
    case .armsOnly: "arms_only"
    case .compared: "compared"
    }
  }
}

extension Estimate {
  func json(_ scale: Double = 1) -> Wire.JSONValue {
    [
      "value": .double(value * scale), "lower": .double(interval.lower * scale),
      "upper": .double(interval.upper * scale),
    ]
  }
}
