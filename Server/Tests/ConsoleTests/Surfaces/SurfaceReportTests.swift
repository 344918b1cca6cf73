// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import Testing

@testable import Console

@MainActor
struct SurfaceReportTests {
  private static func add(_ counts: [(CampaignMetric, String, Int)], to totals: inout CampaignReport.Totals) {
    for (metric, detail, count) in counts { totals.add(metric, detail: detail, count: count) }
  }

  private static let survey: CampaignReport.Totals = {
    var totals = CampaignReport.Totals()
    func answer(_ question: String, _ answer: String?, _ count: Int) -> (CampaignMetric, String, Int) {
      (.answer, AnswerDetail(question: question, answer: answer).text, count)
    }
    add(
      [
        (.step, "delivered", 200), (.impression, "banner", 150), (.click, "banner", 60),
        (.dismissal, "banner:user", 40),
        (.step, "content:displayed", 59), (.impression, "content", 1), (.click, "content", 30),
        (.dismissal, "content:user", 20),
        answer("how", nil, 30), answer("how", "1", 10), answer("how", "5", 20), answer("why", nil, 9),
        answer("why", "taste", 9),
        answer("why", "price", 3), answer("why", "gone", 1), answer("else", nil, 4), answer("old", nil, 2),
        answer("old", "x", 2),
      ], to: &totals)
    return totals
  }()

  private func source(_ content: CampaignContent, _ totals: CampaignReport.Totals) -> CampaignPage.Source {
    var source = Samples.emptySource(SurfaceSamples.campaign(content, state: .running))
    source.whole = CampaignReport(totals: totals, hours: [])
    source.report = source.whole
    return source
  }

  private func report(_ content: CampaignContent, _ totals: CampaignReport.Totals) -> ReportSection {
    ReportSection(source(content, totals), query: CampaignPage.Query())
  }

  @Test func `the funnel goes from the delivery to the answers, with the numbers beside the bars`() {
    let steps = report(SurfaceSamples.survey, Self.survey).funnel
    #expect(
      steps.map { "\($0.stepName) \($0.stepCount)" } == [
        "Delivered 200", "Banner displayed 150", "Banner clicked 60", "Survey displayed 60",
        "Answers submitted 30", "Survey closed 20",
      ])
    #expect(
      steps.map { $0.stepShare ?? "" } == [
        "", "75% of delivered, likely 68.5% to 80.5%", "40% of banner displayed, likely 32.5% to 48.0%",
        "100% of banner clicked, likely above 93.9%", "50% of survey displayed, likely 37% to 63%",
        "33.3% of survey displayed, likely 22% to 46%",
      ])
    #expect(steps.map(\.stepBar).prefix(2) == ["100.0", "75.0"])
    #expect(
      report(SurfaceSamples.survey, Self.survey).figures.map(\.term) == [
        "Delivered", "Banner displayed", "Banner clicked", "Survey displayed", "Answers submitted",
        "Not shown",
      ])
  }

  @Test func `each type has the steps that it can have`() {
    func names(_ content: CampaignContent) -> [String] { SurfaceStep.all(of: content).map(\.name) }
    #expect(
      names(SurfaceSamples.bannerOnly) == [
        "Delivered", "Banner displayed", "Banner clicked", "Banner closed",
      ])
    #expect(
      names(SurfaceSamples.page) == [
        "Delivered", "Announcement displayed", "Action used", "Announcement closed",
      ])
    #expect(names(SurfaceSamples.data) == ["Delivered", "Used", "Refused"])
  }

  @Test
  func
    `answers are counted for each question in the order of the survey, also those that an earlier version had`()
  {
    let answers = report(SurfaceSamples.survey, Self.survey).answers
    #expect(
      answers.map { "\($0.questionTitle): \($0.words)" } == [
        "How was it?: Rating, 30 answers, 3.7 on average", "Why?: Several choices, 9 answers",
        "Anything else?: Text, 4 answers",
        "A question of an earlier version (old): 2 answers",
      ])
    #expect(answers[0].bars.map { "\($0.barName) \($0.barCount)" } == ["1 10", "2 0", "3 0", "4 0", "5 20"])
    #expect(answers[0].bars[4].barShare == "66.7% of answers" && answers[0].bars[1].barLength == "0")
    #expect(
      answers[1].bars.map { "\($0.barName) \($0.barCount)" } == [
        "The taste 9", "The price 3", "An answer of an earlier version (gone) 1",
      ])
    #expect(answers[2].bars.isEmpty && answers[2].note != nil)
    #expect(report(SurfaceSamples.announcement, Self.survey).answers.isEmpty)
    #expect(
      report(SurfaceSamples.survey, CampaignReport.Totals()).answers.map(\.note) == [
        "No answers yet.", "No answers yet.", "Each person’s timeline has the text.",
      ])
  }

  @Test func `questions and choices that only a variant has are counted by their names`() throws {
    var content = SurfaceSamples.survey
    var shown = try #require(content.content)
    shown.questions[1].choices.append(.init(id: "gone", title: "It was gone"))
    shown.questions.append(
      Wire.Question(
        id: "old", kind: .known(.single), title: "Only for some", choices: [.init(id: "x", title: "X")]))
    content.experiment = Wire.Experiment(
      id: "x",
      variants: [.init(id: "a", share: 5_000), .init(id: "b", name: "Longer", share: 5_000, content: shown)])
    let answers = report(content, Self.survey).answers
    #expect(
      answers.map { "\($0.questionTitle): \($0.words)" } == [
        "How was it?: Rating, 30 answers, 3.7 on average", "Why?: Several choices, 9 answers",
        "Anything else?: Text, 4 answers",
        "Only for some: One choice, 2 answers, only asked in Longer",
      ])
    #expect(
      answers[1].bars.map { "\($0.barName) \($0.barCount)" } == [
        "The taste 9", "The price 3", "It was gone 1",
      ])
    #expect(answers[3].bars.map { "\($0.barName) \($0.barCount)" } == ["X 2"])
    let pictures = try #require(CampaignPictures(content, nonce: "", sceneSheet: ""))
    #expect(
      pictures.phones.map(\.caption) == [
        "Variant A: Banner", "Variant A: Survey", "Longer: Banner", "Longer: Survey",
      ])
    #expect(pictures.questions.map(\.title).last == "Only for some")
  }

  @Test func `data that the app uses is not suspicious, although nobody saw it`() {
    var used = CampaignReport.Totals(delivered: 3)
    Self.add([(.step, "delivered", 3), (.step, "data:used", 3)], to: &used)
    #expect(
      CampaignReport(totals: used, hours: []).doubts(
        about: SurfaceSamples.campaign(SurfaceSamples.data), at: Samples.now
      ).isEmpty)
    var totals = CampaignReport.Totals(delivered: 3, clicks: 3, uniqueClicks: 3)
    Self.add([(.step, "delivered", 3)], to: &totals)
    let report = CampaignReport(totals: totals, hours: [])
    #expect(
      report.doubts(about: SurfaceSamples.campaign(SurfaceSamples.survey), at: Samples.now).map(\.code) == [
        .moreClickedThanShown
      ])
  }

  @Test func `the campaign's page shows what people see and its questions`() throws {
    let site = try Console.site(navigation: [.campaigns])
    func html(_ content: CampaignContent) -> String {
      var source = source(content, Self.survey)
      source.pictures = CampaignPictures(content, nonce: "NONCE", sceneSheet: "/scene.css")
      let model = CampaignPage.Model(source, query: CampaignPage.Query())
      return site.page("campaigns/campaign", model, in: Frame(title: "Autumn", csrfToken: "TOKEN"))
    }
    let survey = html(SurfaceSamples.survey)
    #expect(
      survey.contains("<figcaption>Banner</figcaption>") && survey.contains("<figcaption>Survey</figcaption>")
    )
    #expect(
      survey.contains("data-node=\"question-how\"")
        && survey.contains("Several choices, optional, only after certain answers: The taste, The price"))
    #expect(survey.contains("<dd>“Two minutes?”, at the bottom edge</dd>"))
    // A page would need its script.
    #expect(!html(SurfaceSamples.page).contains("<iframe"))
    #expect(html(SurfaceSamples.data).contains("Sends a data push when a session starts."))
    #expect(CampaignPictures(SurfaceSamples.data, nonce: "", sceneSheet: "") == nil)
    #expect(CampaignPictures(Samples.cart.content, nonce: "", sceneSheet: "") == nil)
  }
}
