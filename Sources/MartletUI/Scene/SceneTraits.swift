// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The surroundings a scene is made for. A host reports them and says when they change.
public struct SceneTraits: Hashable, Sendable, Codable {
  /// The window in points.
  public var width: Double
  public var height: Double
  public var scheme: Scheme
  public var horizontalSizeClass: SizeClass
  public var verticalSizeClass: SizeClass
  /// The person's text size as a factor of the default; 0.8…3.2.
  public var textScale: Double
  public var direction: Scene.LayoutDirection
  public var reduceMotion: Bool
  /// The person wants nothing to shine through: veils and what floats over pictures are opaque.
  public var reduceTransparency: Bool
  /// The person wants stronger colours and visible edges.
  public var increaseContrast: Bool
  public var safeArea: Insets
  /// Height of the on-screen keyboard; 0 when there is none.
  public var keyboardHeight: Double
  public var supportedOrientations: Set<Orientation>
  /// The person's language as BCP 47: picks the words that are not the message's own, such as the name of the close control. nil: English.
  public var language: String?

  public init(
    width: Double, height: Double, scheme: Scheme = .light, horizontalSizeClass: SizeClass = .compact,
    verticalSizeClass: SizeClass = .regular, textScale: Double = 1, direction: Scene.LayoutDirection = .leftToRight,
    reduceMotion: Bool = false, reduceTransparency: Bool = false, increaseContrast: Bool = false, safeArea: Insets = .zero,
    keyboardHeight: Double = 0, supportedOrientations: Set<Orientation> = [.portrait, .landscape], language: String? = nil
  ) {
    self.width = width
    self.height = height
    self.scheme = scheme
    self.horizontalSizeClass = horizontalSizeClass
    self.verticalSizeClass = verticalSizeClass
    self.textScale = textScale
    self.direction = direction
    self.reduceMotion = reduceMotion
    self.reduceTransparency = reduceTransparency
    self.increaseContrast = increaseContrast
    self.safeArea = safeArea
    self.keyboardHeight = keyboardHeight
    self.supportedOrientations = supportedOrientations
    self.language = language
  }

  public var orientation: Orientation { width > height ? .landscape : .portrait }

  /// Light or dark surroundings.
  public enum Scheme: String, Hashable, Sendable, Codable {
    case light, dark
  }

  /// Little or much room along an axis.
  public enum SizeClass: String, Hashable, Sendable, Codable {
    case compact, regular
  }

  /// Of the window: landscape when it is wider than high.
  public enum Orientation: String, Hashable, Sendable, Codable {
    case portrait, landscape
  }
}
