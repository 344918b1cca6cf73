// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import HTTPTypes
import MartletCore
import StoreSQLite
import Testing

@testable import Console

@Suite("Signing in on the way to a page")
struct ReturnTests {
  private static let key = "/campaigns?q=caf%C3%A9&sort=name"

  private func link(_ browser: Browser) async throws -> String {
    let token = Secret.make()
    try await browser.store.insert(
      SignInLink(
        hash: token.hash, createdAt: Samples.now, expiresAt: Samples.now + BrowserSessions.linkLength))
    return token.text
  }

  @Test func `with a link or a password, one lands where one wanted to go, once`() async throws {
    let browser = try await Browser(role: .owner)
    browser.forgetCookies()
    #expect(try await browser.get(Self.key).status == .unauthorized)
    #expect(
      try await browser.send(.post, "/sign-in", fields: [("token", try await link(browser))]).location
        == Self.key)
    #expect(try await browser.get(Self.key).status == .ok)
    // The next time, nobody asked for a page.
    #expect(
      try await browser.send(.post, "/sign-in", fields: [("token", try await link(browser))]).location == "/")
  }

  @Test func `whose session ended at work lands on the page of the form`() async throws {
    let browser = try await Browser(role: .owner)
    browser.forgetCookies()
    let sent = try await browser.send(
      .post, "/campaigns/c-review/edit", fields: [("name", "Mine")],
      referer: "http://127.0.0.1:8080/campaigns/c-review/edit")
    #expect(sent.status == .unauthorized)
    #expect(
      try await browser.send(.post, "/sign-in", fields: [("token", try await link(browser))]).location
        == "/campaigns/c-review/edit")
  }

  @Test(
    arguments: [
      "//evil.example/", "/%5Cevil.example", "/sign-in?x=1", "/" + String(repeating: "x", count: 1_001),
    ])
  func `nobody is led to another site, and not back to signing in`(path: String) async throws {
    let browser = try await Browser(role: .owner)
    browser.forgetCookies()
    _ = try await browser.send(
      .post, "/campaigns/c-review/edit", fields: [], referer: "http://127.0.0.1:8080" + path)
    let location = try await browser.send(.post, "/sign-in", fields: [("token", try await link(browser))])
      .location
    #expect(location == "/" || (path == "/%5Cevil.example" && location == path))
  }

  @Test func `the command for a link names the data folder, quoted if it must be`() {
    #expect(BrowserSessions.linkCommand(dataFolder: nil) == "martlet sign-in-link")
    #expect(
      BrowserSessions.linkCommand(dataFolder: "/var/lib/martlet")
        == "martlet sign-in-link --data /var/lib/martlet")
    #expect(
      BrowserSessions.linkCommand(dataFolder: "/My data/it's")
        == #"martlet sign-in-link --data '/My data/it'\''s'"#)
  }
}
