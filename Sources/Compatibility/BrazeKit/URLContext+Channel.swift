// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension Martlet {
  /// Where something came from.
  public enum Channel: String, Hashable, Sendable {
    case notification, inAppMessage, contentCard, banner
  }
}

extension Martlet.URLContext {
  /// Where the URL comes from: always a message in the app, for Martlet opens those of nothing else.
  public var channel: Martlet.Channel { .inAppMessage }
}
