// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPSupport
import MartletServer
import MartletWire
import Testing

@Suite("Browsers", .timeLimit(.minutes(5)))
struct BrowserTests {
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

  @Test func `a sign-in link works once, by POST only; opening it uses nothing up`() async throws {
    try await TestServer.run { server in
      let link = try await server.services.sessions.makeLink()
      let token = String(link.split(separator: "/").last ?? "")
      for _ in 0..<3 {
        let page = try await server.send("GET", "/sign-in/" + token)
        #expect(page.status == 200)
        #expect(page.header("Set-Cookie") == nil)
      }
      let body = Array("token=\(token)".utf8)
      let first = try await server.send("POST", "/sign-in", headers: Self.form, body: body)
      let cookie = first.header("Set-Cookie") ?? ""
      #expect(
        cookie.contains("martlet_session=") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
      let second = try await server.send("POST", "/sign-in", headers: Self.form, body: body)
      #expect(second.status == 410)
      #expect(second.header("Set-Cookie") == nil)
    }
  }

  @Test func `another site can neither sign a browser in nor send its forms`() async throws {
    try await TestServer.run { server in
      let token = String(try await server.services.sessions.makeLink().split(separator: "/").last ?? "")
      let foreign = Self.form.merging(["Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"])
      { $1 }
      let answer = try await server.send(
        "POST", "/sign-in", headers: foreign, body: Array("token=\(token)".utf8))
      #expect(answer.status == 403)
      #expect(answer.json["code"] == "cross_site")
    }
  }

  @Test func `a change without the form's token, or without a session, is refused`() async throws {
    try await TestServer.run { server in
      let nobody = try await server.send("POST", "/sign-out", headers: Self.form)
      #expect(nobody.status == 401)
      let token = String(try await server.services.sessions.makeLink().split(separator: "/").last ?? "")
      let signedIn = try await server.send(
        "POST", "/sign-in", headers: Self.form, body: Array("token=\(token)".utf8))
      let cookie = String((signedIn.header("Set-Cookie") ?? "").prefix { $0 != ";" })
      let headers = Self.form.merging(["Cookie": cookie]) { $1 }
      let missing = try await server.send("POST", "/sign-out", headers: headers)
      #expect(missing.status == 403)
      #expect(missing.json["code"] == "csrf_token_wrong")
      let wrong = try await server.send("POST", "/sign-out", headers: headers, body: Array("csrf=guess".utf8))
      #expect(wrong.status == 403)
    }
  }

  @Test
  func
    `the lab's page takes pictures from anywhere, and scripts, styles and frames from here alone; no device's file is had without signing in`()
    async throws
  {
    try await TestServer.run { server in
      let token = String(try await server.services.sessions.makeLink().split(separator: "/").last ?? "")
      let signedIn = try await server.send(
        "POST", "/sign-in", headers: Self.form, body: Array("token=\(token)".utf8))
      let cookie = String((signedIn.header("Set-Cookie") ?? "").prefix { $0 != ";" })
      let page = try await server.send("GET", "/lab", headers: ["Cookie": cookie, "Accept": "text/html"])
      #expect(page.status == 200)
      let policy = (page.header("Content-Security-Policy") ?? "").split(separator: ";").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("script-src 'self'"))
      #expect(policy.contains("style-src 'self'"))
      #expect(policy.contains("img-src 'self' data: https: http:"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(page.header("X-Frame-Options") == "DENY")
      for path in ["/lab", "/campaigns", "/settings/app"] {
        let other = try await server.send("GET", path, headers: ["Cookie": cookie, "Accept": "text/html"])
        let powers = other.header("Permissions-Policy") ?? ""
        #expect(powers.contains("camera=(), "), "\(path)")
        #expect(
          powers.contains("clipboard-write=(self)") && powers.matches(of: /=\(self\)/).count == 1, "\(path)")
      }
      let file = "/lab/devices/some-device/assets/some-file.png"
      #expect(try await server.send("GET", file, headers: ["Cookie": cookie]).status == 404)
      #expect([302, 303, 401].contains(try await server.send("GET", file).status))
    }
  }
}
