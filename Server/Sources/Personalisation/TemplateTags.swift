// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The tags of one template, read without rendering it: the values it needs and the tags it may not contain.
struct TemplateTags {
  /// Why a template is refused before rendering.
  enum Problem: Hashable {
    case notAllowed(String)
    case tooDeep
  }

  /// The most levels of nested sections: each level may repeat for every element of a list.
  static let maximumDepth = 2

  /// Values without which the text would have a gap: those used outside all sections, with the place where each is used first.
  private(set) var required: [String: String.Index] = [:]
  /// All names in the text, in and outside of sections.
  private(set) var names: Set<String> = []
  /// In the order of the text.
  private(set) var problems: [(problem: Problem, place: String.Index)] = []

  init(_ template: String) {
    var sections: [String] = []
    var rest = template[...]
    while let open = rest.firstRange(of: "{{") {
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else { return }
      read(String(rest[..<close.lowerBound]), &sections, at: open.lowerBound)
      rest = rest[close.upperBound...]
    }
  }

  private mutating func read(_ tag: String, _ sections: inout [String], at place: String.Index) {
    let content = tag.trimmed
    guard let sigil = content.first else { return }
    let name = String(content.dropFirst()).trimmed
    switch sigil {
    case "#", "^":
      names.insert(Self.path(name))
      sections.append(Self.path(name))
      if sections.count > Self.maximumDepth { problems.append((.tooDeep, place)) }
    case "/": _ = sections.popLast()
    case "!": break
    case ">", "<", "$", "%", "=": problems.append((.notAllowed("{{" + content.prefix(20) + "}}"), place))
    case "&", "{": require(Self.path(name), sections, place)
    default: require(Self.path(content), sections, place)
    }
  }

  private mutating func require(_ path: String, _ sections: [String], _ place: String.Index) {
    guard path != ".", !path.isEmpty else { return }
    names.insert(path)
    // In a section, names may be those of its elements, and the section itself checks whether there is a value.
    if sections.isEmpty, required[path] == nil { required[path] = place }
  }

  /// `user.name` for `uppercased(user.name)`.
  private static func path(_ text: String) -> String {
    guard let open = text.lastIndex(of: "("), let close = text.firstIndex(of: ")"), open < close else { return text.trimmed }
    return String(text[text.index(after: open)..<close]).trimmed
  }
}
