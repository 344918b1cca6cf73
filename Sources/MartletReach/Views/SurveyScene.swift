// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletKit
import MartletUI

/// The layout of a survey on its sheet.
struct SurveyScene {
  let view: Reach.SurveyView
  let traits: SceneTraits
  private let sheet: Sheet

  private var survey: Reach.Survey { view.survey }
  private var flow: SurveyFlow { view.flow }

  init(view: Reach.SurveyView, traits: SceneTraits) {
    self.view = view
    self.traits = traits
    sheet = Sheet(
      attributes: view.attributes, themes: view.survey.themes, language: view.survey.language, traits: traits)
  }

  func make(id: String) -> MessageScene {
    let contents = view.form == .steps ? step : page
    let label =
      survey.title.isEmpty
      ? flow.askedQuestions.first.flatMap(question)?.title ?? sheet.word(.message) : survey.title
    return sheet.scene(id: id, kind: .survey, label: label, initialFocus: initialFocus, contents)
  }

  /// Each step has another focus, so that a screen reader begins with its question.
  private var initialFocus: String {
    let isStart = view.form == .page || flow.isFirst
    if isStart, !survey.title.isEmpty { return "title" }
    if isStart, !survey.body.isEmpty { return "text" }
    let first = view.form == .page ? flow.askedQuestions.first : flow.current
    return first.map { "question-\($0.id)" } ?? "close"
  }

  private func question(_ asked: SurveyQuestion) -> Reach.Survey.Question? {
    survey.questions.first { $0.id == asked.id }
  }

  private var text: [SceneNode] {
    survey.body.isEmpty ? [] : [sheet.text("text", survey.body, view.attributes.textFont, sheet.palette.text)]
  }

  private var exit: SceneNode? {
    survey.exitLabel.isEmpty
      ? nil : sheet.button("exit", survey.exitLabel, .button(id: "exit"), isPrimary: false)
  }

  private func submit(isDisabled: Bool) -> SceneNode {
    sheet.button(
      "submit", survey.submitLabel.isEmpty ? sheet.word(.send) : survey.submitLabel, .submit, isPrimary: true,
      isDisabled: isDisabled)
  }

  // MARK: - One question at a time

  private var step: Sheet.Contents {
    var contents = Sheet.Contents(
      title: survey.title, closeLabel: survey.exitLabel.isEmpty ? sheet.word(.close) : survey.exitLabel)
    contents.keepsHeight = true
    if flow.isFirst { contents.body += text }
    if let asked = flow.current, let question = question(asked) {
      contents.bodyID = asked.id
      contents.body.append(QuestionNodes(question: question, flow: flow, sheet: sheet, isStep: true).make())
    }
    let (number, count) = flow.progress
    if count > 1 { contents.head = [progress(number, of: count)] }
    let back = sheet.button("back", sheet.word(.back), .back, isPrimary: false)
    let next = sheet.button("next", sheet.word(.next), .next, isPrimary: true, isDisabled: !flow.canContinue)
    contents.buttons = [flow.isFirst ? exit : back, flow.isLast ? submit(isDisabled: !flow.canSubmit) : next]
      .compactMap(\.self)
    return contents
  }

  private static let trackHeight: Double = 6

  /// A bar that is filled up to the question, and its number.
  private func progress(_ number: Int, of count: Int) -> SceneNode {
    let string = "\(number) / \(count)"
    let font = view.attributes.detailFont
    // The digits of the widest number, so that the bar does not move. A digit is at most this part
    // of the font's size.
    let width = (Double("\(count) / \(count)".count) * font.font(scale: sheet.room.textScale).size * 0.6)
      .rounded(.up)
    let length = max(0, sheet.contentWidth - (sheet.room.stacksVertically ? 0 : width + 12))
    let fill = SceneNode(
      id: "progress-fill", content: .space,
      style: .init(
        background: sheet.accent, cornerRadius: Self.trackHeight / 2,
        width: (length * Double(number) / Double(count)).rounded(),
        height: Self.trackHeight, position: .topLeading))
    let track = SceneNode(
      id: "progress-track", content: .overlay([fill]),
      style: .init(
        background: sheet.palette.background.mixed(with: sheet.palette.text, eighths: 1),
        cornerRadius: Self.trackHeight / 2, width: length,
        height: Self.trackHeight, keepsSize: true))
    var words = sheet.text(
      "progress-number", string, font, sheet.palette.text,
      alignment: sheet.room.stacksVertically ? .leading : .trailing,
      style: .init(width: sheet.room.stacksVertically ? nil : width, keepsSize: true))
    words.accessibility = .hidden
    return SceneNode(
      id: "progress",
      content: .stack(
        .init(
          axis: sheet.room.stacksVertically ? .vertical : .horizontal, spacing: 12,
          alignment: sheet.room.stacksVertically ? .leading : .center, children: [track, words])),
      accessibility: .init(
        role: .progress, label: string, state: .init(progress: .init(number: number, count: count))))
  }

  // MARK: - All on one page

  private var page: Sheet.Contents {
    var contents = Sheet.Contents(
      title: survey.title, closeLabel: survey.exitLabel.isEmpty ? sheet.word(.close) : nil)
    contents.body = text
    for asked in flow.askedQuestions {
      guard let question = question(asked) else { continue }
      contents.body.append(QuestionNodes(question: question, flow: flow, sheet: sheet, isStep: false).make())
    }
    contents.buttons = [exit, submit(isDisabled: !flow.canSubmit)].compactMap(\.self)
    return contents
  }
}
