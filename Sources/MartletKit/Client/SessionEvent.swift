// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Martlet {
  /// The start or end of a session (see `Configuration.sessionTimeout`; a change of user also ends a session).
  public enum SessionEvent: Hashable, Sendable {
    /// A session started. The value is its id, which its events have too.
    case started(String)
    /// A session ended. The value is its id. This is reported when the next session starts, when the user changes, or when the SDK is
    /// turned off.
    case ended(String)
  }
}
