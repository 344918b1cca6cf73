// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Statistics

/// `/api/v1/global-holdout`: what all campaigns together cause.
struct HoldoutRoutes: Sendable {
  let reports: HoldoutReports

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("global-holdout", use: result)
  }

  @Sendable
  private func result(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    let event = try request.selectors("event", 1...1, standard: EventSelector(.sessionStart))[0]
    let present = HoldoutPeriod(containing: context.receivedAt)
    var period = present
    if let name = request.queryValue("period") {
      guard let named = HoldoutPeriod(name: String(name), at: context.receivedAt) else {
        throw AdminAnswers.queryInvalid("period", expected: "a quarter until now, such as \(present.name)")
      }
      period = named
    }
    let report = try await AnalyticsRoutes.answering { [period] () throws(EventAnalytics.Problem) in
      try await reports.report(of: event, in: period, app: app, at: context.receivedAt)
    }
    return Response(json: report.json)
  }
}

extension HoldoutReport {
  fileprivate var json: Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "period": .string(period.name), "begin": .int(period.begin.milliseconds),
      "end": .int(period.end.milliseconds),
      "share": .int(Int64(share)), "event": .string(event.text),
    ]
    fields["counted_from"] = counted.map { .int($0.lowerBound.milliseconds) }
    fields["counted_to"] = counted.map { .int($0.upperBound.milliseconds) }
    switch standing {
    case .off: fields["state"] = "off"
    case .unknown: fields["state"] = "unknown"
    case .waiting(let from):
      fields["state"] = "waiting"
      fields["counted_from"] = .int(from.milliseconds)
    case .counted(let tally, let sampleRatio, let readout):
      fields["state"] = "counted"
      fields["held_out"] = tally.heldOut.json
      fields["others"] = tally.others.json
      fields["split"] = sampleRatio?.json
      fields["rates"] = readout?.json(
        zip(["held_out", "others"], Self.labels).map { (name: $0, label: $1) }, words: Self.words)
    }
    return .object(fields)
  }
}

extension HoldoutTally.Group {
  fileprivate var json: Wire.JSONValue {
    ["people": .int(Int64(people)), "converted": .int(Int64(converted))]
  }
}
