// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Crypto
import Domain
import Foundation
import MartletCore
import MartletKit
import MartletWire
import PushEndpoint
import Pushing
import ServerTestSupport
import Store
import StoreConformance
import StoreSQLite
import Synchronization
import Testing

/// R11, R12: a run survives SIGKILL at any point. `MARTLET_SENDER_KILLS` sets the number of kills,
/// `MARTLET_CRASH_SEED` the points.
@Suite(.timeLimit(.minutes(30)))
struct KilledSenderTests {
  private static let kills =
    ProcessInfo.processInfo.environment["MARTLET_SENDER_KILLS"].flatMap { Int($0) }
    ?? TestCases.count(8, full: 25)
  private static let seed =
    ProcessInfo.processInfo.environment["MARTLET_CRASH_SEED"].flatMap { UInt64($0) } ?? 1
  private static let devices = TestCases.count(1_600, full: 5_000)
  /// One in so many cannot get it.
  private static let withoutToken = 100
  /// The clock of each process is that far ahead of the one before: its claims have ended, and APNs
  /// takes a new provider token, which it does every 20 minutes.
  private static let step = 1_260

  @Test
  func
    `however often the sender is killed, every device has one row, and only a lost answer sends twice, with the same id`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "martlet-killed-sender-\(getpid())")
      .path
    try? FileManager.default.removeItem(atPath: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let key = Data(repeating: 7, count: KeySafe.keyBytes)
    try await prepare(folder, key: key)
    let ahead = Mutex(0)
    var environment = Environment.live
    let now = environment.now
    environment.now = { now() + .seconds(ahead.withLock { $0 }) }
    // Answers take a moment, as APNs' do, so that a sender is killed with pushes on their way.
    let endpoint = try await PushStage.endpoint(
      EndpointScript(otherwise: .delay(.milliseconds(20))), environment: environment)
    var chance = SeededGenerator(seed: Self.seed)
    /// How often a device's row was claimed when its sender was killed.
    var left: [String: Int] = [:]
    var killed = 0
    while killed < Self.kills {
      ahead.withLock { $0 += Self.step }
      let start = environment.now()
      let sender = try Sender(folder: folder, key: key, endpoint.host, ahead: ahead.withLock { $0 })
      // At the beginning, after some pushes, and anywhere in between.
      let remaining =
        Self.devices - Self.devices / Self.withoutToken - Set(endpoint.accepted.map(\.deviceToken)).count
      if Int.random(in: 0..<4, using: &chance) > 0, remaining > 0 {
        await endpoint.waitForRequests(
          endpoint.received
            + Int.random(
              in: 1...max(1, min(remaining, 2 * remaining / max(2, Self.kills - killed))), using: &chance))
      } else {
        sender.waitUntilReady()
      }
      var spins = Int.random(in: 0..<200_000, using: &chance)
      while spins > 0 { spins -= 1 }
      sender.kill()
      killed += 1
      for device in try await claimed(folder, since: start) { left[device, default: 0] += 1 }
    }
    let atKills = endpoint.acceptedCount
    // The last one is left alone.
    ahead.withLock { $0 += Self.step }
    let sender = try Sender(folder: folder, key: key, endpoint.host, ahead: ahead.withLock { $0 })
    let rows = try await finished(folder)
    sender.kill()
    await endpoint.stop()

    #expect(rows.count == Self.devices && Set(rows.map(\.deviceID)).count == Self.devices)
    let eligible = rows.filter { $0.outcome != .noToken }
    #expect(
      eligible.count == Self.devices - Self.devices / Self.withoutToken
        && eligible.allSatisfy { $0.outcome == .sent })
    // Each row was claimed once, and once more for each time that its sender was killed meanwhile.
    #expect(eligible.allSatisfy { $0.attempt == 1 + left[$0.deviceID, default: 0] })
    let pushes = Dictionary(grouping: endpoint.accepted, by: \.deviceToken)
    #expect(pushes.count == eligible.count)
    var twice = 0
    for row in eligible {
      let received = pushes[PushStage.token(Int(row.deviceID.dropFirst()) ?? 0)] ?? []
      #expect((1...row.attempt).contains(received.count))
      #expect(Set(received.map(\.id)).count == 1 && Set(received.map(\.collapseID)).count == 1)
      if received.count > 1 { twice += 1 }
    }
    print(
      "killed sender: \(killed) kills, \(atKills) pushes accepted before the last start, \(left.values.reduce(0, +)) claims taken over, "
        + "\(endpoint.acceptedCount) accepted for \(eligible.count) devices, \(twice) devices reached twice with the same id"
    )
    #expect(killed == Self.kills && atKills > 0 && !left.isEmpty)
  }

  private func prepare(_ folder: String, key: Data) async throws {
    let store = try SQLiteStore(directory: folder)
    try await PushStage.prepare(store, devices: Self.devices, push: Wire.PushNotification(title: "Hello"))
    for number in stride(from: 0, to: Self.devices, by: Self.withoutToken) {
      try await store.reportPush(
        Sample.device(PushStage.name(number), token: nil), sentAt: Sample.now, personID: nil, trust: .device,
        isLab: false, app: "shop",
        at: Sample.now)
    }
    let keyring = PushKeyring(store: store, safe: KeySafe(.key(Array(key))), environment: .live)
    _ = try await keyring.upload(PushStage.upload, app: "shop")
    let campaign = try #require(try await store.campaign("c", app: "shop"))
    try await store.insert(PushStage.run(campaign, at: Sample.now))
    try await store.close()
  }

  /// The devices whose rows a sender had when it was killed.
  private func claimed(_ folder: String, since start: Instant) async throws -> [String] {
    try await rows(folder).filter { row in
      row.outcome == nil && row.at >= start && row.dueAt.map { $0 > row.at } ?? false
    }.map(\.deviceID)
  }

  private func rows(_ folder: String) async throws -> [PushDelivery] {
    let store = try SQLiteStore(directory: folder)
    let rows = try await store.allPushDeliveries(run: "r", page: 200)
    try await store.leave()
    return rows
  }

  private func finished(_ folder: String) async throws -> [PushDelivery] {
    let store = try SQLiteStore(directory: folder)
    try await eventually("the run ends") { try await store.pushRun("r", app: "shop")?.state == .finished }
    try await store.leave()
    return try await rows(folder)
  }

  /// A process that sends.
  private final class Sender {
    private let process = Process()
    private let output = Pipe()

    init(folder: String, key: Data, _ host: APNsHost, ahead: Int) throws {
      guard case .certificates(let list) = host.trust, let certificate = list.first else {
        throw CocoaError(.fileNoSuchFile)
      }
      let directory = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      process.executableURL = directory.appendingPathComponent("CrashSender")
      process.arguments = [
        folder, key.base64EncodedString(), host.name, String(host.port),
        Data(certificate).base64EncodedString(), String(ahead),
      ]
      process.standardOutput = output
      try process.run()
    }

    func waitUntilReady() { _ = output.fileHandleForReading.availableData }

    func kill() {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }
}
