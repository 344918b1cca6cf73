// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import MartletUI
public import UIKit

extension InAppMessageUI.TextStyle {
  /// The size, line height and weight of a font, and its name if it is one of the app's own. Of a
  /// font for a text style, the size at the default text size, because messages follow the person's
  /// text size themselves.
  public init(_ font: UIFont) {
    let traits = font.fontDescriptor.object(forKey: .traits) as? [UIFontDescriptor.TraitKey: Any]
    let weight = traits?[.weight] as? CGFloat ?? 0
    var base = font
    if let name = font.fontDescriptor.object(forKey: .textStyle) as? String {
      let usual = UITraitCollection(preferredContentSizeCategory: .large)
      base = UIFont.preferredFont(forTextStyle: UIFont.TextStyle(rawValue: name), compatibleWith: usual)
    }
    // The names of the system's own fonts begin with a dot.
    let name = base.fontName.hasPrefix(".") ? nil : base.fontName
    self.init(
      size: base.pointSize, lineHeight: base.lineHeight, weight: SceneFont.Weight(closestTo: weight),
      name: name)
  }

  /// The font in this size: the app's own by its name, otherwise the system's in this weight.
  public var uiFont: UIFont {
    name.flatMap { UIFont(name: $0, size: size) } ?? UIFont.systemFont(ofSize: size, weight: weight.uiWeight)
  }
}

extension SceneFont.Weight {
  /// From UIKit's scale, where regular is 0, medium 0.23, semibold 0.3 and bold 0.4.
  fileprivate init(closestTo weight: CGFloat) {
    if weight < 0.115 { self = .regular } else if weight < 0.265 { self = .medium } else { self = .semibold }
  }

  fileprivate var uiWeight: UIFont.Weight {
    switch self {
    case .regular: .regular
    case .medium: .medium
    case .semibold: .semibold
    }
  }
}
#endif
