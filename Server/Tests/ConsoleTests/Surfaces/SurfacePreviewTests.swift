// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletUI
import MartletWire
import SceneHTML
import Testing

@testable import Console

@MainActor
struct SurfacePreviewTests {
  private func choice(_ fields: KeyValuePairs<String, String>) -> PreviewChoice {
    PreviewChoice(FormFields(fields.map { .init(name: "preview." + $0.key, value: $0.value) }))
  }

  @Test func `a campaign with a banner begins with it, and a tap opens what it announces`() throws {
    let preview = MessagePreview.make(SurfaceSamples.announcement, choice: PreviewChoice())
    #expect(preview.part == .banner && preview.parts == [.banner, .content])
    #expect(try #require(preview.scene).html.contains("data-kind=\"banner\""))
    #expect(preview.leads == ["body": .content])
    #expect(preview.taps["body"] == "A tap on the banner opens the announcement.")
    let opened = MessagePreview.make(SurfaceSamples.announcement, choice: choice(["part": "content"]))
    #expect(try #require(opened.scene).html.contains("Big ones."))
    #expect(
      opened.taps["action"]
        == "A tap on “Look” closes the announcement and opens https://example.com/acorns in the browser.")
  }

  @Test func `a banner alone opens nothing, and content alone is shown whatever was chosen`() {
    let banner = MessagePreview.make(SurfaceSamples.bannerOnly, choice: choice(["part": "content"]))
    #expect(banner.part == .banner && banner.leads == [:])
    #expect(banner.taps["body"] == "A tap on the banner closes the banner and opens acorn://new.")
    var asked: [String] = []
    let page = MessagePreview.make(SurfaceSamples.page, choice: PreviewChoice()) { web in
      asked.append(web.page)
      return "/pages/x/"
    }
    #expect(page.part == .content && asked == ["<h1>Hi</h1>"])
  }

  @Test(
    arguments: [
      (CampaignType.announcement, "banner", "Add a title"), (.announcement, "content", "Add text"),
      (.survey, "content", "Add a question"),
      (.data, "banner", "People see nothing"),
    ])
  func `what cannot be drawn yet says what is missing`(_ type: CampaignType, _ part: String, _ words: String)
  {
    let preview = MessagePreview.make(CampaignForm(type).reading().content, choice: choice(["part": part]))
    #expect(preview.scene == nil && preview.notice?.contains(words) == true, "\(preview)")
  }

  @Test func `what is written only in part does not hide the rest`() {
    var content = SurfaceSamples.survey
    content.content?.questions[0].title = ""
    content.content?.questions[1].choices = []
    content.content?.questions[2].shownIf?.questionID = "gone"
    #expect(
      MessagePreview.make(content, choice: choice(["part": "content"])).scene?.html.contains("Question 1")
        == true)
    var announcement = SurfaceSamples.announcement
    announcement.banner?.action = Wire.ClickAction(type: .known(.url), url: "not finished")
    announcement.content?.action = Wire.ClickAction(type: .known(.url))
    for part in ["banner", "content"] {
      #expect(MessagePreview.make(announcement, choice: choice(["part": part])).scene != nil)
    }
  }

  @Test(
    arguments: [
      ("text", "äb", "3 bytes of text"), ("base64", "AAEC", "3 bytes"), ("base64", "?", "not Base64"),
    ])
  func `the data says how much it is`(_ type: String, _ body: String, _ words: String) {
    var form = CampaignForm(.data)
    form.write(["data.type": type, "data.body": body])
    #expect(
      MessagePreview.make(form.reading().content, choice: PreviewChoice()).notice?.contains(words) == true)
  }

  // MARK: - Surveys

  @Test func `a survey is walked through as on a device, and the next step can answer for its author`() throws
  {
    let content = SurfaceSamples.survey
    var walked = choice(["part": "content"])
    func question() -> String? {
      let html = MessagePreview.make(content, choice: walked).scene?.html ?? ""
      return SurfaceSamples.questions.first { html.contains("data-node=\"question-\($0.id)\"") }?.id
    }
    #expect(question() == "how")
    walked.walked = [.pressed("mark-how-2"), .pressed("next")]
    #expect(question() == "why")
    walked.walk(.back, through: content)
    #expect(question() == "how")
    walked.walk(.restart, through: content)
    #expect(walked.walked == [])
    // Five stars: neither of the other questions is asked, so this is the last one.
    walked.walk(.next, through: content)
    #expect(question() == "how" && walked.walked == [.pressed("mark-how-5")])
    walked.walked.append(.pressed("submit"))
    #expect(
      MessagePreview.make(content, choice: walked).notice == "The answers are sent, and the survey closes.")
  }

  @Test func `what was done keeps its meaning on the page, and what does not fit any more has no effect`() {
    let events: [SurveyWalk.Event] = [
      .pressed("mark-how-2"), .entered("field-else", text: "\"quoted\"\n"), .pressed("next"),
    ]
    #expect([SurveyWalk.Event](events.text) == events)
    for text in ["", "{", "[[]]", "[[\"pressed\"]]", "[[\"flew\",\"a\"]]"] {
      #expect([SurveyWalk.Event](text) == [])
    }
    var walked = choice(["part": "content"])
    walked.walked = [.pressed("gone"), .pressed("submit"), .entered("x", text: "y")]
    #expect(MessagePreview.make(SurfaceSamples.survey, choice: walked).walked == [])
    walked.walked = Array(repeating: .pressed("mark-how-2"), count: SurveyWalk.longest + 1)
    #expect(MessagePreview.make(SurfaceSamples.survey, choice: walked).walked == [])
  }
}
