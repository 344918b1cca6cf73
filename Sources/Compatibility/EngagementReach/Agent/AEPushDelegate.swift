// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What apps of the oldest versions heard about messages. Martlet calls none of it.
#if canImport(ObjectiveC)
import Foundation

@objc
public protocol AEPushDelegate {
  @objc optional func willRetrieveLaunchMessage()
  @objc optional func didFailToRetrieveLaunchMessage()
  @objc(didReceiveLaunchMessage:) optional func didReceiveLaunchMessage(_ message: AEPushMessage)
  @objc(didReceiveMessage:) optional func didReceiveMessage(_ message: AEPushMessage)
}
#else
/// What apps of the oldest versions heard about messages. Martlet calls none of it.
public protocol AEPushDelegate: AnyObject {}
#endif
