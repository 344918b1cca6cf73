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

extension Console {
  func campaign(_ id: CampaignID, _ visit: Visit) async throws -> Campaign {
    try await authoring.campaign(id, app: visit.app.id)
  }

  /// The campaign as written, or as the chosen person gets it.
  func preview(
    _ content: CampaignContent, _ choice: PreviewChoice, of campaign: CampaignID?, _ visit: Visit
  ) async -> MessagePreview {
    let content = content.languageSet.map { content.translated($0, for: choice.locale) } ?? content
    guard content.rules.render != nil, !choice.person.isEmpty else {
      var preview = await drawn(content, choice, of: campaign, visit)
      if !choice.person.isEmpty, preview.notice == nil { preview.notice = PersonWords.sameForEverybody }
      return preview
    }
    var shown = content
    let words: String
    do {
      let written = try await people.written(content, userID: choice.person, app: visit.app.id)
      if let written { shown = written.content }
      words = PersonWords.previewed(written?.missing)
    } catch {
      // The store is unavailable at the moment; the preview must still be drawn.
      words = PersonWords.unreachable
    }
    var preview = await drawn(shown, choice, of: campaign, visit)
    preview.notice = words + (preview.notice.map { " " + $0 } ?? "")
    return preview
  }

  /// User ids that begin with this text, or the most recently seen. Empty while the store is
  /// unavailable: the form works without them.
  func userIDs(like text: String, app: AppID) async -> [String] {
    (try? await store.userIDs(beginningWith: text, app: app, limit: 10)) ?? []
  }

  /// Each preview of a campaign in a browser has one page at a time.
  @MainActor
  func drawn(
    _ content: CampaignContent, _ choice: PreviewChoice, of campaign: CampaignID?, _ visit: Visit
  ) -> MessagePreview {
    MessagePreview.make(content, choice: choice) { web in
      messagePages.put(
        web, owner: "editor " + visit.session.formToken, key: campaign?.rawValue ?? "", isReplacing: true,
        isMeasured: true)
    }
  }

  /// What lint would find among the running campaigns if this one were launched as it is written
  /// now.
  func beside(
    _ reading: FormReading, _ stored: Campaign?, _ judged: [FormProblem], _ visit: Visit
  ) async -> LintNotes {
    let now = environment.now()
    var candidate =
      stored
      ?? Campaign(
        id: "new", appID: visit.app.id, name: reading.name, content: reading.content, createdAt: now,
        updatedAt: now)
    candidate.name = reading.name
    candidate.content = reading.content
    // The store may be unavailable at the moment; the form must still come back.
    let others = (try? await campaigns.content(of: visit.app.id)) ?? CampaignListCache.Content(at: now)
    let logged = (try? await store.loggedEvents(app: visit.app.id)) ?? nil
    // Fields that already show a problem of their own need no second note.
    let wrong = Set(judged.map(\.href))
    var notes = lintNotes(candidate, among: others, loggedEvents: logged, known: []) {
      "#" + EditorField.id(reading.field($0))
    }
    notes.items.removeAll { $0.href.map(wrong.contains) ?? false }
    return notes
  }

  /// nil also while the store cannot provide the app's settings.
  func attributeNote(_ content: CampaignContent, app: AppID) async -> AttributeNote? {
    let attributes = authoring.attributesRead(by: content)
    guard !attributes.isEmpty, let settings = try? await store.settings(app: app) else { return nil }
    return AttributeNote(attributes, mode: settings.userAuthentication.mode)
  }

  /// All problems of a form and all warnings: first what cannot be understood, then the domain's
  /// diagnostics of the rest.
  ///
  /// - Parameter campaign: The stored one; nil for a new one.
  func judged(_ reading: FormReading, of campaign: Campaign?) -> [FormProblem] {
    let unread = Set(reading.misreadings.map(\.field))
    let diagnostics = authoring.diagnostics(name: reading.name, content: reading.content, of: campaign).filter
    {
      $0.code != Diagnostic.notUsed
    }
    let domain = reading.problems(diagnostics)
    return reading.misreadings + domain.filter { !unread.contains($0.field) }
      + PageCalls(reading.content).problems
  }
}
