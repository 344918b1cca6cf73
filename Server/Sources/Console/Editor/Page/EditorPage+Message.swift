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
    kind = fields.field("kind", "Kind", form.kind, choices: Wire.Message.Kind.allCases.map { .init($0.rawValue, $0.words, hint: $0.use) })
    header = fields.field("header", "Header", form.header, isOptional: true)
    headerAlignment = fields.field("header_alignment", "Header stands", form.headerAlignment, choices: Self.alignments)
    text = fields.field("message", "Text", form.text)
    textAlignment = fields.field("message_alignment", "Text stands", form.textAlignment, choices: Self.alignments)
    page = fields.field(
      "page", "Page", form.page.html,
      hint:
        "HTML with its own styles and scripts. It runs in a sandbox: it reaches neither the app nor anything outside, but for what is allowed below."
    )
    baseURL = fields.field(
      "base_url", "Base address", form.page.baseURL, hint: "What relative addresses of the page begin with.", inputMode: "url",
      isOptional: true)
    assets = fields.field(
      "asset_urls", "Assets", form.page.assets,
      hint: "Pictures, fonts, scripts, or an archive that ends in .zip; one address a line. Devices fetch them in advance.",
      isOptional: true)
    capabilities = Wire.Bridge.Capability.allCases.map {
      let name = "bridge." + $0.rawValue
      return EditorPage.Capability(
        id: EditorField.id(name), name: name, label: $0.words, isChosen: form.page.allows.contains($0.rawValue))
    }
    bridgeNames = fields.field(
      "bridge_names", "Further names of the bridge", form.page.bridgeNames,
      hint: "For pages that look for it under another name than \(Wire.Bridge.ownName); one a line.", isOptional: true)
    readyEvents = fields.field(
      "ready_events", "Further ready events", form.page.readyEvents,
      hint: "For pages that wait for another event than \(Wire.Bridge.ownReadyEvent); one a line.", isOptional: true)
    isLegacy = form.page.isLegacy
    language = fields.field(
      "language", "Language of the message", form.language, hint: "Such as en or pt-BR: screen readers choose their voice by it.",
      isOptional: true, list: "languages")
    imageURL = fields.field(
      "image_url", "Image address", form.imageURL, hint: "Begins with https://; PNG, JPEG or GIF, at most 5 MB.",
      kindHints: Self.imageHints,
      type: "text", inputMode: "url")
    imageAlt = fields.field("image_alt", "What the image shows", form.imageAlt, hint: "Read to people who cannot see it.", isOptional: true)
    icon = fields.field("icon", "Icon", form.icon, hint: "An emoji, shown when there is no image.", isOptional: true)
    slideFrom = fields.field(
      "slide_from", "Comes from", form.slideFrom, choices: [.init("bottom", "The bottom edge"), .init("top", "The top edge")])
    action = fields.field(
      "action", "A tap on the message opens", form.action.choice, hint: "The message closes in any case.",
      kindHints: [.init(kinds: EditorPage.Kinds.of(.buttons), text: "Where it has buttons, only they can be tapped.")],
      choices: Self.actions(form.action))
    actionURL = fields.field("action_url", "Address", form.action.url, hint: Self.addressHint, inputMode: "url")
    close = fields.field(
      "close", "Closes", form.close, choices: [.init("user", "When the person closes it"), .init("auto", "By itself, after some seconds")])
    closeSeconds = fields.field("close_seconds", "Seconds", form.closeSeconds, hint: "1 to 3600", inputMode: "decimal")
    orientation = fields.field(
      "orientation", "Shown when the device is held", form.orientation,
      choices: [.init("any", "Any way"), .init("portrait", "Upright only"), .init("landscape", "Sideways only")])
    motion = fields.field(
      "motion", "Moves", form.motion.isEmpty ? CampaignForm.Motion.both.rawValue : form.motion,
      choices: [
        .init("both", "When it comes and when it goes"), .init("enters", "Only when it comes"), .init("leaves", "Only when it goes"),
        .init("none", "Never"),
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
    .init("leading", "At the start"), .init("center", "In the middle"), .init("trailing", "At the end"),
  ]

  private static let imageHints: [EditorField.KindHint] = [
    .init(kinds: "slideup", text: "Best square, such as 240 × 240."),
    .init(kinds: "modal", text: "Best three times as wide as high, such as 1500 × 500."),
    .init(kinds: "modal_image", text: "Of any shape; at least 600 wide."),
    .init(kinds: "full", text: "Best a little wider than high, such as 1200 × 1000."),
    .init(kinds: "full_image", text: "Best upright, such as 1200 × 2000; what matters in the middle, because screens cut the edges."),
  ]

  static func actions(_ action: CampaignForm.ActionFields) -> [EditorField.Choice] {
    var choices: [EditorField.Choice] = [
      .init("close", "Nothing"), .init("browser", "Web page in the browser"), .init("web_view", "Web page in the app"),
      .init("deep_link", "Deep link into the app"),
    ]
    if action.choice == CampaignForm.ActionChoice.kept.rawValue { choices.append(.init("kept", "Something set by a program")) }
    return choices
  }
}

extension Wire.Message.Kind {
  /// What it is for.
  fileprivate var use: String {
    switch self {
    case .slideup: "A small card at an edge; the app stays usable."
    case .modal: "A card in the middle that asks for an answer."
    case .modalImage: "A card that is one picture."
    case .full: "Picture and text over the whole screen."
    case .fullImage: "One picture over the whole screen."
    case .html: "A page of your own, in a sandbox."
    case .control: "Shows nothing; counts who would have seen it."
    }
  }
}

extension Wire.Bridge.Capability {
  /// What a page may do, as its author would say it.
  var words: String {
    switch self {
    case .customEvent: "Log events"
    case .purchase: "Log purchases"
    case .flush: "Have what waits sent at once"
    case .pushPermission: "Ask for permission to send push messages"
    case .changeUser: "Say who the person is"
    case .attributes: "Change the person’s profile and attributes"
    case .subscriptions: "Change what the person is subscribed to"
    }
  }
}

extension EditorPage.ButtonPart {
  fileprivate init(_ button: CampaignForm.ButtonFields, number: Int, _ fields: EditorFields) {
    let prefix = "button.\(number)."
    title = "Button \(number + 1)"
    text = fields.field(prefix + "text", "Text", button.text, isOptional: true)
    action = fields.field(
      prefix + "action", "A tap on it opens", button.action.choice, choices: EditorPage.MessagePart.actions(button.action))
    url = fields.field(prefix + "url", "Address", button.action.url, hint: EditorPage.MessagePart.addressHint, inputMode: "url")
    colours = EditorPage.ColourTable(
      button.colours, title: "Colours of button \(number + 1)", prefix: prefix,
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
    case .iconBackground: "Behind the icon"
    case .closeButton: "Close button"
    case .frame: "Behind the message"
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
