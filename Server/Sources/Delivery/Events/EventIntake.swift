// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import CoreMetrics
public import Domain
public import MartletCore
public import MartletWire
import Metrics
public import Store

/// Validates events one by one, stores the valid ones, and reports a result for each.
///
/// Answers only after the commit. When the store cannot write, the whole request fails with 503 and
/// the device sends all of it again; events that were already stored then come back as duplicates.
/// Every event enters through here.
public struct EventIntake: Sendable {
  private let store: any EventStore & SettingsStore
  private let environment: MartletCore.Environment
  private let metrics: any MetricsFactory

  public init(
    store: any EventStore & SettingsStore, environment: MartletCore.Environment,
    metrics: any MetricsFactory = NOOPMetricsHandler.instance
  ) {
    self.store = store
    self.environment = environment
    self.metrics = metrics
  }

  /// One result per entry that was sent, in the order it was sent. `undecodable` entries have their
  /// index in that list; `events` are the others.
  ///
  /// - Parameters:
  ///   - device: nil when a program sent them and not a device.
  ///   - refusal: The result for an event that its sender may not send; nil when they may.
  public func store(
    _ events: [Wire.EventRecord], undecodable: [Wire.RejectedEntry], device: Wire.Device?, app: AppID,
    at now: Instant,
    sender: IngestBatch.Sender = .program, role: DeviceRole = .own,
    refusing refusal: (Wire.EventRecord) -> Wire.EventResult? = { _ in nil }
  ) async throws(StoreError) -> [Wire.EventResult] {
    guard !events.isEmpty || !undecodable.isEmpty else { return [] }
    var results = [Wire.EventResult?](repeating: nil, count: events.count + undecodable.count)
    for entry in undecodable where results.indices.contains(entry.index) {
      results[entry.index] = .rejected(
        id: entry.id ?? "", code: entry.code, field: entry.field, message: entry.message)
    }
    // The remaining places belong to the entries that could be read, in their order.
    let places = results.indices.filter { results[$0] == nil }
    let isDoubtful = { (event: Wire.EventRecord) in event.userID.map(DoubtfulUserID.contains) ?? false }
    let refusesDoubtful =
      events.contains(where: isDoubtful) ? try await store.settings(app: app).refusesDoubtfulUserIDs : false
    var valid: [Wire.EventRecord] = []
    var (placesOfValid, encoded): ([Int], [[UInt8]]) = ([], [])
    for (place, event) in zip(places, events) {
      let bytes = Wire.encode(event)
      if let error = event.validate(encoded: bytes).first {
        results[place] = .rejected(
          id: event.id, code: error.code, field: error.field,
          message: [error.message, error.remedy ?? ""].joined(separator: " "))
      } else if refusesDoubtful, isDoubtful(event) {
        results[place] = .rejected(
          id: event.id, code: "user_id_refused", field: "user_id",
          message:
            "This user id is the text of a missing value. Sign people in when their id is known, or allow such ids in Settings, App."
        )
      } else if let result = refusal(event) {
        results[place] = result
      } else {
        valid.append(event)
        placesOfValid.append(place)
        encoded.append(bytes)
      }
    }
    if !valid.isEmpty {
      let start = environment.monotonicNow()
      let stored = try await store.ingest(
        IngestBatch(
          appID: app, device: device, receivedAt: now, events: valid, encoded: encoded, sender: sender,
          role: role))
      Timer(label: "martlet_commit_seconds", factory: metrics).record(
        duration: environment.monotonicNow() - start)
      for (result, place) in zip(stored, placesOfValid) { results[place] = result }
    }
    let answer = results.compactMap { $0 }
    count(answer)
    return answer
  }

  private func count(_ results: [Wire.EventResult]) {
    // There are only a few different results, almost always one.
    var counts: [(status: Wire.Open<Wire.EventResult.Status>, number: Int)] = []
    for result in results {
      if let index = counts.firstIndex(where: { $0.status == result.status }) {
        counts[index].number += 1
      } else {
        counts.append((result.status, 1))
      }
    }
    for (status, number) in counts {
      Counter(label: "martlet_events_total", dimensions: [("result", status.rawValue)], factory: metrics)
        .increment(by: number)
    }
  }
}

extension Wire.EventResult {
  fileprivate static func rejected(id: String, code: String, field: String, message: String) -> Self {
    Self(id: id, status: .known(.rejected), code: code, field: field, message: message)
  }
}
