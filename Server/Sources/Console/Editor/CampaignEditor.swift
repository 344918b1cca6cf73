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
import SceneHTML
import Store

/// `/campaigns/new`: the types of campaigns. `/campaigns/new/{type}` and `/campaigns/{id}/edit`:
/// the form and its answers. `/campaigns/preview`: what the form would show, for the page's script.
///
/// A sent form is answered with a redirect, or with the same page and everything that was typed.
struct CampaignEditor: Sendable {
  let console: Console

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("campaigns/new") { request, context in
      let visit = try await console.visit(request, context)
      return console.response(
        "campaigns/new", NewCampaignPage(), visit.frame(title: "New campaign", trail: [.campaigns]))
    }
    for type in CampaignType.allCases {
      group.get("campaigns/new/\(type.rawValue)") { request, context in
        let visit = try await console.visit(request, context)
        return try await page(EditorDraft(form: CampaignForm(type)), visit, context)
      }
      group.post("campaigns/new/\(type.rawValue)") { request, context in
        try await answer(nil, as: type, request, context)
      }
    }
    group.get("campaigns/:id/edit") { request, context in
      try await show(try context.campaignID, request, context)
    }
    group.post("campaigns/:id/edit") { request, context in
      try await answer(try context.campaignID, request, context)
    }
    group.post("campaigns/preview", use: preview)
  }

  // MARK: - Showing

  private func show(_ id: CampaignID, _ request: Request, _ context: ServerRequestContext) async throws
    -> Response
  {
    let visit = try await console.visit(request, context)
    let campaign = try await console.campaign(id, visit)
    guard campaign.state != .finished else { return finished(campaign) }
    if !visit.session.role.mayEdit(campaign) { try visit.session.require(.publish) }
    guard CampaignType(campaign.content) != nil else { return withoutForm(campaign) }
    let draft = EditorDraft(
      campaign: campaign, form: CampaignForm(name: campaign.name, content: campaign.content),
      revision: campaign.revision)
    return try await page(draft, visit, context)
  }

  private func page(
    _ draft: EditorDraft, _ visit: Visit, _ context: ServerRequestContext, status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    var draft = draft
    QuestionForm.name(&draft.form, console.environment.makeID)
    let suggestions = await console.suggestions(draft.form, app: visit.app.id)
    let reading = draft.form.comparing(suggestions).reading(over: draft.campaign?.content)
    let judged =
      console.judged(reading, of: draft.campaign)
      + (await console.languageProblems(reading, app: visit.app.id))
      + (await console.appProblems(reading, app: visit.app.id))
    let nonce = console.environment.makeID()
    let preview = await console.preview(reading.content, draft.preview, of: draft.campaign?.id, visit)
    draft.form.nameAudiences(suggestions.audiences)
    let source = EditorPage.Source(
      draft: draft, role: visit.session.role,
      // Until the author asks for it, a missing value is no mistake: the fields show only what is
      // easily overlooked. A form that nobody has begun is not checked at all.
      problems: draft.showsErrors
        ? judged
        : draft.isUntouched
          ? []
          : judged.filter {
            $0.severity == .warning || reading.misreadings.contains($0) && !draft.form[$0.field].isEmpty
          },
      folds: reading.content.rules.foldWords,
      review: CampaignReview(
        reading.naming(suggestions.audiences), problems: judged,
        isLaunched: draft.campaign?.launchedAt != nil,
        beside: await console.beside(reading, draft.campaign, judged, visit),
        attributes: await console.attributeNote(reading.content, app: visit.app.id),
        people: await console.reviewPeople(reading.content, app: visit.app.id), isUntouched: draft.isUntouched
      ),
      preview: PreviewPart(
        preview, choice: draft.preview, nonce: nonce,
        sceneSheet: console.site.assets.path(of: "scene.css") ?? "",
        formPath: draft.formPath,
        people: await console.userIDs(like: draft.preview.person, app: visit.app.id), type: draft.type,
        content: reading.content),
      suggestions: suggestions)
    let frame = visit.editorFrame(
      title: draft.campaign.map { "Edit \($0.name)" } ?? "New \(draft.type.label.lowercased())",
      campaign: draft.campaign)
    var response = console.response("editor/editor", EditorPage(source), frame, status: status)
    // Also allows the style sheet of the scene that the page shows, and images over http, because a
    // preview shows what is typed.
    response.headers[.contentSecurityPolicy] = SecurityHeaders.pagePolicy(
      images: "'self' data: https: http:", styles: "'self' 'nonce-\(nonce)'")
    return response
  }

  private func finished(_ campaign: Campaign) -> Response {
    console.redirect(
      to: "/campaigns/\(campaign.id.rawValue)",
      .warn, "“\(campaign.name)” is finished and cannot be changed. Duplicate it to continue.")
  }

  /// The editor has no form for pushes.
  private func withoutForm(_ campaign: Campaign) -> Response {
    console.redirect(
      to: "/campaigns/\(campaign.id.rawValue)", .warn,
      "“\(campaign.name)” has nothing that the editor can change. Use the management API.")
  }

  // MARK: - Answering

  /// - Parameter type: The type of a new campaign, from its address.
  private func answer(
    _ id: CampaignID?, as type: CampaignType? = nil, _ request: Request, _ context: ServerRequestContext
  ) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    var campaign: Campaign?
    if let id { campaign = try await console.campaign(id, visit) }
    if let campaign, campaign.state == .finished { return finished(campaign) }
    if let campaign, !visit.session.role.mayEdit(campaign) { try visit.session.require(.publish) }
    if let campaign, CampaignType(campaign.content) == nil { return withoutForm(campaign) }
    var draft = EditorDraft(
      campaign: campaign, form: CampaignForm(fields), revision: fields["revision"].flatMap { Int($0) },
      preview: PreviewChoice(fields),
      hasUnsavedChanges: true)
    if let type { draft.form["type"] = type.rawValue }
    if draft.form.namesAudiences {
      draft.form.identifyAudiences(try await console.store.audiences(app: visit.app.id).names)
    }
    let command = EditorCommand(fields["do"] ?? "")
    if command.readsForm { draft.compared = await console.comparing(draft.form, app: visit.app.id) }
    switch command {
    case .redraw(let edit):
      edit?.apply(to: &draft.form)
      return try await page(draft, visit, context)
    case .save(let overwriting, let isConfirmed):
      if let campaign, campaign.state != .draft, !isConfirmed,
        draft.revision ?? campaign.revision == campaign.revision
      {
        let reading = draft.reading
        if !console.judged(reading, of: campaign).contains(where: { $0.severity == .error }) {
          draft.question = EditorPage.Question(
            campaign.state, reading.content,
            people: try await console.store.peopleCount(app: visit.app.id, limit: PeopleWords.limit))
          return try await page(draft, visit, context)
        }
      }
      return try await save(draft, as: .draft, overwriting: overwriting, visit, context)
    case .autosave:
      if let campaign,
        draft.revision == nil || (campaign.state != .draft && draft.revision == campaign.revision)
      {
        return Response(jsonBytes: AutosaveAnswer.launched.json)
      }
      return try await save(draft, as: .automatic, overwriting: nil, visit, context)
    case .launch:
      try visit.session.require(.publish)
      return try await save(draft, as: .launch, overwriting: nil, visit, context)
    case .tryOut: return try await tryOut(draft, visit, context)
    case .walk(let step):
      draft.preview.walk(step, through: draft.reading.content)
      return try await page(draft, visit, context)
    }
  }

  /// Opens the lab with what the form holds now. The draft waits there for this session only; the
  /// address does not contain it.
  private func tryOut(_ draft: EditorDraft, _ visit: Visit, _ context: ServerRequestContext) async throws
    -> Response
  {
    var draft = draft
    let reading = draft.reading
    let errors = console.judged(reading, of: draft.campaign).filter { $0.severity == .error }
    guard errors.isEmpty else {
      return try await refuse(&draft, errors, title: "Not opened in the Device Lab", visit, context)
    }
    let now = console.environment.now()
    let campaign = Campaign(
      id: "draft", appID: visit.app.id, name: reading.name, state: .running, content: reading.content,
      createdAt: now, updatedAt: now)
    guard
      let word = try await console.tryOut(
        CampaignTrial(campaign, locale: draft.preview.locale), visit.session.id)
    else {
      draft.problemsTitle = "Not opened: the draft is too large for the Device Lab"
      return try await page(draft, visit, context, status: .contentTooLarge)
    }
    return Response(seeOther: draft.preview.labAddress(draft: word))
  }

  /// Why a form is saved.
  private enum Saving {
    case draft, launch, automatic
  }

  private func save(
    _ draft: EditorDraft, as saving: Saving, overwriting: Int?, _ visit: Visit,
    _ context: ServerRequestContext
  ) async throws -> Response {
    var draft = draft
    let reading = draft.reading
    let judged =
      console.judged(reading, of: draft.campaign)
      + (saving == .automatic ? [] : await console.appProblems(reading, app: visit.app.id))
    let errors = saving == .launch ? judged.filter { $0.severity == .error } : reading.misreadings
    guard errors.isEmpty else {
      if saving == .automatic { return Response(jsonBytes: AutosaveAnswer(misreadings: errors.count).json) }
      return try await refuse(
        &draft, errors, title: saving == .launch ? "Not launched" : "Not saved", visit, context)
    }
    do throws(Rejection) {
      let saved: Campaign
      // What saves itself has a name in the list before its author has chosen one.
      let name =
        saving == .automatic && reading.name.isEmpty
        ? "Untitled \(draft.type.label.lowercased())" : reading.name
      if let campaign = draft.campaign {
        saved = try await console.authoring.update(
          campaign.id, app: visit.app.id,
          expectedRevision: overwriting ?? draft.revision ?? campaign.revision, name: name,
          content: reading.content, by: visit.session.author, isAutomatic: saving == .automatic)
      } else {
        saved = try await console.authoring.create(
          app: visit.app.id, name: name, content: reading.content, by: visit.session.author)
      }
      // The draft is stored; the next page asks for confirmation before the launch.
      switch saving {
      case .launch: return Response(seeOther: "/campaigns/\(saved.id.rawValue)/launch")
      case .automatic: return Response(jsonBytes: AutosaveAnswer.saved(saved).json)
      case .draft: break
      }
      return done(saved, errors: judged.count { $0.severity == .error })
    } catch {
      switch error {
      case .invalid(_, let diagnostics):
        return try await refuse(&draft, reading.problems(diagnostics), title: "Not saved", visit, context)
      case .conflict, .notAllowed:
        guard let campaign = draft.campaign else { throw error }
        let newer = try await console.campaign(campaign.id, visit)
        draft.newer = newer
        draft.newest = try await console.newest(newer, visit, since: draft.revision, now: context.receivedAt)
        return try await page(draft, visit, context, status: .conflict)
      case .cannotEdit:
        guard let campaign = draft.campaign else { throw error }
        return finished(campaign)
      case .store(.unavailable):
        draft.problemsTitle =
          "Not saved: the server cannot reach its data right now. Your changes are still below. Try again in a few seconds."
        var response = try await page(draft, visit, context, status: .serviceUnavailable)
        response.headers[.retryAfter] = "5"
        return response
      default: throw error
      }
    }
  }

  private func refuse(
    _ draft: inout EditorDraft, _ problems: [FormProblem], title: String, _ visit: Visit,
    _ context: ServerRequestContext
  ) async throws -> Response {
    draft.showsErrors = true
    draft.blocking = problems
    let reading = draft.reading
    draft.hasUnsavedChanges =
      draft.campaign.map { $0.content != reading.content || $0.name != reading.name } ?? true
    draft.problemsTitle = "\(title): fix \(NumberWords.plural(problems.count, "problem", "problems"))"
    return try await page(draft, visit, context, status: .unprocessableContent)
  }

  private func done(_ campaign: Campaign, errors: Int) -> Response {
    let path = "/campaigns/\(campaign.id.rawValue)"
    guard campaign.state == .draft else {
      return console.redirect(
        to: path, .good, "Saved “\(campaign.name)”. Devices receive it on their next sync.")
    }
    let missing =
      errors == 0
      ? "Ready to launch." : "Fix \(NumberWords.plural(errors, "problem", "problems")) before you launch."
    return console.redirect(to: path + "/edit", .good, "Saved as a draft. \(missing)")
  }

  // MARK: - Preview

  /// The scene and the current review, for the script. The form may be half-written; nothing of it
  /// is stored.
  @Sendable
  private func preview(_ request: Request, context: ServerRequestContext) async throws -> Response {
    let visit = try await console.visit(request, context)
    let fields = try await request.formFields()
    var campaign: Campaign?
    if let id = fields["id"], !id.isEmpty { campaign = try? await console.campaign(CampaignID(id), visit) }
    let suggestions = await console.suggestions(app: visit.app.id)
    var form = CampaignForm(fields)
    form.identifyAudiences(suggestions.audiences)
    let reading = await console.comparing(form, app: visit.app.id).reading(over: campaign?.content)
    var choice = PreviewChoice(fields)
    if case .walk(let step) = EditorCommand(fields["do"] ?? "") {
      choice.walk(step, through: reading.content)
    }
    let judged =
      console.judged(reading, of: campaign) + (await console.languageProblems(reading, app: visit.app.id))
      + (await console.appProblems(reading, app: visit.app.id))
    let review = CampaignReview(
      reading.naming(suggestions.audiences), problems: judged, isLaunched: campaign?.launchedAt != nil,
      beside: await console.beside(reading, campaign, judged, visit),
      attributes: await console.attributeNote(reading.content, app: visit.app.id),
      people: await console.reviewPeople(reading.content, app: visit.app.id))
    let html = console.site.fragment("editor/review", review, csrfToken: visit.session.formToken)
    let preview = await console.preview(reading.content, choice, of: campaign?.id, visit)
    let translations = EditorPage.TranslationFragment(
      translations: EditorPage.TranslationPart(
        EditorFields(form, judged.filter { $0.severity == .warning }, suggestions)),
      formPath: EditorDraft(campaign: campaign, form: form).formPath)
    let answer = PreviewAnswer(
      preview: preview, probes: await MessagePreview.probes(reading.content, page: preview.page),
      people: await console.userIDs(like: choice.person, app: visit.app.id), isReady: review.isReady,
      review: (html, review.verdict),
      translations: console.site.fragment(
        "editor/translation-fragment", translations, csrfToken: visit.session.formToken),
      languages: PreviewPart.languages(reading.content), problems: review.problems,
      marks: judged.filter { $0.line != nil },
      folds: reading.content.rules.foldWords, properties: suggestions.properties(form),
      audiences: AudiencePartForm.choices(suggestions))
    return Response(jsonBytes: answer.json)
  }
}

extension Visit {
  fileprivate func editorFrame(title: String, campaign: Campaign?) -> Frame {
    var trail = [Frame.Link.campaigns]
    if let campaign { trail.append(.campaign(campaign)) }
    var frame = frame(title: title, trail: trail, scripts: ["editor.js"], isWide: true)
    frame.styleSheets.append("editor.css")
    return frame
  }
}
