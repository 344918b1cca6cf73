// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Draws scenes and forwards what the person does. Three exist: UIKit, HTML, headless.
///
/// A host decides nothing. It keeps at most one scene, loads its images before it appears, and reports each thing once.
@MainActor
public protocol SceneHost: AnyObject {
  /// Set by the presenter; hold it weakly.
  var client: (any SceneHostClient)? { get set }
  /// False when there is no window or viewer to draw in; then `show` must not be called.
  var isAvailable: Bool { get }
  /// The surroundings now.
  var traits: SceneTraits { get }
  /// False: it draws somewhere else, and the scenes it gets name pictures by the address from which they came, not by the file on this
  /// device. Default: true.
  var readsLocalFiles: Bool { get }
  /// The windows among which the app may choose; empty, the default: there is one, and nothing to choose.
  var windowScenes: [WindowScene] { get }
  /// The surroundings in one of them; nil: the active one. Default: `traits`.
  func traits(in windowScene: WindowScene?) -> SceneTraits
  /// Loads what the scene needs, draws it and lets it enter; reports `.appeared` when it is fully visible, or `.failed`.
  func show(_ scene: Scene)
  /// Replaces the shown scene of the same id without a transition: the traits or the message changed.
  func update(_ scene: Scene)
  /// Lets the scene leave; reports `.disappeared`. Legal at any moment, also before `.appeared`.
  func hide(sceneID: String, animated: Bool)
  /// Turns the window to one of `traits.supportedOrientations` for the message about to be shown, if the host can. When it does, `traits`
  /// say so on return. Default: does nothing.
  func turn(to orientation: SceneTraits.Orientation)
  /// Tells the page in a node that a call was refused: in its console, and by the event `martlet.BridgeRefused`. Default: does nothing.
  func tell(_ refusal: BridgeRefusal, toPageIn nodeID: String, sceneID: String)
}

extension SceneHost {
  public var readsLocalFiles: Bool { true }
  public var windowScenes: [WindowScene] { [] }
  public func traits(in windowScene: WindowScene?) -> SceneTraits { traits }
  public func turn(to orientation: SceneTraits.Orientation) {}
  public func tell(_ refusal: BridgeRefusal, toPageIn nodeID: String, sceneID: String) {}
}

/// Hears from a host; implemented by the presenter.
@MainActor
public protocol SceneHostClient: AnyObject {
  /// Something happened to a scene, or a person did something with it. Reports of scenes that are gone are ignored.
  func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String)
  /// `traits` or `isAvailable` are other than before.
  func hostDidChangeTraits(_ host: any SceneHost)
}

/// What a host reports of a scene.
public enum SceneEvent: Hashable, Sendable, Codable {
  /// Fully visible.
  case appeared
  /// Gone from the screen.
  case disappeared
  /// Could not be drawn.
  case failed(Failure)
  /// A node with an action was pressed, by touch, key or assistive technology.
  case pressed(nodeID: String)
  case swipedAway
  case backdropTapped
  /// Escape key, or the assistive gesture of that meaning.
  case escaped
  /// The page in a node called its bridge.
  case called(nodeID: String, BridgeCall)
  /// A link of the page in a node was followed; the target is the one that the link names, or `_blank` for a window that a script opens. The input
  /// is what a person did inside this very page just before, and has not opened another link; nil: nothing, then no link opens.
  case openedLink(nodeID: String, url: String, target: String?, input: PageInput?)

  /// Why a scene could not be drawn, or is not drawn any more.
  public enum Failure: Hashable, Sendable, Codable {
    /// An image could not be loaded.
    case asset(nodeID: String)
    /// A page could not be loaded, or was taken down; then the loss says why.
    case page(nodeID: String, loss: PageLoss? = nil)
    /// The window or viewer went away.
    case hostGone
  }
}
