// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests with URLSession: no cookies, no cache, no credentials kept, answers of at most 8 MB.
public struct URLSessionTransport: Transport {
  /// Longer answers are given up: a device must not run out of memory because of a proxy's page.
  public static let maximumAnswerBytes = 8 * 1_048_576

  private let session: URLSession

  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration)
  }

  public func send(_ request: TransportRequest) async throws -> TransportResponse {
    var urlRequest = URLRequest(url: request.url, timeoutInterval: request.timeout)
    urlRequest.httpMethod = request.method
    urlRequest.httpBody = Data(request.body)
    for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: urlRequest)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    guard data.count <= Self.maximumAnswerBytes else { throw URLError(.dataLengthExceedsMaximum) }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
    }
    return TransportResponse(status: response.statusCode, headers: headers, body: [UInt8](data))
  }
}
