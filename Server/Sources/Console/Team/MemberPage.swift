// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// The values of the template `settings/member`: one member, and what the reader may change.
struct MemberPage {
  let id: String
  let name: String
  let tone: String
  let stateWords: String
  let facts: [CampaignPage.Fact]
  let path: String
  /// Why the last request was refused.
  let problem: String?
  /// Why the reader can change nothing here; nil if they can.
  let reason: String?
  let isSelf: Bool
  let link: Link?
  let roles: [ListTable.Choice]
  let linkVerb: String?
  let linkHint: String
  let canDeactivate: Bool
  let canReactivate: Bool
  let canWithdraw: Bool
  let list: SessionList?

  /// A link that was just made.
  struct Link {
    let title: String
    let words: String
    /// nil once it has been shown.
    let address: String?
  }

  init(
    _ member: Member, actor: TeamActor, own: String, sessions: [ConsoleSession], refusal: AccountRefusal,
    link: String?,
    wasLinkShown: Bool
  ) {
    id = member.id
    name = member.title
    tone = member.state.tone
    stateWords = member.state.words
    path = TeamRoutes.path(member.id)
    facts = [
      CampaignPage.Fact(term: "E-mail address", text: member.email.text),
      CampaignPage.Fact(term: "Role", text: "\(member.role.traits.name). \(member.role.traits.words)"),
      CampaignPage.Fact(term: "Last seen", text: member.seenAt.map { UTCTime($0).words } ?? "Never"),
      CampaignPage.Fact(
        term: member.state == .invited ? "Invited" : "Added", text: UTCTime(member.createdAt).words),
    ]
    problem = refusal.words
    let hindrance = TeamChange.problem(of: actor, managing: member)
    isSelf = hindrance == .oneself
    reason = hindrance.map(\.words)
    let isManaged = hindrance == nil
    let isInvited = member.state == .invited
    let words =
      isInvited
      ? "Send this link to \(member.email.text). It works once, for 7 days. Anybody who has it can join as \(member.role.traits.name)."
      : "Send this link to \(name). It works once, for 24 hours. Anybody who has it can choose the password of this account."
    let title = isInvited ? "Invitation for \(member.email.text)" : "New password for \(name)"
    self.link = link != nil || wasLinkShown ? Link(title: title, words: words, address: link) : nil
    roles = isManaged ? RoleChoices.choices(member.role, for: actor) : []
    linkVerb =
      isManaged && member.state != .deactivated
      ? (isInvited ? "Create a new invitation link" : "Create a link to reset the password") : nil
    linkHint =
      isInvited
      ? "Earlier links of this invitation no longer work."
      : "The current password works until the link is used. Using it signs the member out everywhere."
    canDeactivate = isManaged && member.state == .active
    canReactivate = isManaged && member.state == .deactivated
    canWithdraw = isManaged && isInvited
    list =
      isManaged && !sessions.isEmpty
      ? SessionList(sessions, own: own, endPath: path + "/sessions/end", all: "Sign out everywhere") : nil
  }
}
