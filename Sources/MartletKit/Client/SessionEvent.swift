// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet {
  /// A session began or ended, as `Configuration.sessionTimeout` and changes of the user make them.
  public enum SessionEvent: Hashable, Sendable {
    /// With the id of the session, which its events carry.
    case started(String)
    /// With the id of the session. Told when the next one begins, or when the user changes or the SDK is switched off.
    case ended(String)
  }
}
