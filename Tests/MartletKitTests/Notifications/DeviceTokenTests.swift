// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

@MainActor
@Suite("Device tokens and permission", .timeLimit(.minutes(5)))
struct DeviceTokenTests {
  private let server = ScriptedServer(campaigns: [])
  private let token = Data([0x00, 0x0A, 0xFF, 0x7E])

  private func devices() -> [Wire.Device] {
    server.requests.compactMap { request in
      (try? Wire.decode(Wire.SyncRequest.self, from: request.plainBody))?.device
        ?? (try? Wire.decode(Wire.EventsRequest.self, from: request.plainBody))?.device
    }
  }

  private func started(_ change: (Martlet.Configuration) -> Void = { _ in }) async -> Bench {
    let bench = Bench(transport: server, change)
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { !server.requests.isEmpty })
    await bench.quiet()
    return bench
  }

  @Test
  func
    `a token is sent at once, in lower-case digits with its environment, with every request, and known after a relaunch`()
    async throws
  {
    let bench = await started()
    #expect(bench.martlet.notifications.deviceToken == nil)
    bench.martlet.notifications.register(deviceToken: token, environment: .development)
    await bench.settle(until: { devices().last?.pushToken != nil })
    let sent = try #require(devices().last)
    #expect(
      sent.pushToken == "000aff7e" && sent.pushEnvironment == .known(.development)
        && sent.pushAuthorization == nil)
    #expect(bench.martlet.notifications.deviceToken == token)

    let second = Bench(transport: server, directory: bench.copyOfDirectory(), clock: ManualClock(seed: 2))
    await second.martlet.settled()
    #expect(second.martlet.notifications.deviceToken == token)
    second.martlet.applicationDidBecomeActive()
    await second.quiet()
    #expect(devices().last == sent)
  }

  @Test func `the same token again causes no request; an app without a profile uses production`() async {
    let bench = await started()
    bench.martlet.notifications.register(deviceToken: token)
    await bench.settle(until: { devices().last?.pushToken != nil })
    #expect(devices().last?.pushEnvironment == .known(.production))
    await bench.quiet()
    let before = server.requests.count
    bench.martlet.notifications.register(deviceToken: token)
    await bench.quiet()
    #expect(server.requests.count == before)
  }

  @Test(arguments: [0, 128])
  func `a token that cannot be one is refused, with a line in the log and without the token`(count: Int) async
  {
    let bench = await started()
    bench.martlet.notifications.register(deviceToken: Data(repeating: 0xAB, count: count))
    await bench.quiet()
    #expect(bench.log.contains("The device token is not registered") && !bench.log.contains("abab"))
    #expect(bench.martlet.notifications.deviceToken == nil)
  }

  @Test
  func
    `a token that is given back is gone from the device and the next request, and the caller learns that the server knows`()
    async throws
  {
    let system = ManualNotificationSystem()
    let bench = await started { $0.push.system = system }
    system.registerForRemoteNotifications()
    bench.martlet.notifications.register(deviceToken: token)
    await bench.settle(until: { devices().last?.pushToken != nil })
    #expect(await bench.martlet.notifications.unregister())
    #expect(devices().last?.pushToken == nil && devices().last?.pushEnvironment == nil)
    #expect(bench.martlet.notifications.deviceToken == nil && !system.isRegistered)
  }

  @Test
  func `after a sign-out the token belongs to the new device, and what is sent for the former one has none`()
    async throws
  {
    let bench = await started()
    bench.martlet.changeUser(userId: "ada")
    bench.martlet.notifications.register(deviceToken: token)
    await bench.settle(until: { devices().last?.pushToken != nil })
    await bench.quiet()
    let former = try #require(await bench.martlet.deviceId)
    let before = devices().count
    bench.martlet.logOut()
    #expect(await bench.martlet.flush().isComplete)
    await bench.quiet()
    let after = devices().dropFirst(before)
    #expect(after.contains { $0.id == former } && after.contains { $0.id != former })
    #expect(after.allSatisfy { ($0.pushToken == nil) == ($0.id == former) })
  }

  @Test func `a wipe forgets the token`() async {
    let bench = await started()
    bench.martlet.notifications.register(deviceToken: token)
    await bench.settle(until: { devices().last?.pushToken != nil })
    bench.martlet.wipeData()
    #expect(bench.martlet.notifications.deviceToken == nil)
    await bench.quiet()
    #expect(!bench.storedText.contains("000aff7e"))
    bench.martlet.isEnabled = true
    await bench.quiet()
    #expect(devices().last?.pushToken == nil)
  }

  // MARK: - Permission

  @Test(arguments: [true, false])
  func `the person is asked once, the answer is published and sent`(isGranted: Bool) async throws {
    let system = ManualNotificationSystem(answer: isGranted ? .authorized : .denied)
    let bench = await started { $0.push.system = system }
    var updates = bench.martlet.notifications.updates.makeAsyncIterator()
    #expect(await bench.martlet.notifications.requestAuthorization(options: [.alert]) == isGranted)
    #expect(await updates.next() == .authorizationChanged(isGranted ? .authorized : .denied))
    #expect(await bench.martlet.notifications.requestAuthorization() == isGranted)
    #expect(system.requests == [[.alert], [.badge, .sound, .alert]])
    await bench.martlet.settled()
    bench.martlet.logCustomEvent(name: "a")
    bench.martlet.requestImmediateDataFlush()
    await bench.quiet()
    #expect(devices().last?.pushAuthorization == .known(isGranted ? .authorized : .denied))
  }

  @Test func `a choice in the system's settings is read when the app comes back`() async {
    let system = ManualNotificationSystem()
    let bench = await started { $0.push.system = system }
    var updates = bench.martlet.notifications.updates.makeAsyncIterator()
    bench.martlet.applicationDidEnterBackground()
    system.status = .provisional
    bench.martlet.applicationDidBecomeActive()
    #expect(await updates.next() == .authorizationChanged(.provisional))
  }

  @Test func `without notifications on the system, nobody is asked, and the log names the remedy`() async {
    let bench = await started()
    #expect(await !bench.martlet.notifications.requestAuthorization())
    #expect(bench.log.contains("Configuration.push.system"))
  }

  // MARK: - Automation

  @Test func `with automation, the client sets up the system and receives what happens there`() async throws {
    let system = ManualNotificationSystem()
    var opened: [URL] = []
    let category = Martlet.Notifications.Category(
      identifier: "offer", actions: [.init(identifier: "open", title: "Open")])
    let bench = await started {
      $0.push.system = system
      $0.push.automation = true
      $0.push.categories = [category]
      $0.urlOpener = { opened.append($0.url) }
    }
    await eventually("the system has asked the person") { system.status == .authorized }
    #expect(system.isRegistered && system.categories == [category])
    #expect(system.requests == [[.badge, .sound, .alert]])
    let (ours, foreign) = (try Recorded.userInfo("alert"), try Recorded.userInfo("foreign"))
    #expect(system.arrive(ours) == [.list, .banner])
    #expect(system.arrive(foreign) == nil)
    #expect(!system.tap(foreign))
    #expect(system.tap(ours, action: "open"))
    await bench.settle(until: { opened.map(\.absoluteString) == ["shop://spring"] })
  }

  @Test func `without automation, nothing is done by itself, and setUp() does what is switched on`()
    async throws
  {
    let system = ManualNotificationSystem()
    let bench = await started {
      $0.push.system = system
      $0.push.automation.registerDeviceToken = true
      $0.push.automation.handleNotificationResponse = true
    }
    let alert = try Recorded.userInfo("alert")
    #expect(!system.isRegistered && !system.tap(alert))
    bench.martlet.notifications.setUp()
    await bench.settle(until: { system.isRegistered })
    #expect(system.tap(alert) && system.requests.isEmpty)
  }

  @Test func `a person who turned the SDK off is not asked at launch`() async {
    let first = await started()
    first.martlet.isEnabled = false
    await first.martlet.settled()
    let system = ManualNotificationSystem()
    let bench = Bench(transport: server, directory: first.copyOfDirectory(), clock: ManualClock(seed: 2)) {
      $0.push.system = system
      $0.push.automation = true
    }
    await bench.quiet()
    #expect(system.requests.isEmpty && !system.isRegistered)
    bench.martlet.isEnabled = true
    await bench.settle(until: { system.isRegistered && !system.requests.isEmpty })
  }

  @Test func `a literal switches everything on or off, and single steps can be changed`() {
    var automation: Martlet.Configuration.Push.Automation = true
    #expect(automation.automationEnabled && automation.automaticSetup && automation.willPresentNotification)
    automation = false
    #expect(!automation.automationEnabled && automation.authorizationOptions.rawValue == 7)
    #expect(automation.foregroundPresentationOptions.rawValue == 24)
    automation.registerDeviceToken = true
    #expect(automation.automationEnabled)
  }

  @Test func `the number on the icon is set and cleared through the system`() async {
    let system = ManualNotificationSystem()
    let bench = await started {
      $0.push.system = system
      $0.push.clearsBadge = true
    }
    bench.martlet.notifications.setBadge(3)
    #expect(system.badge == 3)
    bench.martlet.applicationDidEnterBackground()
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { system.badge == 0 })
  }
}
