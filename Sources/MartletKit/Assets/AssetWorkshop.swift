// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Examines, unpacks, hashes and writes what came, one asset at a time and on a queue of its own: neither the client nor a thread of the shared
/// pool waits for it, and only one archive is unpacked in memory at a time, one entry after the other.
actor AssetWorkshop {
  private nonisolated let executor = SerialQueueExecutor(label: "martlet.assets")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns when everything that came before is done. For `Martlet.settled()`: hashing and writing take real time, which no manual clock knows of.
  func finished() {}

  func stage(_ response: TransportResponse, of download: AssetDownload) throws(AssetFailure) -> AssetContent {
    // It may have waited here for its turn.
    guard !Task.isCancelled else { throw .network("cancelled") }
    let body = response.body
    guard !body.isEmpty else { throw .corrupt("empty") }
    let type = AssetType(body, contentType: response.headers["content-type"], pathExtension: download.pathExtension)
    guard type.fits(download.role) else { throw .wrongType }
    if let size = PictureSize(body, type: type), size.isTooLarge { throw .tooLarge }
    do {
      if type == .archive { return try unpack(body, to: download.staging, download.archiveLimits) }
      try Self.write(body, to: download.staging)
      return AssetContent(hash: SHA256.hex(body), type: type, bytes: body.count)
    } catch {
      try? AssetFolder.remove(download.staging)
      switch error {
      case let error as AssetFailure: throw error
      case let problem as ZipArchive.Problem: throw problem.isAboutSize ? .tooLarge : .corrupt(problem.description)
      default: throw .disk("\(error)")
      }
    }
  }

  private func unpack(_ bytes: [UInt8], to folder: String, _ limits: ZipArchive.Limits) throws -> AssetContent {
    let archive = try ZipArchive(bytes, limits: limits)
    try Self.makeFolder(folder)
    var made: Set<String> = []
    var files: [(path: String, hash: String)] = []
    var total = 0
    for entry in archive.entries {
      let content = try archive.content(of: entry)
      for parent in entry.path.parents where made.insert(parent).inserted { try Self.makeFolder("\(folder)/\(parent)") }
      try Self.write(content, to: "\(folder)/\(entry.path.text)")
      files.append((entry.path.text, SHA256.hex(content)))
      total += content.count
    }
    return AssetContent(hash: AssetFolder.hash(files: files), type: .archive, bytes: total, page: archive.page)
  }

  /// Only inside a folder that exists: what was erased meanwhile must not come back.
  private static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = try Files.openForAppending(path)
    defer { Files.close(descriptor) }
    try Files.write(bytes, to: descriptor, path: path)
  }
}
