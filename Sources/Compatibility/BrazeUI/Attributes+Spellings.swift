// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit
public import MartletUI

/// The shadow of a message.
public typealias Shadow = SceneNode.Shadow

extension SceneNode.Shadow {
  /// Creates a shadow. The opacity, from 0 to 1, is multiplied with that of the colour.
  @_disfavoredOverload
  public init(color: Martlet.InAppMessage.Color, offset: CGSize, radius: CGFloat, opacity: Float) {
    let faded = Martlet.InAppMessage.Color(
      red: color.red, green: color.green, blue: color.blue,
      alpha: color.alpha * Double(min(max(opacity, 0), 1)))
    self.init(color: SceneColor(faded), x: offset.width, y: offset.height, radius: radius)
  }
}

extension Insets {
  /// `leading`, which is on the right if the reading direction is from right to left.
  public var left: Double {
    get { leading }
    set { leading = newValue }
  }

  /// `trailing`, which is on the left if the reading direction is from right to left.
  public var right: Double {
    get { trailing }
    set { trailing = newValue }
  }

  /// Creates insets. Left is `leading`, and right is `trailing`.
  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.init(top: top, leading: left, bottom: bottom, trailing: right)
  }
}

extension InAppMessageUI.SlideupView.Attributes {
  /// The size of an image or icon.
  public var imageSize: CGSize {
    get { CGSize(width: ownImageSize.width, height: ownImageSize.height) }
    set { ownImageSize = ViewSize(width: newValue.width, height: newValue.height) }
  }
}
