// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// The download of one asset: the request, and the conditions on the answer.
struct AssetDownload: Sendable {
  /// Unique, never reused.
  let id: Int
  let request: TransportRequest
  let role: AssetRole
  let pathExtension: String
  let archiveLimits: ZipArchive.Limits
  /// The path to which the content is written.
  let staging: String
  let workshop: AssetWorkshop

  enum Answer: Equatable, Sendable {
    /// The content is at `staging`.
    case staged(AssetContent, etag: String?)
    /// The server confirmed that the asset on the disk is still current.
    case unchanged
    case failed(AssetFailure, retryAfter: Duration? = nil)
  }

  /// Sends the request, examines the answer and writes it. Never throws. A cancelled download ends
  /// soon with an answer that nothing uses.
  func run(by transport: any Transport, now: @Sendable () -> Instant) async -> Answer {
    let response: TransportResponse
    do {
      response = try await transport.send(request)
    } catch {
      return .failed(Self.failure(error))
    }
    switch response.status {
    case 304: return .unchanged
    case 200..<300: break
    case 408, 429, 500...:
      return .failed(
        .server(status: response.status),
        retryAfter: RetryAfter.duration(headers: response.headers, now: now()))
    default: return .failed(.notFound(status: response.status))
    }
    // A transport of the app may not enforce the limit.
    if response.body.count > request.maximumAnswerBytes { return .failed(.tooLarge) }
    if response.headers["content-encoding"] == nil,
      let length = response.headers["content-length"].flatMap({ Int($0) }),
      length > response.body.count
    {
      return .failed(.network("cut short"))
    }
    do throws(AssetFailure) {
      let etag = response.headers["etag"].flatMap { (1...256).contains($0.utf8.count) ? $0 : nil }
      return .staged(try await workshop.stage(response, of: self), etag: etag)
    } catch {
      return .failed(error)
    }
  }

  private static func failure(_ error: any Error) -> AssetFailure {
    guard let error = error as? URLError else { return .network("\(type(of: error))") }
    switch error.code {
    case .timedOut: return .network("timed out")
    case .dataLengthExceedsMaximum: return .tooLarge
    case .dataNotAllowed: return .notAllowedOnCellular
    default:
      #if canImport(Darwin)
      if error.networkUnavailableReason == .cellular { return .notAllowedOnCellular }
      #endif
      return .network("URLError \(error.code.rawValue)")
    }
  }
}

/// Examines, unpacks, hashes and writes downloads on its own queue, one asset at a time. Neither
/// the client nor a thread of the shared pool waits for it, and only one archive at a time is
/// unpacked in memory, entry by entry.
actor AssetWorkshop {
  private nonisolated let executor = SerialQueueExecutor(label: "martlet.assets", qos: .utility)
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Returns when all earlier work is done. For `Martlet.settled()`: hashing and writing take real
  /// time, which a manual clock does not see.
  func finished() {}

  func stage(_ response: TransportResponse, of download: AssetDownload) throws(AssetFailure) -> AssetContent {
    // It may have waited here and been cancelled meanwhile.
    guard !Task.isCancelled else { throw .network("cancelled") }
    let body = response.body
    guard !body.isEmpty else { throw .corrupt("empty") }
    let type = AssetType(
      body, contentType: response.headers["content-type"], pathExtension: download.pathExtension)
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
      case let problem as ZipArchive.Problem:
        throw problem.isAboutSize ? .tooLarge : .corrupt(problem.description)
      default: throw .disk("\(error)")
      }
    }
  }

  private func unpack(_ bytes: [UInt8], to folder: String, _ limits: ZipArchive.Limits) throws -> AssetContent
  {
    let archive = try ZipArchive(bytes, limits: limits)
    try Self.makeFolder(folder)
    var made: Set<String> = []
    var files: [(path: String, hash: String)] = []
    var total = 0
    for entry in archive.entries {
      let content = try archive.content(of: entry)
      for parent in entry.path.parents where made.insert(parent).inserted {
        try Self.makeFolder("\(folder)/\(parent)")
      }
      try Self.write(content, to: "\(folder)/\(entry.path.text)")
      files.append((entry.path.text, SHA256.hex(content)))
      total += content.count
    }
    return AssetContent(
      hash: AssetFolder.hash(files: files), type: .archive, bytes: total, page: archive.page)
  }

  /// Only inside an existing folder, so that nothing is recreated after an erase.
  private static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = try Files.openForAppending(path)
    defer { Files.close(descriptor) }
    try Files.write(bytes, to: descriptor, path: path)
  }
}
