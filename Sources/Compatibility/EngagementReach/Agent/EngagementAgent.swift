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
  private let defaults: AgentDefaults
  @MainActor private(set) var modules: [any AEModule] = []

  private static let current = Locked<EngagementAgent?>(nil)
  private static let logsForTests = Locked(false)

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
      self.init(configuration: Self.configuration(of: parts), appID: parts.appID, modulesArray: modules)
    } catch {
      Martlet.logProblemWithoutClient("The connection string is invalid. \(error)")
      self.init(nil, AgentDefaults())
      _ = Self.known(modules)
    }
  }

  /// Starts the agent with a configuration of Martlet, for what a connection string cannot say.
  ///
  /// The modules change the configuration: the number of waiting campaigns, the badge, and how
  /// notifications are shown in the foreground.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @MainActor
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  @discardableResult
  public convenience init(configuration: Martlet.Configuration, modulesArray modules: [Any] = []) {
    self.init(configuration: configuration, appID: nil, modulesArray: modules)
  }

  /// - Parameters:
  ///   - appID: as in the connection string. nil: there is none.
  ///   - defaults: where the agent keeps its switch and the last `AppId`.
  @MainActor
  convenience init(
    configuration: Martlet.Configuration, appID: String?, modulesArray modules: [Any],
    defaults: AgentDefaults = AgentDefaults()
  ) {
    let all = Self.known(modules)
    // In the foreground, the banner is shown instead.
    configuration.push.automation.foregroundPresentationOptions = []
    for module in all { (module as? AEReachModule)?.change(configuration) }
    self.init(Martlet(configuration: configuration), defaults)
    takeSwitch()
    self.modules = all
    if let appID, defaults.changes(appID: appID) {
      for module in all { module.configurationChanged() }
    }
    for module in all {
      (module as? AEReachModule)?.agent = self
      module.start()
    }
  }

  @MainActor
  private init(_ martlet: Martlet?, _ defaults: AgentDefaults) {
    self.martlet = martlet
    self.defaults = defaults
    tracking = Locked(Tracking())
    super.init()
    Self.current.withLock { $0 = self }
    #if canImport(UserNotifications) && canImport(UIKit) && !os(tvOS)
    if martlet != nil { takeNotificationsWhenLaunched() }
    #endif
    #if canImport(UIKit)
    followApp()
    #endif
  }

  static func configuration(of parts: ConnectionString) -> Martlet.Configuration {
    let configuration = Martlet.Configuration(apiKey: parts.sdkKey, endpoint: parts.endpoint)
    if logsForTests.withLock({ $0 }) { configuration.logger.level = .debug }
    return configuration
  }

  /// The modules among these objects. The log has the others.
  @MainActor
  private static func known(_ objects: [Any]) -> [any AEModule] {
    objects.compactMap { object in
      if let module = object as? any AEModule { return module }
      #if canImport(ObjectiveC)
      if let module = RelayedModule(object) { return module }
      #endif
      Martlet.logProblemWithoutClient("\(type(of: object)) is not started: it is no AEModule.")
      return nil
    }
  }

  // MARK: - Options

  /// Makes the client log everything. Call it before the agent starts.
  public static func setTestLogEnabled(_ isOn: Bool) { logsForTests.withLock { $0 = isOn } }

  /// Turns the SDK on or off. Kept across launches, also in the user defaults under
  /// `kEngagementAgentEnabled`.
  public func setEnabled(_ isEnabled: Bool) {
    defaults.isEnabled = isEnabled
    _ = defaults.takeSwitch()
    martlet?.isEnabled = isEnabled
  }

  /// Does what the user defaults say under `kEngagementAgentEnabled`, which the app may have in its
  /// settings bundle.
  func takeSwitch() {
    if let isEnabled = defaults.takeSwitch() { martlet?.isEnabled = isEnabled }
  }

  /// Whether the SDK is on.
  public func enabled() -> Bool { martlet?.isEnabled ?? false }

  /// The id of this installation. nil if there is none. While the stored data is being read at
  /// launch, the thread waits for it, at most 100 ms.
  public func deviceId() -> String! { martlet?.knownDeviceId }

  /// The module with that name. nil if there is none.
  @MainActor public func getModule(_ name: String!) -> (any AEModule)! { modules.first { $0.name() == name } }

  func log(_ problem: String) { martlet?.logProblem(problem) }

  /// Logs what an `AEStorage` could not do. Apps can have one before the agent starts.
  static func logStorage(_ problem: String) {
    if let martlet = shared()?.martlet {
      martlet.logProblem(problem)
    } else {
      Martlet.logProblemWithoutClient(problem)
    }
  }
}
