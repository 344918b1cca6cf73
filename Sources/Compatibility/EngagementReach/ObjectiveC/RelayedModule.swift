// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
import Foundation

/// Makes a module that is written in Objective-C one of the agent. It is known by its methods,
/// because Swift does not see its protocol.
@MainActor
final class RelayedModule: AEModule {
  /// What the app passed to the agent.
  let object: NSObject
  private let calls: any ModuleCalls

  /// nil if the object lacks one of the three methods that a module must have.
  init?(_ object: Any) {
    guard let object = object as? NSObject,
      [
        #selector((any ModuleCalls).start), #selector((any ModuleCalls).stop),
        #selector((any ModuleCalls).name),
      ]
      .allSatisfy({ object.responds(to: $0) })
    else { return nil }
    self.object = object
    // Safe: a protocol of Objective-C has no table of its own. Methods that the object may lack are
    // asked for before each call.
    calls = unsafeBitCast(object, to: (any ModuleCalls).self)
  }

  func start() { calls.start() }
  func stop() { calls.stop() }
  func name() -> String { calls.name() }
  func pushMessageReceived(_ message: AEPushMessage) { calls.pushMessageReceived?(message) }
  func processRemoteNotification(_ userInfo: [AnyHashable: Any]) {
    calls.processRemoteNotification?(userInfo)
  }
  func pushNotificationReceived(_ userInfo: [AnyHashable: Any]) { calls.pushNotificationReceived?(userInfo) }
  func activityChanged(_ name: String) { calls.activityChanged?(name) }
  func configurationChanged() { calls.configurationChanged?() }
}

/// The methods of a module in Objective-C that the agent calls.
@MainActor
@objc
private protocol ModuleCalls {
  func start()
  func stop()
  func name() -> String
  @objc(pushMessageReceived:) optional func pushMessageReceived(_ message: AEPushMessage)
  @objc(processRemoteNotification:) optional func processRemoteNotification(_ userInfo: [AnyHashable: Any])
  @objc(pushNotificationReceived:) optional func pushNotificationReceived(_ userInfo: [AnyHashable: Any])
  @objc(activityChanged:) optional func activityChanged(_ name: String)
  @objc optional func configurationChanged()
}
#endif
