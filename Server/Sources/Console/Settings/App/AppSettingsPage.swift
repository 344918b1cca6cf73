// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The values of the template `settings/app`: how an app connects to this server, and what its
/// devices report.
struct AppSettingsPage {
  let tabs = SettingsSection.all(current: .app)
  let code: ConnectionCode
  let delivery: DeliverySettings
  /// Shown while there is no room for another event name.
  let otherEvents: String?
  /// Which ids of users are almost certainly a mistake; nil if there is none.
  let doubtfulUsers: String?
  let refusesDoubtfulUserIDs: Bool
  let elsewhere: [Elsewhere]

  /// A line for what was on this page before.
  struct Elsewhere {
    let id: String
    let label: String
    let href: String
    let summary: String
  }

  /// - Parameter endpoint: The address at which apps reach this server:
  ///   `https://martlet.example.com`.
  init(
    endpoint: String, delivery: DeliverySettings = DeliverySettings(AppSettings()),
    otherEvents: OtherEvents = OtherEvents(),
    doubtfulUsers: [DoubtfulUser] = [], refusesDoubtfulUserIDs: Bool = false
  ) {
    code = ConnectionCode(key: nil, endpoint: endpoint)
    self.delivery = delivery
    self.otherEvents = otherEvents.isFull ? Self.words(otherEvents) : nil
    self.doubtfulUsers = doubtfulUsers.isEmpty ? nil : DoubtfulUser.words(doubtfulUsers)
    self.refusesDoubtfulUserIDs = refusesDoubtfulUserIDs
    elsewhere = SettingsSection.earlierFragments.map { id, section in
      Elsewhere(id: id, label: section.label, href: section.path, summary: section.summary)
    }
  }

  private static func words(_ events: OtherEvents) -> String {
    let counted =
      events.count == 0
      ? "" : " So far, \(NumberWords.plural(events.count, "event counts", "events count")) as “other”."
    return
      "The limit of \(NumberWords.count(events.names)) event names is reached. A new name replaces one that nobody has sent "
      + "for \(CountLimits.forgottenAfterDays) days, or one that only a few people have sent. If there is no such name, events with the "
      + "new name are stored but counted as “other”. "
      + "Names that campaigns use are always counted.\(counted) Put numbers and ids in properties, not in names. "
      + "If your team does not recognise a name, someone may have made it up and sent it with the app’s SDK key."
  }
}
