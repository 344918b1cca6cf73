// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletKit
public import MartletWire

extension Reach {
  /// Questions to the person, which are answered and submitted together.
  public struct Survey: Hashable, Sendable {
    /// Empty: no title bar.
    public var title: String
    /// The text above the questions. Empty: no text.
    public var body: String
    /// The label of the button that submits the answers. Empty: the SDK's word for it.
    public var submitLabel: String
    /// The label of the button that closes the survey. Empty: no button.
    public var exitLabel: String
    public var questions: [Question]
    /// The language of the texts (BCP 47). Screen readers use it to choose a voice.
    public var language: String?
    public var themes: Themes
    /// The key-value pairs of the campaign.
    public var extras: Extras

    public init(
      title: String = "", body: String = "", submitLabel: String = "", exitLabel: String = "",
      questions: [Question],
      language: String? = nil, themes: Themes = .defaults, extras: Extras = [:]
    ) {
      self.title = title
      self.body = body
      self.submitLabel = submitLabel
      self.exitLabel = exitLabel
      self.questions = questions
      self.language = language
      self.themes = themes
      self.extras = extras
    }

    /// The way through the questions, from the start, with the defaults selected.
    public var flow: SurveyFlow { SurveyFlow(questions.map(\.question)) }
  }
}

extension Reach.Survey {
  /// Creates a survey from the wire form of a campaign's content. Unknown enumerated values and
  /// missing colours are the defaults.
  ///
  /// Throws an error that names the field if a question cannot be asked: its kind must be known,
  /// its id unique, and its condition about an earlier one.
  public init(wire: Wire.Content) throws(Reach.ContentError) {
    guard wire.kind.known == .survey else { throw .unsupportedKind(wire.kind.rawValue) }
    guard !wire.questions.isEmpty else {
      throw .invalid(field: "questions", reason: "A survey needs at least one question.")
    }
    var questions: [Question] = []
    for (index, question) in wire.questions.enumerated() {
      questions.append(try Question(wire: question, at: "questions[\(index)]", after: questions))
    }
    self.init(
      title: wire.title ?? "", body: wire.body ?? "", submitLabel: wire.actionLabel ?? "",
      exitLabel: wire.exitLabel ?? "",
      questions: questions, language: wire.language, themes: .init(wire: wire.themes),
      extras: .init(json: wire.extras))
  }
}
