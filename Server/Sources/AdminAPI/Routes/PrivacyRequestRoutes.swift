// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
public import Documents
public import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import MartletWire
import Store

/// `/api/v1/privacy/requests`: what people have asked for about their own data.
struct PrivacyRequestRoutes: Sendable {
  let store: any PrivacyRequestStore
  let environment: MartletCore.Environment

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "privacy/requests", id: "listPrivacyRequests", tag: .people,
        """
        List what people asked for in the app about their own data: the open requests, \
        oldest first, or the others, newest first.
        """,
        parameters: [
          .query("state", .words(["open", "closed"]).with(.default("open"))),
          .limit(PrivacyRequest.page, default: 50), .after,
        ],
        answer: "The requests.",
        use: list),
      Endpoint(
        .get, "privacy/requests/{id}", id: "getPrivacyRequest", tag: .people,
        "Get a privacy request.",
        answer: "The request.",
        use: get),
      Endpoint(
        .post, "privacy/requests/{id}/done", id: "completePrivacyRequest", tag: .people,
        "Carry out an open privacy request.",
        details: """
          A request for deletion deletes the person at once, like `DELETE \
          /api/v1/people/{id}`, and cannot be undone. A request for a copy is only marked: get \
          the data with `GET /api/v1/people/{id}/export`, and give it to the person before.
          """,
        answer: "The request.",
        use: done),
      Endpoint(
        .post, "privacy/requests/{id}/decline", id: "declinePrivacyRequest", tag: .people,
        "Decline an open privacy request. The app only learns that it was declined.",
        body: .json(Refusal.self),
        answer: "The request.",
        use: decline),
    ]
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> ListingPage<
    AnsweredRequest
  > {
    let word = request.queryValue("state") ?? "open"
    guard ["open", "closed"].contains(word) else {
      throw AdminAnswers.queryInvalid("state", expected: "open or closed")
    }
    let page = try await store.privacyRequests(
      isOpen: word == "open", app: try context.appID, after: try request.placeAfter(),
      limit: try request.limit(in: PrivacyRequest.page) ?? 50)
    return ListingPage(
      page.elements.map { AnsweredRequest(request: $0, now: context.receivedAt) }, next: page.next)
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> AnsweredRequest {
    AnsweredRequest(request: try await stored(context), now: context.receivedAt)
  }

  @Sendable
  private func done(_ request: Request, context: ServerRequestContext) async throws -> AnsweredRequest {
    try await answer(.done(receipt: environment.makeID()), context)
  }

  @Sendable
  private func decline(_ request: Request, context: ServerRequestContext) async throws -> AnsweredRequest {
    let note = try Refusal(body: try await request.document()).note
    if let problem = note.flatMap(PrivacyRequest.problem(withNote:)) {
      throw Wire.Problem(fields: [.init(problem)])
    }
    return try await answer(.declined(note: note.flatMap { $0.isBlank ? nil : $0 }), context)
  }

  private func answer(_ answer: PrivacyRequest.Answer, _ context: ServerRequestContext) async throws
    -> AnsweredRequest
  {
    let (app, request) = (try context.appID, try await stored(context))
    do throws(StoreError) {
      let answered = try await store.answerPrivacyRequest(
        request.id, with: answer, app: app, at: context.receivedAt)
      return AnsweredRequest(request: answered, now: context.receivedAt)
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

private struct Refusal: ShapedRequest {
  var note: String?

  static let shape = Shape<Self>(
    "PersonRequestRefusal", "",
    .accepted(
      "note", \.note, "Why, for the team. It is part of the person's data.",
      ["maxLength": .int(Int64(PrivacyRequest.noteLength))]))
}

/// As the API returns it now.
private struct AnsweredRequest: Listed {
  var request: PrivacyRequest
  var now: Instant

  static let listing = "requests"
  static let shape = Shape<Self>(
    "PersonRequest", "A person's request for a copy of their data or for its deletion.",
    .field("id", \.request.id, "Random."), .field("kind", \.request.kind),
    .optional("person_id", \.request.personID, "Absent: the person was deleted."),
    .field("state", \.request.state, "`lapsed`: the person was deleted before it was answered."),
    .field("requested_at", \.request.requestedAt), .field("due_at", \.request.dueAt),
    .field("is_overdue", { $0.request.isOverdue(at: $0.now) }, "It is open and due."),
    .optional("closed_at", \.request.closedAt),
    .optional("note", \.request.note, "Why it was declined."),
    .optional("receipt_id", \.request.receiptID, "The receipt of the deletion."))
}

extension PrivacyRequest.State: DocumentValue {}
