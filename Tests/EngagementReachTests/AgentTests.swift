// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletTesting
import Testing

@testable import EngagementReach

@MainActor
@Suite("The agent of apps that move in", .timeLimit(.minutes(5)), .serialized)
struct AgentTests {
  @Test func `the agent finds its modules by name`() async throws {
    let bench = MovedAppBench()
    await bench.start()
    #expect(bench.agent.getModule(kAEReachModuleName) === bench.module)
    #expect(bench.agent.getModule("other") == nil)
  }

  @Test func `an invalid connection string crashes nothing, and the agent is shared`() {
    let agent = EngagementAgent(
      "Endpoint=a", modulesArray: [AEReachModule.module(withNotificationIcon: nil)!])
    #expect(EngagementAgent.shared() === agent)
    #expect(agent.martlet == nil)
    #expect(!agent.enabled())
    agent.sendEvent("a", extras: nil)
    agent.registerDeviceToken(Data([1]))
    #expect(agent.deviceId() == nil)
  }

  @Test func `the switch in the user defaults turns the SDK off and on, and setEnabled writes it`()
    async throws
  {
    let bench = MovedAppBench()
    #expect(bench.defaults.isEnabled == nil)
    bench.defaults.isEnabled = false
    await bench.start(decides: false)
    #expect(!bench.agent.enabled())
    bench.agent.setEnabled(true)
    #expect(bench.agent.enabled())
    #expect(bench.defaults.isEnabled == true)
    // The person moves the switch in the settings.
    bench.defaults.isEnabled = false
    bench.agent.takeSwitch()
    #expect(!bench.agent.enabled())
    // What the app does itself is not undone.
    bench.agent.setEnabled(true)
    bench.agent.martlet?.wipeData()
    bench.agent.takeSwitch()
    #expect(!bench.agent.enabled())
    #expect(kEngagementAgentEnabled == "engagement_agent_enabled")
  }

  @Test(
    arguments: [(nil, "shop", false), ("shop", "shop", false), ("other", "shop", true)]
      as [(String?, String, Bool)])
  func `a module hears before its start that the AppId is another one than at the last launch`(
    last: String?, now: String, hears: Bool
  )
    async throws
  {
    let bench = MovedAppBench()
    if let last { _ = bench.defaults.changes(appID: last) }
    let module = Listening()
    await bench.start(with: [module], appID: now)
    #expect(module.heard == (hears ? ["configuration", "start"] : ["start"]))
  }

  @Test(arguments: [(true, Martlet.Configuration.Logger.Level.debug), (false, .error)])
  func `the test log is everything that the client logs`(
    isOn: Bool, level: Martlet.Configuration.Logger.Level
  ) throws {
    EngagementAgent.setTestLogEnabled(isOn)
    defer { EngagementAgent.setTestLogEnabled(false) }
    let parts = try ConnectionString("Endpoint=messages.example.com;SdkKey=key;AppId=shop")
    #expect(EngagementAgent.configuration(of: parts).logger.level == level)
  }

  @Test func `calls without a meaning are there and do nothing`() async throws {
    let bench = MovedAppBench()
    await bench.start()
    bench.agent.setBurstThreshold(5)
    bench.agent.setCrashReport(false)
    bench.agent.setLazyAreaLocationReport(true)
    bench.agent.setRealtimeLocationReport(true)
    bench.agent.setFineRealtimeLocationReport(true)
    bench.agent.setBackgroundRealtimeLocationReport(true, withLaunchOptions: nil)
    bench.agent.getMessage("a")
    bench.agent.getCampaigns(60)
    bench.agent.sendReachFeedback(["status": "delivered"])
    #expect(AEIdfaProvider.shared().isIdfaEnabled() == nil)
    #expect(AEIdfaProvider.shared().idfa() == nil)
    #expect(await bench.custom() == [])
    #expect(bench.agent.enabled())
  }

  @Test func `what is tracked arrives as events of the client`() async throws {
    let bench = MovedAppBench()
    await bench.start()
    bench.agent.startJob("upload", extras: nil)
    await bench.clock.advance(by: .seconds(3))
    bench.agent.sendJobEvent("part", jobName: "upload", extras: ["n": 1])
    bench.agent.endJob("upload")
    bench.agent.sendError("lost", extras: nil)
    bench.agent.sendSessionEvent("nowhere", extras: nil)
    #expect(
      await bench.custom() == [
        "job_started job_name=“upload”", "part job_name=“upload” n=1",
        "job_ended job_name=“upload” seconds=3", "error error_name=“lost”",
      ])
  }

  @Test
  func
    `a name that is too long, extras that are too large and a bad key are logged, and nothing else is lost`()
    async throws
  {
    let bench = MovedAppBench()
    await bench.start()
    bench.agent.sendEvent(String(repeating: "n", count: 65), extras: nil)
    bench.agent.sendEvent("large", extras: ["k": String(repeating: "x", count: 1_025)])
    bench.agent.sendEvent("key", extras: ["1st": 1])
    bench.agent.startActivity("", extras: nil)
    bench.agent.sendAppInfo(["a-b": 1])
    bench.agent.sendEvent("fine", extras: ["k": 1])
    #expect(await bench.custom() == ["fine k=1"])
    #expect(bench.logged.filter { $0.contains("is not logged") || $0.contains("is not sent") }.count == 5)
  }

  @Test func `notifications of others are not touched`() async throws {
    let bench = MovedAppBench()
    await bench.start()
    let foreign: [AnyHashable: Any] = ["aps": ["alert": "Hello"], "other": 1]
    #expect(!EngagementAgent.isEngagementPushPayload(foreign))
    #expect(!EngagementAgent.isEngagementPushPayload(nil))
    #expect(EngagementAgent.isEngagementPushPayload(["martlet": ["campaign_id": "a"]]))
    var wasCalled = false
    bench.agent.applicationDidReceiveRemoteNotification(foreign) { _ in wasCalled = true }
    await bench.martlet.settled()
    #expect(!wasCalled)
  }
}

@MainActor
private final class Listening: AEModule {
  private(set) var heard: [String] = []
  func start() { heard.append("start") }
  func stop() {}
  func name() -> String { "listening" }
  func configurationChanged() { heard.append("configuration") }
}
