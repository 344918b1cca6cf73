// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Authoring
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import MartletCore
import MartletWire
import Pages
import Store

/// `/audiences`: who campaigns are for.
struct AudienceRoutes: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("audiences", use: list)
    group.get("audiences/new") { request, context in try await show(nil, request, context) }
    group.post("audiences/new") { request, context in try await answer(nil, request, context) }
    group.get("audiences/:id") { request, context in try await show(try context.audienceID, request, context)
    }
    group.post("audiences/:id") { request, context in
      try await answer(try context.audienceID, request, context)
    }
    group.post("audiences/:id/delete", use: delete)
  }

  @Sendable
  private func list(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let names = try await names(visit)
    let allUses = try await console.uses(visit)
    var lines: [AudiencePage.List.Line] = []
    for audience in try await console.audiences(visit) {
      let uses = allUses[audience.id]
      lines.append(
        AudiencePage.List.Line(
          name: audience.name, href: "/audiences/\(audience.id)",
          words: audience.isList
            ? "Uploaded list"
            : audience.parsed.map { $0.words(names).capitalisingFirst } ?? "A newer version wrote this rule",
          uses: uses.isEmpty
            ? "Not used"
            : NumberWords.plural(uses.campaigns.count, "campaign", "campaigns")
              + (uses.audiences.isEmpty
                ? "" : ", " + NumberWords.plural(uses.audiences.count, "audience", "audiences")),
          updated: UTCTime(audience.updatedAt).date))
    }
    return console.response(
      "audiences/list", AudiencePage.List(audiences: lines, canCreate: visit.may(.author)),
      visit.frame(title: "Audiences", section: "audiences", isWide: true))
  }

  // MARK: - One audience

  private func show(_ id: AudienceID?, _ request: Request, _ context: ServerRequestContext) async throws
    -> Response
  {
    let visit = try await console.visit(request, context)
    let audience = try await audience(id, visit)
    if let audience, audience.isList { return Response(seeOther: "/audiences/\(audience.id)/list") }
    let names = try await names(visit, except: id)
    var form = AudienceForm.write(audience?.rule ?? ["all": []], names)
    form["name"] = audience?.name ?? ""
    if audience == nil { form["condition.0.subject"] = "" }
    let isExact = request.countsExactly
    let count = try await audience.asyncMap { try await console.count($0, isExact: isExact, visit) }
    let reading = AudienceForm.read(form, names)
    return try await page(
      form, audience, names, visit, problems: count?.problems.map { Self.problem($0, reading, form) } ?? [],
      refuses: false,
      count: count?.number, compares: request.comparesAudience)
  }

  private func answer(_ id: AudienceID?, _ request: Request, _ context: ServerRequestContext) async throws
    -> Response
  {
    let visit = try await console.visit(request, context)
    let audience = try await audience(id, visit)
    let fields = try await request.formFields()
    let names = try await names(visit, except: id)
    let form = CampaignForm(fields)
    let command = fields["do"] ?? "save"
    let counts = command == "count" || command == "count_exactly"
    guard command == "save" || counts else {
      return try await page(AudienceForm.edit(form, command), audience, names, visit)
    }
    let attributes = AudienceForm.hasOpenConditions(form) ? await console.attributes(app: visit.app.id) : nil
    let reading = AudienceForm.read(attributes.map { AudienceForm.comparing(form, $0) } ?? form, names)
    guard reading.problems.isEmpty else {
      return try await page(
        form, audience, names, visit, problems: reading.problems, refuses: !counts, attributes: attributes)
    }
    if command == "save", !visit.may(.publish), let audience,
      !(try await console.uses(of: audience, visit)).campaigns.isEmpty
    {
      return try await page(form, audience, names, visit, problems: [.usedByCampaign("audience")])
    }
    do throws(Rejection) {
      if counts {
        let count = try await console.audiences.count(
          reading.rule, isExact: command == "count_exactly", app: visit.app.id)
        return try await shown(form, audience, names, visit, count, attributes)
      }
      let name = form["name"].trimmed
      let saved =
        if let audience {
          try await console.audiences.update(
            audience.id, name: name, rule: reading.rule,
            expectedRevision: fields["revision"].flatMap { Int($0) } ?? audience.revision,
            ifUnused: !visit.may(.publish), app: visit.app.id)
        } else {
          try await console.audiences.create(name: name, rule: reading.rule, app: visit.app.id)
        }
      return console.redirect(to: "/audiences/\(saved.id)", .good, "“\(saved.name)” is saved.")
    } catch {
      switch error {
      case .invalid(_, let diagnostics):
        let problems = diagnostics.map { Self.problem($0, reading, form) }
        return try await page(
          form, audience, names, visit, problems: problems, refuses: !counts, attributes: attributes)
      case .conflict:
        let problem = FormProblem(
          field: "name", message: "Someone else saved this audience while you were editing.",
          remedy: "Open it in another tab, and enter your changes there again.")
        return try await page(form, audience, names, visit, problems: [problem])
      case .inUse:
        return try await page(form, audience, names, visit, problems: [.usedByCampaign("audience")])
      default: throw error
      }
    }
  }

  /// Errors of the page itself are errors of the store.
  private func shown(
    _ form: CampaignForm, _ audience: Audience?, _ names: AudienceNames, _ visit: Visit,
    _ count: AudienceAuthoring.QuickCount,
    _ attributes: [String: KnownValues]?
  ) async throws(Rejection) -> Response {
    do { return try await page(form, audience, names, visit, count: count, attributes: attributes) } catch {
      throw .notFound(.audience)
    }
  }

  /// - Parameters:
  ///   - refuses: Whether the problems kept something from being done. A count of a rule that is
  ///     still being written only says them.
  ///   - attributes: What is known of the values of attributes. nil: it is read.
  private func page(
    _ form: CampaignForm, _ audience: Audience?, _ names: AudienceNames, _ visit: Visit,
    problems: [FormProblem] = [], refuses: Bool = true,
    count: AudienceAuthoring.QuickCount? = nil, compares: Bool = false,
    attributes: [String: KnownValues]? = nil
  ) async throws -> Response {
    var suggestions = await console.suggestions(app: visit.app.id)
    suggestions.attributes =
      if let attributes { attributes } else { await console.attributes(app: visit.app.id) }
    suggestions.facts = await console.facts(app: visit.app.id)
    let fields = EditorFields(form, problems, suggestions)
    let uses = try await audience.asyncMap { try await console.uses(of: $0, visit) } ?? AudienceUses.Users()
    let path = audience.map { "/audiences/\($0.id)" } ?? "/audiences/new"
    let isJSON = !form[AudienceForm.json].isEmpty
    let model = AudiencePage.Edit(
      formPath: path, isNew: audience == nil, title: audience?.name ?? "New audience",
      revision: audience.map { "\($0.revision)" } ?? "",
      name: fields.field("name", "Name", hint: "Only your team sees it."),
      match: fields.field(
        "match", "People who match", standard: "all",
        choices: [.init("all", "all conditions"), .init("any", "any condition")]),
      rows: isJSON ? [] : form.rows(AudienceForm.list).map { AudiencePage.row($0, fields) },
      json: isJSON
        ? fields.field(
          AudienceForm.json, "Rule as JSON", hint: "The form has no fields for all of this rule.", code: .json
        ) : nil,
      names: [
        AudiencePage.Suggestions(
          id: "audience-names",
          names: Set(names.audiences.values).union(names.campaigns.values).union(suggestions.events)
            .union(suggestions.attributes.keys).sorted()),
        AudiencePage.Suggestions(
          id: "audience-questions", names: Set(names.surveys.values.joined().map(\.title)).sorted()),
        AudiencePage.Suggestions(
          id: "audience-answers",
          names: Set(names.surveys.values.joined().flatMap(\.choices).map(\.title)).sorted()),
      ],
      problems: problems.map(\.link), hasProblems: !problems.isEmpty,
      problemsTitle: refuses ? "Not saved" : "Not counted",
      count: count.map { AudienceCountPart($0, isForm: visit.may(.author)) },
      canEdit: visit.may(.author), noun: "audience", uses: uses.links, isUsed: !uses.isEmpty,
      exportPath: audience != nil && visit.may(.publish) ? path + "/people.csv" : nil,
      deletePath: path + "/delete",
      insight: try await audience.asyncMap { try await console.insight(into: $0, compares: compares, visit) })
    var frame = visit.frame(
      title: model.title, section: "audiences", trail: [Frame.Link(label: "Audiences", href: "/audiences")],
      scripts: isJSON ? ["code-field.js"] : [], isWide: true)
    frame.styleSheets.append("editor.css")
    return console.response(
      "audiences/edit", model, frame, status: problems.isEmpty || !refuses ? .ok : .unprocessableContent)
  }

  @Sendable
  private func delete(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let id = try context.audienceID
    let audience = try await audience(id, visit)
    do throws(Rejection) {
      try await console.audiences.delete(id, expectedRevision: nil, app: visit.app.id)
    } catch {
      guard case .inUse = error else { throw error }
      return console.redirect(
        to: "/audiences/\(id)", .warn,
        "“\(audience?.name ?? "")” is in use. Choose another audience in what uses it first.")
    }
    return console.redirect(to: "/audiences", .good, "“\(audience?.name ?? "")” is deleted.")
  }

  /// What is wrong with a rule, at the field of the form that has it.
  private static func problem(_ found: Diagnostic, _ reading: AudienceForm.Reading, _ form: CampaignForm)
    -> FormProblem
  {
    FormProblem(
      severity: found.severity, field: reading.field(found.field, in: form), message: found.message,
      remedy: found.remedy)
  }

  /// - Parameter id: nil for a new one.
  private func audience(_ id: AudienceID?, _ visit: Visit) async throws -> Audience? {
    try await id.asyncMap { try await console.audience($0, visit) }
  }

  private func names(_ visit: Visit, except id: AudienceID? = nil) async throws -> AudienceNames {
    AudienceNames(
      campaigns: try await console.campaigns.content(of: visit.app.id).campaigns,
      audiences: try await console.audiences(visit).filter { $0.id != id })
  }
}

extension FormProblem {
  /// Said to whoever may not change running campaigns.
  static func usedByCampaign(_ noun: String) -> FormProblem {
    FormProblem(
      field: "name", message: "A campaign uses this \(noun).",
      remedy: "Ask somebody who may publish to change it.")
  }
}

extension Optional {
  func asyncMap<Result>(_ body: (Wrapped) async throws -> Result) async rethrows -> Result? {
    guard let self else { return nil }
    return try await body(self)
  }
}
