// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension CampaignForm {
  /// The form of a campaign that is there.
  init(name: String, content: CampaignContent) {
    let message = content.message
    self.name = name
    kind = message.kind.rawValue
    header = message.header ?? ""
    text = message.message ?? ""
    imageURL = message.imageURL ?? ""
    imageAlt = message.imageAlt ?? ""
    icon = message.icon ?? ""
    slideFrom = message.slideFrom?.rawValue ?? Wire.Message.SlideFrom.bottom.rawValue
    action = ActionFields(message.clickAction)
    close = message.close.type.rawValue
    closeSeconds = message.close.afterSeconds.map { FormText.text($0) } ?? ""
    orientation = message.orientation.rawValue
    buttons = message.buttons.map { button in
      ButtonFields(
        text: button.text, action: ActionFields(button.clickAction),
        colours: ColourFields(button.themes, slots: ButtonSlot.allCases) { $0[keyPath: $1.path] })
    }
    while buttons.count < 2 { buttons.append(ButtonFields()) }
    colours = ColourFields(message.themes, slots: ThemeSlot.allCases) { $0[keyPath: $1.path] }
    extras = message.extras.sorted { $0.key < $1.key }.map { ExtraFields(key: $0.key, value: FormText.extra($0.value)) }
    triggers = content.triggers.isEmpty ? [TriggerFields()] : content.triggers.map { TriggerFields($0) }
    bucket = content.priority.bucket.rawValue
    order = content.priority.order == 0 ? "" : String(content.priority.order)
    startsAt = content.startsAt.map { FormText.text($0) } ?? ""
    endsAt = content.endsAt.map { FormText.text($0) } ?? ""
  }
}

extension CampaignForm.ActionFields {
  init(_ action: Wire.ClickAction) {
    let url = action.url ?? ""
    let choice: CampaignForm.ActionChoice =
      switch action.type {
      case .known(.none): .close
      case .known(.newsFeed), .unknown: .kept
      case .known(.url): action.useWebView ? .webView : Self.isWeb(url) ? .browser : .deepLink
      }
    self.init(choice: choice.rawValue, url: url)
  }

  private static func isWeb(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return url.isEmpty || start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}

extension CampaignForm.ColourFields {
  fileprivate init<Theme>(_ themes: [String: Theme], slots: [Slot], colour: (Theme, Slot) -> Wire.Color?) {
    for slot in slots {
      light[slot] = themes["light"].flatMap { colour($0, slot) }.map { FormText.text($0) }
      dark[slot] = themes["dark"].flatMap { colour($0, slot) }.map { FormText.text($0) }
    }
    darkIsLight = themes["light"] != nil && themes["dark"] == nil
  }
}

extension CampaignForm.TriggerFields {
  init(_ trigger: Wire.Trigger) {
    self.init(kind: trigger.kind.rawValue, name: trigger.name ?? "")
    guard let filter = trigger.filter else { return }
    if let (match, rows) = Self.rows(filter) {
      self.match = match
      conditions = rows
    } else {
      keptFilter = String(decoding: Wire.encode(filter), as: UTF8.self)
    }
  }

  /// nil when rows cannot say it: nested, negated, or of a form that this version does not know.
  private static func rows(_ filter: Wire.Filter) -> (match: String, rows: [CampaignForm.ConditionFields])? {
    let (match, parts): (String, [Wire.Filter])
    switch filter {
    case .compare: (match, parts) = ("all", [filter])
    case .all(let filters): (match, parts) = ("all", filters)
    case .any(let filters): (match, parts) = ("any", filters)
    case .not, .unknown: return nil
    }
    let rows = parts.compactMap { part in
      if case .compare(let comparison) = part { ConditionTest.row(comparison) } else { nil }
    }
    // Fewer than two would come back as another filter.
    let isExact = rows.count == parts.count && (rows.count > 1 || filter.isComparison)
    return isExact ? (match, rows) : nil
  }
}

extension Wire.Filter {
  fileprivate var isComparison: Bool { if case .compare = self { true } else { false } }
}

extension FormText {
  /// Only texts reach apps; what else was stored is shown as JSON, and becomes a text.
  fileprivate static func extra(_ value: Wire.JSONValue) -> String {
    switch value {
    case .string(let text): text
    default: String(decoding: Wire.encode(Wire.Filter.unknown(value)), as: UTF8.self)
    }
  }
}

extension CampaignForm.ThemeSlot {
  var path: WritableKeyPath<Wire.Theme, Wire.Color?> {
    switch self {
    case .background: \.background
    case .headerText: \.headerText
    case .text: \.text
    case .icon: \.icon
    case .iconBackground: \.iconBackground
    case .closeButton: \.closeButton
    case .frame: \.frame
    }
  }
}

extension CampaignForm.ButtonSlot {
  var path: WritableKeyPath<Wire.ButtonTheme, Wire.Color?> {
    switch self {
    case .background: \.background
    case .text: \.text
    case .border: \.border
    }
  }
}
