// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What each request on its way says of who this device is, and whether a refusal of it concerns the device as it is now.
///
/// A refused device is replaced when nothing is on its way any more: what another request has stored meanwhile is known by then, and is not
/// sent again as somebody else's. It is replaced once a session: a server that refuses new devices too must not be asked in circles.
struct DeviceProofs: Hashable, Sendable {
  struct Proof: Hashable, Sendable {
    var deviceID: String?
    var credential: String?
  }

  enum Advice: Hashable, Sendable {
    /// It was refused for a proof that has been replaced meanwhile: send it again.
    case sendAgain
    /// `isRefused` holds from now on.
    case replaceDevice
    /// A device that is new in this session was refused: wait for the next one.
    case stop
  }

  private var underWay: [Int: Proof] = [:]
  private var wasReplaced = false
  private(set) var isRefused = false

  mutating func begin(_ request: Int, with proof: Proof) {
    underWay[request] = proof
  }

  /// nil: it was cancelled before.
  @discardableResult
  mutating func end(_ request: Int) -> Proof? {
    underWay.removeValue(forKey: request)
  }

  /// - Parameters:
  ///   - proof: what the refused request carried.
  ///   - current: what a request would carry now.
  mutating func refused(_ proof: Proof?, current: Proof) -> Advice {
    if isRefused { return .replaceDevice }
    guard proof == current else { return .sendAgain }
    guard !wasReplaced else { return .stop }
    isRefused = true
    return .replaceDevice
  }

  mutating func replaced() {
    isRefused = false
    wasReplaced = true
  }

  mutating func sessionStarted() {
    wasReplaced = false
  }

  /// Everything under way was cancelled.
  mutating func clear() {
    underWay = [:]
    isRefused = false
  }
}
