// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// A file that is always written as a whole: JSON in a `DocumentFrame`. A file whose bytes have
/// changed is not read.
struct StoredFile {
  enum Kind: UInt8 {
    case state = 1
    case definitions = 2
    case assetIndex = 3
  }

  /// The bytes differ from those that were written.
  struct Damaged: Error, Equatable, CustomStringConvertible {
    var file: String

    var description: String { "\(file) is damaged" }
  }

  private static let maximumBytes = 32 * 1_048_576

  let kind: Kind
  let path: String
  /// The path in earlier versions, as JSON without a frame. It is read once.
  var earlierPath: String?

  /// Returns nil if there is no file. Throws `Damaged`, or a `FileError` if the file cannot be
  /// read. `migrates`: replaces an old format.
  func read(migrates: Bool = true) throws -> Wire.JSONValue? {
    if let bytes = try Files.read(path, limit: Self.maximumBytes) {
      guard let payload = DocumentFrame.decode(kind: kind.rawValue, bytes),
        let json = try? Wire.decode(Wire.JSONValue.self, from: payload)
      else { throw damaged }
      return json
    }
    guard let earlierPath, let bytes = try Files.read(earlierPath, limit: Self.maximumBytes) else {
      return nil
    }
    guard let json = try? Wire.decode(Wire.JSONValue.self, from: bytes) else { throw damaged }
    // If the disk refuses this write, the next one reports it.
    if migrates { try? write(json) }
    return json
  }

  /// Replaces the file atomically.
  func write(_ json: Wire.JSONValue) throws(FileError) {
    try Files.replace(path, with: DocumentFrame.encode(kind: kind.rawValue, payload: Wire.encode(json)))
    if let earlierPath { try Files.remove(earlierPath) }
  }

  /// Removes the file and leftovers of a crash. Removes as much as possible, and then throws if the
  /// system refused anything.
  func remove() throws(FileError) {
    var refused: FileError?
    for path in [path, path + ".new", earlierPath, earlierPath.map { $0 + ".new" }].compactMap({ $0 }) {
      do { try Files.remove(path) } catch { refused = error }
    }
    if let refused { throw refused }
  }

  var damaged: Damaged { Damaged(file: path.lastComponent) }
}
