// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The notification of a campaign: alone, or beside an announcement or a survey, which a tap on it
/// opens.
enum PushForm: FormPart {
  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    let push = content.push ?? Wire.PushNotification()
    form["push.on"] = content.push == nil ? "" : "yes"
    form["push.title"] = push.title ?? ""
    form["push.subtitle"] = push.subtitle ?? ""
    form["push.text"] = FormText.lines(push.text ?? "")
    form["push.image_url"] = push.imageURL ?? ""
    form["push.sound"] = push.sound ?? ""
    form["push.badge"] = push.badge.map(String.init) ?? ""
    form["push.thread_id"] = push.threadID ?? ""
    form["push.interruption"] = push.interruption?.rawValue ?? ""
    form["push.capped"] = push.isCapped ? "yes" : ""
    form["push.button_category"] = push.buttonCategory ?? ""
    ActionChoice.write(push.action, to: &form, "push.action", url: "push.action_url")
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    let isAlone = content.banner == nil && content.content == nil
    reader.place("push", at: isAlone ? "push.title" : "push.on")
    guard isAlone || !reader.form["push.on"].isEmpty else {
      content.push = nil
      return
    }
    if isAlone { reader.place("message", at: "push.title") }
    var push = content.push ?? Wire.PushNotification()
    push.title = reader.text("push.title", at: "push.title").nilIfEmpty
    push.subtitle = reader.text("push.subtitle", at: "push.subtitle").nilIfEmpty
    push.text = FormText.kept(reader.text("push.text", at: "push.text"), push.text)
    push.imageURL = reader.text("push.image_url", at: "push.image_url").trimmed.nilIfEmpty
    push.sound = reader.text("push.sound", at: "push.sound").trimmed.nilIfEmpty
    push.badge = reader.whole(
      "push.badge", at: "push.badge", stored: push.badge,
      remedy: "Enter a whole number from 0 to 99,999, or leave it blank.")
    push.threadID = reader.text("push.thread_id", at: "push.thread_id").trimmed.nilIfEmpty
    push.interruption = reader.text("push.interruption", at: "push.interruption").nilIfEmpty.map {
      Wire.Open($0)
    }
    push.buttonCategory = reader.text("push.button_category", at: "push.button_category").trimmed.nilIfEmpty
    push.isCapped = !reader.text("push.capped", at: "push.capped").isEmpty
    push.action = ActionChoice.read(
      &reader, "push.action", url: "push.action_url", at: "push.action", over: push.action)
    content.push = push
  }
}
