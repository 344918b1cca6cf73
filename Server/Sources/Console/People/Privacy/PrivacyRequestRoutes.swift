// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Pages
import Store

/// `/privacy/requests`: what people have asked for about their own data, and the team's answers.
struct PrivacyRequestRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("privacy/requests", use: list)
    group.get("privacy/requests/:id", use: page)
    group.post("privacy/requests/:id/done", use: done)
    group.post("privacy/requests/:id/decline", use: decline)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let query = PrivacyRequestsPage.Query(
      isOpen: request.queryValue("state") != "closed", after: request.queryValue("after"))
    let page = try await console.store.privacyRequests(
      isOpen: query.isOpen, app: visit.app.id, after: query.after, limit: PrivacyRequestsPage.length)
    let settings = try await console.store.settings(app: visit.app.id)
    let model = PrivacyRequestsPage(
      page, query: query, isOff: settings.privacyRequests.mode == .off, now: context.receivedAt)
    return console.response(
      "people/requests", model, visit.frame(title: "Privacy requests", section: "people", trail: [.people]))
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    return answer(visit, try await stored(context, visit), context)
  }

  /// A deletion has a page of its own, which shows what there is and asks, and which answers the
  /// request too.
  @Sendable
  private func done(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let stored = try await stored(context, visit)
    guard stored.kind == .export else { throw Answers.notFound }
    return try await close(
      stored, with: .done(receipt: console.environment.makeID()), saying: "The request is done.", visit,
      context)
  }

  @Sendable
  private func decline(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let stored = try await stored(context, visit)
    let note = (try await request.formFields()["note"] ?? "").trimmed
    if let problem = PrivacyRequest.problem(withNote: note) {
      return answer(visit, stored, context, note: note, problem: problem.words)
    }
    let answer = PrivacyRequest.Answer.declined(note: note.isEmpty ? nil : note)
    return try await close(
      stored, with: answer, saying: "The request is declined. Tell the person why.", visit, context)
  }

  private func close(
    _ request: PrivacyRequest, with answer: PrivacyRequest.Answer, saying words: String, _ visit: Visit,
    _ context: ServerRequestContext
  ) async throws -> Response {
    do throws(StoreError) {
      _ = try await console.store.answerPrivacyRequest(
        request.id, with: answer, app: visit.app.id, at: context.receivedAt)
    } catch {
      guard case .conflict = error else { throw error }
      return console.redirect(
        to: PrivacyRequestPage.path(request.id), .warn, "Somebody has answered this request already.")
    }
    return console.redirect(to: PrivacyRequestsPage.path, .good, words)
  }

  private func stored(_ context: ServerRequestContext, _ visit: Visit) async throws -> PrivacyRequest {
    guard
      let request = try await console.store.privacyRequest(
        try context.parameters.require("id"), app: visit.app.id)
    else {
      throw Answers.notFound
    }
    return request
  }

  private func answer(
    _ visit: Visit, _ request: PrivacyRequest, _ context: ServerRequestContext, note: String = "",
    problem: String? = nil
  ) -> Response {
    let model = PrivacyRequestPage(request, now: context.receivedAt, note: note, problem: problem)
    let trail = [Frame.Link.people, Frame.Link(label: "Privacy requests", href: PrivacyRequestsPage.path)]
    return console.response(
      "people/request", model, visit.frame(title: model.title, section: "people", trail: trail),
      status: problem == nil ? .ok : .unprocessableContent)
  }
}
