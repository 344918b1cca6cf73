// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// A host that draws with views of the platform, and therefore can show a view of the app.
@MainActor
package protocol ViewHost: SceneHost {
  /// Whether the view is one that the platform can show.
  func canShow(_ view: any InAppMessageView) -> Bool
  /// Gives keys, and with them the keyboard, to the window of the scene.
  func makeKey(sceneID: String)
}

/// What a `ViewHost` needs besides the scene, because a scene is only a value.
@MainActor
package protocol ViewHostClient: SceneHostClient {
  /// The view whose message is shown by this scene. nil if the scene is no longer current.
  func view(ofScene sceneID: String) -> (any InAppMessageView)?
  /// A controller of the app that answers for the message where the system asks its window. nil:
  /// the one that the message covers.
  func preferences(ofScene sceneID: String) -> AnyObject?
  /// The views of the scene were drawn and laid out.
  func hostDidDrawViews(_ host: any ViewHost, sceneID: String)
  /// The system refused something that the scene needs. A sentence for the log.
  func host(_ host: any ViewHost, hasProblem words: String, sceneID: String)
}

extension SceneHostListener: ViewHostClient {
  func view(ofScene sceneID: String) -> (any InAppMessageView)? { showing(sceneID)?.view }
  func preferences(ofScene sceneID: String) -> AnyObject? { showing(sceneID)?.preferences }
  func hostDidDrawViews(_ host: any ViewHost, sceneID: String) {
    showing(sceneID)?.drawnView?.viewsWereDrawn()
  }
  func host(_ host: any ViewHost, hasProblem words: String, sceneID: String) {
    guard let client = showing(sceneID)?.message.context?.client else {
      return Martlet.logProblemWithoutClient(words)
    }
    client.logProblem(words)
  }

  private func showing(_ sceneID: String) -> InAppMessageUI.Showing? {
    ui?.showing.flatMap { $0.sceneID == sceneID ? $0 : nil }
  }
}

/// Views of the app.
extension InAppMessageUI {
  /// Every host draws scenes. A view of the app needs one that can show it.
  func canShow(_ view: any InAppMessageView) -> Bool {
    view is MessageSceneView || (host as? any ViewHost)?.canShow(view) == true
  }

  func logUnshowable(_ view: any InAppMessageView, of message: Martlet.InAppMessage) {
    let words =
      "The view \(type(of: view)) is not shown, because the host \(host.map { "\(type(of: $0))" } ?? "") cannot show it. "
      + "With UIKitSceneHost, it can be a UIView that conforms to InAppMessageView. "
      + "For other hosts, make it a subclass of MessageSceneView, which returns a scene."
    if let client = message.context?.client {
      client.logProblem(words)
    } else {
      Martlet.logProblemWithoutClient(words)
    }
  }

  /// The device settings where the view is shown.
  func traits(of view: any InAppMessageView) -> SceneTraits? {
    guard let showing, showing.view === view else { return nil }
    return host?.traits(in: showing.window?.scene)
  }

  /// The view has begun to close, or is gone.
  func close(_ view: any InAppMessageView) {
    guard let showing, showing.view === view else { return }
    handle(.host(showing.token, .closed))
  }

  func count(clickOn buttonID: String?, in view: any InAppMessageView) {
    guard let showing, showing.view === view else { return }
    handle(.host(showing.token, .viewClicked(buttonID: buttonID)))
  }

  /// Gives keys, and with them the keyboard, to the window of the view.
  package func makeKey(for view: any InAppMessageView) {
    guard let showing, showing.view === view else { return }
    (host as? any ViewHost)?.makeKey(sceneID: showing.sceneID)
  }
}

@MainActor
extension InAppMessageUI.Showing {
  /// False for a message that shows nothing.
  var isVisible: Bool { drawnView?.isVisibleKind ?? (prepared.control == nil) }

  func take(_ presenter: InAppMessageUI) {
    if let drawnView {
      drawnView.onChange = { [weak presenter] in presenter?.redraw() }
      drawnView.presenter = presenter
    } else {
      AppViewRecord.of(view).begin(prepared, presenter: presenter)
    }
  }

  func letGo() {
    if let drawnView {
      drawnView.onChange = nil
      drawnView.presenter = nil
    } else {
      AppViewRecord.known(view)?.end()
    }
  }

  func setPresented(_ isPresented: Bool) {
    if let drawnView {
      drawnView.isPresented = isPresented
    } else {
      AppViewRecord.known(view)?.isPresented = isPresented
    }
  }

  /// The scene of a view of the app. It has no content. The host puts the view in its place.
  func emptyScene(_ traits: SceneTraits) -> MessageScene {
    MessageScene(
      id: sceneID, kind: .init(prepared), placement: .fill,
      root: SceneNode(id: "view", content: .space, style: .init(grows: true)),
      enter: .none, leave: .none,
      isStatusBarHidden: statusBar.hides(wish: view.prefersStatusBarHidden, otherwise: nil),
      orientation: prepared.data.orientation.only, window: window,
      accessibility: .init(label: "", isModal: false, initialFocus: nil, language: nil),
      direction: traits.direction)
  }
}
