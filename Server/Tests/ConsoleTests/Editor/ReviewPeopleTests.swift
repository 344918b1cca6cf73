// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import MartletWire
import Store
import Testing

@testable import Console

@Suite("What the review says about people and keys")
struct ReviewPeopleTests {
  private func arrive(
    _ user: String?, _ device: String, name: String? = nil, role: DeviceRole = .own, _ store: any Store
  ) async throws {
    var events = [
      Wire.EventRecord(id: "s", at: Samples.now, sessionID: "1", userID: user, body: .sessionStart)
    ]
    if let name {
      events.append(
        Wire.EventRecord(
          id: "n", at: Samples.now, sessionID: "1", userID: user,
          body: .attribute(key: "first_name", value: .string(name))))
    }
    _ = try await store.ingest(
      IngestBatch(
        appID: "app", device: Wire.Device(id: device, platform: "ios"), receivedAt: Samples.now,
        events: events, role: role))
  }

  private static let push: Campaign = {
    var campaign = Samples.review
    campaign.content = CampaignContent(triggers: [])
    campaign.content.push = Wire.PushNotification(title: "News", text: "New acorns.")
    return campaign
  }()

  @Test func `a push without a key is no campaign to launch: the review leads to where the key is uploaded`()
    async throws
  {
    let browser = try await Browser(campaigns: [Self.push], needsPushKeys: true)
    try await arrive("ana", "phone", browser.store)
    let path = "/campaigns/c-review/edit"
    let page = try await browser.get(path).html
    #expect(
      page.contains("There is no APNs key") && page.contains("href=\"/settings/push\"")
        && !page.contains("Ready to launch"))
    #expect(page.contains("A notification reaches 0 of 1 people."))
    let form = CampaignForm(name: Self.push.name, content: Self.push.content).fields.all.map {
      ($0.name, $0.value)
    }
    let launch = try await browser.post(path, form + [("do", "launch"), ("revision", "1")])
    #expect(launch.status == .unprocessableContent && launch.html.contains("Not launched: fix 1 problem"))
    #expect(try await browser.get("/campaigns/c-review").html.contains("href=\"/settings/push\""))
    // Nothing promises that devices receive it.
    let with = try await Browser(campaigns: [Self.push])
    let asked = try await with.get("/campaigns/c-review/launch").html
    #expect(asked.contains("Nothing is sent yet") && !asked.contains("on their next sync"))
  }

  @Test func `it says how many people lack a value of a personalised text, without test devices`()
    async throws
  {
    var campaign = Samples.review
    campaign.content.message?.message = "Hi {{user.first_name}}!"
    campaign.content.rules.render = .known(.atDisplay)
    let browser = try await Browser(campaigns: [campaign])
    try await arrive("ana", "phone-1", name: "Ana", browser.store)
    try await arrive("ben", "phone-2", browser.store)
    try await arrive(nil, "phone-3", browser.store)
    try await arrive(nil, "lab", role: .lab, browser.store)
    let page = try await browser.get("/campaigns/c-review/edit").html
    #expect(page.contains("2 of 3 people have no value for user.first_name, so they do not get it."))
    campaign.content.message?.message = "Hi!"
    let other = try await Browser(campaigns: [campaign])
    #expect(try await !other.get("/campaigns/c-review/edit").html.contains("have no value"))
  }
}
