// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import Identity
import MartletCore

/// The values of the template `settings/team`: who has an account, and the form that invites
/// somebody.
struct TeamPage {
  let tabs: [ListTable.Filter]
  let members: [Row]
  let hasMembers: Bool
  let emailField: AccountField
  let roles: [ListTable.Choice]
  let roleProblem: String?
  let allRoles: [RoleRow]
  let links: SessionList?
  /// What makes a sign-in link.
  let linkCommand: String

  /// What was typed to invite somebody.
  struct Form {
    var email = ""
    var role = Role.author
    var problems = AccountRefusal.none
  }

  struct Row {
    let name: String
    let email: String
    let href: String
    let role: String
    let tone: String
    let stateWords: String
    let seen: String
    /// The person in front of the browser.
    let isSelf: Bool
  }

  struct RoleRow {
    let name: String
    let words: String
  }

  /// - Parameters:
  ///   - own: The session that shows the page.
  ///   - linkSessions: Those that a link of the server opened.
  init(
    _ members: [Member], form: Form, actor: TeamActor, own: String, linkSessions: [ConsoleSession],
    linkCommand: String = BrowserSessions.linkCommand(dataFolder: nil)
  ) {
    tabs = SettingsSection.all(current: .team)
    self.members = members.map { member in
      Row(
        name: member.title, email: member.email.text, href: TeamRoutes.path(member.id),
        role: member.role.traits.name,
        tone: member.state.tone, stateWords: member.state.words,
        seen: member.seenAt.map { UTCTime($0).words } ?? "Never", isSelf: member.id == actor.memberID)
    }
    hasMembers = !members.isEmpty
    emailField = .email(form.email, problem: form.problems.fields[.email] ?? form.problems.words)
    roles = RoleChoices.choices(form.role, for: actor)
    roleProblem = form.problems.fields[.role]
    allRoles = Role.allCases.map { RoleRow(name: $0.traits.name, words: $0.traits.words) }
    let list = SessionList(
      linkSessions, own: own, endPath: TeamRoutes.path + "/links/end", all: "Sign out all others")
    self.linkCommand = linkCommand
    links = linkSessions.isEmpty ? nil : list
  }
}

/// The roles that somebody may give.
enum RoleChoices {
  static func choices(_ chosen: Role, for actor: TeamActor) -> [ListTable.Choice] {
    Role.allCases.filter(actor.role.traits.manages.contains).map {
      ListTable.Choice(
        value: $0.rawValue, label: $0.traits.name, hint: $0.traits.words, isChosen: $0 == chosen)
    }
  }
}
