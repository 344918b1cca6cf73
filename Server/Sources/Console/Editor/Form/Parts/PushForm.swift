// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The notification of a campaign: alone, or beside an announcement or a survey, which a tap on it
/// opens.
enum PushForm: FormPart {
  private static let scope = FormScope("push.")

  /// - Parameter isAlone: Whether it is all that the campaign has. Otherwise a tap opens the rest.
  private static func elements(isAlone: Bool) -> [FormElement<Wire.PushNotification>] {
    let action: [FormElement<Wire.PushNotification>] =
      isAlone ? [.action("action", url: "action_url", \.action, closing: "notification")] : []
    return [
      .text("title", \.title, "Title"),
      .text("text", \.text, "Text", as: .area, hint: "Phones show up to four lines of it.", isOptional: true),
    ] + action + [
      .check(
        "capped", \.isCapped, "Frequency caps apply",
        hint: "Not sent to people who have reached one. Counts as an impression."),
      .more(
        .text("subtitle", \.subtitle, "Subtitle", isOptional: true),
        .text(
          "image_url", \.imageURL, "Picture URL", as: .address,
          hint: "Starts with https://. The app needs the extension for pictures.", isOptional: true),
        .group(
          "fitted",
          .text(
            "sound", \.sound, "Sound", as: .word,
            hint: "“default”, or the name of a file in the app. Leave blank for none.", isOptional: true),
          .whole(
            "badge", \.badge, "Number on the icon", hint: "0 removes it.",
            remedy: "Enter a whole number from 0 to 99,999, or leave it blank.")),
        .choice(
          "interruption", \.interruption, "How much it disturbs",
          [
            "": "As usual", "passive": "Quietly, without lighting the screen",
            "active": "With screen and sound",
            "time_sensitive": "Also during Focus, if the person allows it",
            "critical": "Always (needs a permission from Apple)",
          ], standard: nil),
        .group(
          "fitted",
          .text(
            "thread_id", \.threadID, "Group", as: .word,
            hint: "Notifications of one group are shown together.", isOptional: true),
          .text(
            "button_category", \.buttonCategory, "Buttons", as: .word,
            hint: "The category of the app that has the buttons. Ask your developers.", isOptional: true))),
      .element(
        .hint(
          "Sent when you start a run on the campaign’s page, once to each device that allows notifications.")),
    ]
  }

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    form["push.on"] = content.push == nil ? "" : "yes"
    elements(isAlone: form.type == .push).write(
      content.push ?? Wire.PushNotification(), to: &form, scope)
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    let isAlone = reader.type == .push
    reader.place("push", at: isAlone ? "push.title" : "push.on")
    guard isAlone || !reader.form["push.on"].isEmpty else {
      content.push = nil
      return
    }
    if isAlone { reader.place("message", at: "push.title") }
    var push = content.push ?? Wire.PushNotification()
    elements(isAlone: isAlone).read(&reader, scope, into: &push)
    content.push = push
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    let isAlone = type == .push
    let heading = fields.titled("push", "Notification")
    let isOn = EditorElement.check(
      fields.check("push.on", "Also send a notification, which opens the \(type.label.lowercased())"))
    let elements = elements(isAlone: isAlone).show(fields, scope)
    return EditorSection(
      "push", heading,
      (isAlone ? [] : [isOn]) + [.group("fields", part: isAlone ? nil : "push", elements)])
  }
}
