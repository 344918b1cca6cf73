// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletServer
import MartletWire
import Testing

@Suite(
  "Reports leave out what test devices do, and only the server says which they are", .timeLimit(.minutes(5)))
struct TestDeviceTests {
  private static func post(
    _ path: String, _ device: String, key: String, _ server: TestServer, campaign: String = "",
    isDraft: Bool = false
  ) async throws -> TestServer.Answer {
    let shown =
      campaign.isEmpty
      ? ""
      : """
      ,"events":[{"id":"i-\(device)","kind":"impression","at":1790000000000,"presentation_id":"p","campaign_id":"\(campaign)","campaign_version":1}]
      """
    // A device that says of itself what it likes is believed nothing of it.
    let body = """
      {"version":1,"device":{"id":"\(device)","model":"Device Lab","is_test":true,"is_lab":true},"sent_at":1790000000000\(shown)}
      """
    let headers = ["X-Martlet-Key": key].merging(isDraft ? [LabHeader.draft: "1"] : [:]) { $1 }
    return try await server.send("POST", "/sdk/v1/" + path, headers: headers, body: Array(body.utf8))
  }

  @Test
  func `a device of the lab that has a draft is offered no campaign; only the lab's word counts for that`()
    async throws
  {
    try await TestServer.run { server in
      let lab = server.services.keys.makeEphemeralKey(
        app: FirstStart.sampleApp, scope: .device, name: "Lab", isLab: true
      ).text
      for (device, key, isDraft) in [
        ("draft", lab, true), ("stranger", server.deviceKey, true), ("plain", lab, false),
      ] {
        #expect(try await Self.post("sync", device, key: key, server, isDraft: isDraft).status == 200)
      }
      let campaigns = try await server.manage("GET", "/campaigns").json["campaigns"]
      var running = 0
      for index in 0..<20 {
        guard let campaign = campaigns?[index], campaign["state"]?.string == "running",
          let id = campaign["id"]?.string
        else { continue }
        running += 1
        let report = try await server.manage("GET", "/campaigns/\(id)/report").json
        for figure in ["eligible", "delivered"] {
          #expect(
            report["totals"]?[figure]?.integer == 1 && report["test_device_totals"]?[figure]?.integer == 1,
            "\(figure)")
        }
      }
      #expect(running > 0)
    }
  }

  @Test
  func `devices that are marked, and those of the lab, are left out, and are there when they are asked for`()
    async throws
  {
    try await TestServer.run { server in
      let lab = server.services.keys.makeEphemeralKey(
        app: FirstStart.sampleApp, scope: .device, name: "Lab", isLab: true
      ).text
      // One share for all: that test devices report every decision is seen.
      #expect(
        try await server.manage("PUT", "/settings", #"{"decision_sample":0.25,"caps":[]}"#).status == 200)
      #expect(try await server.manage("PUT", "/test-devices/marked").status == 204)
      var campaign = ""
      var samples: [String: Wire.JSONValue] = [:]
      for (device, key) in [("own", server.deviceKey), ("marked", server.deviceKey), ("in-the-lab", lab)] {
        let sync = try await Self.post("sync", device, key: key, server)
        campaign = sync.json["definitions"]?["campaigns"]?[0]?["id"]?.string ?? ""
        samples[device] = sync.json["settings"]?["decision_sample"]
        #expect(
          try await Self.post("events", device, key: key, server, campaign: campaign).json["results"]?[0]?[
            "status"] == "stored")
      }
      #expect(samples == ["own": .double(0.25), "marked": .double(1), "in-the-lab": .double(1)])

      let report = try await server.manage("GET", "/campaigns/\(campaign)/report").json
      #expect(report["includes_test_devices"] == false)
      for figure in ["eligible", "delivered", "impressions", "unique_impressions"] {
        #expect(report["totals"]?[figure]?.integer == 1, "\(figure)")
        #expect(report["test_device_totals"]?[figure]?.integer == 2, "\(figure)")
      }
      let whole = try await server.manage("GET", "/campaigns/\(campaign)/report?include_test_devices=true")
        .json
      #expect(whole["includes_test_devices"] == true)
      #expect(whole["totals"]?["impressions"]?.integer == 3 && whole["totals"]?["delivered"]?.integer == 3)
      // The hour may change between two of them.
      let hours = (0..<(whole["hours"]?.count ?? 0)).compactMap {
        whole["hours"]?[$0]?["impressions"]?.integer
      }
      #expect(hours.reduce(0, +) == 3)
      let wrong = try await server.manage("GET", "/campaigns/\(campaign)/report?include_test_devices=yes")
      #expect(wrong.status == 400 && wrong.json["field"] == "include_test_devices")

      let marks = try await ["own", "marked", "in-the-lab"].asyncMap { device in
        let found = try await server.manage("GET", "/people/d:\(device)").json["devices"]?[0]
        let timeline = try await server.manage("GET", "/people/d:\(device)/timeline").json["entries"]?[0]
        return [found?["is_test"], found?["is_lab"], timeline?["is_test"]]
      }
      #expect(marks == [[false, false, nil], [true, false, true], [false, true, true]])

      // What was counted stays as it was counted.
      #expect(try await server.manage("DELETE", "/test-devices/marked").status == 204)
      #expect(try await server.manage("PUT", "/test-devices/own").status == 204)
      #expect(
        try await server.manage("GET", "/campaigns/\(campaign)/report").json["totals"] == report["totals"])
    }
  }
}

extension Sequence where Element: Sendable {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result]
  {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
