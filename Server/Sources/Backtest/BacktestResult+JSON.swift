// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Documents
import Domain
import MartletCore
import MartletWire
import Statistics

extension BacktestResult {
  /// Whether there are figures: a replay that does not agree with the past says nothing about what
  /// would have been.
  public var hasFigures: Bool { fidelity.grade != .poor }

  private var isPart: Bool { sample.fraction < 1 }

  /// nil if there are no figures.
  private func figure<Value>(_ value: Value) -> Value? { hasFigures ? value : nil }
}

/// For programs. Without figures if there are none.
extension BacktestResult: Shaped {
  public static let shape = Shape<Self>(
    "Backtest", "", .field("campaign_id", \.campaign.rawValue), .field("from", \.period.lowerBound),
    .field("to", \.period.upperBound),
    .field("active", \.active, "How many people were active in the period."),
    .field("people", \.people, "How many of them were replayed."), .field("fidelity", \.fidelity),
    .field("decisions", \.decisions),
    .field(
      "as_now",
      { $0.approximated.map(\.rawValue).sorted() + ($0.approximatesLists ? ["lists"] : []) },
      "Facts that audiences use and whose past values are not stored. Their present values were used."),
    .optional(
      "reached", { $0.figure(Count($0.reached, $0.isPart ? $0.reachedEstimate : nil)) },
      "How many people would have seen it."),
    .optional(
      "impressions", { $0.figure(Count($0.impressions, $0.isPart ? $0.impressionsEstimate : nil)) },
      "How often they would have seen it."),
    .optional("days", { $0.figure($0.days) }),
    .optional(
      "arms", { result in result.arms.isEmpty ? nil : result.figure(result.arms.map(result.figures)) },
      "Of the campaign's experiment, if it has one: what the people in each arm would have got."),
    .optional(
      "not_shown", { $0.figure($0.misses) },
      """
      How often it matched and was not shown, by `outcome` or `outcome:reason`. `waiting`: on how many \
      devices it still waited at the end.
      """),
    .optional(
      "campaigns",
      { result in
        result.figure(
          result.others.sorted { $0.key.rawValue < $1.key.rawValue }.map { OtherFigures(id: $0, other: $1) })
      },
      """
      Other campaigns that the replayed people saw, `without` and `with` it. `displaced`: impressions that \
      it took.
      """),
    .optional("samples", { $0.figure($0.samples) }, "", .most(mostSamples)))

  private func figures(of arm: Arm) -> ArmFigures {
    ArmFigures(
      arm: arm, people: Count(arm.people, isPart ? peopleEstimate(of: arm) : nil),
      exposures: Count(arm.exposures, isPart ? exposuresEstimate(of: arm) : nil))
  }

  private struct Count: Shaped {
    var count: Int
    var all: Estimate?

    init(_ count: Int, _ all: Estimate?) { (self.count, self.all) = (count, all) }

    static let shape = Shape<Self>(
      "BacktestCount", "", .field("count", \.count, "Of the people who were replayed."),
      .optional("all", \.all, "An estimate for all active people, with a 95% interval."))
  }

  private struct ArmFigures: Shaped {
    var arm: Arm
    var people: Count
    var exposures: Count

    static let shape = Shape<Self>(
      "BacktestArm", "", .field("name", \.arm.name, "`control`, `holdout`, or the id of a variant."),
      .field("label", \.arm.label),
      .field(
        "withheld", \.arm.isWithheld,
        "Whether it gets nothing: when it would have been shown, it is withheld."),
      .field("people", \.people, "How many would have seen it, or would have had it withheld."),
      .field("exposures", \.exposures, "How often it would have been shown, or withheld."),
      .field("days", { $0.arm.days.map(ArmDay.init) }))
  }

  private struct ArmDay: Shaped {
    var day: Day

    static let shape = Shape<Self>(
      "BacktestArmDay", "", .field("starts_at", \.day.start), .field("people", \.day.people),
      .field("exposures", \.day.impressions))
  }

  private struct OtherFigures: Shaped {
    var id: CampaignID
    var other: Other

    static let shape = Shape<Self>(
      "BacktestCampaign", "", .field("campaign_id", \.id.rawValue), .field("without", \.other.without),
      .field("with", \.other.with), .field("displaced", \.other.displaced))
  }
}

extension BacktestResult.Day: Shaped {
  public static let shape = Shape<Self>(
    "BacktestDay", "", .field("starts_at", \.start), .field("impressions", \.impressions),
    .field("people", \.people))

  fileprivate var start: Instant { Instant(milliseconds: day * 86_400_000) }
}

extension BacktestResult.Fidelity: Shaped {
  public static let shape = Shape<Self>(
    "BacktestFidelity",
    """
    How well a replay without the campaign agrees with the impressions that devices reported: those of \
    `both`, and those of only `one`.
    """, .field("grade", \.grade), .field("both", \.both), .field("one", \.one),
    .optional("share", \.share, "", .range(0...1)))
}

extension BacktestResult.Grade: DocumentValue {}

extension BacktestResult.Sample: Shaped {
  public static let shape = Shape<Self>(
    "BacktestSample", "", .field("person_id", \.person), .field("shown", \.entries))
}

extension BacktestResult.Sample.Entry: Shaped {
  public static let shape = Shape<Self>(
    "BacktestShown", "", .field("at", \.at), .field("campaign_id", \.campaign.rawValue),
    .field("trigger", \.trigger),
    .field("without", \.isOld, "Whether they would have seen it without the campaign too."))
}

/// For programs. With the result once there is one.
extension BacktestJobs.Job: Shaped {
  public static let shape = Shape<Self>(
    "BacktestJob", "", .field("id", \.id), .field("campaign_id", \.campaign.rawValue),
    .field("days", \.days, "How many days before `asked_at` are replayed."), .field("asked_at", \.askedAt),
    .field("state", \.state.name, "", .words(["waiting", "running", "done", "cancelled", "failed"])),
    .optional("people", \.progress?.done, "While it runs: how many people were replayed."),
    .optional(
      "active", \.progress?.all, "While it runs: how many are to be replayed, 0 until that is known."),
    .optional("result", { if case .done(let result) = $0.state { result } else { nil } }, "Once it is done."))

  private var progress: (done: Int, all: Int)? {
    if case .running(let done, let all) = state { (done, all) } else { nil }
  }
}
