// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with URLSession, without cookies, cache or stored credentials.
///
/// A request is cancelled and its connection closed when its time is over, when its response is too
/// long, or when its task is cancelled. `send` then returns immediately. Errors are `URLError`s.
///
/// Redirects of `GET` requests are followed, up to a limit, but never from https to http. On a
/// redirect to another host, port or scheme, only `Accept` and `User-Agent` are sent, so that the
/// key never reaches another server. Redirects of other methods are not followed: they are the
/// response.
public struct URLSessionTransport: Transport {
  private let session = OwnedSession()
  private let environment: Environment

  /// Creates a transport. The environment's `sleep` measures timeouts. Only tests of timeouts need
  /// another: the network uses real time.
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
        // There are two tasks, so there is always a first result.
        guard let response = try await group.next() else { throw URLError(.unknown) }
        return response
      } catch is CancellationError {
        throw URLError(.cancelled)
      }
    }
  }
}

/// A session that ends with its owner. URLSession otherwise keeps itself and its delegate alive
/// until it is invalidated.
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
    // A longer timeout than our own: URLSession's restarts with each byte, and some systems round
    // it to whole seconds.
    let seconds = TimeInterval(request.timeout.components.seconds) + 5
    var urlRequest = URLRequest(url: request.url, timeoutInterval: seconds)
    urlRequest.httpMethod = request.method
    if !request.body.isEmpty { urlRequest.httpBody = Data(request.body) }
    urlRequest.allowsCellularAccess = request.allowsCellular
    for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    return urlRequest
  }
}
