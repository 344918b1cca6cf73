// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why a page was removed, before or while it was visible.
public enum PageLoss: String, Hashable, Sendable, Codable, CaseIterable {
  /// It navigated to another address.
  case left
  /// It made more calls than `BridgeAction.Limits.calls`.
  case calls
  /// Its calls had more characters than `BridgeAction.Limits.totalLength`.
  case length
  /// It kept posting messages to the surrounding window.
  case messages
  /// It sent a message that the bridge never sends.
  case invalid
  /// It took too long to paint, so that the window froze. Only browsers detect this.
  case painting

  /// A sentence for the developer of the page.
  public var words: String {
    switch self {
    case .left: "The page navigated to another address and was removed."
    case .calls: "The page made more than \(BridgeAction.Limits.calls) calls and was removed."
    case .length: "The page’s calls had more than \(BridgeAction.Limits.totalLength) characters in total, and it was removed."
    case .messages: "The page kept posting messages to the window instead of calling the bridge and was removed."
    case .invalid: "The page sent a message that the bridge never sends and was removed."
    case .painting: "The page took so long to paint that the window froze, and it was removed."
    }
  }
}
