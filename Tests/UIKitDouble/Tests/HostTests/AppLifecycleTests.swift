// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire
import Testing
import UIKit

extension HostTests {
  /// The client in the life cycle of an app.
  @MainActor
  @Suite struct AppLifecycleTests {
    init() { Drive.reset() }

    /// A client that has fetched its campaigns.
    private func launched(_ rig: AppRig, _ scene: UIWindowScene) async {
      await rig.transport.waitForRequest().answerStored(definitions: .init(tag: "t", campaigns: []))
      await rig.wait { rig.transport.openCount == 0 }
      await rig.pass()
    }

    /// An active app whose client has an event to send.
    private func withWaitingEvent() async -> (AppRig, UIWindowScene) {
      let rig = AppRig()
      let scene = Drive.connectScene()
      await launched(rig, scene)
      rig.martlet?.logCustomEvent(name: "a")
      await rig.pass()
      return (rig, scene)
    }

    @Test
    func `A launch in the background starts no session; the first active scene does, and a second one none`()
      async
    {
      let rig = AppRig()
      await rig.pass()
      #expect(rig.transport.receivedCount == 0)
      let first = Drive.connectScene(isActive: false)
      await rig.pass()
      #expect(rig.transport.receivedCount == 0)
      Drive.activate(first)
      await launched(rig, first)
      #expect(rig.transport.receivedCount == 1)
      let second = Drive.connectScene(id: "scene-2")
      Drive.moveToBackground(first)
      await rig.pass()
      #expect(rig.transport.receivedCount == 1 && Drive.backgroundTasks.isEmpty)
      withExtendedLifetime(second) {}
    }

    @Test
    func
      `What waits is sent when the last scene is in the background, within a task of the system that ends once`()
      async throws
    {
      let (rig, scene) = await withWaitingEvent()
      Drive.moveToBackground(scene)
      #expect(Drive.backgroundTasks == ["martlet.flush"])
      let request = await rig.transport.waitForRequest()
      await rig.pass()
      #expect(Drive.backgroundTasks == ["martlet.flush"])
      request.answerStored()
      await rig.wait { Drive.backgroundTasks.isEmpty }
      #expect(Drive.violations.isEmpty)
    }

    @Test func `A task whose time is up ends at once, and not again when the answer comes`() async {
      let (rig, scene) = await withWaitingEvent()
      Drive.moveToBackground(scene)
      let request = await rig.transport.waitForRequest()
      Drive.expireBackgroundTasks()
      #expect(Drive.backgroundTasks.isEmpty)
      request.answerStored()
      await rig.pass()
      #expect(Drive.violations.isEmpty)
    }

    @Test func `If the system refuses a task, what waits is sent nevertheless, and no task is ended`() async {
      let rig = AppRig()
      let scene = Drive.connectScene()
      await launched(rig, scene)
      Drive.refuseBackgroundTasks(true)
      rig.martlet?.logCustomEvent(name: "a")
      await rig.pass()
      Drive.moveToBackground(scene)
      await rig.transport.waitForRequest().answerStored()
      await rig.pass()
      #expect(Drive.violations.isEmpty)
    }

    @Test func `A client that goes in the background gives the time back`() async {
      let (rig, scene) = await withWaitingEvent()
      Drive.moveToBackground(scene)
      _ = await rig.transport.waitForRequest()
      rig.release()
      await rig.wait { Drive.backgroundTasks.isEmpty }
      #expect(Drive.violations.isEmpty)
    }
  }
}
