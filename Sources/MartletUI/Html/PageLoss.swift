// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Why a page was taken down while it was on the screen, or before.
public enum PageLoss: String, Hashable, Sendable, Codable, CaseIterable {
  /// It left its address.
  case left
  /// It made more calls than `BridgeAction.Limits.calls`.
  case calls
  /// Its calls had more characters than `BridgeAction.Limits.totalLength`.
  case length
  /// It wrote to the window around it, again and again.
  case messages
  /// Something that the bridge does not say came in its name.
  case invalid
  /// The window around it could hardly be painted any more. A host on a device does not judge that; a browser does.
  case painting

  /// One sentence for the developer of the page.
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
