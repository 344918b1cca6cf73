// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import Testing

@testable import Console

@MainActor
struct EditorPageTests {
  private static let suggestions = FormSuggestions(
    events: ["cart_viewed", "<b>"],
    logged: LoggedNames(
      properties: ["cart_viewed": ["total", "cart.size"], "": ["colour"]], products: ["socks"]),
    values: [
      EventSelector(.custom, name: "cart_viewed"): EventSample([
        ["total": .int(25), "currency": .string("EUR")]
      ]).known
    ])

  private let validation = CampaignValidation { _, _ in { _ in true } }

  private func html(
    _ campaign: Campaign?, form: CampaignForm? = nil, showsErrors: Bool = false, newer: Campaign? = nil
  ) throws -> (
    String, Site
  ) {
    let site = try Console.site(navigation: [.campaigns])
    let form = form ?? campaign.map { CampaignForm(name: $0.name, content: $0.content) } ?? CampaignForm()
    let reading = form.reading(over: campaign?.content)
    let problems =
      reading.misreadings
      + reading.problems(
        validation.diagnostics(name: reading.name, content: reading.content, at: Samples.now))
    let source = EditorPage.Source(
      draft: EditorDraft(
        campaign: campaign, form: form, revision: campaign?.revision,
        blocking: showsErrors ? problems.filter { $0.severity == .error } : [],
        problemsTitle: showsErrors ? "Not saved" : "",
        newer: newer,
        newest: newer.map {
          NewestChange(
            CampaignChange(
              number: $0.revision, version: 1, kind: .edited, at: $0.updatedAt,
              author: .member(id: "ben", name: "Ben")),
            isOwn: false, at: $0.updatedAt + .seconds(125))
        }),
      problems: showsErrors ? problems : [], folds: reading.content.rules.foldWords,
      review: CampaignReview(reading, problems: problems, isLaunched: campaign?.launchedAt != nil),
      preview: PreviewPart(
        MessagePreview.make(reading.content.editedMessage, choice: PreviewChoice()), choice: PreviewChoice(),
        nonce: "NONCE",
        sceneSheet: "/scene.css", formPath: "/form", people: ["ana", "b<"]), suggestions: Self.suggestions)
    return (
      site.page("editor/editor", EditorPage(source), in: Frame(title: "Editor", csrfToken: "TOKEN")), site
    )
  }

  @Test func `a new campaign's page is as it was looked at`() throws {
    let (page, site) = try html(nil)
    #expect(try PageFile.difference(page, from: "editor-new", site: site) == nil)
  }

  @Test func `a running campaign's page is as it was looked at`() throws {
    let (page, site) = try html(Samples.cart)
    #expect(try PageFile.difference(page, from: "editor-running", site: site) == nil)
  }

  @Test func `a page with every kind of problem is as it was looked at`() throws {
    var draft = Samples.review
    draft.content = Contents.wrong[1]
    var form = CampaignForm(name: "", content: draft.content)
    form["starts_at"] = "soon"
    form["order"] = "<1>"
    let (page, site) = try html(draft, form: form, showsErrors: true)
    #expect(try PageFile.difference(page, from: "editor-problems", site: site) == nil)
  }

  @Test func `a page that somebody else was faster than is as it was looked at`() throws {
    var newer = Samples.review
    newer.revision += 1
    let (page, site) = try html(Samples.review, newer: newer)
    #expect(try PageFile.difference(page, from: "editor-conflict", site: site) == nil)
  }

  @Test func `every problem is beside its field, which names it, and is linked from the top`() throws {
    var form = CampaignForm(name: "", content: Contents.wrong[1])
    form["starts_at"] = "soon"
    let (page, _) = try html(nil, form: form, showsErrors: true)
    for id in page.matches(of: /aria-describedby="([^"]+)"/).flatMap({ $0.1.split(separator: " ") }) {
      #expect(page.contains("id=\"\(id)\""), "\(id)")
    }
    for link in page.matches(of: /<li><a href="#([^"]+)">/) {
      #expect(page.contains("id=\"\(link.1)\""), "\(link.1)")
    }
    #expect(page.contains("id=\"field-starts_at\" name=\"starts_at\" type=\"text\" value=\"soon\""))
    let invalid = page.matches(of: /aria-invalid="true"/).count
    #expect(invalid >= 8)
  }

  /// The style sheet decides what is shown by the facts that choices carry, and knows neither kinds
  /// of message nor of trigger.
  @Test func `every part of a message has its rule in the style sheet, and no kind has one`() throws {
    let sheet = try #require(Console.files.first { $0.path == "css/editor/form.css" }).text.description
    let parts =
      Wire.Message.Part.allCases.map(\.rawValue)
      + Wire.Message.Kind.ImageShape.allCases.map { "image-\($0.rawValue)" } + ["nothing"]
    let ruled = sheet.matches(
      of: /\[name="kind"\]\[data-has~="([a-z-]+)"\]:checked\)\) \[data-part="([a-z-]+)"\]/)
    #expect(ruled.allSatisfy { $0.1 == $0.2 })
    #expect(Set(ruled.map { String($0.1) }) == Set(parts))
    let kinds = Wire.Message.Kind.allCases.map(\.rawValue) + Wire.Trigger.Kind.allCases.map(\.rawValue)
    for kind in kinds { #expect(!sheet.contains("value=\"\(kind)\""), "\(kind)") }

    let (page, _) = try html(nil)
    let used = Set(page.matches(of: /data-part="([a-z-]+)"/).map { String($0.1) })
    #expect(used == Set(parts))
    for kind in Wire.Message.Kind.allCases {
      let choice = try #require(
        page.firstMatch(
          of: try Regex("value=\"\(kind.rawValue)\" data-has=\"([a-z -]+)\"", as: (Substring, Substring).self)
        ))
      let has = Set(choice.1.split(separator: " ").map(String.init))
      #expect(has.isSubset(of: parts))
      #expect(has.filter { Wire.Message.Part(rawValue: $0) != nil } == Set(kind.parts.map(\.rawValue)))
    }
  }

  /// A field inside the part of another would be lost to a kind that has only its own. Only a
  /// colour needs two: that kinds have colours, and what it colours.
  @Test func `no part of a message stands inside another`() throws {
    var open: [Wire.Message.Part?] = []
    for tag in try html(nil).0.matches(of: /<(\/?)div([^>]*)>/) {
      guard tag.1.isEmpty else {
        open.removeLast()
        continue
      }
      let name = tag.2.firstMatch(of: /data-part="([a-z-]+)"/).map { String($0.1) }
      let part = name.flatMap { Wire.Message.Part(rawValue: $0) }
      let outer = open.compactMap(\.self).last { $0 != .colours }
      #expect(part == nil || outer == nil, "\(part!) is inside \(outer!)")
      open.append(part)
    }
    #expect(open.isEmpty)
  }

  @Test(arguments: Contents.all.indices)
  func `ids are unique, whatever the campaign`(_ index: Int) throws {
    var campaign = Samples.review
    campaign.content = Contents.all[index]
    let (page, _) = try html(campaign)
    let ids = page.matches(of: /\sid="([^"]+)"/).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
  }

  @Test func `what somebody typed cannot leave its field`() throws {
    let hostile = #""'></textarea><script>alert(1)</script>{{csrfToken}}"#
    var form = CampaignForm()
    for name in Array(form.values.keys) { form[name] = hostile }
    form.write([
      "extra.0.key": hostile, "extra.0.value": hostile, "trigger.0.name": hostile, "trigger.0.kept": hostile,
      "cap.0.kept": hostile,
      "trigger.0.condition.0.path": hostile, "trigger.0.condition.0.test": hostile,
      "trigger.0.condition.0.value": hostile,
      "quiet.0.from": hostile, "quiet.0.days": hostile, "exception.0.kind": hostile,
      "trigger.1.kept_trigger": hostile,
    ])
    let (page, _) = try html(nil, form: form, showsErrors: true)
    #expect(!page.contains("<script>alert"))
    #expect(!page.contains("TOKEN</"))
  }
}
