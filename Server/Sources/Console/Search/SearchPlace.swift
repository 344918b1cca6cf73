// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import Pages

/// A page of the console that a search finds by what it is called or what it is for.
struct SearchPlace {
  let label: String
  let href: String
  /// Other words by which people look for it.
  var words = ""

  /// Besides the main navigation.
  static let all = [
    SearchPlace(
      label: "New campaign", href: "/campaigns/new", words: "create message announcement survey push"),
    SearchPlace(label: "New audience", href: "/audiences/new", words: "create segment rule"),
    SearchPlace(label: "New list", href: "/audiences/new/list", words: "upload create user ids csv"),
    SearchPlace(label: "Funnel", href: "/events/funnel", words: "analytics steps"),
    SearchPlace(label: "Retention", href: "/events/retention", words: "analytics cohort come back"),
    SearchPlace(label: "Sample size", href: "/sample-size", words: "experiment calculator"),
    SearchPlace(
      label: "Global holdout", href: HoldoutPage.path, words: "experiment control hold out everybody effect"),
    SearchPlace(label: "Import people", href: "/people/import", words: "upload csv ndjson"),
    SearchPlace(label: "Team", href: SettingsSection.team.path, words: "members invite roles"),
    SearchPlace(label: "Keys", href: SettingsSection.keys.path, words: "sdk management api"),
    SearchPlace(label: "Frequency caps", href: SettingsSection.limits.path, words: "limit messages person"),
    SearchPlace(
      label: "Decision reporting", href: SettingsSection.app.path + "#decisions",
      words: "share devices report why"),
    SearchPlace(label: "Push keys", href: SettingsSection.push.path, words: "apns notifications"),
    SearchPlace(
      label: "SDK authentication", href: SettingsSection.privacy.path, words: "jwt signature users"),
    SearchPlace(
      label: "Privacy requests", href: PrivacyRequestsPage.path, words: "gdpr export delete personal data"),
  ]

  /// What somebody must be allowed to do to open it, as the console's routes have it.
  var permission: Permission? {
    ConsolePermissions.table.permission(
      .get, String(href.split(separator: "#", omittingEmptySubsequences: false)[0]))
  }

  /// All that the role may open, those of the navigation first.
  static func open(to role: Role, navigation: [NavigationItem]) -> [SearchPlace] {
    navigation.filter { role.may($0.permission) }.map { SearchPlace(label: $0.label, href: $0.href) }
      + all.filter { place in place.permission.map(role.may) ?? false }
  }
}
