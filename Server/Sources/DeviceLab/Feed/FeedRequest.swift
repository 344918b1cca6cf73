// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// A request of the device to the server, as it really went over the wire.
struct FeedRequest: Hashable, Sendable {
  var title: String
  var detail: String?
  var tone: FeedEntry.Tone
  var milliseconds: Int64

  init(_ exchange: TappedTransport.Exchange) {
    milliseconds = exchange.duration.wholeMilliseconds
    let isSync = exchange.path.hasSuffix("/sync")
    title = isSync ? "Sync" : "Events"
    switch exchange.result {
    case .offline:
      tone = .warn
      detail = "Offline: not sent" + (exchange.eventKinds.isEmpty ? "" : "; \(Self.counted(exchange.eventKinds)) wait on the device")
    case .failed:
      tone = .bad
      detail = "No answer"
    case .answered(let status, let campaigns):
      tone = (200..<300).contains(status) ? .good : .bad
      var parts: [String] = []
      if !(200..<300).contains(status) { parts.append("The server answered \(status)") }
      if let campaigns { parts.append(campaigns == 1 ? "1 campaign received" : "\(campaigns) campaigns received") }
      if isSync, campaigns == nil, tone == .good { parts.append("Campaigns unchanged") }
      if !exchange.eventKinds.isEmpty { parts.append("\(Self.counted(exchange.eventKinds)) sent") }
      detail = parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
  }

  /// `impression, click, 2 custom events`
  private static func counted(_ kinds: [String]) -> String {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for kind in kinds {
      if counts[kind] == nil { order.append(kind) }
      counts[kind, default: 0] += 1
    }
    return order.map { kind in
      let count = counts[kind, default: 1]
      return count == 1 ? kind : "\(count) × \(kind)"
    }.joined(separator: ", ")
  }
}
