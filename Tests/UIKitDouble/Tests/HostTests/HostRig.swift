// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import TestSupport
import Testing
import UIKit
import WebKit

@testable import MartletUI

/// All tests of the UIKit host. They share one system, so they run one after another.
@MainActor
@Suite(.serialized) enum HostTests {}

/// The real UIKit host in an app with one window, on the double.
@MainActor
final class HostRig: ViewHostClient {
  let scene: UIWindowScene
  let appWindow: UIWindow
  let appController = AppController()
  let clock = ManualClock()
  let host: UIKitSceneHost
  /// What the host reported.
  private(set) var events: [SceneEvent] = []
  private(set) var changes = 0
  /// What the host wrote for the log.
  private(set) var problems: [String] = []

  /// The root controller of the app.
  final class AppController: UIViewController {
    var hidesStatusBar = false
    var style = UIStatusBarStyle.default
    var mask = UIInterfaceOrientationMask.allButUpsideDown
    override var prefersStatusBarHidden: Bool { hidesStatusBar }
    override var preferredStatusBarStyle: UIStatusBarStyle { style }
    /// How often the system was asked to read the answers about the status bar and orientations.
    var (statusBarUpdates, orientationUpdates) = (0, 0)
    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { mask }
    override func setNeedsStatusBarAppearanceUpdate() {
      statusBarUpdates += 1
      super.setNeedsStatusBarAppearanceUpdate()
    }
    override func setNeedsUpdateOfSupportedInterfaceOrientations() {
      orientationUpdates += 1
      super.setNeedsUpdateOfSupportedInterfaceOrientations()
    }
  }

  init(
    size: SceneSize = SceneSize(width: 390, height: 844),
    safeArea: UIEdgeInsets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0),
    traits: UITraitCollection = UITraitCollection()
  ) {
    Drive.reset()
    scene = Drive.connectScene(
      size: CGSize(width: size.width, height: size.height), safeArea: safeArea, traits: traits)
    appWindow = Drive.appWindow(in: scene, root: appController)
    host = UIKitSceneHost(environment: clock.environment)
    host.client = self
  }

  func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String) { events.append(event) }
  func hostDidChangeTraits(_ host: any SceneHost) { changes += 1 }
  func host(_ host: any ViewHost, hasProblem words: String, sceneID: String) { problems.append(words) }
  func view(ofScene sceneID: String) -> (any InAppMessageView)? { nil }
  func preferences(ofScene sceneID: String) -> AnyObject? { nil }
  func hostDidDrawViews(_ host: any ViewHost, sceneID: String) {}

  /// The window of the message, if it is on the screen.
  var window: UIWindow? { scene.windows.first { $0 is MessageWindow && !$0.isHidden } }

  /// The view of a node.
  func view(_ nodeID: String) -> NodePlace? { window.flatMap { Self.place(nodeID, in: $0) } }

  private static func place(_ nodeID: String, in view: UIView) -> NodePlace? {
    if let place = view as? NodePlace, place.node.id == nodeID { return place }
    for child in view.subviews {
      if let found = place(nodeID, in: child) { return found }
    }
    return nil
  }

  /// A reviewed scene with a picture that the double can load.
  static func scene(_ name: String) throws -> MessageScene {
    let file = try PictureFile.url(width: 1_200, height: 800).absoluteString
    return try #require(LayoutFixture.all.first { $0.name == name }, "there is no scene \(name)").scene
      .replacingImages { _ in file }
  }

  /// The web view of the message, and not one of an earlier test that is about to go.
  var webView: WKWebView? {
    func find(in view: UIView) -> WKWebView? {
      view as? WKWebView ?? view.subviews.lazy.compactMap { find(in: $0) }.first
    }
    return window.flatMap { find(in: $0) }
  }

  /// Waits until the web view of the message has its page, and lets the page say that it has
  /// loaded.
  func loadPage() async {
    await wait(for: "the web view has its page") {
      webView.map { Drive.hasStarted($0) && Drive.mainResource(of: $0)?.isFinished == true } ?? false
    }
    guard let webView else { return }
    #expect(Drive.finish(webView))
    Drive.post(#"{"loaded":true}"#, to: "martlet", world: .world(name: "martlet"), in: webView)
  }

  /// Shows the scene, and lets it load and appear.
  func show(_ shown: MessageScene) async {
    let before = events.count
    host.show(shown)
    if shown.root.allNodes.contains(where: { if case .web = $0.content { true } else { false } }) {
      await loadPage()
    }
    await wait(for: "the message appears") {
      self.window?.rootViewController?.view.alpha == 1 || self.events.count > before
    }
    Drive.layout()
    Drive.advance(by: 0.5)
  }

  /// Waits for work that runs elsewhere.
  func wait(
    for awaited: String = "the condition of this line", sourceLocation: SourceLocation = #_sourceLocation,
    _ isDone: () -> Bool
  )
    async
  {
    guard !isDone() else { return }
    await eventually(awaited, sourceLocation: sourceLocation) {
      Drive.turn()
      return isDone()
    }
  }

  /// The boxes of all nodes in the window: x, y, width, height.
  func boxes() -> [String: [Double]] {
    var boxes: [String: [Double]] = [:]
    func visit(_ view: UIView, hidden: Bool) {
      if let place = view as? NodePlace, !hidden, !place.isHidden, let window {
        let frame = place.convert(place.bounds, to: window)
        boxes[place.node.id] = [frame.origin.x, frame.origin.y, frame.width, frame.height].map { Double($0) }
      }
      for child in view.subviews { visit(child, hidden: hidden || view.isHidden) }
    }
    if let window { visit(window, hidden: false) }
    return boxes
  }
}

/// Pictures of a certain size as files, which the double can read.
enum PictureFile {
  static func url(width: Int, height: Int) throws -> URL {
    var bytes: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
    ]
    for number in [width, height] { bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    let url = FileManager.default.temporaryDirectory.appending(path: "martlet-host-\(width)x\(height).png")
    try Data(bytes).write(to: url, options: .atomic)
    return url
  }
}

extension MessageScene {
  /// The same scene with other images, by their address.
  func replacingImages(_ replace: (String) -> String) -> Self {
    func visit(_ node: SceneNode) -> SceneNode {
      var node = node
      switch node.content {
      case .image(var image):
        image.url = replace(image.url)
        node.content = .image(image)
      case .stack(var stack):
        stack.children = stack.children.map(visit)
        node.content = .stack(stack)
      case .overlay(let children): node.content = .overlay(children.map(visit))
      case .scroll(let child): node.content = .scroll(visit(child))
      case .text, .icon, .symbol, .web, .field, .spinner, .space: break
      }
      return node
    }
    var scene = self
    scene.root = visit(root)
    return scene
  }
}
