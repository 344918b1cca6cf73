// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletTesting
import MartletWire
import Testing

@testable import MartletKit

/// Assets from a server on this machine, by the transport that apps use.
@Suite(.timeLimit(.minutes(5)))
struct AssetsOverHTTPTests {
  private let transport = URLSessionTransport()

  private func html(_ server: LoopbackServer, _ names: [String]) -> Wire.Message {
    Wire.Message(
      kind: .known(.html), message: "<html></html>",
      assetURLs: names.map { server.url("/" + $0).absoluteString })
  }

  private func bytes(
    _ name: String, _ server: LoopbackServer, _ bench: AssetBench, _ presentation: String = "p"
  ) -> [UInt8]? {
    bench.ready[presentation]?[server.url("/" + name)].flatMap { try? Data(contentsOf: $0) }.map { Array($0) }
  }

  @Test func `pictures, compressed texts, archives and redirected addresses arrive as they are meant`()
    async throws
  {
    let style = Array(String(repeating: "p { margin: 0 } ", count: 100).utf8)
    let compressed = try Wire.Gzip.compress(style)
    let zip = try ZipMaker([.init("index.html", Array("<html>".utf8))]).make()
    let server = try LoopbackServer { exchange in
      switch exchange.path {
      case "/a.png": exchange.answer(headers: ["Content-Type": "text/plain"], body: Sample.png(1))
      case "/site.css":
        exchange.answer(headers: ["Content-Encoding": "gzip", "Content-Type": "text/css"], body: compressed)
      case "/old.png": exchange.answer("301 Moved Permanently", headers: ["Location": "/new"])
      case "/new": exchange.answer(body: Sample.png(2))
      case "/site.zip": exchange.answer(body: zip)
      default: exchange.answer("404 Not Found")
      }
      return .close
    }
    let bench = AssetBench()
    let message = html(server, ["a.png", "site.css", "old.png", "site.zip"])
    bench.perform(bench.assets.prepare(message, for: "p"))
    await bench.runAll(by: transport)
    #expect(bench.failed.isEmpty)
    #expect(bytes("a.png", server, bench) == Sample.png(1))
    #expect(bytes("site.css", server, bench) == style)
    #expect(bytes("old.png", server, bench) == Sample.png(2))
    #expect(bench.ready["p"]?.archive(server.url("/site.zip"))?.page != nil)
  }

  @Test(
    arguments: [
      ("missing.png", "not_found"), ("sorry.png", "wrong_type"), ("endless.png", "too_large"),
      ("announced.png", "too_large"),
      ("secret.png", "not_found"),
    ])
  func `what the server does wrong is named`(name: String, word: String) async throws {
    let server = try LoopbackServer { exchange in
      switch exchange.path {
      case "/sorry.png": exchange.answer(headers: ["Content-Type": "image/png"], body: Sample.page)
      case "/endless.png":
        exchange.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        _ = exchange.pour(limit: 50)
      case "/announced.png": exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n")
      case "/secret.png":
        exchange.answer("401 Unauthorized", headers: ["WWW-Authenticate": "Basic realm=\"x\""])
      default: exchange.answer("404 Not Found")
      }
      return .close
    }
    let bench = AssetBench { $0.maximumAssetBytes = 2_000_000 }
    bench.perform(bench.assets.prepare(html(server, [name]), for: "p"))
    await bench.runAll(by: transport)
    #expect(bench.failed["p"]?.word == word)
    #expect(bench.contents.isEmpty)
  }

  @Test func `a version that the server still has is not sent again`() async throws {
    let server = try LoopbackServer { exchange in
      if exchange.header("If-None-Match") == "\"7\"" {
        exchange.write("HTTP/1.1 304 Not Modified\r\nETag: \"7\"\r\n\r\n")
      } else {
        exchange.answer(headers: ["ETag": "\"7\""], body: Sample.png(1))
      }
      return .close
    }
    let bench = AssetBench()
    let campaign = Sample.campaign("c", html(server, ["a.png"]))
    bench.perform(bench.assets.adopt([campaign]))
    await bench.runAll(by: transport)
    await bench.advance(by: .seconds(100_000))
    bench.perform(bench.assets.adopt([campaign]))
    #expect(bench.running.map { $0.request.headers["If-None-Match"] } == ["\"7\""])
    await bench.runAll(by: transport)
    bench.perform(bench.assets.adopt([campaign]))
    bench.perform(bench.assets.prepare(try #require(campaign.message), for: "p"))
    #expect(bytes("a.png", server, bench) == Sample.png(1))
    #expect(bench.started.count == 2)
  }
}
