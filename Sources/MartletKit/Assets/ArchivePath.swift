// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A path of a file inside an archive that can lead nowhere else: relative, with plain components, of bounded length and depth.
struct ArchivePath: Equatable, Sendable {
  static let maximumBytes = 1_024
  static let maximumComponentBytes = 255
  static let maximumDepth = 16

  let text: String
  /// As the archive writes it.
  let raw: [UInt8]
  var components: [String] { text.split(separator: "/").map(String.init) }

  init?(_ text: String, raw: [UInt8]? = nil) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumBytes else { return nil }
    // Backslash and colon mean folders and drives elsewhere; control characters and NUL cut names short.
    for scalar in text.unicodeScalars where scalar == "\\" || scalar == ":" || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
      return nil
    }
    let components = text.split(separator: "/", omittingEmptySubsequences: false)
    guard components.count <= Self.maximumDepth else { return nil }
    for component in components {
      guard !component.isEmpty, component != ".", component != "..", component.utf8.count <= Self.maximumComponentBytes else { return nil }
    }
    self.text = text
    self.raw = raw ?? Array(text.utf8)
  }

  /// As file systems compare it that know neither case nor forms of the same letter; the standard library compares the forms.
  var folded: String { text.lowercased() }

  /// The folders that hold it, the outermost first.
  var parents: [String] {
    let components = components
    return components.indices.dropFirst().map { components[..<$0].joined(separator: "/") }
  }

  /// What macOS and others put beside the files.
  var isSystems: Bool {
    let components = components
    return components.first == "__MACOSX" || components.last == ".DS_Store" || components.last?.lowercased() == "thumbs.db"
  }
}
