// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A window, or window scene, of an app with several. Hosts offer them in `SceneHost.windowScenes`.
public struct WindowScene: Hashable, Sendable, Codable, Identifiable {
  /// The id from the host. Unique and stable while the window exists.
  public var id: String

  public init(id: String) {
    self.id = id
  }
}

/// The level of a window above others, with the numbers of the platform.
public struct WindowLevel: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  public var rawValue: Double

  public init(rawValue: Double) {
    self.rawValue = rawValue
  }

  /// 0: above the app's content.
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
