// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What a phone's system shows of notifications: the list, the one at the top of the screen, and
/// the number on the app's icon.
struct NotificationCentre: Hashable, Sendable {
  static let maximum = 20

  /// Newest first.
  private(set) var list: [PhoneNotification] = []
  /// Shown at the top of the screen for a few seconds.
  private(set) var banner: PhoneNotification?
  var badge = 0

  mutating func add(_ notification: PhoneNotification, toList isListed: Bool, asBanner: Bool) {
    remove(notification.id)
    if isListed { list = [notification] + list.prefix(Self.maximum - 1) }
    if asBanner { banner = notification }
  }

  func notification(_ id: String) -> PhoneNotification? {
    list.first { $0.id == id } ?? (banner?.id == id ? banner : nil)
  }

  mutating func remove(_ id: String) {
    list.removeAll { $0.id == id }
    if banner?.id == id { banner = nil }
  }

  mutating func hideBanner() { banner = nil }

  /// The app was removed, or everything was cleared.
  mutating func clear() {
    list = []
    banner = nil
  }

  var json: [String: Wire.JSONValue] {
    ["notifications": .array(list.map(\.json)), "banner": banner?.json ?? .null, "badge": .int(Int64(badge))]
  }
}
