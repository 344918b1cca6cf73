// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Mustache
import Synchronization

/// The embedded files of a site in the form in which it uses them.
///
/// They are the same as long as the process runs, and parsing them took a third of the time of the
/// console's tests, so each list is read once.
struct SiteFiles: Sendable {
  let assets: AssetLibrary
  let templates: MustacheLibrary

  /// A list of files. An embedded text stays where it is, so its address stands for it.
  private struct List: Hashable {
    let paths: [String]
    let texts: [UInt]

    init(_ files: [EmbeddedFile]) {
      paths = files.map(\.path)
      texts = files.map {
        $0.text.hasPointerRepresentation
          ? UInt(bitPattern: $0.text.utf8Start) : UInt($0.text.unicodeScalar.value)
      }
    }
  }

  private static let known = Mutex<[List: SiteFiles]>([:])

  static func read(_ files: [EmbeddedFile]) throws(Site.Mistake) -> SiteFiles {
    let list = List(files)
    if let read = known.withLock({ $0[list] }) { return read }
    let read = try SiteFiles(files)
    known.withLock { $0[list] = read }
    return read
  }

  private init(_ files: [EmbeddedFile]) throws(Site.Mistake) {
    do {
      assets = try AssetLibrary(files)
    } catch {
      throw .assets(error)
    }
    var templates = MustacheLibrary()
    for file in files where file.path.hasPrefix("templates/") && file.path.hasSuffix(".mustache") {
      let name = String(file.path.dropFirst("templates/".count).dropLast(".mustache".count))
      do {
        try templates.register(file.text.description, named: name)
      } catch {
        throw .templateCannotBeRead(name: name, reason: "\(error)")
      }
    }
    self.templates = templates
  }
}
