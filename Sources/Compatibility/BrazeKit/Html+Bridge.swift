// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension Martlet.InAppMessage.Html.Bridge {
  /// For pages from before the move: they find the bridge under its old names, receive its old event, and can do everything that they could
  /// before. A campaign can declare the same in the console.
  public static let moved = Self(
    capabilities: Set(Capability.allCases), names: ["brazeBridge", "appboyBridge"], readyEvents: ["ab.BridgeReady"])
}
