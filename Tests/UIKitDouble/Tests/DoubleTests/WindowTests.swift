// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

extension Doubles {
  @MainActor
  @Suite struct WindowTests {
    init() { Drive.reset() }

    @Test func `A window in no scene shows nothing, and loads no view`() {
      let scene = Drive.connectScene()
      let window = UIWindow(windowScene: scene)
      window.windowScene = nil
      let root = NotingController()
      window.rootViewController = root
      window.isHidden = false
      Drive.turn()
      #expect(root.heard.isEmpty)
      window.windowScene = scene
      Drive.turn()
      #expect(root.heard.contains("did appear"))
    }

    @Test func `A new window is hidden, and showing it does not take the key window`() {
      let stage = AppStage()
      let overlay = UIWindow(windowScene: stage.scene)
      overlay.rootViewController = UIViewController()
      #expect(overlay.isHidden && stage.scene.keyWindow === stage.window)
      overlay.isHidden = false
      #expect(stage.scene.keyWindow === stage.window)
      overlay.makeKey()
      #expect(stage.scene.keyWindow === overlay && !stage.window.isKeyWindow)
      overlay.isHidden = true
      #expect(stage.scene.keyWindow == nil, "nobody gives it back by itself")
    }

    @Test func `The scene does not hold its windows`() {
      let scene = Drive.connectScene()
      weak var gone: UIWindow?
      do {
        let window = Drive.appWindow(in: scene, root: UIViewController())
        gone = window
        #expect(scene.windows.count == 1)
      }
      #expect(gone == nil && scene.windows.isEmpty)
    }

    @Test func `A higher level is in front, and among equals the newer one`() {
      let stage = AppStage()
      let second = UIWindow(windowScene: stage.scene)
      let alert = UIWindow(windowScene: stage.scene)
      alert.windowLevel = .alert
      let third = UIWindow(windowScene: stage.scene)
      #expect(
        stage.scene.windows.map(ObjectIdentifier.init)
          == [stage.window, second, third, alert].map(ObjectIdentifier.init))
    }

    @Test func `A touch that a window lets through reaches the one behind it`() {
      let stage = AppStage()
      let behind = stage.add(NotingView(), CGRect(x: 0, y: 0, width: 390, height: 844))
      let overlay = PassingWindow(windowScene: stage.scene)
      overlay.rootViewController = UIViewController()
      overlay.isHidden = false
      let card = NotingView(frame: CGRect(x: 20, y: 100, width: 350, height: 80))
      overlay.rootViewController?.view.addSubview(card)
      #expect(Drive.tap(CGPoint(x: 30, y: 120), in: stage.scene) === card)
      #expect(Drive.tap(CGPoint(x: 30, y: 300), in: stage.scene) === behind)
      #expect(behind.heard == ["safe 47", "began", "ended"])
      overlay.makeKey()
      #expect(!overlay.isKeyWindow, "it cannot become key")
    }

    @Test func `Hidden and transparent views and those without interaction are not hit`() {
      let stage = AppStage()
      let view = stage.add(UIView(), CGRect(x: 0, y: 0, width: 100, height: 100))
      let point = CGPoint(x: 50, y: 50)
      #expect(Drive.hit(point, in: stage.scene) === view)
      view.alpha = 0.005
      #expect(Drive.hit(point, in: stage.scene) === stage.root.view)
      view.alpha = 1
      view.isUserInteractionEnabled = false
      #expect(Drive.hit(point, in: stage.scene) === stage.root.view)
      view.isUserInteractionEnabled = true
      view.isHidden = true
      #expect(Drive.hit(point, in: stage.scene) === stage.root.view)
    }

    @Test func `A controller hears that it will appear at once, and the rest in a later turn`() {
      let scene = Drive.connectScene()
      let window = UIWindow(windowScene: scene)
      let root = NotingController()
      window.rootViewController = root
      #expect(root.heard.isEmpty, "nothing is loaded for a hidden window")
      window.isHidden = false
      #expect(root.heard == ["load", "loaded", "will appear"])
      Drive.turn()
      #expect(root.heard.suffix(2) == ["is appearing", "did appear"])
      window.isHidden = true
      #expect(root.heard.suffix(2) == ["will disappear", "did disappear"])
    }

    @Test func `Safe areas are zero outside a window, and views hear of each change`() {
      let stage = AppStage()
      let view = NotingView(frame: CGRect(x: 0, y: 20, width: 390, height: 100))
      #expect(view.safeAreaInsets == .zero)
      stage.root.view.addSubview(view)
      #expect(view.safeAreaInsets == UIEdgeInsets(top: 27, left: 0, bottom: 0, right: 0))
      Drive.rotate(stage.scene, to: .landscapeLeft)
      #expect(view.safeAreaInsets.left == 47 && view.heard.last == "safe 0")
      stage.root.additionalSafeAreaInsets = UIEdgeInsets(top: 50, left: 0, bottom: 0, right: 0)
      #expect(view.safeAreaInsets.top == 30)
    }

    @Test func `A scene that disconnects takes its windows off the screen`() {
      let stage = AppStage()
      let notes = Notes([UIScene.didDisconnectNotification])
      Drive.disconnect(stage.scene)
      #expect(notes.names == ["UISceneDidDisconnect"])
      #expect(stage.window.windowScene == nil && stage.root.heard.last == "did disappear")
      #expect(UIApplication.shared.connectedScenes.isEmpty && stage.window.safeAreaInsets == .zero)
    }

    @Test func `A window of a scene beside another lies elsewhere on the screen`() {
      Drive.connectScene(size: CGSize(width: 1024, height: 768))
      let right = Drive.connectScene(
        id: "right", size: CGSize(width: 400, height: 768), origin: CGPoint(x: 624, y: 0),
        isMultitasking: true)
      let window = Drive.appWindow(in: right, root: UIViewController())
      let keyboard = CGRect(x: 0, y: 468, width: 1024, height: 300)
      #expect(
        window.convert(keyboard, from: right.screen.coordinateSpace)
          == CGRect(x: -624, y: 468, width: 1024, height: 300))
      #expect(window.convert(keyboard, from: nil as UIWindow?).minX == -624)
      #expect(right.effectiveGeometry.systemFrame.minX == 624)
    }
  }
}
