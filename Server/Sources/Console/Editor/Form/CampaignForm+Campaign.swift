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
    headerAlignment = message.headerAlignment?.rawValue ?? headerAlignment
    textAlignment = message.messageAlignment?.rawValue ?? textAlignment
    let isPage = message.kind == .known(.html)
    text = FormText.lines((isPage ? message.textSetAside : message.message) ?? "")
    page = PageFields(
      html: FormText.lines((isPage ? message.message : message.textSetAside) ?? ""), baseURL: message.baseURL ?? "",
      assets: message.assetURLs.joined(separator: "\n"),
      allows: Set(message.bridge?.allows.compactMap { $0.known?.rawValue } ?? []),
      bridgeNames: FormText.lines(message.bridge?.names.joined(separator: "\n") ?? ""),
      readyEvents: FormText.lines(message.bridge?.readyEvents.joined(separator: "\n") ?? ""), isLegacy: message.legacy)
    language = message.language ?? ""
    motion = Motion(enters: message.animateIn, leaves: message.animateOut).rawValue
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
    let rules = content.rules
    startsAtLocal = rules.startsAtLocal ?? ""
    endsAtLocal = rules.endsAtLocal ?? ""
    let hasUTC = content.startsAt != nil || content.endsAt != nil
    let hasLocal = rules.startsAtLocal != nil || rules.endsAtLocal != nil
    clock = (hasLocal ? hasUTC ? Clock.both : .device : .utc).rawValue
    if let milliseconds = rules.delayMilliseconds { delay = FormText.duration(milliseconds: milliseconds) }
    if let milliseconds = rules.expiresAfterMilliseconds { expires = FormText.duration(milliseconds: milliseconds) }
    if let milliseconds = rules.displayWithinMilliseconds { showWithin = FormText.duration(milliseconds: milliseconds) }
    exceptions = rules.exceptions.map { TriggerFields($0) }
    quietHours = rules.quietHours.map { QuietHoursFields($0) }
    again = rules.reEligibility?.type.rawValue ?? Wire.ReEligibility.Kind.always.rawValue
    if let milliseconds = rules.reEligibility?.afterMilliseconds { againAfter = FormText.duration(milliseconds: milliseconds) }
    caps = rules.caps.map { CapFields($0) }
    tags = Self.text(tags: rules.tags)
    isPersonalised = rules.render != nil
  }
}

extension Wire.Message {
  /// What stood in `message` before the kind was changed.
  var textSetAside: String? {
    if case .string(let text)? = unknown[Self.setAside] { text } else { nil }
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
