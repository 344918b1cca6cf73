// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
import Foundation

/// What Objective-C calls by another name than Swift.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
extension EngagementAgent {
  /// Starts the agent without modules.
  @MainActor
  @objc(init:)
  public static func start(_ connectionString: String) { EngagementAgent(connectionString) }

  /// Starts the agent with its modules.
  @MainActor
  @objc(init:modulesArray:)
  public static func start(_ connectionString: String, modulesArray: [Any]) {
    EngagementAgent(connectionString, modulesArray: modulesArray)
  }

  /// The module with that name. nil if there is none.
  @MainActor
  @objc(getModule:)
  public func module(named name: String?) -> Any? {
    let module = getModule(name)
    return (module as? RelayedModule)?.object ?? module
  }
}
#endif
