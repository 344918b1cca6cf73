// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletUI

@Suite("Built-in words")
struct BuiltInWordsTests {
  @Test(arguments: BuiltInWords.languages)
  func `every word is there in every language, and there are many of them`(language: String) {
    #expect(BuiltInWords.languages.count >= 12)
    var texts: Set<String> = []
    for word in BuiltInWords.allCases {
      let text = word.text(message: language, person: nil)
      #expect(!text.isEmpty && text.trimmed == text, "\(word) in \(language)")
      texts.insert(text)
      // A word that was forgotten would be the English one; one is the same in both languages.
      let isShared = ["fr": [BuiltInWords.message]][language]?.contains(word) ?? false
      if language != "en", !isShared { #expect(text != BuiltInWords.english[word], "\(word) in \(language)") }
    }
    #expect(texts.count == BuiltInWords.allCases.count, "two words are the same in \(language)")
  }

  @Test(
    arguments: [
      ("de-AT", "es", "Schließen"), (nil, "es_MX", "Cerrar"), (nil, nil, "Close"), ("tlh", "de", "Schließen"),
      ("", "", "Close"),
      ("PT-br", nil, "Fechar"), ("zh-Hant-TW", nil, "關閉"), ("zh_HK", nil, "關閉"), ("zh-CN", nil, "关闭"),
      ("-", "it", "Chiudi"),
    ])
  func `the message's language, else the person's, else English`(
    message: String?, person: String?, text: String
  ) {
    #expect(BuiltInWords.close.text(message: message, person: person) == text)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
