// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

@testable import Console

/// Campaigns without a message.
enum SurfaceSamples {
  static let banner = Wire.Banner(
    title: "New in autumn", text: "Acorns, fresh from the tree.", showsIcon: false,
    imageURL: "https://example.com/a.png",
    imageAlt: "An acorn",
    isCloseable: false, edge: .known(.top), language: "en",
    themes: ["light": Wire.Theme(background: Wire.Color(argb: 0xFFFF_FFFF))])

  static let announcement = content(
    banner,
    Wire.Content(
      kind: .known(.text), title: "Our new acorns", body: "Big ones.", actionLabel: "Look",
      action: Wire.ClickAction(type: .known(.url), url: "https://example.com/acorns"), exitLabel: "Not now",
      language: "en"))

  static let page = content(
    nil,
    Wire.Content(
      kind: .known(.html), body: "<h1>Hi</h1>", exitLabel: "Close", language: "de",
      assetURLs: ["https://example.com/a.css"],
      bridge: Wire.Bridge(allows: [.known(.purchase)])))

  static let bannerOnly = content(
    Wire.Banner(
      title: "Look", action: Wire.ClickAction(type: .known(.url), url: "acorn://new"), language: "en"), nil)

  static let questions = [
    Wire.Question(
      id: "how", kind: .known(.rating), title: "How was it?", scale: .known(.stars), lowLabel: "Bad",
      highLabel: "Good"),
    Wire.Question(
      id: "why", kind: .known(.multiple), title: "Why?", detail: "Choose all that apply.", isRequired: false,
      choices: [
        .init(id: "taste", title: "The taste"), .init(id: "price", title: "The price", isDefault: true),
      ],
      shownIf: .init(questionID: "how", anyOf: ["1", "2"])),
    Wire.Question(
      id: "else", kind: .known(.text), title: "Anything else?", placeholder: "Tell us",
      shownIf: .init(questionID: "why")),
  ]

  static let survey = content(
    Wire.Banner(title: "Two minutes?", language: "en"),
    Wire.Content(
      kind: .known(.survey), title: "Your opinion", body: "It helps.", actionLabel: "Send it",
      questions: questions, language: "en"))

  static let data = CampaignContent(
    triggers: [Wire.Trigger(kind: .known(.sessionStart))],
    data: Wire.DataPush(type: .known(.base64), body: "AAEC"),
    surfaceRules: Wire.SurfaceRules(category: "prices", isPaced: true))

  /// What the form has no field for.
  static let strange = {
    var content = survey
    content.banner?.unknown = ["glow": .int(1)]
    content.banner?.extras = ["a": .int(1)]
    content.banner?.language = "de"
    content.content?.extras = ["b": .string("c")]
    content.content?.action = Wire.ClickAction(type: .known(.url), url: "x://y")
    content.content?.questions[0].unknown = ["c": .bool(true)]
    content.content?.questions[0].scale = .unknown("thumbs")
    content.content?.questions[1].kind = .unknown("matrix")
    content.content?.questions[1].choices[0].unknown = ["d": .int(2)]
    content.surfaceRules = Wire.SurfaceRules(
      category: "c", delivery: .unknown("soon"), screens: ["a screen", "b, c"], isPaced: true)
    return content
  }()

  static let push = CampaignContent(
    triggers: [],
    push: Wire.PushNotification(
      title: "Spring is here", subtitle: "For three days", text: "Everything green.",
      imageURL: "https://example.com/a.jpg",
      sound: "default", badge: 2, threadID: "offers", interruption: .known(.timeSensitive),
      buttonCategory: "offer",
      action: Wire.ClickAction(type: .known(.url), url: "https://example.com/spring")))

  static let surveyWithPush = {
    var content = survey
    content.push = Wire.PushNotification(title: "A question", text: "It helps us.")
    return content
  }()

  static let all = [announcement, page, bannerOnly, survey, data, push, surveyWithPush, strange]

  static func campaign(_ content: CampaignContent, state: CampaignState = .draft) -> Campaign {
    Campaign(
      id: "c-surface", appID: "app", name: "Autumn", state: state, content: content, createdAt: Samples.now,
      updatedAt: Samples.now,
      launchedAt: state == .draft ? nil : Samples.now)
  }

  private static func content(_ banner: Wire.Banner?, _ content: Wire.Content?) -> CampaignContent {
    CampaignContent(
      triggers: [Wire.Trigger(kind: .known(.sessionStart))],
      banner: banner, content: content,
      rules: Wire.DeliveryRules(reEligibility: Wire.ReEligibility(type: .known(.once))))
  }
}
