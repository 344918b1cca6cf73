// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import ServerTestSupport
import StoreConformance
import Testing

@Suite("Languages of a campaign")
struct CampaignLanguagesTests {
  private static func campaign(
    _ languages: Wire.Translations, _ change: (inout CampaignContent) -> Void = { _ in }
  ) -> Campaign {
    var campaign = Draft.campaign
    campaign.content.languages = languages
    change(&campaign.content)
    return campaign
  }

  private func shown(_ campaign: Campaign, _ locale: String?) -> Wire.Campaign {
    CampaignLanguages(campaign.definition)?.campaign(campaign.sentDefinition, for: locale)
      ?? campaign.sentDefinition
  }

  private static let german: Wire.Translations = [
    "de": [
      "message.header": "Hallo", "message.message": "Versand frei.", "message.buttons[1].text": "Später",
    ],
    "de-AT": ["message.header": "Servus", "message.message": "  "],
  ]

  @Test(
    arguments: [
      ("de-AT", "Servus Versand frei. Shop Später de-AT"),
      ("de_AT", "Servus Versand frei. Shop Später de-AT"),
      ("de_AT@calendar=buddhist", "Servus Versand frei. Shop Später de-AT"),
      ("DE-at-1996", "Servus Versand frei. Shop Später de-AT"),
      ("de-CH", "Hallo Versand frei. Shop Später de"), ("de", "Hallo Versand frei. Shop Später de"),
      ("fr-FR", "Hello Free shipping this week. Shop Later en"),
      ("en-GB", "Hello Free shipping this week. Shop Later en"),
      ("", "Hello Free shipping this week. Shop Later en"),
      (nil, "Hello Free shipping this week. Shop Later en"),
    ] as [(String?, String)])
  func `a device gets each text in the first language of its chain that has it`(
    locale: String?, expected: String
  ) throws {
    let message = try #require(shown(Self.campaign(Self.german), locale).message)
    let texts = [message.header, message.message] + message.buttons.map(\.text) + [message.language]
    #expect(texts.map { $0 ?? "" }.joined(separator: " ") == expected)
    #expect(
      message.clickAction == Draft.content.message?.clickAction
        && message.imageURL == "https://example.com/ship.png")
  }

  @Test func `links, images, their descriptions and extras can differ, and nothing else changes`() throws {
    let campaign = Self.campaign([
      "de": [
        "message.image_url": "https://example.com/schiff.png", "message.image_alt": "Ein Schiff",
        "message.extras.theme": "frühling",
        "message.buttons[0].click_action.url": "myapp://angebote", "message.nothing": "x",
      ]
    ])
    var expected = try #require(campaign.content.message?.sent)
    (expected.imageURL, expected.imageAlt, expected.language) = (
      "https://example.com/schiff.png", "Ein Schiff", "de"
    )
    expected.extras["theme"] = "frühling"
    expected.buttons[0].clickAction.url = "myapp://angebote"
    #expect(shown(campaign, "de").message == expected)
    #expect(shown(campaign, "de").languages.isEmpty)
  }

  @Test func `a language more general than the campaign's own is not looked at`() {
    let campaign = Self.campaign(["de": ["message.header": "Hallo"], "de-CH": ["message.header": "Grüezi"]]) {
      $0.message?.language = "de-AT"
    }
    #expect(shown(campaign, "de-AT").message?.header == "Hello")
    #expect(shown(campaign, "de-CH").message?.header == "Grüezi")
    #expect(shown(campaign, "de-DE").message?.header == "Hallo")
    #expect(CampaignLanguages(campaign.definition)?.language(for: "de_AT") == nil)
    #expect(CampaignLanguages(campaign.definition)?.language(for: "de_CH") == "de-CH")
  }

  @Test func `banner, announcement, survey, data and push have languages too`() {
    var question = Wire.Question(
      id: "q", kind: .known(.single), title: "Why?", choices: [.init(id: "a", title: "Price")])
    question.detail = "Tell us"
    let surfaces = CampaignContent(
      banner: Wire.Banner(title: "News", language: "en"),
      content: Wire.Content(kind: .known(.survey), title: "Survey", questions: [question], language: "en"),
      push: Wire.PushNotification(title: "Hi", text: "There"))
    let campaign = Self.campaign([
      "fr": [
        "banner.title": "Nouvelles", "content.questions[0].choices[0].title": "Prix",
        "content.questions[0].detail": "Dites",
        "push.title": "Salut",
      ]
    ]) {
      $0.message = nil
      ($0.banner, $0.content, $0.data, $0.push) = (
        surfaces.banner, surfaces.content, surfaces.data, surfaces.push
      )
    }
    let french = CampaignLanguages(campaign.definition)?.campaign(campaign.definition, for: "fr-CA")
    #expect(french?.banner?.title == "Nouvelles" && french?.banner?.language == "fr")
    #expect(
      french?.content?.questions[0].choices[0].title == "Prix"
        && french?.content?.questions[0].detail == "Dites")
    #expect(french?.content?.title == "Survey" && french?.content?.language == "fr")
    #expect(french?.push?.title == "Salut" && french?.push?.text == "There")
    #expect(campaign.definition.runPushes.map(\.title) == ["Hi", "Salut"])
  }

  private static var divided: Campaign {
    campaign(german) {
      var short = $0.message
      short?.header = "Hey"
      $0.experiment = Wire.Experiment(
        id: "x",
        variants: [
          .init(id: "a", share: 5_000),
          .init(
            id: "b", name: "Short", share: 5_000, message: short,
            languages: ["de-AT": ["message.header": "Hawi"]]),
        ])
    }
  }

  @Test(
    arguments: [
      ("de-AT", "Hawi Versand frei. de-AT"), ("de", "Hey Versand frei. de"),
      ("fr", "Hey Free shipping this week. en"),
    ])
  func `a variant has its own languages, and the campaign's where its text is the campaign's`(
    locale: String, expected: String
  ) throws {
    let campaign = Self.divided
    let experiment = try #require(campaign.content.experiment)
    let own = ExperimentArms(experiment).campaign(campaign.sentDefinition, for: "b")
    let message = CampaignLanguages(campaign.definition)?.campaign(own, for: locale).message
    #expect(
      [message?.header, message?.message, message?.language].map { $0 ?? "" }.joined(separator: " ")
        == expected)
    let withheld = ExperimentArms(experiment).campaign(campaign.sentDefinition, for: "control")
    #expect(CampaignLanguages(campaign.definition)?.campaign(withheld, for: locale) == withheld)
  }

  @Test func `the check of completeness counts what people read, with the fallbacks of each language`() {
    let found = Self.campaign(Self.german.merging(["fr": [:], "en-GB": [:]]) { $1 }).definition
      .languageCompleteness
    #expect(found.map(\.tag) == ["de", "de-AT", "en-GB", "fr"])
    // The text of the first button and the description of the image.
    #expect(
      found.map { $0.missing.map(\.words) }.prefix(3) == [
        ["image description", "button 1"], ["image description", "button 1"], [],
      ])
    #expect(found[0].words == "2 of 5 texts are missing: image description, button 1")
    #expect(found[3].missing.count == 5)
    let divided = Self.divided.definition.languageCompleteness
    #expect(
      divided.first { $0.tag == "de" }?.words
        == "3 of 6 texts are missing: image description, button 1, header of Short")
    #expect(divided.first { $0.tag == "de-AT" }?.missing.count == 2)
  }

  /// Tags that are related to each other in all ways that matter.
  private static let tags = [
    "de", "de-AT", "de-AT-1996", "pt", "pt-BR", "zh-Hant", "zh-Hant-TW", "en", "en-GB",
  ]

  @Test func `each text is that of the most specific language that has it, whatever a campaign has`() {
    for seed in UInt64(1)...300 {
      var chance = SeededGenerator(seed: seed)
      let fields = Draft.campaign.sentDefinition.texts.map(\.field)
      var languages: Wire.Translations = [:]
      for tag in Self.tags where Bool.random(using: &chance) {
        languages[tag] = [:]
        for field in fields where Bool.random(using: &chance) { languages[tag]?[field] = "\(tag) \(field)" }
      }
      let own = Self.tags.randomElement(using: &chance) ?? "en"
      languages[own] = nil
      let campaign = Self.campaign(languages) { $0.message?.language = own }
      let locale = Self.tags.randomElement(using: &chance) ?? "en"
      let before = Dictionary(uniqueKeysWithValues: campaign.sentDefinition.texts.map { ($0.field, $0.text) })
      for text in shown(campaign, locale).texts {
        // Slowly, and in another way: by cutting parts off the tag, up to the campaign's own
        // language.
        var tag: Substring? = locale[...]
        var expected = before[text.field]
        while let present = tag, present != own {
          if let found = languages[String(present)]?[text.field] {
            expected = found
            break
          }
          tag = present.lastIndex(of: "-").map { present[..<$0] }
        }
        #expect(text.text == expected, "seed \(seed), \(text.field), \(locale) over \(own)")
      }
      for language in campaign.definition.languageCompleteness where !language.missing.isEmpty {
        let texts = Dictionary(
          uniqueKeysWithValues: shown(campaign, language.tag).texts.map { ($0.field, $0.text) })
        for text in language.missing {
          #expect(texts[text.field] == before[text.field], "seed \(seed), \(text.field)")
        }
      }
    }
  }

  @Test func `a chain leaves out what only introduces something, and what a system appends`() {
    #expect(LanguageTag.chain(of: "zh_Hant_TW") == ["zh-hant-tw", "zh-hant", "zh"])
    #expect(LanguageTag.chain(of: "de-DE-u-co-phonebk").contains("de-de-u") == false)
    #expect(LanguageTag.chain(of: "en_US@rg=dezzzz") == ["en-us", "en"])
    #expect(LanguageTag.chain(of: "en_US.UTF-8") == ["en-us", "en"])
    #expect(LanguageTag.chain(of: "").isEmpty && LanguageTag.chain(of: "--").isEmpty)
    #expect(LanguageTag.chain(of: String(repeating: "a-", count: 500)).count <= Wire.Limits.languageLength)
  }

  static let locales: [(locale: String, language: String)] = [
    ("zh_TW", "zh-Hant"), ("zh_HK", "zh-Hant"), ("zh_MO", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"),
    ("zh_CN", "zh-Hans"), ("zh_SG", "zh-Hans"),
    ("zh", "zh-Hans"), ("zh-Hans-CN", "zh-CN"), ("zh-Hant-TW", "zh-TW"), ("zh_TW", "zh-Hant-TW"),
    ("zh_MO", "zh-HK"),
    ("cmn-Hant-TW", "zh-Hant"),
    ("es_MX", "es-419"), ("es_AR", "es-419"), ("es_US", "es-419"), ("en_AU", "en-001"), ("en_DE", "en-001"),
    ("en_DE", "en-150"),
    ("pt_AO", "pt-PT"), ("nb_NO", "no"), ("no", "nb"), ("nb", "no"), ("no_NO", "nb-NO"), ("nn_NO", "nb"),
    ("iw_IL", "he"), ("he", "iw"),
    ("in_ID", "id"), ("id", "in"), ("tl_PH", "fil"), ("fil", "tl"), ("ji", "yi"), ("sh", "sr-Latn"),
    ("sr_ME", "sr-Latn"),
    ("sr_RS", "sr-Cyrl"),
    ("uz_AF", "uz-Arab"), ("pa_PK", "pa-Arab"), ("en_UK", "en-GB"), ("deu", "de"), ("ger_AT", "de-AT"),
    ("yue_CN", "yue-Hans"),
    ("zh-hant-tw@calendar=roc", "zh-Hant"),
  ]

  @Test(arguments: locales)
  func `a locale finds the language that it means, by the aliases, likely scripts and parents of CLDR`(
    locale: String, language: String
  ) {
    #expect(
      LanguageTag.chain(of: locale).contains(LanguageTag.mark(language)), "\(LanguageTag.chain(of: locale))")
  }

  @Test(
    arguments: [
      ("zh_TW", "zh-Hans"), ("zh_CN", "zh-Hant"), ("zh", "zh-Hant"), ("pt_PT", "pt-BR"), ("pt", "pt-BR"),
      ("es_ES", "es-419"),
      ("es", "es-419"),
      ("en_US", "en-001"), ("sr_RS", "sr-Latn"), ("de_AT", "de-CH"), ("fr_CA", "fr-FR"), ("zh_HK", "zh-TW"),
    ])
  func `a locale finds nothing of another script or region`(locale: String, language: String) {
    #expect(
      !LanguageTag.chain(of: locale).contains(LanguageTag.mark(language)), "\(LanguageTag.chain(of: locale))")
  }

  @Test func `names of one language are one, and the most specific comes first`() {
    for (one, other) in [
      ("nb", "no"), ("iw", "he"), ("in", "id"), ("tl", "fil"), ("zh_TW", "zh-Hant-TW"), ("PT_br", "pt-BR"),
    ] {
      #expect(LanguageTag.mark(one) == LanguageTag.mark(other))
      #expect(LanguageTag.language(of: one) == LanguageTag.language(of: other))
    }
    #expect(LanguageTag.chain(of: "es_MX") == ["es-mx", "es-419", "es"])
    #expect(LanguageTag.chain(of: "zh_HK") == ["zh-hant-hk", "zh-hant", "zh"])
    #expect(LanguageTag.chain(of: "en_AT") == ["en-at", "en-150", "en-001", "en"])
  }

  @Test
  func `a device set to Chinese of Taiwan gets traditional characters, and one of Singapore simplified ones`()
  {
    let campaign = Self.campaign(["zh-Hant": ["message.header": "繁"], "zh-Hans": ["message.header": "简"]])
    func header(_ locale: String) -> String? { shown(campaign, locale).message?.header }
    #expect(["zh_TW", "zh_HK", "zh-Hant"].map(header) == ["繁", "繁", "繁"])
    #expect(["zh_CN", "zh_SG", "zh", "zh-Hans-CN"].map(header) == ["简", "简", "简", "简"])
  }
}
