// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
import Pages
import Store

/// `/settings`: what applies to all campaigns of an app, a page for each section, and the way from
/// earlier addresses to them.
struct SettingsRoutes: Sendable {
  let console: Console

  /// The end of what is said after a change that devices have to know.
  static let learnt = " Devices receive the change on their next sync."

  func addRoutes(to group: some RouterMethods<ServerRequestContext>) {
    group.get("settings") { request, _ in
      Response(seeOther: SettingsSection.place(of: FormFields(query: request.uri.query ?? "")))
    }
    for (address, section) in SettingsSection.addressesOfForms {
      group.get(RouterPath("settings/" + address)) { _, _ in Response(seeOther: section.path) }
    }
    AppSettingsRoutes(settings: self).addRoutes(to: group)
    KeyRoutes(settings: self).addRoutes(to: group)
    LimitRoutes(settings: self).addRoutes(to: group)
    HoldoutRoutes(settings: self).addRoutes(to: group)
    let authentication = AuthenticationRoutes(settings: self)
    authentication.addRoutes(to: group)
    PrivacyPolicyRoutes(authentication: authentication).addRoutes(to: group)
    PushKeyRoutes(settings: self, keyring: console.pushKeys).addRoutes(to: group)
  }

  /// Stores the changed settings, unless the change returns problems.
  func change(
    _ visit: Visit, _ body: @escaping @Sendable (inout AppSettings) -> [Diagnostic]
  ) async throws(StoreError) -> SettingsChange {
    try await console.store.changeSettings(app: visit.app.id, body)
  }

  /// 303 to a section, which says what was done.
  func saved(_ words: String, in section: SettingsSection, at fragment: String? = nil) -> Response {
    console.redirect(to: section.path + (fragment.map { "#" + $0 } ?? ""), .good, words)
  }

  func answer(
    _ template: String, _ model: Any, _ section: SettingsSection, _ visit: Visit,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    console.response(
      template, model, visit.frame(title: "\(section.label) settings", section: "settings"), status: status)
  }
}
