// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with URLSession: no cookies, no cache, no stored credentials.
///
/// A request is given up, and its connection ended, when its time is over, when its answer is too long, and when its task is cancelled;
/// `send` then returns at once, whatever URLSession does meanwhile. Errors are of type `URLError`.
///
/// A redirection of a `GET` is followed, a limited number of times, and never from https to http. To another host, port or scheme it takes only
/// `Accept` and `User-Agent` along: no key leaves the place that it was meant for. Other methods are not redirected; the redirection is
/// their answer.
public struct URLSessionTransport: Transport {
  private let session = OwnedSession()
  private let environment: Environment

  /// - Parameter environment: its `sleep` measures the time that a request may take. The network has no other clock than the real one, so
  ///   only a test of time-outs passes something else.
  public init(environment: Environment = .live) {
    self.environment = environment
  }

  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    try await withThrowingTaskGroup(of: TransportResponse.self) { group in
      group.addTask { [session] in try await session.answer(to: request) }
      group.addTask { [environment] in
        try await environment.sleep(request.timeout)
        throw URLError(.timedOut)
      }
      defer { group.cancelAll() }
      do {
        // There are two tasks, so there is a first result.
        guard let response = try await group.next() else { throw URLError(.unknown) }
        return response
      } catch is CancellationError {
        throw URLError(.cancelled)
      }
    }
  }
}

/// A session that ends with its owner; URLSession keeps itself and its delegate alive until it is told.
private final class OwnedSession: Sendable {
  private let receiver = AnswerReceiver()
  private let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  deinit {
    session.invalidateAndCancel()
  }

  func answer(to request: TransportRequest) async throws -> TransportResponse {
    let task = session.dataTask(with: Self.urlRequest(request))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        receiver.expect(task, limit: request.maximumAnswerBytes, continuation)
        if Task.isCancelled {
          receiver.end(task, .failure(URLError(.cancelled)))
        } else {
          task.resume()
        }
      }
    } onCancel: {
      receiver.end(task, .failure(URLError(.cancelled)))
    }
  }

  private static func urlRequest(_ request: TransportRequest) -> URLRequest {
    // URLSession's own time-out starts anew with each byte, and knows whole seconds only on some systems: it comes after ours.
    let seconds = TimeInterval(request.timeout.components.seconds) + 5
    var urlRequest = URLRequest(url: request.url, timeoutInterval: seconds)
    urlRequest.httpMethod = request.method
    if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
    urlRequest.allowsCellularAccess = request.allowsCellular
    for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    return urlRequest
  }
}
