// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension EditorPage.MessagePart {
  init(_ fields: EditorFields) {
    permissions = EditorPage.PagePart(fields)
    legacy = fields.check("legacy", "Read options from link URLs, as older pages do")
    buttons = fields.form.rows("button", atLeast: 2).map { EditorPage.ButtonPart($0, fields) }
    colours = EditorPage.ColourTable(MessageColours.message, title: "Colours", field: "theme", fields)
    extras = fields.rows("extra", "extra", style: "extra") {
      [fields.field($0.name("key"), "Key"), fields.field($0.name("value"), "Value", isLong: true)]
    }
    extrasErrors = fields.field("extras", "").errors
    isMoreOpen = fields.areSet(Self.rare, lists: ["extra"])
  }

  /// The fields behind *More options*.
  private static let rare = [
    "header_alignment", "message_alignment", "language", "slide_from", "close", "close_seconds",
    "orientation", "motion", "base_url",
    "legacy",
    "extras",
  ]

  static func fields(_ fields: EditorFields) -> [EditorField] {
    [
      fields.field("kind", "Message type", choices: Self.kinds(fields.form["kind"])),
      fields.field("header", "Header", isOptional: true),
      fields.field("header_alignment", "Header alignment", choices: Self.alignments),
      fields.field("message", "Text"),
      fields.field("message_alignment", "Text alignment", choices: Self.alignments),
      fields.field(
        "page", "Page",
        hint:
          "HTML with its own styles and scripts. It runs in a sandbox and can load images and fonts over https. Allow more below.",
        code: .html),
      fields.field(
        "base_url", "Base URL", hint: "Relative URLs in the page are resolved against it.", inputMode: "url",
        isOptional: true),
      fields.field(
        "language", "Language", hint: "Such as en or pt-BR. Screen readers use it to choose a voice.",
        isOptional: true, list: "languages"),
      fields.field(
        "image_url", "Image URL", hint: "Starts with https://. PNG, JPEG or GIF, up to 5 MB.",
        kindHints: Wire.Message.Kind.ImageShape.allCases.map { .init(part: Self.part($0), text: $0.words) },
        type: "text", inputMode: "url"),
      fields.field("image_alt", "Image description", hint: "Screen readers read it aloud.", isOptional: true),
      fields.field("icon", "Icon", hint: "An emoji. Shown when there is no image.", isOptional: true),
      fields.field("slide_from", "Slide in from", choices: [.init("bottom", "Bottom"), .init("top", "Top")]),
      fields.field(
        "action", "On tap", hint: "The message always closes.",
        kindHints: [
          .init(
            part: Wire.Message.Part.buttons.rawValue,
            text: "If it has buttons, only the buttons can be tapped.")
        ],
        choices: EditorPage.actions(fields.form["action"])),
      fields.field("action_url", "URL", hint: EditorPage.addressHint, inputMode: "url"),
      fields.field(
        "close", "Close behaviour",
        choices: [.init("user", "Stays until closed"), .init("auto", "Closes automatically")]),
      fields.field("close_seconds", "Closes after (seconds)", hint: "1 to 3,600.", inputMode: "decimal"),
      fields.field(
        "orientation", "Orientation",
        choices: [
          .init("any", "Any"), .init("portrait", "Portrait only"), .init("landscape", "Landscape only"),
        ]),
      fields.field(
        "motion", "Animation", standard: MessageForm.Motion.both.rawValue,
        choices: [
          .init("both", "On entry and exit"), .init("enters", "On entry only"),
          .init("leaves", "On exit only"),
          .init("none", "None"),
        ]),
    ]
  }

  private static let alignments: [EditorField.Choice] = [
    .init("leading", "Start"), .init("center", "Centre"), .init("trailing", "End"),
  ]

  /// An unknown kind, from a newer version, may have any part.
  private static func kinds(_ chosen: String) -> [EditorField.Choice] {
    let known = Wire.Message.Kind.allCases.map(choice)
    guard Wire.Message.Kind(rawValue: chosen) == nil else { return known }
    return known + [
      .init(chosen, chosen.isEmpty ? "Choose…" : chosen, has: Wire.Message.Part.allCases.map(\.rawValue))
    ]
  }

  /// The kind as a choice, with the parts that it has: the style sheet shows only the parts of the
  /// chosen kind.
  private static func choice(_ kind: Wire.Message.Kind) -> EditorField.Choice {
    let parts =
      Wire.Message.Part.allCases.filter(kind.parts.contains).map(\.rawValue)
      + (kind.traits.imageShape.map { [part($0)] } ?? [])
    return .init(
      kind.rawValue, kind.words, hint: kind.traits.use, picture: "kind-" + kind.rawValue,
      has: parts.isEmpty ? ["nothing"] : parts)
  }

  private static func part(_ shape: Wire.Message.Kind.ImageShape) -> String { "image-" + shape.rawValue }
}

extension EditorPage {
  static let addressHint = "https://example.com/offer or myapp://offer"

  /// - Parameter noun: What a click closes, such as `message`.
  static func actions(_ chosen: String, closing noun: String = "message") -> [EditorField.Choice] {
    ActionChoice.allCases.filter { $0 != .kept || chosen == $0.rawValue }.map {
      .init($0.rawValue, $0.label(closing: noun))
    }
  }
}

extension EditorPage.PagePart {
  /// - Parameter prefix: What the names of the fields begin with.
  init(_ fields: EditorFields, _ prefix: String = "") {
    assets = fields.field(
      prefix + "asset_urls", "Assets",
      hint: "Images, fonts, scripts or a .zip archive, one URL per line. Devices download them in advance.",
      isOptional: true)
    capabilities = Wire.Bridge.Capability.allCases.map {
      let check = fields.check(prefix + "bridge." + $0.rawValue, $0.words)
      return EditorPage.Capability(
        id: check.id, name: check.name, label: check.label, isChosen: !check.isBlank)
    }
    bridgeNames = fields.field(
      prefix + "bridge_names", "Other bridge names",
      hint: "For pages that do not use \(Wire.Bridge.ownName). One per line.", isOptional: true)
    readyEvents = fields.field(
      prefix + "ready_events", "Other ready events",
      hint: "For pages that do not wait for \(Wire.Bridge.ownReadyEvent). One per line.", isOptional: true)
  }
}

extension Wire.Bridge.Capability {
  /// What a page may do, in an author's words.
  var words: String {
    switch self {
    case .customEvent: "Log events"
    case .purchase: "Log purchases"
    case .flush: "Send waiting events immediately"
    case .pushPermission: "Ask for push permission"
    case .changeUser: "Set the user id"
    case .attributes: "Change the person’s profile and attributes"
    case .subscriptions: "Change the person’s subscriptions"
    }
  }
}

extension EditorPage.ButtonPart {
  fileprivate init(_ row: FormRow, _ fields: EditorFields) {
    title = fields.titled(row.field, "Button \(row.number + 1)")
    text = fields.field(row.name("text"), "Text", isOptional: true)
    action = fields.field(
      row.name("action"), "On tap", standard: ActionChoice.close.rawValue,
      choices: EditorPage.actions(row["action"]))
    url = fields.field(row.name("url"), "URL", hint: EditorPage.addressHint, inputMode: "url")
    colours = EditorPage.ColourTable(
      MessageColours.button, title: title + " colours", field: row.field, fields)
  }
}

extension EditorPage.ColourTable {
  init<Theme>(_ slots: ColourSlots<Theme>, title: String, field: String, _ fields: EditorFields) {
    self.title = fields.titled(field, title)
    rows = slots.all.map { slot in
      let light = fields.field("\(field).light.\(slot.name)", slot.label + ", light")
      let dark = fields.field("\(field).dark.\(slot.name)", slot.label + ", dark")
      return EditorPage.ColourRow(
        label: slot.label, part: slot.part?.rawValue, light: light, dark: dark,
        notes: light.errors + dark.errors,
        warnings: light.warnings + dark.warnings)
    }
    let dark = fields.check(field + ".dark_is_light", "Use the light colours in dark mode")
    (darkName, darkID, darkLabel, darkIsLight) = (dark.name, dark.id, dark.label, !dark.isBlank)
    isOpen = rows.contains { !$0.notes.isEmpty || !$0.warnings.isEmpty }
  }
}
