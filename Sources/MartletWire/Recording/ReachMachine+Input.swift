// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

/// The fields of all inputs about banners, content and data.
struct RecordedReachInput: TranslatedValue, Equatable {
  var input: ReachMachine.Input

  init(_ input: ReachMachine.Input) { self.input = input }

  struct WireForm: ShapedValue {
    var name = ""
    var item: ReachItem?
    var id: String?
    var attempt: Int?
    var word: String?
    var screen: String?
    var flag: Bool?
    var answers: SurveyAnswers = [:]

    static let shape = Shape<Self>(
      blank: Self(), unknown: nil,
      .field("name", \.name, "What happened.", .required),
      .field("item", \.item, "Only `received` and `opened`."),
      .field("item_id", \.id, "The item."), .field("attempt", \.attempt, "The number of the attempt."),
      .field("word", \.word, "The answer or reason."),
      .field("screen", \.screen, "Only `screen`. Absent: none."),
      .field("flag", \.flag, "Only `active`, `ready` and `window`."),
      .field("answers", \.answers, "Only `content_acted`."))
  }

  init(wireForm form: WireForm) throws(Wire.DecodingProblem) {
    func given<Value>(_ value: Value?, _ key: String) throws(Wire.DecodingProblem) -> Value {
      guard let value else { throw .missing(key) }
      return value
    }
    func word<Word: RawRepresentable<String>>(_ type: Word.Type) throws(Wire.DecodingProblem) -> Word {
      guard let word = Word(rawValue: try given(form.word, "word")) else {
        throw Wire.DecodingProblem.invalid("This version does not know the word.").inside(key: "word")
      }
      return word
    }
    func id() throws(Wire.DecodingProblem) -> String { try given(form.id, "item_id") }
    switch form.name {
    case "received": input = .received(try given(form.item, "item"))
    case "opened": input = .opened(try given(form.item, "item"))
    case "answered":
      input = .answered(
        id: try id(), attempt: try given(form.attempt, "attempt"), try word(ReachMachine.NotifierAnswer.self))
    case "banner_appeared": input = .bannerAppeared(id: try id())
    case "banner_tapped": input = .bannerTapped(id: try id())
    case "banner_closed": input = .bannerClosed(id: try id())
    case "loaded": input = .loaded(id: try id())
    case "load_failed": input = .loadFailed(id: try id())
    case "content_missing": input = .contentMissing(id: try id())
    case "content_appeared": input = .contentAppeared(id: try id())
    case "content_acted": input = .contentActed(id: try id(), form.answers)
    case "content_exited": input = .contentExited(id: try id())
    case "vanished": input = .vanished(id: try id())
    case "gone": input = .gone(id: try id())
    case "failed": input = .failed(id: try id(), try word(Outcome.DropReason.self))
    case "data_answered": input = .dataAnswered(id: try id(), try word(ReachMachine.DataAnswer.self))
    case "watch_ended": input = .watchEnded(attempt: try given(form.attempt, "attempt"))
    case "screen": input = .screenChanged(form.screen)
    case "active": input = .phase(isActive: try given(form.flag, "flag"))
    case "ready": input = .ready(try given(form.flag, "flag"))
    case "window": input = .windowChanged(isThere: try given(form.flag, "flag"))
    default: throw Wire.DecodingProblem.invalid("This version does not know the input.").inside(key: "name")
    }
  }

  var wireForm: WireForm {
    switch input {
    case .received(let item): WireForm(name: "received", item: item)
    case .opened(let item): WireForm(name: "opened", item: item)
    case .answered(let id, let attempt, let answer):
      WireForm(name: "answered", id: id, attempt: attempt, word: answer.rawValue)
    case .bannerAppeared(let id): WireForm(name: "banner_appeared", id: id)
    case .bannerTapped(let id): WireForm(name: "banner_tapped", id: id)
    case .bannerClosed(let id): WireForm(name: "banner_closed", id: id)
    case .loaded(let id): WireForm(name: "loaded", id: id)
    case .loadFailed(let id): WireForm(name: "load_failed", id: id)
    case .contentMissing(let id): WireForm(name: "content_missing", id: id)
    case .contentAppeared(let id): WireForm(name: "content_appeared", id: id)
    case .contentActed(let id, let answers): WireForm(name: "content_acted", id: id, answers: answers)
    case .contentExited(let id): WireForm(name: "content_exited", id: id)
    case .vanished(let id): WireForm(name: "vanished", id: id)
    case .gone(let id): WireForm(name: "gone", id: id)
    case .failed(let id, let reason): WireForm(name: "failed", id: id, word: reason.rawValue)
    case .dataAnswered(let id, let answer): WireForm(name: "data_answered", id: id, word: answer.rawValue)
    case .watchEnded(let attempt): WireForm(name: "watch_ended", attempt: attempt)
    case .screenChanged(let screen): WireForm(name: "screen", screen: screen)
    case .phase(let isActive): WireForm(name: "active", flag: isActive)
    case .ready(let isReady): WireForm(name: "ready", flag: isReady)
    case .windowChanged(let isThere): WireForm(name: "window", flag: isThere)
    }
  }
}
