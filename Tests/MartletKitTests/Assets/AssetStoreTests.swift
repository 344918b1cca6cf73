// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire
import Testing

@testable import MartletKit

/// What the disk may do to the cache, and what makes room.
@Suite struct AssetStoreTests {
  private func filled(
    _ names: [String], count: Int = 1_024,
    _ change: (inout Martlet.Configuration.AssetPolicy) -> Void = { _ in }
  )
    async throws -> AssetBench
  {
    let bench = AssetBench(change)
    bench.perform(bench.assets.adopt(AssetPlan(names)))
    for (number, name) in names.enumerated() {
      try await bench.answer(name, Sample.png(number, count: count))
    }
    return bench
  }

  private func isThere(_ name: String, _ bench: AssetBench) -> Bool {
    let presentation = "asks for \(name) \(bench.ready.count)"
    let before = bench.started.count
    bench.perform(bench.assets.prepare(Sample.picture(name), for: presentation))
    bench.perform(bench.assets.release(presentation))
    return bench.started.count == before
  }

  @Test(
    arguments: ["a byte changed", "cut short", "longer", "gone", "a folder", "a link"])
  func `a damaged file is found at its first use in a run, removed and fetched again`(kind: String)
    async throws
  {
    let first = try await filled(["a.png"])
    let file = first.directory.appendingPathComponent(try #require(first.contents.first))
    switch kind {
    case "a byte changed":
      var bytes = try Data(contentsOf: file)
      bytes[900] ^= 1
      try bytes.write(to: file)
    case "cut short": try Data(Sample.png(0, count: 1_023)).write(to: file)
    case "longer": try Data(Sample.png(0, count: 1_025)).write(to: file)
    default:
      try FileManager.default.removeItem(at: file)
      if kind == "a folder" {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
      }
      if kind == "a link" {
        try FileManager.default.createSymbolicLink(
          at: file, withDestinationURL: URL(fileURLWithPath: "/etc/hostname"))
      }
    }
    let second = AssetBench(directory: first.directory)
    second.perform(second.assets.prepare(Sample.picture("a.png"), for: "p"))
    #expect(second.runningPaths == ["a.png"])
    try await second.answer("a.png", Sample.png(0, count: 1_024))
    #expect(
      try Array(Data(contentsOf: try #require(second.local("a.png", for: "p"))))
        == Sample.png(0, count: 1_024))
  }

  @Test func `a file that is damaged while the app runs is found by its length at the next use`() async throws
  {
    let bench = try await filled(["a.png"])
    #expect(isThere("a.png", bench))
    try Data([1]).write(to: bench.directory.appendingPathComponent(try #require(bench.contents.first)))
    #expect(!isThere("a.png", bench))
  }

  @Test(arguments: ["index.html changed", "img/a.png gone", "one more"])
  func `an archive is whole only with all its files, as they were`(kind: String) async throws {
    let first = AssetBench()
    let zip = try ZipMaker([.init("index.html", Array("<html>".utf8)), .init("img/a.png", Sample.png())])
      .make()
    first.perform(first.assets.adopt([Sample.campaign("c", Sample.html(["site.zip"]))]))
    try await first.answer("site.zip", zip)
    let folder = first.directory.appendingPathComponent(
      try #require(first.contents.first { $0.hasSuffix("index.html") })
    )
    .deletingLastPathComponent()
    switch kind {
    case "index.html changed": try Data("<HTML>".utf8).write(to: folder.appendingPathComponent("index.html"))
    case "img/a.png gone": try FileManager.default.removeItem(at: folder.appendingPathComponent("img/a.png"))
    default: try Data().write(to: folder.appendingPathComponent("more"))
    }
    let second = AssetBench(directory: first.directory)
    second.perform(second.assets.prepare(Sample.html(["site.zip"]), for: "p"))
    #expect(second.ready.isEmpty && second.runningPaths == ["site.zip"])
    try await second.answer("site.zip", zip)
    #expect(second.ready["p"] != nil)
  }

  @Test(arguments: ["garbage", "cut", "{}", "one entry"])
  func `a damaged list of assets costs what it no longer names, nothing else`(kind: String) async throws {
    let first = try await filled(["a.png", "b.png"])
    let file = StoredFile(kind: .assetIndex, path: first.directory.appendingPathComponent("index").path)
    let stored = try #require(try file.read())
    switch kind {
    case "garbage": try Data([0, 1]).write(to: URL(filePath: file.path))
    case "cut":
      try Data(contentsOf: URL(filePath: file.path)).dropLast(100).write(to: URL(filePath: file.path))
    case "{}": try file.write([:])
    default:
      let text = String(decoding: Wire.encode(stored), as: UTF8.self)
      let hostile = text.replacingOccurrences(
        of: SHA256.hex(Sample.png(0, count: 1_024)), with: "../../../../etc/passwd")
      try file.write(try Wire.decode(Wire.JSONValue.self, from: Array(hostile.utf8)))
    }
    let second = AssetBench(directory: first.directory)
    #expect(!isThere("a.png", second))
    #expect(isThere("b.png", second) == (kind == "one entry"))
    #expect(second.contents.count == (kind == "one entry" ? 1 : 0))
  }

  @Test func `what crashed downloads left, and files that nothing names, are gone after a start`()
    async throws
  {
    let first = try await filled(["a.png"])
    for path in ["incoming/7", "content/unknown.png"] {
      try Data([1]).write(to: first.directory.appendingPathComponent(path))
    }
    let second = AssetBench(directory: first.directory)
    #expect(isThere("a.png", second))
    #expect(second.contents.count == 1 && second.files.count == 2)
  }

  @Test func `what no campaign wants makes room first, the longest unused before the others`() async throws {
    let bench = try await filled(["a.png", "b.png", "c.png"]) {
      ($0.maximumAssetBytes, $0.maximumCacheBytes) = (1_024, 4 * 1_024)
    }
    #expect(isThere("a.png", bench))
    bench.perform(bench.assets.adopt(AssetPlan(["d.png", "e.png", "f.png"])))
    try await bench.answer("d.png", Sample.png(10, count: 1_024))
    try await bench.answer("e.png", Sample.png(11, count: 1_024))
    try await bench.answer("f.png", Sample.png(12, count: 1_024))
    #expect(bench.contents.count == 4)
    #expect(["d.png", "e.png", "f.png", "a.png"].allSatisfy { isThere($0, bench) })
    #expect(!isThere("b.png", bench) && !isThere("c.png", bench))
  }

  @Test
  func
    `fetched in advance, nothing takes the place of what is wanted more; for a message that shows now, the least wanted goes`()
    async throws
  {
    let bench = AssetBench { ($0.maximumAssetBytes, $0.maximumCacheBytes) = (1_024, 2 * 1_024) }
    bench.perform(bench.assets.adopt(AssetPlan(["a.png", "b.png", "c.png", "d.png", "e.png"])))
    try await bench.answer("c.png", Sample.png(3, count: 1_024))
    try await bench.answer("b.png", Sample.png(2, count: 1_024))
    try await bench.answer("d.png", Sample.png(4, count: 1_024))
    // d was refused, so e was not even asked for, or is stopped in vain.
    #expect(bench.contents.count == 2)
    try await bench.answer("a.png", Sample.png(1, count: 1_024))
    #expect(isThere("a.png", bench) && isThere("b.png", bench) && !isThere("c.png", bench))
    bench.perform(bench.assets.prepare(Sample.picture("x.png"), for: "x"))
    try await bench.answer("x.png", Sample.png(9, count: 1_024))
    #expect(bench.ready["x"] != nil)
    #expect(isThere("a.png", bench) && !isThere("b.png", bench))
  }

  @Test func `what a message shows stays, whatever needs room; when nothing else can go, the newcomer fails`()
    async throws
  {
    let bench = AssetBench { ($0.maximumAssetBytes, $0.maximumCacheBytes) = (1_024, 2 * 1_024) }
    for (number, name) in ["a.png", "b.png", "c.png"].enumerated() {
      bench.perform(bench.assets.prepare(Sample.picture(name), for: name))
      try await bench.answer(name, Sample.png(number, count: 1_024))
    }
    #expect(bench.failed == ["c.png": .noRoom])
    #expect(
      try Array(Data(contentsOf: try #require(bench.local("a.png", for: "a.png"))))
        == Sample.png(0, count: 1_024))
    bench.perform(bench.assets.release("a.png"))
    bench.perform(bench.assets.prepare(Sample.picture("c.png"), for: "again"))
    try await bench.answer("c.png", Sample.png(2, count: 1_024))
    #expect(bench.ready["again"] != nil)
  }

  @Test func `no more assets are kept than the policy counts, but a message may show more at a time`()
    async throws
  {
    let bench = AssetBench { $0.maximumAssetCount = 2 }
    let names = ["a.png", "b.png", "c.png"]
    bench.perform(bench.assets.prepare(Sample.html(names), for: "p"))
    for (number, name) in names.enumerated() { try await bench.answer(name, Sample.png(number)) }
    #expect(bench.ready["p"]?.fileURLs.count == 3)
    bench.perform(bench.assets.release("p"))
    bench.perform(bench.assets.prepare(Sample.picture("d.png"), for: "q"))
    try await bench.answer("d.png", Sample.png(9))
    #expect(bench.contents.count == 2)
    #expect(isThere("c.png", bench) && isThere("d.png", bench))
  }

  @Test func `the same bytes under two addresses are one file, until the last of them goes`() async throws {
    let bench = AssetBench { $0.maximumAssetCount = 2 }
    for name in ["a.png", "b.png"] {
      bench.perform(bench.assets.prepare(Sample.picture(name), for: name))
      try await bench.answer(name, Sample.png())
      bench.perform(bench.assets.release(name))
    }
    #expect(bench.contents.count == 1)
    bench.perform(bench.assets.prepare(Sample.picture("c.png"), for: "c"))
    try await bench.answer("c.png", Sample.png(1))
    #expect(!isThere("a.png", bench) || !isThere("b.png", bench))
    #expect(bench.contents.count == 2)
  }

  @Test func `what is used, and when, outlives a restart: the order of leaving is the same`() async throws {
    let first = try await filled(["a.png", "b.png"])
    #expect(isThere("a.png", first))
    first.assets.save()
    let second = AssetBench(directory: first.directory) { $0.maximumAssetCount = 2 }
    second.perform(second.assets.prepare(Sample.picture("c.png"), for: "c"))
    try await second.answer("c.png", Sample.png(9))
    #expect(isThere("a.png", second) && !isThere("b.png", second))
  }
}
