// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Whether a refusal of what a request said of this device concerns the device as it is now.
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

  private var wasReplaced = false
  private(set) var isRefused = false

  /// - Parameters:
  ///   - proof: what the refused request carried.
  ///   - current: what a request would carry now.
  mutating func refused(_ proof: Proof, current: Proof) -> Advice {
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
    isRefused = false
  }
}
