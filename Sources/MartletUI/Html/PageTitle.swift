// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The title of a page, which names the dialog for screen readers.
enum PageTitle {
  /// nil: it has none, or one that is empty. At most 120 characters.
  static func text(of page: String) -> String? {
    // A title stands at the beginning; the rest of a long page need not be searched. In bytes, because this runs for every scene of a page, and
    // counting characters takes longer than all else that is done for one.
    let head = page.utf8.prefix(8_192)
    let closing = "</title"
    guard let start = head.position(after: "<title", from: head.startIndex),
      let open = head[start...].firstIndex(of: UInt8(ascii: ">")),
      let end = head.position(after: closing, from: open)
    else { return nil }
    var text = String(decoding: head[head.index(after: open)..<head.index(end, offsetBy: -closing.utf8.count)], as: UTF8.self)
    if text.utf8.contains(UInt8(ascii: "&")) {
      for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")] {
        text = text.replacing(entity, with: character)
      }
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(120))
  }
}

extension Substring.UTF8View {
  /// Where the next occurrence of a word ends; letters match in either case.
  /// - Parameter word: of ASCII, in lower case, and not beginning with a letter.
  fileprivate func position(after word: String, from start: Index) -> Index? {
    guard let sign = word.utf8.first else { return nil }
    var rest = self[start...]
    while let next = rest.firstIndex(of: sign) {
      rest = rest[next...]
      let candidate = rest.prefix(word.utf8.count)
      if candidate.elementsEqual(word.utf8, by: { $0 == $1 || (0x41...0x5A).contains($0) && $0 | 0x20 == $1 }) { return candidate.endIndex }
      rest = rest.dropFirst()
    }
    return nil
  }
}
