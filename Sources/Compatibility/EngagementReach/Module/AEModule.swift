// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A part of an agent. `AEReachModule` is one.
///
/// All methods but `start`, `stop` and `name` have default implementations, which do nothing. Four
/// of them are never called, because everything has been loaded when a campaign arrives, and nobody
/// polls: `dlcDownloaded`, `dlcDownloadFailed`, `campaignsPolled` and `campaignsPollFailed`.
@MainActor
public protocol AEModule: AnyObject {
  /// The agent starts.
  func start()
  /// Ends what `start` began. The agent never calls it, but the app can.
  func stop()
  /// Its name, unique in the agent.
  func name() -> String
  /// A notification of Martlet was passed to the app delegate.
  func pushMessageReceived(_ message: AEPushMessage)
  /// The same notification, as the system passed it.
  func processRemoteNotification(_ userInfo: [AnyHashable: Any])
  /// The person tapped a notification of Martlet, or one of its buttons.
  func pushNotificationReceived(_ userInfo: [AnyHashable: Any])
  /// The person sees another screen.
  func activityChanged(_ name: String)
  /// The `AppId` of the connection string is another one than at the last launch: what is stored
  /// belongs to another app. Called before `start`.
  func configurationChanged()
  /// Never called.
  func dlcDownloaded(_ message: AEPushMessage)
  /// Never called.
  func dlcDownloadFailed(_ messageId: String)
  /// Never called.
  func campaignsPolled(_ campaigns: [Any])
  /// Never called.
  func campaignsPollFailed()
}

extension AEModule {
  public func pushMessageReceived(_ message: AEPushMessage) {}
  public func processRemoteNotification(_ userInfo: [AnyHashable: Any]) {}
  public func pushNotificationReceived(_ userInfo: [AnyHashable: Any]) {}
  public func activityChanged(_ name: String) {}
  public func configurationChanged() {}
  public func dlcDownloaded(_ message: AEPushMessage) {}
  public func dlcDownloadFailed(_ messageId: String) {}
  public func campaignsPolled(_ campaigns: [Any]) {}
  public func campaignsPollFailed() {}
}
