// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletUI

extension Reach {
  /// The default controller of announcements. It draws a screen of its own, or a card on large
  /// screens.
  ///
  /// Make a subclass to change how announcements look or what their buttons do, and register it for
  /// a category:
  ///
  ///     try reach.registerAnnouncements(forCategory: "offer") { OfferController(item: $0, announcement: $1) }
  @MainActor
  open class AnnouncementController: ContentController {
    /// The delivery that it shows.
    public let item: Item
    /// What it shows.
    public let announcement: Announcement
    private var session = PageSession()

    /// Creates a controller that shows nothing until `present()`.
    public init(item: Item, announcement: Announcement) {
      self.item = item
      self.announcement = announcement
    }

    /// Decides how it looks. It is asked again when the device settings change.
    open func view() -> AnnouncementView { AnnouncementView(announcement: announcement) }

    /// The person used the action: with its button, or from the page.
    open func act() { item.act() }

    /// The person closed it.
    open func exit() { item.exit() }

    open func present() throws { try item.screen.show(self) }

    open func dismiss() { item.screen.remove(self) }
  }
}

extension Reach.AnnouncementController: Drawn {
  private var drawnView: Reach.AnnouncementView {
    var view = view()
    view.localAssets = item.localAssets
    return view
  }

  func makeScene(id: String, traits: SceneTraits, areas: [SceneArea]) -> MessageScene? {
    drawnView.makeScene(id: id, traits: traits)
  }

  func handle(_ event: SceneEvent, in scene: MessageScene) {
    switch event {
    case .appeared: item.contentAppeared()
    case .pressed, .escaped:
      switch drawnView.choice(for: event, in: scene) {
      case .action?: act()
      case .exit?: exit()
      case nil: break
      }
    case .called(let nodeID, let call): handle(call, ofPageIn: nodeID, scene)
    case .openedLink(let nodeID, let url, let target, let input):
      follow(url, target: target, by: input, ofPageIn: nodeID, scene)
    case .disappeared, .failed(.hostGone): item.vanish()
    case .failed(.page(let nodeID, let loss?)):
      refuse(BridgeRefusal(method: "page", reason: .takenDown(loss)), ofPageIn: nodeID, scene)
      item.fail()
    case .failed: item.fail()
    case .entered, .swipedAway, .backdropTapped: break
    }
  }

  // MARK: - Pages

  private func handle(_ call: BridgeCall, ofPageIn nodeID: String, _ scene: MessageScene) {
    guard case .web(let web)? = scene.root.node(nodeID)?.content else { return }
    guard session.admit() else { return takeDown(nodeID, scene) }
    do throws(BridgeRefusal) {
      try perform(try BridgeAction(call, access: web.bridge), of: call)
    } catch {
      refuse(error, ofPageIn: nodeID, scene)
    }
  }

  private func perform(_ action: BridgeAction, of call: BridgeCall) throws(BridgeRefusal) {
    switch action {
    case .closeMessage: exit()
    case .actionContent: act()
    // A click is a use of the action, which closes the announcement. A page that closes itself says
    // so with its buttons.
    case .logClick:
      throw BridgeRefusal(
        method: call.method, reason: .unsupported("Announcements count one action. Call actionContent()."))
    case .declareClose, .nothing: break
    case .requestPushPermission:
      guard item.martlet?.requestPushPermission() == true else {
        throw BridgeRefusal(method: call.method, reason: .unsupported("This app does not support it."))
      }
    case .logCustomEvent, .logPurchase, .requestImmediateDataFlush, .changeUser, .setAttribute,
      .changeAttribute:
      guard let client = item.martlet, !item.isOver else {
        throw BridgeRefusal(method: call.method, reason: .ended)
      }
      action.perform(on: client)
    }
  }

  /// A link opens beside the announcement, unless it would close a message. Then it is the action,
  /// with another URL.
  private func follow(
    _ url: String, target: String?, by input: PageInput?, ofPageIn nodeID: String, _ scene: MessageScene
  ) {
    guard case .web(let web)? = scene.root.node(nodeID)?.content else { return }
    guard session.admit() else { return takeDown(nodeID, scene) }
    do throws(BridgeRefusal) {
      guard input != nil else { throw BridgeRefusal(method: "link", reason: .noInput) }
      let link = try PageLink(url: url, target: target, in: web)
      guard !item.isOver else { throw BridgeRefusal(method: "link", reason: .ended) }
      item.martlet?.follow(link.action, extras: announcement.extras)
      if link.dismisses { item.countAction() }
    } catch {
      refuse(error, ofPageIn: nodeID, scene)
    }
  }

  private func takeDown(_ nodeID: String, _ scene: MessageScene) {
    refuse(BridgeRefusal(method: "page", reason: .takenDown(.calls)), ofPageIn: nodeID, scene)
    item.fail()
  }

  private func refuse(_ refusal: BridgeRefusal, ofPageIn nodeID: String, _ scene: MessageScene) {
    item.screen.host?.report(refusal, toPageIn: nodeID, sceneID: scene.id)
    item.martlet?.logPageProblem(refusal.description)
  }
}
