// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletWire

/// What a campaign shows, with templates as texts: its message, or its banner, content and data. For campaigns that are rendered at display.
///
/// Texts, addresses and string extras are Mustache templates: `{{user.first_name}}`, `{{#user.plan}}…{{/user.plan}}`,
/// `{{^user.plan}}…{{/user.plan}}`. A value outside a section is required: if it is missing, the campaign is withdrawn rather than shown with a gap.
/// Values are escaped in HTML and percent-encoded in addresses.
public struct CampaignTemplate: Sendable {
  private let shown: Wire.RenderResponse

  /// The most bytes of all rendered texts together.
  public static let maximumBytes = 131_072

  public init(_ campaign: Wire.Campaign) {
    shown = Wire.RenderResponse(unrendered: campaign)
  }

  public init(_ content: CampaignContent) {
    let surfaces = content.surfaces
    shown = Wire.RenderResponse(message: content.message?.sent, banner: surfaces.banner, content: surfaces.content, data: surfaces.data)
  }

  private var templates: Templates<Wire.RenderResponse> { Templates(map: mapped) }

  /// Problems of the templates; empty if they can be rendered.
  public var diagnostics: [Diagnostic] { templates.diagnostics }

  /// The same, and texts that need an event although a push brings the campaign, without one.
  public func diagnostics(of content: CampaignContent) -> [Diagnostic] {
    guard content.runPush != nil else { return diagnostics }
    let isNeverShown = content.triggers.isEmpty
    // A tap on the notification opens nothing but the content.
    let texts = requiredEventValues.filter { isNeverShown || $0.field.hasPrefix("content.") }
    return diagnostics
      + texts.map { text in
        Diagnostic(
          severity: isNeverShown ? .error : .warning, field: text.field, code: "event_missing",
          message: isNeverShown
            ? "A push brings this campaign, without an event, so there is no \(text.name)."
            : "When the notification is tapped, there is no event, so there is no \(text.name) and the content does not open.",
          remedy: "Put it in a section: {{#\(text.name)}}…{{/\(text.name)}}.")
      }
  }

  /// Keys of the person's attributes that the texts name. No other attribute of a person needs to be read.
  public var attributeKeys: Set<String> { templates.attributeKeys }

  /// Paths of values that the texts require and that are missing.
  public func missing(_ values: TemplateValues) -> Set<String> { templates.missing(values) }

  /// Values of an event without which a text is not shown, by field.
  public var requiredEventValues: [(field: String, name: String)] {
    var found: [(String, String)] = []
    _ = mapped { text, field, _ in
      for name in TemplateTags(text).required.sorted() where name.hasPrefix("event.") { found.append((field, name)) }
      return text
    }
    return found
  }

  /// What the campaign shows one person, or the reason why they do not get it.
  public func render(_ values: TemplateValues) -> Wire.RenderResponse {
    do throws(TemplateProblem) {
      return try templates.render(values, maximumBytes: Self.maximumBytes)
    } catch {
      switch error {
      case .missing(let name): return .withdrawn(.missingValue, "There is no value for \(name).")
      case .unreadable(let field): return .withdrawn(.templateError, "The template in \(field) cannot be read.")
      case .tooLong: return .withdrawn(.templateError, "The rendered texts are longer than \(Self.maximumBytes) bytes.")
      }
    }
  }

  /// The campaign with each of its texts replaced by the result of `body`.
  private func mapped(_ body: TemplateBody) -> Wire.RenderResponse {
    var mapped = shown
    mapped.message = shown.message.map { Self.message($0, body) }
    mapped.banner = shown.banner.map { Self.banner($0, body) }
    mapped.content = shown.content.map { Self.content($0, body) }
    if let data = shown.data, data.type == .known(.text) { mapped.data?.body = body(data.body, "data.body", .text) }
    return mapped
  }

  private static func message(_ message: Wire.Message, _ body: TemplateBody) -> Wire.Message {
    var mapped = message
    let isHTML = message.kind == .known(.html)
    mapped.header = message.header.map { body($0, "message.header", .text) }
    mapped.message = message.message.map { body($0, "message.message", isHTML ? .html : .text) }
    mapped.imageURL = message.imageURL.map { body($0, "message.image_url", .address) }
    mapped.imageAlt = message.imageAlt.map { body($0, "message.image_alt", .text) }
    mapped.clickAction.url = message.clickAction.url.map { body($0, "message.click_action.url", .address) }
    for index in message.buttons.indices {
      mapped.buttons[index].text = body(message.buttons[index].text, "message.buttons[\(index)].text", .text)
      mapped.buttons[index].clickAction.url = message.buttons[index].clickAction.url.map {
        body($0, "message.buttons[\(index)].click_action.url", .address)
      }
    }
    mapped.extras = extras(message.extras, "message", body)
    return mapped
  }

  private static func banner(_ banner: Wire.Banner, _ body: TemplateBody) -> Wire.Banner {
    var mapped = banner
    mapped.title = banner.title.map { body($0, "banner.title", .text) }
    mapped.text = banner.text.map { body($0, "banner.text", .text) }
    mapped.imageURL = banner.imageURL.map { body($0, "banner.image_url", .address) }
    mapped.imageAlt = banner.imageAlt.map { body($0, "banner.image_alt", .text) }
    mapped.action.url = banner.action.url.map { body($0, "banner.action.url", .address) }
    mapped.extras = extras(banner.extras, "banner", body)
    return mapped
  }

  private static func content(_ content: Wire.Content, _ body: TemplateBody) -> Wire.Content {
    var mapped = content
    mapped.title = content.title.map { body($0, "content.title", .text) }
    mapped.body = content.body.map { body($0, "content.body", content.kind == .known(.html) ? .html : .text) }
    mapped.actionLabel = content.actionLabel.map { body($0, "content.action_label", .text) }
    mapped.exitLabel = content.exitLabel.map { body($0, "content.exit_label", .text) }
    mapped.action.url = content.action.url.map { body($0, "content.action.url", .address) }
    mapped.extras = extras(content.extras, "content", body)
    for (index, question) in content.questions.enumerated() {
      let field = "content.questions[\(index)]"
      mapped.questions[index].title = body(question.title, "\(field).title", .text)
      mapped.questions[index].detail = question.detail.map { body($0, "\(field).detail", .text) }
      mapped.questions[index].lowLabel = question.lowLabel.map { body($0, "\(field).low_label", .text) }
      mapped.questions[index].highLabel = question.highLabel.map { body($0, "\(field).high_label", .text) }
      mapped.questions[index].placeholder = question.placeholder.map { body($0, "\(field).placeholder", .text) }
      for (number, choice) in question.choices.enumerated() {
        mapped.questions[index].choices[number].title = body(choice.title, "\(field).choices[\(number)].title", .text)
      }
    }
    return mapped
  }

  private static func extras(_ extras: [String: Wire.JSONValue], _ field: String, _ body: TemplateBody) -> [String: Wire.JSONValue] {
    var mapped = extras
    for case (let key, .string(let text)) in extras { mapped[key] = .string(body(text, "\(field).extras.\(key)", .text)) }
    return mapped
  }
}

extension Wire.RenderResponse {
  /// The answer of a campaign that is not shown.
  public static func withdrawn(_ reason: Wire.Withdrawal.Reason, _ detail: String) -> Self {
    Self(withdrawn: Wire.Withdrawal(reason: .known(reason), detail: detail))
  }
}
