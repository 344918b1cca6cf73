// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Delivery
import HTTPSupport
import Hummingbird
import MartletWire

/// `POST /api/v1/events`: what programs know about people. Events update profiles and timelines and
/// trigger nothing on any device: a device decides only on what its own app logs, and no answer of
/// the server contains an event.
struct EventRoutes: Sendable {
  let intake: EventIntake

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.post("events", use: add)
  }

  @Sendable
  private func add(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let app = try context.appID
    var reader = try FieldReader(try await request.decode(Wire.JSONValue.self))
    let entries = reader.list("events")
    reader.require("events")
    reader.refuseUnknown(except: ["events"])
    try reader.finish()
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
    return Response(fields: ["results": .array(results.map(\.json))])
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
