// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Sends one request and returns its answer. The default uses URLSession; tests and the Device Lab bring others.
public protocol Transport: Sendable {
  /// Throws when no answer came (network, time-out, cancellation, one that is too long); any HTTP status is an answer.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// One HTTP request: everything that is sent, and what it may cost.
public struct TransportRequest: Hashable, Sendable {
  /// `POST` to the server; `GET` for what a message shows.
  public var method: String
  /// Where to.
  public var url: URL
  /// As they are to be sent; `Content-Encoding` says whether the body is compressed.
  public var headers: [String: String]
  /// As it is to be sent; an empty one is none.
  public var body: [UInt8]
  /// After this time the request is given up, whatever has arrived by then, and `URLError.timedOut` is thrown. Default 60 s.
  public var timeout: Duration
  /// A longer answer (counted after decompression) is given up while it arrives, and `URLError.dataLengthExceedsMaximum` is thrown: a device
  /// must not run out of memory because of what stands between it and the server. Default 8 MB.
  public var maximumAnswerBytes: Int
  /// False: not over a mobile network; the request fails where there is no other. Systems that do not tell networks apart ignore it.
  public var allowsCellular: Bool

  public init(
    method: String, url: URL, headers: [String: String] = [:], body: [UInt8] = [], timeout: Duration = .seconds(60),
    maximumAnswerBytes: Int = 8 * 1_048_576, allowsCellular: Bool = true
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maximumAnswerBytes = maximumAnswerBytes
    self.allowsCellular = allowsCellular
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
