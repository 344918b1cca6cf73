// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Wire {
  /// An announcement or a survey, which a tap on a banner or a push opens. Without a banner, it
  /// opens by itself.
  public struct Content: Equatable, Sendable {
    public var kind: Open<Kind>
    public var title: String?
    /// The text, or the page of `html`. In a survey, the text above the questions.
    public var body: String?
    /// The label of the button for `action`. In a survey, of the button that submits it. Absent: no
    /// button, or the default of surveys.
    public var actionLabel: String?
    public var action: ClickAction
    /// The label of the button that closes it. Absent: no button.
    public var exitLabel: String?
    /// Only `survey`: the questions, in their order.
    public var questions: [Question]
    /// The language of the texts (BCP 47).
    public var language: String?
    /// The themes `light` and `dark`. Missing colours are the SDK's defaults.
    public var themes: [String: Theme]
    /// Only `html`.
    public var assetURLs: [String]
    /// Only `html`: what the page can do beside reporting its action and closing itself.
    public var bridge: Bridge?
    public var extras: [String: JSONValue]
    public var unknown: UnknownFields

    public init(
      kind: Open<Kind>, title: String? = nil, body: String? = nil, actionLabel: String? = nil,
      action: ClickAction = ClickAction(),
      exitLabel: String? = nil, questions: [Question] = [], language: String? = nil,
      themes: [String: Theme] = [:],
      assetURLs: [String] = [], bridge: Bridge? = nil, extras: [String: JSONValue] = [:],
      unknown: UnknownFields = [:]
    ) {
      self.kind = kind
      self.title = title
      self.body = body
      self.actionLabel = actionLabel
      self.action = action
      self.exitLabel = exitLabel
      self.questions = questions
      self.language = language
      self.themes = themes
      self.assetURLs = assetURLs
      self.bridge = bridge
      self.extras = extras
      self.unknown = unknown
    }

    /// What it is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case text, html, survey
    }
  }
}

extension Wire.Content: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(kind: .known(.text)), unknown: \.unknown,
    .field("kind", \.kind, "An announcement with text or a page, or a survey.", .required),
    .field("title", \.title, "The title. Absent: no title bar.", .optional, .most(Wire.Limits.headerLength)),
    .field(
      "body", \.body, "The text. For `html`, the page. In a survey, the text above the questions.", .optional,
      .most(Wire.Limits.contentBodyLength)),
    .field(
      "action_label", \.actionLabel,
      "The label of the button for `action`, or of the button that submits a survey. Absent: no button; a survey has its default.",
      .optional,
      .most(Wire.Limits.contentLabelLength)),
    .field("action", \.action, "What the action does after it was counted. Not in a survey."),
    .field(
      "exit_label", \.exitLabel, "The label of the button that closes it. Absent: no button.", .optional,
      .most(Wire.Limits.contentLabelLength)),
    .field(
      "questions", \.questions, "Only `survey`: the [questions](#questions), in their order.", .optional,
      .most(Wire.Limits.questions)),
    .field(
      "language", \.language, "The language of the texts (BCP 47).", .optional,
      .most(Wire.Limits.languageLength)),
    .field("themes", \.themes, "The colours for `light` and `dark`."),
    .field(
      "asset_urls", \.assetURLs,
      "Only `html`: files that the page uses. They are on the device before it is shown."),
    .field("bridge", \.bridge, "Only `html`: what the page can do."),
    .field("extras", \.extras, "Key-value pairs for the app."))
}
