// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import APNs

/// A way to devices that needs no uploaded key, because they are in the server's own process.
public struct PushRoute: Sendable {
  public var sender: any PushSending
  public var topic: String

  public init(sender: any PushSending, topic: String) {
    self.sender = sender
    self.topic = topic
  }
}
