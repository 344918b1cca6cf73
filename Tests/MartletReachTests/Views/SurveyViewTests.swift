// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import MartletUI
import MartletWire
import Testing

@testable import MartletReach

@MainActor
@Suite("A survey on the screen")
struct SurveyViewTests {
  /// Shows a survey on a host without a screen, and lets it handle what a person does.
  final class Screen: SceneHostClient {
    let host = HeadlessHost()
    var view: Reach.SurveyView
    private(set) var submitted: SurveyAnswers?
    private(set) var hasExited = false
    private(set) var redraws = 0

    init(_ survey: Reach.Survey = ReachSample.survey, form: Reach.SurveyView.Form = .steps) {
      view = Reach.SurveyView(survey: survey, form: form)
      host.client = self
      host.show(view.makeScene(id: "1", traits: host.traits))
    }

    var scene: MessageScene { host.scene! }
    var texts: [String] {
      scene.root.allNodes.compactMap { if case .text(let text) = $0.content { text.string } else { nil } }
    }

    func isDisabled(_ id: String) -> Bool? {
      scene.root.node(id).map { $0.accessibility.state?.isDisabled ?? false }
    }
    func isSelected(_ id: String) -> Bool? { scene.root.node(id)?.accessibility.state?.isSelected }

    func host(_ host: any SceneHost, didReport event: SceneEvent, sceneID: String) {
      switch view.handle(event, in: scene) {
      case .none: break
      case .redraw:
        redraws += 1
        host.update(view.makeScene(id: "1", traits: host.traits))
      case .submitted(let answers): submitted = answers
      case .exited: hasExited = true
      }
    }

    func hostDidChangeTraits(_ host: any SceneHost) {
      host.update(view.makeScene(id: "1", traits: host.traits))
    }
  }

  @Test func `one question after another is asked, and all answers are submitted at the end`() throws {
    let screen = Screen()
    #expect(screen.scene.root.node("back") == nil && screen.texts.contains("1 / 6"))
    try screen.host.choose("red", of: "single")
    try screen.host.press("next")
    try screen.host.choose("warm", of: "multiple")
    try screen.host.choose("soft", of: "multiple")
    try screen.host.press("next")
    try screen.host.rate("numbers", 0)
    try screen.host.press("next")
    try screen.host.rate("stars", 5)
    try screen.host.press("next")
    try screen.host.press("next")
    #expect(screen.texts.contains("6 / 6") && screen.scene.root.node("next") == nil)
    try screen.host.type("Soft.", into: "text")
    try screen.host.press("submit")
    #expect(
      screen.submitted == [
        "single": .choices(["red"]), "multiple": .choices(["soft", "warm"]), "numbers": .rating(0),
        "stars": .rating(5),
        "text": .text("Soft."),
      ])
  }

  @Test func `next waits for the answer to a required question, and says so`() throws {
    let screen = Screen()
    #expect(screen.isDisabled("next") == true)
    #expect(throws: HeadlessHost.Refusal.disabled("next")) { try screen.host.press("next") }
    // Not even a host that forwards the press changes that.
    screen.host(screen.host, didReport: .pressed(nodeID: "next"), sceneID: "1")
    #expect(screen.view.flow.isFirst && screen.redraws == 0)
    try screen.host.choose("blue", of: "single")
    #expect(screen.isDisabled("next") == false)
  }

  @Test func `the last step submits only when its required question is answered; blank text is no answer`()
    throws
  {
    let screen = Screen(.init(questions: [.init(id: "why", kind: .text, title: "Why?")]))
    #expect(screen.isDisabled("submit") == true && screen.scene.root.node("progress") == nil)
    try screen.host.type("   ", into: "why")
    #expect(screen.isDisabled("submit") == true)
    try screen.host.type("Because.", into: "why")
    #expect(screen.isDisabled("submit") == false)
    try screen.host.press("submit")
    #expect(screen.submitted == ["why": .text("Because.")])
  }

  @Test func `back shows the question before with its answer`() throws {
    let screen = Screen()
    try screen.host.choose("green", of: "single")
    try screen.host.press("next")
    #expect(screen.scene.root.node("question-single") == nil)
    try screen.host.press("back")
    #expect(
      screen.isSelected("choice-single-green") == true && screen.isSelected("choice-single-red") == false)
  }

  @Test func `each step moves the focus to its question; an answer does not move it`() throws {
    let screen = Screen()
    #expect(screen.scene.accessibility.initialFocus == "title")
    try screen.host.choose("red", of: "single")
    #expect(screen.scene.accessibility.initialFocus == "title")
    try screen.host.press("next")
    #expect(screen.scene.accessibility.initialFocus == "question-multiple")
    try screen.host.press("next")
    #expect(screen.scene.accessibility.initialFocus == "question-numbers")
  }

  @Test func `another step begins at the top of what scrolls`() throws {
    let screen = Screen()
    let first = screen.scene.root.allNodes.first { if case .scroll = $0.content { true } else { false } }?.id
    try screen.host.choose("red", of: "single")
    #expect(first.flatMap(screen.scene.root.node) != nil)
    try screen.host.press("next")
    #expect(first.flatMap(screen.scene.root.node) == nil)
  }

  @Test
  func
    `of single choices one is selected, of several any; an optional answer can be taken back, a required one only changed`()
    throws
  {
    let choices = [Reach.Survey.Question.Choice(id: "x", title: "X"), .init(id: "y", title: "Y")]
    let screen = Screen(
      .init(questions: [
        .init(id: "a", kind: .single, title: "A", choices: choices),
        .init(id: "b", kind: .single, title: "B", isRequired: false, choices: choices),
        .init(id: "c", kind: .multiple, title: "C", choices: choices),
        .init(id: "d", kind: .rating, title: "D", isRequired: false),
        .init(id: "e", kind: .rating, title: "E"),
      ]), form: .page)
    for id in ["a", "b", "c"] {
      try screen.host.choose("x", of: id)
      try screen.host.choose("y", of: id)
    }
    #expect(
      screen.view.flow.answers == ["a": .choices(["y"]), "b": .choices(["y"]), "c": .choices(["x", "y"])])
    for id in ["a", "b", "c"] { try screen.host.choose("y", of: id) }
    #expect(screen.view.flow.answers == ["a": .choices(["y"]), "c": .choices(["x"])])
    for id in ["d", "e"] {
      try screen.host.rate(id, 3)
      try screen.host.rate(id, 4)
      try screen.host.rate(id, 4)
    }
    #expect(screen.view.flow.answers["d"] == nil && screen.view.flow.answers["e"] == .rating(4))
  }

  @Test func `stars are filled up to the rating, but only one is selected`() throws {
    let screen = Screen(.init(questions: [.init(id: "s", kind: .rating, title: "S", scale: .stars)]))
    try screen.host.rate("s", 3)
    let icons = (1...5).compactMap { number -> String? in
      if case .icon(let icon)? = screen.scene.root.node("mark-s-\(number)")?.content { icon } else { nil }
    }
    #expect(icons == ["\u{2605}", "\u{2605}", "\u{2605}", "\u{2606}", "\u{2606}"])
    #expect((1...5).filter { screen.isSelected("mark-s-\($0)") == true } == [3])
  }

  @Test func `the ends of a scale are read with what they mean`() throws {
    let screen = Screen(
      .init(questions: [
        .init(id: "s", kind: .rating, title: "S", scale: .faces, lowLabel: "Bad", highLabel: "Good")
      ]))
    let names = (1...5).compactMap { screen.scene.root.node("mark-s-\($0)")?.accessibility.label }
    #expect(names == ["1, Bad", "2", "3", "4", "5, Good"])
  }

  @Test
  func
    `on one page, a question appears with the answer that it depends on, and submit waits for all that are required`()
    throws
  {
    let screen = Screen(
      .init(
        exitLabel: "Not now",
        questions: [
          .init(
            id: "a", kind: .single, title: "A",
            choices: [.init(id: "x", title: "X"), .init(id: "y", title: "Y")]),
          .init(id: "b", kind: .text, title: "B", condition: .init(questionID: "a", anyOf: ["x"])),
        ]), form: .page)
    #expect(
      screen.scene.root.node("question-b") == nil && screen.isDisabled("submit") == true
        && screen.scene.root.node("close") == nil)
    try screen.host.choose("y", of: "a")
    #expect(screen.isDisabled("submit") == false)
    try screen.host.choose("x", of: "a")
    #expect(screen.scene.root.node("question-b") != nil && screen.isDisabled("submit") == true)
    try screen.host.type("Yes", into: "b")
    try screen.host.press("submit")
    #expect(screen.submitted == ["a": .choices(["x"]), "b": .text("Yes")])
    try screen.host.press("exit")
    #expect(screen.hasExited)
  }

  @Test func `defaults are selected from the start, and can be submitted at once`() throws {
    let screen = Screen(
      .init(questions: [
        .init(id: "a", kind: .single, title: "A", choices: [.init(id: "x", title: "X", isDefault: true)])
      ]))
    #expect(screen.isSelected("choice-a-x") == true)
    try screen.host.press("submit")
    #expect(screen.submitted == ["a": .choices(["x"])])
  }

  @Test(arguments: ["close", "escape", "exit"])
  func `the close control, the exit button and Escape close it, whatever is answered`(by way: String) throws {
    var survey = ReachSample.survey
    if way == "exit" { survey.exitLabel = "Not now" }
    let screen = Screen(survey)
    if way == "escape" { try screen.host.escape() } else { try screen.host.press(way) }
    #expect(screen.hasExited && screen.submitted == nil)
  }

  @Test func `on later steps, the way out stays in the corner with the label of the exit button`() throws {
    var survey = ReachSample.survey
    survey.exitLabel = "Not now"
    let screen = Screen(survey)
    try screen.host.choose("red", of: "single")
    try screen.host.press("next")
    #expect(screen.scene.root.node("exit") == nil && screen.scene.root.node("back") != nil)
    #expect(screen.scene.root.node("close")?.accessibility.label == "Not now")
  }

  @Test func `a rotation keeps the step and all answers`() throws {
    let screen = Screen()
    try screen.host.choose("red", of: "single")
    try screen.host.press("next")
    screen.host.rotate()
    #expect(screen.scene.root.node("question-multiple") != nil)
    #expect(screen.view.flow.answers == ["single": .choices(["red"])])
  }

  @Test
  func
    `words of the buttons are in the language of the survey, otherwise of the person; its own label prevails`()
  {
    var survey = Reach.Survey(questions: [.init(id: "a", kind: .text, title: "A")], language: "de")
    func label(_ traits: SceneTraits) -> String? {
      Reach.SurveyView(survey: survey).makeScene(id: "1", traits: traits).root.node("submit")?.accessibility
        .label
    }
    #expect(label(SceneTraits(width: 390, height: 844)) == "Senden")
    survey.language = nil
    #expect(label(SceneTraits(width: 390, height: 844, language: "fr")) == "Envoyer")
    survey.submitLabel = "Done"
    #expect(label(SceneTraits(width: 390, height: 844, language: "fr")) == "Done")
  }

  @Test func `a text that is too long is cut at its limit`() throws {
    let screen = Screen(.init(questions: [.init(id: "a", kind: .text, title: "A")]))
    try screen.host.type(String(repeating: "a", count: SurveyQuestion.textLength + 1), into: "a")
    #expect(screen.view.flow.answers["a"] == .text(String(repeating: "a", count: SurveyQuestion.textLength)))
    #expect(throws: HeadlessHost.Refusal.noSuchNode("b", present: ["a"])) {
      try screen.host.type("x", into: "b")
    }
    #expect(throws: HeadlessHost.Refusal.notField("submit")) { try screen.host.type("x", into: "submit") }
  }
}
