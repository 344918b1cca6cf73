// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A window, or a scene of windows, of an app that has several: what a host offers in `SceneHost.windowScenes`.
public struct WindowScene: Hashable, Sendable, Codable, Identifiable {
  /// As the host names it; unique and stable while the window is there.
  public var id: String

  public init(id: String) {
    self.id = id
  }
}

/// How high a window lies over others, in the numbers of the platform.
public struct WindowLevel: RawRepresentable, Hashable, Sendable, Codable, Comparable {
  public var rawValue: Double

  public init(rawValue: Double) {
    self.rawValue = rawValue
  }

  /// 0: over the app's content.
  public static let normal = WindowLevel(rawValue: 0)
  /// 1,000: over the status bar.
  public static let statusBar = WindowLevel(rawValue: 1_000)
  /// 2,000: over alerts.
  public static let alert = WindowLevel(rawValue: 2_000)

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// Where a scene is drawn.
public struct WindowChoice: Hashable, Sendable, Codable {
  /// nil: the active one.
  public var scene: WindowScene?
  public var level: WindowLevel

  public init(scene: WindowScene? = nil, level: WindowLevel = .normal) {
    self.scene = scene
    self.level = level
  }
}
