// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK

/// What has come of an answer.
struct AnswerParts {
  private var status: Int?
  private var retryAfter: String?
  private var body: [UInt8] = []
  /// Whether nothing more will come.
  var isWhole = false

  mutating func read(_ headers: HPACKHeaders) {
    // Trailers have no status, and answers from 100 to 199 are followed by another one.
    guard let text = headers.first(name: ":status"), let status = Int(text), status >= 200 else { return }
    self.status = status
    if status != 200 { retryAfter = headers.first(name: "retry-after") }
  }

  mutating func read(_ bytes: ByteBufferView) {
    body += bytes.prefix(max(APNsAnswer.maximumBytes - body.count, 0))
  }

  /// nil if the peer ended the stream without a status.
  var answer: APNsAnswer? {
    guard isWhole, let status else { return nil }
    return APNsAnswer(status: status, retryAfter: retryAfter, body: body)
  }
}
