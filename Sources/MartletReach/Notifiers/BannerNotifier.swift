// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit
import MartletUI

extension Reach {
  /// The default notifier. It draws banners at an edge of the window, or in the first area that the
  /// app's screen has for them.
  ///
  /// Make a subclass to change how banners look or what happens with them, and register it for a
  /// category.
  @MainActor
  open class BannerNotifier: Notifier {
    /// The icon of the app, for banners that show one. nil: none.
    public var icon: Martlet.InAppMessage.Graphic?
    /// The item whose banner is on the screen, or about to be.
    public private(set) var item: Item?
    /// Its picture cannot be drawn.
    private(set) var hasLostPicture = false

    /// - Parameter icon: the icon of the app. nil: none.
    public init(icon: Martlet.InAppMessage.Graphic? = nil) { self.icon = icon }

    /// Decides how the banner looks. It is asked again when the device settings change.
    open func view(for item: Item) -> BannerView? {
      item.banner.map { BannerView(banner: $0, icon: icon, isRepeat: item.isRepeat) }
    }

    /// The banner is visible. Does nothing.
    open func bannerDidAppear(_ item: Item) {}

    /// The banner is no longer visible: it was used, or waits for another screen. Does nothing.
    open func bannerDidDisappear(_ item: Item) {}

    open func notify(_ item: Item) throws -> NotifierAnswer {
      (self.item, hasLostPicture) = (item, false)
      do throws(ReachScreen.Unshown) {
        try item.screen.show(self)
        return .show
      } catch .noWindow {
        self.item = nil
        return .postpone
      }
    }

    open func remove(_ item: Item) {
      guard self.item === item else { return }
      let wasVisible = item.screen.scene(of: self) != nil
      item.screen.remove(self)
      self.item = nil
      if wasVisible { bannerDidDisappear(item) }
    }
  }
}

extension Reach.BannerNotifier: Drawn {
  func makeScene(id: String, traits: SceneTraits, areas: [SceneArea]) -> MessageScene? {
    guard let item, var view = view(for: item) else { return nil }
    if hasLostPicture { view.banner.imageURL = nil }
    if item.screen.host?.readsLocalFiles == true { view.banner.imageURL = item.local(view.banner.imageURL) }
    // It stays in its area for as long as that is there.
    let current = item.screen.scene(of: self)?.area
    guard let area = areas.first(where: { $0.id == current }) ?? areas.first else {
      return view.makeScene(id: id, traits: traits)
    }
    view.area = area.id
    return view.makeScene(id: id, traits: traits.filling(area))
  }

  func handle(_ event: SceneEvent, in scene: MessageScene) {
    guard let item else { return }
    switch event {
    case .appeared:
      item.bannerAppeared()
      bannerDidAppear(item)
    case .pressed(let nodeID):
      switch scene.root.node(nodeID)?.action {
      case .body?: item.tapBanner()
      case .close?: item.closeBanner()
      default: break
      }
    case .swipedAway: item.closeBanner()
    case .escaped: if item.banner?.isCloseable == true { item.closeBanner() }
    // The screen with it has gone. The next one gets it.
    case .disappeared, .failed(.hostGone): item.vanish()
    case .failed(.asset) where item.banner?.hasWords == true && !hasLostPicture:
      hasLostPicture = true
      if (try? item.screen.show(self)) == nil { item.fail() }
    case .failed: item.fail()
    case .entered, .backdropTapped, .called, .openedLink: break
    }
  }
}

extension Reach.Item {
  /// The file on the device, if it is there.
  func local(_ url: URL?) -> URL? { url.map { localAssets[$0] ?? $0 } }
}
