// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

@testable import Backtest

/// Somebody who uses a test device, and the records of the device.
struct Bench {
  var past = Past("ada")
  var records = TestDeviceRecords(devices: ["bench"])

  /// A message that is shown once, and one that waits behind it.
  static let backtest: Backtest = {
    let once = Campaign.on("cart_viewed", id: "once") {
      $0.priority = Wire.Priority(bucket: .known(.high), order: 0)
      $0.rules.reEligibility = Wire.ReEligibility(type: .known(.once))
    }
    return Backtest(.on("never", id: "offer"), among: [once, .on("cart_viewed", id: "often")])
  }()

  /// A session in which they look at their cart.
  ///
  /// - Parameter late: How long after the decision it reached the server.
  mutating func look(day: Int, late: Duration = .zero, _ candidates: Wire.DecisionRecord.Candidate...) {
    past.add(.sessionStart, day: day, device: "bench", isTest: true)
    log("cart_viewed", day: day, 100, late: late, candidates)
    past.add(.sessionEnd(lengthMilliseconds: 600_000), day: day, 1_000, device: "bench", isTest: true)
  }

  /// An event, and what the device decided about it.
  mutating func log(
    _ name: String, day: Int, _ seconds: Int, late: Duration = .zero,
    _ candidates: [Wire.DecisionRecord.Candidate]
  ) {
    past.add(.custom(name: name, properties: ["total": 5]), day: day, seconds, device: "bench", isTest: true)
    let event = past.person.events[past.person.events.count - 1].record.id
    let decision = Wire.DecisionRecord(
      decisionID: event, eventID: event, eventKind: "custom", eventName: name, candidates: candidates)
    note(.decision(decision), day: day, seconds, late: late)
  }

  mutating func note(_ outcome: Outcome, of campaign: String, day: Int, _ seconds: Int = 100) {
    let presentation = Wire.EventRecord.Presentation(id: "p\(day)", campaignID: campaign, campaignVersion: 1)
    note(
      .outcome(presentation, outcome: .known(outcome.wireKind), reason: outcome.wireReason), day: day, seconds
    )
  }

  mutating func note(_ body: Wire.EventRecord.Body, day: Int, _ seconds: Int = 100, late: Duration = .zero) {
    let at = Past.at(day: day, seconds)
    let record = Wire.EventRecord(
      id: "r\(records.entries.count)", at: at, sessionID: "s\(day)", userID: "ada", body: body)
    records.entries.append(
      TestDeviceRecords.Entry(deviceID: "bench", at: at, receivedAt: at + late, record: record))
  }
}

extension Wire.DecisionRecord.Candidate {
  static func of(
    _ campaign: String, _ verdict: Wire.DecisionRecord.Verdict, version: Int = 1,
    _ detail: [String: Wire.JSONValue] = [:]
  ) -> Self {
    Self(campaignID: campaign, campaignVersion: version, verdict: .known(verdict), detail: detail)
  }
}
