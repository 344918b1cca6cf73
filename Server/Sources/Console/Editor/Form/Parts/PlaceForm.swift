// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// Where in the app the banner or the content can appear.
enum PlaceForm: FormPart {
  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    form["delivery"] = content.surfaceRules.delivery.rawValue
    form["screens"] = FormText.lines(content.surfaceRules.screens.joined(separator: "\n"))
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    var rules = content.surfaceRules
    rules.delivery = Wire.Open(reader.text("delivery", at: "delivery").nilIfEmpty ?? rules.delivery.rawValue)
    let text = reader.text("screens", at: "screens")
    // Names of screens may have spaces, so each has a line.
    if text != FormText.lines(rules.screens.joined(separator: "\n")) {
      rules.screens = text.split(separator: "\n").map { String($0).trimmed }.filter { !$0.isEmpty }
    }
    content.surfaceRules = rules
  }
}

/// Which of the app's own views or handlers gets it, and whether the limits for all campaigns
/// apply.
enum CategoryForm: FormPart {
  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    form["category"] = content.surfaceRules.category ?? ""
    form["paced"] = content.surfaceRules.isPaced ? "yes" : ""
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    content.surfaceRules.category = reader.text("category", at: "category").trimmed.nilIfEmpty
    content.surfaceRules.isPaced = !reader.text("paced", at: "paced").isEmpty
  }
}

/// The data of a data push.
enum DataForm: FormPart {
  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    let data = content.data ?? Wire.DataPush(body: "")
    form["data.type"] = data.type.rawValue
    form["data.body"] = FormText.lines(data.body)
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    reader.place("message", at: "data.body")
    reader.place("data", at: "data.body")
    var data = content.data ?? Wire.DataPush(body: "")
    data.type = Wire.Open(reader.text("data.type", at: "data.type").nilIfEmpty ?? data.type.rawValue)
    let text = FormText.kept(reader.text("data.body", at: "data.body"), data.body) ?? ""
    data.body = data.cleaned(text)
    content.data = data
  }
}
