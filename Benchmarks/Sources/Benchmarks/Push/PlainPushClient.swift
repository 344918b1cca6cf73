// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import AsyncHTTPClient
import NIOCore
import NIOSSL

/// What one would write without a sender: a request of AsyncHTTPClient for each push, with the same
/// header fields and payload.
struct PlainPushClient {
  private let client: HTTPClient
  private let url: String
  private let authorization: String

  init(host: APNsHost, token: String) throws {
    guard case .certificates(let list) = host.trust else {
      throw PushSink.Failure(reason: "the sink has no certificate")
    }
    var configuration = HTTPClient.Configuration()
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates(
      try list.map { try NIOSSLCertificate(bytes: $0, format: .der) })
    configuration.tlsConfiguration = tls
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    url = "https://\(host.name):\(host.port)/3/device/"
    authorization = "bearer \(token)"
  }

  /// Returns whether it was accepted.
  func send(_ push: Push) async throws -> Bool {
    var request = HTTPClientRequest(url: url + push.deviceToken)
    request.method = .POST
    request.headers.add(name: "authorization", value: authorization)
    request.headers.add(name: "apns-topic", value: push.topic)
    request.headers.add(name: "apns-push-type", value: push.kind.rawValue)
    request.headers.add(name: "apns-priority", value: String(push.priority.rawValue))
    request.headers.add(name: "apns-id", value: push.id.text)
    request.headers.add(name: "apns-collapse-id", value: push.collapseID)
    request.body = .bytes(ByteBuffer(bytes: push.payload))
    let response = try await client.execute(request, timeout: .seconds(30))
    // Otherwise the stream stays open.
    _ = try await response.body.collect(upTo: 4_096)
    return response.status == .ok
  }

  func shutDown() async throws { try await client.shutdown() }
}
