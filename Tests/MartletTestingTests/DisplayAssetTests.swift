// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletUI
import MartletWire
import Testing

/// Pictures on their way to the screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct DisplayAssetTests {
  private static let address = "https://cdn.test/tulips.png"
  private let campaign = Wire.Campaign.on("e", id: "a", order: 1, message: .slideup("Tulips", image: address))
  private let next = Wire.Campaign.on("e", id: "b")

  private func isPicture(_ request: TransportRequest) -> Bool { request.method == "GET" }

  @Test
  func `what a campaign needs is fetched after the sync, shown from the disk, and cleared without waiting`()
    async throws
  {
    let bench = DisplayBench([campaign])
    bench.server.assets[Self.address] = .picture
    _ = await bench.started()
    await bench.settle { bench.requests("tulips.png") == 1 }
    await bench.quiet()
    bench.server.assets = [:]
    await bench.log("e")
    #expect(bench.visible == "Tulips")
    let message = try #require(bench.ui?.messageView?.inAppMessage)
    guard case .image(let url)? = message.slideup?.graphic else {
      Issue.record("The message has no image.")
      return
    }
    #expect(url.isFileURL)
    #expect(FileManager.default.fileExists(atPath: url.path))
    #expect(message.context?.remoteURL(of: url).absoluteString == Self.address)
    #expect(message.context?.localAssets[try #require(URL(string: Self.address))] == url)
    #expect(bench.requests("tulips.png") == 1)
    #expect(await bench.outcomes() == ["a: shown"])
  }

  @Test func `a message that is shown right after delivery waits for its picture`() async {
    let bench = await DisplayBench([campaign]) { $0.method == "GET" }.started()
    await bench.log("e")
    #expect(bench.host.stage == .empty)
    await bench.held.waitForRequest().answer(.picture)
    await bench.settle { bench.visible == "Tulips" }
    #expect(bench.told == ["a: shown"])
  }

  @Test func `it does not wait for ever: after 10 seconds it is discarded, and the next candidate is shown`()
    async
  {
    let bench = await DisplayBench([campaign, next]) { $0.method == "GET" }.started()
    await bench.log("e")
    await bench.advance(by: .milliseconds(9_999))
    await bench.martlet.settled()
    #expect(bench.told.isEmpty)
    await bench.advance(by: .milliseconds(1))
    await bench.settle { bench.visible == "I am b" }
    #expect(bench.log.contains("Campaign a cannot be shown because an asset is missing: timed_out"))
    #expect(await bench.outcomes() == ["b: suppressed priority", "a: discarded asset_failed", "b: shown"])
  }

  @Test
  func
    `a picture that is not there discards the message with its reason, and a later event can trigger it again`()
    async
  {
    let bench = await DisplayBench([campaign]).started()
    await bench.log("e")
    await bench.settle { bench.told == ["a: discarded asset_failed"] }
    #expect(bench.log.contains("not_found (404)"))
    bench.server.assets[Self.address] = .picture
    await bench.log("e")
    await bench.settle { bench.visible == "Tulips" }
  }

  @Test func `a picture that must not be kept is fetched for every display`() async {
    let address = Self.address + "?cache=false"
    let bench = DisplayBench([.on("e", id: "a", message: .slideup("Tulips", image: address))])
    bench.server.assets[address] = .picture
    _ = await bench.started()
    for round in 1...2 {
      await bench.log("e")
      await bench.settle { bench.visible == "Tulips" }
      #expect(bench.requests("tulips.png?cache=false") == round)
      bench.ui?.dismiss()
      await bench.martlet.settled()
    }
  }

  @Test func `a slow picture keeps no other message waiting`() async {
    let bench = await DisplayBench([campaign, .on("f", id: "f")]) { $0.method == "GET" }.started()
    await bench.log("e")
    let request = await bench.held.waitForRequest()
    var local = Martlet.InAppMessage.slideup(.init(message: "From the app"))
    local.context = bench.martlet.makeContext(for: local)
    bench.ui?.present(message: local)
    #expect(bench.visible == "From the app")
    request.answer(.picture)
    bench.ui?.dismiss()
    await bench.settle { bench.visible == "Tulips" }
    #expect(await bench.outcomes() == ["a: queued loading", "a: shown"])
  }
}
