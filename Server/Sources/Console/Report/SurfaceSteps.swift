// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What a campaign without a message counts, in the order in which it happens: the figures and the
/// funnel of its report.
struct SurfaceStep {
  let name: String
  /// What the number means, if the name does not say all of it.
  let note: String
  let value: @Sendable (CampaignReport.Totals) -> Int
  /// The index of the step of which this is a share; nil for the first.
  let of: Int?
  /// Whether the report has a figure for it. What else people did instead is only in the funnel.
  var isFigure = true

  static func all(of content: CampaignContent) -> [SurfaceStep] {
    var steps = [
      SurfaceStep(
        name: "Delivered", note: "to a device, after a trigger", value: { $0.steps["delivered", default: 0] },
        of: nil)
    ]
    func add(
      _ name: String, _ note: String = "", of earlier: Int, isFigure: Bool = true,
      _ value: @escaping @Sendable (CampaignReport.Totals) -> Int
    ) {
      steps.append(SurfaceStep(name: name, note: note, value: value, of: earlier, isFigure: isFigure))
    }
    if content.banner != nil {
      add("Banner displayed", of: 0) { $0.impressionsBySurface["banner", default: 0] }
      add("Banner clicked", of: 1) { $0.clicksByButton["banner", default: 0] }
      if content.content == nil { add("Banner closed", "without a click", of: 1) { $0.closed("banner") } }
    }
    if let noun = content.contentNoun {
      let opened = steps.count - 1
      add("\(noun.capitalisingFirst) displayed", of: opened) {
        $0.steps["content:displayed", default: 0] + $0.impressionsBySurface["content", default: 0]
      }
      let shown = steps.count - 1
      let isSurvey = noun == "survey"
      add(isSurvey ? "Answers submitted" : "Action used", of: shown) {
        $0.clicksByButton["content", default: 0]
      }
      add(
        "\(noun.capitalisingFirst) closed", isSurvey ? "without answers" : "without the action", of: shown,
        isFigure: false
      ) {
        $0.closed("content")
      }
    }
    if content.data != nil {
      add("Used", "by the app", of: 0) { $0.steps["data:used", default: 0] }
      add("Refused", "by the app", of: 0) { $0.steps["data:refused", default: 0] }
    }
    return steps
  }
}

extension CampaignReport.Totals {
  /// How often a surface was dismissed, for whatever cause but a click.
  fileprivate func closed(_ surface: String) -> Int {
    dismissalsWithoutClicks.filter { $0.key.hasPrefix(surface + ":") }.values.reduce(0, +)
  }
}
