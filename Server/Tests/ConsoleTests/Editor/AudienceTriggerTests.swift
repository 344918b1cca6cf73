// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@testable import Console

@Suite("Triggers that wait for audiences, in the form")
struct AudienceTriggerTests {
  private let names: [AudienceID: String] = ["a-1": "VIP", "a-2": "vip", "a-3": "New people"]

  private static func content(_ audience: String) -> CampaignContent {
    let plain = Wire.Trigger(kind: .known(.audienceEntry), name: audience)
    return CampaignContent(
      triggers: [
        plain,
        Wire.Trigger(kind: .known(.any), triggers: [plain, .init(kind: .known(.customEvent), name: "VIP")]),
      ],
      message: Wire.Message(kind: .known(.slideup)),
      rules: .init(exceptions: [Wire.Trigger(kind: .known(.audienceExit), name: audience)]))
  }

  @Test func `authors read names, and what is stored are ids, also in groups and exceptions`() {
    let content = Self.content("a-3")
    var form = CampaignForm(name: "c", content: content)
    form.nameAudiences(names)
    #expect(form["trigger.0.name"] == "New people")
    #expect(form["exception.0.name"] == "New people")
    form.identifyAudiences(names)
    #expect(form.reading().content.triggers == content.triggers)
    #expect(form.reading().content.rules.exceptions == content.rules.exceptions)
  }

  @Test(
    arguments: [
      ("New people", "a-3"), (" new PEOPLE ", "a-3"), ("VIP", "a-1"), ("vip", "a-2"), ("Vip", "Vip"),
      ("a-3", "a-3"), ("gone", "gone"),
    ])
  func `a name is found in upper or lower case, as it is written first; what names none stays`(
    name: String, stored: String
  ) {
    var form = CampaignForm(name: "c", content: Self.content("x"))
    form["trigger.0.name"] = name
    form.identifyAudiences(names)
    #expect(form["trigger.0.name"] == stored)
    // An event may be called like an audience.
    #expect(form["trigger.1.part.1.name"] == "VIP")
  }

  @Test
  func
    `a name that was left as it was shown means the same audience, also after a rename; another name means another audience`()
  {
    var form = CampaignForm(name: "c", content: Self.content("a-3"))
    form.nameAudiences(names)
    form.identifyAudiences(["a-3": "Newest people", "a-4": "New people"])
    #expect(form["trigger.0.name"] == "a-3")
    form.nameAudiences(names)
    form["trigger.0.name"] = "VIP"
    form.identifyAudiences(names)
    #expect(form["trigger.0.name"] == "a-1")
    #expect(form["exception.0.name"] == "a-3")
  }

  @Test func `words say the name of the audience`() {
    let content = Self.content("a-3").naming(names)
    #expect(
      content.triggerWords.hasPrefix(
        "when a person enters “New people”, or when a person enters “New people”"))
  }
}
