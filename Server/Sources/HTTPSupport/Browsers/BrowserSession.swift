// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// A signed-in browser, as handlers see it.
public struct BrowserSession: Hashable, Sendable {
  public var id: String
  public var expiresAt: Instant
  /// Every form of this browser carries it in the hidden field `csrf`, every script in the header `X-CSRF-Token`.
  public var formToken: String
}
