// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension EditorPage.Kinds {
  /// The kinds that use a part, as `data-kinds` has them: the style sheet shows only what the chosen kind uses.
  static func of(_ part: MessagePart) -> String {
    Wire.Message.Kind.allCases.filter { $0.parts.contains(part) }.map(\.rawValue).joined(separator: " ")
  }

  init() {
    header = Self.of(.header)
    text = Self.of(.text)
    alignment = Self.of(.alignment)
    page = Self.of(.page)
    image = Self.of(.image)
    icon = Self.of(.icon)
    language = Self.of(.language)
    edge = Self.of(.edge)
    buttons = Self.of(.buttons)
    action = Self.of(.action)
    close = Self.of(.close)
    orientation = Self.of(.orientation)
    motion = Self.of(.motion)
    colours = Self.of(.colours)
  }
}

extension EditorPage.MessagePart {
  init(_ form: CampaignForm, _ fields: EditorFields) {
    kinds = EditorPage.Kinds()
    kind = fields.field(
      "kind", "Message type", form.kind, choices: Wire.Message.Kind.allCases.map { .init($0.rawValue, $0.words, hint: $0.use) })
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
      kindHints: Self.imageHints,
      type: "text", inputMode: "url")
    imageAlt = fields.field("image_alt", "Image description", form.imageAlt, hint: "Screen readers read it aloud.", isOptional: true)
    icon = fields.field("icon", "Icon", form.icon, hint: "An emoji. Shown when there is no image.", isOptional: true)
    slideFrom = fields.field(
      "slide_from", "Slide in from", form.slideFrom, choices: [.init("bottom", "Bottom"), .init("top", "Top")])
    action = fields.field(
      "action", "On tap", form.action.choice, hint: "The message always closes.",
      kindHints: [.init(kinds: EditorPage.Kinds.of(.buttons), text: "If it has buttons, only the buttons can be tapped.")],
      choices: Self.actions(form.action))
    actionURL = fields.field("action_url", "URL", form.action.url, hint: Self.addressHint, inputMode: "url")
    close = fields.field(
      "close", "Close behaviour", form.close, choices: [.init("user", "Stays until closed"), .init("auto", "Closes automatically")])
    closeSeconds = fields.field("close_seconds", "Closes after (seconds)", form.closeSeconds, hint: "1 to 3600.", inputMode: "decimal")
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
      form.colours, title: "Colours", prefix: "theme.", slots: CampaignForm.ThemeSlot.allCases.map { ($0, $0.label, $0.kinds) }, fields)
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

  private static let imageHints: [EditorField.KindHint] = [
    .init(kinds: "slideup", text: "Works best square, such as 240 × 240."),
    .init(kinds: "modal", text: "Works best at 3:1, such as 1500 × 500."),
    .init(kinds: "modal_image", text: "Any shape, at least 600 wide."),
    .init(kinds: "full", text: "Works best at 6:5, such as 1200 × 1000."),
    .init(
      kinds: "full_image",
      text: "Works best in portrait, such as 1200 × 2000. Screens crop the edges, so keep important content in the centre."),
  ]

  static func actions(_ action: CampaignForm.ActionFields) -> [EditorField.Choice] {
    var choices: [EditorField.Choice] = [
      .init("close", "Close the message"), .init("browser", "Open in the browser"), .init("web_view", "Open in the app"),
      .init("deep_link", "Open a deep link"),
    ]
    if action.choice == CampaignForm.ActionChoice.kept.rawValue { choices.append(.init("kept", "Set by a program")) }
    return choices
  }
}

extension Wire.Message.Kind {
  /// What it is for.
  fileprivate var use: String {
    switch self {
    case .slideup: "A small card at the edge. The app stays usable."
    case .modal: "A card in the centre that asks for a response."
    case .modalImage: "A card made of a single image."
    case .full: "Image and text that fill the screen."
    case .fullImage: "A single image that fills the screen."
    case .html: "Your own page, in a sandbox."
    case .control: "Shows nothing. Counts who would have seen it."
    }
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
    _ colours: CampaignForm.ColourFields<Slot>, title: String, prefix: String, slots: [(slot: Slot, label: String, kinds: String?)],
    _ fields: EditorFields
  ) where Slot: RawRepresentable, Slot.RawValue == String {
    self.title = title
    rows = slots.map { slot, label, kinds in
      let light = fields.field("\(prefix)light.\(slot.rawValue)", label + ", light", colours.light[slot] ?? "")
      let dark = fields.field("\(prefix)dark.\(slot.rawValue)", label + ", dark", colours.dark[slot] ?? "")
      return EditorPage.ColourRow(
        label: label, kinds: kinds, light: light, dark: dark, notes: light.errors + dark.errors, warnings: light.warnings + dark.warnings)
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
  /// The kinds of message on which it colours anything.
  fileprivate var kinds: String {
    switch self {
    case .background, .closeButton: EditorPage.Kinds.of(.colours)
    case .headerText: EditorPage.Kinds.of(.header)
    case .text: EditorPage.Kinds.of(.text)
    case .icon, .iconBackground: EditorPage.Kinds.of(.icon)
    case .frame: EditorPage.Kinds.of(.buttons)
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
