// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import HTTPTypes
import StoreSQLite
import Testing

@testable import Console

@Suite struct PushKeyPagesTests {
  private static let pem = P256.Signing.PrivateKey().pemRepresentation

  @Test func `an APNs key is added and deleted in the settings, which never shows it again`() async throws {
    let browser = try await Browser()
    var page = try await browser.get("/settings/push").html
    #expect(page.contains("No APNs key yet"))
    let fields = [
      ("key_id", "ABC1234567"), ("team_id", "DEF8901234"), ("topic", "com.example.app"),
      ("environment", "development"),
      ("private_key", Self.pem),
    ]
    let answer = try await browser.post("/settings/push-keys", fields)
    #expect(answer.location == "/settings/push")
    page = try await browser.get("/settings/push").html
    #expect(page.contains("ABC1234567") && page.contains("development only"))
    for line in Self.pem.split(separator: "\n").dropFirst().dropLast() { #expect(!page.contains(line)) }
    let key = try #require(try await browser.store.pushKeys(app: "app").first)
    _ = try await browser.post("/settings/push-keys/\(key.id)/delete", [])
    #expect(try await browser.store.pushKeys(app: "app") == [])
  }

  @Test func `a wrong APNs key is explained beside its field, with what was typed but not the key`()
    async throws
  {
    let browser = try await Browser()
    let answer = try await browser.post(
      "/settings/push-keys",
      [
        ("key_id", "ABC1234567"), ("team_id", "short"), ("topic", "com.example.app"),
        ("private_key", Self.pem),
      ])
    #expect(answer.status == .unprocessableContent)
    #expect(
      answer.html.contains("The team id must be 10 capital letters")
        && answer.html.contains(#"value="ABC1234567""#))
    for line in Self.pem.split(separator: "\n").dropFirst().dropLast() {
      #expect(!answer.html.contains(line))
    }
    #expect(try await browser.store.pushKeys(app: "app") == [])
  }
}
