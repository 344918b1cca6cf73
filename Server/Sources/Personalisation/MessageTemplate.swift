// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import MartletWire

/// A message whose texts are templates, for campaigns that are rendered at display.
///
/// Texts, addresses and string extras are Mustache templates: `{{user.first_name}}`, `{{#user.plan}}…{{/user.plan}}`,
/// `{{^user.plan}}…{{/user.plan}}`. A value outside a section is required: if it is missing, the message is withdrawn rather than shown with a gap.
/// Values are escaped in HTML and percent-encoded in addresses.
public struct MessageTemplate: Sendable {
  private let message: Wire.Message

  /// The most bytes of a rendered message.
  public static let maximumBytes = 131_072

  public init(_ message: Wire.Message) {
    self.message = message
  }

  private var templates: Templates<Wire.Message> { Templates(map: mapped) }

  /// Problems of the templates; empty if they can be rendered.
  public var diagnostics: [Diagnostic] { templates.diagnostics }

  /// Keys of the person's attributes that the texts name. No other attribute of a person needs to be read.
  public var attributeKeys: Set<String> { templates.attributeKeys }

  /// Paths of values that the texts require and that are missing.
  public func missing(_ values: TemplateValues) -> Set<String> { templates.missing(values) }

  /// The message for one person, or the reason why they do not get it.
  public func render(_ values: TemplateValues) -> Wire.RenderResponse {
    do throws(TemplateProblem) {
      return Wire.RenderResponse(message: try templates.render(values, maximumBytes: Self.maximumBytes))
    } catch {
      switch error {
      case .missing(let name): return .withdrawn(.missingValue, "There is no value for \(name).")
      case .unreadable(let field): return .withdrawn(.templateError, "The template in \(field) cannot be read.")
      case .tooLong: return .withdrawn(.templateError, "The rendered message is longer than \(Self.maximumBytes) bytes.")
      }
    }
  }

  /// The message with each of its texts replaced by the result of `body`.
  private func mapped(_ body: TemplateBody) -> Wire.Message {
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
    for (key, value) in message.extras {
      if case .string(let text) = value { mapped.extras[key] = .string(body(text, "message.extras.\(key)", .text)) }
    }
    return mapped
  }
}

extension Wire.RenderResponse {
  /// The answer of a message that is not shown.
  public static func withdrawn(_ reason: Wire.Withdrawal.Reason, _ detail: String) -> Self {
    Self(message: nil, withdrawn: Wire.Withdrawal(reason: .known(reason), detail: detail))
  }
}
