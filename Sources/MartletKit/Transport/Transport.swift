// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Sends a request and returns the response. The default uses URLSession. Tests and the Device Lab
/// have their own.
public protocol Transport: Sendable {
  /// Throws if there is no response (network error, timeout, cancellation, or a response that is
  /// too long). Any HTTP status is a response.
  func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// An HTTP request with its limits.
public struct TransportRequest: Hashable, Sendable {
  /// `POST` for the server, `GET` for assets.
  public var method: String
  /// The URL of the request.
  public var url: URL
  /// The headers to send. `Content-Encoding` says whether the body is compressed.
  public var headers: [String: String]
  /// The body to send, or empty for none.
  public var body: [UInt8]
  /// The time after which the request is cancelled with `URLError.timedOut`, even if a part of the
  /// response has arrived. Default 60 s.
  public var timeout: Duration
  /// The maximum size of the response in bytes, after decompression. A longer response is cancelled
  /// while it arrives, and `URLError.dataLengthExceedsMaximum` is thrown, so that the device does
  /// not run out of memory. Default 8 MB.
  public var maximumAnswerBytes: Int
  /// If false, the request fails if only a cellular network is available. Systems that cannot
  /// distinguish networks ignore this.
  public var allowsCellular: Bool

  public init(
    method: String, url: URL, headers: [String: String] = [:], body: [UInt8] = [],
    timeout: Duration = .seconds(60),
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

/// An HTTP response with any status.
public struct TransportResponse: Hashable, Sendable {
  /// The HTTP status, from 100 to 599.
  public var status: Int
  /// The headers. Names are in lower case.
  public var headers: [String: String]
  /// The whole body, decompressed.
  public var body: [UInt8]

  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Reports whether a network is available, so that waiting events are sent as soon as it is back.
///
/// By default, the client uses the system's monitor, if there is one. An app can set its own with
/// `Configuration.networkPathMonitor`. The report is only a hint: when a request is due, the client
/// always tries.
public protocol NetworkPathMonitor: Sendable {
  /// Calls back on any thread, for each change and with the current state if it is known.
  ///
  /// - Returns: a closure that stops the calls.
  func observe(_ changed: @escaping @Sendable (_ isReachable: Bool) -> Void) -> @Sendable () -> Void
}
