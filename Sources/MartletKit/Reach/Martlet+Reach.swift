// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import MartletCore

extension Martlet {
  /// Who shows banners, announcements and surveys, and passes data on. Held strongly. Without one,
  /// they wait.
  @MainActor package var reachPresenter: (any ReachPresenter)? {
    get { stage.reachPresenter }
    set {
      stage.reachPresenter = newValue
      mailbox.post(.reach(.ready(newValue != nil)))
    }
  }

  /// Reports what happened with an item, or about the app.
  package func handle(reach input: ReachMachine.Input) { mailbox.post(.reach(input)) }

  /// Whether this person's items are still valid: nothing from before a wipe or a change of user is
  /// shown.
  @MainActor package func mayShow(_ item: ReachItem) -> Bool {
    gate.enabled && item.userID.isExactly(gate.userID)
  }
}
