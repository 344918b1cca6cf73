// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Something in a template that cannot be read, in words that say what, where and what to write
/// instead. Every tag in a remedy can be read.
public struct TemplateMistake: Sendable {
  public var code: String
  public var message: String
  public var remedy: String
  public var tag: Template.Tag

  private init(_ tag: Template.Tag, _ message: String, _ remedy: String, code: String = "template_invalid") {
    (self.code, self.tag, self.message, self.remedy) = (code, tag, message, remedy)
  }

  /// The values that remedies name when nothing shows what was meant.
  static let example = "{{user.first_name}}"

  static func unclosed(_ tag: Template.Tag) -> TemplateMistake {
    let path = guess(
      String(tag.text.drop { "{#^/& ".contains($0) }.prefix { TemplatePath.isPlain($0) || $0 == "." }))
    return TemplateMistake(
      tag, "“\(tag.shown)” begins with {{ and is never closed.",
      "Write }} after the name, as in \(path.map { "{{\($0)}}" } ?? example), or remove the braces.")
  }

  static func neverClosed(_ tag: Template.Tag, _ name: String) -> TemplateMistake {
    guard let path = (try? TemplateReference(name)) == nil ? nil : name else {
      return TemplateMistake(
        tag, "\(tag.shown) is never closed.",
        "Remove it, or write a section such as {{#user.plan}}…{{/user.plan}}.")
    }
    return TemplateMistake(
      tag, "\(tag.shown) is never closed.", "Close it where it ends: {{#\(path)}}…{{/\(path)}}.")
  }

  static func closesNothing(_ tag: Template.Tag, _ name: String, open: String?) -> TemplateMistake {
    let opened = [open, name].compactMap(\.self).first { (try? TemplateReference($0)) != nil } ?? "user.plan"
    return TemplateMistake(
      tag, "\(tag.shown) closes nothing" + (open.map { ", because the open section is \($0)." } ?? "."),
      "Remove it, or open and close the same section: {{#\(opened)}}…{{/\(opened)}}.")
  }

  static func tooDeep(_ tag: Template.Tag) -> TemplateMistake {
    TemplateMistake(
      tag, "Sections are nested more than \(Template.maximumDepth) levels deep at \(tag.shown).",
      "Use fewer nested sections.",
      code: "template_too_deep")
  }

  static func notAllowed(_ tag: Template.Tag) -> TemplateMistake {
    TemplateMistake(
      tag, "Templates cannot use \(tag.shown).",
      "Use values and sections: \(example), {{#user.plan}}…{{/user.plan}}.",
      code: "template_not_allowed")
  }

  /// - Parameter place: What the text is, such as `a URL`.
  public static func notEscaped(_ tag: Template.Tag, in place: String) -> TemplateMistake {
    let path = guess(tag.text)
    return TemplateMistake(
      tag, "Values in \(place) are always encoded, so \(tag.shown) cannot stand there.",
      "Write \(path.map { "{{\($0)}}" } ?? example).", code: "template_not_allowed")
  }

  static func elementOfNothing(_ tag: Template.Tag) -> TemplateMistake {
    TemplateMistake(
      tag, "\(tag.shown) stands for an element of a list, and here is no list.",
      "Write it in a section of a list, such as {{#event.items}}{{.}}{{/event.items}}, or name a value, such as \(example)."
    )
  }

  static func unreadable(_ tag: Template.Tag, _ name: String, _ flaw: TemplateReference.Flaw)
    -> TemplateMistake
  {
    switch flaw {
    case .path(.empty):
      return TemplateMistake(
        tag, "\(tag.shown) names no value.", "Name one, such as \(example), or remove the braces.")
    case .function(let function):
      let names = TemplateReference.Function.allCases.map(\.rawValue).joined(separator: ", ")
      return TemplateMistake(
        tag, "There is no function \(function.prefix(40)) as in \(tag.shown).",
        "Use one of \(names), or none: \(suggestion(name)).")
    case .path(.gap):
      return TemplateMistake(
        tag, "In \(tag.shown), a name is missing beside a dot.", "Write all names: \(suggestion(name)).")
    case .path(.open):
      return TemplateMistake(
        tag, "In \(tag.shown), a bracket is never closed.", "Close it: \(suggestion(name)).")
    case .path(.character(let character)): return wrongCharacter(tag, name, character)
    }
  }

  private static func wrongCharacter(_ tag: Template.Tag, _ name: String, _ character: Character)
    -> TemplateMistake
  {
    let word = String(name.prefix { $0.isLetter })
    if let bar = name.firstIndex(of: "|") {
      let path = guess(String(name[..<bar])) ?? TemplatePath(["user", "first_name"])
      let after = name[name.index(after: bar)...].drop { $0.isWhitespace }
      let written = after.hasPrefix("default") ? after.dropFirst("default".count) : after
      let text = String(written.filter { !"{}:'\"“”".contains($0) }).trimmed
      return TemplateMistake(
        tag, "Templates have no filters, as in \(tag.shown).",
        "Write the default in a section: {{#\(path)}}{{\(path)}}{{/\(path)}}{{^\(path)}}\(text.isEmpty ? "there" : text.prefix(40).description){{/\(path)}}."
      )
    }
    if ["if", "unless", "each", "with", "for", "else"].contains(word) {
      let path = guess(String(name.dropFirst(word.count))) ?? TemplatePath(["user", "plan"])
      let sign = word == "unless" ? "^" : "#"
      return TemplateMistake(
        tag, "Templates have no \(word), as in \(tag.shown).",
        "Write a section, {{\(sign)\(path)}}…{{/\(path)}}, and {{^\(path)}}…{{/\(path)}} for people without a value."
      )
    }
    let shown = character.isWhitespace ? "a blank" : "“\(character)”"
    return TemplateMistake(
      tag, "In \(tag.shown), \(shown) cannot stand in a name as it is.",
      "Write a name with such characters in brackets: \(suggestion(name)).")
  }

  // MARK: - What could be meant

  private static func suggestion(_ name: String) -> String { guess(name).map { "{{\($0)}}" } ?? example }

  /// A path for what somebody wrote; nil if nothing shows what was meant.
  static func guess(_ text: String) -> TemplatePath? {
    // Signs and functions around the name do not matter, nor does what follows a line.
    var name = text.prefix { !$0.isNewline }.trimming { "{}#^/&$ ".contains($0) || $0.isWhitespace }
    if let open = name.lastIndex(of: "("), name[..<open].allSatisfy({ $0.isLetter || $0 == "(" }) {
      name = name[name.index(after: open)...].trimming { ")( ".contains($0) }
    }
    if let path = TemplatePath(String(name)), !path.names.isEmpty, name.count <= 60 {
      return rooted(path.names)
    }
    var names: [String] = []
    for part in name.split(separator: ".") where names.count < 4 {
      let plain = String(part.trimming { "[]'\"“”‘’` ".contains($0) }.prefix(60))
      if !plain.isEmpty { names.append(plain) }
    }
    // All after `user` or `event` is one name: `{{user.first name}}`.
    if names.count > 2, TemplatePath.roots.contains(names[0]), name.contains(where: \.isWhitespace) {
      names = [names[0], names.dropFirst().joined(separator: ".")]
    }
    return names.isEmpty ? nil : rooted(names)
  }

  private static func rooted(_ names: [String]) -> TemplatePath {
    guard TemplatePath.roots.contains(names[0]) else { return TemplatePath(["user"] + names.suffix(1)) }
    let some = ["user": "first_name", "event": "name", "device": "locale"]
    return names.count > 1 ? TemplatePath(names) : TemplatePath(names + [some[names[0]] ?? "name"])
  }
}

extension Template.Tag {
  /// The tag as messages quote it: on one line and not too long.
  public var shown: String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}

extension Substring {
  fileprivate func trimming(_ isAside: (Character) -> Bool) -> Substring {
    var text = drop(while: isAside)
    while let last = text.last, isAside(last) { text.removeLast() }
    return text
  }
}
