// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletWire

/// What a campaign shows, with templates as texts: its message, or its banner, content and data.
/// For campaigns that are rendered at display.
///
/// Texts, addresses and string extras are templates: `{{user.first_name}}`,
/// `{{#user.plan}}…{{/user.plan}}`, `{{^user.plan}}…{{/user.plan}}`. A value outside a section is
/// required: if it is missing, the campaign is withdrawn rather than shown with a gap. Values are
/// escaped in HTML and JSON, and percent-encoded in addresses.
public struct CampaignTemplate: Sendable {
  private let shown: Wire.RenderResponse

  /// The most bytes of all rendered texts together.
  public static let maximumBytes = 131_072

  public init(_ campaign: Wire.Campaign) {
    shown = Wire.RenderResponse(unrendered: campaign)
  }

  public init(_ content: CampaignContent) {
    shown = Wire.RenderResponse(
      message: content.message?.sent, banner: content.banner, content: content.content, data: content.data)
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

  /// Keys of the person's attributes that the texts name. No other attribute of a person needs to
  /// be read.
  public var attributeKeys: Set<String> { templates.attributeKeys }

  /// Paths of values that the texts require and that are missing.
  public func missing(_ values: TemplateValues) -> Set<String> { templates.missing(values) }

  /// Values of an event without which a text is not shown, by field.
  public var requiredEventValues: [(field: String, name: String)] {
    var found: [(String, String)] = []
    _ = mapped { text, field, _ in
      for name in Template(text).required.keys.filter(\.isOfEvent).map(\.description).sorted() {
        found.append((field, name))
      }
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
      case .unreadable(let field):
        return .withdrawn(.templateError, "The template in \(field) cannot be read.")
      case .tooMuch:
        return .withdrawn(
          .templateError,
          "The templates repeat too much. Shorten their sections, or the lists and texts that they repeat.")
      case .tooLong:
        return .withdrawn(.templateError, "The rendered texts are longer than \(Self.maximumBytes) bytes.")
      }
    }
  }

  /// The campaign with each of its texts replaced by the result of `body`.
  private func mapped(_ body: @escaping TemplateBody) -> Wire.RenderResponse {
    shown.replacingTexts { body($0.text, $0.field, $0.kind) }
  }
}

extension Wire.RenderResponse {
  /// The answer of a campaign that is not shown.
  public static func withdrawn(_ reason: Wire.Withdrawal.Reason, _ detail: String) -> Self {
    Self(withdrawn: Wire.Withdrawal(reason: .known(reason), detail: detail))
  }
}
