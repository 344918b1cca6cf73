// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A font. The double has one face, in which each character is 0.602 em wide, as in DejaVu Sans
/// Mono.
open class UIFont: NSObject, @unchecked Sendable {  // It never changes.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    public var rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public static let ultraLight = Weight(rawValue: -0.8)
    public static let thin = Weight(rawValue: -0.6)
    public static let light = Weight(rawValue: -0.4)
    public static let regular = Weight(rawValue: 0)
    public static let medium = Weight(rawValue: 0.23)
    public static let semibold = Weight(rawValue: 0.3)
    public static let bold = Weight(rawValue: 0.4)
    public static let heavy = Weight(rawValue: 0.56)
    public static let black = Weight(rawValue: 0.62)
  }

  public struct TextStyle: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

    /// At the default text size.
    var size: CGFloat {
      switch self {
      case .largeTitle: 34
      case .title1: 28
      case .title2: 22
      case .title3: 20
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption1: 12
      case .caption2: 11
      default: 17
      }
    }
  }

  public let pointSize: CGFloat
  public let fontName: String
  package let weight: Weight
  /// Whether UIFontMetrics made it. Such a font must not be scaled again.
  package let isScaled: Bool
  package let followsTextSize: Bool

  package init(
    name: String, size: CGFloat, weight: Weight, isScaled: Bool = false, followsTextSize: Bool = false
  ) {
    (fontName, pointSize, self.weight) = (name, size, weight)
    (self.isScaled, self.followsTextSize) = (isScaled, followsTextSize || isScaled)
    super.init()
  }

  /// nil for a font that the app does not have.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard fontName == "DejaVuSansMono" else { return nil }
    self.init(name: fontName, size: fontSize, weight: .regular)
  }

  public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    self.init(
      name: ".SystemFont", size: pointSize == 0 ? descriptor.pointSize : pointSize, weight: descriptor.weight)
  }

  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .regular)
  }
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    systemFont(ofSize: fontSize, weight: .bold)
  }
  open class func systemFont(ofSize fontSize: CGFloat, weight: UIFont.Weight) -> UIFont {
    UIFont(name: ".SystemFont", size: fontSize, weight: weight)
  }
  open class func preferredFont(forTextStyle style: UIFont.TextStyle) -> UIFont {
    preferredFont(forTextStyle: style, compatibleWith: nil)
  }
  open class func preferredFont(
    forTextStyle style: UIFont.TextStyle, compatibleWith traitCollection: UITraitCollection?
  ) -> UIFont {
    let scale = (traitCollection ?? .current).preferredContentSizeCategory.scale
    return UIFont(
      name: ".SystemFont", size: (style.size * scale).rounded(),
      weight: style == .headline ? .semibold : .regular, followsTextSize: true)
  }

  open var familyName: String { ".AppleSystemUIFont" }
  open var fontDescriptor: UIFontDescriptor { UIFontDescriptor(pointSize: pointSize, weight: weight) }
  open var ascender: CGFloat { pointSize * 0.928 }
  open var descender: CGFloat { pointSize * -0.236 }
  open var capHeight: CGFloat { pointSize * 0.729 }
  open var xHeight: CGFloat { pointSize * 0.547 }
  open var leading: CGFloat { 0 }
  open var lineHeight: CGFloat { ascender - descender }
  open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(name: fontName, size: fontSize, weight: weight) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIFont else { return false }
    return other.fontName == fontName && other.pointSize == pointSize && other.weight == weight
  }
  open override var hash: Int { fontName.hashValue ^ pointSize.hashValue ^ weight.hashValue }
}

/// What a font is asked for by.
open class UIFontDescriptor: NSObject, @unchecked Sendable {  // It never changes.
  public let pointSize: CGFloat
  package let weight: UIFont.Weight

  package init(pointSize: CGFloat, weight: UIFont.Weight) {
    self.pointSize = pointSize
    self.weight = weight
    super.init()
  }

  open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
    UIFontDescriptor(pointSize: newPointSize, weight: weight)
  }
}
