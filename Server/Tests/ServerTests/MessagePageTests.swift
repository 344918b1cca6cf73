// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletServer
import MartletUI
import SceneHTML
import Testing

/// A page of a message is a stranger, and its address is all that is needed to get it: what holds
/// it back is what is sent with it.
@Suite("Pages of messages over HTTP")
struct MessagePageTests {
  /// Every page and every file has these, and so has the answer that there is none.
  private static let always = [
    "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "cross-origin", "Access-Control-Allow-Origin": "*",
  ]

  @Test
  func
    `a page is bound to a sandbox of its own, may be framed by nobody but its server, and is stored nowhere`()
    async throws
  {
    try await TestServer.run { server in
      let path = await server.services.messagePages.put(
        .init(page: "<!doctype html><p>Hello"), owner: "test", key: "a")
      let answer = try await server.send("GET", path)
      #expect(answer.status == 200)
      #expect(answer.text.hasPrefix("<!doctype html><script>") && answer.text.hasSuffix("<p>Hello"))
      Self.expect(answer, Self.always)
      Self.expect(
        answer,
        [
          "Content-Type": "text/html; charset=utf-8", "X-Frame-Options": "SAMEORIGIN",
          "X-DNS-Prefetch-Control": "off",
        ])
      let policy = try #require(answer.header("Content-Security-Policy"))
      let rules = Set(policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) })
      #expect(
        rules.isSuperset(of: [
          "sandbox allow-scripts", "default-src 'none'", "connect-src 'none'", "form-action 'none'",
          "frame-src 'none'",
          "worker-src 'none'",
          "base-uri 'none'", "frame-ancestors 'self'",
        ]))
      // Of a frame without an origin, WebKit takes 'self' for everything.
      #expect(rules.filter { $0.contains("'self'") } == ["frame-ancestors 'self'"])
      #expect(
        rules.contains { $0.hasPrefix("script-src 'unsafe-inline' http://127.0.0.1:") && $0.hasSuffix(path) },
        "\(policy)")
      // Nothing but pictures and fonts comes from elsewhere.
      #expect(
        rules.filter { $0.contains("https:") }.map { $0.prefix { $0 != " " } }.sorted() == [
          "font-src", "img-src",
        ])
      #expect(answer.header("Permissions-Policy")?.contains("=(self)") == false)
      for power in ["camera", "microphone", "geolocation", "payment", "usb", "clipboard-write"] {
        #expect(answer.header("Permissions-Policy")?.contains("\(power)=()") == true, "\(power)")
      }
      #expect(
        !policy.contains("allow-same-origin") && !policy.contains("allow-top-navigation")
          && !policy.contains("allow-popups"))
      #expect(answer.header("Set-Cookie") == nil)
    }
  }

  @Test
  func
    `a page that is reached by an address of IPv6 is bound to this server and to its own path, which takes two policies`()
    async throws
  {
    try await TestServer.run { server in
      let path = await server.services.messagePages.put(
        .init(page: "<!doctype html><p>Hello"), owner: "test", key: "a")
      for (host, files) in [("[::1]:8080", "http://*:8080\(path)"), ("[::1]", "http://*\(path)")] {
        let connection = try RawConnection(port: server.port)
        try connection.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        let answer = await connection.readToEnd()
        let line =
          answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-security-policy:") }
          ?? ""
        let policies = line.split(separator: ",").map {
          $0.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let scripts = policies.map { $0.first { $0.hasPrefix("script-src") } }
        #expect(scripts == ["script-src 'unsafe-inline' 'self'", "script-src 'unsafe-inline' \(files)"])
        for rule in ["default-src 'none'", "connect-src 'none'", "frame-ancestors 'self'"] {
          #expect(policies.allSatisfy { $0.contains { $0.hasSuffix(rule) } }, "\(rule)")
        }
      }
    }
  }

  @Test func `its files come with a policy under which nothing in them runs, and only those that it names`()
    async throws
  {
    let folder = URL(fileURLWithPath: try TemporaryFolder.make(), isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let picture = folder.appending(path: "1.svg")
    let sheet = folder.appending(path: "2.css")
    try Data("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".utf8).write(
      to: picture)
    try Data("p { color: red }".utf8).write(to: sheet)
    let web = SceneNode.Web(
      page: "<p>",
      assets: [
        "https://c.example/a.svg": picture.absoluteString, "https://c.example/b.css": sheet.absoluteString,
      ])
    try await TestServer.run { server in
      let path = await server.services.messagePages.put(web, owner: "test", key: "a")
      for (name, type) in [("-/0/a.svg", "image/svg+xml"), ("-/1/b.css", "text/css; charset=utf-8")] {
        let answer = try await server.send("GET", path + name)
        #expect(answer.status == 200, "\(name)")
        Self.expect(answer, Self.always)
        Self.expect(answer, ["Content-Type": type])
        #expect(
          answer.header("Content-Security-Policy")?.hasPrefix("sandbox; default-src 'none'") == true,
          "\(name)")
      }
      for name in ["-/2/c.css", "-/0/%2E%2E/1.svg", "..%2F1.svg", "-/0", "other.css"] {
        let answer = try await server.send("GET", path + name)
        #expect(answer.status == 404, "\(name)")
      }
    }
  }

  @Test
  func
    `what is not on the device is fetched from where the page's base says, and the way there is stored nowhere either`()
    async throws
  {
    try await TestServer.run { server in
      let path = await server.services.messagePages.put(
        .init(page: "<p>", baseURL: "https://c.example/page/"), owner: "test", key: "a")
      let answer = try await server.send("GET", path + "img/b.png")
      #expect(answer.status == 302)
      Self.expect(answer, ["Location": "https://c.example/page/img/b.png", "Cache-Control": "no-store"])
    }
  }

  @Test
  func
    `no address but the right one leads to a page, and none once it was taken away; a frame may show the answer, which is the same for all`()
    async throws
  {
    try await TestServer.run { server in
      let path = await server.services.messagePages.put(.init(page: "<p>Hello"), owner: "test", key: "a")
      #expect(path.count > 40)
      await server.services.messagePages.removeAll(of: "test")
      for path in [path, "/pages/guess/", "/pages/guess"] {
        let answer = try await server.send("GET", path)
        #expect(answer.status == 404, "\(path)")
        #expect(
          answer.text == "This page has ended with the device or the preview that showed it.\n", "\(path)")
        Self.expect(answer, Self.always)
        Self.expect(answer, ["Content-Type": "text/plain; charset=utf-8", "X-Frame-Options": "SAMEORIGIN"])
        #expect(
          answer.header("Content-Security-Policy")?.hasSuffix("frame-ancestors 'self'") == true, "\(path)")
      }
      let nameless = try await server.send("GET", "/pages//")
      #expect(nameless.status == 404 && !nameless.text.contains("Hello"))
    }
  }

  private static func expect(
    _ answer: TestServer.Answer, _ fields: [String: String], _ location: SourceLocation = #_sourceLocation
  ) {
    for (name, value) in fields { #expect(answer.header(name) == value, "\(name)", sourceLocation: location) }
  }
}
