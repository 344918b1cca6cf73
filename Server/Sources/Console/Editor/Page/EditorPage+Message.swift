// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension EditorPage.MessagePart {
  init(_ form: CampaignForm, _ fields: EditorFields) {
    kind = fields.field("kind", "Message type", form.kind, choices: Self.kinds(form.kind))
    header = fields.field("header", "Header", form.header, isOptional: true)
    headerAlignment = fields.field("header_alignment", "Header alignment", form.headerAlignment, choices: Self.alignments)
    text = fields.field("message", "Text", form.text)
    textAlignment = fields.field("message_alignment", "Text alignment", form.textAlignment, choices: Self.alignments)
    page = fields.field(
      "page", "Page", form.page.html,
      hint:
        "HTML with its own styles and scripts. It runs in a sandbox and can load images and fonts over https. You allow anything else below."
    )
    baseURL = fields.field(
      "base_url", "Base URL", form.page.baseURL, hint: "Relative addresses in the page start from here.", inputMode: "url",
      isOptional: true)
    assets = fields.field(
      "asset_urls", "Assets", form.page.assets,
      hint: "Images, fonts, scripts or a .zip archive, one address per line. Devices download them in advance.",
      isOptional: true)
    capabilities = Wire.Bridge.Capability.allCases.map {
      let name = "bridge." + $0.rawValue
      return EditorPage.Capability(
        id: EditorField.id(name), name: name, label: $0.words, isChosen: form.page.allows.contains($0.rawValue))
    }
    bridgeNames = fields.field(
      "bridge_names", "Other bridge names", form.page.bridgeNames,
      hint: "For pages that do not use \(Wire.Bridge.ownName). One per line.", isOptional: true)
    readyEvents = fields.field(
      "ready_events", "Other ready events", form.page.readyEvents,
      hint: "For pages that do not wait for \(Wire.Bridge.ownReadyEvent). One per line.", isOptional: true)
    isLegacy = form.page.isLegacy
    language = fields.field(
      "language", "Language", form.language, hint: "Such as en or pt-BR. Screen readers use it to choose a voice.",
      isOptional: true, list: "languages")
    imageURL = fields.field(
      "image_url", "Image URL", form.imageURL, hint: "Starts with https://. PNG, JPEG or GIF, up to 5 MB.",
      kindHints: Wire.Message.Kind.ImageShape.allCases.map { .init(part: Self.part($0), text: $0.words) },
      type: "text", inputMode: "url")
    imageAlt = fields.field("image_alt", "Image description", form.imageAlt, hint: "Screen readers read it aloud.", isOptional: true)
    icon = fields.field("icon", "Icon", form.icon, hint: "An emoji. Shown when there is no image.", isOptional: true)
    slideFrom = fields.field(
      "slide_from", "Slide in from", form.slideFrom, choices: [.init("bottom", "Bottom"), .init("top", "Top")])
    action = fields.field(
      "action", "On tap", form.action.choice, hint: "The message always closes.",
      kindHints: [.init(part: Wire.Message.Part.buttons.rawValue, text: "If it has buttons, only the buttons can be tapped.")],
      choices: Self.actions(form.action))
    actionURL = fields.field("action_url", "URL", form.action.url, hint: Self.addressHint, inputMode: "url")
    close = fields.field(
      "close", "Close behaviour", form.close, choices: [.init("user", "Stays until closed"), .init("auto", "Closes automatically")])
    closeSeconds = fields.field("close_seconds", "Closes after (seconds)", form.closeSeconds, hint: "1 to 3,600.", inputMode: "decimal")
    orientation = fields.field(
      "orientation", "Orientation", form.orientation,
      choices: [.init("any", "Any"), .init("portrait", "Portrait only"), .init("landscape", "Landscape only")])
    motion = fields.field(
      "motion", "Animation", form.motion.isEmpty ? CampaignForm.Motion.both.rawValue : form.motion,
      choices: [
        .init("both", "On entry and exit"), .init("enters", "On entry only"), .init("leaves", "On exit only"),
        .init("none", "None"),
      ])
    buttons = form.buttons.enumerated().map { EditorPage.ButtonPart($1, number: $0, fields) }
    colours = EditorPage.ColourTable(
      form.colours, title: "Colours", prefix: "theme.", slots: CampaignForm.ThemeSlot.allCases.map { ($0, $0.label, $0.part.rawValue) },
      fields)
    extras = form.extras.enumerated().map { row, extra in
      EditorPage.ExtraPart(
        number: row + 1, key: fields.field("extra.\(row).key", "Key", extra.key),
        value: fields.field("extra.\(row).value", "Value", extra.value), remove: "remove_extra.\(row)")
    }
    hasExtras = !extras.isEmpty
    extrasErrors = fields.field("extras", "", "").errors
  }

  static let addressHint = "https://example.com/offer or myapp://offer"

  private static let alignments: [EditorField.Choice] = [
    .init("leading", "Start"), .init("center", "Centre"), .init("trailing", "End"),
  ]

  /// A kind of a newer version may have any part.
  private static func kinds(_ chosen: String) -> [EditorField.Choice] {
    let known = Wire.Message.Kind.allCases.map(choice)
    guard Wire.Message.Kind(rawValue: chosen) == nil else { return known }
    return known + [.init(chosen, chosen.isEmpty ? "Choose…" : chosen, has: Wire.Message.Part.allCases.map(\.rawValue))]
  }

  /// The kind as a choice, with the parts that it has: the style sheet shows only those of the chosen one.
  private static func choice(_ kind: Wire.Message.Kind) -> EditorField.Choice {
    let parts = Wire.Message.Part.allCases.filter(kind.parts.contains).map(\.rawValue) + (kind.traits.imageShape.map { [part($0)] } ?? [])
    return .init(kind.rawValue, kind.words, hint: kind.traits.use, has: parts.isEmpty ? ["nothing"] : parts)
  }

  private static func part(_ shape: Wire.Message.Kind.ImageShape) -> String { "image-" + shape.rawValue }

  static func actions(_ action: CampaignForm.ActionFields) -> [EditorField.Choice] {
    var choices: [EditorField.Choice] = [
      .init("close", "Close the message"), .init("browser", "Open in the browser"), .init("web_view", "Open in the app"),
      .init("deep_link", "Open a deep link"),
    ]
    if action.choice == CampaignForm.ActionChoice.kept.rawValue { choices.append(.init("kept", "Set by a program")) }
    return choices
  }
}

extension Wire.Bridge.Capability {
  /// What a page may do, as its author would say it.
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
  fileprivate init(_ button: CampaignForm.ButtonFields, number: Int, _ fields: EditorFields) {
    let prefix = "button.\(number)."
    title = "Button \(number + 1)"
    text = fields.field(prefix + "text", "Text", button.text, isOptional: true)
    action = fields.field(
      prefix + "action", "On tap", button.action.choice, choices: EditorPage.MessagePart.actions(button.action))
    url = fields.field(prefix + "url", "URL", button.action.url, hint: EditorPage.MessagePart.addressHint, inputMode: "url")
    colours = EditorPage.ColourTable(
      button.colours, title: "Button \(number + 1) colours", prefix: prefix,
      slots: CampaignForm.ButtonSlot.allCases.map { ($0, $0.label, nil) }, fields)
  }
}

extension EditorPage.ColourTable {
  fileprivate init<Slot>(
    _ colours: CampaignForm.ColourFields<Slot>, title: String, prefix: String, slots: [(slot: Slot, label: String, part: String?)],
    _ fields: EditorFields
  ) where Slot: RawRepresentable, Slot.RawValue == String {
    self.title = title
    rows = slots.map { slot, label, part in
      let light = fields.field("\(prefix)light.\(slot.rawValue)", label + ", light", colours.light[slot] ?? "")
      let dark = fields.field("\(prefix)dark.\(slot.rawValue)", label + ", dark", colours.dark[slot] ?? "")
      return EditorPage.ColourRow(
        label: label, part: part, light: light, dark: dark, notes: light.errors + dark.errors, warnings: light.warnings + dark.warnings)
    }
    darkName = prefix + "dark_is_light"
    darkID = EditorField.id(darkName)
    darkIsLight = colours.darkIsLight
    isOpen = rows.contains { !$0.notes.isEmpty || !$0.warnings.isEmpty }
  }
}

extension CampaignForm.ThemeSlot {
  fileprivate var label: String {
    switch self {
    case .background: "Background"
    case .headerText: "Header"
    case .text: "Text"
    case .icon: "Icon"
    case .iconBackground: "Icon background"
    case .closeButton: "Close button"
    case .frame: "Backdrop"
    }
  }
}

extension CampaignForm.ThemeSlot {
  /// The part of a message that has to be there for it to colour anything.
  fileprivate var part: Wire.Message.Part {
    switch self {
    case .background, .closeButton: .colours
    case .headerText: .header
    case .text: .text
    case .icon, .iconBackground: .icon
    case .frame: .buttons
    }
  }
}

extension CampaignForm.ButtonSlot {
  fileprivate var label: String {
    switch self {
    case .background: "Background"
    case .text: "Text"
    case .border: "Border"
    }
  }
}
