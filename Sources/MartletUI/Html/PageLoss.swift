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
    case .left: "It went to another address, and was taken down."
    case .calls: "It made more than \(BridgeAction.Limits.calls) calls, and was taken down."
    case .length: "Its calls had more than \(BridgeAction.Limits.totalLength) characters together, and it was taken down."
    case .messages: "It kept writing to the window around it instead of calling the bridge, and was taken down."
    case .invalid: "It said something that the bridge does not say, and was taken down."
    case .painting: "It asked for so much painting that the window stood still, and was taken down."
    }
  }
}
