// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Testing

@Suite("Translations of a campaign that is sent with another push")
struct ReplacedPushTests {
  @Test func `texts that differ are not translated, and all others are`() {
    var content = Draft.campaign.content
    content.push = Wire.PushNotification(title: "Welcome", text: "Good to see you.")
    content.languages = [
      "de": ["push.title": "Willkommen", "push.text": "Schön, dich zu sehen.", "message.header": "Hallo"],
      "fr": ["push.title": "Bienvenue"],
    ]
    content.replacePush(by: Wire.PushNotification(title: "Order 5 is shipped", text: "Good to see you."))
    #expect(content.push?.title == "Order 5 is shipped")
    #expect(content.languages == ["de": ["push.text": "Schön, dich zu sehen.", "message.header": "Hallo"]])
  }

  @Test func `the same push changes nothing`() {
    var content = Draft.campaign.content
    content.push = Wire.PushNotification(title: "Welcome", text: "Hi")
    content.languages = ["de": ["push.title": "Willkommen"]]
    let before = content
    content.replacePush(by: Wire.PushNotification(title: "Welcome", text: "Hi"))
    #expect(content == before)
  }
}
