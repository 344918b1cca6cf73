// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
package import UIKit

extension UIWindowScene {
  /// The connected window scenes of the app. Scenes for a car or an external screen have no windows
  /// of the app.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  package static var ofApp: [UIWindowScene] {
    UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }.filter {
      $0.session.role == .windowApplication
    }
  }

  /// The scene that `WindowScenePick` chooses.
  package static func active(among scenes: [UIWindowScene]) -> UIWindowScene? {
    let id = WindowScenePick.active(among: scenes.map { WindowScenePick.Candidate($0) })
    return scenes.first { $0.session.persistentIdentifier == id }
  }
}

extension WindowScenePick.Candidate {
  @MainActor
  fileprivate init(_ scene: UIWindowScene) {
    let activation: WindowScenePick.Activation =
      switch scene.activationState {
      case .foregroundActive: .active
      case .foregroundInactive: .inactive
      case .background: .background
      default: .unattached
      }
    self.init(
      id: scene.session.persistentIdentifier, activation: activation, hasKeyWindow: scene.keyWindow != nil)
  }
}
#endif
