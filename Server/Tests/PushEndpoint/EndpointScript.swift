// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import APNs
public import MartletCore

/// How an endpoint treats each push that passes Apple's checks. A value, so that the same requests
/// always have the same answers.
public struct EndpointScript: Sendable {
  public enum Step: Hashable, Sendable {
    case accept
    case refuse(APNsReason, timestamp: Instant? = nil, retryAfter: Int? = nil)
    /// An answer that Apple does not document.
    case answer(status: Int, body: String)
    /// Refuses before the payload has come.
    case refuseEarly(APNsReason)
    /// Accepts after this time.
    case delay(Duration)
    /// Accepts when `APNsEndpoint.release()` is called.
    case hold
    /// Reads the push and never answers.
    case ignore
    /// Resets the stream, and says that it has not processed the push, or does not say.
    case reset(isUnprocessed: Bool)
    /// Announces the end of the connection once all earlier pushes of it are answered. Accepts this
    /// push before, or does not process it. Later pushes of the connection are not processed.
    case goAway(isProcessed: Bool)
    /// Accepts it and closes the connection without an answer.
    case loseAnswer
    /// Closes the connection and does not accept it.
    case close
  }

  /// By the number of the request, from 1, over all connections.
  public var byNumber: [Int: Step]
  /// By device token: for its first request, its second, and so on. After the last one, `otherwise`
  /// applies.
  public var byToken: [String: [Step]]
  public var otherwise: Step

  public init(otherwise: Step = .accept, byNumber: [Int: Step] = [:], byToken: [String: [Step]] = [:]) {
    (self.otherwise, self.byNumber, self.byToken) = (otherwise, byNumber, byToken)
  }

  /// The step of a request. Each step of a device token serves once.
  mutating func step(number: Int, deviceToken: String) -> Step {
    if let step = byNumber[number] { return step }
    guard let steps = byToken[deviceToken], let first = steps.first else { return otherwise }
    byToken[deviceToken] = Array(steps.dropFirst())
    return first
  }
}
