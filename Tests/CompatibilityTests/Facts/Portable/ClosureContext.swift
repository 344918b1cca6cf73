// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: a context made of closures
// rank: rare

import BrazeKit

@MainActor
private func fact() -> Braze.InAppMessage.Context {
  .init(
    logImpression: { print("impression") }, logClick: { buttonId in print(buttonId ?? "body") },
    processClickAction: { action, _ in print(action) }, logError: { error in print(error) }, braze: nil)
}
