// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The message. Fields that its kind does not use are read too, and kept for a kind that does.
enum MessageForm: FormPart {
  static let newRows = ["extra": ["key": "", "value": ""]]

  private static let scope = FormScope(names: "", paths: "message.")

  private static var elements: [FormElement<Wire.Message>] {
    [
      texts,
      .choice(
        "kind", \.kind, "Message type", FieldChoices(Wire.Message.Kind.allCases.map(choice)),
        others: unknownKind, as: EditorElement.pictures),
      .element(
        .note(
          "A silent message shows nothing. It is chosen like any other message and counts everyone who would have seen it. It can only carry extras.",
          part: "nothing")),
      .text("header", \.header, "Header", isOptional: true).part("header"),
      .shown { .area($0.field($1.name("message"), "Text")) }.part("text"),
      PageForm.page(),
      .group(
        "fitted", part: "image",
        .text(
          "image_url", \.imageURL, "Image URL", as: .address,
          hint: "Starts with https://. PNG, JPEG or GIF, up to 5 MB.",
          kindHints: Wire.Message.Kind.ImageShape.allCases.map { .init(part: part($0), text: $0.words) }),
        .text(
          "image_alt", \.imageAlt, "Image description", hint: "Screen readers read it aloud.",
          isOptional: true)),
      .group(
        "fitted", part: "icon",
        .text(
          "icon", \.icon, "Icon", as: .word, hint: "An emoji. Shown when there is no image.",
          isOptional: true)),
      .action(
        "action", url: "action_url", \.clickAction, at: "click_action", hint: "The message always closes.",
        kindHints: [.init(part: "buttons", text: "If it has buttons, only the buttons can be tapped.")],
        part: "action"),
      buttons,
      .group(
        "subsection", part: "colours",
        .colours("theme", MessageColours.message, \.themes, title: "Colours")),
      .more(
        .group(
          "fitted",
          .choice("header_alignment", \.headerAlignment, "Header alignment", alignments, standard: .center)
            .part("header"),
          .choice("message_alignment", \.messageAlignment, "Text alignment", alignments, standard: .center)
            .part("alignment"),
          .choice(
            "slide_from", \.slideFrom, "Slide in from", ["bottom": "Bottom", "top": "Top"],
            standard: .bottom
          ).part("edge"),
          .typed(
            "language", \.language, write: { $0 },
            read: { reader, _, path, _ in reader.language(at: path).nilIfEmpty },
            show: { fields, _ in LanguageForm.field(fields) }
          ).part("language"),
          .choice(
            "orientation", \.orientation, "Orientation",
            ["any": "Any", "portrait": "Portrait only", "landscape": "Landscape only"]
          ).part("orientation"),
          .choice(
            "motion", \.motion, "Animation",
            [
              "both": "On entry and exit", "enters": "On entry only", "leaves": "On exit only",
              "none": "None",
            ], at: ["animate_in", "animate_out"], standard: "both"
          ).part("motion")),
        .group(
          "fields", part: "page",
          .text(
            "base_url", \.baseURL, "Base URL", as: .address,
            hint: "Relative URLs in the page are resolved against it.", isOptional: true),
          .check("legacy", \.legacy, "Read options from link URLs, as older pages do")),
        .group(
          "field-row closing", part: "close",
          .choice(
            "close", \.close.type, "Close behaviour",
            ["user": "Stays until closed", "auto": "Closes automatically"]),
          .group("close-seconds", closeSeconds)),
        extras),
    ]
  }

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    elements.write(content.editedMessage, to: &form, scope)
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    var message = content.editedMessage
    elements.read(&reader, scope, into: &message)
    content.message = message
  }

  static func section(_ type: CampaignType, _ fields: EditorFields) -> EditorSection? {
    EditorSection("message", "Message", elements.show(fields, scope))
  }

  // MARK: - Kinds and texts

  private static let alignments: FieldChoices = [
    "leading": "Start", "center": "Centre", "trailing": "End",
  ]

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

  /// An unknown kind, from a newer version, may have any part.
  private static func unknownKind(_ chosen: String) -> [EditorField.Choice] {
    Wire.Message.Kind(rawValue: chosen) != nil
      ? []
      : [.init(chosen, chosen.isEmpty ? "Choose…" : chosen, has: Wire.Message.Part.allCases.map(\.rawValue))]
  }

  private static func part(_ shape: Wire.Message.Kind.ImageShape) -> String { "image-" + shape.rawValue }

  /// A message has one place for its text or its page; the one that the kind does not use is set
  /// aside. Comes before the kind, because it depends on the stored one too.
  private static var texts: FormElement<Wire.Message> {
    FormElement(
      write: { message, form, scope in
        let isPage = message.uses(.page)
        form[scope.name("message")] =
          FormText.lines((isPage ? message.textSetAside : message.message) ?? "")
        form[scope.name("page")] = FormText.lines((isPage ? message.message : message.textSetAside) ?? "")
      },
      read: { reader, scope, message in
        let wasPage = message.uses(.page)
        let kind = reader.form[scope.name("kind")]
        let isPage = kind.isEmpty ? wasPage : Wire.Message(kind: Wire.Open(kind)).uses(.page)
        let (shown, aside) = isPage ? ("page", "message") : ("message", "page")
        for path in ["", "message"] { reader.place(scope.path(path), at: scope.name(shown)) }
        reader.place(scope.path(Wire.Message.setAside), at: scope.name(aside))
        let (own, other) = (message.message, message.textSetAside)
        let stored = isPage == wasPage ? (shown: own, aside: other) : (shown: other, aside: own)
        message.message = FormText.kept(reader.form[scope.name(shown)], stored.shown)
        let after = FormText.kept(reader.form[scope.name(aside)], stored.aside)
        if after != other { message.unknown[Wire.Message.setAside] = after.map { .string($0) } }
      })
  }

  private static var closeSeconds: FormElement<Wire.Message> {
    .typed(
      "close_seconds", \.close.afterSeconds, at: "close.after_seconds", write: { FormText.text($0) },
      read: { reader, name, path, message in
        let text = reader.text(name, at: path)
        guard message.close.type.known == .auto, !text.trimmed.isEmpty else { return nil }
        let seconds = FormText.seconds(text)
        if seconds == nil { reader.misread(name, "This is not a number.", "Enter 1 to 3,600 seconds.") }
        return seconds
      },
      show: { $0.field($1, "Closes after (seconds)", hint: "1 to 3,600.", inputMode: "decimal") })
  }

  // MARK: - Buttons

  private static func button(_ title: String) -> [FormElement<Wire.Button>] {
    [
      .text("text", \.text.orBlank, "Text", at: "", isOptional: true),
      .action("action", url: "url", \.clickAction, at: "click_action"),
      .colours("", MessageColours.button, \.themes, title: title + " colours"),
    ]
  }

  private static var buttons: FormElement<Wire.Message> {
    FormElement(
      write: { message, form, _ in
        for row in 0..<max(2, message.buttons.count) {
          let button =
            message.buttons.indices.contains(row) ? message.buttons[row] : Wire.Button(id: row, text: "")
          Self.button("").write(button, to: &form, FormScope("button.\(row)."))
        }
      },
      read: { reader, scope, message in
        reader.place(scope.path("buttons"), at: "button.0.text")
        let stored = message.buttons
        message.buttons = []
        for row in reader.form.rows("button") where !isBlank(row) {
          let number = message.buttons.count
          var button =
            stored.indices.contains(row.number) ? stored[row.number] : Wire.Button(id: 0, text: "")
          button.id = number
          Self.button("").read(
            &reader, FormScope(row, at: scope.path("buttons[\(number)]")), into: &button)
          message.buttons.append(button)
        }
      },
      show: { fields, _ in
        [
          .group(
            "button-parts", part: Wire.Message.Part.buttons.rawValue,
            fields.form.rows("button", atLeast: 2).map { row in
              let title = fields.titled(row.field, "Button \(row.number + 1)")
              return .fieldset("subsection", title, button(title).show(fields, FormScope(row)))
            })
        ]
      })
  }

  /// Whether nothing was written in the button's row.
  private static func isBlank(_ row: FormRow) -> Bool {
    row.isBlank("text", "url", "dark_is_light") && ["", ActionChoice.close.rawValue].contains(row["action"])
      && MessageColours.button.all.allSatisfy { row.isBlank("light.\($0.name)", "dark.\($0.name)") }
  }

  // MARK: - Extras

  private static var extras: FormElement<Wire.Message> {
    FormElement(
      write: { message, form, _ in
        for (row, extra) in message.extras.sorted(by: { $0.key < $1.key }).enumerated() {
          form["extra.\(row).key"] = extra.key
          // Apps receive only text. Any other stored value is shown as JSON and becomes text.
          form["extra.\(row).value"] =
            if case .string(let text) = extra.value { text } else {
              String(decoding: Wire.encode(extra.value), as: UTF8.self)
            }
        }
      },
      read: { reader, scope, message in
        message.extras = read(&reader, at: scope.path("extras"))
      },
      show: { fields, _ in
        let rows = fields.rows("extra", "extra", style: "extra") {
          [fields.field($0.name("key"), "Key"), fields.field($0.name("value"), "Value", isLong: true)]
        }
        return [.extras(EditorElement.Extras(rows: rows, field: fields.field("extras", "")))]
      })
  }

  private static func read(_ reader: inout FormReader, at path: String) -> [String: Wire.JSONValue] {
    reader.place(path, at: "extras")
    var extras: [String: Wire.JSONValue] = [:]
    // Long keys are shortened in the paths of problems; a key that is not shortened comes first.
    let rows = reader.form.rows("extra").filter { !$0.isBlank("key", "value") }
    for row in rows { reader.place("\(path)." + row["key"].prefix(64), at: row.name("key")) }
    for row in rows {
      let key = row["key"]
      if extras[key] != nil {
        reader.misread(row.name("key"), "This key is already used.", "Choose another, or remove this row.")
        continue
      }
      if !key.trimmed.isEmpty { reader.place("\(path)." + key, at: row.name("value")) }
      extras[key] = .string(row["value"])
    }
    return extras
  }
}

extension Wire.Message {
  /// What `message` held before the kind was changed.
  fileprivate var textSetAside: String? {
    if case .string(let text)? = unknown[Self.setAside] { text } else { nil }
  }

  /// When it is animated.
  fileprivate enum Motion: String, CaseIterable, Sendable {
    case both, enters, leaves, none
  }

  fileprivate var motion: Wire.Open<Motion> {
    get { .known(animateIn ? animateOut ? .both : .enters : animateOut ? .leaves : .none) }
    set {
      animateIn = newValue.known != .leaves && newValue.known != Motion.none
      animateOut = newValue.known != .enters && newValue.known != Motion.none
    }
  }
}
