// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

extension Reach {
  /// The default view while content loads: a sign that moves, and a close control. It stays until
  /// the content opens or cannot be loaded.
  ///
  /// Make a subclass to change how it looks, and register it for a category:
  ///
  ///     try reach.registerLoading(forCategory: "offer") { OfferLoadingController(item: $0) }
  @MainActor
  open class LoadingController: ContentController {
    /// The delivery whose content loads. It has no banner and no content yet.
    public let item: Item

    /// Creates a controller that shows nothing until `present()`.
    public init(item: Item) { self.item = item }

    /// Decides how it looks. It is asked again when the device settings change.
    open func view() -> LoadingView { LoadingView() }

    /// The person does not want to wait.
    open func exit() { item.exit() }

    open func present() throws { try item.screen.show(self) }

    open func dismiss() { item.screen.remove(self) }
  }
}

extension Reach.LoadingController: Drawn {
  func makeScene(id: String, traits: SceneTraits, areas: [SceneArea]) -> MessageScene? {
    view().makeScene(id: id, traits: traits)
  }

  func handle(_ event: SceneEvent, in scene: MessageScene) {
    switch event {
    case .pressed(let nodeID): if scene.root.node(nodeID)?.action == .close { exit() }
    case .escaped: exit()
    case .appeared, .disappeared, .failed, .entered, .swipedAway, .backdropTapped, .called, .openedLink: break
    }
  }
}
