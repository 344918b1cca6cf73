// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// What is wrong with what a campaign shows or sends, and with the combination.
struct SurfaceValidation {
  private let content: CampaignContent
  private var found = DiagnosticList()

  var diagnostics: [Diagnostic] { found.diagnostics }

  init(_ content: CampaignContent) {
    self.content = content
    checkCombination()
    for surface in CampaignSurface.all { found.add(surface.problems(content)) }
    checkRules()
  }

  // MARK: - Together

  private mutating func checkCombination() {
    if content.surfaces.isEmpty {
      found.error(
        "message", "surface_missing", "The campaign has nothing to show or send.",
        "Add a message, a banner, content, data or a push.")
    }
    if content.message != nil, content.banner != nil || content.content != nil || content.data != nil {
      found.error(
        "message", "surfaces_exclude", "A campaign with a message has no banner, content or data.",
        "Remove the message, or make two campaigns.")
    }
    if content.data != nil, content.banner != nil || content.content != nil {
      found.error(
        "data", "surfaces_exclude", "A campaign with data shows nothing.",
        "Make a campaign of its own for the data.")
    }
    if content.rules.render != nil, content.message == nil, content.banner == nil, content.content == nil,
      content.data == nil
    {
      found.warning(
        "render", Diagnostic.notUsed, "The texts of a push are always personalised.", "Remove it.")
    }
  }

  private mutating func checkRules() {
    let rules = content.surfaceRules
    found.checkBounds(of: rules, at: "")
    if rules.delivery.known == nil {
      found.error(
        "delivery", "not_understood", "This version does not know this delivery.",
        "Choose any, in_app or out_of_app.")
    }
    let isInApp =
      content.banner != nil || content.content != nil || content.data != nil
    if rules.delivery == .known(.outOfApp), content.runPush?.isSilent ?? true, isInApp {
      found.warning(
        "delivery", "nobody_reached", "Without a push, nobody is reached outside the app.",
        "Choose any or in_app.")
    }
    for (index, screen) in rules.screens.enumerated()
    where !Wire.Limits.allow(screen, upTo: Wire.Limits.nameLength) {
      found.error(
        "screens[\(index)]", "name_invalid", "A screen’s name has 1 to \(Wire.Limits.nameLength) characters.",
        "Use the name that the app logs.")
    }
  }
}

extension Wire.Message: SurfaceForm {
  func problems(in content: CampaignContent) -> [Diagnostic] { MessageValidation(message: self).diagnostics }
}

extension Wire.Banner: SurfaceForm {
  func problems(in content: CampaignContent) -> [Diagnostic] {
    var found = DiagnosticList()
    found.checkBounds(of: self, at: "banner")
    if title.isBlank, text.isBlank, imageURL.isBlank {
      found.error("banner.title", "text_missing", "The banner has no title, text or image.", "Add a title.")
    }
    found.checkImage(
      imageURL, alt: imageAlt, at: "banner.image_url", altField: "banner.image_alt")
    found.check(action, at: "banner.action")
    if content.content != nil, action != Wire.ClickAction() {
      found.warning(
        "banner.action", Diagnostic.notUsed, "A tap opens the content, so the action is not used.",
        "Remove it.")
    }
    if edge.known == nil {
      found.error(
        "banner.edge", "not_understood", "This version does not know this edge.", "Choose top or bottom.")
    }
    found.checkLanguage(language, at: "banner.language")
    return found.diagnostics
  }
}

extension Wire.Content: SurfaceForm {
  func problems(in content: CampaignContent) -> [Diagnostic] { ContentValidation(self).diagnostics }
}

extension Wire.DataPush: SurfaceForm {
  func problems(in content: CampaignContent) -> [Diagnostic] {
    var found = DiagnosticList()
    found.checkBounds(of: self, at: "data")
    if body.isEmpty { found.error("data.body", "text_missing", "The data is empty.", "Add a body.") }
    switch type {
    case .known(.base64) where Data(base64Encoded: body) == nil:
      found.error(
        "data.body", "base64_invalid", "This is not Base64.",
        "Encode the bytes with padding, and without line ends.")
    case .unknown:
      found.error(
        "data.type", "not_understood", "This version does not know this type.", "Choose text or base64.")
    case .known: break
    }
    return found.diagnostics
  }
}

extension Wire.PushNotification: SurfaceForm {
  func problems(in content: CampaignContent) -> [Diagnostic] {
    var found = DiagnosticList()
    var bounded = self
    bounded.imageURL = imageURL.map(Address.sampled)
    found.checkBounds(of: bounded, at: "push")
    if !isSilent, title.isBlank, text.isBlank {
      found.error(
        "push.title", "text_missing", "The notification has no title and no text.",
        "Add one, or make it silent.")
    }
    found.checkAddresses(of: self)
    var sized = content.definition()
    (sized.id, sized.version) = (PushPayload.longestID, Int(Int32.max))
    if let size = PushPayload(self, of: sized).excess {
      found.error(
        size.field == "tags" ? "tags" : "push.\(size.field)", "payload_too_large",
        "The notification has \(NumberWords.count(size.bytes)) bytes, and this is its longest field.",
        "Shorten it. APNs accepts \(NumberWords.count(PushPayload.maximumBytes)) bytes.")
    }
    return found.diagnostics
  }
}

extension DiagnosticList {
  mutating func checkLanguage(_ language: String?, at field: String) {
    guard let language, !language.isBlank else {
      return warning(
        field, "language_missing", "Without a language, screen readers may mispronounce it.",
        "Choose the language.")
    }
    if !LanguageTag.isWellFormed(language) {
      error(field, "language_invalid", "This is not a language tag.", "Enter one such as en, de or pt-BR.")
    }
  }
}
