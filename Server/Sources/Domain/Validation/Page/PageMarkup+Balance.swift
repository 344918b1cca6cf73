// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension PageMarkup {
  /// A tag without its partner.
  struct LoneTag: Hashable {
    let name: String
    let isEnd: Bool
    let line: Int
  }

  /// Tags whose element is never closed, or was never opened, in the order of the page. Elements
  /// that need no end tag are never missing one.
  var loneTags: [LoneTag] {
    var found: [LoneTag] = []
    var open: [Tag] = []
    // Without the counts, a page of nothing but wrong end tags would take as long as the square of
    // its length.
    var counts: [String: Int] = [:]
    func close() {
      guard let tag = open.popLast() else { return }
      counts[tag.name, default: 0] -= 1
    }
    func leave() {
      guard let tag = open.last else { return }
      if !Self.closedByOthers.contains(tag.name) {
        found.append(LoneTag(name: tag.name, isEnd: false, line: tag.line))
      }
      close()
    }
    for tag in tags {
      let isForeign = Self.foreign.contains { counts[$0, default: 0] > 0 } || Self.foreign.contains(tag.name)
      if !tag.isEnd {
        if Self.void.contains(tag.name) || isForeign && tag.closesItself { continue }
        open.append(tag)
        counts[tag.name, default: 0] += 1
      } else if counts[tag.name, default: 0] > 0 {
        while let last = open.last, last.name != tag.name { leave() }
        close()
      } else if !Self.void.contains(tag.name), !Self.closedByOthers.contains(tag.name) {
        found.append(LoneTag(name: tag.name, isEnd: true, line: tag.line))
      }
    }
    while !open.isEmpty { leave() }
    return found.sorted { $0.line < $1.line }
  }

  /// Elements without content.
  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
  ]
  /// Elements that other tags close, so that their own end tag can be left out.
  private static let closedByOthers: Set<String> = [
    "html", "head", "body", "p", "li", "dt", "dd", "rt", "rp", "optgroup", "option", "colgroup", "caption",
    "thead", "tbody", "tfoot", "tr",
    "td", "th",
  ]
  /// Elements in which `/>` closes an element.
  private static let foreign = ["svg", "math"]
}
