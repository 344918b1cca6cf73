// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension EditorPage {
  /// The notification of the system.
  struct PushPart {
    /// Whether it is all that the campaign has.
    let isAlone: Bool
    let heading: String
    let isOn: EditorField
    let title: EditorField
    let subtitle: EditorField
    let text: EditorField
    let imageURL: EditorField
    let sound: EditorField
    let badge: EditorField
    let thread: EditorField
    let interruption: EditorField
    let buttonCategory: EditorField
    let action: EditorField
    let url: EditorField
    let isCapped: EditorField
    /// Whether *More options* is unfolded.
    let isMoreOpen: Bool
  }
}

extension EditorPage.PushPart {
  init(_ type: CampaignType, _ fields: EditorFields) {
    isAlone = type == .push
    heading = fields.titled("push", "Notification")
    isOn = fields.check("push.on", "Also send a notification, which opens the \(type.label.lowercased())")
    title = fields.field("push.title", "Title")
    subtitle = fields.field("push.subtitle", "Subtitle", isOptional: true)
    text = fields.field("push.text", "Text", hint: "Phones show up to four lines of it.", isOptional: true)
    imageURL = fields.field(
      "push.image_url", "Picture URL",
      hint: "Starts with https://. The app needs the extension for pictures.", inputMode: "url",
      isOptional: true)
    sound = fields.field(
      "push.sound", "Sound", hint: "“default”, or the name of a file in the app. Leave blank for none.",
      isOptional: true)
    badge = fields.field(
      "push.badge", "Number on the icon", hint: "0 removes it.", inputMode: "numeric", isOptional: true)
    thread = fields.field(
      "push.thread_id", "Group", hint: "Notifications of one group are shown together.", isOptional: true)
    interruption = fields.field(
      "push.interruption", "How much it disturbs",
      choices: [
        .init("", "As usual"), .init("passive", "Quietly, without lighting the screen"),
        .init("active", "With screen and sound"),
        .init("time_sensitive", "Also during Focus, if the person allows it"),
        .init("critical", "Always (needs a permission from Apple)"),
      ])
    buttonCategory = fields.field(
      "push.button_category", "Buttons",
      hint: "The category of the app that has the buttons. Ask your developers.", isOptional: true)
    action = fields.field(
      "push.action", "On tap",
      choices: EditorPage.actions(fields.form["push.action"], closing: "notification"))
    url = fields.field("push.action_url", "URL", hint: EditorPage.addressHint, inputMode: "url")
    isCapped = fields.check(
      "push.capped", "Frequency caps apply",
      hint: "Not sent to people who have reached one. Counts as an impression.")
    isMoreOpen = fields.areSet(
      ["subtitle", "image_url", "sound", "badge", "interruption", "thread_id", "button_category"].map {
        "push." + $0
      })
  }
}
