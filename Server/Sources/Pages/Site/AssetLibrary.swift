// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// Style sheets, scripts and pictures at addresses that change with their content, so that browsers
/// may cache them forever.
///
/// Three rules turn files into assets: all files in `css/<name>/` form one style sheet
/// `<name>.css`, in the order of their names; every other file is an asset under its last path
/// component; and a module's `from "./other.js"` is rewritten to the address of `other.js`.
public struct AssetLibrary: Sendable {
  public struct Asset: Hashable, Sendable {
    /// `main.js`
    public var name: String
    /// `/assets/main-0a1b2c3d4e5f6071.js`
    public var path: String
    public var contentType: String
    public var text: String
  }

  /// A mistake in the set of files: a programming error that is found when the server starts.
  public enum Mistake: Error, Hashable, Sendable {
    case sameName(String)
    case unknownType(String)
    /// A module imports a name that does not exist, or modules import each other in a circle.
    case cannotImport(String, from: String)
  }

  private var byName: [String: Asset] = [:]
  private var byPath: [String: Asset] = [:]

  /// Makes assets of all files except those under `templates/`.
  public init(_ files: [EmbeddedFile]) throws(Mistake) {
    var sources: [String: String] = [:]
    for file in files.sorted(by: { $0.path < $1.path }) {
      let parts = file.path.split(separator: "/")
      guard let last = parts.last, parts.first != "templates" else { continue }
      let text = file.text.description
      if parts.count == 3, parts[0] == "css" {
        sources["\(parts[1]).css", default: ""] += text
      } else {
        guard sources.updateValue(text, forKey: String(last)) == nil else { throw .sameName(String(last)) }
      }
    }
    for name in sources.keys.sorted() {
      try resolve(name, sources, importedFrom: [])
    }
  }

  public var assets: [Asset] { byName.values.sorted { $0.name < $1.name } }

  /// The address of an asset; nil if there is no asset with this name.
  public func path(of name: String) -> String? { byName[name]?.path }

  public func asset(atPath path: String) -> Asset? { byPath[path] }

  private mutating func resolve(_ name: String, _ sources: [String: String], importedFrom: [String])
    throws(Mistake)
  {
    guard byName[name] == nil else { return }
    guard var text = sources[name], !importedFrom.contains(name) else {
      throw .cannotImport(name, from: importedFrom.last ?? "")
    }
    guard let contentType = Self.contentType(of: name) else { throw .unknownType(name) }
    if name.hasSuffix(".js") {
      for other in Self.imports(in: text) {
        try resolve(other, sources, importedFrom: importedFrom + [name])
        guard let path = path(of: other) else { throw .cannotImport(other, from: name) }
        text.replace("\"./\(other)\"", with: "\"\(path)\"")
      }
    }
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    let path = "/assets/\(name[..<dot])-\(Self.hash(of: text))\(name[dot...])"
    let asset = Asset(name: name, path: path, contentType: contentType, text: text)
    byName[name] = asset
    byPath[path] = asset
  }

  /// The names between `"./` and `"`.
  static func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("import "), let start = line.firstRange(of: "\"./"),
        let end = line.lastIndex(of: "\""), start.upperBound < end
      else { return nil }
      return String(line[start.upperBound..<end])
    }
  }

  /// It identifies content and is not meant for security.
  static func hash(of text: String) -> String {
    let digits = String(UInt64.hashStart.hashing(text), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func contentType(of name: String) -> String? {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "txt": "text/plain; charset=utf-8"
    default: nil
    }
  }
}

/// A text file that the build puts into the binary (the plug-in `EmbedAssets`). The path is
/// relative to the module's folder Assets: `templates/frame.mustache`, `css/pages/tables.css`,
/// `js/main.js`.
///
/// Every module's files are in its `EmbeddedFiles.all`, which does not depend on this module.
public typealias EmbeddedFile = (path: String, text: StaticString)
