// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// What happens to one text of something that is personalised.
typealias TemplateBody = (_ text: String, _ field: String, _ kind: TemplateKind) -> String

/// How values are written into a text.
enum TemplateKind {
  /// As they are.
  case text
  /// With entities for the signs of HTML.
  case html
  /// Percent-encoded, and only where they cannot change the scheme or the host.
  case address
  /// As parts of strings, or as JSON outside of strings.
  case json
}

extension ContentText {
  /// How values are written into the text.
  var kind: TemplateKind {
    switch role {
    case .read: .text
    case .app: JSONText.looksLikeJSON(text) ? .json : .text
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
      found += Self.diagnostics(of: Template(text), text, field, kind)
      return text
    }
    return found
  }

  private static func diagnostics(
    of template: Template, _ text: String, _ field: String, _ kind: TemplateKind
  ) -> [Diagnostic] {
    let raw =
      kind.placeOfNothingRaw.map { place in template.rawTags.map { TemplateMistake.notEscaped($0, in: place) }
      } ?? []
    // Only pages and data have lines that authors see.
    let hasLines = kind == .html || field == "data.body"
    lazy var lines = LineCount.lines(of: text)
    func told(_ problems: [(tag: Template.Tag, diagnostic: Diagnostic)]) -> [Diagnostic] {
      var count = LineCount(text)
      return problems.sorted { $0.tag.offset < $1.tag.offset }.prefix(CampaignLimits.pageNotes).map {
        tag, diagnostic in
        guard hasLines else { return diagnostic }
        var placed = diagnostic
        let line = count.line(of: text.utf8.index(text.startIndex, offsetBy: tag.offset))
        (placed.line, placed.source) = (line, lines[line - 1])
        return placed
      }
    }
    let mistakes = (template.mistakes + raw).map {
      ($0.tag, Diagnostic(field: field, code: $0.code, message: $0.message, remedy: $0.remedy))
    }
    let unknown = template.required.filter { !TemplateValues.mayHave($0.key) }.map { path, tag in
      (
        tag,
        Diagnostic(
          field: field, code: "template_value_unknown", message: Self.message(for: path, tag),
          remedy: Self.remedy(for: path))
      )
    }
    return Dictionary(grouping: mistakes) { $0.1.code }.sorted { $0.key < $1.key }.flatMap { told($0.value) }
      + told(unknown)
  }

  /// Names of all values in the texts, by field.
  var names: [(field: String, names: Set<TemplatePath>)] {
    var found: [(String, Set<TemplatePath>)] = []
    _ = map { text, field, _ in
      found.append((field, Template(text).paths))
      return text
    }
    return found
  }

  var attributeKeys: Set<String> {
    let paths = names.flatMap(\.names).map(\.names)
    var keys = Set(paths.compactMap { $0.count > 1 && $0[0] == "user" ? $0[1] : nil })
    // In a section of the whole person, names stand for attributes.
    if paths.contains(["user"]) { keys.formUnion(paths.compactMap(\.first)) }
    return keys.subtracting(["id"])
  }

  /// Values without which nothing is shown or sent.
  var required: Set<TemplatePath> {
    var required: Set<TemplatePath> = []
    _ = map { text, _, _ in
      required.formUnion(Template(text).required.keys)
      return text
    }
    return required
  }

  func missing(_ values: TemplateValues) -> Set<String> {
    Set(required.filter { !values.has($0) }.map(\.description))
  }

  func render(_ values: TemplateValues, maximumBytes: Int, budget: RenderBudget = RenderBudget())
    throws(TemplateProblem) -> Content
  {
    var missing: Set<String> = []
    var problem: TemplateProblem?
    var bytes = 0
    let rendered = map { written, field, kind in
      // The device fills its id in elsewhere.
      let text = kind == .address ? written.replacing(Address.deviceMarker, with: values.deviceID) : written
      let template = Template(text)
      missing.formUnion(template.required.keys.filter { !values.has($0) }.map(\.description))
      guard problem == nil else { return text }
      guard template.mistakes.isEmpty else {
        problem = .unreadable(field)
        return text
      }
      do throws(TemplateRenderer.Failure) {
        let result = try TemplateRenderer.render(
          template, as: kind, values.json, maximumBytes: maximumBytes - bytes, budget)
        bytes += result.utf8.count
        return result
      } catch {
        problem =
          switch error {
          case .tooLong: .tooLong
          case .tooMuch: .tooMuch
          case .valueInFront: .unreadable(field)
          }
        return text
      }
    }
    if let name = missing.min() { throw .missing(name) }
    if let problem { throw problem }
    return rendered
  }

  private static func message(for path: TemplatePath, _ tag: Template.Tag) -> String {
    path.names.count == 1 && TemplatePath.roots.contains(path.names[0])
      ? "\(tag.shown) is not one value, but all that is known."
      : "There is no value \(path.description.prefix(60)), so nobody would get this."
  }

  /// What to write instead of a value that nobody has.
  private static func remedy(for path: TemplatePath) -> String {
    if path.names.first == "device" {
      return
        "A device has \(TemplatePath.deviceNames.map { "{{device.\($0)}}" }.joined(separator: ", ")). Use one of them."
    }
    let example =
      switch path.names {
      case ["user"]: TemplatePath(["user", "first_name"])
      case ["event"]: TemplatePath(["event", "name"])
      default: TemplatePath(["user", String((path.names.last ?? "first_name").prefix(60))])
      }
    return "Use a value of the person, the event or the device, such as {{\(example)}}."
  }
}

extension TemplateKind {
  /// What a text of this kind is, if nothing in it can be raw.
  fileprivate var placeOfNothingRaw: String? {
    switch self {
    case .address: "a URL"
    case .json: "JSON"
    case .text, .html: nil
    }
  }
}
