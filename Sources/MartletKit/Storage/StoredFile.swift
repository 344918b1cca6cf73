// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// A file that is written whole: JSON in a `DocumentFrame`. A file that is not as it was written is not read.
struct StoredFile {
  enum Kind: UInt8 {
    case state = 1
    case definitions = 2
    case assetIndex = 3
  }

  /// The bytes are not those that were written.
  struct Damaged: Error, Equatable, CustomStringConvertible {
    var file: String

    var description: String { "\(file) is damaged" }
  }

  private static let maximumBytes = 32 * 1_048_576

  let kind: Kind
  let path: String
  /// Where earlier versions kept it, as JSON without a frame. It is read once.
  var earlierPath: String?

  /// nil: there is none. Throws `Damaged`, or the `FileError` of a file that cannot be read.
  ///
  /// - Parameter migrates: the earlier form is replaced by this one.
  func read(migrates: Bool = true) throws -> Wire.JSONValue? {
    if let bytes = try Files.read(path, limit: Self.maximumBytes) {
      guard let payload = DocumentFrame.decode(kind: kind.rawValue, bytes), let json = try? Wire.decode(Wire.JSONValue.self, from: payload)
      else { throw damaged }
      return json
    }
    guard let earlierPath, let bytes = try Files.read(earlierPath, limit: Self.maximumBytes) else { return nil }
    guard let json = try? Wire.decode(Wire.JSONValue.self, from: bytes) else { throw damaged }
    // A disk that refuses does so again at the next write, which says so.
    if migrates { try? write(json) }
    return json
  }

  /// Replaces it at once or not at all.
  func write(_ json: Wire.JSONValue) throws(FileError) {
    try Files.replace(path, with: DocumentFrame.encode(kind: kind.rawValue, payload: Wire.encode(json)))
    if let earlierPath { try Files.remove(earlierPath) }
  }

  /// Removes it, and what a crash left beside it: all that it can, and then throws for what the system kept.
  func remove() throws(FileError) {
    var refused: FileError?
    for path in [path, path + ".new", earlierPath, earlierPath.map { $0 + ".new" }].compactMap({ $0 }) {
      do { try Files.remove(path) } catch { refused = error }
    }
    if let refused { throw refused }
  }

  var damaged: Damaged { Damaged(file: path.lastComponent) }
}
