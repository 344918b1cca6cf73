// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

extension Doubles {
  @MainActor
  @Suite struct OrientationTests {
    init() { Drive.reset() }

    final class Portrait: NSObject, UIApplicationDelegate {
      func application(_ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?)
        -> UIInterfaceOrientationMask
      {
        .portrait
      }
    }

    @Test func `A turn tells the controllers before the new size, beside it and after it`() {
      let stage = AppStage()
      stage.root.heard = []
      #expect(Drive.rotate(stage.scene, to: .landscapeRight))
      #expect(stage.root.heard == ["to 844×390 from 390", "beside 844"])
      #expect(stage.window.bounds.size == CGSize(width: 844, height: 390))
      Drive.advance(by: 0.3)
      #expect(stage.root.heard.last == "turned")
    }

    @Test func `The device turns only where the app and the controller in front allow it`() {
      let stage = AppStage()
      stage.root.mask = .portrait
      #expect(Drive.supportedOrientations(of: stage.scene).contains(.landscapeLeft), "nobody has asked again")
      stage.root.setNeedsUpdateOfSupportedInterfaceOrientations()
      #expect(!Drive.rotate(stage.scene, to: .landscapeLeft))
      #expect(Drive.updates(of: stage.root) == ["orientations"])
      stage.root.mask = .all
      stage.root.setNeedsUpdateOfSupportedInterfaceOrientations()
      let delegate = Portrait()
      UIApplication.shared.delegate = delegate
      #expect(!Drive.rotate(stage.scene, to: .landscapeLeft))
    }

    @Test func `An overlay answers for the app, and turns it if it supports less`() {
      let stage = AppStage()
      let overlay = UIWindow(windowScene: stage.scene)
      let controller = NotingController()
      controller.mask = .landscape
      overlay.rootViewController = controller
      overlay.isHidden = false
      #expect(stage.scene.effectiveGeometry.interfaceOrientation == .portrait)
      Drive.turn()
      #expect(
        stage.scene.effectiveGeometry.interfaceOrientation == .landscapeRight
          && stage.window.bounds.width == 844)
    }

    @Test func `A request of geometry is answered later, by a turn or by an error`() {
      let stage = AppStage()
      var codes: [UISceneError.Code] = []
      let note: (any Error) -> Void = { error in codes += [(error as? UISceneError)?.code].compactMap { $0 } }
      stage.scene.requestGeometryUpdate(
        UIWindowScene.GeometryPreferences.iOS(interfaceOrientations: .landscape), errorHandler: note)
      #expect(stage.window.bounds.width == 390)
      Drive.turn()
      #expect(stage.window.bounds.width == 844 && codes.isEmpty)
      stage.scene.requestGeometryUpdate(
        UIWindowScene.GeometryPreferences.iOS(interfaceOrientations: .portraitUpsideDown), errorHandler: note)
      Drive.turn()
      #expect(codes == [.geometryRequestDenied])
      let pad = Drive.connectScene(id: "pad", size: CGSize(width: 600, height: 768), isMultitasking: true)
      pad.requestGeometryUpdate(
        UIWindowScene.GeometryPreferences.iOS(interfaceOrientations: .landscape), errorHandler: note)
      Drive.turn()
      #expect(codes.last == .geometryRequestUnsupported)
    }

    @Test func `The status bar follows the window in front when it is told to`() {
      let stage = AppStage()
      let overlay = UIWindow(windowScene: stage.scene)
      let controller = NotingController()
      overlay.rootViewController = controller
      overlay.isHidden = false
      #expect(stage.scene.statusBarManager?.isStatusBarHidden == false)
      controller.hidesBar = true
      #expect(stage.scene.statusBarManager?.isStatusBarHidden == false, "nobody has asked again")
      controller.setNeedsStatusBarAppearanceUpdate()
      #expect(
        stage.scene.statusBarManager?.isStatusBarHidden == true
          && stage.scene.statusBarManager?.statusBarFrame == .zero)
      overlay.isHidden = true
      #expect(stage.scene.statusBarManager?.isStatusBarHidden == false)
    }
  }
}
