// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Martlet {
  /// The person who is signed in leaves: from now on somebody anonymous uses the app, whom the server does not know yet.
  ///
  /// The session ends and a new one begins; messages of the person before go, waiting or visible, and none of them is shown any more when the
  /// call has returned. What they logged and was not sent yet is still sent as theirs. The next person's events are never merged with theirs,
  /// for this installation gets a new `deviceId`. The SDK stays on. When nobody is signed in, nothing changes.
  ///
  /// While the SDK is off the change is only remembered, in memory, and takes effect when it is on again.
  public func logOut() {
    let epoch = gate.request(userID: nil)
    mailbox.post(.logOut(epoch: epoch, at: environment.now()))
  }
}
