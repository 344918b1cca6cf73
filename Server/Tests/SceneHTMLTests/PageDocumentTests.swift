// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletUI
import Synchronization
import Testing

@testable import SceneHTML

@Suite("Pages as browsers get them")
struct PageDocumentTests {
  private func page(_ web: SceneNode.Web, _ name: String = "") throws -> String {
    guard case .page(let text) = PageDocument(web, path: "/pages/t/").answer(name) else {
      throw CancellationError()
    }
    return text
  }

  @Test(
    arguments: [
      (
        "<!DOCTYPE html><html lang=\"de\"><head><title>A</title>", "<!DOCTYPE html><script>",
        "<html lang=\"de\"><head><title>A</title>"
      ),
      ("\u{FEFF} \n<!-- a > b --><!doctype html>\n<p>", "<!doctype html><script>", "\n<p>"),
      ("<p>No doctype", "<script>", "<p>No doctype"), ("<!doctype", "<script>", "<!doctype"),
    ])
  func
    `the bridge comes before everything of the page, and after the doctype, which decides how the page is laid out`(
      given: String, start: String, end: String
    ) throws
  {
    let text = try page(.init(page: given))
    #expect(text.hasPrefix(start))
    #expect(text.hasSuffix("</script>" + end))
  }

  @Test func `what a campaign declares cannot end the script that carries it`() throws {
    let json = PageDocument.json(["</script><script>alert(1)"])
    #expect(!json.contains("<"))
    let text = try page(.init(page: "<p>", bridge: .init(names: ["shopBridge"], readyEvents: ["shop.Ready"])))
    #expect(text.contains("\"names\":[\"shopBridge\"]"))
    #expect(text.components(separatedBy: "</script>").count == 2)
  }

  @Test func `the scripts of a page know the presenter's limits`() throws {
    let text = try page(.init(page: "<p>"))
    #expect(
      text.contains("\"calls\":\(BridgeAction.Limits.calls)")
        && text.contains("\"callLength\":\(BridgeAction.Limits.callLength)"))
  }

  @Test(arguments: ["shadowrootmode", "SHADOWROOTMODE", "ShadowRootMode"])
  func `a page declares no shadow trees, however it writes them`(attribute: String) throws {
    let text = try page(
      .init(
        page: "<!doctype html><div><template \(attribute)=closed><iframe srcdoc=x></iframe></template></div>")
    )
    #expect(!text.lowercased().contains("<template shadowrootmode"))
    #expect(
      text.hasSuffix("<template data-shadow-root-mode=closed><iframe srcdoc=x></iframe></template></div>"))
  }

  @Test func `only a page that is to be measured can be asked what of it is cut off`() throws {
    guard
      case .page(let asked) = PageDocument(.init(page: "<p>"), path: "/pages/t/", isMeasured: true).answer("")
    else {
      Issue.record("no page")
      return
    }
    #expect(asked.contains("MOST_PIECES") && asked.hasSuffix("</script><p>"))
    #expect(try !page(.init(page: "<p>")).contains("MOST_PIECES"))
  }

  @Test func `addresses of files on the device are replaced, long ones first, also as they stand in markup`()
    throws
  {
    let files = ["https://c.example/a.png": "file:///x/1", "https://c.example/a.png?x=1&y=2": "file:///x/2"]
    let web = SceneNode.Web(
      page: "<img src='https://c.example/a.png?x=1&amp;y=2'><img src='https://c.example/a.png'>",
      assets: files)
    let text = try page(web)
    #expect(text.hasSuffix("<img src='/pages/t/-/1/a.png'><img src='/pages/t/-/0/a.png'>"))
    guard case .file(let url, let type) = PageDocument(web, path: "/pages/t/").answer("-/1/a.png") else {
      Issue.record("no file")
      return
    }
    #expect(url == URL(string: "file:///x/2"))
    #expect(type == "image/png")
  }

  @Test func `a relative address leads to the device where the file is there, else to where the base says`() {
    let web = SceneNode.Web(
      page: "<p>", baseURL: "https://c.example/page/",
      assets: ["https://c.example/page/a b.js": "file:///x/1"])
    let document = PageDocument(web, path: "/pages/t/")
    guard case .elsewhere(let other) = document.answer("img/b.png") else {
      Issue.record("not elsewhere")
      return
    }
    #expect(other.absoluteString == "https://c.example/page/img/b.png")
  }

  @Test(
    arguments: [
      "../secret.txt", "a/../../secret.txt", "./secret.txt", "a//b", "/etc/passwd", "a\\..\\b", "-/9/x",
      "-/x", "link/secret.txt", "\0",
    ])
  func `nothing outside the archive's folder is ever handed out`(name: String) throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent(
      "martlet-pages-\(name.hashValue)")
    let folder = root.appendingPathComponent("archive", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    try Data("secret".utf8).write(to: root.appendingPathComponent("secret.txt"))
    try Data("p{}".utf8).write(to: folder.appendingPathComponent("a.css"))
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("link"), withDestinationURL: root)
    let document = PageDocument(.init(page: "<p>", baseURL: folder.absoluteString), path: "/pages/t/")
    switch document.answer(name) {
    case .none: break
    case .file(let url, _):
      #expect(!FileManager.default.fileExists(atPath: url.path) || url.path.hasPrefix(folder.path + "/"))
    default: Issue.record("handed out")
    }
    guard case .text("p{}", _) = document.answer("a.css") else {
      Issue.record("what is there is not handed out")
      return
    }
  }

  @Test
  @MainActor
  func `a page's address stays as long as the page does, whatever surrounds it, and goes with its owner`() {
    var number = 0
    let tokens = Counter()
    let pages = ServedPages { "t\(tokens.next())" }
    var web = SceneNode.Web(page: "<p>")
    let address = pages.put(web, owner: "device", key: "scene page")
    #expect(address == "/pages/t1/")
    web.surroundings.scheme = .dark
    #expect(pages.put(web, owner: "device", key: "scene page") == address)
    #expect(pages.page("t1")?.web.surroundings.scheme == .dark)
    web.page = "<b>"
    #expect(pages.put(web, owner: "device", key: "scene page") == "/pages/t2/")
    #expect(pages.put(web, owner: "other", key: "scene page") == "/pages/t3/")
    pages.removeAll(of: "device")
    #expect(pages.page("t1") == nil && pages.page("t2") == nil && pages.page("t3") != nil)
    for _ in 0..<ServedPages.limit {
      number += 1
      _ = pages.put(web, owner: "many", key: "\(number)")
    }
    #expect(pages.page("t3") == nil)
  }

  @Test
  @MainActor
  func `a page that replaces another takes it away, and no other`() {
    let tokens = Counter()
    let pages = ServedPages { "t\(tokens.next())" }
    for (text, key) in [("<p>", "a"), ("<i>", "b"), ("<b>", "a")] {
      _ = pages.put(SceneNode.Web(page: text), owner: "editor", key: key, isReplacing: true)
    }
    #expect(pages.page("t1") == nil && pages.page("t2") != nil && pages.page("t3") != nil)
    #expect(
      pages.put(SceneNode.Web(page: "<b>"), owner: "editor", key: "a", isReplacing: true) == "/pages/t3/")
  }
}

private final class Counter: Sendable {
  private let value = Mutex(0)
  func next() -> Int {
    value.withLock {
      $0 += 1
      return $0
    }
  }
}
