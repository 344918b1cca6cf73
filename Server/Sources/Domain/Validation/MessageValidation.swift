// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What is wrong with a message by itself. What its kind does not use is not judged, because no device gets it; but no address in it may be a
/// program, since authors see it.
struct MessageValidation {
  let message: Wire.Message

  var diagnostics: [Diagnostic] {
    guard let kind = message.kind.known else {
      return [error("kind", "kind_unknown", "This version does not know this message type" + message.kind.question, "Choose another.")]
    }
    return texts(kind.traits) + image(kind.traits) + language + buttons + messageAction + colours + page + presentation + extras
      + unused(kind)
  }

  // MARK: - Texts

  private func texts(_ kind: Wire.Message.Kind.Traits) -> [Diagnostic] {
    guard message.uses(.text) else { return [] }
    var found: [Diagnostic] = []
    if message.message.isBlank {
      switch kind.text {
      case .none: break
      case .required: found.append(error("message", "text_missing", "The message has no text.", "Add text."))
      case .advised:
        if message.header.isBlank {
          found.append(
            warning(
              "message", "text_missing", "The message has no header and no text.",
              "Add one, or choose “\(Wire.Message.Kind.fullImage.words)”."))
        }
      case .orImage:
        if message.header.isBlank, message.imageURL.isBlank {
          found.append(error("message", "text_missing", "The message has no header, text or image.", "Add text."))
        }
      }
    }
    if message.uses(.header) { found += tooLong(message.header, at: "header", limit: Wire.Limits.headerLength) }
    let text = message.message ?? ""
    if text.count > CampaignLimits.textLength {
      found += tooLong(text, at: "message", limit: CampaignLimits.textLength)
    } else if kind.placement == .edge, case let lines = Self.lines(of: text), lines > CampaignLimits.slideupLines {
      found.append(
        warning(
          "message", "text_long",
          "The text needs about \(lines) lines, but a \(kind.words.lowercased()) shows \(CampaignLimits.slideupLines) on a small phone.",
          "Shorten it, or use a modal."))
    } else if kind.placement != .edge, text.count > CampaignLimits.modalTextLength {
      found.append(
        warning(
          "message", "text_long",
          "The text has more than \(CampaignLimits.modalTextLength) characters, so people must scroll on small phones.",
          "Shorten it."))
    }
    if message.uses(.alignment) {
      for (field, alignment) in [("header_alignment", message.headerAlignment), ("message_alignment", message.messageAlignment)] {
        if let alignment, alignment.known == nil {
          found.append(notUnderstood(field, "This version does not know this alignment.", "Choose leading, center or trailing."))
        }
      }
    }
    return found
  }

  /// An estimate: how text breaks depends on the phone and its text size.
  private static func lines(of text: String) -> Int {
    let length = CampaignLimits.slideupLineLength
    return text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { $0 + max(1, ($1.count + length - 1) / length) }
  }

  private func tooLong(_ text: String?, at field: String, limit: Int) -> [Diagnostic] {
    guard let text, text.count > limit else { return [] }
    return [error(field, "text_too_long", "The text has more than \(NumberWords.count(limit)) characters.", "Shorten it.")]
  }

  private var language: [Diagnostic] {
    guard message.uses(.language) else { return [] }
    guard let language = message.language, !language.isBlank else {
      return [
        warning(
          "language", "language_missing", "The message has no language, so screen readers may mispronounce it.",
          "Choose the language.")
      ]
    }
    guard !LanguageTag.isWellFormed(language) else { return [] }
    return [error("language", "language_invalid", "This is not a language tag.", "Enter one such as en, de or pt-BR.")]
  }

  // MARK: - Image

  private func image(_ kind: Wire.Message.Kind.Traits) -> [Diagnostic] {
    guard message.uses(.image) else { return [] }
    guard let address = message.imageURL, !address.isEmpty else {
      guard kind.needsImage else { return [] }
      return [error("image_url", "image_missing", "This message type needs an image.", "Enter an image URL.")]
    }
    var found: [Diagnostic] = []
    switch Address.scheme(of: address) {
    case "https": break
    case "http":
      found.append(
        warning("image_url", "url_insecure", "Many devices refuse images without https.", "Use a URL that starts with https://."))
    default:
      let isCode = Address.runsCode(address)
      found.append(
        error(
          "image_url", isCode ? "url_not_allowed" : "url_invalid", "This is not an image URL.",
          "Use a URL that starts with https://."))
    }
    if message.imageAlt.isBlank {
      let saysAll = !message.uses(.text)
      found.append(
        warning(
          "image_alt", "alt_missing",
          saysAll
            ? "The image is the whole message, and it has no description for people who cannot see it."
            : "The image has no description for people who cannot see it.",
          saysAll ? "Describe it, including any text in it." : "Describe it in a few words."))
    }
    if let text = message.imageAlt { found += tooLong(text, at: "image_alt", limit: Wire.Limits.imageAltLength) }
    return found
  }

  // MARK: - Buttons and actions

  private var buttons: [Diagnostic] {
    guard message.uses(.buttons) else { return [] }
    var found: [Diagnostic] = []
    if message.buttons.count > Wire.Limits.buttons {
      found.append(
        error("buttons", "too_many_buttons", "A message can have up to \(Wire.Limits.buttons) buttons.", "Remove some."))
    }
    for (index, button) in message.buttons.enumerated() {
      let field = "buttons[\(index)]"
      if button.id != index {
        found.append(
          error(
            field + ".id", "button_id_not_position", "The button’s id is \(button.id), but its position is \(index).", "Number them from 0."
          ))
      }
      if button.text.isBlank {
        found.append(error(field + ".text", "text_missing", "The button has no text.", "Add text, or remove the button."))
      }
      found += tooLong(button.text, at: field + ".text", limit: Wire.Limits.buttonTextLength)
      found += action(button.clickAction, at: field + ".click_action")
    }
    return found
  }

  private var messageAction: [Diagnostic] { message.uses(.action) ? action(message.clickAction, at: "click_action") : [] }

  private func action(_ action: Wire.ClickAction, at field: String) -> [Diagnostic] {
    switch action.type {
    case .unknown:
      return [error(field + ".type", "action_unknown", "This version does not know this action.", "Choose none or url.")]
    case .known(.none), .known(.newsFeed): return []
    case .known(.url): break
    }
    guard let address = action.url, !address.isBlank else {
      return [error(field + ".url", "url_missing", "The action has no URL.", "Enter one, or choose another action.")]
    }
    if Address.runsCode(address) {
      return [
        error(field + ".url", "url_not_allowed", "URLs that run code are not allowed.", "Use https:// or your app’s own scheme.")
      ]
    }
    guard let scheme = Address.scheme(of: address) else {
      return [
        error(
          field + ".url", "url_invalid", "This is not a URL.",
          "Enter one with a scheme, such as https://example.com or myapp://offers.")
      ]
    }
    guard action.useWebView, scheme != "https", scheme != "http" else { return [] }
    return [
      warning(
        field + ".url", "url_not_web", "Only web pages can open in the app.",
        "Use a URL that starts with https://, or choose a deep link.")
    ]
  }

  // MARK: - How it shows

  private var presentation: [Diagnostic] {
    var found: [Diagnostic] = []
    if message.uses(.edge), let edge = message.slideFrom, edge.known == nil {
      found.append(notUnderstood("slide_from", "This version does not know this edge.", "Choose top or bottom."))
    }
    if message.uses(.close) { found += close }
    if message.uses(.orientation), message.orientation.known == nil {
      found.append(
        notUnderstood("orientation", "This version does not know this orientation.", "Choose any, portrait or landscape."))
    }
    return found
  }

  private var close: [Diagnostic] {
    switch message.close.type {
    case .known(.user): return []
    case .unknown:
      return [error("close.type", "close_unknown", "This version does not know this close behaviour.", "Choose user or auto.")]
    case .known(.auto): break
    }
    if let seconds = message.close.afterSeconds, Wire.Limits.closeSeconds.contains(seconds) { return [] }
    return [
      error("close.after_seconds", "out_of_range", "A message that closes automatically needs a time.", "Enter 1 to 3,600 seconds.")
    ]
  }

  private var colours: [Diagnostic] { message.uses(.colours) ? ContrastValidation(message: message.sent).diagnostics : [] }

  private var page: [Diagnostic] { message.uses(.page) ? PageValidation(message: message).diagnostics : [] }

  // MARK: - Extras

  private var extras: [Diagnostic] {
    var found: [Diagnostic] = []
    if message.extras.count > Wire.Limits.extras {
      found.append(error("extras", "too_many_extras", "A message can have up to \(Wire.Limits.extras) extras.", "Remove some."))
    }
    for (key, value) in message.extras.sorted(by: { $0.key < $1.key }) {
      let shown = "extras." + key.prefix(64)
      if key.isBlank || key.count > CampaignLimits.extraKeyLength {
        found.append(
          error(shown, "extra_key_invalid", "A key must have 1 to \(CampaignLimits.extraKeyLength) characters.", "Choose another key."))
      }
      guard case .string(let text) = value else {
        found.append(error(shown, "extra_not_text", "Extras must be strings.", "Send the value as a string."))
        continue
      }
      found += tooLong(text, at: shown, limit: CampaignLimits.extraValueLength)
    }
    return found
  }

  // MARK: - What the kind does not use

  private func unused(_ kind: Wire.Message.Kind) -> [Diagnostic] {
    var found = programs(in: kind)
    for part in Wire.Message.Part.allCases where !message.uses(part) && message.has(part) {
      found.append(
        warning(
          part.field, Diagnostic.notUsed,
          "A message of type \(kind.rawValue) does not use \(part.words). The value is kept but not sent.",
          "Remove it, or choose a type that uses it."))
    }
    return found
  }

  private func programs(in kind: Wire.Message.Kind) -> [Diagnostic] {
    var addresses: [(Wire.Message.Part, String, String?)] = [
      (.image, "image_url", message.imageURL), (.action, "click_action.url", message.clickAction.url), (.page, "base_url", message.baseURL),
    ]
    addresses += message.buttons.enumerated().map { (.buttons, "buttons[\($0)].click_action.url", $1.clickAction.url) }
    addresses += message.assetURLs.enumerated().map { (.page, "asset_urls[\($0)]", $1) }
    return addresses.compactMap { part, field, address in
      guard !message.uses(part), let address, Address.runsCode(address) else { return nil }
      return error(field, "url_not_allowed", "URLs that run code are not allowed.", "Remove it.")
    }
  }

  // MARK: -

  private func notUnderstood(_ field: String, _ text: String, _ remedy: String) -> Diagnostic {
    error(field, "not_understood", text, remedy)
  }

  private func error(_ field: String, _ code: String, _ text: String, _ remedy: String) -> Diagnostic {
    Diagnostic(field: "message." + field, code: code, message: text, remedy: remedy)
  }

  private func warning(_ field: String, _ code: String, _ text: String, _ remedy: String) -> Diagnostic {
    Diagnostic(severity: .warning, field: "message." + field, code: code, message: text, remedy: remedy)
  }
}

extension Diagnostic {
  /// The message has something that its kind does not use. Not for a form that hides it.
  public static let notUsed = "not_used"
}

extension Wire.Message.Part {
  /// On the wire.
  fileprivate var field: String {
    switch self {
    case .header: "header"
    case .text: "message"
    case .alignment: "message_alignment"
    case .page: "base_url"
    case .image: "image_url"
    case .icon: "icon"
    case .language: "language"
    case .edge: "slide_from"
    case .buttons: "buttons"
    case .action: "click_action"
    case .close: "close"
    case .orientation: "orientation"
    case .motion: "animate_in"
    case .colours: "themes"
    }
  }

  fileprivate var words: String {
    switch self {
    case .header: "a header"
    case .text: "text"
    case .alignment: "an alignment"
    case .page: "a page"
    case .image: "an image"
    case .icon: "an icon"
    case .language: "a language"
    case .edge: "an edge to slide in from"
    case .buttons: "buttons"
    case .action: "a tap action"
    case .close: "a close behaviour"
    case .orientation: "an orientation"
    case .motion: "animation"
    case .colours: "colours"
    }
  }
}
