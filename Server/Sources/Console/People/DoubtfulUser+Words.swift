// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import Store

extension DoubtfulUser {
  /// Those of an app. One look-up for each spelling, whatever the number of people is.
  static func all(in store: any PeopleStore, app: AppID) async throws -> [DoubtfulUser] {
    var found: [DoubtfulUser] = []
    for id in DoubtfulUserID.spellings {
      guard let person = try await store.person("u:" + id, app: app) else { continue }
      found.append(DoubtfulUser(userID: id, devices: person.summary.devices.count))
    }
    return found
  }

  /// `2 user ids are almost certainly a mistake: “null” (50 devices or more), “undefined” (4
  /// devices). …`
  static func words(_ users: [DoubtfulUser]) -> String {
    let listed = users.map { user in
      let devices =
        NumberWords.plural(user.devices, "device", "devices")
        + (user.devices >= PeopleLimits.devices ? " or more" : "")
      return "“\(user.userID)” (\(devices))"
    }.joined(separator: ", ")
    let verb = users.count == 1 ? "is" : "are"
    return
      "\(NumberWords.plural(users.count, "user id", "user ids")) \(verb) almost certainly a mistake of the app: \(listed)."
  }
}
