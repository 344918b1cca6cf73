// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit

extension InAppMessageUI {
  /// For a host that cannot read local files, pages use remote URLs.
  func scene(of showing: Showing, on host: any SceneHost) -> MessageScene? {
    let traits = host.traits(in: showing.window?.scene)
    guard let view = showing.drawnView else { return showing.emptyScene(traits) }
    guard
      var scene = view.scene(
        id: showing.sceneID, traits: traits, statusBar: showing.statusBar, window: showing.window)
    else {
      return nil
    }
    guard !host.readsLocalFiles else { return scene }
    guard let root = scene.root.withoutLocalFiles(baseURL: view.inAppMessage.html?.baseURL?.absoluteString)
    else { return nil }
    scene.root = root
    return scene
  }

  /// Draws the current message for the current traits if it is visible or about to appear.
  func redraw() {
    switch machine.state {
    case .presenting, .presented: break
    case .idle, .clearing, .asking, .preparing, .dismissing: return
    }
    guard let host, host.isAvailable, var showing, let old = showing.scene,
      let scene = scene(of: showing, on: host), scene != old
    else { return }
    showing.scene = scene
    self.showing = showing
    host.update(scene)
  }
}
