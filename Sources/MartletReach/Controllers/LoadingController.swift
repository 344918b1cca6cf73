// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// Shows that the content loads, until it opens or cannot be loaded.
@MainActor
final class LoadingController: Drawn {
  private let item: Reach.Item

  init(_ item: Reach.Item) { self.item = item }

  func present() throws { try item.screen.show(self) }

  func dismiss() { item.screen.remove(self) }

  /// The person does not want to wait.
  func stop() { item.exit() }

  func makeScene(id: String, traits: SceneTraits, areas: [SceneArea]) -> MessageScene? {
    Reach.LoadingView().makeScene(id: id, traits: traits)
  }

  func take(_ event: SceneEvent, in scene: MessageScene) {
    switch event {
    case .pressed(let nodeID): if scene.root.node(nodeID)?.action == .close { stop() }
    case .escaped: stop()
    case .appeared, .disappeared, .failed, .entered, .swipedAway, .backdropTapped, .called, .openedLink: break
    }
  }
}
