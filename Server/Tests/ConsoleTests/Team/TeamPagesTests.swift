// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import Identity
import MartletCore
import Pages
import Store
import StoreSQLite
import Testing

@testable import Console

@Suite struct TeamPagesTests {
  private static let password = "a quiet bird at dawn"

  /// The link that the page shows, without the server's address.
  private static func link(in html: String) throws -> String {
    let address = try #require(html.firstMatch(of: /id="secret">([^<]+)</)).1
    return String(address.dropFirst("http://127.0.0.1:8080".count))
  }

  /// Invites somebody. Returns the path of the invitation's link.
  private func invite(_ browser: Browser, _ email: String = "ben@example.com", as role: Role = .author)
    async throws -> String
  {
    let made = try await browser.post("/settings/team", [("email", email), ("role", role.rawValue)])
    #expect(made.status == .seeOther)
    return try Self.link(in: try await browser.get(try #require(made.location)).html)
  }

  /// Opens a link in another browser, and accepts it.
  private func accept(_ path: String, _ browser: Browser, name: String = "Ben", password: String = password)
    async throws -> Browser.Answer
  {
    let token = String(path.split(separator: "/").last ?? "")
    return try await browser.send(
      .post, "/join", fields: [("token", token), ("name", name), ("password", password)])
  }

  // MARK: - The first account

  @Test func `whoever came by link creates the owner once, or goes on without`() async throws {
    let browser = try await Browser()
    #expect(try await browser.get("/campaigns").status == .ok)
    #expect(try await browser.get("/settings/team").html.contains("href=\"/welcome\""))
    let page = try await browser.get("/welcome").html
    #expect(page.contains("<h1>Create the owner</h1>") && page.contains("<a href=\"/\">Later</a>"))

    let token = try #require(page.firstMatch(of: /name="csrf" value="([^"]+)"/)).1
    let fields = [("name", "Ana"), ("email", "ana@example.com"), ("csrf", String(token))]
    let weak = try await browser.send(.post, "/welcome", fields: fields + [("password", "short")])
    #expect(weak.status == .unprocessableContent)
    #expect(weak.html.contains("Use at least 12 characters."))
    #expect(
      weak.html.contains("value=\"Ana\"") && weak.html.contains("value=\"ana@example.com\"")
        && !weak.html.contains("value=\"short\""))

    let made = try await browser.send(.post, "/welcome", fields: fields + [("password", Self.password)])
    #expect(made.location == "/")
    let owner = try #require(try await browser.store.members().first)
    #expect(owner.role == .owner && owner.name == "Ana")
    // The session of the link is replaced by one of the owner.
    #expect(try await browser.store.sessions(member: nil, at: Samples.now).isEmpty)
    #expect(try await browser.store.sessions(member: owner.id, at: Samples.now).count == 1)
    #expect(try await browser.get("/account").html.contains("ana@example.com"))
    #expect(try await browser.get("/welcome").location == "/settings/team")
  }

  @Test func `a link leads to the first account while there is none, and to the campaigns afterwards`()
    async throws
  {
    let browser = try await Browser(isSignedIn: false)
    func redeemed() async throws -> String? {
      let secret = Secret.make()
      try await browser.store.insert(
        SignInLink(hash: secret.hash, createdAt: Samples.now, expiresAt: Samples.now + .seconds(60)))
      return try await browser.send(.post, "/sign-in", fields: [("token", secret.text)]).location
    }
    #expect(try await redeemed() == "/welcome")
    _ = try await browser.accounts.createOwner(
      AccountForm(name: "Ana", email: "ana@example.com", password: Self.password))
    browser.forgetCookies()
    #expect(try await redeemed() == "/")
    // A link still does everything.
    #expect(try await browser.get("/settings/team").status == .ok)
  }

  // MARK: - Signing in

  @Test func `a member signs in with the password, in a new session`() async throws {
    let browser = try await Browser(isSignedIn: false)
    #expect(try await !browser.get("/sign-in").html.contains("type=\"password\""))
    let owner = try await browser.accounts.createOwner(
      AccountForm(name: "Ana", email: "ana@example.com", password: Self.password))
    #expect(try await browser.get("/sign-in").html.contains("type=\"password\""))
    let wrong = try await browser.send(
      .post, "/sign-in", fields: [("email", "ana@example.com"), ("password", "wrong")])
    #expect(wrong.status == .unprocessableContent)
    #expect(
      wrong.html.contains("The e-mail address or the password is wrong.")
        && wrong.html.contains("value=\"ana@example.com\""))
    #expect(wrong.headers[values: .setCookie].isEmpty)
    let unknown = try await browser.send(
      .post, "/sign-in", fields: [("email", "ana@example.com"), ("password", "wrong")])
    #expect(unknown.html == wrong.html)

    let right = try await browser.send(
      .post, "/sign-in", fields: [("email", "Ana@Example.com"), ("password", Self.password)])
    #expect(right.location == "/")
    let first = try await browser.store.sessions(member: owner.id, at: Samples.now).map(\.id)
    #expect(first.count == 1)
    // Nobody plants a session beforehand: signing in again ends it and makes another.
    _ = try await browser.send(
      .post, "/sign-in", fields: [("email", "ana@example.com"), ("password", Self.password)])
    let second = try await browser.store.sessions(member: owner.id, at: Samples.now).map(\.id)
    #expect(second.count == 1 && second != first)
  }

  @Test func `after too many wrong passwords the page says how long to wait`() async throws {
    let browser = try await Browser(isSignedIn: false)
    _ = try await browser.accounts.createOwner(
      AccountForm(name: "Ana", email: "ana@example.com", password: Self.password))
    for _ in 0..<50 {
      _ = try await browser.send(
        .post, "/sign-in", fields: [("email", "ana@example.com"), ("password", "wrong")])
    }
    let late = try await browser.send(
      .post, "/sign-in", fields: [("email", "ana@example.com"), ("password", Self.password)])
    #expect(late.status == .tooManyRequests)
    #expect(late.headers[.retryAfter] == "15")
    #expect(late.html.contains("Too many attempts. Wait 15 seconds, then try again."))
  }

  @Test func `a browser in which somebody joined or changed the password stays known while others guess`()
    async throws
  {
    let browser = try await Browser(role: .owner)
    let path = try await invite(browser)
    browser.forgetCookies()
    #expect(try await accept(path, browser).location == "/")
    func signsIn(_ password: String) async throws -> Bool {
      let guesser = try await Browser(sharing: browser)
      for _ in 0..<51 {
        _ = try await guesser.send(
          .post, "/sign-in", fields: [("email", "ben@example.com"), ("password", "wrong")])
      }
      let answer = try await browser.send(
        .post, "/sign-in", fields: [("email", "ben@example.com"), ("password", password)])
      return answer.location == "/"
    }
    #expect(try await signsIn(Self.password))
    let changed = try await browser.post(
      "/account/password", [("current", Self.password), ("password", "nineteen quiet birds")])
    #expect(changed.location?.hasPrefix("/account") == true)
    #expect(try await signsIn("nineteen quiet birds"))
    browser.forgetCookies()
    #expect(try await !signsIn("nineteen quiet birds"))
  }

  // MARK: - Invitations

  @Test func `somebody invited joins with a name and a password, and the link is shown and used once`()
    async throws
  {
    let browser = try await Browser(role: .owner)
    let path = try await invite(browser)
    let ben = try #require(try await browser.store.members().last)
    #expect(
      try await browser.get("/settings/team/\(ben.id)?link=new").html.contains("The link was shown once"))

    browser.forgetCookies()
    for _ in 0..<2 {
      let page = try await browser.get(path)
      #expect(page.status == .ok)
      #expect(page.html.contains("You are invited as Author.") && page.html.contains("ben@example.com"))
    }
    let unfinished = try await accept(path, browser, name: "", password: "short")
    #expect(unfinished.status == .unprocessableContent)
    #expect(
      unfinished.html.contains("Enter a name.") && unfinished.html.contains("Use at least 12 characters."))
    #expect(try await accept(path, browser).location == "/")
    #expect(try await browser.get("/campaigns").html.contains("Welcome, Ben. Your account is ready."))
    #expect(try await browser.store.member(ben.id)?.state == .active)
    for answer in [try await browser.get(path), try await accept(path, browser)] {
      #expect(answer.status == .gone)
      #expect(answer.html.contains("This link does not work"))
    }
  }

  @Test(arguments: [
    ("nobody", "author", "Enter an e-mail address"),
    ("ana@example.com", "author", "Somebody in the team has this address already."),
  ])
  func `what cannot be invited is said beside its field, and stays there`(
    email: String, role: String, words: String
  ) async throws {
    let browser = try await Browser(role: .admin)
    let answer = try await browser.post("/settings/team", [("email", email), ("role", role)])
    #expect(answer.status == .unprocessableContent)
    #expect(
      answer.html.contains(words) && answer.html.contains("value=\"\(email)\"")
        && answer.html.contains("value=\"author\" checked"))
    #expect(try await browser.store.members().count == 1)
  }

  @Test func `another site cannot send the form of a link`() async throws {
    let browser = try await Browser(role: .owner)
    let path = try await invite(browser)
    browser.forgetCookies()
    let token = String(path.split(separator: "/").last ?? "")
    let answer = try await browser.send(
      .post, "/join", fields: [("token", token), ("name", "Ben"), ("password", Self.password)],
      origin: "https://elsewhere.example")
    #expect(answer.status == .forbidden)
    #expect(try await browser.store.members().last?.state == .invited)
  }

  // MARK: - Members

  @Test func `a role changes at once, and the last owner's does not`() async throws {
    let browser = try await Browser()
    let owner = try await browser.accounts.createOwner(
      AccountForm(name: "Ana", email: "ana@example.com", password: Self.password))
    _ = try await invite(browser)
    let ben = try #require(try await browser.store.members().last)
    #expect(
      try await browser.post("/settings/team/\(ben.id)/role", [("role", "publisher")]).status == .seeOther)
    #expect(try await browser.store.member(ben.id)?.role == .publisher)
    #expect(try await browser.get("/settings/team/\(ben.id)").html.contains("is now Publisher."))
    for (action, fields) in [("role", [("role", "viewer")]), ("deactivate", [])] {
      let refused = try await browser.post("/settings/team/\(owner.id)/\(action)", fields)
      #expect(refused.status == .conflict)
      #expect(refused.html.contains("There must be an active owner."))
    }
    #expect(try await browser.store.member(owner.id) == owner)
  }

  @Test func `an admin cannot change an owner or oneself, and the page says why`() async throws {
    let browser = try await Browser()
    let owner = try await browser.accounts.createOwner(
      AccountForm(name: "Ana", email: "ana@example.com", password: Self.password))
    let path = try await invite(browser, as: .admin)
    browser.forgetCookies()
    _ = try await accept(path, browser)
    let ben = try #require(try await browser.store.members().last)
    for (id, words) in [
      (owner.id, "Only an owner can do this with owners."), (ben.id, "You cannot change your own role"),
    ] {
      let page = try await browser.get("/settings/team/\(id)").html
      #expect(page.contains(words) && !page.contains("/role\"") && !page.contains("/deactivate\""))
      for action in ["role", "link", "deactivate", "reactivate", "withdraw", "sessions/end"] {
        let answer = try await browser.post(
          "/settings/team/\(id)/\(action)", [("role", "viewer"), ("all", "yes")])
        #expect(answer.status == .conflict, "\(action)")
      }
    }
    #expect(try await browser.store.members().map(\.role) == [.owner, .admin])
    #expect(try await !browser.get("/settings/team").html.contains("value=\"owner\""))
  }

  @Test func `a deactivated member is out at once, and back after somebody says so`() async throws {
    let browser = try await Browser(role: .owner)
    let path = try await invite(browser)
    let member = try await Browser(sharing: browser)
    _ = try await accept(path, member)
    #expect(try await member.get("/campaigns").status == .ok)
    let ben = try #require(try await browser.store.members().last)
    #expect(try await browser.post("/settings/team/\(ben.id)/deactivate").status == .seeOther)
    #expect(try await member.get("/campaigns").status == .unauthorized)
    #expect(try await browser.post("/settings/team/\(ben.id)/reactivate").status == .seeOther)
    let back = try await member.send(
      .post, "/sign-in", fields: [("email", "ben@example.com"), ("password", Self.password)])
    #expect(back.location == "/campaigns", "what the member wanted to see")
  }

  @Test func `an admin resets a password by link, which signs the member out everywhere`() async throws {
    let browser = try await Browser(role: .owner)
    let member = try await Browser(sharing: browser)
    _ = try await accept(try await invite(browser), member)
    let ben = try #require(try await browser.store.members().last)
    let made = try await browser.post("/settings/team/\(ben.id)/link")
    let path = try Self.link(in: try await browser.get(try #require(made.location)).html)
    #expect(path.hasPrefix("/reset-password/"))
    // Until the link is used, nothing changes.
    #expect(try await member.get("/campaigns").status == .ok)
    let other = try await Browser(sharing: browser)
    #expect(try await other.get(path).html.contains("Choose a new password"))
    #expect(try await accept(path, other, name: "Somebody", password: "nineteen quiet birds").location == "/")
    #expect(try await member.get("/campaigns").status == .unauthorized)
    #expect(try await browser.store.member(ben.id)?.name == "Ben")
  }

  @Test func `an admin ends one session of a member, or all, and no session of somebody else that way`()
    async throws
  {
    let browser = try await Browser(role: .owner)
    let member = try await Browser(sharing: browser)
    _ = try await accept(try await invite(browser), member)
    let ben = try #require(try await browser.store.members().last)
    let session = try #require(try await browser.store.sessions(member: ben.id, at: Samples.now).first)
    // The owner's own session is not Ben's.
    _ = try await browser.post("/settings/team/\(ben.id)/sessions/end", [("session", "own")])
    #expect(try await browser.get("/settings/team/\(ben.id)").html.contains("value=\"\(session.id)\""))
    #expect(
      try await browser.post("/settings/team/\(ben.id)/sessions/end", [("session", session.id)]).status
        == .seeOther)
    #expect(try await member.get("/campaigns").status == .unauthorized)
    _ = try await member.send(
      .post, "/sign-in", fields: [("email", "ben@example.com"), ("password", Self.password)])
    #expect(
      try await browser.post("/settings/team/\(ben.id)/sessions/end", [("all", "yes")]).status == .seeOther)
    #expect(try await member.get("/campaigns").status == .unauthorized)
  }

  @Test func `an invitation can be renewed and withdrawn`() async throws {
    let browser = try await Browser(role: .owner)
    let first = try await invite(browser)
    let ben = try #require(try await browser.store.members().last)
    let second = try Self.link(
      in: try await browser.get(
        try #require(try await browser.post("/settings/team/\(ben.id)/link").location)
      ).html)
    #expect(first != second)
    #expect(try await browser.get(first).status == .gone)
    #expect(try await browser.get(second).status == .ok)
    #expect(try await browser.post("/settings/team/\(ben.id)/withdraw").location == "/settings/team")
    #expect(try await browser.get(second).status == .gone)
    #expect(try await browser.get("/settings/team/\(ben.id)").status == .notFound)
  }

  // MARK: - One's own account

  @Test func `a person changes the name and the password, and other browsers are signed out`() async throws {
    let browser = try await Browser(isSignedIn: false)
    _ = try await browser.accounts.createOwner(
      AccountForm(name: "Ana", email: "ana@example.com", password: Self.password))
    let other = try await Browser(sharing: browser)
    for each in [browser, other] {
      _ = try await each.send(
        .post, "/sign-in", fields: [("email", "ana@example.com"), ("password", Self.password)])
    }
    #expect(try await browser.post("/account/name", [("name", " Ana Maria ")]).location == "/account")
    #expect(try await browser.store.members().first?.name == "Ana Maria")
    let blank = try await browser.post("/account/name", [("name", " ")])
    #expect(blank.status == .unprocessableContent && blank.html.contains("Enter a name."))
    let wrong = try await browser.post(
      "/account/password", [("current", "wrong"), ("password", "nineteen quiet birds")])
    #expect(wrong.status == .unprocessableContent && wrong.html.contains("This is not your password."))
    #expect(try await other.get("/campaigns").status == .ok)
    let changed = try await browser.post(
      "/account/password", [("current", Self.password), ("password", "nineteen quiet birds")])
    #expect(changed.location == "/account")
    #expect(try await browser.get("/campaigns").status == .ok)
    #expect(try await other.get("/campaigns").status == .unauthorized)
  }

  @Test func `a person ends the session of another browser, or all others`() async throws {
    let browser = try await Browser(isSignedIn: false)
    let owner = try await browser.accounts.createOwner(
      AccountForm(name: "Ana", email: "ana@example.com", password: Self.password))
    let others = [try await Browser(sharing: browser), try await Browser(sharing: browser)]
    for each in [browser] + others {
      _ = try await each.send(
        .post, "/sign-in", fields: [("email", "ana@example.com"), ("password", Self.password)])
    }
    let page = try await browser.get("/account").html
    #expect(page.matches(of: /name="session"/).count == 2 && page.contains("This browser"))
    let ended = try #require(page.firstMatch(of: /name="session" value="([^"]+)"/)).1
    _ = try await browser.post("/account/sessions/end", [("session", String(ended))])
    #expect(try await browser.store.sessions(member: owner.id, at: Samples.now).count == 2)
    _ = try await browser.post("/account/sessions/end", [("all", "yes")])
    #expect(try await browser.store.sessions(member: owner.id, at: Samples.now).count == 1)
    #expect(try await browser.get("/account").status == .ok)
    for other in others { #expect(try await other.get("/campaigns").status == .unauthorized) }
  }
}
