// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension CampaignField {
  /// The sound has a place in a push. The rest is for Android, or for alerts that systems no longer
  /// show, and is only noted.
  static func notificationOptions(_ kinds: Set<CampaignKind>) -> CampaignField {
    let known = ["actionText": 64, "bigPicture": 2_000, "bigText": 4_000, "sound": Wire.Limits.nameLength]
    return CampaignField(
      name: "notificationOptions", kinds: kinds, form: .object,
      read: { draft in
        var options = draft.notes["notificationOptions"]?.fields ?? [:]
        if let sound = draft.content.push?.sound, sound != Sound.standard {
          options["sound"] = .string(sound)
        }
        return options.isEmpty ? .null : .object(options)
      },
      write: { draft, value, errors in
        var options = value.fields.filter { $0.value != .null && $0.value != "" }
        for (key, option) in options.sorted(by: { $0.key < $1.key }) {
          guard let most = known[key] else {
            errors.add(
              "notificationOptions.\(key.prefix(64))", "field_unknown", "There is no such option.",
              "Remove it.")
            continue
          }
          FieldForm.text(most).check(option, at: "notificationOptions.\(key)", &errors)
        }
        if draft.content.push?.sound != nil {
          draft.content.push?.sound = options["sound"]?.string ?? Sound.standard
          options["sound"] = nil
        }
        draft.notes["notificationOptions"] = options.isEmpty ? nil : .object(options)
      })
  }

  /// The keys of `aps`, alone or in an object `aps`.
  static let payload = CampaignField(
    name: "payload", kinds: [.nativePushes], form: .object,
    places: ["push"],
    read: { draft in
      draft.content.push.map { push in
        let aps = NativePayload.aps(push)
        return aps.isEmpty ? .null : .object(aps)
      }
    },
    write: { draft, value, errors in
      guard let push = draft.content.push else { return }
      draft.content.push = NativePayload.read(value.fields, onto: push, &errors)
    })
}

/// What native pushes said to the system.
enum NativePayload {
  static func aps(_ push: Wire.PushNotification) -> [String: Wire.JSONValue] {
    if push.isSilent { return ["content-available": 1] }
    var aps: [String: Wire.JSONValue] = [:]
    let parts: [(String, String?)] = [
      ("title", push.title), ("subtitle", push.subtitle), ("body", push.text),
    ]
    let alert = parts.reduce(into: [String: Wire.JSONValue]()) { alert, part in
      alert[part.0] = part.1.map { .string(Markers.text($0)) }
    }
    if alert.keys.elementsEqual(["body"]) {
      aps["alert"] = alert["body"]
    } else if !alert.isEmpty {
      aps["alert"] = .object(alert)
    }
    aps["sound"] = push.sound.map { .string($0) }
    aps["badge"] = push.badge.map { .int(Int64($0)) }
    aps["category"] = push.buttonCategory.map { .string($0) }
    aps["thread-id"] = push.threadID.map { .string($0) }
    aps["interruption-level"] = push.interruption.map { .string($0.rawValue.replacing("_", with: "-")) }
    return aps
  }

  static func read(
    _ payload: [String: Wire.JSONValue], onto known: Wire.PushNotification, _ errors: inout FieldErrors
  ) -> Wire.PushNotification {
    var push = known
    (push.title, push.subtitle, push.text, push.sound, push.badge) = (nil, nil, nil, nil, nil)
    (push.buttonCategory, push.threadID, push.interruption, push.isSilent) = (nil, nil, nil, false)
    let isNested = payload["aps"] != nil
    if isNested {
      for key in payload.keys.sorted() where key != "aps" { refuse("payload.\(key.prefix(64))", &errors) }
      FieldForm.object.check(payload["aps"] ?? .null, at: "payload.aps", &errors)
    }
    let path = isNested ? "payload.aps." : "payload."
    for (key, value) in (payload["aps"]?.fields ?? payload).sorted(by: { $0.key < $1.key })
    where value != .null && key != "aps" {
      func text(_ most: Int) -> String? {
        FieldForm.text(most).check(value, at: path + key, &errors)
        return value.string.map(Markers.template)
      }
      switch key {
      case "alert": alert(value, at: path + key, &push, &errors)
      case "sound": push.sound = text(Wire.Limits.nameLength)
      case "category": push.buttonCategory = text(Wire.Limits.nameLength)
      case "thread-id": push.threadID = text(Wire.Limits.nameLength)
      case "interruption-level":
        let words = Wire.PushNotification.Interruption.allCases.map { $0.rawValue.replacing("_", with: "-") }
        FieldForm.choice(words).check(value, at: path + key, &errors)
        push.interruption = value.string.map { Wire.Open($0.replacing("-", with: "_")) }
      case "badge":
        guard let number = value.wholeNumber, (0...99_999).contains(number) else {
          errors.add(
            path + key, "not_supported", "The server does not count unread messages.",
            "Send a whole number, or leave the badge out.")
          continue
        }
        push.badge = Int(number)
      case "content-available": push.isSilent = value.wholeNumber == 1
      default: refuse(path + key.prefix(64), &errors)
      }
    }
    if push.isSilent,
      push.title != nil || push.subtitle != nil || push.text != nil || push.sound != nil || push.badge != nil
    {
      errors.add(
        path + "content-available", "not_supported",
        "A push is either silent, or it has something that people notice.",
        "Remove it, or everything else.")
    }
    return push
  }

  private static func alert(
    _ value: Wire.JSONValue, at path: String, _ push: inout Wire.PushNotification, _ errors: inout FieldErrors
  ) {
    if let text = value.string {
      FieldForm.text(Wire.Limits.bannerTextLength).check(value, at: path, &errors)
      push.text = Markers.template(text)
      return
    }
    FieldForm.object.check(value, at: path, &errors)
    for (key, part) in value.fields.sorted(by: { $0.key < $1.key }) where part != .null {
      let field = "\(path).\(key.prefix(64))"
      switch key {
      case "title", "subtitle":
        FieldForm.text(Wire.Limits.headerLength).check(part, at: field, &errors)
        if key == "title" {
          push.title = part.string.map(Markers.template)
        } else {
          push.subtitle = part.string.map(Markers.template)
        }
      case "body":
        FieldForm.text(Wire.Limits.bannerTextLength).check(part, at: field, &errors)
        push.text = part.string.map(Markers.template)
      default: refuse(field, &errors)
      }
    }
  }

  private static func refuse(_ field: String, _ errors: inout FieldErrors) {
    errors.add(
      field, "not_supported", "This key cannot be sent.",
      "Remove it. A payload has alert, sound, badge, category, thread-id, interruption-level or content-available."
    )
  }
}
