// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletUI
import MartletWire
import SceneHTML

/// Draws scenes in every browser that looks at the device, and forwards what people do there.
///
/// Several browsers may look at once and all of them report; each thing reaches the presenter once, and only what is possible at that stage. A
/// browser that comes later is given the present scene. Without a browser there is no screen: nothing new is shown, what leaves is gone at once,
/// and what is visible stays for whoever comes back.
@MainActor
final class StreamingSceneHost: SceneHost {
  enum Stage: String, Hashable, Sendable {
    case entering, visible, leaving
  }

  /// Browsers draw a few messages of before again, when somebody points at their decisions.
  private static let keptFiles = 100

  weak var client: (any SceneHostClient)?
  /// Of the whole screen.
  private(set) var traits: SceneTraits
  private(set) var windowScenes: [WindowScene] = []
  private var windowTraits: SceneTraits

  private(set) var scene: Scene?
  private(set) var stage: Stage?
  /// The presentation that the presenter is about to show, or shows.
  var presentationID: String?
  /// Where browsers find the device's files; a file's name follows.
  var localPath = ""
  /// The files of the latest messages, which the SDK named for them. Nothing else is handed out.
  private(set) var localFiles: [URL] = []
  /// Where browsers find pages of messages; nil: nowhere.
  var pageAddress: (_ web: SceneNode.Web, _ nodeID: String, _ sceneID: String) -> String? = { _, _, _ in nil }
  /// The window whose page may speak by itself. The page runs in each, and says everything as often.
  private var speaker: String?
  /// Sends to all browsers.
  var broadcast: (ServerSentEvent) -> Void = { _ in }
  /// Told of what a person did, after the check that it was possible.
  var onReport: (SceneEvent, Scene) -> Void = { _, _ in }
  /// Told when a scene is drawn for the first time.
  var onShow: (Scene) -> Void = { _ in }
  /// Asked to turn the device.
  var onTurn: (SceneTraits.Orientation) -> Void = { _ in }

  /// Whether any browser looks.
  var hasViewer = false {
    didSet {
      guard hasViewer != oldValue else { return }
      if !hasViewer, stage == .leaving { disappear() }
      client?.hostDidChangeTraits(self)
    }
  }

  init(traits: SceneTraits) {
    self.traits = traits
    windowTraits = traits
  }

  /// Changes the surroundings. A message whose window is not there any more goes with it.
  /// - Parameters:
  ///   - windows: among which the app may choose; empty: there is one.
  ///   - windowTraits: the surroundings in each.
  ///   - announce: called before the presenter hears of it, so that browsers have the new size before the scene made for it.
  func resize(to traits: SceneTraits, windows: [WindowScene], windowTraits: SceneTraits, announce: () -> Void) {
    guard traits != self.traits || windows != windowScenes || windowTraits != self.windowTraits else { return }
    (self.traits, windowScenes, self.windowTraits) = (traits, windows, windowTraits)
    announce()
    if let scene, let window = scene.window?.scene, !windows.contains(window) {
      clear()
      onReport(.failed(.hostGone), scene)
      client?.host(self, didReport: .failed(.hostGone), sceneID: scene.id)
    }
    client?.hostDidChangeTraits(self)
  }

  /// These belong to the message that is about to be shown; browsers may ask for them.
  func allow(_ files: some Collection<URL>) {
    localFiles = Array((localFiles.filter { !files.contains($0) } + files).suffix(Self.keptFiles))
  }

  // MARK: - SceneHost

  var isAvailable: Bool { hasViewer }
  /// Browsers get the files of the device, by names that say nothing of where they lie.
  var readsLocalFiles: Bool { true }

  func traits(in windowScene: WindowScene?) -> SceneTraits { windowTraits }

  func show(_ scene: Scene) {
    self.scene = scene
    speaker = nil
    stage = .entering
    onShow(scene)
    broadcast(ServerSentEvent(.scene, message("show", scene)))
  }

  func update(_ scene: Scene) {
    guard self.scene?.id == scene.id else { return }
    self.scene = scene
    broadcast(ServerSentEvent(.scene, message("update", scene)))
  }

  func hide(sceneID: String, animated: Bool) {
    guard let scene, scene.id == sceneID, stage != .leaving else { return }
    stage = .leaving
    broadcast(ServerSentEvent(.scene, ["op": "hide", "id": .string(sceneID), "animated": .bool(animated)]))
    if !hasViewer { disappear() }
  }

  func tell(_ refusal: BridgeRefusal, toPageIn nodeID: String, sceneID: String) {
    broadcast(
      ServerSentEvent(
        .scene,
        [
          "op": "tell", "id": .string(sceneID), "node": .string(nodeID),
          "refusal": [
            "method": .string(refusal.method), "reason": .string(refusal.reason.word), "words": .string(refusal.description),
          ],
        ]))
  }

  func turn(to orientation: SceneTraits.Orientation) {
    if traits.orientation != orientation { onTurn(orientation) }
  }

  // MARK: - Browsers

  /// What a browser that comes now is to draw; nil: nothing.
  var present: Wire.JSONValue? {
    guard let scene, let stage, stage != .leaving else { return nil }
    return message(stage == .entering ? "show" : "draw", scene)
  }

  /// Takes a browser's word. False: it came too late, or could not have happened.
  /// - Parameters:
  ///   - viewer: which window it is.
  ///   - isFromPerson: whether somebody touched the page in that window just before.
  @discardableResult
  func receive(_ event: SceneEvent, sceneID: String, viewer: String? = nil, isFromPerson: Bool = true) -> Bool {
    guard let scene, scene.id == sceneID, let stage else { return false }
    switch (event, stage) {
    case (.called, .entering), (.called, .visible):
      guard isFromPerson || viewer == nil || speaker == nil || speaker == viewer else { return false }
      if speaker == nil { speaker = viewer }
    case (.openedLink, .visible):
      break
    case (.failed(.page), .visible):
      break
    case (.appeared, .entering):
      self.stage = .visible
    case (.disappeared, .leaving):
      disappear()
      return true
    case (.failed, .entering):
      clear()
    case (.pressed(let nodeID), .visible):
      guard scene.root.node(nodeID)?.action != nil else { return false }
    case (.swipedAway, .visible):
      guard scene.swipe != nil else { return false }
    case (.backdropTapped, .visible):
      guard scene.backdrop != nil else { return false }
    case (.escaped, .visible):
      break
    default:
      return false
    }
    onReport(event, scene)
    client?.host(self, didReport: event, sceneID: sceneID)
    return true
  }

  /// Takes the scene away at once and tells nobody but the browsers: the app is gone.
  func clear() {
    guard let scene else { return }
    self.scene = nil
    stage = nil
    broadcast(ServerSentEvent(.scene, ["op": "clear", "id": .string(scene.id)]))
  }

  private func disappear() {
    guard let scene else { return }
    self.scene = nil
    stage = nil
    // The other browsers may still be at it.
    broadcast(ServerSentEvent(.scene, ["op": "clear", "id": .string(scene.id)]))
    onReport(.disappeared, scene)
    client?.host(self, didReport: .disappeared, sceneID: scene.id)
  }

  /// Where a scene is drawn; nil: there is one window.
  func window(of scene: Scene) -> WindowScene? { scene.window?.scene ?? windowScenes.first }

  private func message(_ operation: String, _ scene: Scene) -> Wire.JSONValue {
    let rendered = RenderedScene(
      scene,
      address: { [localPath, localFiles] address in
        localFiles.first { $0.absoluteString == address }.map { localPath + $0.lastPathComponent } ?? SampleMessage.path(ofPicture: address)
      },
      page: { [pageAddress] nodeID, web in pageAddress(web, nodeID, scene.id) })
    return [
      "op": .string(operation), "decision": presentationID.map { .string($0) } ?? .null,
      "scene": [
        "id": .string(rendered.id), "html": .string(rendered.html), "css": .string(rendered.css),
        "hides_status_bar": .bool(scene.isStatusBarHidden), "is_modal": .bool(scene.accessibility.isModal),
        "window": window(of: scene).map { .string($0.id) } ?? .null,
      ],
    ]
  }
}
