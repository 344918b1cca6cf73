// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// Warns of text that people with weak sight cannot read on its background.
///
/// Only pairs of which the author chose at least one colour are looked at; the other is the SDK's own.
struct ContrastValidation {
  let message: Wire.Message

  /// The SDK's default colours; a test holds them equal to MartletKit's.
  enum Defaults {
    static let background = ["light": Wire.Color(argb: 0xFFFF_FFFF), "dark": Wire.Color(argb: 0xFF1A_1F2A)]
    static let text = ["light": Wire.Color(argb: 0xFF14_1A26), "dark": Wire.Color(argb: 0xFFEE_F1F6)]
    static let buttonBackground = ["light": Wire.Color(argb: 0xFF2B_59D9), "dark": Wire.Color(argb: 0xFF8B_ABFF)]
    static let buttonText = ["light": Wire.Color(argb: 0xFFFF_FFFF), "dark": Wire.Color(argb: 0xFF0B_1020)]
  }

  private struct Pair {
    var field: String
    var text: Wire.Color?
    var background: Wire.Color?
    var defaultText: Wire.Color?
    var defaultBackground: Wire.Color?
    var minimum: Double
  }

  var diagnostics: [Diagnostic] {
    ["light", "dark"].flatMap { scheme in pairs(scheme).compactMap { diagnostic($0, scheme) } }
  }

  private func pairs(_ scheme: String) -> [Pair] {
    var pairs: [Pair] = []
    let theme = message.themes[scheme]
    if let theme {
      pairs.append(
        Pair(
          field: "themes.\(scheme).text", text: message.message.isBlank ? nil : theme.text, background: theme.background,
          defaultText: message.message.isBlank ? nil : Defaults.text[scheme], defaultBackground: Defaults.background[scheme],
          minimum: CampaignLimits.contrast))
      pairs.append(
        Pair(
          field: "themes.\(scheme).header_text", text: message.header.isBlank ? nil : theme.headerText, background: theme.background,
          defaultText: message.header.isBlank ? nil : Defaults.text[scheme], defaultBackground: Defaults.background[scheme],
          minimum: CampaignLimits.contrastOfLargeText))
    }
    for (index, button) in message.buttons.enumerated() {
      guard let theme = button.themes[scheme] else { continue }
      pairs.append(
        Pair(
          field: "buttons[\(index)].themes.\(scheme).text", text: theme.text, background: theme.background,
          defaultText: Defaults.buttonText[scheme], defaultBackground: Defaults.buttonBackground[scheme], minimum: CampaignLimits.contrast))
    }
    return pairs
  }

  private func diagnostic(_ pair: Pair, _ scheme: String) -> Diagnostic? {
    guard pair.text != nil || pair.background != nil, let text = pair.text ?? pair.defaultText,
      let background = pair.background ?? pair.defaultBackground
    else { return nil }
    let canvas = Defaults.background[scheme] ?? background
    let ratio = Contrast.ratio(of: text, on: background, canvas: canvas)
    guard ratio < pair.minimum else { return nil }
    // Rounded down: a ratio that fails must not look as if it passed.
    let shown = (ratio * 10).rounded(.down) / 10
    return Diagnostic(
      severity: .warning, field: "message." + pair.field, code: "contrast_low",
      message: "In \(scheme) mode the contrast of the text on its background is \(shown):1; people with weak sight need \(pair.minimum):1.",
      remedy: "Make the one darker or the other lighter.")
  }
}
