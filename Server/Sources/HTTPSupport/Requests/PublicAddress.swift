// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// Where the server is reached: as configured, or else the address on which it listens, known once it listens.
public final class PublicAddress: Sendable {
  private let box: NIOLockedValueBox<(reached: PublicURL, local: PublicURL)>
  private let isFixed: Bool

  /// With `configured` nil: `host` and `port` until the server listens, then its real port.
  public init(configured: PublicURL?, host: String, port: Int) {
    isFixed = configured != nil
    // A server that listens on every address is reached by this name from its own machine.
    let isEvery = ["0.0.0.0", "::", "[::]"].contains(host)
    box = NIOLockedValueBox(
      (
        reached: configured ?? PublicURL(host: isEvery ? "localhost" : host, port: port),
        local: PublicURL(host: isEvery ? "127.0.0.1" : host, port: port)
      ))
  }

  public var url: PublicURL {
    box.withLockedValue { $0.reached }
  }

  /// For clients in this process. Never a proxy's address, which may be unreachable from here.
  public var local: PublicURL {
    box.withLockedValue { $0.local }
  }

  public func serverListens(onPort port: Int) {
    box.withLockedValue { addresses in
      addresses.local.port = port
      if !isFixed { addresses.reached.port = port }
    }
  }
}
