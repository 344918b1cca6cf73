// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Text in one style. Its size already follows the person's text size.
final class TextContent: UILabel, NodeContent {
  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    guard case .text(let text) = node.content else { return }
    draw(text, in: drawing)
  }

  func draw(_ text: SceneNode.Text, in drawing: DrawingContext) {
    semanticContentAttribute = drawing.semantics
    numberOfLines = text.maximumLines ?? 0
    attributedText = text.attributed(direction: drawing.direction)
  }
}

/// A character or a short text, drawn as a picture in the middle of its box.
final class IconContent: UILabel, NodeContent {
  func draw(_ node: SceneNode, in drawing: DrawingContext) {
    guard let text = node.iconText else { return }
    semanticContentAttribute = drawing.semantics
    numberOfLines = 1
    attributedText = text.attributed(direction: drawing.direction)
  }
}

extension SceneNode.Text {
  /// The text with its font, colour and line height.
  func attributed(direction: MessageScene.LayoutDirection) -> NSAttributedString {
    let paragraph = NSMutableParagraphStyle()
    paragraph.minimumLineHeight = font.lineHeight
    paragraph.maximumLineHeight = font.lineHeight
    paragraph.lineBreakMode = maximumLines == nil ? .byWordWrapping : .byTruncatingTail
    paragraph.baseWritingDirection = direction == .rightToLeft ? .rightToLeft : .leftToRight
    paragraph.alignment =
      switch alignment {
      case .leading: direction == .rightToLeft ? .right : .left
      case .center: .center
      case .trailing: direction == .rightToLeft ? .left : .right
      }
    let drawn = UIFont.drawn(font)
    return NSAttributedString(
      string: string,
      attributes: [
        .font: drawn, .foregroundColor: UIColor(color), .paragraphStyle: paragraph,
        .baselineOffset: Self.offset(in: font.lineHeight - Double(drawn.lineHeight)),
      ])
  }

  /// Puts the text in the middle of a line that is taller than the font. Before 16.4, the system
  /// moves text by twice the offset, and later it ignores a negative one.
  private static func offset(in room: Double) -> Double {
    let half = max(0, room / 2)
    if #available(iOS 16.4, tvOS 16.4, *) { return half }
    return half / 2
  }
}

extension UIFont {
  /// The system's font, or the app's own by its name. An unknown name gives the system's font.
  static func drawn(_ font: SceneFont) -> UIFont {
    if let name = font.name, let own = UIFont(name: name, size: font.size) { return own }
    let weight: UIFont.Weight =
      switch font.weight {
      case .regular: .regular
      case .medium: .medium
      case .semibold: .semibold
      }
    return .systemFont(ofSize: font.size, weight: weight)
  }
}

extension UIColor {
  convenience init(_ color: SceneColor) {
    func part(_ shift: UInt32) -> CGFloat { CGFloat(color.argb >> shift & 0xFF) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0), alpha: part(24))
  }
}
#endif
