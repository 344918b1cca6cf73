// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletUI

/// Draws what Reach shows on a host, one scene at a time, and passes on what the person does with
/// it.
@MainActor
final class ReachScreen {
  let host: (any SceneHost)?
  /// Called when there is a window again, or none any more.
  var windowChanged: (_ isThere: Bool) -> Void = { _ in }
  private let environment: Environment
  private var showing: Showing?
  private var hadWindow: Bool

  private struct Showing {
    let id: String
    let drawn: any Drawn
    /// As the host received it last.
    var scene: MessageScene
  }

  init(host: (any SceneHost)?, environment: Environment) {
    self.host = host
    self.environment = environment
    hadWindow = host?.isAvailable ?? true
    host?.client = self
  }

  /// Whether there is a window to show something in. Without a host, the app's own views decide.
  var hasWindow: Bool { host?.isAvailable ?? true }

  /// What a person sees now. The page in it may call its bridge.
  func scene(of drawn: any Drawn) -> MessageScene? { showing.flatMap { $0.drawn === drawn ? $0.scene : nil } }

  /// Shows it, instead of what is there.
  func show(_ drawn: any Drawn) throws(Unshown) {
    guard let host else { throw .noHost }
    guard host.isAvailable else { throw .noWindow }
    let id = environment.makeID()
    guard let scene = scene(drawn, id, host) else { throw .noPage }
    if let before = showing {
      showing = nil
      host.hide(sceneID: before.id, animated: false)
    }
    showing = Showing(id: id, drawn: drawn, scene: scene)
    host.show(scene)
  }

  /// Draws it again if it looks different now.
  func redraw(_ drawn: any Drawn) {
    guard let host, var showing, showing.drawn === drawn, host.isAvailable,
      let scene = scene(drawn, showing.id, host),
      scene != showing.scene
    else { return }
    showing.scene = scene
    self.showing = showing
    host.update(scene)
  }

  /// Takes it away, without a report.
  func remove(_ drawn: any Drawn) {
    guard let showing, showing.drawn === drawn else { return }
    self.showing = nil
    host?.hide(sceneID: showing.id, animated: true)
  }

  private func scene(_ drawn: any Drawn, _ id: String, _ host: any SceneHost) -> MessageScene? {
    guard var scene = drawn.makeScene(id: id, traits: host.traits(in: nil), areas: host.areas) else {
      return nil
    }
    guard !host.readsLocalFiles else { return scene }
    guard let root = scene.root.withoutLocalFiles(baseURL: nil) else { return nil }
    scene.root = root
    return scene
  }

  /// Why nothing can be shown.
  enum Unshown: Error, CustomStringConvertible {
    case noHost, noWindow, noPage

    var description: String {
      switch self {
      case .noHost: "Reach has no scene host. Pass one with Reach(host: …), or register views of your own."
      case .noWindow: "The app has no window."
      case .noPage: "Its page is not on this device."
      }
    }
  }
}

/// Something that is drawn as a scene.
@MainActor
protocol Drawn: AnyObject {
  /// - Parameters:
  ///   - traits: the device settings of the whole window.
  ///   - areas: the areas of the app's own screen for banners.
  func makeScene(id: String, traits: SceneTraits, areas: [SceneArea]) -> MessageScene?

  /// Takes what happened to the scene that was drawn last.
  func handle(_ event: SceneEvent, in scene: MessageScene)
}

extension ReachScreen: SceneHostClient {
  func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String) {
    guard let showing, showing.id == sceneID else { return }
    switch event {
    case .disappeared, .failed(.asset), .failed(.hostGone), .failed(.page(_, loss: nil)): self.showing = nil
    default: break
    }
    showing.drawn.handle(event, in: showing.scene)
    if event == .failed(.hostGone) { offerElsewhere() }
  }

  /// A screen with an area for banners was closed, and the window is still there: what waits is
  /// offered again. If the app logs its next screen now, that comes first.
  private func offerElsewhere() {
    Task { if hasWindow { windowChanged(true) } }
  }

  func hostDidChangeTraits(_ host: any SceneHost) {
    if hasWindow != hadWindow {
      hadWindow = hasWindow
      windowChanged(hasWindow)
    }
    if let showing { redraw(showing.drawn) }
  }
}
