// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension EditorPage {
  /// Everything that the page shows.
  struct Source {
    /// What is stored; nil: nothing yet.
    var campaign: Campaign?
    var form: CampaignForm
    /// The revision that the form was made from.
    var revision: Int?
    /// What stands beside the fields.
    var problems: [FormProblem] = []
    /// What is listed at the top, because it was in the way of what was asked for.
    var blocking: [FormProblem] = []
    var problemsTitle = ""
    /// What is stored now, when it is newer than what the form was made from.
    var newer: Campaign?
    /// The form differs from what is stored.
    var hasUnsavedChanges = false
    /// What the form's rules mean, for the words on folded parts.
    var rules = Wire.DeliveryRules()
    var review: CampaignReview
    var preview: PreviewPart
  }

  init(_ source: Source) {
    let form = source.form
    let fields = EditorFields(source.problems)
    let id = source.campaign?.id.rawValue
    self.id = id ?? ""
    formPath = id.map { "/campaigns/\($0)/edit" } ?? "/campaigns/new"
    cancelPath = id.map { "/campaigns/\($0)" } ?? "/campaigns"
    campaign = source.campaign.map { Present(name: $0.name, state: $0.state.rawValue, stateWords: $0.state.words) }
    isDraft = source.campaign.map { $0.state == .draft } ?? true
    revision = source.revision.map(String.init) ?? ""
    conflict = source.newer.map {
      Conflict(savedAt: UTCTime($0.updatedAt).words, currentRevision: $0.revision, path: "/campaigns/\($0.id.rawValue)")
    }
    problems = source.blocking.map { ProblemLink(href: "#" + EditorField.id($0.field), text: $0.words) }
    hasProblems = !problems.isEmpty
    hasNotice = hasProblems || !source.problemsTitle.isEmpty
    problemsTitle = source.problemsTitle
    hasUnsavedChanges = source.hasUnsavedChanges
    name = fields.field("name", "Name", form.name, hint: "Only authors see it.")
    message = MessagePart(form, fields)
    triggers = form.triggers.enumerated().map {
      TriggerPart($1, at: .trigger($0), isOnly: form.triggers.count == 1, fields)
    }
    let rules = source.rules
    delay = DelayPart(form, fields, rules)
    clock = fields.field(
      "clock", "Times are told", form.clock,
      choices: [
        .init("utc", "In UTC, the same moment everywhere"), .init("device", "By each person’s own clock"),
        .init("both", "In both; whichever is narrower counts"),
      ])
    startsAtLocal = fields.local("starts_at_local", "Start (person’s clock)", form.startsAtLocal, hint: "Blank: as soon as it is launched.")
    endsAtLocal = fields.local("ends_at_local", "End (person’s clock)", form.endsAtLocal, hint: "Blank: until somebody finishes it.")
    lateness = LatenessPart(form, fields, rules)
    frequency = FrequencyPart(form, fields, rules)
    personal = PersonalPart(form, fields, rules)
    startsAt = fields.instant("starts_at", "Start (UTC)", form.startsAt, hint: "Blank: as soon as it is launched.")
    endsAt = fields.instant("ends_at", "End (UTC)", form.endsAt, hint: "Blank: until somebody finishes it.")
    bucket = fields.field(
      "priority", "Priority", form.bucket, hint: "When several campaigns match one event, the highest is shown.",
      choices: [.init("low", "Low"), .init("medium", "Medium"), .init("high", "High")])
    order = fields.field(
      "order", "Order within the priority", form.order, hint: "The higher number goes first.", inputMode: "numeric", isOptional: true)
    review = source.review
    preview = source.preview
  }
}

extension EditorPage.MessagePart {
  fileprivate init(_ form: CampaignForm, _ fields: EditorFields) {
    kind = fields.field(
      "kind", "Kind", form.kind,
      choices: [
        .init("slideup", "Slideup", hint: "A small card at an edge; the app stays usable."),
        .init("modal", "Modal", hint: "A card in the middle that asks for an answer."),
        .init("control", "Control", hint: "Shows nothing; counts who would have seen it."),
      ])
    header = fields.field("header", "Header", form.header, isOptional: true)
    text = fields.field("message", "Text", form.text)
    imageURL = fields.field(
      "image_url", "Image address", form.imageURL, hint: "Begins with https://.", type: "text", inputMode: "url", isOptional: true)
    imageAlt = fields.field(
      "image_alt", "What the image shows", form.imageAlt, hint: "Read to people who cannot see it.", isOptional: true)
    icon = fields.field("icon", "Icon", form.icon, hint: "An emoji, shown when there is no image.", isOptional: true)
    slideFrom = fields.field(
      "slide_from", "Comes from", form.slideFrom, choices: [.init("bottom", "The bottom edge"), .init("top", "The top edge")])
    action = fields.field("action", "A tap on the message", form.action.choice, choices: Self.actions(form.action))
    actionURL = fields.field(
      "action_url", "Address", form.action.url, hint: "https://example.com/offer or myapp://offer", inputMode: "url")
    close = fields.field(
      "close", "Closes", form.close, choices: [.init("user", "When the person closes it"), .init("auto", "By itself, after some seconds")])
    closeSeconds = fields.field("close_seconds", "Seconds", form.closeSeconds, hint: "1 to 3600", inputMode: "decimal")
    orientation = fields.field(
      "orientation", "Shown when the device is held", form.orientation,
      choices: [.init("any", "Any way"), .init("portrait", "Upright only"), .init("landscape", "Sideways only")])
    buttons = form.buttons.enumerated().map { EditorPage.ButtonPart($1, number: $0, fields) }
    colours = EditorPage.ColourTable(
      form.colours, title: "Colours", prefix: "theme.", slots: CampaignForm.ThemeSlot.allCases.map { ($0, $0.label) }, fields)
    extras = form.extras.enumerated().map { row, extra in
      EditorPage.ExtraPart(
        number: row + 1, key: fields.field("extra.\(row).key", "Key", extra.key),
        value: fields.field("extra.\(row).value", "Value", extra.value), remove: "remove_extra.\(row)")
    }
    hasExtras = !extras.isEmpty
    extrasErrors = fields.field("extras", "", "").errors
  }

  fileprivate static func actions(_ action: CampaignForm.ActionFields) -> [EditorField.Choice] {
    var choices: [EditorField.Choice] = [
      .init("close", "Just closes it"), .init("browser", "Opens the browser"),
      .init("web_view", "Opens a web page in the app"), .init("deep_link", "Opens a deep link"),
    ]
    if action.choice == CampaignForm.ActionChoice.kept.rawValue { choices.append(.init("kept", "Something set by a program")) }
    return choices
  }
}

extension EditorPage.ButtonPart {
  fileprivate init(_ button: CampaignForm.ButtonFields, number: Int, _ fields: EditorFields) {
    let prefix = "button.\(number)."
    title = "Button \(number + 1)"
    text = fields.field(prefix + "text", "Text", button.text, isOptional: true)
    action = fields.field(prefix + "action", "A tap on it", button.action.choice, choices: EditorPage.MessagePart.actions(button.action))
    url = fields.field(prefix + "url", "Address", button.action.url, hint: "https://example.com/offer or myapp://offer", inputMode: "url")
    colours = EditorPage.ColourTable(
      button.colours, title: "Colours of button \(number + 1)", prefix: prefix,
      slots: CampaignForm.ButtonSlot.allCases.map { ($0, $0.label) }, fields)
  }
}

extension EditorPage.ColourTable {
  fileprivate init<Slot>(
    _ colours: CampaignForm.ColourFields<Slot>, title: String, prefix: String, slots: [(slot: Slot, label: String)], _ fields: EditorFields
  ) where Slot: RawRepresentable, Slot.RawValue == String {
    self.title = title
    rows = slots.map { slot, label in
      let light = fields.field("\(prefix)light.\(slot.rawValue)", label + ", light", colours.light[slot] ?? "")
      let dark = fields.field("\(prefix)dark.\(slot.rawValue)", label + ", dark", colours.dark[slot] ?? "")
      return EditorPage.ColourRow(
        label: label, light: light, dark: dark, notes: light.errors + dark.errors, warnings: light.warnings + dark.warnings)
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
    case .frame: "Behind the modal"
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
