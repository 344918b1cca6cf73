// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation
public import MartletKit

/// The agent of an app that moves to Martlet. It forwards to a `Martlet` client.
///
///     let reach = AEReachModule.module(withNotificationIcon: UIImage(named: "icon.png"))
///     EngagementAgent.init("Endpoint=messages.example.com;SdkKey=mk_…;AppId=shop", modulesArray: [reach!])
///     EngagementAgent.shared().sendEvent("cart_viewed", extras: ["total": 42.5])
///
/// Calls with invalid names or extras are ignored, and the log says why. Nothing crashes.
#if canImport(ObjectiveC)
@objcMembers
#endif
public final class EngagementAgent: NSObject, Sendable {
  /// The client, for the parts of the app that have moved. nil if the connection string is invalid.
  public let martlet: Martlet?

  let tracking: Locked<Tracking>
  @MainActor private(set) var modules: [any AEModule] = []

  private static let current = Locked<EngagementAgent?>(nil)

  /// The agent. nil before `init(_:modulesArray:)`.
  public static func shared() -> EngagementAgent! { current.withLock { $0 } }

  /// Starts the agent with its modules. It is `shared()` from now on.
  ///
  /// If the connection string is invalid, the log says what is wrong, and all calls do nothing.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @MainActor
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  @discardableResult
  public convenience init(_ connectionString: String, modulesArray modules: [Any] = []) {
    do throws(ConnectionString.Problem) {
      let parts = try ConnectionString(connectionString)
      self.init(configuration: Martlet.Configuration(apiKey: parts.sdkKey, endpoint: parts.endpoint), modulesArray: modules)
    } catch {
      Martlet.logProblemWithoutClient("The connection string is invalid. \(error)")
      self.init(nil)
      for module in modules where !(module is any AEModule) { Self.logNoModule(module) }
    }
  }

  /// Starts the agent with a configuration of Martlet, for what a connection string cannot say.
  ///
  /// The modules change the configuration: the number of waiting campaigns, the badge, and how notifications are shown in the foreground.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @MainActor
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  @discardableResult
  public convenience init(configuration: Martlet.Configuration, modulesArray modules: [Any] = []) {
    let all = modules.compactMap { module in
      let known = module as? any AEModule
      if known == nil { Self.logNoModule(module) }
      return known
    }
    // In the foreground, the banner is shown instead.
    configuration.push.automation.foregroundPresentationOptions = []
    for module in all { (module as? AEReachModule)?.change(configuration) }
    self.init(Martlet(configuration: configuration))
    self.modules = all
    for module in all {
      (module as? AEReachModule)?.agent = self
      module.start()
    }
  }

  @MainActor
  private init(_ martlet: Martlet?) {
    self.martlet = martlet
    tracking = Locked(Tracking())
    super.init()
    Self.current.withLock { $0 = self }
    #if canImport(UserNotifications) && canImport(UIKit) && !os(tvOS)
    if let martlet { takeNotificationsWhenLaunched(of: martlet) }
    #endif
    #if canImport(UIKit)
    endActivityInBackground()
    #endif
  }

  private static func logNoModule(_ module: Any) {
    Martlet.logProblemWithoutClient("\(type(of: module)) is not started: it is no AEModule.")
  }

  // MARK: - Options

  /// Turns the SDK on or off. Kept across launches.
  public func setEnabled(_ isEnabled: Bool) { martlet?.isEnabled = isEnabled }

  /// Whether the SDK is on.
  public func enabled() -> Bool { martlet?.isEnabled ?? false }

  /// The id of this installation. nil if there is none. While the stored data is being read at launch, the thread waits for it, at most 100 ms.
  public func deviceId() -> String! { martlet?.knownDeviceId }

  /// The module with that name. nil if there is none.
  @MainActor public func getModule(_ name: String!) -> (any AEModule)! { modules.first { $0.name() == name } }

  func log(_ problem: String) { martlet?.logProblem(problem) }
}
