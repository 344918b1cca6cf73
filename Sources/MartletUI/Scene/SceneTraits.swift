// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The device settings that a scene is made for. A host reports them, and reports changes.
public struct SceneTraits: Hashable, Sendable, Codable {
  /// The width of the window in points.
  public var width: Double
  public var height: Double
  public var scheme: Scheme
  public var horizontalSizeClass: SizeClass
  public var verticalSizeClass: SizeClass
  /// The person's text size as a factor of the default, from 0.8 to 3.2.
  public var textScale: Double
  public var direction: MessageScene.LayoutDirection
  public var reduceMotion: Bool
  /// Reduce Transparency: backdrops and elements that float over images are opaque.
  public var reduceTransparency: Bool
  /// Increase Contrast: stronger colours and visible edges.
  public var increaseContrast: Bool
  public var safeArea: Insets
  /// The height of the on-screen keyboard, or 0.
  public var keyboardHeight: Double
  public var supportedOrientations: Set<Orientation>
  /// The person's language (BCP 47), for text that is not in the message, such as the name of the
  /// close button. If nil, English.
  public var language: String?

  public init(
    width: Double, height: Double, scheme: Scheme = .light, horizontalSizeClass: SizeClass = .compact,
    verticalSizeClass: SizeClass = .regular, textScale: Double = 1,
    direction: MessageScene.LayoutDirection = .leftToRight,
    reduceMotion: Bool = false, reduceTransparency: Bool = false, increaseContrast: Bool = false,
    safeArea: Insets = .zero,
    keyboardHeight: Double = 0, supportedOrientations: Set<Orientation> = [.portrait, .landscape],
    language: String? = nil
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

  /// Light or dark mode.
  public enum Scheme: String, Hashable, Sendable, Codable {
    case light, dark
  }

  /// Whether there is little or much space along an axis.
  public enum SizeClass: String, Hashable, Sendable, Codable {
    case compact, regular
  }

  /// The orientation of the window: landscape if it is wider than tall.
  public enum Orientation: String, Hashable, Sendable, Codable {
    case portrait, landscape
  }
}

/// A window, or window scene, of an app with several. Hosts offer them in `SceneHost.windowScenes`.
public struct WindowScene: Hashable, Sendable, Codable, Identifiable {
  /// The id from the host. Unique and stable while the window exists.
  public var id: String

  public init(id: String) { self.id = id }
}

/// A place on the app's own screen that the app keeps free for banners.
public struct SceneArea: Hashable, Sendable, Codable, Identifiable {
  /// The id from the host. Unique and stable while the area exists.
  public var id: String
  /// In points.
  public var size: SceneSize

  public init(id: String, size: SceneSize) {
    self.id = id
    self.size = size
  }
}

extension SceneTraits {
  /// The settings for a scene that fills this area. An area is inside of the app's own layout, so
  /// nothing of it is under a notch or the keyboard.
  public func filling(_ area: SceneArea) -> SceneTraits {
    var traits = self
    (traits.width, traits.height) = (area.size.width, area.size.height)
    (traits.safeArea, traits.keyboardHeight) = (.zero, 0)
    return traits
  }
}

/// The level of a window above others, with the numbers of the platform.
public struct WindowLevel: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  public var rawValue: Double

  public init(rawValue: Double) { self.rawValue = rawValue }

  /// 0: above the app's content, also above windows of this level that the app shows later.
  public static let normal = WindowLevel(rawValue: 0)
  /// 1,000: above the status bar.
  public static let statusBar = WindowLevel(rawValue: 1_000)
  /// 2,000: above alerts.
  public static let alert = WindowLevel(rawValue: 2_000)

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The window that a scene is drawn in.
public struct WindowChoice: Hashable, Sendable, Codable {
  /// The window, or nil for the active one.
  public var scene: WindowScene?
  public var level: WindowLevel

  public init(scene: WindowScene? = nil, level: WindowLevel = .normal) {
    self.scene = scene
    self.level = level
  }
}
