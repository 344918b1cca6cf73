// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import Pages
import PeopleFiles
import Store

/// `/audiences/new/list` and `/audiences/:id/list`: audiences that are lists of user ids.
/// `/audiences/:id/people.csv`: who is in an audience, as a file.
struct AudienceListRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("audiences/new/list") { request, context in
      try await page(AudienceListPage.Source(), try await console.visit(request, context))
    }
    group.post("audiences/new/list") { request, context in
      try await change(nil, request, try await console.visit(request, context))
    }
    group.get("audiences/:id/list") { request, context in
      let visit = try await console.visit(request, context)
      return try await page(
        AudienceListPage.Source(audience: try await list(context, visit)), visit,
        compares: request.comparesAudience,
        isExact: request.countsExactly)
    }
    group.post("audiences/:id/list") { request, context in
      let visit = try await console.visit(request, context)
      return try await change(try await list(context, visit), request, visit)
    }
    group.get("audiences/:id/people.csv", use: export)
  }

  private func change(_ audience: Audience?, _ request: Request, _ visit: Visit) async throws -> Response {
    let fields = try await request.formFields()
    var source = AudienceListPage.Source(audience: audience, fields)
    if !visit.may(.publish), let audience, !(try await console.uses(of: audience, visit)).campaigns.isEmpty {
      source.problems = [.usedByCampaign("list")]
      return try await page(source, visit)
    }
    let file = UserIDFile(Array(source.text.utf8))
    source.file = file
    guard file.problems.isEmpty || (source.skips && !file.userIDs.isEmpty) else {
      return try await page(source, visit)
    }
    if let audience, source.change == .replace, file.userIDs.isEmpty, !source.empties,
      source.name == audience.name || !source.text.isEmpty
    {
      source.asksToEmpty = try await console.listLength(of: audience, visit) > 0
      if source.asksToEmpty { return try await page(source, visit) }
    }
    do throws(Rejection) {
      var list: Audience
      if let audience {
        list = audience
        if source.name != audience.name {
          list = try await console.audiences.update(
            audience.id, name: source.name, rule: audience.rule,
            expectedRevision: source.revision ?? audience.revision,
            ifUnused: !visit.may(.publish), app: visit.app.id)
        }
      } else {
        list = try await console.audiences.create(name: source.name, rule: nil, app: visit.app.id)
      }
      var words = "“\(list.name)” is saved."
      if !file.userIDs.isEmpty || (source.change == .replace && (audience == nil || source.empties)) {
        let length = try await console.audiences.changeList(
          of: list.id, source.change, userIDs: file.userIDs, ifUnused: !visit.may(.publish), app: visit.app.id
        )
        words = "“\(list.name)” has \(NumberWords.plural(length, "user id", "user ids"))."
      }
      if file.problemCount > 0 {
        words += " \(NumberWords.plural(file.problemCount, "wrong line was", "wrong lines were")) left out."
      }
      return console.redirect(to: "/audiences/\(list.id)/list", .good, words)
    } catch {
      switch error {
      case .invalid(_, let diagnostics):
        source.problems = diagnostics.map {
          FormProblem(
            severity: $0.severity, field: $0.field == "name" ? "name" : "text", message: $0.message,
            remedy: $0.remedy)
        }
      case .conflict:
        source.problems = [
          FormProblem(
            field: "name", message: "Someone else changed this list meanwhile.",
            remedy: "Open it in another tab, and change it there again.")
        ]
      case .inUse: source.problems = [.usedByCampaign("list")]
      default: throw error
      }
    }
    return try await page(source, visit)
  }

  private func page(
    _ source: AudienceListPage.Source, _ visit: Visit, compares: Bool = false, isExact: Bool = false
  ) async throws
    -> Response
  {
    var source = source
    if let audience = source.audience {
      source.length = try await console.listLength(of: audience, visit)
      source.count = try await console.count(audience, isExact: isExact, visit).number
      source.uses = try await console.uses(of: audience, visit)
      source.insight = try await console.insight(into: audience, compares: compares, visit)
    }
    let model = AudienceListPage(source, canEdit: visit.may(.author), canExport: visit.may(.publish))
    var frame = visit.frame(
      title: model.title, section: "audiences", trail: [Frame.Link(label: "Audiences", href: "/audiences")],
      isWide: true)
    frame.styleSheets.append("editor.css")
    return console.response(
      "audiences/upload", model, frame, status: model.isRefused ? .unprocessableContent : .ok)
  }

  @Sendable
  private func export(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let audience = try await console.audience(try context.audienceID, visit)
    let export = try await AudienceExport(of: audience, store: console.store, at: context.receivedAt)
    return Response(file: AudienceExport.fileName, contentType: AudienceExport.contentType) { put in
      try await export.write(put)
    }
  }

  /// The audience of the address, which is a list.
  private func list(_ context: ServerRequestContext, _ visit: Visit) async throws -> Audience {
    let audience = try await console.audience(try context.audienceID, visit)
    guard audience.isList else { throw Answers.notFound }
    return audience
  }
}
