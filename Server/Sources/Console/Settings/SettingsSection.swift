// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPSupport
import Pages

/// The pages under Settings. Each has an address of its own and one main action.
enum SettingsSection: String, CaseIterable {
  case app, team, keys, push, limits, holdout, privacy

  var label: String {
    switch self {
    case .app: "App"
    case .team: "Team"
    case .keys: "Keys"
    case .push: "Push"
    case .limits: "Limits"
    case .holdout: "Global holdout"
    case .privacy: "Privacy"
    }
  }

  /// What is found there, for people who look for it elsewhere.
  var summary: String {
    switch self {
    case .app: "Code that connects an app, decision reporting, event names."
    case .team: "Members, invitations and roles."
    case .keys: "SDK keys for apps, and management keys for your own programs."
    case .push: "APNs keys for push notifications."
    case .limits: "Frequency caps: how many messages each person sees."
    case .holdout: "A share of people who get no campaigns, to measure what campaigns achieve."
    case .privacy:
      "SDK authentication: user ids that your backend signs. Requests from people about their data."
    }
  }

  var path: String { "/settings/" + rawValue }

  /// The navigation between the pages.
  static func all(current: SettingsSection) -> [ListTable.Filter] {
    allCases.map { ListTable.Filter(label: $0.label, href: $0.path, isCurrent: $0 == current) }
  }

  // MARK: - Earlier addresses

  /// The sections of the one page that all settings once were, by their fragments. Browsers keep a
  /// fragment when they are redirected, so the page that is shown instead has a line with each of
  /// these ids.
  static let earlierFragments: [(id: String, section: SettingsSection)] = [
    ("keys", .keys), ("frequency", .limits), ("push", .push), ("sdk-authentication", .privacy),
  ]

  /// Addresses that show a form again when something in it is wrong. Somebody who opens one later
  /// gets its page.
  static let addressesOfForms: [String: SettingsSection] = [
    "caps": .limits, "decisions": .app, "names": .app, "push-keys": .push, "sdk-authentication": .privacy,
    "sdk-authentication/keys": .privacy, "sdk-authentication/keys/remove": .privacy,
    "privacy-requests": .privacy,
  ]

  /// Where `/settings` leads: to the keys for a link to one of them, which was on that page, else
  /// to the first section.
  static func place(of fields: FormFields) -> String {
    let ofKeys = ["new", "q", "sort", "page"].map { ($0, fields[$0] ?? "") }
    return ofKeys.allSatisfy(\.1.isEmpty)
      ? SettingsSection.app.path : QueryString.url(SettingsSection.keys.path, ofKeys)
  }
}
