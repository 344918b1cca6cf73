// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The files of a page under one address: the page itself, those that the device has, and those
/// below its base URL.
///
/// In the text of the page and in its style sheets, the addresses of files that the device has are
/// replaced by local ones.
public struct PageFiles: Sendable {
  let web: SceneNode.Web
  /// The path below which the page and its files are found; ends with a slash.
  public let path: String

  /// - Parameter path: the path below which the page and its files are found; ends with a slash.
  public init(_ web: SceneNode.Web, path: String) {
    self.web = web
    self.path = path
  }

  /// The header field `Content-Security-Policy` of the page. Scripts come only from the page itself
  /// and from its files, and cannot reach the network. Only images and fonts may come from
  /// elsewhere. The page has no origin.
  ///
  /// - Parameters:
  ///   - files: the whole address below which the page and its files are found. It replaces
  ///     `'self'`, which WebKit takes for everything loaded by https in a frame without an origin.
  ///   - asksHost: whether the engine asks the host about each dialog and each window, and the host
  ///     decides. Otherwise the engine refuses them, and the host never hears of them.
  public static func policy(files: String, asksHost: Bool = false) -> String {
    "sandbox allow-scripts\(asksHost ? " allow-modals allow-popups" : ""); default-src 'none'; script-src 'unsafe-inline' \(files); style-src 'unsafe-inline' \(files); "
      + "img-src \(files) data: blob: https:; font-src \(files) data: https:; media-src \(files) data: blob:; connect-src 'none'; "
      + "form-action 'none'; frame-src 'none'; worker-src 'none'; base-uri 'none'; frame-ancestors 'self'"
  }

  /// The answer to a request for a name below the path.
  public enum Answer: Sendable {
    case page(String)
    /// A style sheet from the device, with addresses replaced as in the page.
    case text(String, contentType: String)
    case file(URL, contentType: String)
    /// A file that the device does not have; the page's base URL leads to it.
    case elsewhere(URL)
    case none
  }

  /// - Parameter name: the part after the path; empty for the page itself. Reads files.
  public func answer(_ name: String) -> Answer {
    if name.isEmpty { return page.map { .page($0) } ?? .none }
    guard let parts = Self.parts(of: name) else { return .none }
    if parts.first == Self.filesFolder, parts.count == 3, let index = Int(parts[1]),
      sortedAssets.indices.contains(index)
    {
      return file(URL(string: sortedAssets[index].value), named: sortedAssets[index].key)
    }
    guard let base = web.baseURL.flatMap({ URL(string: $0) }) else { return .none }
    if base.isFileURL { return file(Self.inside(base, parts), named: name) }
    guard
      let address = URL(string: parts.map(Self.escaped).joined(separator: "/"), relativeTo: base)?.absoluteURL
    else { return .none }
    if let local = web.assets[address.absoluteString] { return file(URL(string: local), named: name) }
    return ["http", "https"].contains(address.scheme) ? .elsewhere(address) : .none
  }

  /// The text of the page, with local addresses. nil if it is empty or cannot be read.
  public var page: String? {
    var text = web.page
    if text.isEmpty, let url = web.pageURL.flatMap({ URL(string: $0) }), url.isFileURL {
      guard let bytes = try? Data(contentsOf: url) else { return nil }
      text = String(decoding: bytes, as: UTF8.self)
    }
    return text.isEmpty ? nil : replacing(text)
  }

  private static let filesFolder = "-"

  private var sortedAssets: [(key: String, value: String)] { web.assets.sorted { $0.key < $1.key } }

  /// Replaces long addresses first, because one may be the beginning of another.
  private func replacing(_ text: String) -> String {
    var text = text
    let numbered = sortedAssets.enumerated().sorted { $0.element.key.utf8.count > $1.element.key.utf8.count }
    for (number, asset) in numbered {
      let local =
        "\(path)\(Self.filesFolder)/\(number)/\(Self.escaped(URL(string: asset.key)?.lastPathComponent ?? "file"))"
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
      !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 255
        && !part.utf8.contains { $0 < 0x20 || $0 == 0x5C }
    }
    return isFine && parts.count <= 17 ? parts : nil
  }

  /// nil if the path would lead out of the folder.
  private static func inside(_ folder: URL, _ parts: [String]) -> URL? {
    let root = folder.resolvingSymlinksInPath().standardizedFileURL.path(percentEncoded: false)
    let file = parts.reduce(folder) { $0.appendingPathComponent($1) }.resolvingSymlinksInPath()
      .standardizedFileURL
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return file.path(percentEncoded: false).hasPrefix(prefix) ? file : nil
  }

  private static func escaped(_ part: String) -> String {
    part.addingPercentEncoding(
      withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))) ?? "file"
  }

  /// The content type of a file, by its extension. It is never a type that a frame would show as a
  /// page.
  public static func contentType(of name: String) -> String {
    let path = name.split(whereSeparator: { $0 == "?" || $0 == "#" }).first ?? ""
    let suffix = path.split(separator: ".").last?.lowercased() ?? ""
    return contentTypes[suffix] ?? "application/octet-stream"
  }

  private static let contentTypes = [
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "json": "application/json", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "svg": "image/svg+xml", "ico": "image/x-icon", "woff": "font/woff",
    "woff2": "font/woff2", "ttf": "font/ttf",
    "otf": "font/otf", "ttc": "font/collection", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "webm": "video/webm", "m4a": "audio/mp4",
    "wav": "audio/wav", "txt": "text/plain; charset=utf-8",
  ]
}
