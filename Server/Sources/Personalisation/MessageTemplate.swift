// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import MartletWire
import Mustache

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

  /// Problems of the templates; empty if they can be rendered.
  public var diagnostics: [Diagnostic] {
    var found: [Diagnostic] = []
    _ = mapped { text, field, kind in
      let tags = TemplateTags(text)
      for problem in tags.problems {
        switch problem {
        case .notAllowed(let tag):
          found.append(
            Diagnostic(
              field: field, code: "template_not_allowed", message: "Templates cannot use \(tag).",
              remedy: "Use values and sections: {{user.first_name}}, {{#user.plan}}…{{/user.plan}}."))
        case .tooDeep:
          found.append(
            Diagnostic(
              field: field, code: "template_too_deep",
              message: "Sections are nested more than \(TemplateTags.maximumDepth) levels deep.",
              remedy: "Use fewer nested sections."))
        }
      }
      do {
        _ = try Self.compile(text, kind)
      } catch {
        found.append(
          Diagnostic(
            field: field, code: "template_invalid", message: "The template cannot be read: \(Self.words(error)).",
            remedy: "Close every {{#section}} with {{/section}} and every {{ with }}."))
      }
      return text
    }
    return found
  }

  /// Keys of the person's attributes that the texts name. No other attribute of a person needs to be read.
  public var attributeKeys: Set<String> {
    var names: Set<String> = []
    _ = mapped { text, _, _ in
      names.formUnion(TemplateTags(text).names)
      return text
    }
    let paths = names.map { $0.split(separator: ".").map(String.init) }
    var keys = Set(paths.compactMap { $0.count > 1 && $0[0] == "user" ? $0[1] : nil })
    // In a section of the whole person, names stand for attributes.
    if paths.contains(["user"]) { keys.formUnion(paths.compactMap(\.first)) }
    return keys.subtracting(["id"])
  }

  /// Paths of values that the texts require and that are missing.
  public func missing(_ values: TemplateValues) -> Set<String> {
    var missing: Set<String> = []
    _ = mapped { text, _, _ in
      missing.formUnion(TemplateTags(text).required.filter { !values.has($0) })
      return text
    }
    return missing
  }

  /// The message for one person, or the reason why they do not get it.
  public func render(_ values: TemplateValues) -> Wire.RenderResponse {
    var missing: Set<String> = []
    var failure: String?
    var bytes = 0
    let rendered = mapped { text, field, kind in
      let tags = TemplateTags(text)
      guard tags.problems.isEmpty, let template = try? Self.compile(text, kind) else {
        failure = failure ?? field
        return text
      }
      missing.formUnion(tags.required.filter { !values.has($0) })
      let result = template.render(values.values)
      bytes += result.utf8.count
      return result
    }
    if let name = missing.min() { return .withdrawn(.missingValue, "There is no value for \(name).") }
    if let failure { return .withdrawn(.templateError, "The template in \(failure) cannot be read.") }
    guard bytes <= Self.maximumBytes else {
      return .withdrawn(.templateError, "The rendered message is longer than \(Self.maximumBytes) bytes.")
    }
    return Wire.RenderResponse(message: rendered)
  }

  // MARK: - Texts

  private enum Kind: String {
    case text = "TEXT"
    case html = "HTML"
    case address = "MARTLET-ADDRESS"
  }

  /// Percent-encodes values, so that no value written by a person changes where an address leads.
  private struct AddressContentType: MustacheContentType {
    func escapeText(_ text: String) -> String {
      text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))) ?? ""
    }
  }

  private static let registered: Void = MustacheContentTypes.register(AddressContentType(), named: Kind.address.rawValue)

  private static func compile(_ text: String, _ kind: Kind) throws -> MustacheTemplate {
    registered
    return try MustacheTemplate(string: "{{% CONTENT_TYPE:\(kind.rawValue)}}" + text)
  }

  private static func words(_ error: any Error) -> String {
    let text = "\((error as? MustacheTemplate.ParserError)?.error ?? error)"
    return String(text.prefix(120))
  }

  /// The message with each of its texts replaced by the result of `body`.
  private func mapped(_ body: (_ text: String, _ field: String, _ kind: Kind) -> String) -> Wire.Message {
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
