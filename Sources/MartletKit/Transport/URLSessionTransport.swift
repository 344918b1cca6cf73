// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with URLSession: no cookies, no cache, no stored credentials, and answers of at most 8 MB.
///
/// A request is given up after its time-out without a byte, after a minute in all, when its answer is too long, and when its task is
/// cancelled.
public struct URLSessionTransport: Transport {
  /// A longer answer is given up while it arrives: a device must not run out of memory because of what stands between it and the server.
  public static let maximumAnswerBytes = 8 * 1_048_576

  private let session: OwnedSession

  public init() {
    session = OwnedSession()
  }

  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    var urlRequest = URLRequest(url: request.url, timeoutInterval: request.timeout)
    urlRequest.httpMethod = request.method
    urlRequest.httpBody = Data(request.body)
    for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    let task = session.session.dataTask(with: urlRequest)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        session.receiver.expect(task, limit: Self.maximumAnswerBytes, continuation)
        if Task.isCancelled { task.cancel() }
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
  }
}

/// A session that ends with its owner; URLSession keeps itself and its delegate alive until it is told.
private final class OwnedSession: Sendable {
  let receiver = AnswerReceiver()
  let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForResource = 60
    session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
  }

  deinit {
    session.invalidateAndCancel()
  }
}

/// Gathers answers piece by piece, so that a long one can be stopped on its way.
private final class AnswerReceiver: NSObject, URLSessionDataDelegate {
  private struct Pending: Sendable {
    var limit: Int
    var body: [UInt8] = []
    var isTooLong = false
    var continuation: CheckedContinuation<TransportResponse, any Error>
  }

  private let pending = Locked<[Int: Pending]>([:])

  func expect(_ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<TransportResponse, any Error>) {
    pending.withLock { $0[task.taskIdentifier] = Pending(limit: limit, continuation: continuation) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = pending.withLock { pending -> Bool in
      guard var answer = pending.removeValue(forKey: dataTask.taskIdentifier) else { return false }
      defer { pending[dataTask.taskIdentifier] = answer }
      if answer.body.count + data.count > answer.limit {
        answer.isTooLong = true
        answer.body = []
      } else if !answer.isTooLong {
        answer.body.append(contentsOf: data)
      }
      return answer.isTooLong
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let answer = pending.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    if answer.isTooLong {
      answer.continuation.resume(throwing: URLError(.dataLengthExceedsMaximum))
    } else if let error {
      answer.continuation.resume(throwing: error)
    } else if let response = task.response as? HTTPURLResponse {
      var headers: [String: String] = [:]
      for (name, value) in response.allHeaderFields {
        if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
      }
      answer.continuation.resume(returning: TransportResponse(status: response.statusCode, headers: headers, body: answer.body))
    } else {
      answer.continuation.resume(throwing: URLError(.badServerResponse))
    }
  }
}
