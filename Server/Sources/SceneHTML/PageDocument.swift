// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletKit
public import MartletUI

/// A page as a browser gets it: with the bridge before everything else, and with files of the device in place of what the page names elsewhere.
///
/// It is to be shown in `<iframe sandbox="allow-scripts">` under an address of its own: a page in `srcdoc` would be bound to the policy of the
/// page around it.
public struct PageDocument: Sendable {
  let web: SceneNode.Web
  /// Under which the page and its files are served; ends with a slash.
  public let path: String
  let isMeasured: Bool

  /// - Parameters:
  ///   - path: under which the page is served; ends with a slash.
  ///   - isMeasured: The page says, when it is asked, what of it cannot be seen whole.
  public init(_ web: SceneNode.Web, path: String, isMeasured: Bool = false) {
    self.web = web
    self.path = path
    self.isMeasured = isMeasured
  }

  /// The header field `Content-Security-Policy` of the page. Scripts come from the page itself and from files of the message, and reach no network;
  /// only pictures and fonts may come from elsewhere. The frame has no origin, also for whoever opens the address by itself.
  ///
  /// - Parameter files: the whole address below which the page and its files are served. Not `'self'`: of a frame without an origin WebKit takes that for
  ///   everything that comes by https.
  public static func policy(files: String) -> String {
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' \(files); style-src 'unsafe-inline' \(files); "
      + "img-src \(files) data: blob: https:; font-src \(files) data: https:; media-src \(files) data: blob:; connect-src 'none'; "
      + "form-action 'none'; frame-src 'none'; worker-src 'none'; base-uri 'none'; frame-ancestors 'self'"
  }

  /// What is served under a name below the page's path.
  public enum Answer: Sendable {
    case page(String)
    /// A style sheet of the device, in which addresses are replaced as in the page.
    case text(String, contentType: String)
    case file(URL, contentType: String)
    /// It is not on the device, but the page's base leads there.
    case elsewhere(URL)
    case none
  }

  /// - Parameter name: what follows the path; empty: the page itself.
  public func answer(_ name: String) -> Answer {
    if name.isEmpty { return page.map { .page($0) } ?? .none }
    guard let parts = Self.parts(of: name) else { return .none }
    if parts.first == Self.filesFolder, parts.count == 3, let index = Int(parts[1]), sortedAssets.indices.contains(index) {
      return file(URL(string: sortedAssets[index].value), named: sortedAssets[index].key)
    }
    guard let base = web.baseURL.flatMap({ URL(string: $0) }) else { return .none }
    if base.isFileURL { return file(Self.inside(base, parts), named: name) }
    guard let address = URL(string: parts.map(Self.escaped).joined(separator: "/"), relativeTo: base)?.absoluteURL else { return .none }
    if let local = web.assets[address.absoluteString] { return file(URL(string: local), named: name) }
    return ["http", "https"].contains(address.scheme) ? .elsewhere(address) : .none
  }

  // MARK: - The page

  private var page: String? {
    var text = web.page
    if text.isEmpty, let url = web.pageURL.flatMap({ URL(string: $0) }), url.isFileURL {
      guard let bytes = try? Data(contentsOf: url) else { return nil }
      text = String(decoding: bytes, as: UTF8.self)
    }
    guard !text.isEmpty else { return nil }
    return withBridge(replacing(text))
  }

  /// The doctype stays the first thing, because it decides how the page is laid out; tags of `html` and `head` that follow a script are read
  /// as if it were not there.
  private func withBridge(_ page: String) -> String {
    let (doctype, rest) = Self.split(page)
    var scripts = [Self.configuration(of: web), Self.guarding, Self.channel]
    if isMeasured { scripts.append(Self.measuring) }
    return "\(doctype)<script>\(Self.bridge)(\(scripts.joined(separator: ", ")))</script>\(Self.withoutShadowTrees(rest))"
  }

  /// Shadow trees that markup declares are out of reach for whoever watches what comes into the page.
  private static func withoutShadowTrees(_ page: Substring) -> String {
    page.replacingOccurrences(of: "shadowrootmode", with: "data-shadow-root-mode", options: .caseInsensitive)
  }

  private static func split(_ page: String) -> (doctype: Substring, rest: Substring) {
    var rest = Substring(page)
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard rest.hasPrefix("<!--"), let end = rest.range(of: "-->") else { break }
      rest = rest[end.upperBound...]
    }
    guard rest.prefix(9).lowercased() == "<!doctype", let end = rest.firstIndex(of: ">") else { return ("", rest) }
    let after = rest.index(after: end)
    return (rest[..<after], rest[after...])
  }

  private static func configuration(of web: SceneNode.Web) -> String {
    struct Configuration: Encodable {
      var names: [String]
      var readyEvents: [String]
      var surroundings: SceneNode.Web.Surroundings
      var limits = PageLimits()
    }
    return json(Configuration(names: web.bridge.names, readyEvents: web.bridge.readyEvents, surroundings: web.surroundings))
  }

  /// Harmless inside a script: no tag can begin in it.
  static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return text.replacing("<", with: "\\u003C")
  }

  private static let bridge = script("page-bridge.js")
  private static let guarding = script("page-guard.js")
  private static let channel = script("page-channel.js")
  private static let measuring = script("page-measure.js")

  /// A function, as an expression: without the lines that explain it, and without the last line break, which would end it.
  private static func script(_ path: String) -> String {
    let file = EmbeddedFiles.all.first { $0.path == path }
    let text = file.map { $0.text.description } ?? ""
    return text.split(separator: "\n").drop { $0.hasPrefix("//") }.joined(separator: "\n")
  }

  // MARK: - Files

  private static let filesFolder = "-"

  private var sortedAssets: [(key: String, value: String)] { web.assets.sorted { $0.key < $1.key } }

  /// Long addresses first: one may be the beginning of another.
  func replacing(_ text: String) -> String {
    var text = text
    let numbered = sortedAssets.enumerated().sorted { $0.element.key.utf8.count > $1.element.key.utf8.count }
    for (number, asset) in numbered {
      let local = "\(path)\(Self.filesFolder)/\(number)/\(Self.escaped(URL(string: asset.key)?.lastPathComponent ?? "file"))"
      text.replace(asset.key, with: local)
      let inMarkup = asset.key.replacing("&", with: "&amp;")
      if inMarkup != asset.key { text.replace(inMarkup, with: local) }
    }
    return text
  }

  private func file(_ url: URL?, named name: String) -> Answer {
    guard let url, url.isFileURL else { return .none }
    let type = Self.contentType(of: name)
    if type.hasPrefix("text/css"), let bytes = try? Data(contentsOf: url) {
      return .text(replacing(String(decoding: bytes, as: UTF8.self)), contentType: type)
    }
    return .file(url, contentType: type)
  }

  /// nil: no name of a file below a folder.
  private static func parts(of name: String) -> [String]? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isFine = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 255 && !part.utf8.contains { $0 < 0x20 || $0 == 0x5C }
    }
    return isFine && parts.count <= 17 ? parts : nil
  }

  /// nil: it would lead out of the folder.
  private static func inside(_ folder: URL, _ parts: [String]) -> URL? {
    let root = folder.resolvingSymlinksInPath().standardizedFileURL.path(percentEncoded: false)
    let file = parts.reduce(folder) { $0.appendingPathComponent($1) }.resolvingSymlinksInPath().standardizedFileURL
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return file.path(percentEncoded: false).hasPrefix(prefix) ? file : nil
  }

  private static func escaped(_ part: String) -> String {
    part.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? "file"
  }

  /// By the name; nothing that a frame could take for a page of its own.
  static func contentType(of name: String) -> String {
    let path = name.split(whereSeparator: { $0 == "?" || $0 == "#" }).first ?? ""
    let suffix = path.split(separator: ".").last?.lowercased() ?? ""
    return contentTypes[suffix] ?? "application/octet-stream"
  }

  private static let contentTypes = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "json": "application/json", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "svg": "image/svg+xml", "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf",
    "otf": "font/otf", "ttc": "font/collection", "mp3": "audio/mpeg", "mp4": "video/mp4", "webm": "video/webm", "m4a": "audio/mp4",
    "wav": "audio/wav", "txt": "text/plain; charset=utf-8",
  ]
}
