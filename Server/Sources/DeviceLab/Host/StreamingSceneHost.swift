// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletUI
import MartletWire
import SceneHTML

/// Draws scenes in every browser that views the device, and forwards what people do there.
///
/// Several browsers may view the device at once, and all of them report. Each event reaches the
/// presenter once, and only if it is possible at that stage. A browser that connects later gets the
/// present scene. Without a browser there is no screen: nothing new is shown, a leaving message
/// disappears immediately, and a visible message stays for browsers that reconnect.
@MainActor
final class StreamingSceneHost: SceneHost {
  enum Stage: String, Hashable, Sendable {
    case entering, visible, leaving
  }

  /// Browsers draw earlier messages again when somebody points at their decisions.
  private static let keptFiles = 100

  weak var client: (any SceneHostClient)?
  /// The traits of the whole screen.
  private(set) var traits: SceneTraits
  private(set) var windowScenes: [WindowScene] = []
  private var windowTraits: SceneTraits

  private(set) var scene: MessageScene?
  private(set) var stage: Stage?
  /// The presentation of the message that is shown or about to be shown.
  var messageID: String?
  /// The delivery whose banner or content is shown or about to be shown.
  var itemID: String?
  /// What is on the screen. If nothing is, what is about to be.
  var presentationID: String? {
    switch scene?.kind {
    case .message: messageID
    case .banner, .announcement, .survey: itemID
    case nil: messageID ?? itemID
    }
  }
  /// The areas of the app's own screen.
  var areas: [SceneArea] = [] {
    didSet { if areas != oldValue { client?.hostDidChangeTraits(self) } }
  }
  /// The address of the device's files, to which a file's name is added.
  var localPath = ""
  /// Files of the latest messages, as named by the SDK. No other file is served.
  private(set) var localFiles: [URL] = []
  /// Returns the address of a message's page; nil if there is none.
  var pageAddress: (_ web: SceneNode.Web, _ nodeID: String, _ sceneID: String) -> String? = { _, _, _ in nil }
  /// The window whose page may report without a person's touch. The page runs in every window, so
  /// each sends the same reports.
  private var speaker: String?
  /// Sends an event to all browsers.
  var broadcast: (ServerSentEvent) -> Void = { _ in }
  /// Called with what a person did, once it has been checked as possible.
  var onReport: (SceneEvent, MessageScene) -> Void = { _, _ in }
  /// Called when a scene is first drawn.
  var onShow: (MessageScene) -> Void = { _ in }
  /// Called to turn the device.
  var onTurn: (SceneTraits.Orientation) -> Void = { _ in }

  /// Whether any browser views the device.
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

  /// Changes the surroundings. A message closes if its window no longer exists.
  /// - Parameters:
  ///   - windows: The windows that the app may choose from; empty if there is only one.
  ///   - windowTraits: The traits of each window.
  ///   - announce: Called before the presenter is told, so that browsers have the new size before
  ///     the scene made for it.
  func resize(to traits: SceneTraits, windows: [WindowScene], windowTraits: SceneTraits, announce: () -> Void)
  {
    guard traits != self.traits || windows != windowScenes || windowTraits != self.windowTraits else {
      return
    }
    (self.traits, windowScenes, self.windowTraits) = (traits, windows, windowTraits)
    announce()
    if let scene, let window = scene.window?.scene, !windows.contains(window) {
      clear()
      onReport(.failed(.hostGone), scene)
      client?.host(self, didReport: .failed(.hostGone), sceneID: scene.id)
    }
    client?.hostDidChangeTraits(self)
  }

  /// Allows browsers to fetch these files of the message that is about to be shown.
  func allow(_ files: some Collection<URL>) {
    localFiles = Array((localFiles.filter { !files.contains($0) } + files).suffix(Self.keptFiles))
  }

  // MARK: - SceneHost

  var isAvailable: Bool { hasViewer }
  /// Browsers get the device's files by names that do not reveal where the files are stored.
  var readsLocalFiles: Bool { true }

  func traits(in windowScene: WindowScene?) -> SceneTraits { windowTraits }

  func show(_ scene: MessageScene) {
    self.scene = scene
    speaker = nil
    stage = .entering
    onShow(scene)
    broadcast(ServerSentEvent(.scene, message("show", scene)))
  }

  func update(_ scene: MessageScene) {
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

  func report(_ refusal: BridgeRefusal, toPageIn nodeID: String, sceneID: String) {
    broadcast(
      ServerSentEvent(
        .scene,
        [
          "op": "tell", "id": .string(sceneID), "node": .string(nodeID),
          "refusal": [
            "method": .string(refusal.method), "reason": .string(refusal.reason.word),
            "words": .string(refusal.description),
          ],
        ]))
  }

  func turn(to orientation: SceneTraits.Orientation) {
    if traits.orientation != orientation { onTurn(orientation) }
  }

  // MARK: - Browsers

  /// The scene that a newly connected browser draws; nil if there is none.
  var present: Wire.JSONValue? {
    guard let scene, let stage, stage != .leaving else { return nil }
    return message(stage == .entering ? "show" : "draw", scene)
  }

  /// Handles a browser's report. Returns false if it came too late or is impossible.
  /// - Parameters:
  ///   - viewer: The window that reports.
  ///   - isFromPerson: Whether somebody touched the page in that window just before.
  @discardableResult
  func receive(_ event: SceneEvent, sceneID: String, viewer: String? = nil, isFromPerson: Bool = true) -> Bool
  {
    guard let scene, scene.id == sceneID, let stage else { return false }
    switch (event, stage) {
    case (.called, .entering), (.called, .visible):
      guard isFromPerson || viewer == nil || speaker == nil || speaker == viewer else { return false }
      if speaker == nil { speaker = viewer }
    case (.openedLink, .visible), (.failed(.page), .visible), (.escaped, .visible): break
    case (.appeared, .entering): self.stage = .visible
    case (.disappeared, .leaving):
      disappear()
      return true
    case (.failed, .entering): clear()
    case (.pressed(let nodeID), .visible):
      guard scene.root.node(nodeID)?.action != nil else { return false }
    case (.entered(let nodeID, _), .visible):
      guard case .field? = scene.root.node(nodeID)?.content else { return false }
    case (.swipedAway, .visible): guard scene.swipe != nil else { return false }
    case (.backdropTapped, .visible): guard scene.backdrop != nil else { return false }
    default: return false
    }
    onReport(event, scene)
    client?.host(self, didReport: event, sceneID: sceneID)
    return true
  }

  /// Removes the scene immediately and tells only the browsers: the app is gone.
  func clear() {
    guard let scene else { return }
    self.scene = nil
    stage = nil
    broadcast(ServerSentEvent(.scene, ["op": "clear", "id": .string(scene.id)]))
  }

  private func disappear() {
    guard let scene else { return }
    // Other browsers may still be showing it.
    clear()
    onReport(.disappeared, scene)
    client?.host(self, didReport: .disappeared, sceneID: scene.id)
  }

  /// The window in which a scene is drawn; nil if there is only one.
  func window(of scene: MessageScene) -> WindowScene? { scene.window?.scene ?? windowScenes.first }

  private func message(_ operation: String, _ scene: MessageScene) -> Wire.JSONValue {
    let rendered = RenderedScene(
      scene,
      address: { [localPath, localFiles] address in
        localFiles.first { $0.absoluteString == address }.map { localPath + $0.lastPathComponent }
          ?? SampleMessage.path(ofPicture: address)
      },
      page: { [pageAddress] nodeID, web in pageAddress(web, nodeID, scene.id) })
    return [
      "op": .string(operation), "decision": presentationID.map { .string($0) } ?? .null,
      "scene": [
        "id": .string(rendered.id), "html": .string(rendered.html), "css": .string(rendered.css),
        "hides_status_bar": .bool(scene.isStatusBarHidden ?? false),
        "is_modal": .bool(scene.accessibility.isModal),
        "window": window(of: scene).map { .string($0.id) } ?? .null,
        "area": scene.area.map { .string($0) } ?? .null,
      ],
    ]
  }
}
