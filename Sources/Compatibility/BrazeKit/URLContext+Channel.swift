// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletKit

extension Martlet {
  /// The source of a URL.
  public enum Channel: String, Hashable, Sendable {
    case notification, inAppMessage, contentCard, banner
  }
}

extension Martlet.URLContext {
  /// The source of the URL: always an in-app message, because Martlet opens no other URLs.
  public var channel: Martlet.Channel { .inAppMessage }
}
