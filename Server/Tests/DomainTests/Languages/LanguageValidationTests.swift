// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Languages of a campaign are validated while they are written")
struct LanguageValidationTests {
  private func problems(_ languages: Wire.Translations, _ change: (inout CampaignContent) -> Void = { _ in })
    -> [String]
  {
    Draft.diagnostics {
      $0.languages = languages
      change(&$0)
    }
    .filter { $0.code != Diagnostic.translationMissing }.map {
      "\($0.severity == .error ? "" : "warning ")\($0.field): \($0.code)"
    }
  }

  @Test(
    arguments: [
      (["german!": ["message.header": "Hallo"]], ["languages.german!: language_invalid"]),
      (["EN": ["message.header": "Hi"]], ["languages.EN: language_is_own"]),
      (["de": [:], "DE": ["message.header": "Hallo"]], ["languages.de: duplicate"]),
      (["de": ["message.heading": "Hallo"]], ["languages.de.message.heading: text_unknown"]),
      (
        ["de": ["message.buttons[2].text": "Dritter"]], ["languages.de.message.buttons[2].text: text_unknown"]
      ),
      (
        ["de": ["message.image_url": "javascript:alert(1)"]],
        ["languages.de.message.image_url: url_not_allowed"]
      ),
      (
        ["de": ["message.buttons[0].click_action.url": "javascript:alert(1)"]],
        ["languages.de.message.buttons[0].click_action.url: url_not_allowed"]
      ),
      (
        ["de": ["message.buttons[1].text": String(repeating: "x", count: 61)]],
        ["languages.de.message.buttons[1].text: text_too_long"]
      ),
      (["de": ["message.header": "Hallo"]], []),
    ] as [(Wire.Translations, [String])])
  func `what is wrong is named with its field`(languages: Wire.Translations, expected: [String]) {
    #expect(problems(languages) == expected)
  }

  @Test func `a text that the type of message does not use is kept, with a warning`() {
    let found = problems(["de": ["message.header": "Hallo"]]) { $0.message?.kind = .known(.slideup) }
    #expect(found.contains("warning languages.de.message.header: \(Diagnostic.notUsed)"))
  }

  @Test
  func `a page in another language has its own problems, and those of lines that it shares are said once`() {
    let own = "<html lang=en>\n<img src=a.png>\n<img src=b.png>"
    func found(_ german: String) -> [String] {
      Draft.diagnostics {
        $0.message = Wire.Message(kind: .known(.html), message: own)
        $0.languages = ["de": ["message.message": german]]
      }
      .filter { $0.code == "alt_missing" }.map { "\($0.field) \($0.line ?? 0)" }
    }
    let said = ["message.message 2", "message.message 3"]
    #expect(found("<html lang=de>\n<p>\n<img src=b.png>") == said)
    #expect(found("<html lang=de>\n<p>\n<img src=c.png>") == said + ["languages.de.message.message 3"])
  }

  @Test func `up to 30 languages are possible`() {
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    let tags = letters.map { "x\($0)" } + letters.prefix(4).map { "y\($0)" }
    let most = Dictionary(uniqueKeysWithValues: tags.map { ($0, [:] as [String: String]) })
    #expect(problems(most) == [])
    #expect(problems(most.merging(["de": [:]]) { $1 }) == ["languages: too_many_languages"])
  }

  @Test func `texts in other languages have a size of their own, and do not count as the campaign's`() {
    let page = "<html lang=de>" + String(repeating: "x", count: 100_000)
    func pages(_ count: Int) -> [String] {
      problems(
        Dictionary(
          uniqueKeysWithValues: (0..<count).map {
            ("x" + String(UnicodeScalar(UInt8(97 + $0))), ["message.message": page])
          })
      ) {
        $0.message = Wire.Message(kind: .known(.html), message: "<html lang=en><p>Hello")
      }
      .filter { !$0.contains("page_long") }
    }
    #expect(pages(10) == [])
    #expect(pages(11) == ["languages: too_large"])
  }

  @Test
  func `what is missing is a warning for each language, and nothing about what the campaign lacks itself`() {
    let found = Draft.diagnostics {
      $0.message?.imageAlt = nil
      $0.languages = [
        "de": ["message.header": "Hallo", "message.message": "Text", "message.buttons[0].text": "Los"]
      ]
    }
    #expect(found.map(\.field) == ["message.image_alt", "languages.de"])
    #expect(found.last?.severity == .warning && found.last?.code == Diagnostic.translationMissing)
    #expect(found.last?.message == "1 of 4 texts is missing: button 2.")
  }

  @Test
  func `a variant's languages are judged with its message, and what the campaign's say is not repeated`() {
    func divided(_ content: inout CampaignContent, _ languages: Wire.Translations) {
      var other = content.message
      other?.header = "Hey"
      content.experiment = Wire.Experiment(
        id: "x",
        variants: [
          .init(id: "a", share: 5_000), .init(id: "b", share: 5_000, message: other, languages: languages),
        ])
    }
    let long = String(repeating: "x", count: 201)
    #expect(
      problems([:]) { divided(&$0, ["de": ["message.header": long]]) }
        == ["experiment.variants[1].languages.de.message.header: text_too_long"])
    #expect(
      problems(["de": ["message.header": long]]) { divided(&$0, [:]) } == [
        "languages.de.message.header: text_too_long"
      ])
    #expect(
      problems([:]) { divided(&$0, ["de": ["banner.title": "x"]]) }
        == ["experiment.variants[1].languages.de.banner.title: text_unknown"])
  }

  @Test func `a push that is too long in one language is named with the language`() {
    let found = problems(["de": ["push.text": String(repeating: "x", count: 4_000)]]) {
      $0 = CampaignContent(
        triggers: [], push: Wire.PushNotification(title: "Hi", text: "There"))
      $0.languages = ["de": ["push.text": String(repeating: "x", count: 4_000)]]
    }
    #expect(found == ["languages.de.push.text: payload_too_large"])
  }
}
