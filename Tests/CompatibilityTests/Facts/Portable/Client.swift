// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the client in a static of the app delegate
// rank: essential

import BrazeKit

@MainActor
private final class Delegate {
  static var braze: Braze?

  func launch(configuration: Braze.Configuration) {
    Self.braze = Braze(configuration: configuration)
    print(Braze.version, Self.braze?.configuration.sessionTimeout ?? 0)
  }
}
