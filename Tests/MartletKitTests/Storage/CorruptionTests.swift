// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletTesting
import MartletWire
import TestSupport
import Testing

@testable import MartletKit

/// Every file that the SDK stores, damaged in 200 ways each, and a client that is launched on it.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CorruptionTests {
  enum StoredFileKind: String, CaseIterable {
    case state, definitions, journal, recording, assetIndex, asset, lock

    func path(in folder: URL) throws -> URL {
      switch self {
      case .state, .definitions, .lock: folder.appendingPathComponent(rawValue)
      case .journal: try newest("journal.", in: folder)
      case .recording: try newest("engine.", in: folder)
      case .assetIndex: folder.appendingPathComponent("assets/index")
      case .asset: try newest("", in: folder.appendingPathComponent("assets/content"))
      }
    }

    private func newest(_ prefix: String, in folder: URL) throws -> URL {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.hasPrefix(prefix)
      }
      return folder.appendingPathComponent(try #require(names.max { ($0.count, $0) < ($1.count, $1) }))
    }

    /// Whether these bytes, in place of those that were written, can be told from a file that was
    /// never longer: whole records at the end of an append-only file may be missing, as after the
    /// end of a process.
    func mustBeNoticed(_ bytes: [UInt8], was: [UInt8]) -> Bool {
      switch self {
      case .lock: return false
      case .journal, .recording:
        let scan = JournalFrame.scan(bytes)
        return !scan.damage.isEmpty
      default: return true
      }
    }
  }

  private struct Prepared {
    var folder: URL
    var deviceID: String?
    var events: [String: Wire.EventRecord]
    var picture: [UInt8]
  }

  private static let address = "https://cdn.example.test/a.png"
  private static let signature = "signature-of-user-7"
  /// No two parts of it are equal.
  private static let picture =
    Sample.png(count: 8)
    + (0..<1_500).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }

  private static func server() -> ScriptedServer {
    let server = ScriptedServer(campaigns: [
      .onEvent("hello", message: Wire.Message(kind: .known(.modal), message: "Hello", imageURL: address)),
      .onEvent("other"),
    ])
    server.assets[address] = TransportResponse(
      status: 200, headers: ["content-type": "image/png", "etag": "\"1\""], body: picture)
    return server
  }

  /// What a launch of user-7 left that went offline after its first sync.
  private static func prepare() async throws -> Prepared {
    let network = SwitchableTransport(server())
    let bench = Bench(transport: network) { $0.api.sdkAuthentication = true }
    bench.martlet.changeUser(userId: "user-7", sdkAuthSignature: signature)
    bench.martlet.applicationDidBecomeActive()
    await bench.settle(until: { bench.delegate.decisions.count >= 1 })
    await bench.quiet()
    network.isOnline = false
    for number in 0..<20 {
      bench.martlet.logCustomEvent(name: "event-\(number)", properties: ["number": number])
    }
    bench.martlet.user.setCustomAttribute(key: "plan", value: "free")
    bench.martlet.applicationDidEnterBackground()
    await bench.martlet.settled()
    let folder = bench.copyOfDirectory()
    let records = try Journal(directory: bench.copyOfDirectory().path).recover().records.map(\.record)
    return Prepared(
      folder: folder, deviceID: await bench.martlet.deviceId,
      events: Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) }), picture: picture)
  }

  @Test(
    arguments: StoredFileKind.allCases, 0..<4)
  func
    `damage of any stored file is found, said once, and becomes neither another person nor anything else that was never stored`(
      of kind: StoredFileKind, quarter: Int
    ) async throws
  {
    let prepared = try await Self.prepare()
    let good = Array(try Data(contentsOf: kind.path(in: prepared.folder)))
    #expect(try await launch(prepared, kind, good, "undamaged") == 0)
    var noticed = 0
    // In quarters, so that the limit of time is for few enough launches on a busy machine.
    let seeds = PropertyCases.seeds(full: 200).enumerated().filter { $0.offset % 4 == quarter }.map(\.element)
    for seed in seeds {
      let bytes = Corruption.corrupt(good, seed: seed)
      guard bytes != good else { continue }
      let said = try await launch(prepared, kind, bytes, "\(kind), seed \(seed)")
      if kind.mustBeNoticed(bytes, was: good) {
        #expect(said == 1, "\(kind), seed \(seed)")
      } else {
        #expect(said <= 1, "\(kind), seed \(seed)")
      }
      noticed += said
    }
    #expect(
      kind == .lock ? noticed == 0 : noticed * 4 > seeds.count * 3,
      "\(noticed) of \(seeds.count) were noticed")
  }

  /// Returns how many lines of the log say that something is damaged.
  private func launch(_ prepared: Prepared, _ kind: StoredFileKind, _ bytes: [UInt8], _ what: String)
    async throws -> Int
  {
    let folder = URL.temporary()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(at: prepared.folder, to: folder)
    try Data(bytes).write(to: kind.path(in: folder))
    let server = Self.server()
    let network = SwitchableTransport(server, isOnline: false)
    let bench = Bench(transport: network, directory: folder, clock: ManualClock(seed: 2)) {
      $0.logger.level = .error
      $0.api.sdkAuthentication = true
      $0.triggerMinimumTimeInterval = 0
    }
    bench.martlet.applicationDidBecomeActive()
    bench.martlet.logCustomEvent(name: "hello")
    await bench.quiet()

    // Who it is.
    let (userID, deviceID, isOn) = (
      bench.martlet.user.id, await bench.martlet.deviceId, bench.martlet.isEnabled
    )
    if isOn {
      #expect(userID == "user-7" && deviceID == prepared.deviceID, "\(what)")
    } else {
      #expect(userID == nil && deviceID == nil && kind == .state, "\(what)")
    }
    // What is shown.
    for message in bench.presenter.presented {
      #expect(message.modal?.message == "Hello", "\(what)")
      guard case .image(let url)? = message.modal?.graphic else {
        Issue.record("\(what): without its picture")
        continue
      }
      #expect(try Data(contentsOf: url) == Data(prepared.picture), "\(what)")
    }
    let lines = bench.log.all.filter { line in
      ["damaged", "cut off", "cannot be read", "left out", "missing", "Could not"].contains {
        line.contains($0)
      }
        && !line.contains("an asset is missing")
    }

    // What is sent.
    network.isOnline = true
    bench.martlet.requestImmediateDataFlush()
    await bench.quiet()
    if !isOn { #expect(server.requests.isEmpty, "\(what)") }
    for request in server.requests where request.method == "POST" {
      #expect(request.headers[Wire.UserSignature.header] == Self.signature, "\(what)")
    }
    for event in server.storedEvents {
      if let original = prepared.events[event.id] {
        #expect(event == original, "\(what)")
      } else {
        #expect(event.userID == "user-7", "\(what)")
      }
    }
    if kind != .state, kind != .journal {
      #expect(Set(prepared.events.keys).isSubset(of: Set(server.storedEvents.map(\.id))), "\(what)")
    }
    #expect(bench.log.all.filter { $0.contains("damaged") }.count <= 1, "\(what): \(bench.log.all)")
    return lines.count
  }
}
