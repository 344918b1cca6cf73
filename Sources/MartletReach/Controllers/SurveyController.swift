// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletUI

extension Reach {
  /// The default controller of surveys. It draws one question at a time.
  ///
  /// Make a subclass to change how surveys look, and register it for a category:
  ///
  ///     try reach.registerSurveys(forCategory: "long") { LongSurveyController(item: $0, survey: $1) }
  @MainActor
  open class SurveyController: ContentController {
    /// The delivery that it shows.
    public let item: Item
    /// What it asks.
    public let survey: Survey
    private var view: SurveyView

    /// - Parameter view: draws the survey. nil: the default view.
    public init(item: Item, survey: Survey, view: SurveyView? = nil) {
      self.item = item
      self.survey = survey
      self.view = view ?? SurveyView(survey: survey)
    }

    /// The person submitted the answers.
    open func submit(_ answers: SurveyAnswers) { item.submit(answers) }

    /// The person closed it.
    open func exit() { item.exit() }

    open func present() throws { try item.screen.show(self) }

    open func dismiss() { item.screen.remove(self) }
  }
}

extension Reach.SurveyController: Drawn {
  func makeScene(id: String, traits: SceneTraits, areas: [SceneArea]) -> MessageScene? {
    view.makeScene(id: id, traits: traits)
  }

  func handle(_ event: SceneEvent, in scene: MessageScene) {
    switch event {
    case .appeared: item.contentAppeared()
    case .disappeared, .failed(.hostGone): item.vanish()
    case .failed: item.fail()
    case .pressed, .entered, .escaped, .swipedAway, .backdropTapped, .called, .openedLink:
      switch view.handle(event, in: scene) {
      case .none: break
      case .redraw: item.screen.redraw(self)
      case .submitted(let answers): submit(answers)
      case .exited: exit()
      }
    }
  }
}
