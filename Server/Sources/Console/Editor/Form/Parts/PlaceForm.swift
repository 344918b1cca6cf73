// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// Where in the app the banner or the content can appear, or which handler gets data.
enum PlaceForm: FormPart {
  private static func elements(_ type: CampaignType) -> [FormElement<Wire.SurfaceRules>] {
    let category = FormElement<Wire.SurfaceRules>.text(
      "category", \.category, "Category", as: .word,
      hint:
        "Chooses a \(type.showsContent ? "view" : "handler") of the app’s own. Leave blank for the default. Ask your developers.",
      isOptional: true)
    guard type.showsContent else { return [category] }
    return [
      .list(
        "screens", \.screens, "Screens", as: .lines,
        hint: "Names as the app logs them, one per line. Leave blank for every screen."),
      .group(
        "field-row",
        .choice(
          "delivery", \.delivery, "Reach people", ["any": "Wherever they are", "in_app": "Only in the app"],
          // Without a push, it reaches nobody, so it is only offered where a program has set it.
          others: { $0 == "out_of_app" ? [.init("out_of_app", "Only outside the app")] : [] }),
        category),
    ]
  }

  /// Whether the limits for all campaigns apply.
  static var paced: FormElement<Wire.SurfaceRules> {
    .check("paced", \.isPaced, "Apply the frequency caps and the minimum interval for all campaigns")
  }

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    (elements(form.type) + [paced]).write(content.surfaceRules, to: &form, FormScope())
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    (elements(reader.type) + [paced]).read(&reader, FormScope(), into: &content.surfaceRules)
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    type.showsContent ? EditorSection("place", "Where it appears", shown(type, fields)) : nil
  }

  static func shown(_ type: CampaignType, _ fields: EditorFields) -> [EditorElement] {
    elements(type).show(fields, FormScope())
  }
}

/// The data of a data push.
enum DataForm: FormPart {
  private static let scope = FormScope("data.")

  private static var elements: [FormElement<Wire.DataPush>] {
    [
      .choice("type", \.type, "Format", ["text": "Text", "base64": "Base64"]),
      .text(
        "body", \.written, "Data", as: .code(.data),
        hint:
          "Text as it is, such as JSON, or bytes in Base64. “{deviceid}” in text stands for the id of the installation."
      ),
    ]
  }

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    elements.write(content.data ?? Wire.DataPush(body: ""), to: &form, scope)
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    reader.place("message", at: "data.body")
    reader.place("data", at: "data.body")
    var data = content.data ?? Wire.DataPush(body: "")
    elements.read(&reader, scope, into: &data)
    content.data = data
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    EditorSection("data", "Data", elements.show(fields, scope) + PlaceForm.shown(type, fields))
  }
}

extension Wire.DataPush {
  /// What was typed as its body. Base64 is often pasted with line ends, which belong to no byte.
  fileprivate var written: String? {
    get { body }
    set { body = cleaned(newValue ?? "") }
  }
}
