// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A part of an agent. `AEReachModule` is one.
///
/// All methods but `start`, `stop` and `name` have default implementations, which do nothing.
@MainActor
public protocol AEModule: AnyObject {
  /// The agent starts.
  func start()
  /// Ends what `start` began. The agent never calls it, but the app can.
  func stop()
  /// Its name, unique in the agent.
  func name() -> String
  /// A notification of Martlet was passed to the app delegate.
  func processRemoteNotification(_ userInfo: [AnyHashable: Any])
  /// The person sees another screen.
  func activityChanged(_ name: String)
}

extension AEModule {
  public func processRemoteNotification(_ userInfo: [AnyHashable: Any]) {}
  public func activityChanged(_ name: String) {}
}
