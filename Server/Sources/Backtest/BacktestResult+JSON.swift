// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
public import MartletWire
import Statistics

extension BacktestResult {
  /// Whether there are figures: a replay that does not agree with the past says nothing about what
  /// would have been.
  public var hasFigures: Bool { fidelity.grade != .poor }

  /// For programs. Without figures if there are none.
  public var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "campaign_id": .string(campaign.rawValue), "from": .int(period.lowerBound.milliseconds),
      "to": .int(period.upperBound.milliseconds),
      "active": .int(Int64(active)), "people": .int(Int64(people)), "fidelity": fidelity.json,
      "decisions": decisions.json,
      "as_now": .array(
        (approximated.map(\.rawValue).sorted() + (approximatesLists ? ["lists"] : [])).map { .string($0) }),
    ]
    guard hasFigures else { return .object(fields) }
    let isPart = sample.fraction < 1
    fields["reached"] = Self.json(reached, isPart ? reachedEstimate : nil)
    fields["impressions"] = Self.json(impressions, isPart ? impressionsEstimate : nil)
    fields["days"] = .array(days.map { $0.json("impressions") })
    if !arms.isEmpty { fields["arms"] = .array(arms.map { json($0, isPart: isPart) }) }
    fields["not_shown"] = .object(misses.mapValues { .int(Int64($0)) })
    fields["campaigns"] = .array(
      others.sorted { $0.key.rawValue < $1.key.rawValue }.map { id, other in
        [
          "campaign_id": .string(id.rawValue), "without": .int(Int64(other.without)),
          "with": .int(Int64(other.with)),
          "displaced": .int(Int64(other.displaced)),
        ]
      })
    fields["samples"] = .array(samples.map(\.json))
    return .object(fields)
  }

  private func json(_ arm: Arm, isPart: Bool) -> Wire.JSONValue {
    [
      "name": .string(arm.name), "label": .string(arm.label), "withheld": .bool(arm.isWithheld),
      "people": Self.json(arm.people, isPart ? peopleEstimate(of: arm) : nil),
      "exposures": Self.json(arm.exposures, isPart ? exposuresEstimate(of: arm) : nil),
      "days": .array(arm.days.map { $0.json("exposures") }),
    ]
  }

  private static func json(_ count: Int, _ estimate: Estimate?) -> Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = ["count": .int(Int64(count))]
    if let estimate {
      fields["all"] = [
        "value": .double(estimate.value), "lower": .double(estimate.interval.lower),
        "upper": .double(estimate.interval.upper),
      ]
    }
    return .object(fields)
  }
}

extension BacktestResult.Day {
  /// - Parameter counted: What its impressions are.
  fileprivate func json(_ counted: String) -> Wire.JSONValue {
    ["starts_at": .int(day * 86_400_000), counted: .int(Int64(impressions)), "people": .int(Int64(people))]
  }
}

extension BacktestJobs.Job {
  /// For programs. With the result once there is one.
  public var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "id": .string(id), "campaign_id": .string(campaign.rawValue), "days": .int(Int64(days)),
      "asked_at": .int(askedAt.milliseconds),
      "state": .string(state.name),
    ]
    switch state {
    case .running(let done, let all):
      (fields["people"], fields["active"]) = (.int(Int64(done)), .int(Int64(all)))
    case .done(let result): fields["result"] = result.json
    case .waiting, .cancelled, .failed: break
    }
    return .object(fields)
  }
}

extension BacktestResult.Fidelity {
  fileprivate var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "grade": .string(grade.rawValue), "both": .int(Int64(both)), "one": .int(Int64(one)),
    ]
    fields["share"] = share.map { .double($0) }
    return .object(fields)
  }
}

extension BacktestResult.Sample {
  fileprivate var json: Wire.JSONValue {
    [
      "person_id": .string(person),
      "shown": .array(
        entries.map {
          [
            "at": .int($0.at.milliseconds), "campaign_id": .string($0.campaign.rawValue),
            "trigger": .string($0.trigger),
            "without": .bool($0.isOld),
          ]
        }),
    ]
  }
}
