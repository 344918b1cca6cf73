// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Collects answers piece by piece, so that an answer that is too long can be stopped early, and
/// decides which redirections are followed.
///
/// Each expected task is answered exactly once: by URLSession, or earlier by the caller that ends
/// it.
final class AnswerReceiver: NSObject, URLSessionDataDelegate {
  private struct Pending: Sendable {
    var limit: Int
    var body: [UInt8] = []
    var continuation: CheckedContinuation<TransportResponse, any Error>
  }

  private let pending = Locked<[Int: Pending]>([:])

  func expect(
    _ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<TransportResponse, any Error>
  ) {
    pending.withLock { $0[task.taskIdentifier] = Pending(limit: limit, continuation: continuation) }
  }

  /// Answers immediately and then cancels the task, which ends its connection. Does nothing if the
  /// task has already been answered.
  func end(_ task: URLSessionTask, _ result: Result<TransportResponse, any Error>) {
    guard let answer = take(task) else { return }
    answer.continuation.resume(with: result)
    task.cancel()
  }

  private func take(_ task: URLSessionTask) -> Pending? {
    pending.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  // MARK: - The answer

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let limit = pending.withLock { $0[dataTask.taskIdentifier]?.limit }
    // The announced length is too long, so the body is not received.
    if let limit, response.expectedContentLength > Int64(limit) {
      end(dataTask, .failure(URLError(.dataLengthExceedsMaximum)))
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = pending.withLock { pending -> Bool in
      // Removed while it grows, because a second owner would cause a copy for each piece.
      guard var answer = pending.removeValue(forKey: dataTask.taskIdentifier) else { return false }
      let isTooLong = answer.body.count + data.count > answer.limit
      if isTooLong { answer.body = [] } else { data.withUnsafeBytes { answer.body.append(contentsOf: $0) } }
      pending[dataTask.taskIdentifier] = answer
      return isTooLong
    }
    if isTooLong { end(dataTask, .failure(URLError(.dataLengthExceedsMaximum))) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let answer = take(task) else { return }
    if let error {
      answer.continuation.resume(throwing: error)
    } else if let response = task.response as? HTTPURLResponse {
      answer.continuation.resume(returning: TransportResponse(response, body: answer.body))
    } else {
      answer.continuation.resume(throwing: URLError(.badServerResponse))
    }
  }

  // MARK: - Redirections and challenges

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(task.originalRequest.flatMap { Self.redirection(from: $0, to: request) })
  }

  /// nil if the redirection itself is the answer.
  static func redirection(from original: URLRequest, to request: URLRequest) -> URLRequest? {
    guard original.httpMethod == "GET", let from = original.url, let to = request.url,
      let scheme = to.scheme?.lowercased(),
      scheme == "https" || scheme == "http" && from.scheme?.lowercased() == "http"
    else { return nil }
    guard Origin(from) != Origin(to) else { return request }
    var stripped = request
    for name in (request.allHTTPHeaderFields ?? [:]).keys
    where !["accept", "user-agent"].contains(name.lowercased()) {
      stripped.setValue(nil, forHTTPHeaderField: name)
    }
    return stripped
  }

  private struct Origin: Equatable {
    var scheme: String?
    var host: String?
    var port: Int?

    init(_ url: URL) {
      scheme = url.scheme?.lowercased()
      host = url.host?.lowercased()
      port = url.port ?? (scheme == "https" ? 443 : 80)
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(FoundationNetworking)
    // There are no credentials. A 401 is treated as a normal answer, because URLSession would wait
    // for credentials forever.
    if let response = challenge.failureResponse as? HTTPURLResponse, let answer = take(task) {
      answer.continuation.resume(returning: TransportResponse(response, body: answer.body))
      return completionHandler(.cancelAuthenticationChallenge, nil)
    }
    #endif
    completionHandler(.performDefaultHandling, nil)
  }
}

extension TransportResponse {
  fileprivate init(_ response: HTTPURLResponse, body: [UInt8]) {
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
    }
    self.init(status: response.statusCode, headers: headers, body: body)
  }
}
