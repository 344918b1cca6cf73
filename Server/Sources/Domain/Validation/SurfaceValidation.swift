// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// What is wrong with a campaign's banner, content, data and push, and with their combination.
struct SurfaceValidation {
  private let content: CampaignContent
  private var found = DiagnosticList()

  var diagnostics: [Diagnostic] { found.diagnostics }

  init(_ content: CampaignContent) {
    self.content = content
    checkCombination()
    if let banner = content.banner { check(banner) }
    if let shown = content.content { found.add(ContentValidation(shown).diagnostics) }
    if let data = content.data { check(data) }
    if let push = content.push { check(push) }
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

  // MARK: - Each

  private mutating func check(_ banner: Wire.Banner) {
    found.checkBounds(of: banner, at: "banner")
    if banner.title.isBlank, banner.text.isBlank, banner.imageURL.isBlank {
      found.error("banner.title", "text_missing", "The banner has no title, text or image.", "Add a title.")
    }
    found.checkImage(
      banner.imageURL, alt: banner.imageAlt, at: "banner.image_url", altField: "banner.image_alt")
    found.check(banner.action, at: "banner.action")
    if content.content != nil, banner.action != Wire.ClickAction() {
      found.warning(
        "banner.action", Diagnostic.notUsed, "A tap opens the content, so the action is not used.",
        "Remove it.")
    }
    if banner.edge.known == nil {
      found.error(
        "banner.edge", "not_understood", "This version does not know this edge.", "Choose top or bottom.")
    }
    found.checkLanguage(banner.language, at: "banner.language")
  }

  private mutating func check(_ data: Wire.DataPush) {
    found.checkBounds(of: data, at: "data")
    if data.body.isEmpty { found.error("data.body", "text_missing", "The data is empty.", "Add a body.") }
    switch data.type {
    case .known(.base64) where Data(base64Encoded: data.body) == nil:
      found.error(
        "data.body", "base64_invalid", "This is not Base64.",
        "Encode the bytes with padding, and without line ends.")
    case .unknown:
      found.error(
        "data.type", "not_understood", "This version does not know this type.", "Choose text or base64.")
    case .known: break
    }
  }

  private mutating func check(_ push: Wire.PushNotification) {
    var bounded = push
    bounded.imageURL = push.imageURL.map(Address.sampled)
    found.checkBounds(of: bounded, at: "push")
    if !push.isSilent, push.title.isBlank, push.text.isBlank {
      found.error(
        "push.title", "text_missing", "The notification has no title and no text.",
        "Add one, or make it silent.")
    }
    found.checkAddresses(of: push)
    var sized = content.definition()
    (sized.id, sized.version) = (PushPayload.longestID, Int(Int32.max))
    if let size = PushPayload(push, of: sized).excess {
      found.error(
        size.field == "tags" ? "tags" : "push.\(size.field)", "payload_too_large",
        "The notification has \(NumberWords.count(size.bytes)) bytes, and this is its longest field.",
        "Shorten it. APNs accepts \(NumberWords.count(PushPayload.maximumBytes)) bytes.")
    }
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
