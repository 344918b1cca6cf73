// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Whose turn it is on one connection: the next request begins when the answer before it has been
/// written to the socket.
struct RequestTurn: Hashable, Sendable {
  /// A header has come, and the body after it is not complete.
  private(set) var isReceiving = false
  /// A header has come, and the answer to it is not written.
  private(set) var isAnswering = false

  /// Whether the header of another request may come.
  var isFree: Bool { !isReceiving && !isAnswering }

  /// Whether more bytes of the client are of use now: those of the request that has begun, or of
  /// the next one.
  var takesBytes: Bool { isReceiving || !isAnswering }

  mutating func requestBegan() { (isReceiving, isAnswering) = (true, true) }
  mutating func requestEnded() { isReceiving = false }
  mutating func answerWritten() { isAnswering = false }
}
