// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension DiagnosticList {
  /// Warns about the tags and scripts of a page, each at its line: the first few in the order of
  /// the page, because more notes would not help.
  mutating func check(_ markup: PageMarkup, of page: String, assets: [String], at field: String) {
    var notes: [PageRestrictions.Finding] = PageRestrictions(markup, assets: assets).findings
    notes += markup.tags.filter { $0.name == "img" && !$0.isEnd && $0.attributes["alt"] == nil }.map {
      image in
      .init(
        line: image.line, code: "alt_missing", message: "An image has no alt text.",
        remedy: "Add alt to the img. Leave it empty for a decorative image.")
    }
    if let openEnd = markup.openEnd {
      notes.append(
        .init(
          line: openEnd.line, code: "tag_unfinished",
          message: "\(openEnd.beginning) has no end, so everything after it is part of it.",
          remedy: "Add the end."))
    } else if !page.contains("{{#"), !page.contains("{{^") {
      // A section may contain half of an element, and another section the other half.
      notes += markup.loneTags.map { tag in
        tag.isEnd
          ? .init(
            line: tag.line, code: "tag_not_open", message: "</\(tag.name)> closes nothing.",
            remedy: "Remove it, or add <\(tag.name)> before it.")
          : .init(
            line: tag.line, code: "tag_not_closed", message: "<\(tag.name)> is never closed.",
            remedy: "Add </\(tag.name)>.")
      }
    }
    guard !notes.isEmpty else { return }
    let lines = LineCount.lines(of: page)
    for note in notes.sorted(by: { $0.line < $1.line }).prefix(CampaignLimits.pageNotes) {
      warning(field, note.code, note.message, note.remedy, line: note.line, source: lines[note.line - 1])
    }
  }
}
