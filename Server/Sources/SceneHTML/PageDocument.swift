// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
import MartletKit
public import MartletUI

/// A message's page as a browser gets it: the bridge comes before everything else, and addresses of files that the device has are replaced by local
/// ones.
///
/// Show it in `<iframe sandbox="allow-scripts">` at an address of its own: a page in `srcdoc` would be bound to the policy of the page around it.
public struct PageDocument: Sendable {
  let web: SceneNode.Web
  /// The path at which the page and its files are served; ends with a slash.
  public let path: String
  let isMeasured: Bool

  /// - Parameters:
  ///   - path: The path at which the page is served; ends with a slash.
  ///   - isMeasured: Whether the page reports on request which of its parts are cut off.
  public init(_ web: SceneNode.Web, path: String, isMeasured: Bool = false) {
    self.web = web
    self.path = path
    self.isMeasured = isMeasured
  }

  /// The page's header field `Content-Security-Policy`. Scripts come only from the page itself and from files of the message, and cannot reach the
  /// network. Only pictures and fonts may come from elsewhere. The frame has no origin, even when its address is opened directly.
  ///
  /// - Parameter files: The whole address below which the page and its files are served. It replaces `'self'`, which WebKit takes for everything
  ///   loaded by https in a frame without an origin.
  public static func policy(files: String) -> String {
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' \(files); style-src 'unsafe-inline' \(files); "
      + "img-src \(files) data: blob: https:; font-src \(files) data: https:; media-src \(files) data: blob:; connect-src 'none'; "
      + "form-action 'none'; frame-src 'none'; worker-src 'none'; base-uri 'none'; frame-ancestors 'self'"
  }

  /// The answer to a request for a name below the page's path.
  public enum Answer: Sendable {
    case page(String)
    /// A style sheet from the device, with addresses replaced as in the page.
    case text(String, contentType: String)
    case file(URL, contentType: String)
    /// A file that the device does not have; the page's base URL leads to it.
    case elsewhere(URL)
    case none
  }

  /// - Parameter name: The part after the path; empty for the page itself.
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

  /// Keeps the doctype first, because it determines the page's layout mode. Tags of `html` and `head` after a script are read as if the script were
  /// not there.
  private func withBridge(_ page: String) -> String {
    let (doctype, rest) = Self.split(page)
    var scripts = [Self.configuration(of: web), Self.guarding, Self.channel]
    if isMeasured { scripts.append(Self.measuring) }
    return "\(doctype)<script>\(Self.bridge)(\(scripts.joined(separator: ", ")))</script>\(Self.withoutShadowTrees(rest))"
  }

  /// Renames the attribute of declarative shadow roots, because an observer of the page's elements cannot see into them.
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

  /// JSON that is safe inside a script: no tag can begin in it.
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

  /// A function as an expression: without its leading comment, and without the last line break, which would end the expression.
  private static func script(_ path: String) -> String {
    let file = EmbeddedFiles.all.first { $0.path == path }
    let text = file.map { $0.text.description } ?? ""
    return text.split(separator: "\n").drop { $0.hasPrefix("//") }.joined(separator: "\n")
  }

  // MARK: - Files

  private static let filesFolder = "-"

  private var sortedAssets: [(key: String, value: String)] { web.assets.sorted { $0.key < $1.key } }

  /// Replaces long addresses first, because one may be the beginning of another.
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

  /// nil if the name is not that of a file below a folder.
  private static func parts(of name: String) -> [String]? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let isFine = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 255 && !part.utf8.contains { $0 < 0x20 || $0 == 0x5C }
    }
    return isFine && parts.count <= 17 ? parts : nil
  }

  /// nil if the path would lead out of the folder.
  private static func inside(_ folder: URL, _ parts: [String]) -> URL? {
    let root = folder.resolvingSymlinksInPath().standardizedFileURL.path(percentEncoded: false)
    let file = parts.reduce(folder) { $0.appendingPathComponent($1) }.resolvingSymlinksInPath().standardizedFileURL
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return file.path(percentEncoded: false).hasPrefix(prefix) ? file : nil
  }

  private static func escaped(_ part: String) -> String {
    part.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? "file"
  }

  /// Chosen by the file's extension; never a type that a frame would show as a page.
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

/// The presenter's limits on a page's bridge calls, for the two scripts that enforce them: in the frame, and in the page around it.
struct PageLimits: Encodable {
  let calls = BridgeAction.Limits.calls
  let totalLength = BridgeAction.Limits.totalLength
  let callLength = BridgeAction.Limits.callLength
  let arguments = BridgeAction.Limits.arguments
  let values = BridgeAction.Limits.values
  let depth = BridgeAction.Limits.depth
}
