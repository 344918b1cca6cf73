// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import HTTPSupport
import MartletCore
import MartletServer
import MartletWire
import Store
import Testing

@Suite(
  "A message that is written for a person uses all that is known of them where their backend vouches for them",
  .timeLimit(.minutes(5)))
struct AuthenticatedRenderTests {
  private typealias Device = LoopDevice

  private static let greeting =
    #"{"name":"Greeting","render":"at_display","triggers":[{"kind":"custom_event","name":"cart_viewed"}],"message":{"kind":"slideup","message":"Hello {{user.first_name}}{{#user.plan}} of {{user.plan}}{{/user.plan}}"}}"#

  private static func launched(_ server: TestServer) async throws -> String {
    let id = try await server.manage("POST", "/campaigns", greeting).json["id"]?.string ?? ""
    guard try await server.manage("POST", "/campaigns/\(id)/launch").status == 200 else {
      throw TestServer.Refused(text: "not launched")
    }
    return id
  }

  private static func text(_ answer: TestServer.Answer) -> String? {
    answer.json["message"]?["message"]?.string ?? answer.json["withdrawn"]?["reason"]?.string
  }

  @Test(
    arguments: [
      "off", "optional", "required",
    ])
  func
    `another device of the same person, and what a program said, are used with a signature and not without`(
      mode: String
    ) async throws
  {
    try await TestServer.run { server in
      let backend = await AppBackend()
      let campaign = try await Self.launched(server)
      let phone = try await server.makeDevice("phone")
      let tablet = try await server.makeDevice("tablet")
      let ana = try await backend.signature(for: "ana")
      let ben = try await backend.signature(for: "ben")
      try await server.authenticate(mode, [backend])
      let said = try await phone.sync(
        "ana", [Device.attribute("a1", "ana", "first_name", "Ana")], signature: ana)
      #expect(said.results == ["stored"])
      let plan =
        #"{"events":[{"id":"p1","kind":"attribute","at":1790000000000,"user_id":"ana","key":"plan","value":"Gold"}]}"#
      #expect(try await server.manage("POST", "/events", plan).results == ["stored"])

      let all = mode == "off" ? "missing_value" : "Hello Ana of Gold"
      #expect(Self.text(try await tablet.render(campaign, for: "ana", signature: ana)) == all)
      #expect(
        Self.text(try await phone.render(campaign, for: "ana", signature: ana))
          == (mode == "off" ? "Hello Ana" : all))

      for signature in [nil, ben, "no-token", try await backend.signature(for: "ana", length: -61)] {
        let (onTablet, onPhone) = (
          try await tablet.render(campaign, for: "ana", signature: signature),
          try await phone.render(campaign, for: "ana", signature: signature)
        )
        if mode == "required" {
          #expect(onTablet.status == 401 && onPhone.status == 401)
          #expect(!onTablet.text.contains("Gold") && !onPhone.text.contains("Gold"))
        } else {
          #expect(Self.text(onTablet) == "missing_value")
          #expect(Self.text(onPhone) == "Hello Ana")
        }
      }
      // Ana's signature opens nothing of ben's, and a device that does not prove itself is told
      // nothing.
      #expect(
        try await phone.send([Device.attribute("b1", "ben", "first_name", "Ben")], signature: ben).results
          == ["stored"])
      let others = try await tablet.render(campaign, for: "ben", signature: ana)
      #expect(mode == "required" ? others.status == 401 : Self.text(others) == "missing_value")
      let unproven = try await LoopDevice(id: "new", credential: "", server: server).render(
        campaign, for: "ana", signature: ana)
      #expect(Self.text(unproven) == "missing_value")
    }
  }

  @Test(arguments: ["off", "optional", "required"])
  func `while nobody is signed in the device's own values are used in every mode`(mode: String) async throws {
    try await TestServer.run { server in
      let backend = await AppBackend()
      let campaign = try await Self.launched(server)
      try await server.authenticate(mode, [backend])
      let phone = try await server.makeDevice("phone")
      let tablet = try await server.makeDevice("tablet")
      #expect(
        try await phone.send([Device.attribute("a1", nil, "first_name", "Guest")]).results == ["stored"])
      #expect(Self.text(try await phone.render(campaign, for: nil)) == "Hello Guest")
      #expect(Self.text(try await tablet.render(campaign, for: nil)) == "missing_value")
      // A signature says nothing where nobody is named.
      let signature = try await backend.signature(for: "ana")
      #expect(Self.text(try await tablet.render(campaign, for: nil, signature: signature)) == "missing_value")
    }
  }

  @Test func `the lab's devices need no signature: whoever uses them is signed in to the console`()
    async throws
  {
    try await TestServer.run { server in
      let backend = await AppBackend()
      let campaign = try await Self.launched(server)
      let app = try await server.services.store.apps().first?.id ?? ""
      let labKey = server.services.keys.makeEphemeralKey(app: app, scope: .device, name: "Lab", isLab: true)
      let inLab = TestServer(
        url: server.url, services: server.services, deviceKey: labKey.text,
        managementKey: server.managementKey)
      let plan =
        #"{"events":[{"id":"p1","kind":"attribute","at":1790000000000,"user_id":"ana","key":"first_name","value":"Ana"}]}"#
      #expect(try await server.manage("POST", "/events", plan).results == ["stored"])
      for (mode, text) in [("off", "missing_value"), ("optional", "Hello Ana"), ("required", "Hello Ana")] {
        try await server.authenticate(mode, mode == "off" ? [] : [backend])
        let device = try await inLab.makeDevice("lab-\(mode)")
        let synced = try await device.sync("ana", [Device.attribute("e-\(mode)", "ana", "seen", mode)])
        #expect(synced.results == ["stored"] && synced.refusal == nil)
        #expect(Self.text(try await device.render(campaign, for: "ana")) == text, "\(mode)")
      }
      #expect(!(try await server.send("GET", "/metrics").text.contains("martlet_user_signatures_total{")))
    }
  }
}
