// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What is wrong with a message by itself. Parts that its kind does not use are not judged, because
/// no device gets them. But no address in them may run code, because authors see them.
struct MessageValidation {
  private let message: Wire.Message
  private var found = DiagnosticList(prefix: "message.")

  var diagnostics: [Diagnostic] { found.diagnostics }

  init(message: Wire.Message) {
    self.message = message
    guard let kind = message.kind.known else {
      found.error(
        "kind", "kind_unknown", "This version does not know this message type" + message.kind.question,
        "Choose another.")
      return
    }
    checkTexts(kind.traits)
    checkImage(kind.traits)
    checkLanguage()
    checkButtons()
    if message.uses(.action) { found.check(message.clickAction, at: "click_action") }
    if message.uses(.colours) { found.add(ContrastValidation(message: message.sent).diagnostics) }
    if message.uses(.page) { found.add(PageValidation(message: message).diagnostics) }
    checkPresentation()
    checkExtras()
    checkUnused(kind)
  }

  // MARK: - Texts

  private mutating func checkTexts(_ kind: Wire.Message.Kind.Traits) {
    guard message.uses(.text) else { return }
    if message.message.isBlank { checkMissingText(kind) }
    if message.uses(.header) {
      checkLength(of: message.header, at: "header", limit: Wire.Limits.headerLength)
    }
    let text = message.message ?? ""
    if text.count > CampaignLimits.textLength {
      checkLength(of: text, at: "message", limit: CampaignLimits.textLength)
    } else if kind.placement == .edge, case let lines = Self.lines(of: text),
      lines > CampaignLimits.slideupLines
    {
      found.warning(
        "message", "text_long",
        "The text needs about \(lines) lines, but a \(kind.words.lowercased()) shows \(CampaignLimits.slideupLines) on a small phone.",
        "Shorten it, or use a modal.")
    } else if kind.placement != .edge, text.count > CampaignLimits.modalTextLength {
      found.warning(
        "message", "text_long",
        "The text has more than \(CampaignLimits.modalTextLength) characters, so people must scroll on small phones.",
        "Shorten it.")
    }
    guard message.uses(.alignment) else { return }
    for (field, alignment) in [
      ("header_alignment", message.headerAlignment), ("message_alignment", message.messageAlignment),
    ] {
      guard let alignment, alignment.known == nil else { continue }
      found.error(
        field, "not_understood", "This version does not know this alignment.",
        "Choose leading, center or trailing.")
    }
  }

  private mutating func checkMissingText(_ kind: Wire.Message.Kind.Traits) {
    switch kind.text {
    case .required: found.error("message", "text_missing", "The message has no text.", "Add text.")
    case .advised where message.header.isBlank:
      found.warning(
        "message", "text_missing", "The message has no header and no text.",
        "Add one, or choose “\(Wire.Message.Kind.fullImage.words)”.")
    case .orImage where message.header.isBlank && message.imageURL.isBlank:
      found.error("message", "text_missing", "The message has no header, text or image.", "Add text.")
    case .none, .advised, .orImage: break
    }
  }

  /// An estimate: how text breaks depends on the phone and its text size.
  private static func lines(of text: String) -> Int {
    let length = CampaignLimits.slideupLineLength
    return text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) {
      $0 + max(1, ($1.count + length - 1) / length)
    }
  }

  private mutating func checkLength(of text: String?, at field: String, limit: Int) {
    guard let text, text.count > limit else { return }
    found.error(
      field, "text_too_long", "The text has more than \(NumberWords.count(limit)) characters.", "Shorten it.")
  }

  private mutating func checkLanguage() {
    guard message.uses(.language) else { return }
    guard let language = message.language, !language.isBlank else {
      return found.warning(
        "language", "language_missing", "The message has no language, so screen readers may mispronounce it.",
        "Choose the language.")
    }
    guard !LanguageTag.isWellFormed(language) else { return }
    found.error(
      "language", "language_invalid", "This is not a language tag.", "Enter one such as en, de or pt-BR.")
  }

  // MARK: - Image

  private mutating func checkImage(_ kind: Wire.Message.Kind.Traits) {
    guard message.uses(.image) else { return }
    guard let address = message.imageURL, !address.isEmpty else {
      if kind.needsImage {
        found.error("image_url", "image_missing", "This message type needs an image.", "Enter an image URL.")
      }
      return
    }
    switch Address.verdict(of: address) {
    case .scheme("https"): break
    case .scheme("http"):
      found.warning(
        "image_url", "url_insecure", "Many devices refuse images without https.",
        "Use a URL that starts with https://.")
    case let verdict:
      let problem = verdict == .valueInFront ? verdict.problem : nil
      found.error(
        "image_url", verdict.problem?.code ?? "url_invalid", problem?.message ?? "This is not an image URL.",
        problem?.remedy ?? "Use a URL that starts with https://.")
    }
    if message.imageAlt.isBlank {
      let saysAll = !message.uses(.text)
      found.warning(
        "image_alt", "alt_missing",
        saysAll
          ? "The image is the whole message, and it has no description for people who cannot see it."
          : "The image has no description for people who cannot see it.",
        saysAll ? "Describe it, including any text in it." : "Describe it in a few words.")
    }
    checkLength(of: message.imageAlt, at: "image_alt", limit: Wire.Limits.imageAltLength)
  }

  // MARK: - Buttons and actions

  private mutating func checkButtons() {
    guard message.uses(.buttons) else { return }
    if message.buttons.count > Wire.Limits.buttons {
      found.error(
        "buttons", "too_many_buttons", "A message can have up to \(Wire.Limits.buttons) buttons.",
        "Remove some.")
    }
    for (index, button) in message.buttons.enumerated() {
      let field = "buttons[\(index)]"
      if button.id != index {
        found.error(
          field + ".id", "button_id_not_position",
          "The button’s id is \(button.id), but its position is \(index).", "Number them from 0.")
      }
      if button.text.isBlank {
        found.error(
          field + ".text", "text_missing", "The button has no text.", "Add text, or remove the button.")
      }
      checkLength(of: button.text, at: field + ".text", limit: Wire.Limits.buttonTextLength)
      found.check(button.clickAction, at: field + ".click_action")
    }
  }

  // MARK: - How it shows

  private mutating func checkPresentation() {
    if message.uses(.edge), let edge = message.slideFrom, edge.known == nil {
      found.error(
        "slide_from", "not_understood", "This version does not know this edge.", "Choose top or bottom.")
    }
    if message.uses(.close) { checkClose() }
    if message.uses(.orientation), message.orientation.known == nil {
      found.error(
        "orientation", "not_understood", "This version does not know this orientation.",
        "Choose any, portrait or landscape.")
    }
  }

  private mutating func checkClose() {
    switch message.close.type {
    case .known(.user): return
    case .unknown:
      return found.error(
        "close.type", "close_unknown", "This version does not know this close behaviour.",
        "Choose user or auto.")
    case .known(.auto): break
    }
    if let seconds = message.close.afterSeconds, Wire.Limits.closeSeconds.contains(seconds) { return }
    found.error(
      "close.after_seconds", "out_of_range", "A message that closes automatically needs a time.",
      "Enter 1 to 3,600 seconds.")
  }

  // MARK: - Extras

  private mutating func checkExtras() {
    if message.extras.count > Wire.Limits.extras {
      found.error(
        "extras", "too_many_extras", "A message can have up to \(Wire.Limits.extras) extras.", "Remove some.")
    }
    for (key, value) in message.extras.sorted(by: { $0.key < $1.key }) {
      let shown = "extras." + key.prefix(64)
      if key.isBlank || key.count > CampaignLimits.extraKeyLength {
        found.error(
          shown, "extra_key_invalid", "A key must have 1 to \(CampaignLimits.extraKeyLength) characters.",
          "Choose another key.")
      }
      guard case .string(let text) = value else {
        found.error(shown, "extra_not_text", "Extras must be strings.", "Send the value as a string.")
        continue
      }
      checkLength(of: text, at: shown, limit: CampaignLimits.extraValueLength)
    }
  }

  // MARK: - What the kind does not use

  private mutating func checkUnused(_ kind: Wire.Message.Kind) {
    var addresses: [(Wire.Message.Part, String, String?)] = [
      (.image, "image_url", message.imageURL), (.action, "click_action.url", message.clickAction.url),
      (.page, "base_url", message.baseURL),
    ]
    addresses += message.buttons.enumerated().map {
      (.buttons, "buttons[\($0)].click_action.url", $1.clickAction.url)
    }
    addresses += message.assetURLs.enumerated().map { (.page, "asset_urls[\($0)]", $1) }
    for case (let part, let field, let address?) in addresses
    where !message.uses(part) && Address.verdict(of: address) == .runsCode {
      found.error(field, "url_not_allowed", "URLs that run code are not allowed.", "Remove it.")
    }
    for part in Wire.Message.Part.allCases where !message.uses(part) && message.has(part) {
      found.warning(
        part.names.field, Diagnostic.notUsed,
        "A message of type \(kind.rawValue) does not use \(part.names.words). The value is kept but not sent.",
        "Remove it, or choose a type that uses it.")
    }
  }
}

extension Diagnostic {
  /// The message has something that its kind does not use. Not meant for a form that hides it.
  public static let notUsed = "not_used"
}

extension Wire.Message.Part {
  /// The field's name on the wire, and the part in an author's words.
  fileprivate var names: (field: String, words: String) {
    switch self {
    case .header: ("header", "a header")
    case .text: ("message", "text")
    case .alignment: ("message_alignment", "an alignment")
    case .page: ("base_url", "a page")
    case .image: ("image_url", "an image")
    case .icon: ("icon", "an icon")
    case .language: ("language", "a language")
    case .edge: ("slide_from", "an edge to slide in from")
    case .buttons: ("buttons", "buttons")
    case .action: ("click_action", "a tap action")
    case .close: ("close", "a close behaviour")
    case .orientation: ("orientation", "an orientation")
    case .motion: ("animate_in", "animation")
    case .colours: ("themes", "colours")
    }
  }
}
