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

  /// Values without which the text would have a gap: those used outside all sections.
  private(set) var required: Set<String> = []
  /// All names in the text, in and outside of sections.
  private(set) var names: Set<String> = []
  private(set) var problems: [Problem] = []

  init(_ template: String) {
    var sections: [String] = []
    var rest = template[...]
    while let open = rest.firstRange(of: "{{") {
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else { return }
      read(String(rest[..<close.lowerBound]), &sections)
      rest = rest[close.upperBound...]
    }
  }

  private mutating func read(_ tag: String, _ sections: inout [String]) {
    let content = tag.trimmed
    guard let sigil = content.first else { return }
    let name = String(content.dropFirst()).trimmed
    switch sigil {
    case "#", "^":
      names.insert(Self.path(name))
      sections.append(Self.path(name))
      if sections.count > Self.maximumDepth { problems.append(.tooDeep) }
    case "/": _ = sections.popLast()
    case "!": break
    case ">", "<", "$", "%", "=": problems.append(.notAllowed("{{" + content.prefix(20) + "}}"))
    case "&", "{": require(Self.path(name), sections)
    default: require(Self.path(content), sections)
    }
  }

  private mutating func require(_ path: String, _ sections: [String]) {
    guard path != ".", !path.isEmpty else { return }
    names.insert(path)
    // In a section, names may be those of its elements, and the section itself checks whether there is a value.
    if sections.isEmpty { required.insert(path) }
  }

  /// `user.name` for `uppercased(user.name)`.
  private static func path(_ text: String) -> String {
    guard let open = text.lastIndex(of: "("), let close = text.firstIndex(of: ")"), open < close else { return text.trimmed }
    return String(text[text.index(after: open)..<close]).trimmed
  }
}
