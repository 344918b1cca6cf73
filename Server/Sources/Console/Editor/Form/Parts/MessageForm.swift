// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The message. Fields that its kind does not use are read too, and kept for a kind that does.
enum MessageForm: FormPart {
  /// The fields of the message's texts, and whether spaces around each text are kept.
  private static let texts:
    [(field: String, path: any WritableKeyPath<Wire.Message, String?> & Sendable, isVerbatim: Bool)] = [
      ("header", \.header, true), ("base_url", \.baseURL, false), ("language", \.language, false),
      ("image_url", \.imageURL, false),
      ("image_alt", \.imageAlt, true), ("icon", \.icon, false),
    ]

  static let newRows = ["extra": ["key": "", "value": ""]]

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    let message = content.editedMessage
    form["kind"] = message.kind.rawValue
    for (field, path, _) in texts { form[field] = message[keyPath: path] ?? "" }
    form["header_alignment"] = message.headerAlignment?.rawValue ?? Wire.Message.Alignment.center.rawValue
    form["message_alignment"] = message.messageAlignment?.rawValue ?? Wire.Message.Alignment.center.rawValue
    let isPage = message.kind == .known(.html)
    form["message"] = FormText.lines((isPage ? message.textSetAside : message.message) ?? "")
    form["page"] = FormText.lines((isPage ? message.message : message.textSetAside) ?? "")
    PageForm.write(message.bridge, message.assetURLs, to: &form)
    form["legacy"] = message.legacy ? "yes" : ""
    form["motion"] = Motion(enters: message.animateIn, leaves: message.animateOut).rawValue
    form["slide_from"] = message.slideFrom?.rawValue ?? Wire.Message.SlideFrom.bottom.rawValue
    form["orientation"] = message.orientation.rawValue
    form["close"] = message.close.type.rawValue
    form["close_seconds"] = message.close.afterSeconds.map { FormText.text($0) } ?? ""
    ActionChoice.write(message.clickAction, to: &form, "action", url: "action_url")
    MessageColours.message.write(message.themes, to: &form, "theme")
    for row in 0..<max(2, message.buttons.count) {
      let button =
        message.buttons.indices.contains(row) ? message.buttons[row] : Wire.Button(id: row, text: "")
      form["button.\(row).text"] = button.text
      ActionChoice.write(button.clickAction, to: &form, "button.\(row).action", url: "button.\(row).url")
      MessageColours.button.write(button.themes, to: &form, "button.\(row)")
    }
    for (row, extra) in message.extras.sorted(by: { $0.key < $1.key }).enumerated() {
      form["extra.\(row).key"] = extra.key
      // Apps receive only text values. Any other stored value is shown as JSON and becomes text.
      let json = String(decoding: Wire.encode(Wire.Filter.unknown(extra.value)), as: UTF8.self)
      form["extra.\(row).value"] = if case .string(let text) = extra.value { text } else { json }
    }
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    var message = content.editedMessage
    message.kind = Wire.Open(reader.text("kind", at: "message.kind"))
    for (field, path, isVerbatim) in texts {
      let text = reader.text(field, at: "message." + field)
      message[keyPath: path] = (isVerbatim ? text : text.trimmed).nilIfEmpty
    }
    message.language = reader.language(at: "message.language").nilIfEmpty
    message.headerAlignment = alignment(&reader, "header_alignment", message.headerAlignment)
    message.messageAlignment = alignment(&reader, "message_alignment", message.messageAlignment)
    setTexts(&reader, of: &message, wasPage: content.message?.kind == .known(.html))
    PageForm.read(&reader, at: "message", &message.bridge, &message.assetURLs)
    message.legacy = !reader.form["legacy"].isEmpty
    // The default is from the bottom.
    let side = reader.text("slide_from", at: "message.slide_from")
    if !side.isEmpty, side != Wire.Message.SlideFrom.bottom.rawValue || message.slideFrom != nil {
      message.slideFrom = Wire.Open(side)
    }
    message.orientation = Wire.Open(reader.text("orientation", at: "message.orientation"))
    reader.place("message.animate_in", at: "motion")
    reader.place("message.animate_out", at: "motion")
    let motion = Motion(rawValue: reader.form["motion"]) ?? .both
    (message.animateIn, message.animateOut) = (motion.enters, motion.leaves)
    message.close = close(&reader, message.close)
    message.clickAction = ActionChoice.read(
      &reader, "action", url: "action_url", at: "message.click_action", over: message.clickAction)
    message.themes = MessageColours.message.read(&reader, "theme", at: "message", over: message.themes)
    message.buttons = buttons(&reader, message.buttons)
    message.extras = extras(&reader)
    content.message = message
  }

  // MARK: - Texts

  /// A message has one place for its text or its page; the one that the kind does not use is set
  /// aside.
  private static func setTexts(_ reader: inout FormReader, of message: inout Wire.Message, wasPage: Bool) {
    let isPage = message.kind == .known(.html)
    let (shown, aside) = isPage ? ("page", "message") : ("message", "page")
    for path in ["message", "message.message"] { reader.place(path, at: shown) }
    reader.place("message." + Wire.Message.setAside, at: aside)
    let (own, other) = (message.message, message.textSetAside)
    let stored = isPage == wasPage ? (shown: own, aside: other) : (shown: other, aside: own)
    message.message = FormText.kept(reader.form[shown], stored.shown)
    let after = FormText.kept(reader.form[aside], stored.aside)
    if after != other { message.unknown[Wire.Message.setAside] = after.map { .string($0) } }
  }

  /// The default is centred.
  private static func alignment(
    _ reader: inout FormReader, _ field: String, _ stored: Wire.Open<Wire.Message.Alignment>?
  ) -> Wire.Open<Wire.Message.Alignment>? {
    let text = reader.text(field, at: "message." + field)
    return text == stored?.rawValue ?? Wire.Message.Alignment.center.rawValue || text.isEmpty
      ? stored : Wire.Open(text)
  }

  // MARK: - Closing, buttons, extras

  private static func close(_ reader: inout FormReader, _ stored: Wire.Close) -> Wire.Close {
    var close = stored
    close.type = Wire.Open(reader.text("close", at: "message.close"))
    let seconds = reader.text("close_seconds", at: "message.close.after_seconds")
    close.afterSeconds = close.type.known == .auto ? FormText.seconds(seconds) : nil
    if close.type.known == .auto, close.afterSeconds == nil, !seconds.trimmed.isEmpty {
      reader.misread("close_seconds", "This is not a number.", "Enter 1 to 3,600 seconds.")
    }
    return close
  }

  private static func buttons(_ reader: inout FormReader, _ stored: [Wire.Button]) -> [Wire.Button] {
    reader.place("message.buttons", at: "button.0.text")
    var buttons: [Wire.Button] = []
    for row in reader.form.rows("button") where !isBlank(row) {
      let path = "message.buttons[\(buttons.count)]"
      var button = stored.indices.contains(row.number) ? stored[row.number] : Wire.Button(id: 0, text: "")
      button.id = buttons.count
      button.text = reader.text(row.name("text"), at: path)
      button.clickAction = ActionChoice.read(
        &reader, row.name("action"), url: row.name("url"), at: path + ".click_action",
        over: button.clickAction)
      button.themes = MessageColours.button.read(&reader, row.field, at: path, over: button.themes)
      buttons.append(button)
    }
    return buttons
  }

  /// Whether nothing was written in the button's row.
  private static func isBlank(_ row: FormRow) -> Bool {
    row.isBlank("text", "url", "dark_is_light") && ["", ActionChoice.close.rawValue].contains(row["action"])
      && MessageColours.button.all.allSatisfy { row.isBlank("light.\($0.name)", "dark.\($0.name)") }
  }

  private static func extras(_ reader: inout FormReader) -> [String: Wire.JSONValue] {
    reader.place("message.extras", at: "extras")
    var extras: [String: Wire.JSONValue] = [:]
    // Long keys are shortened in the paths of problems; a key that is not shortened comes first.
    let rows = reader.form.rows("extra").filter { !$0.isBlank("key", "value") }
    for row in rows { reader.place("message.extras." + row["key"].prefix(64), at: row.name("key")) }
    for row in rows {
      let key = row["key"]
      if extras[key] != nil {
        reader.misread(row.name("key"), "This key is already used.", "Choose another, or remove this row.")
        continue
      }
      if !key.trimmed.isEmpty { reader.place("message.extras." + key, at: row.name("value")) }
      extras[key] = .string(row["value"])
    }
    return extras
  }

  /// When a message is animated.
  enum Motion: String, CaseIterable, Sendable {
    case both, enters, leaves, none

    init(enters: Bool, leaves: Bool) {
      self = enters ? leaves ? .both : .enters : leaves ? .leaves : .none
    }

    var enters: Bool { self == .both || self == .enters }
    var leaves: Bool { self == .both || self == .leaves }
  }
}

extension Wire.Message {
  /// What `message` held before the kind was changed.
  fileprivate var textSetAside: String? {
    if case .string(let text)? = unknown[Self.setAside] { text } else { nil }
  }
}
