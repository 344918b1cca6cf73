// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Store

/// `/api/v1/privacy/requests`: what people have asked for about their own data.
struct PrivacyRequestRoutes: Sendable {
  let store: any PrivacyRequestStore
  let environment: MartletCore.Environment

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("privacy/requests", use: list)
    group.get("privacy/requests/:id", use: get)
    group.post("privacy/requests/:id/done", use: done)
    group.post("privacy/requests/:id/decline", use: decline)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let word = request.queryValue("state") ?? "open"
    guard ["open", "closed"].contains(word) else {
      throw AdminAnswers.queryInvalid("state", expected: "open or closed")
    }
    let page = try await store.privacyRequests(
      isOpen: word == "open", app: try context.appID, after: try request.placeAfter(),
      limit: try request.limit(in: PrivacyRequest.page) ?? 50)
    return Response(
      fields: [
        "requests": .array(page.elements.map { $0.json(at: context.receivedAt) }),
        "next": page.next.map { .string($0) },
      ])
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> Response {
    Response(json: try await stored(context).json(at: context.receivedAt))
  }

  @Sendable
  private func done(_ request: Request, context: ServerRequestContext) async throws -> Response {
    try await answer(.done(receipt: environment.makeID()), context)
  }

  @Sendable
  private func decline(_ request: Request, context: ServerRequestContext) async throws -> Response {
    var reader = try FieldReader(try await request.document())
    let note = reader.string("note")
    reader.refuseUnknown(except: ["note"])
    try reader.finish()
    if let problem = note.flatMap(PrivacyRequest.problem(withNote:)) {
      throw AdminAnswers.fieldErrors([.init(problem)])
    }
    return try await answer(.declined(note: note.flatMap { $0.isBlank ? nil : $0 }), context)
  }

  private func answer(_ answer: PrivacyRequest.Answer, _ context: ServerRequestContext) async throws
    -> Response
  {
    let (app, request) = (try context.appID, try await stored(context))
    do throws(StoreError) {
      let answered = try await store.answerPrivacyRequest(
        request.id, with: answer, app: app, at: context.receivedAt)
      return Response(json: answered.json(at: context.receivedAt))
    } catch {
      guard case .conflict = error else { throw error }
      throw Wire.Problem(
        status: 409, code: "privacy_request_closed", title: "The request is no longer open.",
        remedy: "Read it with GET /api/v1/privacy/requests/{id}.")
    }
  }

  private func stored(_ context: ServerRequestContext) async throws -> PrivacyRequest {
    guard
      let request = try await store.privacyRequest(
        try context.parameters.require("id"), app: try context.appID)
    else {
      throw Wire.Problem(
        status: 404, code: "privacy_request_not_found",
        title: "There is no privacy request with this id in this key's app.",
        remedy: "List them with GET /api/v1/privacy/requests.")
    }
    return request
  }
}

extension PrivacyRequest {
  fileprivate func json(at now: Instant) -> Wire.JSONValue {
    var fields: [String: Wire.JSONValue] = [
      "id": .string(id), "kind": .string(kind.rawValue), "state": .string(state.rawValue),
      "requested_at": .int(requestedAt.milliseconds), "due_at": .int(dueAt.milliseconds),
      "is_overdue": .bool(isOverdue(at: now)),
    ]
    fields["person_id"] = personID.map { .string($0) }
    fields["closed_at"] = closedAt.map { .int($0.milliseconds) }
    fields["note"] = note.map { .string($0) }
    fields["receipt_id"] = receiptID.map { .string($0) }
    return .object(fields)
  }
}
