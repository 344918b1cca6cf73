// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// Lets several presenters draw on one host, which shows one scene at a time.
///
///     let shared = SharedSceneHost(host)
///     martlet.inAppMessagePresenter = InAppMessageUI(host: shared.makeHost())
///     Reach(host: shared.makeHost()).install(in: martlet)
///
/// A scene waits until the scene of another presenter is gone. Each presenter hears only of its own
/// scenes.
@MainActor
public final class SharedSceneHost {
  private let host: any SceneHost
  private var parts: [WeakPart] = []
  /// What is on the host.
  private var current: (part: Part, sceneID: String)?
  /// What follows, in the order of arrival.
  private var waiting: [(part: Part, scene: MessageScene)] = []

  private struct WeakPart {
    weak var part: Part?
  }

  /// Shares a host. From now on, only the hosts that `makeHost()` returns may use it.
  public init(_ host: any SceneHost) {
    self.host = host
    host.client = self
  }

  /// Makes the host of one presenter.
  public func makeHost() -> any SceneHost {
    let part = Part(self)
    parts.append(WeakPart(part: part))
    return part
  }

  // MARK: - What a presenter wants

  private func show(_ scene: MessageScene, of part: Part) {
    guard current == nil || current?.part === part else { return waiting.append((part, scene)) }
    current = (part, scene.id)
    host.show(scene)
  }

  private func update(_ scene: MessageScene) {
    if let place = waiting.firstIndex(where: { $0.scene.id == scene.id }) {
      waiting[place].scene = scene
    } else {
      host.update(scene)
    }
  }

  private func hide(_ sceneID: String, animated: Bool) {
    guard let place = waiting.firstIndex(where: { $0.scene.id == sceneID }) else {
      return host.hide(sceneID: sceneID, animated: animated)
    }
    let part = waiting.remove(at: place).part
    part.report(.disappeared, sceneID: sceneID)
  }

  /// The part whose scene it is.
  private func part(of sceneID: String) -> Part? {
    current?.sceneID == sceneID ? current?.part : waiting.first { $0.scene.id == sceneID }?.part
  }

  /// The host of one presenter.
  private final class Part: SceneHost, ViewHost {
    weak var client: (any SceneHostClient)?
    private let shared: SharedSceneHost

    init(_ shared: SharedSceneHost) { self.shared = shared }

    private var host: any SceneHost { shared.host }
    var isAvailable: Bool { host.isAvailable }
    var traits: SceneTraits { host.traits }
    var readsLocalFiles: Bool { host.readsLocalFiles }
    var windowScenes: [WindowScene] { host.windowScenes }
    var areas: [SceneArea] { host.areas }
    func traits(in windowScene: WindowScene?) -> SceneTraits { host.traits(in: windowScene) }
    func show(_ scene: MessageScene) { shared.show(scene, of: self) }
    func update(_ scene: MessageScene) { shared.update(scene) }
    func hide(sceneID: String, animated: Bool) { shared.hide(sceneID, animated: animated) }
    func turn(to orientation: SceneTraits.Orientation) { host.turn(to: orientation) }
    func report(_ refusal: BridgeRefusal, toPageIn nodeID: String, sceneID: String) {
      host.report(refusal, toPageIn: nodeID, sceneID: sceneID)
    }
    func canShow(_ view: any InAppMessageView) -> Bool { (host as? any ViewHost)?.canShow(view) == true }
    func makeKey(sceneID: String) { (host as? any ViewHost)?.makeKey(sceneID: sceneID) }

    func report(_ event: SceneEvent, sceneID: String) {
      client?.host(self, didReport: event, sceneID: sceneID)
    }
    func changeTraits() { client?.hostDidChangeTraits(self) }
  }
}

extension SharedSceneHost: ViewHostClient {
  public func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String) {
    guard let part = part(of: sceneID) else { return }
    guard event.endsScene, current?.sceneID == sceneID else { return part.report(event, sceneID: sceneID) }
    current = nil
    part.report(event, sceneID: sceneID)
    showNext()
  }

  private func showNext() {
    guard current == nil, !waiting.isEmpty else { return }
    let (part, scene) = waiting.removeFirst()
    guard host.isAvailable else {
      part.report(.failed(.hostGone), sceneID: scene.id)
      return showNext()
    }
    show(scene, of: part)
  }

  public func hostDidChangeTraits(_ host: any SceneHost) {
    parts.removeAll { $0.part == nil }
    for weak in parts { weak.part?.changeTraits() }
  }

  package func view(ofScene sceneID: String) -> (any InAppMessageView)? {
    viewClient(sceneID)?.view(ofScene: sceneID)
  }
  package func preferences(ofScene sceneID: String) -> AnyObject? {
    viewClient(sceneID)?.preferences(ofScene: sceneID)
  }
  package func hostDidDrawViews(_ host: any ViewHost, sceneID: String) {
    viewClient(sceneID)?.hostDidDrawViews(host, sceneID: sceneID)
  }

  package func host(_ host: any ViewHost, hasProblem words: String, sceneID: String) {
    viewClient(sceneID)?.host(host, hasProblem: words, sceneID: sceneID)
  }

  private func viewClient(_ sceneID: String) -> (any ViewHostClient)? {
    part(of: sceneID)?.client as? any ViewHostClient
  }
}

extension SceneEvent {
  /// True if the scene is no longer on the host.
  fileprivate var endsScene: Bool {
    switch self {
    case .disappeared, .failed(.asset), .failed(.hostGone), .failed(.page(_, loss: nil)): true
    // The presenter decides what happens to a page that was lost after it had loaded.
    case .failed(.page): false
    case .appeared, .pressed, .entered, .swipedAway, .backdropTapped, .escaped, .called, .openedLink: false
    }
  }
}
