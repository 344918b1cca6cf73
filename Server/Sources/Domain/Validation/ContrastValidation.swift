// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// Warns about texts and signs that people with weak sight cannot tell from their background.
///
/// Checks only pairs in which the author chose at least one colour; the other is the SDK's own.
/// Skips what is drawn on a picture, because devices put a disc behind it.
struct ContrastValidation {
  let message: Wire.Message

  /// The SDK's default colours. A test checks that they equal MartletKit's.
  enum Defaults {
    static let theme = [
      "light": Wire.Theme(
        background: Wire.Color(argb: 0xFFFF_FFFF), text: Wire.Color(argb: 0xFF14_1A26),
        headerText: Wire.Color(argb: 0xFF14_1A26),
        icon: Wire.Color(argb: 0xFFFF_FFFF), iconBackground: Wire.Color(argb: 0xFF2B_59D9),
        closeButton: Wire.Color(argb: 0xFF4A_5365),
        frame: Wire.Color(argb: 0x7314_1A26)),
      "dark": Wire.Theme(
        background: Wire.Color(argb: 0xFF1A_1F2A), text: Wire.Color(argb: 0xFFEE_F1F6),
        headerText: Wire.Color(argb: 0xFFEE_F1F6),
        icon: Wire.Color(argb: 0xFF0B_1020), iconBackground: Wire.Color(argb: 0xFF8B_ABFF),
        closeButton: Wire.Color(argb: 0xFFB4_BCCB),
        frame: Wire.Color(argb: 0x9900_0000)),
    ]
    static let button = [
      "light": Wire.ButtonTheme(
        text: Wire.Color(argb: 0xFFFF_FFFF), border: Wire.Color(argb: 0xFF2B_59D9),
        background: Wire.Color(argb: 0xFF2B_59D9)),
      "dark": Wire.ButtonTheme(
        text: Wire.Color(argb: 0xFF0B_1020), border: Wire.Color(argb: 0xFF8B_ABFF),
        background: Wire.Color(argb: 0xFF8B_ABFF)),
    ]
  }

  /// One colour on another: the author's choices and the defaults.
  private struct Pair {
    var field: String
    var what: String
    var chosen: (front: Wire.Color?, back: Wire.Color?)
    var usual: (front: Wire.Color?, back: Wire.Color?)
    var minimum: Double
  }

  var diagnostics: [Diagnostic] {
    ["light", "dark"].flatMap { scheme in pairs(scheme).compactMap { diagnostic($0, scheme) } }
  }

  private func pairs(_ scheme: String) -> [Pair] {
    var pairs: [Pair] = []
    if let theme = message.themes[scheme], let usual = Defaults.theme[scheme] {
      func add(
        _ name: String, _ what: String, _ front: KeyPath<Wire.Theme, Wire.Color?>,
        on back: KeyPath<Wire.Theme, Wire.Color?>,
        _ minimum: Double
      ) {
        pairs.append(
          Pair(
            field: "themes.\(scheme).\(name)", what: what,
            chosen: (theme[keyPath: front], theme[keyPath: back]),
            usual: (usual[keyPath: front], usual[keyPath: back]), minimum: minimum))
      }
      if !message.message.isBlank { add("text", "text", \.text, on: \.background, CampaignLimits.contrast) }
      if !message.header.isBlank {
        add("header_text", "header", \.headerText, on: \.background, CampaignLimits.contrastOfLargeText)
      }
      if message.imageURL.isBlank, !message.icon.isBlank {
        add("icon", "icon", \.icon, on: \.iconBackground, CampaignLimits.contrastOfSigns)
      }
      // Where the background is mostly transparent, the disc takes the colour that suits the sign.
      let isThere = (theme.background ?? usual.background).map { $0.argb >> 24 >= 0x80 } ?? true
      if showsClose, isThere {
        add("close_button", closeWords, \.closeButton, on: \.background, CampaignLimits.contrastOfSigns)
      }
    }
    for (index, button) in message.buttons.enumerated() {
      guard let theme = button.themes[scheme], let usual = Defaults.button[scheme] else { continue }
      pairs.append(
        Pair(
          field: "buttons[\(index)].themes.\(scheme).text", what: "button’s text",
          chosen: (theme.text, theme.background),
          usual: (usual.text, usual.background), minimum: CampaignLimits.contrast))
    }
    return pairs
  }

  /// A message at an edge has no close control. If it leads somewhere, its chevron has that colour.
  private var hasChevron: Bool { message.kind.known?.traits.placement == .edge }

  private var showsClose: Bool { !hasChevron || message.clickAction.type == .known(.url) }

  private var closeWords: String { hasChevron ? "chevron" : "close control" }

  private func diagnostic(_ pair: Pair, _ scheme: String) -> Diagnostic? {
    guard pair.chosen.front != nil || pair.chosen.back != nil,
      let front = pair.chosen.front ?? pair.usual.front,
      let back = pair.chosen.back ?? pair.usual.back
    else { return nil }
    let canvas = Defaults.theme[scheme]?.background ?? back
    let ratio = Contrast.ratio(of: front, on: back, canvas: canvas)
    guard ratio < pair.minimum else { return nil }
    // Rounded down: a ratio that fails must not look as if it passed.
    let shown = (ratio * 10).rounded(.down) / 10
    return Diagnostic(
      severity: .warning, field: "message." + pair.field, code: "contrast_low",
      message:
        "In \(scheme) mode, the contrast between the \(pair.what) and its background is \(shown):1. People with low vision need \(pair.minimum):1.",
      remedy: "Make one colour darker or the other lighter.")
  }
}

/// How well one colour can be told from another, as WCAG 2.2 defines it.
public enum Contrast {
  /// From 1 (the same) to 21 (black on white). The background shines through translucent text, and
  /// `canvas` through a translucent background.
  public static func ratio(of text: Wire.Color, on background: Wire.Color, canvas: Wire.Color) -> Double {
    let ground = background.over(canvas)
    return text.over(ground).contrast(with: ground)
  }
}
