// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletUI

/// The devices on which browsers draw scenes, in the lab and in the editor's preview.
public enum DeviceModel: String, Hashable, Sendable, CaseIterable {
  case smallPhone = "small_phone"
  case largePhone = "large_phone"
  case tablet

  public var name: String {
    switch self {
    case .smallPhone: "Small phone"
    case .largePhone: "Large phone"
    case .tablet: "Tablet"
    }
  }

  /// The size in portrait, in points.
  public var size: (width: Double, height: Double) {
    switch self {
    case .smallPhone: (375, 667)
    case .largePhone: (430, 932)
    case .tablet: (834, 1194)
    }
  }

  public func safeArea(_ orientation: SceneTraits.Orientation) -> Insets {
    switch (self, orientation) {
    case (.smallPhone, .portrait): Insets(top: 20)
    case (.smallPhone, .landscape): .zero
    case (.largePhone, .portrait): Insets(top: 59, bottom: 34)
    case (.largePhone, .landscape): Insets(leading: 59, bottom: 21, trailing: 59)
    case (.tablet, _): Insets(top: 24, bottom: 20)
    }
  }

  /// The height of the keyboard including the safe area below it. The pages' style sheets draw it
  /// in the same height.
  public func keyboardHeight(_ orientation: SceneTraits.Orientation) -> Double {
    switch (self, orientation) {
    case (.smallPhone, .portrait): 260
    case (.smallPhone, .landscape): 200
    case (.largePhone, .portrait): 346
    case (.largePhone, .landscape): 219
    case (.tablet, .portrait): 320
    case (.tablet, .landscape): 408
    }
  }

  /// Writes this device's sizes into the traits. The person's settings stay unchanged.
  public func apply(to traits: inout SceneTraits, orientation: SceneTraits.Orientation) {
    let isUpright = orientation == .portrait
    (traits.width, traits.height) = isUpright ? size : (size.height, size.width)
    traits.safeArea = safeArea(orientation)
    switch self {
    case .smallPhone:
      traits.horizontalSizeClass = .compact
      traits.verticalSizeClass = isUpright ? .regular : .compact
    case .largePhone:
      traits.horizontalSizeClass = isUpright ? .compact : .regular
      traits.verticalSizeClass = isUpright ? .regular : .compact
    case .tablet:
      traits.horizontalSizeClass = .regular
      traits.verticalSizeClass = .regular
    }
  }
}
