// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPTypes
import Hummingbird
import Pages

/// The first steps on a new server. Each is ticked off by what the server really has, also while
/// somebody looks at the page.
///
/// They stay until all are done. From the time an app is connected, the others can be hidden, for
/// that browser.
struct HomeSteps {
  let items: [Item]
  /// `1 of 3 done`
  let progress: String
  /// Whether they can be hidden.
  let canHide: Bool

  struct Item {
    let number: Int
    let title: String
    let text: String
    let isDone: Bool
    /// nil for somebody whose role cannot do it.
    let action: Action?
  }

  struct Action {
    let label: String
    let href: String
  }

  /// nil when all are done, or the rest is hidden.
  init?(_ source: HomePage.Source) {
    let role = source.role
    let all: [(title: String, text: String, isDone: Bool, action: Action?)] = [
      (
        "Try the sample campaign",
        "Start a session on a phone of the Device Lab, and log an event that shows the message.",
        source.hasAnyEvent,
        source.hasLab && role.may(.author) ? Action(label: "Open the Device Lab", href: "/lab") : nil
      ),
      (
        "Connect your app",
        "Add the SDK to your app with its key. This step is done when the first event arrives that is not from a test device.",
        source.isConnected,
        role.may(.administer) ? Action(label: "Open keys", href: SettingsSection.keys.path) : nil
      ),
      (
        "Invite your team", "Everybody gets an account of their own, with a role.", source.teamCount > 1,
        role.may(.administer) ? Action(label: "Open the team", href: SettingsSection.team.path) : nil
      ),
    ]
    items = all.enumerated().map { index, step in
      Item(
        number: index + 1, title: step.title, text: step.text, isDone: step.isDone,
        action: step.isDone ? nil : step.action)
    }
    canHide = source.isConnected
    if items.allSatisfy(\.isDone) || (canHide && source.areStepsHidden) { return nil }
    progress = "\(items.count(where: \.isDone)) of \(items.count) done"
  }
}

extension HomeSteps {
  private static let cookie = "martlet_steps"

  static func areHidden(by request: Request) -> Bool {
    Cookies(from: request.headers[values: .cookie])[cookie]?.value == "hidden"
  }

  /// The cookie of a browser whose person hid the steps.
  static func hidingCookie(isHTTPS: Bool) -> String {
    Cookie(
      name: cookie, value: "hidden", maxAge: 31_536_000, path: "/", secure: isHTTPS, httpOnly: true,
      sameSite: .lax
    ).description
  }
}
