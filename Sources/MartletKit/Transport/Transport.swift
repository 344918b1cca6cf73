// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Sends one request and returns its answer. The default uses URLSession; tests and the Device Lab bring others.
public protocol Transport: Sendable {
  /// Throws when no answer came (network, time-out, cancellation); any HTTP status is an answer.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// One HTTP request: everything that is sent.
public struct TransportRequest: Hashable, Sendable {
  /// The SDK only sends `POST`.
  public var method: String
  /// Where to.
  public var url: URL
  /// As they are to be sent; `Content-Encoding` says whether the body is compressed.
  public var headers: [String: String]
  /// As it is to be sent.
  public var body: [UInt8]
  /// Seconds without a byte after which the request is given up. Default 30.
  public var timeout: TimeInterval

  public init(method: String, url: URL, headers: [String: String], body: [UInt8], timeout: TimeInterval = 30) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
  }
}

/// One HTTP answer, whatever its status.
public struct TransportResponse: Hashable, Sendable {
  /// The HTTP status, 100…599.
  public var status: Int
  /// Names in lower case.
  public var headers: [String: String]
  /// The whole body, decompressed.
  public var body: [UInt8]

  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
