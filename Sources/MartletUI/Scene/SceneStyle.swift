// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension SceneNode {
  /// Resolved values for drawing, in points.
  public struct Style: Hashable, Sendable, Codable {
    public var padding: Insets
    /// The colour of an icon or a symbol. If nil, the host's default. Text has its own colour.
    public var foreground: SceneColor?
    public var background: SceneColor?
    public var cornerRadius: Double
    /// The shape of the corners. If nil, circular.
    public var cornerCurve: CornerCurve?
    public var border: Border?
    public var shadow: Shadow?
    /// The width. If nil, it follows from the content.
    public var width: Double?
    public var height: Double?
    public var minWidth: Double?
    public var maxWidth: Double?
    public var minHeight: Double?
    public var maxHeight: Double?
    /// Fills the remaining space along the stack's axis.
    public var grows: Bool
    /// Keeps its size if space is limited.
    public var keepsSize: Bool
    /// The position in an overlay.
    public var position: Position?

    public init(
      padding: Insets = .zero, foreground: SceneColor? = nil, background: SceneColor? = nil,
      cornerRadius: Double = 0,
      cornerCurve: CornerCurve? = nil, border: Border? = nil, shadow: Shadow? = nil, width: Double? = nil,
      height: Double? = nil,
      minWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil, maxHeight: Double? = nil,
      grows: Bool = false,
      keepsSize: Bool = false, position: Position? = nil
    ) {
      self.padding = padding
      self.foreground = foreground
      self.background = background
      self.cornerRadius = cornerRadius
      self.cornerCurve = cornerCurve
      self.border = border
      self.shadow = shadow
      self.width = width
      self.height = height
      self.minWidth = minWidth
      self.maxWidth = maxWidth
      self.minHeight = minHeight
      self.maxHeight = maxHeight
      self.grows = grows
      self.keepsSize = keepsSize
      self.position = position
    }
  }

  /// A border around the box, inside its size.
  public struct Border: Hashable, Sendable, Codable {
    public var width: Double
    public var color: SceneColor

    public init(width: Double, color: SceneColor) {
      self.width = width
      self.color = color
    }
  }

  /// A shadow, in points. The radius is that of the blur.
  public struct Shadow: Hashable, Sendable, Codable {
    public var color: SceneColor
    public var x: Double
    public var y: Double
    public var radius: Double

    public init(color: SceneColor, x: Double, y: Double, radius: Double) {
      self.color = color
      self.x = x
      self.y = y
      self.radius = radius
    }
  }

  /// The position of a child in its overlay.
  public enum Position: String, Hashable, Sendable, Codable {
    case fill, top, bottom, center
    case topLeading = "top_leading"
    case topTrailing = "top_trailing"
  }
}

/// The shape of rounded corners.
public enum CornerCurve: String, Hashable, Sendable, Codable {
  case circular, continuous
}

/// Insets from the edges in points. Leading and trailing follow the reading direction.
public struct Insets: Hashable, Sendable, Codable {
  public var top: Double
  public var leading: Double
  public var bottom: Double
  public var trailing: Double

  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates equal insets on all sides.
  public init(all value: Double) { self.init(top: value, leading: value, bottom: value, trailing: value) }

  /// No insets.
  public static let zero = Insets()
}

/// An sRGB colour as 0xAARRGGBB.
public struct SceneColor: Hashable, Sendable, Codable {
  public var argb: UInt32

  public init(argb: UInt32) { self.argb = argb }

  /// Creates the same colour.
  public init(_ color: Martlet.InAppMessage.Color) { self.argb = color.rawValue }
}

/// A text style. The size already includes the person's text size.
public struct SceneFont: Hashable, Sendable, Codable {
  /// Font weights, with the numbers of CSS.
  public enum Weight: Int, Hashable, Sendable, Codable {
    case regular = 400
    case medium = 500
    case semibold = 650
  }

  /// The size in points.
  public var size: Double
  public var lineHeight: Double
  public var weight: Weight
  /// The name of one of the app's own fonts. If nil, or if the host has no such font, the system's.
  public var name: String?

  public init(size: Double, lineHeight: Double, weight: Weight, name: String? = nil) {
    self.size = size
    self.lineHeight = lineHeight
    self.weight = weight
    self.name = name
  }
}
