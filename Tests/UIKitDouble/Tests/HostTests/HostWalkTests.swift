// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import TestSupport
import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  /// Whatever a presenter, a person and the system do, in any order.
  @MainActor
  @Suite("Random walks of the UIKit host")
  struct HostWalkTests {
    /// Writes down what the host reports of each scene.
    final class Recorder: SceneHostClient {
      var events: [String: [SceneEvent]] = [:]

      func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String) {
        events[sceneID, default: []].append(event)
      }
      func hostDidChangeTraits(_ host: any SceneHost) {}

      /// What happened to each scene, without what a person did.
      func ends(of sceneID: String) -> [SceneEvent] {
        (events[sceneID] ?? []).filter { event in
          switch event {
          case .disappeared, .failed: true
          case .appeared, .pressed, .entered, .swipedAway, .backdropTapped, .escaped, .called, .openedLink:
            false
          }
        }
      }
    }

    nonisolated static let names = [
      "slideup_390x844_light", "modal-buttons_390x844_light", "modal-image-buttons_390x844_light",
      "full-buttons_390x844_light",
      "image-modal-buttons_390x844_light",
    ]

    @Test(
      arguments: 0..<8 as Range<UInt64>)
    func
      `each scene appears at most once and ends exactly once; nobody presses what is not usable; nothing stays behind`(
        seed: UInt64
      ) async throws
    {
      let rig = HostRig()
      let recorder = Recorder()
      rig.host.client = recorder
      var random = SeededGenerator(seed: seed)
      var shown: [MessageScene] = []
      var hidden: [String: Int] = [:]
      var windows: [Weak] = []
      var appScenes = [rig.scene]
      var appWindows = [rig.appWindow]

      for step in 0..<50 {
        let current = shown.last
        switch random.int(0...19) {
        case 0...2:
          var scene = try HostRig.scene(random.element(of: Self.names))
          scene.id = "scene-\(step)"
          if random.int(0...9) == 0 { scene = scene.replacingImages { _ in "file:///nowhere/picture.png" } }
          if random.int(0...2) == 0 {
            scene.window = WindowChoice(scene: WindowScene(random.element(of: appScenes)))
          }
          // A presenter hides what it shows before it shows something else. This one sometimes
          // forgets.
          if let current, random.int(0...3) > 0 { rig.host.hide(sceneID: current.id, animated: false) }
          rig.host.show(scene)
          shown.append(scene)
        case 3:
          guard var scene = current else { break }
          scene.isStatusBarHidden = random.int(0...1) == 0
          if random.int(0...2) == 0, let other = try? HostRig.scene(random.element(of: Self.names)) {
            scene.root = other.root
          }
          rig.host.update(scene)
        case 4, 5:
          guard let current else { break }
          rig.host.hide(sceneID: current.id, animated: random.int(0...2) > 0)
          hidden[current.id] = recorder.events[current.id]?.count ?? 0
        case 6, 7:
          let places = rig.window.map { Self.places(in: $0) } ?? []
          if !places.isEmpty { Drive.tap(random.element(of: places)) }
        case 8: Drive.tap(CGPoint(x: random.int(0...389), y: random.int(0...843)), in: rig.scene)
        case 9:
          let start = CGPoint(x: 195, y: random.int(50...800))
          let end = CGPoint(x: start.x, y: start.y + CGFloat(random.int(-300...300)))
          _ = Drive.drag([(start, 0), (end, 0.2)], in: rig.scene, isCancelled: random.int(0...3) == 0)
        case 10: Drive.escapeGesture(in: rig.scene)
        case 11: _ = Drive.rotate(rig.scene, to: random.int(0...1) == 0 ? .portrait : .landscapeLeft)
        case 12:
          Drive.change(
            rig.scene, UITraitCollection(userInterfaceStyle: random.int(0...1) == 0 ? .dark : .light))
        case 13:
          if random.int(0...1) == 0 {
            Drive.showKeyboard(in: rig.scene)
          } else {
            Drive.hideKeyboard(in: rig.scene)
          }
        case 14:
          Drive.resize(rig.scene, to: CGSize(width: random.int(320...800), height: random.int(400...900)))
        case 15, 18:
          if appScenes.count == 1 {
            appScenes.append(
              Drive.connectScene(
                id: "scene-\(100 + step)", size: CGSize(width: 500, height: 700), isMultitasking: true))
            appWindows.append(Drive.appWindow(in: appScenes[1], root: UIViewController()))
          } else if random.int(0...1) == 0 {
            let gone = appScenes.removeLast()
            let isLost = gone.windows.contains { $0 is MessageWindow && !$0.isHidden }
            Drive.disconnect(gone)
            appWindows.removeLast()
            if isLost, let current { #expect(recorder.ends(of: current.id).count == 1, "its window is gone") }
          }
        case 16:
          Drive.moveToBackground(rig.scene)
          Drive.activate(rig.scene)
        default: Drive.advance(by: Double(random.int(0...40)) / 100)
        }
        for _ in 0..<random.int(0...6) { await Task.yield() }
        Drive.turn()
        if random.int(0...2) == 0 { Drive.layout() }
        windows += appScenes.flatMap(\.windows).filter { $0 is MessageWindow }.map { Weak($0) }
        #expect(appScenes.flatMap(\.windows).filter { $0 is MessageWindow && !$0.isHidden }.count <= 1)
      }

      if let last = shown.last { rig.host.hide(sceneID: last.id, animated: false) }
      Drive.advance(by: 1)
      for scene in shown {
        let events = recorder.events[scene.id] ?? []
        #expect(events.filter { $0 == .appeared }.count <= 1)
        #expect(recorder.ends(of: scene.id).count == 1, "\(scene.id): \(events)")
        #expect(
          events.last.map { recorder.ends(of: scene.id).contains($0) } == true,
          "nothing follows the end: \(events)")
        if let first = events.first, !recorder.ends(of: scene.id).contains(first) {
          #expect(first == .appeared)
        }
        // From the moment a presenter hides a scene, only its end is reported.
        if let count = hidden[scene.id] {
          #expect(events.dropFirst(count).allSatisfy { recorder.ends(of: scene.id).contains($0) })
        }
      }
      #expect(appScenes.flatMap(\.windows).allSatisfy { !($0 is MessageWindow) })
      #expect(rig.scene.keyWindow === rig.appWindow)
      await rig.wait { windows.allSatisfy { $0.window == nil } }
      #expect(Drive.violations == [])
    }

    private struct Weak {
      weak var window: UIWindow?

      init(_ window: UIWindow) { self.window = window }
    }

    private static func places(in view: UIView) -> [NodePlace] {
      ((view as? NodePlace).map { [$0] } ?? []) + view.subviews.flatMap { places(in: $0) }
    }
  }
}
