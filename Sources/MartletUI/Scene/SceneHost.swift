// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Draws scenes and forwards what the person does. There is a host for HTML, and one for tests
/// without a screen.
///
/// A host does not decide anything. It shows at most one scene, loads its images before it appears,
/// and reports each event once.
@MainActor
public protocol SceneHost: AnyObject {
  /// Set by the presenter. Hold it weakly.
  var client: (any SceneHostClient)? { get set }
  /// False if there is no window or viewer to draw in. `show` must then not be called.
  var isAvailable: Bool { get }
  /// The current device settings.
  var traits: SceneTraits { get }
  /// False if the host draws somewhere else. Its scenes then have the remote URLs of images instead
  /// of local files. Default: true.
  var readsLocalFiles: Bool { get }
  /// The windows that the app can choose from. Empty, the default: there is only one.
  var windowScenes: [WindowScene] { get }
  /// The areas of the app's own screen in which a banner can be drawn, instead of a layer over the
  /// window. Empty, the default: there are none.
  var areas: [SceneArea] { get }
  /// The device settings in a window, or in the active one if it is nil. Default: `traits`.
  func traits(in windowScene: WindowScene?) -> SceneTraits
  /// Loads what the scene needs, draws it and lets it appear. Reports `.appeared` when it is fully
  /// visible, or `.failed`.
  func show(_ scene: MessageScene)
  /// Replaces the visible scene with the same id, without an animation, because the traits or the
  /// message changed.
  func update(_ scene: MessageScene)
  /// Lets the scene disappear. Reports `.disappeared`. Can be called at any time, also before
  /// `.appeared`.
  func hide(sceneID: String, animated: Bool)
  /// Rotates the window to one of `traits.supportedOrientations` for the next message, if the host
  /// can. `traits` are then up to date when this returns. Default: does nothing.
  func turn(to orientation: SceneTraits.Orientation)
  /// Tells the page in a node that a call was refused, in its console and with the event
  /// `martlet.BridgeRefused`. Default: does nothing.
  func report(_ refusal: BridgeRefusal, toPageIn nodeID: String, sceneID: String)
}

extension SceneHost {
  public var readsLocalFiles: Bool { true }
  public var windowScenes: [WindowScene] { [] }
  public var areas: [SceneArea] { [] }
  public func traits(in windowScene: WindowScene?) -> SceneTraits { traits }
  public func turn(to orientation: SceneTraits.Orientation) {}
  public func report(_ refusal: BridgeRefusal, toPageIn nodeID: String, sceneID: String) {}
}

/// Receives the reports of a host. The presenter implements it.
@MainActor
public protocol SceneHostClient: AnyObject {
  /// Something happened to a scene, or a person did something with it. Reports about scenes that no
  /// longer exist are ignored.
  func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String)
  /// `traits` or `isAvailable` changed.
  func hostDidChangeTraits(_ host: any SceneHost)
}

/// What a host reports about a scene.
public enum SceneEvent: Hashable, Sendable, Codable {
  /// It is fully visible.
  case appeared
  /// It has disappeared.
  case disappeared
  /// It could not be drawn.
  case failed(Failure)
  /// A node with an action was pressed, by touch, key or assistive technology.
  case pressed(nodeID: String)
  /// The person changed the text of a field. It is the whole text.
  case entered(nodeID: String, text: String)
  case swipedAway
  case backdropTapped
  /// The Escape key, or the equivalent accessibility gesture.
  case escaped
  /// The page in a node called its bridge.
  case called(nodeID: String, BridgeCall)
  /// A person followed a link of the page in a node. `target` is the link's target, or `_blank` for
  /// a window that a script opens. `input` is what the person did inside this page right before, if
  /// it has not opened another link. If it is nil, the link does not open.
  case openedLink(nodeID: String, url: String, target: String?, input: PageInput?)

  /// Why a scene could not be drawn, or can no longer be drawn.
  public enum Failure: Hashable, Sendable, Codable {
    /// An image could not be loaded.
    case asset(nodeID: String)
    /// A page could not be loaded, or was removed for the reason in `loss`.
    case page(nodeID: String, loss: PageLoss? = nil)
    /// The window or viewer disappeared.
    case hostGone
  }
}
