// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore

/// What APNs answered to one push.
public struct APNsAnswer: Hashable, Sendable {
  /// The HTTP status.
  public let status: Int
  /// nil if the push was accepted, or if Apple does not document the reason.
  public let reason: APNsReason?
  /// When APNs found that the token was no longer valid. Only comes with status 410.
  public let timestamp: Instant?
  /// How long APNs asks to wait.
  public let retryAfter: Duration?

  /// The longest body that is read. Apple's are less than 100 bytes.
  static let maximumBytes = 4_096

  private struct Body: Decodable {
    var reason: String?
    var timestamp: Double?
  }

  /// Reads an answer.
  ///
  /// - Parameters:
  ///   - retryAfter: The header field `retry-after`. Only seconds are read.
  ///   - body: JSON. What cannot be read is ignored, because the status alone says what to do.
  public init(status: Int, retryAfter: String? = nil, body: [UInt8] = []) {
    self.status = status
    self.retryAfter = retryAfter.flatMap { UInt32($0) }.map { .seconds(Int64($0)) }
    let content = status == 200 || body.isEmpty ? nil : try? JSONDecoder().decode(Body.self, from: Data(body))
    reason = content?.reason.flatMap { APNsReason(text: $0) }
    timestamp = content?.timestamp.flatMap { Int64(exactly: $0.rounded(.down)) }.map {
      Instant(milliseconds: $0)
    }
  }

  /// An answer with a documented reason.
  public init(_ reason: APNsReason, timestamp: Instant? = nil, retryAfter: Duration? = nil) {
    (status, self.reason, self.timestamp, self.retryAfter) = (reason.status, reason, timestamp, retryAfter)
  }

  /// What to do now. nil if APNs accepted the push. An undocumented reason means what its status
  /// means.
  public var meaning: APNsReason.Meaning? {
    if status == 200 { return nil }
    if let reason { return reason.meaning }
    return switch status {
    case 403: .stop
    case 410: .invalidToken
    case 429: .later(.ofDevice)
    case 500...: .later(.ofService)
    default: .mistake
    }
  }

  /// What happened and what to do.
  public var words: String {
    status == 200
      ? "APNs accepted the push."
      : reason?.words ?? "APNs answered with status \(status) and no known reason."
  }
}
