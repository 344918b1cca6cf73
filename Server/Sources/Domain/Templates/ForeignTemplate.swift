// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Places for values as other products write them. People would read them as they are.
struct ForeignTemplate {
  private let open: String
  private let close: String
  /// Whether pages and data use the same signs for something else, such as script.
  private let isCommonInCode: Bool
  /// Whether anything may stand between, or only a name.
  private let isFree: Bool

  private static let all: [ForeignTemplate] = [
    ForeignTemplate(open: "{%", close: "%}", isCommonInCode: false, isFree: true),
    ForeignTemplate(open: "*|", close: "|*", isCommonInCode: false, isFree: true),
    ForeignTemplate(open: "<%", close: "%>", isCommonInCode: false, isFree: true),
    ForeignTemplate(open: "%%", close: "%%", isCommonInCode: false, isFree: false),
    ForeignTemplate(open: "[[", close: "]]", isCommonInCode: true, isFree: false),
    ForeignTemplate(open: "${", close: "}", isCommonInCode: true, isFree: false),
    ForeignTemplate(open: "#{", close: "}", isCommonInCode: true, isFree: false),
    ForeignTemplate(open: "%{", close: "}", isCommonInCode: true, isFree: false),
    ForeignTemplate(open: "@{", close: "}", isCommonInCode: true, isFree: false),
    ForeignTemplate(open: "{", close: "}", isCommonInCode: true, isFree: false),
    ForeignTemplate(open: "%", close: "%", isCommonInCode: true, isFree: false),
  ]

  /// The longest place for a value.
  private static let length = 80

  /// The first place for a value in the text, as it is written; nil: none.
  ///
  /// - Parameter isCode: Whether it is a page or data.
  static func first(in text: String, isCode: Bool) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { "{%*<[".utf8.contains($0) }) else { return nil }
    return all.lazy.filter { !isCode || !$0.isCommonInCode }.compactMap { $0.first(in: bytes) }.first
  }

  private func first(in bytes: [UInt8]) -> String? {
    let (open, close) = (Array(open.utf8), Array(close.utf8))
    var place = 0
    while place + open.count + close.count < bytes.count {
      guard bytes[place] == open[0], bytes[place..<(place + open.count)].elementsEqual(open),
        !isInTag(bytes, place)
      else {
        place += 1
        continue
      }
      let start = place + open.count
      var end = start
      let limit = min(bytes.count - close.count, start + Self.length)
      while end <= limit, !bytes[end..<(end + close.count)].elementsEqual(close),
        bytes[end] != UInt8(ascii: "\n")
      { end += 1 }
      if end <= limit, bytes[end..<(end + close.count)].elementsEqual(close), end > start {
        let inner = String(decoding: bytes[start..<end], as: UTF8.self)
        if isFree ? !inner.isBlank : isName(inner) { return self.open + inner + self.close }
      }
      place += 1
    }
    return nil
  }

  /// Braces of a tag, and what is written before a single sign, such as a number before `%`.
  private func isInTag(_ bytes: [UInt8], _ place: Int) -> Bool {
    let before = place > 0 ? bytes[place - 1] : 0
    let after = place + open.utf8.count < bytes.count ? bytes[place + open.utf8.count] : 0
    let (brace, percent) = (UInt8(ascii: "{"), UInt8(ascii: "%"))
    if open == "{" {
      return before == brace || after == brace || "$#%@".utf8.contains(before) || after == percent
    }
    if open == "%" {
      return before == percent || after == percent || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(before)
    }
    return open.hasSuffix("{") && after == brace
  }

  private func isName(_ text: String) -> Bool {
    guard "{\(text)}" != Address.deviceMarker, let first = text.unicodeScalars.first,
      first.properties.isAlphabetic || first == "_"
    else {
      return false
    }
    return text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "_.-".unicodeScalars.contains($0)
    }
  }
}
