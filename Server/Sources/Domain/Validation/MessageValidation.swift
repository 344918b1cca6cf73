// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What is wrong with a message by itself.
struct MessageValidation {
  let message: Wire.Message

  var diagnostics: [Diagnostic] {
    guard let kind = message.kind.known else {
      return [error("kind", "kind_unknown", "This version does not know this kind of message.", "Choose slideup, modal or control.")]
    }
    switch kind {
    case .control: return extras
    case .slideup, .modal: break
    case .modalImage, .full, .fullImage, .html:
      return [
        error("kind", "kind_not_drawn", "Messages of the kind \(kind.rawValue) cannot be drawn yet.", "Choose slideup, modal or control.")
      ]
    }
    return texts(kind) + image + buttons(kind) + action(message.clickAction, at: "click_action") + close + colours + extras
  }

  // MARK: - Texts

  private func texts(_ kind: Wire.Message.Kind) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if message.message.isBlank {
      if kind == .slideup {
        found.append(error("message", "text_missing", "The message has no text.", "Write one."))
      } else if message.header.isBlank, message.imageURL.isBlank {
        found.append(error("message", "text_missing", "The message has neither header, text nor image.", "Write a text."))
      }
    }
    found += tooLong(message.header, at: "header", limit: CampaignLimits.headerLength)
    let text = message.message ?? ""
    if text.count > CampaignLimits.textLength {
      found += tooLong(text, at: "message", limit: CampaignLimits.textLength)
    } else if kind == .slideup, case let lines = Self.lines(of: text), lines > CampaignLimits.slideupLines {
      found.append(
        warning(
          "message", "text_long", "The text needs about \(lines) lines; a slideup shows \(CampaignLimits.slideupLines) on a small phone.",
          "Shorten it, or use a modal."))
    } else if kind == .modal, text.count > CampaignLimits.modalTextLength {
      found.append(
        warning(
          "message", "text_long", "The text has more than \(CampaignLimits.modalTextLength) characters; small phones have to scroll.",
          "Shorten it."))
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
    return [error(field, "text_too_long", "The text has more than \(limit) characters.", "Shorten it.")]
  }

  // MARK: - Image

  private var image: [Diagnostic] {
    guard let address = message.imageURL, !address.isEmpty else { return [] }
    var found: [Diagnostic] = []
    switch Address.scheme(of: address) {
    case "https": break
    case "http":
      found.append(
        warning("image_url", "url_insecure", "Many devices refuse images without https.", "Use an address that begins with https://."))
    default:
      let isCode = Address.runsCode(address)
      found.append(
        error(
          "image_url", isCode ? "url_not_allowed" : "url_invalid", "This is not the address of an image.",
          "Use an address that begins with https://."))
    }
    if message.imageAlt.isBlank {
      found.append(
        warning("image_alt", "alt_missing", "People who cannot see the image get nothing.", "Say in a few words what it shows."))
    }
    return found
  }

  // MARK: - Buttons and actions

  private func buttons(_ kind: Wire.Message.Kind) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if kind == .slideup, !message.buttons.isEmpty {
      found.append(
        warning("buttons", "buttons_not_drawn", "A slideup shows no buttons.", "Use a modal, or let a tap on the slideup do it."))
    }
    if message.buttons.count > CampaignLimits.buttons {
      found.append(
        error("buttons", "too_many_buttons", "A message has at most \(CampaignLimits.buttons) buttons.", "Remove the others."))
    }
    for (index, button) in message.buttons.enumerated() {
      let field = "buttons[\(index)]"
      if button.id != index {
        found.append(
          error(
            field + ".id", "button_id_not_position", "The button's id is \(button.id), its position is \(index).", "Number them from 0."))
      }
      if button.text.isBlank {
        found.append(error(field + ".text", "text_missing", "The button has no text.", "Write one, or remove the button."))
      }
      found += tooLong(button.text, at: field + ".text", limit: CampaignLimits.buttonTextLength)
      found += action(button.clickAction, at: field + ".click_action")
    }
    return found
  }

  private func action(_ action: Wire.ClickAction, at field: String) -> [Diagnostic] {
    switch action.type {
    case .unknown:
      return [error(field + ".type", "action_unknown", "This version does not know this action.", "Choose none or url.")]
    case .known(.none), .known(.newsFeed): return []
    case .known(.url): break
    }
    guard let address = action.url, !address.isBlank else {
      return [error(field + ".url", "url_missing", "The action opens an address, but there is none.", "Write one, or choose none.")]
    }
    if Address.runsCode(address) {
      return [
        error(field + ".url", "url_not_allowed", "Addresses that run code are not opened.", "Use https:// or your app's own scheme.")
      ]
    }
    guard Address.scheme(of: address) == nil else { return [] }
    return [
      error(
        field + ".url", "url_invalid", "This is not an address.",
        "Write one with its scheme, such as https://example.com or myapp://offers.")
    ]
  }

  private var close: [Diagnostic] {
    switch message.close.type {
    case .known(.user): return []
    case .unknown:
      return [error("close.type", "close_unknown", "This version does not know this way to close.", "Choose user or auto.")]
    case .known(.auto): break
    }
    if let seconds = message.close.afterSeconds, CampaignLimits.closeSeconds.contains(seconds) { return [] }
    return [
      error("close.after_seconds", "out_of_range", "A message that closes by itself needs a time.", "Give 1 to 3600 seconds.")
    ]
  }

  // MARK: - Extras

  private var extras: [Diagnostic] {
    var found: [Diagnostic] = []
    if message.extras.count > CampaignLimits.extras {
      found.append(error("extras", "too_many_extras", "A message has at most \(CampaignLimits.extras) extras.", "Remove the others."))
    }
    for (key, value) in message.extras.sorted(by: { $0.key < $1.key }) {
      let shown = "extras." + key.prefix(64)
      if key.isBlank || key.count > CampaignLimits.extraKeyLength {
        found.append(
          error(shown, "extra_key_invalid", "A key has 1 to \(CampaignLimits.extraKeyLength) characters.", "Choose another key."))
      }
      guard case .string(let text) = value else {
        found.append(error(shown, "extra_not_text", "Extras are texts; apps get nothing else.", "Write the value as a text."))
        continue
      }
      found += tooLong(text, at: shown, limit: CampaignLimits.extraValueLength)
    }
    return found
  }

  // MARK: - Colours

  private var colours: [Diagnostic] { ContrastValidation(message: message).diagnostics }

  // MARK: -

  private func error(_ field: String, _ code: String, _ text: String, _ remedy: String) -> Diagnostic {
    Diagnostic(field: "message." + field, code: code, message: text, remedy: remedy)
  }

  private func warning(_ field: String, _ code: String, _ text: String, _ remedy: String) -> Diagnostic {
    Diagnostic(severity: .warning, field: "message." + field, code: code, message: text, remedy: remedy)
  }
}
