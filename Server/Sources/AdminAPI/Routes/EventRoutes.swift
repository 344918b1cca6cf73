// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Delivery
import Documents
import HTTPSupport
import Hummingbird
import MartletWire

/// `POST /api/v1/events`: what programs know about people. Events update profiles and timelines and
/// trigger nothing on any device: a device decides only on what its own app logs, and no answer of
/// the server contains an event.
struct EventRoutes: Sendable {
  let intake: EventIntake

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .post, "events", id: "addEvents", tag: .people,
        """
        Send up to 500 events from other systems. Each event gets its own result, after it \
        is stored.
        """,
        details: """
          Custom events, purchases, attributes and attribute changes, each with its user. They \
          update profiles and timelines. They never trigger messages on a device, because a \
          device only decides about events from its own app. Events with the same id for the \
          same user count once.
          """,
        body: .json(ProgramEvents.self),
        answer: "One result per event.",
        use: add)
    ]
  }

  @Sendable
  private func add(_ request: Request, context: ServerRequestContext) async throws -> EventResults {
    let app = try context.appID
    let entries = try ProgramEvents(body: try await request.decode(Wire.JSONValue.self)).events
    guard entries.count <= Wire.Limits.eventsPerRequest else {
      throw Wire.Problem(
        status: 413, code: "value_too_many",
        title: "A request can have up to \(Wire.Limits.eventsPerRequest) events.",
        remedy: "Send the rest in further requests.", field: "events")
    }
    var (events, refused): ([Wire.EventRecord], [Wire.RejectedEntry]) = ([], [])
    for (index, entry) in entries.enumerated() {
      do throws(Wire.DecodingProblem) {
        let event = try Wire.EventRecord(json: entry)
        if let refusal = event.refusal(at: index) { refused.append(refusal) } else { events.append(event) }
      } catch {
        refused.append(Wire.RejectedEntry(index: index, entry: entry, problem: error))
      }
    }
    let results = try await intake.store(
      events, undecodable: refused, device: nil, app: app, at: context.receivedAt)
    return EventResults(results: results)
  }
}

extension Wire.EventRecord {
  /// Refuses what a device did: programs only report what happened to a person elsewhere.
  fileprivate func refusal(at index: Int) -> Wire.RejectedEntry? {
    switch body {
    case .custom, .purchase, .attribute, .attributeChange: break
    default:
      return Wire.RejectedEntry(
        index: index, id: id, field: "kind",
        message:
          "Programs can only send custom events, purchases and attributes. The SDK reports what a device did.",
        code: "field_invalid")
    }
    guard userID == nil else { return nil }
    return Wire.RejectedEntry(
      index: index, id: id, field: "user_id", message: "An event from a program needs a user_id.",
      code: "field_missing")
  }
}

// MARK: - Documents

private struct ProgramEvents: ShapedRequest {
  /// Each is read by itself.
  var events: [Wire.JSONValue] = []

  static let shape = Shape<Self>(
    "ProgramEvents", "",
    .required(
      "events", \.events,
      """
      Events of kind `custom`, `purchase`, `attribute` or `attribute_change`, as in docs/wire.md, each with \
      a `user_id`.
      """, Schema.list(of: .named("Event")).with(.most(Wire.Limits.eventsPerRequest))))
}

private struct EventResults: Shaped {
  var results: [Wire.EventResult]

  static let shape = Shape<Self>("ProgramEventsResponse", "", .field("results", \.results))
}
