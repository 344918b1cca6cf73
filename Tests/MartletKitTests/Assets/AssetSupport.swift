// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import Testing

@testable import MartletKit

/// Assets on a manual clock with a folder of their own, and a network that the test answers by
/// hand.
final class AssetBench {
  let clock = ManualClock()
  let directory: URL
  let assets: Assets
  let log = LogBook()
  /// Downloads under way, the earliest first.
  private(set) var running: [AssetDownload] = []
  private(set) var started: [AssetDownload] = []
  private(set) var cancelled: [Int] = []
  private(set) var ready: [String: Martlet.LocalAssets] = [:]
  private(set) var failed: [String: AssetFailure] = [:]

  init(directory: URL = .temporary(), _ change: (inout Martlet.Configuration.AssetPolicy) -> Void = { _ in })
  {
    self.directory = directory
    var policy = Martlet.Configuration.AssetPolicy()
    change(&policy)
    var logger = Martlet.Configuration.Logger()
    logger.level = .debug
    logger.print = { [log] text, level in
      log.add("\(level): \(text)")
      return false
    }
    assets = Assets(
      policy: policy, directory: directory.path, environment: clock.environment,
      log: Log(logger, environment: clock.environment))
  }

  func perform(_ effects: [Assets.Effect]) {
    for effect in effects {
      switch effect {
      case .start(let download):
        running.append(download)
        started.append(download)
      case .cancel(let id):
        cancelled.append(id)
        running.removeAll { $0.id == id }
      case .ready(let presentation, let local):
        #expect(
          ready[presentation] == nil && failed[presentation] == nil, "a second answer for \(presentation)")
        ready[presentation] = local
      case .failed(let presentation, let failure, _):
        #expect(
          ready[presentation] == nil && failed[presentation] == nil, "a second answer for \(presentation)")
        failed[presentation] = failure
      }
    }
  }

  var runningPaths: [String] { running.map(\.request.url.lastPathComponent) }

  /// Ends the download of an address as the network would.
  func answer(_ name: String, _ result: Result<TransportResponse, any Error>) async throws {
    let position = try #require(running.firstIndex { $0.request.url.lastPathComponent == name })
    let download = running.remove(at: position)
    let answer = await download.run(by: OneAnswer(result: result), now: clock.environment.now)
    perform(assets.handle(answer, of: download.id))
  }

  func answer(_ name: String, _ body: [UInt8], status: Int = 200, headers: [String: String] = [:])
    async throws
  {
    try await answer(name, .success(TransportResponse(status: status, headers: headers, body: body)))
  }

  /// Ends all downloads, and those that follow from them, by a real transport.
  func runAll(by transport: any Transport) async {
    while !running.isEmpty {
      let download = running.removeFirst()
      let answer = await download.run(by: transport, now: clock.environment.now)
      perform(assets.handle(answer, of: download.id))
    }
  }

  func advance(by duration: Duration) async {
    await clock.advance(by: duration)
    perform(assets.timePassed())
  }

  /// Where a presentation finds an asset.
  func local(_ name: String, for presentation: String) -> URL? {
    URL(string: Sample.url(name)).flatMap { ready[presentation]?[$0] }
  }

  /// Every file below the folder, by its path in it.
  var files: [String] {
    (FileManager.default.enumerator(atPath: directory.path)?.allObjects as? [String] ?? []).filter { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: directory.appendingPathComponent(path).path, isDirectory: &isFolder)
      return !isFolder.boolValue
    }.sorted()
  }

  var contents: [String] { files.filter { $0.hasPrefix("content/") } }
}

struct OneAnswer: Transport {
  let result: Result<TransportResponse, any Error>

  func send(_ request: TransportRequest) async throws -> TransportResponse { try result.get() }
}

/// Bytes that count as what they are called.
enum Sample {
  static func png(_ filler: Int = 0, count: Int = 32) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + [UInt8](repeating: UInt8(truncatingIfNeeded: filler), count: count - 8)
  }

  static let page = Array("<!DOCTYPE html><html><body>Not found</body></html>".utf8)

  static func url(_ name: String) -> String { "https://cdn.example.test/\(name)" }

  static func picture(_ name: String) -> Wire.Message {
    Wire.Message(kind: .known(.modal), message: "Hello", imageURL: url(name))
  }

  static func html(_ names: [String]) -> Wire.Message {
    Wire.Message(kind: .known(.html), message: "<html></html>", assetURLs: names.map(url))
  }

  static func campaign(
    _ id: String, _ message: Wire.Message, bucket: Wire.Priority.Bucket = .medium, order: Int = 0
  ) -> Wire.Campaign {
    Wire.Campaign(
      id: id, priority: .init(bucket: .known(bucket), order: order), createdAt: Instant(milliseconds: 0),
      triggers: [.init(kind: .known(.sessionStart))], message: message)
  }
}

extension AssetPlan {
  init(_ names: [String], maximumCount: Int = 500) {
    self.init(messages: names.map(Sample.picture), maximumCount: maximumCount)
  }

  init(messages: [Wire.Message], maximumCount: Int) {
    self.init(messages.map { AssetNeeds($0) }, maximumCount: maximumCount)
  }
}

extension Assets {
  /// As the client does with the campaigns of a sync.
  func adopt(_ campaigns: [Wire.Campaign]) -> [Effect] {
    adopt(
      campaigns.compactMap { try? $0.definition() },
      needs: Dictionary(
        campaigns.map { (CampaignID($0.id), AssetNeeds($0.message)) }, uniquingKeysWith: { $1 }))
  }

  func prepare(_ message: Wire.Message, for presentation: String) -> [Effect] {
    prepare(AssetNeeds(message), for: presentation)
  }
}
