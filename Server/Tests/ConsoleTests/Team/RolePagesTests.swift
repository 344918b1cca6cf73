// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import HTTPTypes
import Identity
import MartletCore
import Pages
import Store
import StoreSQLite
import Testing

@testable import Console

/// What pages offer to each role. That routes refuse what a role may not do is tested with all
/// routes of the server.
@Suite struct RolePagesTests {
  /// Forms and links that do something, by the permission that they need, on the page at a path.
  private static let offers: [(path: String, needle: String, permission: Permission)] = [
    ("/campaigns", "href=\"/campaigns/new\"", .author),
    ("/campaigns", "action=\"/campaigns/c-cart/duplicate\"", .author),
    ("/campaigns", "href=\"/campaigns/c-review/edit\"", .author),
    ("/campaigns", "href=\"/campaigns/c-cart/edit\"", .publish),
    ("/campaigns", "action=\"/campaigns/c-cart/pause\"", .publish),
    ("/campaigns", "action=\"/campaigns/c-cart/finish\"", .publish),
    ("/campaigns", "href=\"/lab\"", .author), ("/campaigns", "href=\"/settings\"", .administer),
    ("/campaigns", "href=\"/account\"", .read),
    ("/campaigns/c-review", "action=\"/campaigns/c-review/launch\"", .publish),
    ("/campaigns/c-review", "action=\"/campaigns/c-review/delete\"", .author),
    ("/campaigns/c-review", "href=\"/campaigns/c-review/edit\"", .author),
    ("/campaigns/c-cart", "href=\"/campaigns/c-cart/edit\"", .publish),
    ("/campaigns/c-cart/pushes", "name=\"audience\"", .publish),
  ]

  @Test(arguments: Role.allCases) func `pages offer what the role may do, and say why the rest is missing`(
    _ role: Role
  ) async throws {
    let browser = try await Browser(role: role)
    for (path, needle, permission) in Self.offers {
      let page = try await browser.get(path).html
      #expect(page.contains(needle) == role.may(permission), "\(needle) on \(path)")
      let note = "Your role, \(role.traits.name), cannot "
      #expect(page.contains(note) == (!role.may(.author) || !role.may(.publish)), "\(path)")
    }
  }

  @Test func `an author saves drafts, and neither launches them nor changes what is launched`() async throws {
    let browser = try await Browser(role: .author)
    let editor = try await browser.get("/campaigns/c-review/edit").html
    #expect(editor.contains("value=\"save\"") && !editor.contains("value=\"launch\""))
    #expect(editor.contains("Your role cannot launch campaigns."))
    let form = [("name", "Another name"), ("revision", "\(Samples.review.revision)")]
    #expect(
      try await browser.post("/campaigns/c-review/edit", form + [("do", "launch")]).status == .forbidden)
    #expect(try await browser.store.campaign("c-review", app: "app") == Samples.review)
    for command in ["save", "save_confirmed", "overwrite.\(Samples.cart.revision)", "add.trigger"] {
      let answer = try await browser.post(
        "/campaigns/c-cart/edit", [("name", "Another name"), ("do", command)])
      #expect(answer.status == .forbidden, "\(command)")
    }
    #expect(try await browser.get("/campaigns/c-cart/edit").status == .forbidden)
    #expect(try await browser.store.campaign("c-cart", app: "app") == Samples.cart)
  }

  @Test func `team pages look as recorded`() throws {
    let site = try Console.site(navigation: [.campaigns, .people, .lab, .settings])
    let owner = Browser.member(.owner)
    var ben = owner
    (ben.id, ben.email, ben.name, ben.role, ben.state) = (
      "ben", EmailAddress("ben@example.com") ?? owner.email, "", .author, .invited
    )
    let session = ConsoleSession(
      id: "s1", hash: [1], device: "Firefox on Linux", createdAt: Samples.now - .seconds(3_600),
      seenAt: Samples.now,
      expiresAt: Samples.now + .seconds(3_600))
    let actor = TeamActor(memberID: owner.id, role: .owner)
    let frame = Frame(
      title: "Team", section: "settings", appName: "Acorn Shop", csrfToken: "token",
      person: Frame.Person(name: owner.name, role: .owner),
      styleSheets: ["console.css"], scripts: ["console.js"])
    let team = TeamPage(
      [owner, ben], form: .init(email: "nobody", problems: AccountRefusal(fields: [.email: "Enter one."])),
      actor: actor, own: "s2",
      linkSessions: [session])
    #expect(
      try PageFile.difference(site.page("settings/team", team, in: frame), from: "team", site: site) == nil)
    let member = MemberPage(
      ben, actor: actor, own: "s2", sessions: [session], refusal: .none,
      link: "https://martlet.example.com/join/SECRET", wasLinkShown: true
    )
    #expect(
      try PageFile.difference(
        site.page("settings/member", member, in: frame), from: "team-member", site: site) == nil)
  }
}
