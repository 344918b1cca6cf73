// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The purpose of a device. What test devices do is stored like everything else but counted separately from what people do.
public enum DeviceRole: Hashable, Sendable {
  /// A person's own device.
  case own
  /// A person's device that is marked for testing.
  case test
  /// A device of the Device Lab, identified by the lab's own key, which nobody outside the server's process has.
  case lab

  /// Reports leave out a test device, and a test device reports every decision.
  public var isTest: Bool { self != .own }
}
