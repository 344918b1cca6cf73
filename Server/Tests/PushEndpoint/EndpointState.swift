// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import MartletCore

/// What all connections of an endpoint share: the script, the keys, what was received, and who
/// waits for it.
struct EndpointState: Sendable {
  enum Decision: Sendable {
    case refuse(APNsReason)
    case step(EndpointScript.Step)
  }

  private var script: EndpointScript
  private var tokens: ProviderTokenRules
  private let isRegistered: (@Sendable (String) -> Bool)?
  let rules: RequestRules
  let keepsPushes: Bool
  private(set) var streams: Int
  private var requests = 0
  private(set) var received = 0
  private(set) var accepted: [ReceivedPush] = []
  private(set) var acceptedCount = 0
  private(set) var connections = 0
  private(set) var mostInFlight = 0
  private var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

  init(
    script: EndpointScript, keys: [RegisteredKey], topics: Set<String>?,
    isRegistered: (@Sendable (String) -> Bool)?, streams: Int,
    keepsPushes: Bool
  ) {
    self.script = script
    tokens = ProviderTokenRules(keys)
    rules = RequestRules(topics: topics)
    self.isRegistered = isRegistered
    self.streams = streams
    self.keepsPushes = keepsPushes
  }

  /// The next request: its number and what to do with it.
  mutating func began(_ head: RequestHead, firstKeyID: inout String?, at now: Instant) -> (
    number: Int, decision: Decision
  ) {
    requests += 1
    if let reason = rules.refusal(of: head) { return (requests, .refuse(reason)) }
    if let reason = tokens.refusal(of: head.authorization, firstKeyID: &firstKeyID, at: now) {
      return (requests, .refuse(reason))
    }
    if let isRegistered, !isRegistered(head.deviceToken) {
      return (requests, .step(.refuse(.unregistered, timestamp: now)))
    }
    return (requests, .step(script.step(number: requests, deviceToken: head.deviceToken)))
  }

  mutating func accept(_ push: ReceivedPush) {
    acceptedCount += 1
    if keepsPushes { accepted.append(push) }
  }

  /// A request that was received as far as it will be. Returns who has waited for it.
  mutating func receivedOne() -> [CheckedContinuation<Void, Never>] {
    received += 1
    guard !waiting.isEmpty else { return [] }
    let due = waiting.filter { $0.count <= received }
    waiting.removeAll { $0.count <= received }
    return due.map(\.continuation)
  }

  mutating func wait(for count: Int, _ continuation: CheckedContinuation<Void, Never>) -> Bool {
    guard count > received else { return false }
    waiting.append((count, continuation))
    return true
  }

  mutating func inFlight(_ count: Int) { mostInFlight = max(mostInFlight, count) }
  mutating func connected() { connections += 1 }
  mutating func setStreams(_ count: Int) { streams = count }
  mutating func setScript(_ script: EndpointScript) { self.script = script }
}
