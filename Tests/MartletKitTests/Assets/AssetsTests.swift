// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import Testing

@testable import MartletKit

@Suite struct AssetsTests {
  @Test func `what was fetched in advance is there at display without a request, also after a restart`()
    async throws
  {
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

  @Test func `what is missing is fetched at display, and everything comes at once when the last is there`()
    async throws
  {
    let bench = AssetBench()
    bench.perform(bench.assets.prepare(Sample.html(["a.png", "site.css"]), for: "p"))
    #expect(bench.runningPaths.sorted() == ["a.png", "site.css"])
    try await bench.answer("site.css", Array("p { color: red }".utf8))
    #expect(bench.ready.isEmpty)
    try await bench.answer("a.png", Sample.png())
    #expect(bench.ready["p"]?.fileURLs.keys.sorted() == [Sample.url("a.png"), Sample.url("site.css")])
    #expect(bench.assets.earliest == nil)
  }

  @Test func `a message waits for its assets until the deadline and not a moment longer`() async throws {
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

  @Test(
    arguments: [
      ("a.png", Sample.page, AssetFailure.wrongType), ("a.woff2", Sample.page, .wrongType),
      ("a.css", Sample.page, .wrongType),
      ("a.zip", Sample.page, .wrongType), ("a.zip", Sample.png(), .wrongType),
      ("a.png", [0x50, 0x4B, 3, 4], .wrongType),
      ("a.png", [], .corrupt("empty")), ("a.png", Sample.png(count: 2_049), .tooLarge),
      ("a.zip", [0x50, 0x4B, 5, 6], .corrupt("the end of the archive is missing")),
    ])
  func `what comes is refused when it is not what the message takes it for, with the reason`(
    name: String, body: [UInt8], failure: AssetFailure
  ) async throws {
    let bench = AssetBench { $0.maximumAssetBytes = 2_048 }
    bench.perform(bench.assets.prepare(Sample.html([name]), for: "p"))
    try await bench.answer(name, body)
    #expect(bench.failed["p"] == failure)
    #expect(bench.contents.isEmpty && bench.files.allSatisfy { !$0.hasPrefix("incoming/") })
  }

  @Test func `an asset of exactly the limit is taken`() async throws {
    let bench = AssetBench { $0.maximumAssetBytes = 2_048 }
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "p"))
    try await bench.answer("a.png", Sample.png(count: 2_048))
    #expect(bench.ready["p"] != nil)
  }

  @Test(
    arguments: [
      (400, AssetFailure.notFound(status: 400)), (401, .notFound(status: 401)), (404, .notFound(status: 404)),
      (410, .notFound(status: 410)), (302, .notFound(status: 302)),
    ])
  func `a status that says no is final, and named`(status: Int, failure: AssetFailure) async throws {
    let bench = AssetBench()
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "p"))
    try await bench.answer("a.png", Sample.png(), status: status)
    #expect(bench.failed["p"] == failure)
  }

  @Test(arguments: [408, 429, 500, 502, 503, 504])
  func `a status that may pass is asked again within the deadline`(status: Int) async throws {
    let bench = AssetBench()
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "p"))
    try await bench.answer("a.png", [], status: status, headers: ["retry-after": "2"])
    #expect(bench.assets.earliest == .seconds(2))
    await bench.advance(by: .seconds(2))
    try await bench.answer("a.png", Sample.png())
    #expect(bench.ready["p"] != nil)
  }

  @Test(
    arguments: [
      (URLError.Code.dataLengthExceedsMaximum, AssetFailure.tooLarge),
      (.dataNotAllowed, .notAllowedOnCellular),
      (.cannotFindHost, .network("URLError -1003")), (.timedOut, .network("timed out")),
    ])
  func `what the network says is told apart`(code: URLError.Code, failure: AssetFailure) async throws {
    let bench = AssetBench()
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "p"))
    for _ in 0..<3 where bench.failed.isEmpty {
      try await bench.answer("a.png", .failure(URLError(code)))
      if let earliest = bench.assets.earliest {
        await bench.advance(by: min(earliest - bench.clock.monotonicNow, .seconds(4)))
      }
    }
    #expect(bench.failed["p"] == failure)
  }

  @Test func `an answer shorter than it announces is asked again`() async throws {
    let bench = AssetBench()
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "p"))
    try await bench.answer("a.png", Sample.png(), headers: ["content-length": "33"])
    #expect(bench.failed.isEmpty && bench.contents.isEmpty)
    await bench.advance(by: .seconds(2))
    // Compressed on its way: the length is another one's.
    try await bench.answer(
      "a.png", Sample.png(), headers: ["content-length": "99", "content-encoding": "gzip"])
    #expect(bench.ready["p"] != nil)
  }

  @Test
  func `with cache=false an asset is never fetched in advance, fetched at each display, and gone after it`()
    async throws
  {
    let bench = AssetBench()
    let message = Sample.picture("a.png?cache=false")
    bench.perform(bench.assets.adopt([Sample.campaign("c", message)]))
    #expect(bench.started.isEmpty)
    for presentation in ["p", "q"] {
      bench.perform(bench.assets.prepare(message, for: presentation))
      #expect(bench.running.map { $0.request.headers["Cache-Control"] } == ["no-cache"])
      try await bench.answer("a.png", Sample.png(presentation == "p" ? 1 : 2))
      let local = try #require(bench.local("a.png?cache=false", for: presentation))
      #expect(try Array(Data(contentsOf: local)) == Sample.png(presentation == "p" ? 1 : 2))
      bench.perform(bench.assets.release(presentation))
      #expect(bench.contents.isEmpty)
    }
    #expect(bench.started.count == 2)
  }

  @Test
  func `an archive is unpacked with its page and found again after a restart; its folder is handed out`()
    async throws
  {
    let bench = AssetBench()
    let page = Array("<html><img src=img/a.png></html>".utf8)
    let zip = try ZipMaker([
      .init("index.html", page), .init("img/a.png", Sample.png()), .init("__MACOSX/x", [1]),
    ]).make()
    bench.perform(bench.assets.adopt([Sample.campaign("c", Sample.html(["site.zip"]))]))
    try await bench.answer("site.zip", zip)
    for bench in [bench, AssetBench(directory: bench.directory)] {
      bench.perform(bench.assets.prepare(Sample.html(["site.zip"]), for: "p"))
      let archive = try #require(bench.ready["p"]?.archives[Sample.url("site.zip")])
      #expect(try Array(Data(contentsOf: try #require(archive.page))) == page)
      #expect(try Array(Data(contentsOf: archive.folder.appendingPathComponent("img/a.png"))) == Sample.png())
      #expect(bench.contents.count == 2)
    }
  }

  @Test
  func
    `an archive that unpacks to more than the limit is too large, and one that leads elsewhere is corrupt; nothing of them stays`()
    async throws
  {
    let bench = AssetBench { $0.maximumAssetBytes = 2_048 }
    let large = try ZipMaker([.init("a", [UInt8](repeating: 1, count: 8_193))]).make()
    let escaping = try ZipMaker([.init("a", [1]), .init("../b", [1])]).make()
    let damaged = try ZipMaker([.init("a", [1]), .init("b", [1]) { $0.statedChecksum = 3 }]).make()
    for (name, zip, word) in [
      ("1.zip", large, "too_large"), ("2.zip", escaping, "corrupt"), ("3.zip", damaged, "corrupt"),
    ] {
      bench.perform(bench.assets.prepare(Sample.html([name]), for: name))
      try await bench.answer(name, zip)
      #expect(bench.failed[name]?.word == word)
    }
    #expect(bench.files.allSatisfy { !$0.hasPrefix("content/") && !$0.hasPrefix("incoming/") })
  }

  @Test
  func
    `a request is a plain GET that does not carry the app's key, and asks for no more than the policy takes`()
    throws
  {
    let bench = AssetBench()
    bench.perform(bench.assets.prepare(Sample.picture("a.png?x=1"), for: "p"))
    let request = try #require(bench.running.first?.request)
    #expect(
      request.method == "GET" && request.body.isEmpty && request.url.absoluteString == Sample.url("a.png?x=1")
    )
    #expect(request.headers.keys.sorted() == ["Accept", "User-Agent"])
    #expect(request.maximumAnswerBytes == 5_242_880 && request.allowsCellular)
  }

  @Test func `the policy for cellular networks is in each request, also at display`() async throws {
    let never = AssetBench { $0.cellular = .never }
    never.perform(never.assets.prepare(Sample.picture("a.png"), for: "p"))
    #expect(never.running.map(\.request.allowsCellular) == [false])
    try await never.answer("a.png", .failure(URLError(.dataNotAllowed)))
    #expect(never.failed["p"] == .notAllowedOnCellular)

    let small = AssetBench { $0.cellular = .smallOnly(maximumBytes: 1_000) }
    small.perform(small.assets.adopt(AssetPlan(["a.png", "b.png"])))
    #expect(small.running.map(\.request.allowsCellular) == [false, false])
    for name in ["a.png", "b.png"] { try await small.answer(name, .failure(URLError(.dataNotAllowed))) }
    #expect(small.running.map(\.request.allowsCellular) == [true, true])
    #expect(small.running.map(\.request.maximumAnswerBytes) == [1_000, 1_000])
    try await small.answer("a.png", Sample.png(count: 1_000))
    try await small.answer("b.png", .failure(URLError(.dataLengthExceedsMaximum)))
    #expect(small.contents.count == 1)
    #expect(small.log.contains("not_allowed_on_cellular"))
  }

  @Test func `pictures inside the message need no fetch; an address that cannot be fetched fails at once`() {
    let bench = AssetBench()
    bench.perform(
      bench.assets.prepare(
        Wire.Message(kind: .known(.modal), imageURL: "data:image/png;base64,AA"), for: "data"))
    bench.perform(
      bench.assets.prepare(
        Wire.Message(kind: .known(.control), imageURL: Sample.url("a.png")), for: "control"))
    bench.perform(
      bench.assets.prepare(Wire.Message(kind: .known(.modal), imageURL: "file:///a.png"), for: "theirs"))
    #expect(bench.ready.keys.sorted() == ["control", "data"])
    #expect(bench.ready.values.allSatisfy { $0.isEmpty })
    #expect(bench.failed == ["theirs": .address])
    #expect(bench.started.isEmpty && !FileManager.default.fileExists(atPath: bench.directory.path))
  }

  @Test
  func
    `a day later an asset that has a version is asked for again: unchanged it stays, changed it is replaced`()
    async throws
  {
    let bench = AssetBench()
    let campaigns = [Sample.campaign("c", Sample.html(["a.png", "b.png"]))]
    bench.perform(bench.assets.adopt(campaigns))
    try await bench.answer("a.png", Sample.png(1), headers: ["etag": "\"1\""])
    try await bench.answer("b.png", Sample.png(2))
    await bench.advance(by: .seconds(86_400))
    bench.perform(bench.assets.adopt(campaigns))
    #expect(bench.running.isEmpty)
    await bench.advance(by: .seconds(1))
    bench.perform(bench.assets.adopt(campaigns))
    #expect(bench.running.map { $0.request.headers["If-None-Match"] } == ["\"1\""])
    try await bench.answer("a.png", [], status: 304)
    bench.perform(bench.assets.adopt(campaigns))
    #expect(bench.running.isEmpty)

    await bench.advance(by: .seconds(90_000))
    bench.perform(bench.assets.adopt(campaigns))
    // What is there serves while it is asked for.
    bench.perform(bench.assets.prepare(Sample.html(["a.png"]), for: "p"))
    #expect(bench.ready["p"] != nil)
    let shown = try #require(bench.local("a.png", for: "p"))
    try await bench.answer("a.png", Sample.png(3), headers: ["etag": "\"2\""])
    // Also when another one came meanwhile.
    #expect(try Array(Data(contentsOf: shown)) == Sample.png(1))
    bench.perform(bench.assets.release("p"))
    #expect(!FileManager.default.fileExists(atPath: shown.path))
    bench.perform(bench.assets.prepare(Sample.html(["a.png"]), for: "q"))
    #expect(try Array(Data(contentsOf: try #require(bench.local("a.png", for: "q")))) == Sample.png(3))
  }

  @Test
  func
    `a wipe leaves nothing on the disk, no late answer brings anything back, and the next use begins anew`()
    async throws
  {
    let bench = AssetBench()
    bench.perform(bench.assets.adopt(AssetPlan(["a.png", "b.png"])))
    try await bench.answer("a.png", Sample.png())
    bench.perform(bench.assets.prepare(Sample.picture("x.png"), for: "p"))
    let late = try #require(bench.running.last)
    bench.perform(bench.assets.wipe())
    #expect(bench.running.isEmpty && bench.ready.isEmpty && bench.failed.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: bench.directory.path))
    let answer = await late.run(
      by: OneAnswer(result: .success(.init(status: 200, body: Sample.png()))),
      now: bench.clock.environment.now)
    bench.perform(bench.assets.handle(answer, of: late.id))
    #expect(!FileManager.default.fileExists(atPath: bench.directory.path))
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "q"))
    try await bench.answer("a.png", Sample.png())
    #expect(bench.ready["q"] != nil)
  }

  @Test
  func `switched off, nothing is fetched and nothing is due; what is kept stays for the day it is on again`()
    async throws
  {
    let bench = AssetBench()
    bench.perform(bench.assets.adopt(AssetPlan(["a.png", "b.png"])))
    try await bench.answer("a.png", Sample.png())
    bench.perform(bench.assets.prepare(Sample.picture("x.png"), for: "p"))
    bench.perform(bench.assets.stop())
    #expect(bench.running.isEmpty && bench.assets.earliest == nil)
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "q"))
    #expect(bench.ready["q"] != nil)
  }

  @Test func `a folder that cannot be used discards messages that need assets, and only those`() async throws
  {
    let directory = URL.temporary()
    try Data("a file".utf8).write(to: directory)
    let bench = AssetBench(directory: directory)
    bench.perform(bench.assets.adopt(AssetPlan(["a.png"])))
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "p"))
    bench.perform(bench.assets.prepare(Wire.Message(kind: .known(.slideup), message: "Hello"), for: "q"))
    #expect(bench.failed["p"]?.word == "disk" && bench.ready["q"] != nil)
    #expect(bench.log.contains("open the asset folder"))
  }

  @Test func `what cannot be fetched in advance is one line in the log for each reason`() async throws {
    let bench = AssetBench { $0.parallelDownloads = 1 }
    bench.perform(bench.assets.adopt(AssetPlan((1...20).map { "\($0).png" })))
    for number in 1...8 {
      try await bench.answer("\(number).png", .failure(URLError(.notConnectedToInternet)))
    }
    #expect(bench.running.isEmpty && bench.assets.earliest == nil)
    #expect(bench.log.all.filter { $0.contains("not downloaded in advance") }.count == 1)
    #expect(bench.log.contains("not downloaded in advance: 20."))
  }

  @Test func `the log names no path and no query of an address`() async throws {
    let bench = AssetBench()
    bench.perform(bench.assets.prepare(Sample.picture("ann@example.test/a.png?user=ann"), for: "p"))
    try await bench.answer("a.png", [], status: 404)
    #expect(bench.failed["p"] == .notFound(status: 404))
    #expect(bench.log.contains("cdn.example.test/….png") && !bench.log.contains("ann"))
  }
}
