// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Mustache

/// What happens to one text of something that is personalised.
typealias TemplateBody = (_ text: String, _ field: String, _ kind: TemplateKind) -> String

/// How values are written into a text.
enum TemplateKind: String {
  case text = "TEXT"
  case html = "HTML"
  case address = "MARTLET-ADDRESS"
}

extension ContentText {
  /// How values are written into the text.
  var kind: TemplateKind {
    switch role {
    case .read, .app: .text
    case .page: .html
    case .address: .address
    }
  }
}

/// Why something cannot be written for a person.
enum TemplateProblem: Error, Hashable {
  /// The value with this name is missing.
  case missing(String)
  /// The template in this field.
  case unreadable(String)
  case tooLong
  /// The templates repeat too much; see `RenderBudget`.
  case tooMuch
}

/// The texts of something, as templates.
struct Templates<Content> {
  /// Returns the content with each of its texts replaced by the result of the body.
  let map: (_ body: @escaping TemplateBody) -> Content

  var diagnostics: [Diagnostic] {
    var found: [Diagnostic] = []
    _ = map { text, field, kind in
      let tags = TemplateTags(text)
      // Only a page has lines that authors see.
      let isPage = kind == .html
      lazy var lines = LineCount.lines(of: text)
      func place(_ line: Int) -> (line: Int?, source: Substring?) { isPage ? (line, lines[line - 1]) : (nil, nil) }
      var count = LineCount(text)
      for (problem, index) in tags.problems.prefix(CampaignLimits.pageNotes) {
        let place = place(count.line(of: index))
        switch problem {
        case .notAllowed(let tag):
          found.append(
            Diagnostic(
              field: field, code: "template_not_allowed", message: "Templates cannot use \(tag).",
              remedy: "Use values and sections: {{user.first_name}}, {{#user.plan}}…{{/user.plan}}.", line: place.line,
              source: place.source))
        case .tooDeep:
          found.append(
            Diagnostic(
              field: field, code: "template_too_deep",
              message: "Sections are nested more than \(TemplateTags.maximumDepth) levels deep.",
              remedy: "Use fewer nested sections.", line: place.line, source: place.source))
        }
      }
      count = LineCount(text)
      let unknown = tags.required.filter { !TemplateValues.mayHave($0.key) }.sorted { $0.value < $1.value }
        .map { (line: count.line(of: $0.value), name: $0.key) }
      for (line, name) in unknown.sorted(by: <).prefix(CampaignLimits.pageNotes) {
        let place = place(line)
        found.append(
          Diagnostic(
            field: field, code: "template_value_unknown", message: "There is no value \(name.prefix(60)), so nobody would get this.",
            remedy: Self.remedy(for: name), line: place.line, source: place.source))
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

  /// Names of all values in the texts, by field.
  var names: [(field: String, names: Set<String>)] {
    var found: [(String, Set<String>)] = []
    _ = map { text, field, _ in
      found.append((field, TemplateTags(text).names))
      return text
    }
    return found
  }

  var attributeKeys: Set<String> {
    let paths = names.flatMap(\.names).map { $0.split(separator: ".").map(String.init) }
    var keys = Set(paths.compactMap { $0.count > 1 && $0[0] == "user" ? $0[1] : nil })
    // In a section of the whole person, names stand for attributes.
    if paths.contains(["user"]) { keys.formUnion(paths.compactMap(\.first)) }
    return keys.subtracting(["id"])
  }

  /// Names of the values without which nothing is shown or sent.
  var required: Set<String> {
    var required: Set<String> = []
    _ = map { text, _, _ in
      required.formUnion(TemplateTags(text).required.keys)
      return text
    }
    return required
  }

  func missing(_ values: TemplateValues) -> Set<String> { required.filter { !values.has($0) } }

  func render(_ values: TemplateValues, maximumBytes: Int, budget: RenderBudget = RenderBudget()) throws(TemplateProblem) -> Content {
    var missing: Set<String> = []
    var failure: String?
    let counted = budget.counting(values.values)
    let rendered = map { text, field, kind in
      guard !budget.isUsedUp else { return text }
      let tags = TemplateTags(text)
      guard tags.problems.isEmpty, let template = try? Self.compile(text, kind) else {
        failure = failure ?? field
        return text
      }
      missing.formUnion(tags.required.keys.filter { !values.has($0) })
      budget.begin(text, kind)
      let result = template.render(counted)
      budget.written += result.utf8.count
      return result
    }
    if let name = missing.min() { throw .missing(name) }
    if let failure { throw .unreadable(failure) }
    if budget.isUsedUp { throw .tooMuch }
    guard budget.written <= maximumBytes else { throw .tooLong }
    return rendered
  }

  /// What to write instead of a value that nobody has.
  private static func remedy(for name: String) -> String {
    let parts = name.split(separator: ".")
    if parts.first == "device" {
      return "A device has \(TemplateValues.deviceFacts.map { "{{device.\($0.name)}}" }.joined(separator: ", ")). Use one of them."
    }
    return "Use a value of the person, the event or the device, such as {{user.\((parts.last ?? "first_name").prefix(60))}}."
  }

  private static func compile(_ text: String, _ kind: TemplateKind) throws -> MustacheTemplate {
    addressContentType
    return try MustacheTemplate(string: "{{% CONTENT_TYPE:\(kind.rawValue)}}" + text)
  }

  private static func words(_ error: any Error) -> String {
    let text = "\((error as? MustacheTemplate.ParserError)?.error ?? error)"
    return String(text.prefix(120))
  }
}

/// Percent-encodes values, so that no value written by a person changes where an address leads.
private struct AddressContentType: MustacheContentType {
  // Made once: it takes longer than encoding a short text with it.
  private static let unreserved = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))

  func escapeText(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "" }
}

private let addressContentType: Void = MustacheContentTypes.register(AddressContentType(), named: TemplateKind.address.rawValue)
