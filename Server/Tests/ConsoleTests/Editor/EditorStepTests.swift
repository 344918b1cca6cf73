// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import Store
import Testing

@testable import Console

@MainActor
struct EditorStepTests {
  private func page(_ form: CampaignForm) throws -> String {
    let site = try Console.site(navigation: [.campaigns])
    let reading = form.reading()
    var draft = EditorDraft(form: form)
    draft.hasUnsavedChanges = true
    let source = EditorPage.Source(
      draft: draft, problems: reading.misreadings,
      review: CampaignReview(reading, problems: reading.misreadings, isLaunched: false),
      preview: PreviewPart(
        MessagePreview.make(reading.content.editedMessage, choice: PreviewChoice()), choice: PreviewChoice(),
        nonce: "NONCE",
        sceneSheet: "/scene.css", formPath: "/form", people: [], type: form.type))
    return site.page("editor/editor", EditorPage(source), in: Frame(title: "Editor", csrfToken: "TOKEN"))
  }

  /// The markup of a step.
  private func step(_ step: EditorStep, of page: String) throws -> Substring {
    let parts = page.split(separator: "class=\"editor-step\" id=\"step-")
    return try #require(parts.first { $0.hasPrefix(step.rawValue + "\"") })
  }

  @Test(arguments: CampaignType.allCases)
  func `each field is in the step that its problems are counted in`(_ type: CampaignType) throws {
    var form = CampaignForm(type)
    for list in ["trigger.0.condition", "exception", "quiet", "cap", "conversion", "extra", "variant"] {
      form.addRow(to: list)
    }
    let page = try page(form)
    var seen = 0
    for wanted in EditorStep.allCases {
      let part = try step(wanted, of: page).split(separator: "<div class=\"editor-bar\">")[0]
      for name in part.matches(of: /name="([a-z][a-z0-9_.]*)"/).map({ String($0.1) }) where name != "do" {
        // A problem of a duration is beside its number.
        let name = name.hasSuffix("_unit") ? String(name.dropLast(5)) : name
        #expect(CampaignReview.Subject(of: name, in: type).step == wanted, "\(name)")
        seen += 1
      }
    }
    #expect(seen > 20)
  }

  @Test func `a step is marked with the number of its problems`() throws {
    var form = CampaignForm()
    form["order"] = "first"
    form["starts_at"] = "soon"
    let page = try page(form)
    #expect(page.contains("data-step-mark=\"schedule\">2<span class=\"visually-hidden\"> problems</span>"))
    #expect(page.contains("data-step-mark=\"message\" hidden></span>"))
  }

  @Test(
    arguments: [
      ("name", "N", false), ("orientation", "portrait", true), ("motion", "none", true),
      ("extra.0.key", "k", true),
    ])
  func `more options are folded until one of them is set or wrong`(
    _ field: String, _ value: String, _ isOpen: Bool
  ) throws {
    var form = CampaignForm()
    form[field] = value
    #expect(try page(form).contains("<details class=\"fold more\" open>") == isOpen)
  }

  @Test(arguments: Wire.Message.Kind.allCases)
  func `every type of message has a drawn picture`(_ kind: Wire.Message.Kind) throws {
    let icons = try #require(Pages.EmbeddedFiles.all.first { $0.path == "images/icons.svg" }).text.description
    #expect(icons.contains("<symbol id=\"kind-\(kind.rawValue)\""))
    #expect(try page(CampaignForm()).contains("#kind-\(kind.rawValue)\""))
  }

  @Test(
    arguments: [
      (CampaignType.message, Wire.Message.Kind.allCases.count), (.announcement, 5), (.survey, 2), (.push, 0),
      (.data, 0),
    ])
  func `everything that people can see has a drawn picture of its own, and a sentence`(
    _ type: CampaignType, _ count: Int
  ) throws {
    let icons = try #require(Pages.EmbeddedFiles.all.first { $0.path == "images/icons.svg" }).text.description
    let page = try page(CampaignForm(type))
    let pictures = page.matches(of: /class="kind-picture"[^>]*><use href="[^"]*#([^"]+)"/).map {
      String($0.1)
    }
    #expect(pictures.count == count && Set(pictures).count == count)
    for picture in pictures { #expect(icons.contains("<symbol id=\"\(picture)\""), "\(picture)") }
    #expect(page.matches(of: /class="hint kind-hint"/).count == count)
  }
}
