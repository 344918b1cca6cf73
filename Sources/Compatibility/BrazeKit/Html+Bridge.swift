// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension Martlet.InAppMessage.Html.Bridge {
  /// For pages that were written before the move: they find the bridge under the names for which they look, hear the event for which they
  /// wait, and may do all that they could do before. A campaign declares the same in the console.
  public static let moved = Self(
    capabilities: Set(Capability.allCases), names: ["brazeBridge", "appboyBridge"], readyEvents: ["ab.BridgeReady"])
}
