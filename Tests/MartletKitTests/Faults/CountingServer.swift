// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire

/// A server in memory that counts as `docs/wire.md` says under "Exactly once": each id once for
/// ever for its person, in one step for a whole request, and a status that is no success stores
/// nothing.
struct CountingServer: Sendable {
  /// An id counts once for the person it belongs to.
  struct Key: Hashable, Sendable {
    var person: String
    var id: String
  }

  private(set) var campaigns: [Wire.Campaign]
  private(set) var revision = 1
  private var known: Set<Key> = []
  /// Each event once, in the order of arrival.
  private(set) var events: [Wire.EventRecord] = []
  /// Counted as a report does, when an event is stored: `impression campaign`, `click campaign`,
  /// `custom name`.
  private(set) var counters: [String: Int] = [:]
  private(set) var duplicates = 0
  private(set) var retries = 0

  init(campaigns: [Wire.Campaign]) {
    self.campaigns = campaigns
  }

  mutating func edit() {
    revision += 1
  }

  /// - Parameter isBusy: true for the events that are to be sent again later.
  mutating func answer(_ request: TransportRequest, isBusy: (Wire.EventRecord) -> Bool) -> TransportResponse {
    do throws(Wire.DecodingProblem) {
      if request.url.path.hasSuffix("/sdk/v1/sync") {
        let sync = try Wire.decode(Wire.SyncRequest.self, from: request.plainBody)
        let tag = "r\(revision)"
        return Self.response(
          Wire.SyncResponse(
            definitions: sync.definitionsTag == tag ? nil : Wire.Definitions(tag: tag, campaigns: campaigns),
            results: store(sync.events, device: sync.device, isBusy)))
      }
      let events = try Wire.decode(Wire.EventsRequest.self, from: request.plainBody)
      return Self.response(Wire.EventsResponse(results: store(events.events, device: events.device, isBusy)))
    } catch {
      return Self.response(
        Wire.Problem(status: 400, code: error.code.rawValue, title: error.message), status: 400)
    }
  }

  private mutating func store(
    _ events: [Wire.EventRecord], device: Wire.Device, _ isBusy: (Wire.EventRecord) -> Bool
  ) -> [Wire.EventResult] {
    events.map { event in
      let key = Key(person: event.userID.map { "user " + $0 } ?? "device " + device.id, id: event.id)
      if known.contains(key) {
        duplicates += 1
        return Wire.EventResult(id: event.id, status: .known(.duplicate))
      }
      if isBusy(event) {
        retries += 1
        return Wire.EventResult(id: event.id, status: .known(.retry), code: "busy", message: "Later.")
      }
      known.insert(key)
      self.events.append(event)
      switch event.body {
      case .impression(let presentation): counters["impression \(presentation.id)", default: 0] += 1
      case .click(let presentation, _): counters["click \(presentation.id)", default: 0] += 1
      default: counters[event.label, default: 0] += 1
      }
      return Wire.EventResult(id: event.id, status: .known(.stored))
    }
  }

  static func response(_ form: some Wire.Form, status: Int = 200, headers: [String: String] = [:])
    -> TransportResponse
  {
    TransportResponse(
      status: status, headers: headers.merging(["content-type": "application/json"]) { $1 },
      body: Wire.encode(form))
  }
}
