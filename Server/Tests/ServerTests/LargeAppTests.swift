// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import DeviceLab
import Foundation
import HTTPSupport
import LargeApp
import MartletCore
import ServerTestSupport
import Store
import Testing

@testable import Console
@testable import MartletServer

/// The console of an app with 500 campaigns, 4,000 people and 200,000 events; each night with five
/// times as many. `make bench-full` measures the times, with a million people.
@Suite("The console of a large app", .timeLimit(.minutes(20)))
struct LargeAppTests {
  /// Not in `LargeApp.pages`: files, which are as long as what they contain, and what is there only
  /// after something was done.
  private static let others: Set<String> = [
    "GET campaigns/:/report.csv", "GET audiences/:/people.csv", "GET people/export.csv",
    "GET people/export.ndjson", "GET people/:/export",
    "GET events/funnel.csv", "GET events/retention.csv", "GET events/retention-cohorts.csv",
    "GET campaigns/:/backtest/jobs/:", "GET campaigns/:/pushes", "GET campaigns/:/history/:/restore",
    "GET people/import/:",
    "GET people/import/:/problems", "GET privacy/receipts/:", "GET privacy/requests/:", "GET settings/team/:",
    "GET welcome",
    "GET lab/devices/:/assets/:", "GET lab/samples/:", "GET lab/devices/:/stream",
  ]

  /// Addresses that only lead on: those of earlier versions, and those of forms.
  private static let moved = Set(
    ["GET campaigns/filters", "GET settings"]
      + SettingsSection.addressesOfForms.keys.map { "GET settings/" + $0 })

  @Test func `each page that can be read is among those that are measured`() {
    let table = ConsolePermissions.table.merging(DeviceLab.permissions)
    let read = table.routes.filter { $0.hasPrefix("GET ") }.subtracting(Self.others).subtracting(Self.moved)
    let measured = Set(LargeApp.fiftieth.pages.map { RoutePermissions.shape("GET", $0.route) })
    #expect(read.subtracting(measured) == [], "pages that nobody measures")
    #expect(measured.subtracting(table.routes) == [], "no such pages")
    #expect(Self.others.subtracting(table.routes) == [], "no such routes")
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["MARTLET_TEST_LARGE"] != nil,
      "scripts/test runs it alone, with MARTLET_TEST_LARGE=1"))
  func `with many campaigns, people and events, each page comes, and has at most 200 KB`() async throws {
    let app = TestCases.areAll ? LargeApp.fiftieth : LargeApp(campaigns: 500, people: 4_000)
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run(storage: .directory(folder)) { server in
      try await app.fill(
        server.services.store, app: FirstStart.sampleApp, now: server.services.environment.now())
      #expect(try await server.services.store.everybodyCount(app: FirstStart.sampleApp) >= app.people)
      let headers = try await server.signIn()
      for page in app.pages {
        let answer = try await server.send("GET", page.path, headers: headers)
        #expect(answer.status == 200, "\(page.path)")
        #expect(answer.bytes.count <= LargeApp.pageBytes, "\(page.path): \(answer.bytes.count) bytes")
      }
    }
  }
}
