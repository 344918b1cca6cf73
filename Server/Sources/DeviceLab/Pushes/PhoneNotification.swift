// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Foundation
import MartletCore
import MartletWire

/// A push as a phone's system understands it.
struct PhoneNotification: Hashable, Sendable {
  /// A later notification with the same id replaces it.
  let id: String
  /// Distinguishes it from the one that it replaces.
  let number: Int
  let title: String?
  let subtitle: String?
  let body: String?
  /// By https; nil if there is none.
  let imageURL: String?
  let badge: Int?
  let isSilent: Bool
  /// Whether the system wakes the app in the background for it.
  let wakesApp: Bool
  let arrivedAt: Instant
  private let payload: [UInt8]

  /// nil if the payload is no JSON object with `aps`, which a phone ignores.
  init?(_ arrival: LabPushService.Arrival, at now: Instant) {
    let push = arrival.push
    guard let document = try? Wire.decode(Wire.JSONValue.self, from: push.payload), let aps = document["aps"]
    else { return nil }
    id = push.collapseID
    number = arrival.number
    arrivedAt = now
    payload = push.payload
    if case .string(let text)? = aps["alert"] {
      (title, subtitle, body) = (nil, nil, text)
    } else {
      (title, subtitle, body) = (
        aps["alert"]?.text("title"), aps["alert"]?.text("subtitle"), aps["alert"]?.text("body")
      )
    }
    isSilent = aps["alert"] == nil
    wakesApp = aps["content-available"] == .int(1)
    if case .int(let count)? = aps["badge"] { badge = Int(clamping: max(count, 0)) } else { badge = nil }
    let image = document["martlet"]?.text("image_url")
    imageURL = image?.hasPrefix("https://") == true ? image : nil
  }

  /// What the system passes to the app.
  var userInfo: [AnyHashable: Any] {
    (try? JSONSerialization.jsonObject(with: Data(payload))) as? [AnyHashable: Any] ?? [:]
  }

  /// Its first words.
  var words: String { title ?? body ?? subtitle ?? "Without a text" }

  var json: Wire.JSONValue {
    func text(_ text: String?) -> Wire.JSONValue { text.map { .string($0) } ?? .null }
    return [
      "id": .string(id), "number": .int(Int64(number)), "title": text(title), "subtitle": text(subtitle),
      "body": text(body),
      "image": text(imageURL), "at": .int(arrivedAt.milliseconds),
    ]
  }
}

extension Wire.JSONValue {
  fileprivate func text(_ key: String) -> String? {
    if case .string(let text)? = self[key], !text.isEmpty { text } else { nil }
  }
}
