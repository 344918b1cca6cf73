// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// Hashes, measures and moves contents on the disk.
enum AssetFolder {
  /// The hash of a folder, computed from the paths and hashes of its files.
  static func hash(files: [(path: String, hash: String)]) -> String {
    SHA256.hex(files.inOrder { $0.path < $1.path }.map { "\($0.hash) \($0.path)\n" }.joined().utf8)
  }

  /// The size of a file, or of everything in a folder. nil if there is none, or if it contains
  /// something unexpected, such as a link.
  static func size(of path: String) -> Int? {
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    switch attributes[.type] as? FileAttributeType {
    case .typeRegular: return (attributes[.size] as? NSNumber)?.intValue
    case .typeDirectory:
      guard let names = try? Files.list(path) else { return nil }
      var total = 0
      for name in names {
        guard let size = size(of: "\(path)/\(name)") else { return nil }
        total += size
      }
      return total
    default: return nil
    }
  }

  /// The hash of the current bytes. nil if they cannot be read, or are longer than expected.
  static func hash(of content: AssetContent, at path: String) -> String? {
    guard content.type == .archive else {
      return (try? Files.read(path, limit: content.bytes + 1)).flatMap { $0 }.map { SHA256.hex($0) }
    }
    var files: [(path: String, hash: String)] = []
    guard gather(path, below: "", limit: content.bytes + 1, into: &files) else { return nil }
    return hash(files: files)
  }

  private static func gather(
    _ root: String, below folder: String, limit: Int, into files: inout [(path: String, hash: String)]
  ) -> Bool {
    guard let names = try? Files.list(folder.isEmpty ? root : "\(root)/\(folder)") else { return false }
    for name in names {
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
      if attributes?[.type] as? FileAttributeType == .typeDirectory {
        guard gather(root, below: path, limit: limit, into: &files) else { return false }
      } else {
        guard let bytes = (try? Files.read("\(root)/\(path)", limit: limit)).flatMap({ $0 }) else {
          return false
        }
        files.append((path, SHA256.hex(bytes)))
      }
    }
    return true
  }

  /// Removes a file, or a folder with its contents. Does nothing if it is already gone.
  static func remove(_ path: String) throws(FileError) {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return }
      throw refusal("remove", path, error)
    }
  }

  /// Moves atomically within the same disk.
  static func move(_ source: String, to target: String) throws(FileError) {
    do {
      try FileManager.default.moveItem(atPath: source, toPath: target)
    } catch {
      throw refusal("move", target, error)
    }
  }

  private static func refusal(_ operation: String, _ path: String, _ error: any Error) -> FileError {
    FileError(
      operation: operation, path: path, code: Int32(truncatingIfNeeded: (error as NSError).code),
      reason: "refused")
  }
}
