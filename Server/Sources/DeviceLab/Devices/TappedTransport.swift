// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import MartletWire

/// A device's network that tells of each request what it carried and what came of it.
struct TappedTransport: Transport {
  struct Exchange: Hashable, Sendable {
    enum Result: Hashable, Sendable {
      case offline
      case failed
      /// The campaigns that the answer brought; nil: none, those of before still count.
      case answered(status: Int, campaigns: Int?)
    }

    var path: String
    /// Of the events in the request, in their order.
    var eventKinds: [String]
    var result: Result
    var duration: Duration
  }

  let network: SwitchableTransport
  let environment: Environment
  /// Awaited before the answer is handed to the client.
  let onExchange: @Sendable (Exchange) async -> Void

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let start = environment.monotonicNow()
    var exchange = Exchange(path: request.url.path, eventKinds: Self.eventKinds(in: request), result: .failed, duration: .zero)
    do {
      let response = try await network.send(request)
      exchange.duration = environment.monotonicNow() - start
      exchange.result = .answered(status: response.status, campaigns: Self.campaigns(in: response))
      await onExchange(exchange)
      return response
    } catch {
      exchange.duration = environment.monotonicNow() - start
      if error is SwitchableTransport.Offline { exchange.result = .offline }
      // Cancelled: the app was quit.
      if !Task.isCancelled { await onExchange(exchange) }
      throw error
    }
  }

  private static func eventKinds(in request: TransportRequest) -> [String] {
    guard let json = document(request.body, headers: request.headers), case .array(let events) = json["events"] else { return [] }
    return events.compactMap { $0["kind"]?.string?.replacing("_", with: " ") }
  }

  private static func campaigns(in response: TransportResponse) -> Int? {
    guard let json = document(response.body, headers: response.headers), case .array(let campaigns) = json["definitions"]?["campaigns"]
    else { return nil }
    return campaigns.count
  }

  private static func document(_ body: [UInt8], headers: [String: String]) -> Wire.JSONValue? {
    let isCompressed = headers.contains { $0.key.lowercased() == "content-encoding" && $0.value.lowercased() == "gzip" }
    // An answer may have been decompressed on the way although the field still says otherwise.
    let bytes = isCompressed ? (try? Wire.Gzip.decompress(body, limit: 8 * Wire.Limits.bodyBytes)) ?? body : body
    return try? Wire.decode(Wire.JSONValue.self, from: bytes)
  }
}
