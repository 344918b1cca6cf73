// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet.Configuration {
  /// A fact about the device that an app can choose not to send (`deviceFacts`).
  public enum DeviceFact: String, Hashable, Sendable, CaseIterable {
    /// The version of the system, such as `18.1.0`.
    case osVersion
    /// The person's language and region, such as `de_DE`.
    case locale
    /// The time zone, such as `Europe/Berlin`.
    case timeZone
  }
}
