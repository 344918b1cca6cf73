// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Sets text in lines. Each character takes 0.602 em. Lines break between words, and inside a word
/// that is wider than a line.
struct TextSetting {
  var text: String
  var font: UIFont
  var lineHeight: CGFloat
  var lineSpacing: CGFloat = 0
  var breaksWords = false
  /// An empty attributed string has one line where UIKit measures it, an empty label has none.
  var countsEmpty = true

  init(text: String, font: UIFont) {
    (self.text, self.font, lineHeight) = (text, font, font.lineHeight)
  }

  init(_ string: NSAttributedString) {
    let attributes = string.length > 0 ? string.attributes(at: 0, effectiveRange: nil) : [:]
    self.init(text: string.string, font: attributes[.font] as? UIFont ?? UIFont.systemFont(ofSize: 12))
    if let style = attributes[.paragraphStyle] as? NSParagraphStyle {
      if style.lineHeightMultiple > 0 { lineHeight *= style.lineHeightMultiple }
      lineHeight = max(lineHeight, style.minimumLineHeight)
      if style.maximumLineHeight > 0 { lineHeight = min(lineHeight, style.maximumLineHeight) }
      lineSpacing = style.lineSpacing
      breaksWords = style.lineBreakMode == .byCharWrapping
    }
  }

  func width(_ line: String) -> CGFloat { CGFloat(line.count) * font.pointSize * 0.602 }

  func height(_ lines: Int) -> CGFloat {
    CGFloat(lines) * lineHeight + CGFloat(max(0, lines - 1)) * lineSpacing
  }

  func lines(width limit: CGFloat) -> [String] {
    if text.isEmpty { return countsEmpty ? [""] : [] }
    // A little more, so that a width that was measured before is wide enough.
    let fitting =
      limit.isInfinite || limit > 1_000_000
      ? Int.max : max(1, Int((limit + 0.001) / (font.pointSize * 0.602)))
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.flatMap { set(String($0), fitting) }
  }

  private func set(_ paragraph: String, _ fitting: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    let words =
      breaksWords ? [paragraph[...]] : paragraph.split(separator: " ", omittingEmptySubsequences: false)
    for (index, word) in words.enumerated() {
      if index > 0, line.count + 1 + word.count <= fitting {
        line += " " + word
        continue
      }
      if index > 0 { lines.append(line) }
      var rest = word
      while rest.count > fitting {
        lines.append(String(rest.prefix(fitting)))
        rest = rest.dropFirst(fitting)
      }
      line = String(rest)
    }
    return lines + [line]
  }
}
