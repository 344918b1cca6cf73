// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// Values of a scene in CSS. Only numbers and colours reach a style sheet, never an author's text.
enum CSSValue {
  static func color(_ color: SceneColor) -> String {
    let hex = String(color.argb & 0xFF_FFFF, radix: 16)
    let rgb = "#" + String(repeating: "0", count: 6 - hex.count) + hex
    let alpha = color.argb >> 24
    guard alpha < 0xFF else { return rgb }
    let alphaHex = String(alpha, radix: 16)
    return rgb + (alphaHex.count == 1 ? "0" : "") + alphaHex
  }

  /// Points are CSS pixels. Values that are not finite or exceed any screen are clamped.
  static func points(_ value: Double) -> String {
    let clamped = value.isFinite ? min(max(value, -10_000), 10_000) : 0
    let hundredths = (clamped * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? "\(Int(hundredths))px" : "\(hundredths)px"
  }

  static func padding(_ insets: Insets) -> String {
    "padding-block:\(points(insets.top)) \(points(insets.bottom));padding-inline:\(points(insets.leading)) \(points(insets.trailing))"
  }
}

extension String {
  /// The text escaped for HTML, for content and quoted attributes alike. U+0000, which HTML cannot
  /// contain, becomes U+FFFD.
  var htmlEscaped: String {
    var escaped = ""
    escaped.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\0": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Allowed addresses of images: those of a web server, and those that contain the picture itself.
enum ImageAddress {
  /// The address if it is allowed. Otherwise an empty one, which loads no picture, so that the
  /// message counts as failed.
  static func checked(_ url: String) -> String {
    let start = url.prefix(12).lowercased()
    let isAllowed = ["https://", "http://", "data:image/"].contains { start.hasPrefix($0) }
    return isAllowed ? url : ""
  }

  /// Whether a picture of this address may be animated, judging by the address alone.
  static func mayMove(_ url: String) -> Bool {
    let start = url.prefix(16).lowercased()
    if start.hasPrefix("data:") {
      return ["gif", "webp", "apng", "avif"].contains { start.hasPrefix("data:image/\($0)") }
    }
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return [".gif", ".webp", ".apng", ".avif"].contains { path.hasSuffix($0) }
  }
}

/// The built-in shapes, drawn in a box of 24 points in the colour of the surrounding text.
enum SymbolDrawing {
  static func svg(_ symbol: SceneNode.Symbol) -> String {
    let path =
      switch symbol {
      case .close: "M6 6 L18 18 M18 6 L6 18"
      case .chevron: "M9 5 L16 12 L9 19"
      case .check: "M5 12.5 L10 17.5 L19 7"
      }
    return """
      <svg class="symbol-\(symbol.rawValue)" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="\(path)" \
      fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>
      """
  }
}
