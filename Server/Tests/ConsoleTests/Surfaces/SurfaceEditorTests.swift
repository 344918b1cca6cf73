// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import MartletWire
import StoreSQLite
import Testing

@testable import Console

struct SurfaceEditorTests {
  private func sent(_ form: CampaignForm, _ command: String) -> [(String, String)] {
    form.fields.all.map { ($0.name, $0.value) } + [("do", command)]
  }

  @Test func `a new campaign begins with the choice of its type, and each has a form`() async throws {
    let browser = try await Browser(campaigns: [])
    let page = try await browser.get("/campaigns/new").html
    for type in CampaignType.allCases {
      #expect(page.contains("<a href=\"/campaigns/new/\(type.rawValue)\">\(type.label)</a>"))
      let form = try await browser.get("/campaigns/new/\(type.rawValue)")
      #expect(form.status == .ok && form.html.contains("<h1>New \(type.label.lowercased())</h1>"))
      #expect(form.html.contains("id=\"message\"") == (type == .message))
      #expect(form.html.contains("id=\"banner\"") == type.showsContent)
      #expect(form.html.contains("id=\"questions\"") == (type == .survey))
    }
    #expect(try await browser.get("/campaigns/new/something").status == .notFound)
  }

  @Test(arguments: SurfaceSamples.all.indices.dropLast())
  func `what was written is stored, and its page comes back`(_ index: Int) async throws {
    let browser = try await Browser(campaigns: [])
    var content = SurfaceSamples.all[index]
    let form = CampaignForm(name: "Autumn", content: content)
    let answer = try await browser.post("/campaigns/new/\(form.type.rawValue)", sent(form, "launch"))
    let campaign = try #require(try await browser.store.campaigns(app: "app").first)
    #expect(answer.location == "/campaigns/\(campaign.id)/launch")
    content.rules.reEligibility = campaign.content.rules.reEligibility
    #expect(campaign.content == content)
    let page = try await browser.get("/campaigns/\(campaign.id)/edit")
    #expect(page.status == .ok && page.html.contains("name=\"type\" value=\"\(form.type.rawValue)\""))
    try await #expect(browser.get("/campaigns/\(campaign.id)/launch").status == .ok)
  }

  @Test func `errors are said beside their fields, and everything typed comes back`() async throws {
    let browser = try await Browser(campaigns: [])
    var form = CampaignForm(name: "Autumn", content: SurfaceSamples.survey)
    form["question.1.choice.1.title"] = ""
    form["question.2.title"] = ""
    let answer = try await browser.post("/campaigns/new/survey", sent(form, "launch"))
    #expect(answer.status == .unprocessableContent)
    #expect(
      answer.html.contains(
        "<a href=\"#field-question-1-choice-0-title\">A question needs at least two choices."))
    #expect(answer.html.contains("<a href=\"#field-question-2-title\">"))
    for text in ["The taste", "Choose all that apply.", "Tell us", "Two minutes?", "Send it"] {
      #expect(answer.html.contains("value=\"\(text)\""), "\(text)")
    }
    #expect(try await browser.store.campaigns(app: "app").isEmpty)
  }

  @Test func `rows of a survey are added, moved and removed without losing anything`() async throws {
    let browser = try await Browser(campaigns: [])
    let form = CampaignForm(name: "Autumn", content: SurfaceSamples.survey)
    func titles(_ command: String) async throws -> [String] {
      let page = try await browser.post("/campaigns/new/survey", sent(form, command)).html
      return page.matches(of: /name="question\.\d+\.title" type="text" value="([^"]*)"/).map {
        String($0.output.1)
      }
    }
    #expect(try await titles("preview") == ["How was it?", "Why?", "Anything else?"])
    #expect(try await titles("add.question") == ["How was it?", "Why?", "Anything else?", ""])
    #expect(try await titles("down.question.0") == ["Why?", "How was it?", "Anything else?"])
    #expect(try await titles("remove.question.1") == ["How was it?", "Anything else?"])
  }

  @Test func `without script, the buttons below the preview go through the survey`() async throws {
    let browser = try await Browser(campaigns: [])
    var form = CampaignForm(name: "Autumn", content: SurfaceSamples.survey)
    form["preview.part"] = "content"
    form["preview.walked"] = [SurveyWalk.Event.pressed("mark-how-1")].text
    let page = try await browser.post("/campaigns/new/survey", sent(form, "walk.next"))
    #expect(page.html.contains("data-node=\"question-why\""))
    #expect(
      page.html.contains(
        "[[&quot;pressed&quot;,&quot;mark-how-1&quot;],[&quot;pressed&quot;,&quot;next&quot;]]"))
  }

  @Test func `the preview's answer names the part that it shows, and where a tap leads`() async throws {
    let browser = try await Browser(campaigns: [])
    let form = CampaignForm(name: "Autumn", content: SurfaceSamples.survey)
    let banner = try await browser.post("/campaigns/preview", sent(form, "preview")).html
    #expect(banner.contains("\"leads\":{\"body\":\"content\"}") && banner.contains("\"part\":\"banner\""))
    #expect(!banner.contains("\"walked\""))
    let survey = try await browser.post(
      "/campaigns/preview", sent(form, "preview") + [("preview.part", "content")]
    ).html
    #expect(survey.contains("\"walked\":\"[]\"") && survey.contains("with 3 questions, once per person"))
  }

  @Test(
    arguments: [
      (
        0,
        "Shows the banner “New in autumn”, which opens the announcement “Our new acorns”, once per person, when a session starts"
      ),
      (1, "Shows the announcement once per person"), (2, "Shows the banner “Look” once per person"),
      (
        3,
        "Shows the banner “Two minutes?”, which opens the survey “Your opinion” with 3 questions, once per person"
      ),
      (4, "Passes the data to the app when a session starts"),
    ])
  func `the review says what people see, and where`(_ index: Int, _ sentence: String) {
    let content = SurfaceSamples.all[index]
    let reading = CampaignForm(name: "Autumn", content: content).reading(over: content)
    let review = CampaignReview(reading, problems: [], isLaunched: false)
    #expect(review.sentence.hasPrefix(sentence), "\(review.sentence)")
    #expect(review.isReady)
  }
}
