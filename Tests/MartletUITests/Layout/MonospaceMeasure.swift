// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// Measures text in a font whose characters all have the same width, as `Tests/Browser/layout.py`
/// lets Chromium draw it.
struct MonospaceMeasure: SceneMeasure {
  /// The width of a character as a part of the font's size, in DejaVu Sans Mono.
  static let advance = 1_233.0 / 2_048

  /// By address; all others could not be loaded.
  var pictures: [String: SceneSize] = [:]

  func naturalSize(ofImage url: String) -> SceneSize? { pictures[url] }

  /// Lines break as in CSS with `white-space: pre-line` and `overflow-wrap: anywhere`.
  func size(of text: SceneNode.Text, maximumWidth: Double?) -> SceneSize {
    let width = text.font.size * Self.advance
    let most = maximumWidth.map { max(1, Int(($0 / width + 0.000_1).rounded(.down))) } ?? .max
    var lines: [Int] = []
    for paragraph in Self.paragraphs(of: text.string) {
      lines.append(0)
      for word in paragraph {
        var rest = word
        if lines[lines.count - 1] > 0 {
          if lines[lines.count - 1] + 1 + word <= most {
            lines[lines.count - 1] += 1 + word
            continue
          }
          lines.append(0)
        }
        while rest > most {
          lines[lines.count - 1] = most
          lines.append(0)
          rest -= most
        }
        lines[lines.count - 1] = rest
      }
    }
    let count = min(lines.count, text.maximumLines.map { max(1, $0) } ?? .max)
    return SceneSize(width: Double(lines.max() ?? 0) * width, height: Double(count) * text.font.lineHeight)
  }

  /// The lengths of the words of each paragraph. An empty text has no paragraph, and a line break
  /// at the end begins none.
  private static func paragraphs(of string: String) -> [[Int]] {
    var paragraphs = string.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").map(\.count)
    }
    if paragraphs.last?.isEmpty == true { paragraphs.removeLast() }
    return paragraphs
  }
}
