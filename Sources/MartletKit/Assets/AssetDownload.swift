// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// One asset on its way: the request, and what has to be true of the answer.
struct AssetDownload: Sendable {
  /// Never used twice.
  let id: Int
  let request: TransportRequest
  let role: AssetRole
  let pathExtension: String
  /// Of an archive, unpacked.
  let archiveLimits: ZipArchive.Limits
  /// Where the content is written.
  let staging: String
  let workshop: AssetWorkshop

  /// What came of it.
  enum Answer: Equatable, Sendable {
    /// The content lies at `staging`.
    case staged(AssetContent, etag: String?)
    /// The server says that what is held is still right.
    case unchanged
    case failed(AssetFailure, retryAfter: Duration? = nil)
  }

  /// Asks, examines the answer and writes it down. Never throws; a cancelled one ends soon, with an answer that nobody needs.
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
        .server(status: response.status), retryAfter: RetryAfter.duration(headers: response.headers, now: now()))
    default: return .failed(.notFound(status: response.status))
    }
    // A transport of the app's own may not know the limit.
    if response.body.count > request.maximumAnswerBytes { return .failed(.tooLarge) }
    if response.headers["content-encoding"] == nil, let length = response.headers["content-length"].flatMap({ Int($0) }),
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
