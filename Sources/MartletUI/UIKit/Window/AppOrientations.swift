// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// The orientations that the app supports, and turning to one of them.
@MainActor
enum AppOrientations {
  /// What the app and the controller that a message covers both support.
  static func mask(of scene: UIWindowScene) -> OrientationMask {
    #if os(tvOS)
    return .anyLandscape
    #else
    guard let window = scene.appWindow else { return .all }
    let app = OrientationMask(rawValue: supported(in: window).rawValue)
    let covered = window.rootViewController.map {
      OrientationMask(rawValue: $0.topmost.supportedInterfaceOrientations.rawValue)
    }
    let common = app.intersection(covered ?? .all)
    return common.isEmpty ? app : common
    #endif
  }

  #if !os(tvOS)
  /// The app's own answer, otherwise what its property list says.
  private static func supported(in window: UIWindow) -> UIInterfaceOrientationMask {
    let app = UIApplication.shared
    #if canImport(ObjectiveC)
    if let own = app.delegate?.application?(app, supportedInterfaceOrientationsFor: window) { return own }
    #endif
    return app.supportedInterfaceOrientations(for: window)
  }
  #endif

  /// Asks the system to turn the window. It may refuse. The message is then shown in the
  /// orientation that the window has.
  static func turn(_ scene: UIWindowScene, to mask: OrientationMask) {
    #if os(iOS)
    let wanted = UIWindowScene.GeometryPreferences.iOS(
      interfaceOrientations: UIInterfaceOrientationMask(rawValue: mask.rawValue))
    scene.requestGeometryUpdate(wanted)
    #endif
  }
}

extension UIViewController {
  /// The controller on top of all that were presented full screen. The system asks no other: what
  /// an alert or a sheet supports is not the app's answer.
  var topmost: UIViewController {
    var current = self
    while let next = current.presentedViewController, !next.isBeingDismissed, next.fillsWindow {
      current = next
    }
    return current
  }

  private var fillsWindow: Bool {
    switch modalPresentationStyle {
    case .fullScreen, .overFullScreen: true
    default: false
    }
  }
}
#endif
