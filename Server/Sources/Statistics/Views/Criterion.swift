// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How far an interval reaches, for one pair in one view.
struct Criterion {
  let view: ExperimentView
  private let alpha: Double
  private let sequence: Double

  /// - Parameters:
  ///   - people: In both arms. At least 1.
  ///   - final: Only who has the moment gets a fixed critical value.
  init(_ pair: ExperimentPlan.Pair, of plan: ExperimentPlan, people: Int, final: FinalMoment?) {
    sequence = ConfidenceSequence.critical(
      people: people, planned: plan.plannedPeople(of: pair), alpha: plan.runningAlpha)
    if let final {
      view = .final(final)
      alpha = plan.finalAlpha
    } else {
      view = .running
      alpha = plan.runningAlpha
    }
  }

  /// For shares.
  var normal: Double {
    switch view {
    case .running: sequence
    case .final: NormalDistribution.critical(alpha)
    }
  }

  /// For means whose variance has so many degrees of freedom.
  func student(degrees: Double) -> Double {
    switch view {
    case .running: sequence
    case .final: StudentDistribution(degrees: degrees).critical(alpha)
    }
  }

  /// How sure the interval is, as a share: 0.96.
  var level: Double { 1 - alpha }
}
