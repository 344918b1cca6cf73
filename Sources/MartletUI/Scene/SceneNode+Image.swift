// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension SceneNode {
  /// An image, which is loaded before the scene appears, and never stretched.
  ///
  /// With width and height in the style, its box has exactly that size. With only a width, the height follows from the image's ratio, up to
  /// `maxHeight`. With neither, the image has its own size, within the limits of the style, and keeps its ratio.
  public struct Image: Hashable, Sendable {
    /// How the image fills its box.
    public enum Fit: String, Hashable, Sendable, Codable {
      /// The whole image, with its own ratio.
      case contain
      /// Fills the box, with its own ratio, cropped at the edges.
      case cover
    }

    public var url: String
    public var fit: Fit
    /// If true, animated images move. If false, only their first frame is drawn.
    public var animates: Bool
    /// Drawn in place of the image if a redraw can no longer load it. If nil, the box disappears. Before the scene has appeared, an image that
    /// cannot be loaded fails the scene.
    public var fallback: Text?

    public init(url: String, fit: Fit, animates: Bool = false, fallback: Text? = nil) {
      self.url = url
      self.fit = fit
      self.animates = animates
      self.fallback = fallback
    }
  }
}

extension SceneNode.Image: Codable {
  private enum CodingKeys: String, CodingKey {
    case url, fit, animates, fallback
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      url: try container.decode(String.self, forKey: .url), fit: try container.decode(Fit.self, forKey: .fit),
      animates: try container.decodeIfPresent(Bool.self, forKey: .animates) ?? false,
      fallback: try container.decodeIfPresent(SceneNode.Text.self, forKey: .fallback))
  }

  /// Leaves out default values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    try container.encode(fit, forKey: .fit)
    if animates { try container.encode(true, forKey: .animates) }
    try container.encodeIfPresent(fallback, forKey: .fallback)
  }
}
