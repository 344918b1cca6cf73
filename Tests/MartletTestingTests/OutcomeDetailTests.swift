// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

/// What exactly failed stands in the record of the outcome, and nothing of the person.
@MainActor
@Suite("The detail of an outcome", .timeLimit(.minutes(5)))
struct OutcomeDetailTests {
  private static let address = "https://user:secret@cdn.test/autumn/tulips.png?to=ada%40example.test#top"

  private func ended(_ bench: DisplayBench) async -> [String?] {
    await bench.log("e")
    await bench.settle { bench.told.contains { $0.hasPrefix("a: discarded") } }
    return await bench.details()
  }

  @Test func `an asset that is missing is named by host and path, with the server's status`() async {
    let bench = await DisplayBench([.on("e", id: "a", message: .slideup("Tulips", image: Self.address))])
      .started()
    #expect(await ended(bench) == ["not_found (404) cdn.test/autumn/tulips.png"])
  }

  @Test func `of a message that was written for one person the path is left out too`() async {
    let bench = await DisplayBench([.on("e", id: "a", isRendered: true)]).started()
    bench.server.renderings["a"] = .init(
      message: .slideup("Hello Ada", image: "https://cdn.test/people/ada.png"))
    #expect(await ended(bench) == ["not_found (404) cdn.test/….png"])
  }

  @Test func `a long address keeps its beginning and its end`() async throws {
    let path = String(repeating: "a-long-folder/", count: 40) + "tulips.png"
    let bench = await DisplayBench([
      .on("e", id: "a", message: .slideup("Tulips", image: "https://cdn.test/" + path))
    ]).started()
    let detail = try #require(await ended(bench).first ?? nil)
    #expect(detail.unicodeScalars.count == Wire.Limits.outcomeDetailLength)
    #expect(detail.hasPrefix("not_found (404) cdn.test/a-long-folder/"))
    #expect(detail.hasSuffix("/tulips.png"))
  }

  @Test(arguments: [(503, "status (503)"), (200, "unreadable"), (0, "missing_value")])
  func `a rendering that failed says how`(status: Int, detail: String) async {
    let bench = await DisplayBench([.on("e", id: "a", isRendered: true)]) { $0.url.path == "/sdk/v1/render" }
      .started()
    await bench.log("e")
    let request = await bench.held.waitForRequest()
    if status == 0 {
      request.answer(
        .init(
          status: 200,
          body: Wire.encode(
            Wire.RenderResponse(message: nil, withdrawn: .init(reason: .known(.missingValue))))))
    } else {
      request.answer(.init(status: status, body: Array("<html>".utf8)))
    }
    await bench.settle { bench.told.contains { $0.hasPrefix("a: discarded") } }
    #expect(await bench.details() == [detail])
  }

  @Test func `a server that does not answer in time, and a kind that this version does not know`() async {
    let bench = await DisplayBench([
      .on("e", id: "a", isRendered: true), .on("f", id: "b", message: .init(kind: .unknown("hologram"))),
    ]) {
      $0.url.path == "/sdk/v1/render"
    }.started()
    await bench.log("e")
    _ = await bench.held.waitForRequest()
    await bench.clock.advance(by: .seconds(10))
    await bench.settle { bench.told == ["a: discarded render_failed"] }
    await bench.log("f")
    #expect(await bench.details() == ["timed_out", "hologram"])
  }

  @Test func `an outcome that says it all has none`() async {
    let bench = await DisplayBench([.on("e", id: "a")]).started()
    await bench.log("e")
    await bench.settle { bench.visible != nil }
    #expect(await bench.outcomes() == ["a: shown"])
    #expect(bench.delegate.outcomes.allSatisfy { $0.detail == nil })
  }
}
