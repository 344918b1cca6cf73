// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension SceneNode {
  /// A picture, loaded before the scene appears; never stretched.
  ///
  /// Its box: with width and height in the style, exactly that; with a width, the picture's own ratio makes the height, up to `maxHeight`; with
  /// neither, the picture is as large as it is, within the bounds of the style, and keeps its ratio where they bind.
  public struct Image: Hashable, Sendable {
    /// How the picture fills its box.
    public enum Fit: String, Hashable, Sendable, Codable {
      /// Whole picture, own ratio.
      case contain
      /// Fills the box, own ratio, cut at the edges.
      case cover
    }

    public var url: String
    public var fit: Fit
    /// True: moving pictures move. False: only their first frame is drawn.
    public var animates: Bool
    /// Drawn in the picture's place when a redraw cannot load it any more, so that no empty hole is left. nil: the box goes. Before the scene
    /// has appeared a picture that cannot be loaded fails the scene.
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

  /// Leaves out what is usual.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    try container.encode(fit, forKey: .fit)
    if animates { try container.encode(true, forKey: .animates) }
    try container.encodeIfPresent(fallback, forKey: .fallback)
  }
}
