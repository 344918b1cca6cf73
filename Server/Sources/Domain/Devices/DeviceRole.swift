// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a device is there for. What test devices do is stored like everything else, and counted apart from what people do.
public enum DeviceRole: Hashable, Sendable {
  /// Somebody's own.
  case own
  /// Somebody's, marked as one for testing.
  case test
  /// One of the Device Lab, known by the lab's own key, which nobody outside the server's process has.
  case lab

  /// Reports leave it out, and it reports every decision.
  public var isTest: Bool { self != .own }
}
