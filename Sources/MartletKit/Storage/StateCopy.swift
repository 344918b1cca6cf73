// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire

/// A copy of the state's essentials in the app's user defaults, for a system that may remove the
/// folder: a person who turned the SDK off must not find it on, and the device must not become
/// another one.
struct StateCopy {
  let key: String
  /// nil: the defaults of the app.
  var suite: String?

  private var defaults: UserDefaults? { suite.map { UserDefaults(suiteName: $0) } ?? .standard }

  /// Only the essentials. Throws if the copy cannot be understood, because consent must not be
  /// assumed.
  func read() throws -> StoredState? {
    guard let bytes = defaults?.data(forKey: key) else { return nil }
    return try StoredState(json: Wire.decode(Wire.JSONValue.self, from: Array(bytes))).essentials
  }

  func write(_ state: StoredState) { defaults?.set(Data(Wire.encode(state.essentials.json)), forKey: key) }

  /// Saves the switch while the state itself cannot be read.
  func save(isOff: Bool) {
    // Without a copy, the SDK is on. One that says so would look like a state that was read.
    guard var state = (try? read()) ?? (isOff ? StoredState() : nil) else { return }
    state.enabled = !isOff
    write(state)
  }
}
