// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Reads a template in one pass over its bytes.
struct TemplateParser {
  /// A section that is not closed yet.
  private struct Open {
    /// nil: its name cannot be read, or it is too deep, and its content counts as that of the
    /// section around it.
    let reference: TemplateReference?
    let isInverted: Bool
    /// What closes it.
    let name: String
    let tag: Template.Tag
    var parts: [Template.Part] = []
  }

  fileprivate struct Raw {
    let content: String
    let isTriple: Bool
    let end: Int
  }

  /// The longest tag in bytes: longer ones are braces that were never closed.
  private static let maximumTag = 1_024

  private let bytes: [UInt8]
  private var template = Template()
  private var sections: [Open] = []
  private var endsNoComment = false

  private static let (brace, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() -> Template {
    var (start, place) = (0, 0)
    while let open = next("{{", from: place) {
      guard let raw = raw(at: open) else {
        let tag = Template.Tag(text: text(open, min(bytes.count, open + 40)), offset: open)
        template.tags.append(tag)
        template.mistakes.append(.unclosed(tag))
        place = open + 2
        continue
      }
      let tag = Template.Tag(text: text(open, raw.end), offset: open)
      template.tags.append(tag)
      let lines = raw.isStandalone ? standalone(open, raw.end) : nil
      add(text(start, lines?.lowerBound ?? open))
      read(raw, tag)
      start = lines?.upperBound ?? raw.end
      place = max(start, raw.end)
    }
    add(text(start, bytes.count))
    while let open = sections.popLast() {
      template.mistakes.append(.neverClosed(open.tag, open.name))
      finish(open)
    }
    template.mistakes.sort { $0.tag.offset < $1.tag.offset }
    return template
  }

  // MARK: - Bytes

  private func text(_ start: Int, _ end: Int) -> String {
    start < end ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
  }

  private func next(_ pattern: StaticString, from start: Int) -> Int? {
    let (first, second) = (pattern.utf8Start[0], pattern.utf8Start[1])
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == first, bytes[place + 1] == second { return place }
      place += 1
    }
    return nil
  }

  /// The tag that begins there; nil if it is never closed.
  private mutating func raw(at open: Int) -> Raw? {
    let isTriple = open + 2 < bytes.count && bytes[open + 2] == Self.brace
    let start = open + (isTriple ? 3 : 2)
    let isComment = start < bytes.count && bytes[start] == UInt8(ascii: "!")
    let limit = isComment ? bytes.count : min(bytes.count, start + Self.maximumTag)
    if isComment {
      // Where one comment never ends, none does that begins later.
      guard !endsNoComment else { return nil }
      let found = end(from: start, to: limit, isTriple, minds: false)
      endsNoComment = found == nil
      return found
    }
    // Closing braces in brackets belong to a name, unless the bracket is never closed.
    return end(from: start, to: limit, isTriple, minds: true)
      ?? end(from: start, to: limit, isTriple, minds: false)
  }

  private func end(from start: Int, to limit: Int, _ isTriple: Bool, minds brackets: Bool) -> Raw? {
    var place = start
    var isQuoted = false
    let isComment = start < bytes.count && bytes[start] == UInt8(ascii: "!")
    while place + 1 < limit {
      switch bytes[place] {
      case UInt8(ascii: "[") where brackets: isQuoted = true
      case UInt8(ascii: "]"): isQuoted = false
      case Self.brace where !isQuoted && !isComment && bytes[place + 1] == Self.brace: return nil
      case Self.close where !isQuoted && bytes[place + 1] == Self.close:
        guard isTriple else {
          return Raw(content: text(start, place).trimmed, isTriple: false, end: place + 2)
        }
        if place + 2 < bytes.count, bytes[place + 2] == Self.close {
          return Raw(content: text(start, place).trimmed, isTriple: true, end: place + 3)
        }
        return nil
      default: break
      }
      place += 1
    }
    return nil
  }

  /// A section's tag that is alone on its line takes the line with it. nil: it is not alone.
  private func standalone(_ open: Int, _ end: Int) -> Range<Int>? {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var start = open
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
    var after = end
    while after < bytes.count, isBlank(bytes[after]) { after += 1 }
    if after == bytes.count { return start..<after }
    if bytes[after] == UInt8(ascii: "\r"), after + 1 < bytes.count { after += 1 }
    return bytes[after] == UInt8(ascii: "\n") ? start..<(after + 1) : nil
  }

  // MARK: - Tags

  private mutating func read(_ raw: Raw, _ tag: Template.Tag) {
    guard !raw.isTriple else { return value(raw.content, tag, isRaw: true) }
    let name = String(raw.content.dropFirst()).trimmed
    switch raw.content.first {
    case "!": break
    case "#", "^": open(name, tag, isInverted: raw.content.first == "^")
    case "/": close(name, tag)
    case "&": value(name, tag, isRaw: true)
    // Liquid writes `{{${first_name}}}`.
    case "$" where name.hasPrefix("{"): value(raw.content, tag, isRaw: false)
    case ">", "<", "$", "%", "=": template.mistakes.append(.notAllowed(tag))
    default: value(raw.content, tag, isRaw: false)
    }
  }

  private mutating func value(_ name: String, _ tag: Template.Tag, isRaw: Bool) {
    guard let reference = reference(name, tag) else { return }
    if isRaw { template.rawTags.append(tag) }
    if let path = reference.path {
      if path.names.isEmpty {
        if sections.isEmpty { template.mistakes.append(.elementOfNothing(tag)) }
      } else {
        template.paths.insert(path)
        // In a section, names may be those of its elements, and the section itself checks whether
        // there is a value.
        if sections.isEmpty, template.required[path] == nil { template.required[path] = tag }
      }
    } else if sections.isEmpty {
      template.mistakes.append(.elementOfNothing(tag))
    }
    add(.value(reference, isRaw: isRaw))
  }

  private mutating func open(_ name: String, _ tag: Template.Tag, isInverted: Bool) {
    var reference = reference(name, tag)
    if let path = reference?.path, !path.names.isEmpty { template.paths.insert(path) }
    if sections.count >= Template.maximumDepth {
      template.mistakes.append(.tooDeep(tag))
      reference = nil
    }
    sections.append(Open(reference: reference, isInverted: isInverted, name: name, tag: tag))
  }

  private mutating func close(_ name: String, _ tag: Template.Tag) {
    // `{{/if}}` closes what was opened as `{{#if user.plan}}`, so that a mistake is told once.
    let place =
      sections.lastIndex { $0.name == name }
      ?? sections.lastIndex { $0.reference == nil && $0.name.hasPrefix(name + " ") }
    guard let place else {
      return template.mistakes.append(.closesNothing(tag, name, open: sections.last?.name))
    }
    while sections.count > place + 1, let inner = sections.popLast() {
      template.mistakes.append(.neverClosed(inner.tag, inner.name))
      finish(inner)
    }
    if let section = sections.popLast() { finish(section) }
  }

  private func reading(_ name: String) throws(TemplateReference.Flaw) -> TemplateReference {
    try TemplateReference(name)
  }

  private mutating func reference(_ name: String, _ tag: Template.Tag) -> TemplateReference? {
    do throws(TemplateReference.Flaw) {
      return try reading(name)
    } catch {
      template.mistakes.append(.unreadable(tag, name, error))
      return nil
    }
  }

  // MARK: - Parts

  private mutating func add(_ text: String) { if !text.isEmpty { add(.text(text)) } }

  private mutating func add(_ part: Template.Part) {
    if sections.isEmpty {
      template.parts.append(part)
    } else {
      sections[sections.count - 1].parts.append(part)
    }
  }

  private mutating func finish(_ section: Open) {
    guard let reference = section.reference else {
      for part in section.parts { add(part) }
      return
    }
    add(.section(reference, isInverted: section.isInverted, section.parts))
  }
}

extension TemplateParser.Raw {
  /// Whether it disappears with its line.
  fileprivate var isStandalone: Bool { !isTriple && content.first.map { "#^/!".contains($0) } ?? false }
}
