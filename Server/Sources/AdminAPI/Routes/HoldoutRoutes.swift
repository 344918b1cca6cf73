// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Authoring
public import Documents
public import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Statistics

/// `/api/v1/global-holdout`: what all campaigns together cause.
struct HoldoutRoutes: Sendable {
  let reports: HoldoutReports

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "global-holdout", id: "getGlobalHoldout", tag: .insight,
        "Compare what people do in the global holdout with what everybody else does.",
        details: """
          Everybody whom the app knows is compared, whether a campaign could have reached them \
          or not, so differences are small. The first 14 days of a period, and after a change \
          of the share, are not counted. Test devices are left out. Only stored events count. \
          At most 2,000,000 events are read; if there are more, the response is 422 with the \
          code `too_many_events`. Set the share with `PUT /api/v1/settings`.
          """,
        parameters: [
          .query("event", .named("EventSelector").with(.default("session_start")), "What is counted."),
          .query(
            "period", .text.with(.pattern("^20[0-9]{2}-q[1-4]$")),
            "A quarter until now, in UTC. Without it, the present one."),
        ],
        answer: "The result.",
        use: result)
    ]
  }

  @Sendable
  private func result(_ request: Request, context: ServerRequestContext) async throws -> HoldoutReport {
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
    return try await reports.report(of: event, in: period, app: app, at: context.receivedAt)
  }
}

extension HoldoutReport: Shaped {
  public static let shape = Shape<Self>(
    "GlobalHoldoutResult", "",
    .field(
      "period", \.period.name,
      "The quarter for which the same people are held out, such as `2026-q1`, in UTC."),
    .field("begin", \.period.begin), .field("end", \.period.end),
    .field("share", \.share, "In ten-thousandths, as it is now."), .field("event", \.event.text),
    .field(
      "state", \.state,
      """
      `off`: nobody is held out. `waiting`: nothing is counted in the first 14 days of a period and after a \
      change of the share. `unknown`: the share changed after the period.
      """, .words(["off", "unknown", "waiting", "counted"])),
    .optional("counted_from", \.countedFrom), .optional("counted_to", { $0.counted?.upperBound }),
    .optional("held_out", { $0.figures?.tally.heldOut }), .optional("others", { $0.figures?.tally.others }),
    .optional("split", { $0.figures?.split }),
    .optional(
      "rates",
      {
        $0.figures?.readout.map {
          ReadoutDocument(
            $0, zip(["held_out", "others"], labels).map { (name: $0, label: $1) }, words: words)
        }
      }))

  private var state: String {
    switch standing {
    case .off: "off"
    case .unknown: "unknown"
    case .waiting: "waiting"
    case .counted: "counted"
    }
  }

  private var countedFrom: Instant? {
    if case .waiting(let from) = standing { from } else { counted?.lowerBound }
  }

  private var figures: (tally: HoldoutTally, split: SampleRatio?, readout: ExperimentReadout?)? {
    if case .counted(let tally, let split, let readout) = standing { (tally, split, readout) } else { nil }
  }
}

extension HoldoutTally.Group: Shaped {
  public static let shape = Shape<Self>(
    "HoldoutGroup",
    """
    Everybody whom the app knows, and how many of them had the event at least once. Test devices do not \
    count.
    """, .field("people", \.people), .field("converted", \.converted))
}
