// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet.Configuration {
  /// When the system lets the client read and write its files, on iPhone, iPad, Apple TV and Apple
  /// Vision. The names are those of Apple's `FileProtectionType`. Other systems ignore this.
  ///
  /// The client sets it for its folder and everything in it. While its files cannot be read at a
  /// launch, what the app logs waits in memory, and nothing is sent or shown.
  public enum FileProtection: String, Hashable, Sendable, CaseIterable {
    /// From the first unlock after a restart until the next restart. Silent notifications and
    /// background launches work while the device is locked.
    case completeUntilFirstUserAuthentication
    /// As `complete`, but a client that is already running continues to write while the device is
    /// locked. One that is launched then waits.
    case completeUnlessOpen
    /// Only while the device is unlocked. While it is locked, events are only in memory: they are
    /// lost if the process ends before they were sent.
    case complete
  }
}
