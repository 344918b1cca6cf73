// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Delivery
import Domain
import HTTPSupport
import Hummingbird
import MartletCore
import Pages
import PeopleFiles
import Store

/// `/people/import` and `/people/export.*`: attributes of many people as files.
struct ImportRoutes: Sendable {
  let console: Console

  /// An import of up to so many values is done before the answer. Whoever begins a longer one sees
  /// its progress.
  private static let waitedFor = 2_000

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    for format in PeopleExport.Format.allCases {
      group.get("people/export.\(format.rawValue)") { request, context in
        let visit = try await console.visit(request, context)
        let export = PeopleExport(format, store: console.store, app: visit.app.id)
        return Response(file: format.fileName, contentType: format.contentType) { put in
          try await export.write(put)
        }
      }
    }
    group.get("people/import", use: page)
    group.post("people/import", use: read)
    group.get("people/import/:id", use: run)
    group.get("people/import/:id/problems", use: problems)
  }

  @Sendable
  private func page(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    return answer(ImportPage(ImportForm(id: console.environment.makeID())), visit)
  }

  /// Checks, begins the import or answers with the file of problems, as the pressed button says. A
  /// check stores nothing: the form carries the text.
  @Sendable
  private func read(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let form = ImportForm(try await request.formFields(), newID: console.environment.makeID)
    let run = ImportRun(
      PeopleImport(Array(form.text.utf8), format: form.format, types: form.types), id: form.id)
    switch form.action {
    case .check: return answer(ImportPage(form, run.dryRun()), visit)
    case .problems: return file(run.dryRun())
    case .store:
      let app = visit.app.id
      let task = try await console.imports.begin(run, id: form.id, app: app, at: context.receivedAt) {
        [intake = console.intake] events in
        try await intake.store(events, undecodable: [], device: nil, app: app, at: context.receivedAt)
      }
      if run.statements <= Self.waitedFor { await task?.value }
      return Response(seeOther: ImportRunPage.path(form.id))
    }
  }

  /// How far an import is, or what it did. For one that stopped or is unknown, the form that sends
  /// it again under its id.
  @Sendable
  private func run(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.parameters.require("id")
    guard ImportRun.isID(id) else { throw Answers.notFound }
    let page: ImportRunPage
    switch try await console.imports.state(id, app: visit.app.id) {
    case .running(let progress): page = ImportRunPage(id, progress)
    case .done(let outcome): page = ImportRunPage(id, outcome)
    case .stopped(let progress):
      let (sent, total) = (
        NumberWords.count(progress.sent), NumberWords.plural(progress.total, "value", "values")
      )
      let words =
        "The import stopped after \(sent) of \(total), because the server could not store more. What was stored stays."
      return answer(ImportPage(ImportForm(id: id), notice: "\(words) \(Self.again)"), visit)
    case nil:
      return answer(
        ImportPage(
          ImportForm(id: id),
          notice: "The server has no record of this import, for example after a restart. \(Self.again)"),
        visit
      )
    }
    let trail = [Frame.Link.people, Frame.Link(label: "Import people", href: "/people/import")]
    return console.response(
      "people/import-run", page, visit.frame(title: "Import", section: "people", trail: trail))
  }

  private static let again =
    "To store the rest, check and import the same file again here. No value is stored twice."

  @Sendable
  private func problems(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    guard
      case .done(let outcome)? = try await console.imports.state(
        try context.parameters.require("id"), app: visit.app.id)
    else {
      throw Answers.notFound
    }
    return file(outcome)
  }

  private func file(_ outcome: ImportRun.Outcome) -> Response {
    Response(file: "problems.csv", contentType: PeopleExport.Format.csv.contentType) {
      [bytes = outcome.problemFile] put in
      try await put(bytes)
    }
  }

  private func answer(_ model: ImportPage, _ visit: Visit) -> Response {
    console.response(
      "people/import", model, visit.frame(title: "Import people", section: "people", trail: [.people]))
  }
}
