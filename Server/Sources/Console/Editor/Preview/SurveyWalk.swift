// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletReach
import MartletUI

/// Somebody's way through a survey in the preview. The page keeps what they did, and the survey's
/// own view repeats it each time: so the preview behaves as the survey does on a device, also while
/// its questions change.
struct SurveyWalk {
  private(set) var view: Reach.SurveyView
  private(set) var events: [Event]
  /// What the last event led to, in words; nil if the survey goes on.
  private(set) var ending: String?
  private let traits: SceneTraits

  /// What somebody did in the scene.
  enum Event: Hashable, Sendable {
    case pressed(String)
    case entered(String, text: String)
  }

  /// What the buttons below the preview do.
  enum Step: String, CaseIterable, Sendable {
    /// Answers the question, unless it is answered, and goes on.
    case next
    case back
    case restart
  }

  /// A longer way begins again.
  static let longest = 200

  /// - Parameter events: What was done before. What does not fit the survey any more has no effect.
  init(_ survey: Reach.Survey, events: [Event] = [], traits: SceneTraits) {
    view = Reach.SurveyView(survey: survey)
    self.traits = traits
    self.events = []
    for event in events.count > Self.longest ? [] : events { apply(event) }
  }

  var scene: MessageScene { view.makeScene(id: MessagePreview.sceneID, traits: traits) }

  mutating func apply(_ step: Step) {
    switch step {
    case .restart: self = SurveyWalk(view.survey, traits: traits)
    case .back: apply(.pressed("back"))
    case .next:
      if !view.flow.canContinue, let question = view.flow.current { answer(question) }
      if !view.flow.isLast { apply(.pressed("next")) }
    }
  }

  private mutating func answer(_ question: SurveyQuestion) {
    switch question.kind {
    case .single, .multiple:
      if let choice = question.choices.first { apply(.pressed("choice-\(question.id)-\(choice)")) }
    case .rating: apply(.pressed("mark-\(question.id)-\(question.scale.upperBound)"))
    case .text: apply(.entered("field-\(question.id)", text: "…"))
    }
  }

  private mutating func apply(_ event: Event) {
    let change: Reach.SurveyView.Change =
      switch event {
      case .pressed(let node): view.handle(.pressed(nodeID: node), in: scene)
      case .entered(let node, let text): view.handle(.entered(nodeID: node, text: text), in: scene)
      }
    switch change {
    case .none: return
    case .redraw: ending = nil
    case .submitted: ending = "The answers are sent, and the survey closes."
    case .exited: ending = "The survey closes, and no answers are sent."
    }
    events.append(event)
  }
}

extension [SurveyWalk.Event] {
  /// Reads what `text` returns. Anything else is nothing.
  init(_ text: String) {
    let lists = (try? JSONDecoder().decode([[String]].self, from: Data(text.utf8))) ?? []
    self = lists.prefix(SurveyWalk.longest + 1).compactMap { parts in
      switch (parts.first, parts.count) {
      case ("pressed", 2): .pressed(parts[1])
      case ("entered", 3): .entered(parts[1], text: parts[2])
      default: nil
      }
    }
  }

  /// JSON: `[["pressed", "next"], ["entered", "field-q", "Good"]]`.
  var text: String {
    let lists = map { event in
      switch event {
      case .pressed(let node): ["pressed", node]
      case .entered(let node, let text): ["entered", node, text]
      }
    }
    return (try? JSONEncoder().encode(lists)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}
