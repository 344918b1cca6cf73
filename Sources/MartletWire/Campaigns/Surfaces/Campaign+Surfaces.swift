// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Wire.Campaign {
  /// The surfaces that it has, in the order in which a person can meet them.
  public var surfaces: [Surface] {
    var surfaces: [Surface] = []
    if push != nil { surfaces.append(.push) }
    if message != nil { surfaces.append(.message) }
    if banner != nil { surfaces.append(.banner) }
    if content != nil { surfaces.append(.content) }
    if data != nil { surfaces.append(.data) }
    return surfaces
  }

  /// Removes what people would see. What decides stays.
  mutating func withoutContents() {
    message = message.map { _ in Wire.Message(kind: .known(.control)) }
    banner = banner.map { _ in Wire.Banner() }
    content = content.map { _ in Wire.Content(kind: .known(.text)) }
    data = data.map { _ in Wire.DataPush(body: "") }
    push = nil
  }

  /// What the engine needs to know of its banner, content or data. nil: it has a message.
  ///
  /// Throws an error if it has no surface that this version knows, or surfaces that exclude each
  /// other.
  func reach() throws(Wire.Untranslatable) -> ReachTraits? {
    guard let form = try reachForm() else { return nil }
    if content != nil { _ = try content?.kind.understood("this kind of content", at: "content.kind") }
    for (index, question) in (content?.questions ?? []).enumerated() {
      _ = try question.kind.understood("this kind of question", at: "content.questions[\(index)].kind")
    }
    if data != nil { _ = try data?.type.understood("this type of data", at: "data.type") }
    return ReachTraits(
      form: form, delivery: try surfaceRules.delivery.understood("this delivery", at: "delivery"),
      screens: surfaceRules.screens,
      isPaced: surfaceRules.isPaced)
  }

  private func reachForm() throws(Wire.Untranslatable) -> ReachTraits.Form? {
    switch (message != nil, banner != nil, content != nil, data != nil) {
    case (true, false, false, false): return nil
    case (false, true, false, false): return .bannerOnly
    case (false, true, true, false): return .bannerAndContent
    case (false, false, true, false): return .contentOnly
    case (false, false, false, true): return .data
    case (false, false, false, false):
      // The person's arm of the experiment gets nothing of what others see.
      if let arm, arm.isWithheld, let form = arm.form {
        return try form.understood("these surfaces", at: "arm.form")
      }
      throw Wire.Untranslatable(
        field: "message",
        message: "The campaign has no message, banner, content or data that this version knows.")
    case (true, _, _, _):
      throw Wire.Untranslatable(
        field: "message", message: "A campaign with a message has no banner, content or data.")
    case (false, _, _, true):
      throw Wire.Untranslatable(
        field: "data", message: "A campaign with data shows no banner and no content.")
    }
  }
}
