// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import Testing

@testable import MartletKit

@Suite struct AssetsTests {
  @Test("What was fetched in advance is there at display without a request, also after a restart")
  func prefetched() async throws {
    let bench = AssetBench()
    bench.perform(bench.assets.adopt([Sample.campaign("c", Sample.picture("a.png"))]))
    #expect(bench.runningPaths == ["a.png"])
    try await bench.answer("a.png", Sample.png())
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "p"))
    let local = try #require(bench.local("a.png", for: "p"))
    #expect(try Array(Data(contentsOf: local)) == Sample.png())
    #expect(local.pathExtension == "png")
    #expect(bench.started.count == 1)

    let second = AssetBench(directory: bench.directory)
    second.perform(second.assets.prepare(Sample.picture("a.png"), for: "p"))
    #expect(second.ready["p"] != nil)
    #expect(second.started.isEmpty)
  }

  @Test("What is missing is fetched at display, and everything comes at once when the last is there")
  func displayTime() async throws {
    let bench = AssetBench()
    bench.perform(bench.assets.prepare(Sample.html(["a.png", "site.css"]), for: "p"))
    #expect(bench.runningPaths.sorted() == ["a.png", "site.css"])
    try await bench.answer("site.css", Array("p { color: red }".utf8))
    #expect(bench.ready.isEmpty)
    try await bench.answer("a.png", Sample.png())
    #expect(bench.ready["p"]?.fileURLs.keys.sorted() == [Sample.url("a.png"), Sample.url("site.css")])
    #expect(bench.assets.earliest == nil)
  }

  @Test("A message waits for its assets until the deadline and not a moment longer")
  func deadline() async throws {
    let bench = AssetBench { $0.displayDeadline = 3 }
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "p"))
    #expect(bench.assets.earliest == .seconds(3))
    await bench.advance(by: .milliseconds(2_999))
    #expect(bench.failed.isEmpty)
    await bench.advance(by: .milliseconds(1))
    #expect(bench.failed["p"] == .timedOut)
    #expect(bench.cancelled == [1])
    #expect(bench.assets.earliest == nil)
  }
}
