// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// Receives a host's reports, interprets them with the visible scene, and passes them to the
/// machine.
@MainActor
final class SceneHostListener: SceneHostClient {
  private(set) weak var ui: InAppMessageUI?

  init(ui: InAppMessageUI) { self.ui = ui }

  func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String) {
    // Late reports about an earlier scene are ignored.
    guard let ui, let showing = ui.showing, showing.sceneID == sceneID, let scene = showing.scene else {
      return
    }
    switch event {
    case .called(let nodeID, let call): return ui.handle(call, ofPageIn: nodeID)
    case .openedLink(let nodeID, let url, let target, let input):
      return ui.follow(url, target: target, by: input, ofPageIn: nodeID)
    case .failed(.page(let nodeID, let loss?)): return ui.takeDown(loss, pageIn: nodeID)
    default: break
    }
    guard let meaning = meaning(of: event, scene: scene, showing) else { return }
    ui.handle(.host(showing.token, meaning))
  }

  func hostDidChangeTraits(_ host: any SceneHost) {
    guard let ui else { return }
    ui.redraw()
    ui.handle(.hostChanged)
  }

  /// Returns nil if the scene has no such element.
  private func meaning(of event: SceneEvent, scene: MessageScene, _ showing: InAppMessageUI.Showing)
    -> PresenterMachine.HostEvent?
  {
    switch event {
    case .appeared: .appeared
    case .disappeared: .disappeared
    case .failed(.asset): .assetFailed
    case .failed(.page): .pageLost
    case .failed(.hostGone): .hostGone
    case .swipedAway: scene.swipe == nil ? nil : .closed
    case .backdropTapped: scene.backdrop?.dismissesOnTap == true ? .closed : nil
    case .escaped:
      scene.accessibility.isModal || scene.swipe != nil || showing.drawnView == nil ? .closed : nil
    case .pressed(let nodeID):
      switch scene.root.node(nodeID)?.action {
      case nil: nil
      case .close: .closed
      case .body: .clicked(buttonID: nil, showing.message.data.clickAction)
      case .button(let id): .clicked(buttonID: id, showing.message.actionOfButton(id))
      // No message asks questions.
      case .choose, .rate, .next, .back, .submit: nil
      }
    // Calls and links of pages are handled elsewhere.
    case .called, .openedLink: nil
    case .entered: nil
    }
  }
}

extension Martlet.InAppMessage {
  func actionOfButton(_ id: String) -> ClickAction {
    buttons.first { String($0.id) == id }?.clickAction ?? .none
  }
}
