// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// What a surface shows or sends.
protocol SurfaceForm {
  /// The same with each of its texts replaced by the result of `body`.
  func replacingTexts(_ body: @escaping (ContentText) -> String) -> Self
  /// What is wrong with it in that campaign, by the campaign's fields.
  func problems(in content: CampaignContent) -> [Diagnostic]
}

/// A surface of campaigns: where campaigns and variants have it, its texts, and what can be wrong
/// with it. Experiments, languages, templates and checks go through this list.
struct CampaignSurface {
  let surface: Surface
  /// Whether the variant has its own.
  let isIn: (Wire.Experiment.Variant) -> Bool
  /// Puts the variant's own into the campaign, if it has one.
  let put: (Wire.Experiment.Variant, inout Wire.Campaign) -> Void
  let remove: (inout Wire.Campaign) -> Void
  let replaceTexts: (inout Wire.Campaign, @escaping (ContentText) -> String) -> Void
  /// Nothing for a campaign without it.
  let problems: (CampaignContent) -> [Diagnostic]

  init<Form: SurfaceForm>(
    _ surface: Surface, _ own: WritableKeyPath<Wire.Campaign, Form?>,
    _ other: KeyPath<Wire.Experiment.Variant, Form?>
  ) {
    self.surface = surface
    isIn = { $0[keyPath: other] != nil }
    put = { variant, campaign in
      campaign[keyPath: own] = variant[keyPath: other] ?? campaign[keyPath: own]
    }
    remove = { $0[keyPath: own] = nil }
    replaceTexts = { campaign, body in
      campaign[keyPath: own] = campaign[keyPath: own]?.replacingTexts(body)
    }
    problems = { content in content[dynamicMember: own]?.problems(in: content) ?? [] }
  }

  static var message: Self { Self(.message, \.message, \.message) }
  static var banner: Self { Self(.banner, \.banner, \.banner) }
  static var content: Self { Self(.content, \.content, \.content) }
  static var data: Self { Self(.data, \.data, \.data) }
  static var push: Self { Self(.push, \.push, \.push) }

  static var all: [Self] { [.message, .banner, .content, .data, .push] }
}
