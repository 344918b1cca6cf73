// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Martlet {
  /// Signs the current user out. From now on, an anonymous person uses the app, whom the server does not know yet.
  ///
  /// The session ends and a new one starts. Messages of the previous user are removed, whether queued or visible, and none is shown after
  /// this call returns. Their events that were not sent yet are still sent as theirs. The new person's events are never merged with theirs,
  /// because the installation gets a new `deviceId`. The SDK stays on. If nobody is signed in, nothing changes.
  ///
  /// While the SDK is off, the change is kept in memory, and applies when it is turned on again.
  public func logOut() {
    let epoch = gate.request(userID: nil)
    mailbox.post(.logOut(epoch: epoch, at: environment.now()))
  }
}
