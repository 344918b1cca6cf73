// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletKit
public import MartletUI

extension Reach {
  /// Draws a survey, and keeps what the person answers until it is submitted.
  ///
  /// A value: it changes only in `handle(_:in:)`, and what it draws follows from it.
  public struct SurveyView: Hashable, Sendable {
    public let survey: Survey
    public var attributes: SheetAttributes
    /// One question at a time, or all on one page.
    public let form: Form
    /// What is answered, and where the person is.
    public private(set) var flow: SurveyFlow

    public init(survey: Survey, attributes: SheetAttributes = SheetAttributes(), form: Form = .steps) {
      self.survey = survey
      self.attributes = attributes
      self.form = form
      flow = survey.flow
    }

    /// How the questions are shown.
    public enum Form: String, Hashable, Sendable, CaseIterable {
      /// One after another, with progress, back and next.
      case steps
      /// All below each other.
      case page
    }

    /// What follows from an event.
    public enum Change: Hashable, Sendable {
      case none
      /// It looks different now.
      case redraw
      /// The person submitted these answers.
      case submitted(SurveyAnswers)
      /// The person closed it.
      case exited
    }

    /// Takes an event of the scene that was drawn last.
    public mutating func handle(_ event: SceneEvent, in scene: MessageScene) -> Change {
      switch event {
      case .pressed(let nodeID):
        guard let node = scene.root.node(nodeID), node.isPressable, let action = node.action else {
          return .none
        }
        return handle(action)
      case .entered(let nodeID, let text):
        guard let name = scene.root.node(nodeID)?.field?.name else { return .none }
        return changing { $0.enter(.text(text), to: name) }
      case .escaped: return .exited
      default: return .none
      }
    }

    private mutating func handle(_ action: SceneNode.Action) -> Change {
      switch action {
      case .choose(let question, let choice): return changing { $0.toggle(choice, of: question) }
      case .rate(let question, let number): return changing { $0.toggle(.rating(number), of: question) }
      case .next: return changing { $0.goForward() }
      case .back: return changing { $0.goBack() }
      case .submit: return flow.canSubmit && (form == .page || flow.isLast) ? .submitted(flow.answers) : .none
      case .close: return .exited
      case .button(let id): return id == "exit" ? .exited : .none
      case .body: return .none
      }
    }

    private mutating func changing<Result>(_ change: (inout SurveyFlow) -> Result) -> Change {
      let before = flow
      _ = change(&flow)
      return flow == before ? .none : .redraw
    }

    /// Creates the scene for these device settings.
    public func makeScene(id: String, traits: SceneTraits) -> MessageScene {
      SurveyScene(view: self, traits: traits).make(id: id)
    }
  }
}

extension SurveyFlow {
  /// Several choices can be selected and unselected. Of others, one is selected. An answer that
  /// need not be given can be taken back.
  fileprivate mutating func toggle(_ choice: String, of id: String) {
    guard let question = questions.first(where: { $0.id == id }) else { return }
    guard question.kind == .multiple else { return toggle(.choices([choice]), of: id) }
    var selected: [String] = []
    if case .choices(let ids)? = answer(to: id) { selected = ids }
    enter(
      .choices(selected.contains(choice) ? selected.filter { $0 != choice } : selected + [choice]), to: id)
  }

  fileprivate mutating func toggle(_ answer: SurveyAnswer, of id: String) {
    guard let question = questions.first(where: { $0.id == id }) else { return }
    enter(!question.isRequired && self.answer(to: id) == answer ? nil : answer, to: id)
  }
}
