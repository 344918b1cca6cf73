// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import MartletKit
public import UIKit

extension Martlet.InAppMessage.Color {
  /// The same colour in sRGB. Of a dynamic colour, the current variant. Components outside sRGB are
  /// clamped.
  public init(_ color: UIColor) {
    var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// The same colour for UIKit.
  public var uiColor: UIColor { UIColor(red: red, green: green, blue: blue, alpha: alpha) }
}
#endif
